"""Test that a refusal by role cites the clause that assigns the act to a different role."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from croupier.rulebook import clauses, readings
from croupier.table import commands as do
from croupier.table.machine import ALLOWED, DECIDE, duty, verify
from croupier.table.registry import DUTIES
from croupier.table.roles import ABOVE, ROLES, holds, or_above, titles
from croupier.table.state import TableState, open_table
from tests.helpers.pit import any_command, bets_down, in_round, rules_for
from tests.helpers.table_help import GAMES, METHODS

replace = msgspec.structs.replace

LISTED = Path(__file__).parent / "duties.txt"


def lines(state: TableState) -> list[str]:
    """Return one line per act: game, method, act, and what its refusal cites."""
    game, dealing = state.rules.game, state.rules.dealing
    told = []
    for kind in sorted(DECIDE, key=lambda kind: str(kind.__struct_config__.tag)):
        cited, relied = duty(state, kind)
        act = str(kind.__struct_config__.tag).partition("@")[0]
        told.append(f"{game} {dealing} {act}: {' '.join((*cited, *relied))}")
    return told


def test_every_act_has_a_duty() -> None:
    assert {*DUTIES} == {*DECIDE} == {*ALLOWED}


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_role_refusal_cites_the_listed_clauses(game: str, dealing: str) -> None:
    """duties.txt has the expected lines. `python -m tests.table.test_duties` rewrites it."""
    listed = LISTED.read_text(encoding="utf-8").splitlines()
    wanted = [line for line in listed if line.startswith(f"{game} {dealing} ")]
    assert lines(open_table(rules_for(game, dealing))) == wanted


@pytest.mark.parametrize("game", GAMES)
def test_role_refusals_cite_a_clause_or_reading(game: str) -> None:
    for pit in (bets_down(game), in_round(game)):
        for command in any_command(pit.state):
            refused = verify(pit.state, replace(command, by="administrator:eve"))
            assert refused is not None and refused.code == "not_your_role"
            assert refused.clauses or refused.readings, command
            assert all(cited in clauses() for cited in refused.clauses)
            assert all(relied in readings() for relied in refused.readings)
            assert titles(type(command).roles) in refused.remedy


def test_floorperson_or_above_means_floor_and_pit_manager() -> None:
    assert or_above(("floor",)) == {"floor", "pit_manager"}
    assert or_above(("dealer", "player")) == {"dealer", "player"}
    assert holds("pit_manager:ida", "floor") and not holds("dealer:ida", "floor")
    assert not holds("surveillance", "floor")
    assert {role for above in ABOVE.values() for role in above} <= {*ROLES}


@pytest.mark.clause("uth/11.J.2.c", "uth/4.A")
def test_a_pit_manager_may_do_everything_that_a_floorperson_may() -> None:
    pit = in_round("uth")
    for command in any_command(pit.state):
        as_floor = verify(pit.state, replace(command, by="floor:ida"))
        as_manager = verify(pit.state, replace(command, by="pit_manager:ida"))
        theirs = [refused is None or refused.code != "not_your_role" for refused in (as_floor, as_manager)]
        assert theirs[0] is theirs[1], command


REPORTS = (do.ReportFaceUp, do.ReportExposed, do.ReportWrongNumber, do.ReportDrawnInError)


@pytest.mark.parametrize("kind", REPORTS, ids=lambda kind: kind.__name__)
def test_a_floorperson_may_report_everything_that_a_dealer_may(kind: type[do.TableCommand]) -> None:
    assert {"dealer", "floor", "pit_manager"} == {*or_above(kind.roles)}


def test_surveillance_and_administrators_cannot_act_at_a_table() -> None:
    for kind in DECIDE:
        assert not ALLOWED[kind] & {"surveillance", "accounting", "regulator", "administrator"}, kind


if __name__ == "__main__":
    every = (line for game in GAMES for one in METHODS for line in lines(open_table(rules_for(game, one))))
    LISTED.write_text("\n".join(every) + "\n", encoding="utf-8")
