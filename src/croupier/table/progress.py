"""Track the progress of a round through its script and the transitions between phases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from croupier.games import script
from croupier.games.game import (
    DEALER,
    NEVER_SEEN,
    Ask,
    Collect,
    Deal,
    Phase,
    Rack,
    Reveal,
    Settle,
    Stub,
    Turn,
)
from croupier.games.plans import DealPlan
from croupier.table.refusals import TableCode, refuse
from croupier.table.state import BETTING, RoundState, TableLayout, TableState, face_up_showdown

replace = msgspec.structs.replace
P = TypeVar("P")
ALWAYS_WAIT = frozenset({Deal, Turn, Stub, Rack})  # kinds of phases that always need an act
NO_WAGERS: Mapping[str, int] = {}


def is_asked(state: TableState, phase: Ask, seat: int) -> bool:
    """Return whether the dealer asks a seat in this phase, given its wagers and the cards so far."""
    placed = state.bets.wagers.get(seat, NO_WAGERS)
    if phase.having not in placed or phase.lacking in placed:
        return False
    if phase.when is None or not cards_are_up(state, phase):
        return True
    return phase.when(state.rules, face_up_showdown(state, seat))


def cards_are_up(state: TableState, phase: Ask) -> bool:
    """Return whether the cards of a conditional question are on the table and turned up."""
    phases = state.rules.script
    at = next(index for index, each in enumerate(phases) if each is phase)
    if state.round.phase < at - 1:
        return False  # the question is not due yet
    last = phases[at - 1]
    if not isinstance(last, Deal) or not last.face_up:
        return True
    dealt, turned = state.layout.cards, state.layout.turned
    places = {place for place, _ in deal_plan(state, at - 1).deliveries if place not in NEVER_SEEN}
    return all(place in dealt and turned.get(place, 0) == len(dealt[place]) for place in places)


def receivers(state: TableState, index: int, table: RoundState | None = None) -> tuple[int, ...]:
    """Return the seats that get cards in a deal of the script: after a question, those still in the round."""
    table = table or state.round
    if index not in state.rules.late_deals:
        return table.in_play
    phase: Any = state.rules.script[index]
    if not phase.chosen:
        return tuple(seat for seat in table.in_play if seat not in table.folded)
    chose = {made.seat for made in table.decisions if made.choice == phase.chosen}
    return tuple(seat for seat in table.in_play if seat in chose and seat not in table.folded)


def deal_plan(state: TableState, index: int | None = None) -> DealPlan:
    """Return the plan of the deal in progress, or of another deal of the script."""
    at = state.round.phase if index is None else index
    return state.rules.plan(at, receivers(state, at))


def is_undecided(state: TableState) -> bool:
    """Return whether any seat still has a decision to make in this round."""
    return any(
        is_asked(state, phase, seat)
        for phase in script(state.rules)
        if isinstance(phase, Ask)
        for seat in state.round.in_play
    )


def reveal_at(state: TableState) -> int:
    """Return the index of the Reveal phase, or the script's length without one."""
    phases = script(state.rules)
    return next((at for at, phase in enumerate(phases) if isinstance(phase, Reveal)), len(phases))


def bettors(state: TableState, wager: str) -> tuple[int, ...]:
    return tuple(seat for seat in state.round.in_play if wager in state.bets.wagers.get(seat, ()))


def is_settled(state: TableState, seat: int) -> bool:
    """Return whether a seat has open wagers, or a hand that may earn others an Envy Bonus."""
    if state.bets.wagers.get(seat):
        return True
    return state.rules.offers("envy") and not state.round.void


def seen_by_wagers(state: TableState) -> frozenset[str]:
    """Return the places whose cards an open wager depends on, besides the players' own hands."""
    names = {name for placed in state.bets.wagers.values() for name in placed}
    return frozenset(place for rule in state.game.wagers if rule.name in names for place in rule.sees)


def looked_at(state: TableState, phase: Reveal) -> bool:
    """Return whether any open wager depends on the cards that this phase reveals."""
    return not seen_by_wagers(state).isdisjoint(phase.places)


def stays_face_down(state: TableState, place: str) -> bool:
    """Return whether a place's cards can stay face down, because no open wager needs them.

    The dealer's cards are always turned up. Other cards, such as a box, are turned up only if an open wager
    depends on them.
    """
    unseen = None in state.layout.cards.get(place, ())
    return unseen and place != DEALER and place not in seen_by_wagers(state)


def settling_order(state: TableState, table: RoundState) -> tuple[int, ...]:
    """Return the seats counterclockwise from the dealer's right. A reading may put folded hands last."""
    order, folded = table.in_play[::-1], table.folded
    last = state.game.folders_last if folded else {}
    if not any(state.rules.reading(id_) == option for id_, option in last.items()):
        return order
    return (*(seat for seat in order if seat not in folded), *(seat for seat in order if seat in folded))


