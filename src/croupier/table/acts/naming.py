"""Correct misread cards and undo settlements based on the wrong card."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games import script
from croupier.games.game import BOARD, Rack, Reveal, Settle, Verdict, seat_place
from croupier.rulebook import MeterShare, Row
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.bounds import PUT_RIGHT
from croupier.table.acts.corrections import envy_reversed_and_right, reversed_and_right
from croupier.table.acts.dealing import check_new_cards, reveal, who_may_look
from croupier.table.acts.reopening import by_the_hand, draw, reopen_from, undo, with_debts
from croupier.table.acts.settlement import (
    envy_for,
    envy_winners,
    money,
    settle_wagers,
    showdown_of,
    staked_on_progressive,
)
from croupier.table.duties import of_reading
from croupier.table.progress import reveal_at
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, FACE_UP, TableState, player_of

replace = msgspec.structs.replace


@decides(do.CorrectNaming, of_reading("X-15"))
def decide_correct_naming(state: TableState, command: do.CorrectNaming) -> tuple[ev.TableEvent, ...]:
    """Correct the names of cards. This is possible until the next round's cards are due.

    Hands settled with a wrong card are settled again. Payments of the last round are corrected."""
    clauses = state.game.deck_clauses
    with_reason(command.reason, clauses)
    names = (do.CardName(command.place, command.index, command.card), *command.others)
    unnamed = right = state
    corrected: list[ev.TableEvent] = []
    for name in names:
        was = named_at(unnamed, name, clauses)
        unnamed = rename_card(unnamed, name.place, name.index, None)
        right = rename_card(right, name.place, name.index, name.card)
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
    if state.round.phase == BETTING and not command.legacy:
        return (*corrected, *correct_last_round(state, right, command))
    seat = first_to_settle_again(state, right, places)
    if seat is None:
        return (*corrected, *again)
    reopened = reopen_from(right, seat, command.by, command.reason)
    return with_debts(state, undo(right, reopened), (*corrected, *again, *reopened))


def correct_last_round(
    state: TableState, right: TableState, command: do.CorrectNaming
) -> tuple[ev.TableEvent, ...]:
    """Correct the last round's payments by a reversal and a new payment for each changed result (N-32).

    A meter's payment depends on the amount that the meter showed, so it is not corrected here. A floorperson
    corrects it by naming the paytable row.
    """
    was, now = state_at_end(state), state_at_end(right)
    if was is None or now is None:
        return ()
    number, by, reason = was.round.number, command.by, command.reason
    events: list[ev.TableEvent] = []
    after = state
    for seat in was.round.order:
        if outcome_of(was, seat) == outcome_of(now, seat):
            continue
        for old, new in compare_settlements(was, now, seat):
            both = replace(new, readings=tuple(dict.fromkeys((*new.readings, *PUT_RIGHT))))
            events += reversed_and_right(number, old, both, by, reason, {})
            after = draw(after, old.player, old.returned - new.returned)
        for paid, due in compare_envy(was, now, seat):
            events += envy_reversed_and_right(number, paid, due, by, reason)
            after = draw(after, paid.player, paid.cents - due)
    return with_debts(state, after, tuple(events))


def state_at_end(state: TableState) -> TableState | None:
    """Return the table as the last round left it, or None once its cards have left the discard rack."""
    ended = state.previous_round
    if ended is None or not state.layout.rack:
        return None
    cards: dict[str, tuple[Card | None, ...]] = {}
    for place, some in state.layout.rack:
        cards[place] = cards.get(place, ()) + some
    return replace(
        state,
        layout=replace(state.layout, cards=cards, rack=()),
        bets=replace(state.bets, wagers={}),
        round=replace(ended, settled=state.previous, envy=state.previous_envy),
    )


def compare_settlements(
    was: TableState, now: TableState, seat: int
) -> Iterator[tuple[ev.WagerSettled, ev.WagerSettled]]:
    """Yield each settlement of a seat that the right cards change, with the right settlement."""
    first = was.round.before_showdown
    settled = {s.wager: s for s in was.round.settled[first:] if s.seat == seat and by_the_hand(s)}
    hand = replace(showdown_of(now, seat), wagers={wager: s.staked for wager, s in settled.items()})
    if not settled or None in hand.cards:
        return
    metered = settled.get(now.rules.metered)
    meters = metered.meters if metered is not None else {}
    found, won = settle_wagers(now, seat, hand, meters)
    if won is not None and type(won.pays) is not MeterShare:
        found += (money(now, seat, player_of(now, seat), hand, won, meters),)
    for new in found:
        old = settled[new.wager]
        if old.from_meter is None and (old.returned, old.result) != (new.returned, new.result):
            yield old, new


def compare_envy(was: TableState, now: TableState, holder: int) -> Iterator[tuple[ev.EnvyPaid, int]]:
    """Yield each bettor's Envy payment for a holder's hand with the amount due."""
    paid = {one.seat: one for one in was.round.envy if one.holder == holder}
    due = {one.seat: one for one in envy_for(now, holder) if isinstance(one, ev.EnvyPaid)}
    for seat in sorted({*paid, *due}):
        before = paid[seat] if seat in paid else replace(due[seat], cents=0)
        cents = due[seat].cents if seat in due else 0
        if before.cents != cents:
            yield before, cents


def named_at(state: TableState, name: do.CardName, clauses: tuple[str, ...]) -> Card:
    dealt = cards_at(state, name.place)
    if not 0 <= name.index < len(dealt) or (was := dealt[name.index]) is None:
        raise refuse(
            TableCode.NOTHING_TO_NAME,
            f"there is no named card {name.index} at {name.place}",
            clauses,
            "Choose a place and a named card there. Cards are counted from 0.",
        )
    return was


def announced_again(state: TableState, right: TableState, places: set[str]) -> tuple[ev.TableEvent, ...]:
    """Announce the dealer's hand again if it changed."""
    at = reveal_at(state)
    phases = script(state.rules)
    if at == len(phases) or state.round.phase <= at or state.round.void:
        return ()
    phase = phases[at]
    assert isinstance(phase, Reveal)
    return reveal(right, phase) if places & {*phase.places, BOARD} else ()


