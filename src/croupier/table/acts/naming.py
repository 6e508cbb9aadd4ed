"""Cards that were misread: named anew at any place and time, and what rested on the wrong name undone."""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.games import script
from croupier.games.game import BOARD, Rack, Reveal, Settle, Verdict, seat_place
from croupier.rulebook import Row
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import check_new_cards, reveal, who_may_look
from croupier.table.acts.preparation import with_reason
from croupier.table.acts.reopening import by_the_hand, reopen_from, undo, with_debts
from croupier.table.acts.settlement import envy_winners, held, staked_on_progressive
from croupier.table.progress import reveal_at
from croupier.table.refusals import Code, refuse
from croupier.table.state import FACE_UP, TableState

replace = msgspec.structs.replace


def decide_correct_naming(state: TableState, command: do.CorrectNaming) -> tuple[ev.Event, ...]:
    """Until the cards of the next round are due; hands already settled by a wrong name are settled again."""
    clauses = state.game.deck_clauses
    with_reason(command.reason, clauses)
    names = (do.CardName(command.place, command.index, command.card), *command.others)
    unnamed = right = state
    corrected: list[ev.Event] = []
    for name in names:
        was = named_at(unnamed, name, clauses)
        unnamed = renamed(unnamed, name.place, name.index, None)
        right = renamed(right, name.place, name.index, name.card)
        corrected.append(
            ev.NamingCorrected(
                place=name.place,
                index=name.index,
                was=was,
                card=name.card,
                by=command.by,
                reason=command.reason,
                clauses=clauses,
                audience=naming_audience(state, name.place, name.index),
            )
        )
    check_new_cards(unnamed, tuple(name.card for name in names), drawn=False)
    places = {name.place for name in names}
    again = announced_again(state, right, places)
    seat = first_to_settle_again(state, right, places)
    if seat is None:
        return (*corrected, *again)
    reopened = reopen_from(right, seat, command.by, command.reason)
    return with_debts(state, undo(right, reopened), (*corrected, *again, *reopened))


def named_at(state: TableState, name: do.CardName, clauses: tuple[str, ...]) -> Card:
    lying = lying_at(state, name.place)
    if not 0 <= name.index < len(lying) or (was := lying[name.index]) is None:
        raise refuse(
            Code.NOTHING_TO_NAME,
            f"no named card {name.index} at {name.place}",
            clauses,
            "Name a place and a card there that has a name; the first is card 0.",
        )
    return was


def announced_again(state: TableState, right: TableState, places: set[str]) -> tuple[ev.Event, ...]:
    """A dealer's hand already announced is announced again."""
    at = reveal_at(state)
    phases = script(state.rules)
    if at == len(phases) or state.round.phase <= at or state.round.void:
        return ()
    phase = phases[at]
    assert isinstance(phase, Reveal)
    return reveal(right, phase) if places & {*phase.places, BOARD} else ()


def first_to_settle_again(state: TableState, right: TableState, places: set[str]) -> int | None:
    """The first hand in the order of settlement that was settled, or shown, by a wrong name."""
    for seat in settled_or_shown(state):
        if seat_place(seat) in places & {*state.layout.turned}:
            return seat
        if outcome_of(state, seat) != outcome_of(right, seat):
            return seat
    return None


def settled_or_shown(state: TableState) -> tuple[int, ...]:
    order = state.round.order
    if isinstance(state.phase, Rack):
        return order if not (state.round.void and not state.round.void.settles) else ()
    if isinstance(state.phase, Settle):
        return order[: state.round.cursor + bool(state.round.awaiting)]
    return ()


def outcome_of(state: TableState, seat: int) -> tuple[tuple[Verdict, ...], Row | None]:
    """What the rules make of a seat's hand: of the wagers settled on it, and of the Envy Bonus it earns."""
    table = state.round
    settled = [s for s in table.settled[table.before_showdown :] if s.seat == seat and by_the_hand(s)]
    hand = held(state, seat)
    if None in hand.cards:
        return (), None
    wagers = {**{s.wager: s.staked for s in settled}, **state.bets.wagers.get(seat, {})}
    verdicts = state.game.settle(state.rules, replace(hand, wagers=wagers)) if wagers else ()
    offered = state.rules.offers("envy") and hand.cards and not table.void
    winners = envy_winners(state, seat) if offered else ()
    envy = state.game.envy(state.rules, hand, staked_on_progressive(state, winners[0])) if winners else None
    return verdicts, envy[0] if envy else None


def lying_at(state: TableState, place: str) -> tuple[Card | None, ...]:
    """The cards at a place; those of a hand in the discard rack, where a wrong name stays known."""
    lying = state.layout.cards.get(place)
    if lying is not None:
        return lying
    return tuple(card for where, cards in state.layout.rack if where == place for card in cards)


def renamed(state: TableState, place: str, index: int, card: Card | None) -> TableState:
    layout = state.layout
    lying = layout.cards.get(place)
    if lying is not None:
        right = (*lying[:index], card, *lying[index + 1 :])
        return replace(state, layout=replace(layout, cards={**layout.cards, place: right}))
    rack = []
    for where, cards in layout.rack:
        if where == place:  # one place may have gone to the rack in several parts
            if 0 <= index < len(cards):
                cards = (*cards[:index], card, *cards[index + 1 :])
            index -= len(cards)
        rack.append((where, cards))
    return replace(state, layout=replace(layout, rack=tuple(rack)))


def naming_audience(state: TableState, place: str, index: int) -> tuple[str, ...]:
    """All who knew the wrong card learn the right one."""
    seen = index < state.layout.turned.get(place, 0) or (place, index) in state.layout.exposed
    if seen or place == FACE_UP:
        return ev.EVERYONE
    return who_may_look(state, place)


def apply_naming_corrected(state: TableState, event: ev.NamingCorrected) -> TableState:
    return renamed(state, event.place, event.index, event.card)
