"""Chapters 8 to 10 and the cards of chapter 11: delivering, naming, turning up, revealing, racking."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeGuard

import msgspec

from croupier.cards import Card, Deck
from croupier.games import script
from croupier.games.game import BOARD, DEALER, PLAYERS, Deal, Delivery, Rack, Reveal, Settle, Turn, seat_place
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.decisions import collect_folded
from croupier.table.acts.preparation import check_deck_ready
from croupier.table.acts.proving import to_be_mixed
from croupier.table.fields import seat_of
from croupier.table.progress import expect, next_phase, reveal_at, settle_round
from croupier.table.refusals import Code, refuse
from croupier.table.state import FACE_UP, Layout, Round, TableState, showdown

replace = msgspec.structs.replace


class Arrival(msgspec.Struct, frozen=True):
    """Which of the cards in hand end up at one place, and by which clauses."""

    place: str
    taken: slice | itemgetter[Any]  # of the cards in hand
    clauses: tuple[str, ...]
    seat: int  # 0: no player's


class Plan(msgspec.Struct, frozen=True):
    """A Deal phase with its players filled in."""

    steps: tuple[Delivery, ...]
    deliveries: tuple[tuple[str, int], ...]
    sizes: tuple[int, ...]
    total: int
    arrivals: tuple[Arrival, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


def plan_of(state: TableState, phase: Deal) -> Plan:
    return _whole_plan(state.rules, state.round.phase, state.round.in_play)


@lru_cache(maxsize=1024)
def _whole_plan(rules: Rules, index: int, in_play: tuple[int, ...]) -> Plan:
    """Worked out once for each deal of a script and each set of seats."""
    phase = script(rules)[index]
    assert isinstance(phase, Deal)
    steps = tuple(
        Delivery(place, step.count, step.clauses, step.readings)
        for step in phase.deliveries
        for place in (map(seat_place, in_play) if step.place == PLAYERS else (step.place,))
    )
    return _plan(steps)


def _plan(steps: tuple[Delivery, ...]) -> Plan:
    taken: dict[str, list[int]] = {}
    cited: dict[str, dict[str, None]] = {}
    total = 0
    for step in steps:
        taken.setdefault(step.place, []).extend(range(total, total + step.count))
        cited.setdefault(step.place, {}).update(dict.fromkeys(step.clauses))
        total += step.count
    return Plan(
        steps,
        tuple((step.place, step.count) for step in steps),
        tuple(step.count for step in steps),
        total,
        tuple(Arrival(place, picked(at), tuple(cited[place]), seat_of(place)) for place, at in taken.items()),
        tuple(dict.fromkeys(clause for step in steps for clause in step.clauses)),
        tuple(dict.fromkeys(reading for step in steps for reading in step.readings)),
    )


def picked(at: list[int]) -> slice | itemgetter[Any]:
    """Cards by their places in hand: mostly one in so many, which a slice says."""
    each = at[1] - at[0] if len(at) > 1 else 1
    run = slice(at[0], at[-1] + 1, each) if each > 0 else slice(0)
    return run if [*range(at[-1] + 1)[run]] == at else itemgetter(*at)


def cards_due(state: TableState) -> int:
    """How many cards the dealer delivers before the next stop; 0 when none are due."""
    phase = state.phase
    if type(phase) is not Deal:
        return 0
    return sum(plan_of(state, phase).sizes[state.round.cursor :])


def decide_deal(state: TableState, command: do.Deal) -> tuple[ev.Event, ...]:
    phase = expect(state, Deal, "dealing")
    check_deck_ready(state)
    if state.round.proof is not None and to_be_mixed(state):
        raise refuse(
            Code.OUT_OF_ORDER,
            "the table has committed to this deal, and it is not mixed yet",
            state.game.deck_clauses,
            "Mix it by what the players reveal, or discard it.",
        )
    cards = command.cards
    part = part_dealt(phase, plan_of(state, phase), state.round.cursor, len(cards))
    check_new_cards(state, cards)
    events: list[ev.Event] = [
        ev.CardsDealt(
            deliveries=part.deliveries, clauses=part.clauses, readings=part.readings, audience=ev.EVERYONE
        )
    ]
    lying = state.layout.cards
    for arrival in part.arrivals:
        place = arrival.place
        first = len(lying.get(place, ()))
        taken = arrival.taken
        named: tuple[Card | None, ...] = cards[taken] if isinstance(taken, slice) else taken(cards)
        if phase.face_up and place == BOARD:
            if not all_seen(named):
                raise refuse(
                    Code.CARDS_NOT_NAMED,
                    "cards dealt face up are seen by all",
                    arrival.clauses,
                    "Name them as they are dealt.",
                )
            events.append(
                ev.CardsTurned(
                    place=place,
                    first=first,
                    cards=named,
                    clauses=arrival.clauses,
                    audience=ev.EVERYONE,
                )
            )
        elif named.count(None) < len(named):
            if state.rules.choices.electronic:
                raise refuse(
                    Code.NO_RANDOM_CARDS,
                    "an electronic table knows a card only when it is turned up",
                    arrival.clauses,
                    "Deal the cards unseen and name them as they are turned.",
                    ("U-25",),
                )
            own = state.round.players.get(arrival.seat)
            audience = ev.to_player(own) if own else ev.NOBODY
            events.append(ev.CardsNamed(place=place, first=first, cards=named, audience=audience))
    return tuple(events)


def all_seen(cards: tuple[Card | None, ...]) -> TypeGuard[tuple[Card, ...]]:
    """Whether every card has a name."""
    return None not in cards


def part_dealt(phase: Deal, plan: Plan, cursor: int, cards: int) -> Plan:
    """The part of a plan that so many cards carry out: whole stacks, and no more than are due."""
    if cursor == 0 and cards == plan.total:
        return plan
    dealt, end = 0, cursor
    while dealt < cards:
        if end == len(plan.sizes):
            raise refuse(
                Code.TOO_MANY_CARDS,
                f"{cards} cards, but {dealt} complete the {phase.name}",
                plan.steps[-1].clauses,
                f"Deal {dealt}.",
            )
        dealt += plan.sizes[end]
        end += 1
    if dealt != cards or not cards:
        stack = plan.steps[max(end - 1, 0)]
        raise refuse(
            Code.SPLIT_STACK,
            f"{cards} cards end inside a stack of {stack.count} for {stack.place}",
            stack.clauses,
            "Deliver whole stacks.",
        )
    return _plan(plan.steps[cursor:end])


def who_may_look(state: TableState, place: str) -> tuple[str, ...]:
    """A player sees the cards of the own hand; what lies face down elsewhere nobody knows."""
    player = state.round.players.get(seat_of(place))
    return ev.to_player(player) if player else ev.NOBODY


def check_new_cards(state: TableState, cards: tuple[Card | None, ...], drawn: bool = True) -> None:
    """Every card of this deck, and none more often than the deck holds it. Not `drawn`: only named."""
    deck: Deck = state.rules.played.deck
    if drawn and len(cards) > state.layout.stub:
        raise refuse(
            Code.DECK_SHORT,
            f"{len(cards)} cards wanted, {state.layout.stub} left in the deck",
            (),
            "Check the seats and the deck.",
            ("X-07",),
        )
    counts = deck.counts
    known = [*cards]
    for place in state.layout.cards.values():
        known += place
    for _, hand in state.layout.rack:
        known += hand
    if None in known:
        known = [card for card in known if card is not None]
    different = {*known}
    if len(different) == len(known) and counts.keys() >= different:
        return  # no card twice: lawful in either deck
    seen = Counter(known)
    for card in cards:
        if card is None:
            continue
        if card not in counts:
            raise refuse(
                Code.CARD_IMPOSSIBLE,
                f"{card} is not a card of this deck",
                state.rules.played.deck_clauses,
                "Name the card again.",
            )
        if seen[card] > counts[card]:
            raise refuse(
                Code.CARD_TWICE,
                f"{card} is on the table already",
                state.rules.played.deck_clauses,
                "Name the card again. A floorperson corrects a wrong name, or declares the deck defective.",
            )


def decide_turn(state: TableState, command: do.TurnUp) -> tuple[ev.Event, ...]:
    phase = expect(state, Turn, "turning cards up")
    lying = state.layout.cards[phase.place][phase.first : phase.first + phase.count]
    return (
        ev.CardsTurned(
            place=phase.place,
            first=phase.first,
            cards=_now_seen(state, lying, command.cards, phase.clauses),
            clauses=phase.clauses,
            readings=phase.readings,
            audience=ev.EVERYONE,
        ),
    )


def _now_seen(
    state: TableState, lying: tuple[Card | None, ...], named: tuple[Card, ...], clauses: tuple[str, ...]
) -> tuple[Card, ...]:
    """The faces of cards being turned: known to the table already, or named now."""
    if all_seen(lying):
        if named and named != lying:
            raise refuse(
                Code.CARD_IMPOSSIBLE,
                "the cards turned up are not those that were dealt",
                clauses,
                "A floorperson corrects a wrong name.",
            )
        return lying
    if len(named) != len(lying):
        raise refuse(
            Code.CARDS_NOT_NAMED,
            f"{len(lying)} cards are turned, {len(named)} named",
            clauses,
            "Name each card as it is turned.",
        )
    if any(was is not None and was != card for was, card in zip(lying, named, strict=True)):
        raise refuse(
            Code.CARD_IMPOSSIBLE,
            "a card that was seen before is not what it was",
            clauses,
            "A floorperson corrects a wrong name.",
        )
    new = tuple(card for was, card in zip(lying, named, strict=True) if was is None)
    check_new_cards(state, new, drawn=False)
    return named


def decide_name(state: TableState, command: do.NameCards) -> tuple[ev.Event, ...]:
    """Cards of a live table, named as they are turned; what has a name keeps it."""
    lying = state.layout.cards.get(command.place, ())
    there = lying[command.first : command.first + len(command.cards)]
    clauses = state.game.deck_clauses
    if not command.cards or len(there) != len(command.cards) or any(card is not None for card in there):
        raise refuse(
            Code.NOTHING_TO_NAME,
            f"{len(command.cards)} cards named at {command.place}, where {there.count(None)} lie unseen",
            clauses,
            "Name each unseen card once; a floorperson corrects a wrong name.",
        )
    check_new_cards(state, command.cards, drawn=False)
    check_turned(state, command.place)
    return (
        ev.CardsNamed(
            place=command.place,
            first=command.first,
            cards=command.cards,
            clauses=clauses,
            audience=who_may_look(state, command.place),
        ),
    )


def check_turned(state: TableState, place: str) -> None:
    """Players look at their own cards; what the house dealt itself is named when it is turned, not before."""
    seats = place.startswith("seat")
    reveal = reveal_at(state)
    if state.rules.choices.electronic and seats and not isinstance(state.phase, Settle):
        raise refuse(
            Code.NO_RANDOM_CARDS,
            "an electronic table knows a card only when it is turned up",
            state.game.deck_clauses,
            "Name the hand when it is settled.",
            ("U-25",),
        )
    shown = next((phase.places for phase in script(state.rules) if isinstance(phase, Reveal)), ())
    if not seats and (place not in shown or state.round.phase < reveal):
        raise refuse(
            Code.OUT_OF_ORDER,
            f"the cards at {place} are not turned up now",
            state.game.deck_clauses,
            "Name them as they are turned; a card seen too early is reported as exposed.",
        )


def decide_reveal(state: TableState, command: do.RevealDealer) -> tuple[ev.Event, ...]:
    phase = expect(state, Reveal, "revealing the dealer's hand")
    return (*forfeited(state, phase), *reveal(state, phase))


def forfeited(state: TableState, phase: Reveal) -> tuple[ev.Event, ...]:
    """What folders gave up, where it is collected only once everybody has decided (dragon/11.D.1)."""
    if not phase.collects:
        return ()
    return tuple(
        event
        for seat in state.round.in_play
        if seat in state.round.folded and state.bets.wagers.get(seat)
        for event in collect_folded(state, seat, phase.collects, phase.collecting)
    )


def reveal(state: TableState, phase: Reveal) -> tuple[ev.Event, ...]:
    shown: dict[str, tuple[Card, ...]] = {}
    for place in phase.places:
        lying = state.layout.cards.get(place, ())
        if not all_seen(lying):
            raise refuse(
                Code.CARDS_NOT_NAMED,
                f"the cards at {place} have not been named",
                phase.clauses,
                "Name them as they are turned up.",
            )
        shown[place] = lying
    if DEALER not in shown:
        return (
            ev.DealerRevealed(
                cards=shown, clauses=phase.clauses, readings=phase.readings, audience=ev.EVERYONE
            ),
        )
    table = showdown(state, 0)
    hand = state.rules.played.announce_dealer(state.rules, table)
    assert hand is not None
    return (
        ev.DealerRevealed(
            cards=shown,
            hand=hand.hand,
            words=hand.words,
            count=hand.count,
            qualifies=state.rules.played.qualifies(state.rules, table),
            clauses=phase.clauses,
            readings=phase.readings,
            audience=ev.EVERYONE,
        ),
    )


def decide_rack(state: TableState, command: do.RackCards) -> tuple[ev.Event, ...]:
    phase = expect(state, Rack, "racking the cards")
    return (
        # The stub of a void round goes with the rest, to be shuffled with it.
        ev.CardsRacked(
            places=picked_up(state), stub=state.layout.stub, clauses=phase.clauses, audience=ev.EVERYONE
        ),
        *hidden_cards(state, phase.clauses),
        ev.RoundEnded(round=state.round.number, audience=ev.EVERYONE),
    )


def hidden_cards(state: TableState, clauses: tuple[str, ...]) -> tuple[ev.HiddenCardsShown, ...]:
    """What lay face down to the end, told to those who watch over the table now that the round is over."""
    turned = state.layout.turned
    hidden = {}
    for place, cards in (*state.layout.rack, *state.layout.cards.items()):
        up = turned.get(place, 0)
        if place != FACE_UP and any(cards[up:]):
            hidden[place] = (None,) * up + cards[up:]
    return (ev.HiddenCardsShown(cards=hidden, clauses=clauses, audience=ev.OVERSEERS),) if hidden else ()


def picked_up(state: TableState) -> tuple[str, ...]:
    """Hands as they were settled, then what the house dealt itself: the order does not hang on the deal."""
    lying = state.layout.cards
    hands = [place for place in map(seat_place, state.round.order) if place in lying]
    return (*hands, *sorted(place for place in lying if place not in hands))


def apply_dealt(state: TableState, event: ev.CardsDealt) -> TableState:
    layout = state.layout
    cards = layout.cards.copy()
    total = 0
    for place, count in event.deliveries:
        cards[place] = cards.get(place, ()) + (None,) * count
        total += count
    lying = replace(layout, cards=cards, stub=layout.stub - total)
    phase = state.phase
    assert type(phase) is Deal
    cursor = state.round.cursor + len(event.deliveries)
    if cursor == len(plan_of(state, phase).steps):
        return next_phase(state, unanswered(state), lying)
    return settle_round(state, state.round.phase, cursor, unanswered(state), lying)


def unanswered(state: TableState) -> Round:
    """The round once a card is seen: the answers given before it stand."""
    return replace(state.round, answers=()) if state.round.answers else state.round


def name_cards(
    layout: Layout, place: str, first: int, named: tuple[Card | None, ...]
) -> dict[str, tuple[Card | None, ...]]:
    lying = layout.cards[place]
    if first or len(named) < len(lying):
        named = lying[:first] + named + lying[first + len(named) :]
    return {**layout.cards, place: named}


def apply_named(state: TableState, event: ev.CardsNamed) -> TableState:
    layout = state.layout
    return replace(
        state, layout=replace(layout, cards=name_cards(layout, event.place, event.first, event.cards))
    )


def apply_turned(state: TableState, event: ev.CardsTurned) -> TableState:
    layout = state.layout
    turned = replace(
        layout,
        cards=name_cards(layout, event.place, event.first, event.cards),
        turned={**layout.turned, event.place: event.first + len(event.cards)},
    )
    if type(state.phase) is Turn:
        return next_phase(state, unanswered(state), turned)
    return replace(state, layout=turned, round=unanswered(state))


def apply_revealed(state: TableState, event: ev.DealerRevealed) -> TableState:
    layout = state.layout
    turned = {**layout.turned, **{place: len(cards) for place, cards in event.cards.items()}}
    cards = {**layout.cards, **event.cards}
    shown = replace(layout, cards=cards, turned=turned)
    if type(state.phase) is Reveal:
        return next_phase(state, unanswered(state), shown)
    return replace(state, layout=shown, round=unanswered(state))  # announced again after a correction


def apply_mucked(state: TableState, event: ev.HandMucked) -> TableState:
    out = replace(state.round, folded=tuple(dict.fromkeys((*state.round.folded, event.seat))))
    return replace(state, layout=to_rack(state.layout, (seat_place(event.seat),)), round=out)


def apply_racked(state: TableState, event: ev.CardsRacked) -> TableState:
    layout = to_rack(state.layout, event.places)
    if event.stub:  # a void round: the rest of the deck goes with it
        layout = replace(layout, stub=0, racked_stub=layout.racked_stub + event.stub)
    return replace(state, layout=layout)


def to_rack(layout: Layout, places: tuple[str, ...]) -> Layout:
    gone = tuple((place, layout.cards[place]) for place in places)
    left = {place: cards for place, cards in layout.cards.items() if place not in places}
    return replace(layout, cards=left, rack=layout.rack + gone)
