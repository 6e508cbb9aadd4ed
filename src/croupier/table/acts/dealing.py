"""Deal, name, turn up, reveal and rack the cards on the layout (chapters 8 to 11)."""

from __future__ import annotations

from collections import Counter
from typing import TypeGuard

import msgspec

from croupier.cards import Card, Deck
from croupier.errors import Refused
from croupier.games import script
from croupier.games.game import DEALER, NEVER_SEEN, Ask, Deal, Rack, Reveal, Settle, Turn, seat_place
from croupier.games.plans import Arrival, DealPlan, plan
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.decisions import collect_folded
from croupier.table.acts.decks import check_deck_ready
from croupier.table.acts.proving import needs_mix
from croupier.table.duties import of_phase, of_the_deal
from croupier.table.fields import seat_of
from croupier.table.progress import (
    deal_plan,
    expect,
    next_phase,
    reveal_at,
    settle_round,
    stays_face_down,
)
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.state import FACE_UP, RoundState, TableLayout, TableState, showdown

replace = msgspec.structs.replace


def plan_of(state: TableState, phase: Deal) -> DealPlan:
    """Return the plan of the deal in progress."""
    return deal_plan(state)


def cards_due(state: TableState) -> int:
    """Return the number of cards that the dealer delivers before the next stop, or 0 if no cards are due."""
    phase = state.phase
    if type(phase) is not Deal:
        return 0
    return sum(plan_of(state, phase).sizes[state.round.cursor :])


@decides(do.DealCards, of_the_deal)
def decide_deal(state: TableState, command: do.DealCards) -> tuple[ev.TableEvent, ...]:
    phase = expect(state, Deal, "dealing")
    check_deck_ready(state)
    table, cards = state.round, command.cards
    if table.proof is not None and needs_mix(state):
        raise refuse(
            TableCode.OUT_OF_ORDER,
            "the table has committed to this deal but not mixed it yet",
            state.game.deck_clauses,
            "Mix the deal with the players' numbers, or discard it.",
        )
    part = deal_plan(state)
    if table.cursor or len(cards) != part.total:
        part = part_dealt(phase, part, table.cursor, len(cards))
    check_new_cards(state, cards)
    events: list[ev.TableEvent] = [
        ev.CardsDealt(
            deliveries=part.deliveries, clauses=part.clauses, readings=part.readings, audience=ev.EVERYONE
        )
    ]
    dealt, players = state.layout.cards, table.players
    hidden = NEVER_SEEN if phase.face_up else None
    for arrival in part.arrivals:
        place, taken = arrival.place, arrival.taken
        first = len(dealt[place]) if place in dealt else 0
        named: tuple[Card | None, ...] = cards[taken] if type(taken) is slice else taken(cards)
        if hidden is not None and place not in hidden:
            if not all_seen(named):
                raise unseen_by_all(arrival)
            events.append(
                ev.CardsTurned(
                    place=place, first=first, cards=named, clauses=arrival.clauses, audience=ev.EVERYONE
                )
            )
        elif named.count(None) < len(named):
            if state.rules.choices.electronic:
                raise seen_too_early(arrival)
            own = players.get(arrival.seat)
            audience = ev.to_player(own) if own else ev.NOBODY
            events.append(ev.CardsNamed(place=place, first=first, cards=named, audience=audience))
    return tuple(events)


def unseen_by_all(arrival: Arrival) -> Refused:
    return refuse(
        TableCode.CARDS_NOT_NAMED,
        "cards dealt face up must be named",
        arrival.clauses,
        "Name the cards as you deal them.",
    )


def seen_too_early(arrival: Arrival) -> Refused:
    return refuse(
        TableCode.NO_RANDOM_CARDS,
        "an electronic table knows a card only when it is turned up",
        arrival.clauses,
        "Deal the cards unseen, and name each card as you turn it up.",
        ("U-25",),
    )


def all_seen(cards: tuple[Card | None, ...]) -> TypeGuard[tuple[Card, ...]]:
    """Return whether every card is named."""
    return None not in cards


