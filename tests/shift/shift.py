"""A shift: one table after another from one seed, and what a failure tells."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.table.state import BETTING
from tests.shift import unlawful_care, unlawful_play  # noqa: F401  they list what mischief may do
from tests.shift.coverage import Coverage
from tests.shift.dealer import recount, routine
from tests.shift.mischief import mischief
from tests.shift.mishaps import mishap, rule
from tests.shift.people import between_rounds, bystanders
from tests.shift.table import Failure, Table
from tests.shift.whims import whim

ROUNDS = 40  # a table; with a journal, which is verified after every round, fewer
JOURNALED = 8
ACTS = 400  # a round; more, and the table is stuck


def one_act(t: Table) -> None:
    table = t.state.round
    if table.ruling:
        rule(t)
    elif table.inquiry:
        recount(t)
    elif table.phase == BETTING:
        for _ in range(5):
            if t.chance(t.whimsy):
                whim(t)
        if t.state.round.phase == BETTING:
            between_rounds(t)
    elif t.chance(t.wild):
        mishap(t)
    elif t.chance(0.01):
        bystanders(t)
    elif t.chance(t.whimsy):
        whim(t)
    else:
        routine(t)


def play(t: Table, rounds: int) -> Coverage:
    for _ in range(rounds):
        number = t.state.round.number
        for _ in range(ACTS):
            one_act(t)
            if t.state.round.number != number:
                break
        else:
            raise AssertionError("the round does not end")
    t.seen.totals["tables"] += 1
    return t.seen


def run_table(seed: int, number: int, rounds: int = ROUNDS) -> Coverage:
    """One table of a shift; whatever goes wrong is told with the seed that repeats it."""
    with TemporaryDirectory() as folder:
        t: Table | None = None
        try:
            t = Table(seed, number, mischief, Path(folder) if number % 7 == 3 else None)
            return play(t, min(rounds, JOURNALED) if t.journal else rounds)
        except Exception as fault:
            raise Failure(told(seed, number, t, fault)) from fault
        finally:
            if t is not None and t.journal:
                t.journal.close()


def told(seed: int, number: int, t: Table | None, fault: Exception) -> str:
    lines = [f"shift {seed}, table {number}: {type(fault).__name__}: {fault}"]
    if t is not None:
        rules = t.state.rules.choices
        lines.append(f"{rules.game}, {rules.dealing}, round {t.state.round.number}, phase {t.state.phase}")
        lines += ["the last commands:", *(f"  {command}" for command in t.last)]
    lines.append(f"again: python -m tests.proofs.shift --seed {seed} --table {number}")
    return "\n".join(lines)
