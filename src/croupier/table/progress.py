"""Where a round stands in its script, and when one phase gives way to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from croupier.games import script
from croupier.games.game import Ask, Collect, Deal, Phase, Rack, Reveal, Settle, Stub, Turn
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, Layout, Round, TableState

replace = msgspec.structs.replace
P = TypeVar("P")
ALWAYS_WAIT = frozenset({Deal, Turn, Stub, Rack})  # phases in which there is always something to do
NO_WAGERS: Mapping[str, int] = {}


def asked(state: TableState, phase: Ask, seat: int) -> bool:
    """Whether the dealer asks a seat: it has made the one wager and not, or not yet, the other."""
    placed = state.bets.wagers.get(seat, NO_WAGERS)
    return phase.having in placed and phase.lacking not in placed


def undecided(state: TableState) -> bool:
    """Whether a question of this round is still open to somebody, now or later."""
    return any(
        asked(state, phase, seat)
        for phase in script(state.rules)
        if isinstance(phase, Ask)
        for seat in state.round.in_play
    )


def reveal_at(state: TableState) -> int:
    """Where the script reveals what the house dealt itself; past its end if it never does."""
    phases = script(state.rules)
    return next((at for at, phase in enumerate(phases) if isinstance(phase, Reveal)), len(phases))


def bettors(state: TableState, wager: str) -> tuple[int, ...]:
    return tuple(seat for seat in state.round.in_play if wager in state.bets.wagers.get(seat, ()))


def visited(state: TableState, seat: int) -> bool:
    """Whether settlement stops at a seat: wagers are open, or its hand may earn others an Envy Bonus."""
    if state.bets.wagers.get(seat):
        return True
    return state.rules.offers("envy") and not state.round.void


def looked_at(state: TableState, phase: Reveal) -> bool:
    """Whether an open wager is decided by cards that are revealed here and lie nowhere else."""
    names = {name for placed in state.bets.wagers.values() for name in placed}
    return any(
        place in phase.places for rule in state.game.wagers if rule.name in names for place in rule.sees
    )


def settling_order(state: TableState, table: Round) -> tuple[int, ...]:
    """Counterclockwise from the dealer's right; folders after all others where that is how it is read."""
    order, folded = table.in_play[::-1], table.folded
    last = state.game.folders_last if folded else {}
    if not any(state.rules.reading(id_) == option for id_, option in last.items()):
        return order
    return (*(seat for seat in order if seat not in folded), *(seat for seat in order if seat in folded))


def settle_round(
    state: TableState, phase: int, cursor: int, table: Round | None = None, layout: Layout | None = None
) -> TableState:
    """Move to a phase and pass over whatever in it asks nothing of anybody; with what else has changed."""
    phases = state.rules.script
    if table is None:
        table = state.round
    while type(phases[phase]) not in ALWAYS_WAIT:  # to the last phase at most, which always waits
        now: Any = phases[phase]
        kind = type(now)
        if kind is Ask:
            in_play = table.in_play
            if cursor < len(in_play):
                having, lacking, wagers = now.having, now.lacking, state.bets.wagers
                for seat in in_play[cursor:]:
                    placed = wagers.get(seat, NO_WAGERS)
                    if having in placed and lacking not in placed:
                        break
                    cursor += 1
                if cursor < len(in_play):
                    break
        elif kind is Settle:
            if not cursor or not table.settling:
                table = replace(table, settling=settling_order(state, table))
            order, wagers = table.settling, state.bets.wagers
            while cursor < len(order) and not (wagers.get(order[cursor]) or visited(state, order[cursor])):
                cursor += 1
            if cursor < len(order):
                break
        elif kind is Collect:
            if cursor == 0 and now.lock:
                break
            cursor = max(cursor, 1)  # gathered at 1, banked at 2
            if bettors(state, now.wager):
                break
        elif not table.void or looked_at(state, now):  # nobody competes with the dealer of a void round
            break
        phase, cursor = phase + 1, 0
    table = replace(table, phase=phase, cursor=cursor)
    return replace(state, round=table) if layout is None else replace(state, round=table, layout=layout)


def next_phase(state: TableState, table: Round | None = None, layout: Layout | None = None) -> TableState:
    return settle_round(state, state.round.phase + 1, 0, table, layout)


def step(state: TableState, table: Round | None = None) -> TableState:
    return settle_round(state, state.round.phase, state.round.cursor + 1, table)


def next_round(state: TableState) -> TableState:
    return replace(state, round=Round(number=state.round.number + 1, phase=BETTING))


EXPECTED: dict[type, str] = {
    Ask: "a player's decision",
    Collect: "the chips of a banked wager",
    Deal: "the next cards",
    Turn: "cards to be turned up",
    Stub: "the stub",
    Reveal: "the dealer's hand",
    Settle: "settlement",
    Rack: "the cards to the discard rack",
}
FIRST: dict[type, str] = {  # what comes before the act that was tried
    Ask: "First the player decides.",
    Collect: "First the chips of that wager are collected, counted and banked.",
    Deal: "First the cards are dealt.",
    Turn: "First the cards are turned up.",
    Stub: "First the stub is racked or counted.",
    Reveal: "First the dealer's hand is revealed.",
    Settle: "First each player is settled.",
    Rack: "First the cards are racked.",
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
    """A bet and an answer are meant for one round: a late one never reaches the next."""
    if number != state.round.number:
        raise refuse(
            Code.STALE,
            f"{act} for round {number} reaches the table in round {state.round.number}",
            state.game.bets_by,
            "Look at the table again; what is meant for this round names it.",
        )


def announcement(state: TableState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """By which clauses "no more bets" is announced here, and by which readings (D-11)."""
    dealing = state.rules.dealing
    return state.game.close[dealing], state.game.close_readings.get(dealing, ())


def expect(state: TableState, kind: type[P], act: str) -> P:
    """The phase a command needs; anything else is a step out of order."""
    index = state.round.phase
    phase = state.rules.script[index] if index >= 0 else None
    if type(phase) is kind:
        return phase
    if phase is None:
        clauses, readings = announcement(state)
        raise refuse(
            Code.BETS_OPEN,
            f"{act} comes after bets are closed",
            clauses,
            'Announce "no more bets" first.',
            readings,
        )
    due = EXPECTED[type(phase)]
    raise refuse(
        Code.OUT_OF_ORDER,
        f"{act} is out of order: the table waits for {due}",
        clauses_of(phase),
        FIRST[type(phase)],
    )