def part_dealt(phase: Deal, whole: DealPlan, cursor: int, cards: int) -> DealPlan:
    """Return the deliveries that `cards` completes. Refuse to deal only a part of a stack."""
    dealt, end = 0, cursor
    while dealt < cards:
        if end == len(whole.sizes):
            raise refuse(
                TableCode.TOO_MANY_CARDS,
                f"{cards} cards dealt, but {dealt} complete the {phase.name}",
                whole.steps[-1].clauses,
                f"Deal {dealt}.",
            )
        dealt += whole.sizes[end]
        end += 1
    if dealt != cards or not cards:
        stack = whole.steps[max(end - 1, 0)]
        raise refuse(
            TableCode.SPLIT_STACK,
            f"{cards} cards would end in the middle of the stack of {stack.count} for {stack.place}",
            stack.clauses,
            "Deliver whole stacks.",
        )
    return plan(whole.steps[cursor:end])


def who_may_look(state: TableState, place: str) -> tuple[str, ...]:
    """Return the audience of face-down cards: a seat's player, or no one at any other place."""
    player = state.round.players.get(seat_of(place))
    return ev.to_player(player) if player else ev.NOBODY


def check_new_cards(state: TableState, cards: tuple[Card | None, ...], drawn: bool = True) -> None:
    """Refuse cards that are not in the deck or are already used. `drawn` is False if cards are only named."""
    deck: Deck = state.rules.played.deck
    if drawn and len(cards) > state.layout.stub:
        raise refuse(
            TableCode.DECK_SHORT,
            f"{len(cards)} cards needed, but {state.layout.stub} left in the deck",
            (),
            "Check the seats and the deck.",
            ("X-07",),
        )
    known = [*cards]
    for place in state.layout.cards.values():
        known += place
    for _, hand in state.layout.rack:
        known += hand
    if None in known:
        known = [card for card in known if card is not None]
    different = {*known}
    if len(different) == len(known) and different <= deck.different:
        return  # the cards have no duplicates, and the deck contains all of them
    counts, known_counts = deck.counts, Counter(known)
    for card in cards:
        if card is None:
            continue
        if card not in counts:
            raise refuse(
                TableCode.CARD_IMPOSSIBLE,
                f"{card} is not a card of this deck",
                state.rules.played.deck_clauses,
                "Name the card again.",
            )
        if known_counts[card] > counts[card]:
            raise refuse(
                TableCode.CARD_TWICE,
                f"{card} is already on the table",
                number_clauses(state, card),
                "Name the card again, or ask a floorperson to correct a name or declare the deck defective.",
            )


def number_clauses(state: TableState, card: Card) -> tuple[str, ...]:
    """Cite the clauses on the number of copies of a card, or on one deck for the 52 cards."""
    item = next((one.clause for one in state.game.pack.cards if one.card == card), None)
    return state.game.deck_clauses if item is None else (item,)


@decides(do.TurnUp, of_phase(Turn, Reveal, Settle))
def decide_turn(state: TableState, command: do.TurnUp) -> tuple[ev.TableEvent, ...]:
    phase = expect(state, Turn, "turning cards up")
    dealt = state.layout.cards[phase.place][phase.first : phase.first + phase.count]
    return (
        ev.CardsTurned(
            place=phase.place,
            first=phase.first,
            cards=_name_turned(state, dealt, command.cards, phase.clauses),
            clauses=phase.clauses,
            readings=phase.readings,
            audience=ev.EVERYONE,
        ),
    )


def _name_turned(
    state: TableState, dealt: tuple[Card | None, ...], named: tuple[Card, ...], clauses: tuple[str, ...]
) -> tuple[Card, ...]:
    """Return the cards being turned up, either known to the table or named by the command."""
    if all_seen(dealt):
        if named and named != dealt:
            raise refuse(
                TableCode.CARD_IMPOSSIBLE,
                "the cards named do not match the cards dealt",
                clauses,
                "Ask a floorperson to correct a wrong name.",
            )
        return dealt
    if len(named) != len(dealt):
        raise refuse(
            TableCode.CARDS_NOT_NAMED,
            f"{len(dealt)} cards turned up, but {len(named)} named",
            clauses,
            "Name each card as you turn it up.",
        )
    if any(was is not None and was != card for was, card in zip(dealt, named, strict=True)):
        raise refuse(
            TableCode.CARD_IMPOSSIBLE,
            "a card was named differently before",
            clauses,
            "Ask a floorperson to correct a wrong name.",
        )
    new = tuple(card for was, card in zip(dealt, named, strict=True) if was is None)
    check_new_cards(state, new, drawn=False)
    return named