def settle_round(
    state: TableState,
    phase: int,
    cursor: int,
    table: RoundState | None = None,
    layout: TableLayout | None = None,
) -> TableState:
    """Move to a phase, skip seats and phases that need no act, and apply the other changes."""
    phases = state.rules.script
    if table is None:
        table = state.round
    if layout is not None and state.rules.conditional:
        state, layout = replace(state, layout=layout), None
    late = state.rules.late_deals
    while True:  # the loop ends, because the last phase always needs an act
        now: Any = phases[phase]
        kind = type(now)
        if kind in ALWAYS_WAIT:
            if phase not in late or not now.chosen or receivers(state, phase, table):
                break
        elif kind is Ask:
            having, lacking, wagers = now.having, now.lacking, state.bets.wagers
            for seat in table.in_play[cursor:]:
                placed = wagers.get(seat, NO_WAGERS)
                wagered = having in placed and lacking not in placed
                if wagered and (now.when is None or is_asked(state, now, seat)):
                    break
                cursor += 1
            if cursor < len(table.in_play):
                break
        elif kind is Settle:
            if not cursor or not table.settling:
                table = replace(table, settling=settling_order(state, table))
            order, wagers = table.settling, state.bets.wagers
            while cursor < len(order) and not (wagers.get(order[cursor]) or is_settled(state, order[cursor])):
                cursor += 1
            if cursor < len(order):
                break
        elif kind is Collect:
            if cursor == 0 and now.lock:
                break
            cursor = max(cursor, 1)  # at cursor 1 the chips are gathered, and at cursor 2 they are banked
            if bettors(state, now.wager):
                break
        elif not table.void or looked_at(state, now):  # a void round compares no hand with the dealer's
            break
        phase, cursor = phase + 1, 0
    table = replace(table, phase=phase, cursor=cursor)
    return replace(state, round=table) if layout is None else replace(state, round=table, layout=layout)


def next_phase(
    state: TableState, table: RoundState | None = None, layout: TableLayout | None = None
) -> TableState:
    return settle_round(state, state.round.phase + 1, 0, table, layout)


def step(state: TableState, table: RoundState | None = None) -> TableState:
    return settle_round(state, state.round.phase, state.round.cursor + 1, table)


def next_round(state: TableState) -> TableState:
    return replace(state, round=RoundState(number=state.round.number + 1, phase=BETTING))


EXPECTED: dict[type, str] = {
    Ask: "a player's decision",
    Collect: "the chips of a banked wager",
    Deal: "the next cards",
    Turn: "cards to turn up",
    Stub: "the stub",
    Reveal: "the dealer's hand",
    Settle: "settlement",
    Rack: "the cards to go to the discard rack",
}
FIRST: dict[type, str] = {  # remedies that name the act due first
    Ask: "Wait for the player's decision.",
    Collect: "Collect, count and bank the chips of that wager first.",
    Deal: "Deal the cards first.",
    Turn: "Turn the cards up first.",
    Stub: "Rack or count the stub first.",
    Reveal: "Reveal the dealer's hand first.",
    Settle: "Settle each player first.",
    Rack: "Rack the cards first.",
}


def clauses_of(phase: Phase) -> tuple[str, ...]:
    if isinstance(phase, Collect):
        return phase.lock + phase.gather
    if isinstance(phase, Deal):
        return phase.deliveries[0].clauses
    if isinstance(phase, Stub):
        return phase.rack
    return phase.clauses


def check_round(state: TableState, number: int, act: str) -> None:
    """Refuse a bet or answer for another round, so that a late message never counts in the next round."""
    if number != state.round.number:
        raise refuse(
            TableCode.STALE,
            f"{act} is for round {number}, but the table is in round {state.round.number}",
            state.game.bets_by,
            "Reload the table, and send the command for the current round.",
        )


def announcement(state: TableState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the clauses and readings (D-11) for announcing "no more bets"."""
    dealing = state.rules.dealing
    return state.game.close[dealing], state.game.close_readings.get(dealing, ())


def expect(state: TableState, kind: type[P], act: str) -> P:
    """Return the current phase if it is of this kind. Otherwise refuse the act as out of order."""
    phase = state.phase
    if type(phase) is kind:
        return phase
    if phase is None:
        clauses, readings = announcement(state)
        raise refuse(
            TableCode.BETS_OPEN,
            f"{act} comes after bets are closed",
            clauses,
            'Announce "no more bets" first.',
            readings,
        )
    due = EXPECTED[type(phase)]
    raise refuse(
        TableCode.OUT_OF_ORDER,
        f"{act} is not due now: the table is waiting for {due}",
        clauses_of(phase),
        FIRST[type(phase)],
    )
