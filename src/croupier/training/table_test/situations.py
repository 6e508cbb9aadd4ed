"""Commit a kind of error against a table's state, and read from the machine which clause it violates."""

from __future__ import annotations

import msgspec

from croupier.errors import Refused
from croupier.table.acts.metering import as_if_read
from croupier.table.commands import TableCommand
from croupier.table.machine import decide
from croupier.table.state import TableState
from croupier.training.table_test.families import bets, cards, chips, payments, rounds  # noqa: F401
from croupier.training.table_test.families.family import FAMILIES, Mistake
from croupier.training.table_test.kinds import ErrorKind, clauses_of, named_among

CONDUCT = "conduct"
# By family, the kind of answer that means that no error occurred. For most families, it is events, because
# the machine accepted the command. For reports, it is a refusal, because the report does not fit the table.
UNLIKE = {
    **dict.fromkeys(("main_bet", "side_bet", "fixed_chip", "call_bet", "late", "place"), "irregularity"),
    **dict.fromkeys(("collect", "order", "decide", "late_decision", "settle", "deck"), "irregularity"),
    **dict.fromkeys(("exposed", "face_up", "drawn", "device", "other", "conduct"), "refusal"),
}
AT_THE_CAGE = "chips"  # the family whose clauses the cage's machine names


class MachineAnswer(msgspec.Struct, frozen=True):
    """The machine's answer to a planted error: a refusal, or the events of an irregularity."""

    how: str  # "refusal" or "irregularity"
    code: str  # the refusal's code, or the name of the first event
    words: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]

    @property
    def cited(self) -> tuple[str, ...]:
        return (*self.clauses, *self.readings)


class PlantedError(msgspec.Struct, frozen=True):
    """An error that can occur in the current state, with the text that people at the table see."""

    kind: str
    seat: int
    scene: str
    clause: str
    facts: dict[str, str]
    command: TableCommand  # the command that commits it
    evidence: MachineAnswer | None  # None if the cage's machine refuses it


def mistake_of(kind: ErrorKind, state: TableState, seat: int) -> Mistake | None:
    """Return the command that commits the error at this seat, or None if it cannot occur now."""
    game = state.rules.game
    if game not in kind.clauses:
        return None
    # conduct has no other argument than the clause that people record
    how = kind.clauses[game] if kind.family == CONDUCT else kind.how
    return FAMILIES[kind.family](state, seat, how)


def answer_of(mistake: Mistake, state: TableState) -> MachineAnswer:
    """Try the error on the machine, without changing any table."""
    before = mistake.state or state
    command = as_if_read(before, mistake.command) if mistake.readings_needed else mistake.command
    try:
        events = decide(before, command)
    except Refused as refused:
        return MachineAnswer("refusal", refused.code, refused.message, refused.clauses, refused.readings)
    clauses = tuple(dict.fromkeys(clause for event in events for clause in event.clauses))
    readings = tuple(dict.fromkeys(reading for event in events for reading in event.readings))
    return MachineAnswer("irregularity", type(events[0]).__name__, "", clauses, readings)


def planted(kind: ErrorKind, state: TableState, seat: int) -> PlantedError | None:
    """Return the error with its clause as the machine names it, or None if it cannot occur now.

    An error whose clause the machine does not confirm in this state is not planted.
    """
    mistake = mistake_of(kind, state, seat)
    if mistake is None:
        return None
    if kind.family == AT_THE_CAGE:
        evidence, clause = None, kind.clauses[state.rules.game]
    else:
        evidence = answer_of(mistake, state)
        clause = named_among(clauses_of(kind, state.rules.game), evidence.cited)
        if not clause or evidence.how == UNLIKE.get(kind.family):
            return None
    shown = int(mistake.facts.get("seat", seat))
    facts = {"seat": str(shown), **mistake.facts}
    return PlantedError(kind.id, shown, kind.scene.format(**facts), clause, facts, mistake.command, evidence)