@decides(do.NameCards, of_phase(Settle))
def decide_name(state: TableState, command: do.NameCards) -> tuple[ev.TableEvent, ...]:
    """Name unseen cards of a live table. Cards that already have a name keep it."""
    dealt = state.layout.cards.get(command.place, ())
    there = dealt[command.first : command.first + len(command.cards)]
    clauses = state.game.deck_clauses
    if not command.cards or len(there) != len(command.cards) or any(card is not None for card in there):
        raise refuse(
            TableCode.NOTHING_TO_NAME,
            f"{len(command.cards)} cards named at {command.place}, which has {there.count(None)} unseen",
            clauses,
            "Name each unseen card once. Ask a floorperson to correct a wrong name.",
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
    """Refuse to name house cards before they are turned up. Players may look at their own cards."""
    seats = place.startswith("seat")
    reveal = reveal_at(state)
    if state.rules.choices.electronic and seats and not isinstance(state.phase, Settle):
        raise refuse(
            TableCode.NO_RANDOM_CARDS,
            "an electronic table knows a card only when it is turned up",
            state.game.deck_clauses,
            "Name the hand when it is settled.",
            ("U-25",),
        )
    revealed = next((phase.places for phase in script(state.rules) if isinstance(phase, Reveal)), ())
    if not seats and (place not in revealed or state.round.phase < reveal):
        raise refuse(
            TableCode.OUT_OF_ORDER,
            f"the cards at {place} are still face down",
            state.game.deck_clauses,
            "Name the cards as you turn them up. Report a card seen too early as exposed.",
        )


@decides(do.RevealDealer, of_phase(Reveal, Settle))
def decide_reveal(state: TableState, command: do.RevealDealer) -> tuple[ev.TableEvent, ...]:
    phase = expect(state, Reveal, "revealing the dealer's hand")
    return (*forfeit_unanswered(state, phase), *reveal(state, phase))


def forfeit_unanswered(state: TableState, phase: Reveal) -> tuple[ev.TableEvent, ...]:
    """After all players have decided, collect the wagers of folded hands (dragon/11.D.1)."""
    if not phase.collects:
        return ()
    return tuple(
        event
        for seat in state.round.in_play
        if seat in state.round.folded and state.bets.wagers.get(seat)
        for event in collect_folded(state, seat, phase.collects, phase.collecting)
    )


def reveal(state: TableState, phase: Reveal) -> tuple[ev.TableEvent, ...]:
    revealed: dict[str, tuple[Card, ...]] = {}
    for place in phase.places:
        if stays_face_down(state, place):
            continue
        dealt = state.layout.cards.get(place, ())
        if not all_seen(dealt):
            raise refuse(
                TableCode.CARDS_NOT_NAMED,
                f"the cards at {place} have not been named",
                phase.clauses,
                "Name the cards as you turn them up.",
            )
        revealed[place] = dealt
    if DEALER not in revealed:
        return (
            ev.DealerRevealed(
                cards=revealed, clauses=phase.clauses, readings=phase.readings, audience=ev.EVERYONE
            ),
        )
    table = showdown(state, 0)
    hand = state.rules.played.announce_dealer(state.rules, table)
    assert hand is not None
    return (
        ev.DealerRevealed(
            cards=revealed,
            hand=hand.hand,
            words=hand.words,
            count=hand.count,
            qualifies=state.rules.played.qualifies(state.rules, table),
            clauses=phase.clauses,
            readings=phase.readings,
            audience=ev.EVERYONE,
        ),
    )


@decides(do.RackCards, of_phase(Rack))
def decide_rack(state: TableState, command: do.RackCards) -> tuple[ev.TableEvent, ...]:
    phase = expect(state, Rack, "racking the cards")
    return (
        # The stub of a void round is racked with the other cards and shuffled with them.
        ev.CardsRacked(
            places=picked_up(state), stub=state.layout.stub, clauses=phase.clauses, audience=ev.EVERYONE
        ),
        *hidden_cards(state, phase.clauses),
        ev.RoundEnded(round=state.round.number, audience=ev.EVERYONE),
    )


def hidden_cards(state: TableState, clauses: tuple[str, ...]) -> tuple[ev.HiddenCardsShown, ...]:
    """After the round, disclose the cards that stayed face down to surveillance and the regulator."""
    turned = state.layout.turned
    hidden = {}
    for place, cards in (*state.layout.rack, *state.layout.cards.items()):
        up = turned.get(place, 0)
        if up < len(cards) and place != FACE_UP and any(cards[up:]):
            hidden[place] = (None,) * up + cards[up:]
    return (ev.HiddenCardsShown(cards=hidden, clauses=clauses, audience=ev.OVERSEERS),) if hidden else ()


def picked_up(state: TableState) -> tuple[str, ...]:
    """Return the places in the order of the rack: the hands in the order of settlement, then the house's
    cards.
    """
    dealt = state.layout.cards
    hands = [place for place in map(seat_place, state.round.order) if place in dealt]
    return (*hands, *sorted(place for place in dealt if place not in hands))


@applies(ev.CardsDealt)
def apply_dealt(state: TableState, event: ev.CardsDealt) -> TableState:
    layout = state.layout
    cards = layout.cards.copy()
    total = 0
    for place, count in event.deliveries:
        cards[place] = cards.get(place, ()) + (None,) * count
        total += count
    layout_after = replace(layout, cards=cards, stub=layout.stub - total)
    table = state.round
    cursor = table.cursor + len(event.deliveries)
    if cursor == len(deal_plan(state).steps):
        return settle_round(state, table.phase + 1, 0, clear_answers(table), layout_after)
    return settle_round(state, table.phase, cursor, clear_answers(table), layout_after)


def clear_answers(table: RoundState) -> RoundState:
    """Clear the answers that can still be corrected. Decisions are final once the next card is seen."""
    return replace(table, answers=()) if table.answers else table


def name_cards(
    layout: TableLayout, place: str, first: int, named: tuple[Card | None, ...]
) -> dict[str, tuple[Card | None, ...]]:
    dealt = layout.cards[place]
    if first or len(named) < len(dealt):
        named = dealt[:first] + named + dealt[first + len(named) :]
    return {**layout.cards, place: named}


@applies(ev.CardsNamed)
def apply_named(state: TableState, event: ev.CardsNamed) -> TableState:
    layout = state.layout
    return replace(
        state, layout=replace(layout, cards=name_cards(layout, event.place, event.first, event.cards))
    )


@applies(ev.CardsTurned)
def apply_turned(state: TableState, event: ev.CardsTurned) -> TableState:
    layout = state.layout
    turned = replace(
        layout,
        cards=name_cards(layout, event.place, event.first, event.cards),
        turned={**layout.turned, event.place: event.first + len(event.cards)},
    )
    table = clear_answers(state.round)
    now = state.rules.script[table.phase]
    if type(now) is Turn:
        return next_phase(state, table, turned)
    # once the last cards of a deal are known, the table knows which seats must answer
    if type(now) is Ask and now.when is not None:
        return settle_round(state, table.phase, table.cursor, table, turned)
    return replace(state, layout=turned, round=table)


@applies(ev.DealerRevealed)
def apply_revealed(state: TableState, event: ev.DealerRevealed) -> TableState:
    layout = state.layout
    turned = {**layout.turned, **{place: len(cards) for place, cards in event.cards.items()}}
    cards = {**layout.cards, **event.cards}
    layout_after = replace(layout, cards=cards, turned=turned)
    table = clear_answers(state.round)
    if type(state.rules.script[table.phase]) is Reveal:
        return next_phase(state, table, layout_after)
    # also applies when the hand is announced again after a correction
    return replace(state, layout=layout_after, round=table)


@applies(ev.HandMucked)
def apply_mucked(state: TableState, event: ev.HandMucked) -> TableState:
    out = replace(state.round, folded=tuple(dict.fromkeys((*state.round.folded, event.seat))))
    return replace(state, layout=to_rack(state.layout, (seat_place(event.seat),)), round=out)


@applies(ev.CardsRacked)
def apply_racked(state: TableState, event: ev.CardsRacked) -> TableState:
    layout = to_rack(state.layout, event.places)
    if event.stub:  # a void round racks the stub too
        layout = replace(layout, stub=0, racked_stub=layout.racked_stub + event.stub)
    return replace(state, layout=layout)


def to_rack(layout: TableLayout, places: tuple[str, ...]) -> TableLayout:
    gone = tuple([(place, layout.cards[place]) for place in places])
    left = {place: cards for place, cards in layout.cards.items() if place not in places}
    return replace(layout, cards=left, rack=layout.rack + gone)
