"""Test that names, duties, titles and start pages of roles come from one declaration."""

from __future__ import annotations

import msgspec
import pytest

from croupier.casino.administration.commands import ProposeRole
from croupier.casino.administration.people import DUTIES
from croupier.server.sessions.permissions import COLUMNS, GRID, LETTERS
from croupier.table.roles import DECLARED, PLAYER, ROLES, STAFF_ROLES, page_of, role_title


def test_names_and_columns_are_unique() -> None:
    assert len({role.name for role in DECLARED}) == len({role.column for role in DECLARED}) == len(DECLARED)
    assert {*DUTIES} == {*ROLES} and {*STAFF_ROLES} == {*ROLES} - {PLAYER}


def test_matrix_has_a_column_for_each_role_in_order() -> None:
    header = next(line for line in GRID.splitlines() if line.strip())
    assert [LETTERS[letter] for letter in header.split()] == [*COLUMNS]


@pytest.mark.parametrize("role", ROLES)
def test_every_staff_role_can_be_proposed(role: str) -> None:
    given = {"type": "propose_role@1", "person": "p1", "role": role, "reason": "hired", "by": "administrator"}
    if role in STAFF_ROLES:
        assert msgspec.convert(given, ProposeRole).role == role
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, ProposeRole)


def test_start_page_is_that_of_the_first_role_with_one() -> None:
    assert page_of(()) == page_of(("player",)) == "/"
    assert page_of(("cage",)) == "/cage" and page_of(("count_team",)) == "/count"
    assert page_of(("floor", "pit_manager")) == page_of(("dealer",)) == "/pit"
    assert page_of(("surveillance",)) == "/surveillance"
    assert page_of(("accounting",)) == "/accounting" and page_of(("administrator",)) == "/administration"
    assert page_of(("regulator",)) == "/regulator"
    assert role_title("pit_manager") == "pit manager" and role_title("guests") == "guests"
