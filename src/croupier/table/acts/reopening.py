"""Undo settlements within their round. Chips return to the layout, and hands are settled again.

This module serves voids, rulings and corrected cards. Every undone settlement gets its own event
(`WagerReopened`, `EnvyReversed`), the exact reverse of the original. Afterward, the ordinary acts settle the
hands again, or all wagers are returned.
"""

from __future__ import annotations

import msgspec

from croupier.games import script
from croupier.games.game import Settle, seat_place
from croupier.table import events as ev
from croupier.table.acts.betting import put_wager
from croupier.table.acts.metering import count_transfer
from croupier.table.progress import settle_round
from croupier.table.registry import applies
from croupier.table.state import TableState

replace = msgspec.structs.replace


def won_already(state: TableState) -> bool:
    """Return whether any player has been paid. Once a player is paid, only a supervisor may void (X-06)."""
    table = state.round
    return bool(table.envy) or any(s.result == "win" for s in table.settled[table.before_showdown :])


def undo_round(state: TableState, by: str, reason: str) -> tuple[ev.TableEvent, ...]:
    """Undo all settlements of this round, latest first, because a void round never happened (X-06).

    Wagers returned in full (withdrawn, or returned by an earlier void) stay with the player."""
    envy = tuple(envy_undone(state, paid, by, reason) for paid in reversed(state.round.envy))
    wagers = tuple(undone(state, s) for s in reversed(state.round.settled) if not given_back(s))
    return (*envy, *wagers)


def given_back(settled: ev.WagerSettled) -> bool:
    """Return whether the wager was returned in full, after any corrections."""
    return settled.result == "returned" and settled.returned == settled.staked


def by_the_hand(settled: ev.WagerSettled) -> bool:
    """Return whether the cards decided a wager. Forfeited and returned wagers were not decided by cards."""
    return settled.result != "forfeit" and not given_back(settled)


def reopen_from(state: TableState, seat: int, by: str, reason: str) -> tuple[ev.TableEvent, ...]:
    """Reopen a seat's hand and every hand settled after it, to be settled again in the same order."""
    order = state.round.order
    again = order[order.index(seat) :]
    table = state.round
    envy = tuple(
        envy_undone(state, paid, by, reason) for paid in reversed(table.envy) if paid.holder in again
    )
    wagers = tuple(
        undone(state, s)
        for s in reversed(table.settled[table.before_showdown :])
        if s.seat in again and by_the_hand(s)
    )
    racked = {place for place, _ in state.layout.rack}
    hands = tuple(
        ev.HandReturned(seat=s, readings=("X-06",), audience=ev.EVERYONE)
        for s in dict.fromkeys(one.seat for one in wagers)
        if seat_place(s) in racked
    )
    first = ev.HandReopened(seat=seat, reason=reason, readings=("X-06",), audience=ev.EVERYONE)
    return (*envy, *wagers, *hands, first)


def undone(state: TableState, settled: ev.WagerSettled) -> ev.WagerReopened:
    return ev.WagerReopened(
        seat=settled.seat,
        player=settled.player,
        wager=settled.wager,
        staked=settled.staked,
        returned=settled.returned,
        banked=settled.wager in state.bets.banked,  # a wager forfeited from the layout went to the same tray
        from_meter=settled.from_meter,
        refill=settled.refill,
        clauses=settled.clauses,
        readings=tuple(dict.fromkeys((*settled.readings, "X-06"))),
        audience=ev.EVERYONE,
    )


def envy_undone(state: TableState, paid: ev.EnvyPaid, by: str, reason: str) -> ev.EnvyReversed:
    return ev.EnvyReversed(
        round=state.round.number,
        seat=paid.seat,
        player=paid.player,
        holder=paid.holder,
        cents=paid.cents,
        by=by,
        reason=reason,
        clauses=paid.clauses,
        readings=tuple(dict.fromkeys((*paid.readings, "X-06"))),
        audience=ev.EVERYONE,
    )


def with_debts(
    before: TableState, after: TableState, events: tuple[ev.TableEvent, ...]
) -> tuple[ev.TableEvent, ...]:
    """Add a `PlayerOwes` event for every player whose chips did not cover the reversal."""
    had, has = before.seating.purses, after.seating.purses
    owing = sorted(name for name, cents in has.items() if cents < 0 and cents < had.get(name, 0))
    owed = tuple(
        ev.PlayerOwes(player=name, cents=-has[name], readings=("X-06",), audience=ev.EVERYONE)
        for name in owing
    )
    return (*events, *owed)


@applies(ev.WagerReopened)
def apply_reopened(state: TableState, event: ev.WagerReopened) -> TableState:
    state = replace(state, bets=put_wager(state, event.seat, event.wager, event.staked))
    state = count_transfer(state, event)
    table = state.round
    last = max(i for i, s in enumerate(table.settled) if (s.seat, s.wager) == (event.seat, event.wager))
    left = (*table.settled[:last], *table.settled[last + 1 :])
    before = table.before_showdown - (last < table.before_showdown)
    # A wager may be reopened twice before it is settled. The new payment is compared with the first one.
    first = any((one.seat, one.wager) == (event.seat, event.wager) for one in table.reopened)
    reopened = table.reopened if first else (*table.reopened, event)
    state = replace(state, round=replace(table, settled=left, before_showdown=before, reopened=reopened))
    return draw(state, event.player, event.returned)


@applies(ev.HandReopened)
def apply_hand_reopened(state: TableState, event: ev.HandReopened) -> TableState:
    phases = script(state.rules)
    settling = next(i for i, phase in enumerate(phases) if isinstance(phase, Settle))
    again = replace(state, round=replace(state.round, awaiting=""))
    return settle_round(again, settling, state.round.order.index(event.seat))


@applies(ev.HandReturned)
def apply_returned(state: TableState, event: ev.HandReturned) -> TableState:
    layout, place = state.layout, seat_place(event.seat)
    hand = dict(layout.rack)[place]
    rack = tuple((where, cards) for where, cards in layout.rack if where != place)
    return replace(state, layout=replace(layout, rack=rack, cards={**layout.cards, place: hand}))


@applies(ev.EnvyReversed)
def apply_envy_reversed(state: TableState, event: ev.EnvyReversed) -> TableState:
    def without(envy: tuple[ev.EnvyPaid, ...]) -> tuple[ev.EnvyPaid, ...]:
        return tuple(e for e in envy if (e.seat, e.holder) != (event.seat, event.holder))

    if event.round == state.round.number:
        state = replace(state, round=replace(state.round, envy=without(state.round.envy)))
    else:
        state = replace(state, previous_envy=without(state.previous_envy))
    return draw(state, event.player, event.cents)


def draw(state: TableState, player: str, cents: int) -> TableState:
    """Take chips from a purse, which goes negative if the player owes the difference."""
    purses = {**state.seating.purses, player: state.seating.purses.get(player, 0) - cents}
    return replace(state, seating=replace(state.seating, purses=purses))


def undo(state: TableState, events: tuple[ev.TableEvent, ...]) -> TableState:
    """Return the state after undoing settlements. The machine applies the same events later."""
    for event in events:
        if isinstance(event, ev.WagerReopened):
            state = apply_reopened(state, event)
        elif isinstance(event, ev.EnvyReversed):
            state = apply_envy_reversed(state, event)
        elif isinstance(event, ev.HandReturned):
            state = apply_returned(state, event)
        elif isinstance(event, ev.HandReopened):
            state = apply_hand_reopened(state, event)
    return state
