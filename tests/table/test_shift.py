"""Run a short simulated shift from a fixed seed. ``python -m tests.proofs.shift`` runs longer."""

from __future__ import annotations

import pytest

from croupier.table import commands as do
from croupier.table.codec import kinds
from croupier.table.machine import DECIDE
from croupier.table.refusals import TableCode
from tests.shift.coverage import IRREGULARITIES, UNREACHABLE, Coverage
from tests.shift.mischief import PROVOCATIONS
from tests.shift.shift import run_shared, run_table
from tests.shift.table import Failure, Table

SEED = 2026
TABLES = 60  # enough for every game, method and kind of shuffler to occur more than once
MOST = 150  # if events are still missing, run at most this many more tables
ROUNDS = 24


@pytest.mark.parametrize("number", range(8))
def test_table_keeps_every_invariant(number: int) -> None:
    """This test plays a few tables of the shift. The long test goes on until every event has happened."""
    seen = run_table(SEED, number, 6)
    assert seen.totals["rounds"] >= 6
    assert len(seen.events) > 20


@pytest.mark.long
def test_shift_keeps_every_invariant_and_covers_everything() -> None:
    """A failure shows the seed, the table and its commands."""
    seen = Coverage()
    for number in range(MOST):
        if number >= TABLES and not seen.missing():
            break
        seen.add(run_table(SEED, number, ROUNDS))
    assert not seen.missing(), seen.report()
    totals = seen.totals
    assert totals["void rounds"] > 50
    assert totals["records played back"] > totals["rounds"] * 0.8
    assert totals["journals verified"] > 50


@pytest.mark.parametrize("number", [0, 4, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2, 3, 5))])
def test_three_tables_share_one_meter_exactly(number: int) -> None:
    """The books of meters and tables agree after voids, corrections, wins and resets."""
    seen = run_shared(SEED, number, 12)
    assert seen.totals["transfers to meters"] > 10


def test_every_refusal_code_has_a_provocation() -> None:
    assert {*PROVOCATIONS} | {*UNREACHABLE} == {*TableCode}
    assert not {*PROVOCATIONS} & {*UNREACHABLE}


def test_every_command_has_a_handler() -> None:
    assert {*DECIDE} == {*kinds(do.TableCommand)}


def test_same_seed_gives_the_same_shift() -> None:
    once, again = run_table(7, 5, 4), run_table(7, 5, 4)
    assert (once.events, once.codes, once.totals) == (again.events, again.codes, again.totals)
    assert run_table(8, 5, 4).events != once.events


def test_failure_reports_the_seed_and_last_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(t: Table) -> None:
        if t.state.round.number == 3:
            raise AssertionError("a slip")

    monkeypatch.setattr(Table, "round_over", slip)
    with pytest.raises(Failure) as failed:
        run_table(7, 4, 5)
    told = str(failed.value)
    assert "a slip" in told
    assert "--seed 7 --table 4" in told
    assert told.count('"type":') > 10


def test_all_games_are_covered() -> None:
    assert {name.partition(":")[0] for name in IRREGULARITIES} == {"uth", "letitride", "dragon", "topfive"}