def first_to_settle_again(state: TableState, right: TableState, places: set[str]) -> int | None:
    """Return the first hand, in the order of settlement, that was settled or shown with a wrong card."""
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
    """Return the verdicts on a seat's settled wagers, and the Envy Bonus row that its hand earns, if any."""
    table = state.round
    settled = [s for s in table.settled[table.before_showdown :] if s.seat == seat and by_the_hand(s)]
    hand = showdown_of(state, seat)
    if None in hand.cards:
        return (), None
    wagers = {**{s.wager: s.staked for s in settled}, **state.bets.wagers.get(seat, {})}
    verdicts = state.game.settle(state.rules, replace(hand, wagers=wagers)) if wagers else ()
    offered = state.rules.offers("envy") and hand.cards and not table.void
    winners = envy_winners(state, seat) if offered else ()
    envy = state.game.envy(state.rules, hand, staked_on_progressive(state, winners[0])) if winners else None
    return verdicts, envy[0] if envy else None


def cards_at(state: TableState, place: str) -> tuple[Card | None, ...]:
    """Return the cards at a place, even if they are already in the discard rack."""
    dealt = state.layout.cards.get(place)
    if dealt is not None:
        return dealt
    return tuple(card for where, cards in state.layout.rack if where == place for card in cards)


def rename_card(state: TableState, place: str, index: int, card: Card | None) -> TableState:
    layout = state.layout
    dealt = layout.cards.get(place)
    if dealt is not None:
        right = (*dealt[:index], card, *dealt[index + 1 :])
        return replace(state, layout=replace(layout, cards={**layout.cards, place: right}))
    rack = []
    for where, cards in layout.rack:
        if where == place:  # a place's cards may be in the rack in several parts
            if 0 <= index < len(cards):
                cards = (*cards[:index], card, *cards[index + 1 :])
            index -= len(cards)
        rack.append((where, cards))
    return replace(state, layout=replace(layout, rack=tuple(rack)))


def naming_audience(state: TableState, place: str, index: int) -> tuple[str, ...]:
    """Return everyone who knew the wrong card, so that they learn the right one."""
    is_public = index < state.layout.turned.get(place, 0) or (place, index) in state.layout.exposed
    if is_public or place == FACE_UP:
        return ev.EVERYONE
    return who_may_look(state, place)


@applies(ev.NamingCorrected)
def apply_naming_corrected(state: TableState, event: ev.NamingCorrected) -> TableState:
    return rename_card(state, event.place, event.index, event.card)
