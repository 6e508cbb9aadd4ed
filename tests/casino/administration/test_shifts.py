"""Test floor shifts: the supervision ratio, relief, notes, hand-over and large payouts."""

from __future__ import annotations

import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration import shift_commands as shift
from croupier.casino.administration.shifts import load_of, share_of, supervisor_of, watched_by
from croupier.casino.administration.state import AdministrationState
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused


def floor_of(banking: int, electronic: int = 0) -> AdministrationState:
    """Return a casino with the given numbers of live and automatic tables."""
    live = [opened(f"b{n}", dealing="live") for n in range(banking)]
    return desk(*approved(document()), *live, *(opened(f"e{n}") for n in range(electronic)))


def take(*tables: str, by: str = BY["flo"]) -> shift.TakeTables:
    return shift.TakeTables(tables=tables, by=by, at=500)


def names(state: AdministrationState, person: str) -> list[str]:
    return [table.id for table in watched_by(state, person)]


@pytest.mark.parametrize(
    ("banking", "electronic", "lawful"),
    [(6, 0, True), (7, 0, False), (0, 12, True), (0, 13, False), (3, 6, True), (3, 7, False), (5, 2, True)],
)
@pytest.mark.clause("COMAR 36.05.03.01")
def test_one_floorperson_has_six_banking_tables_or_twelve_electronic_ones(
    banking: int, electronic: int, lawful: bool
) -> None:
    state = floor_of(banking, electronic)
    command = take(*sorted(state.tables))
    assert load_of(state.tables.values()) == 2 * banking + electronic
    if lawful:
        assert names(desk(command, state=state), "flo") == sorted(state.tables)
    else:
        told = refused(state, command)
        assert (told.code, told.clauses) == ("too_many_tables", ("COMAR 36.05.03.01",))


def test_supervised_tables_count_until_released() -> None:
    state = desk(take("b0", "b1", "b2", "b3", "b4"), take("b4", "b5"), state=floor_of(7))
    assert len(names(state, "flo")) == 6
    assert refused(state, take("b6")).code == "too_many_tables"
    state = desk(shift.LeaveTables(tables=("b0", "b6"), by=BY["flo"]), take("b6"), state=state)
    assert names(state, "flo") == ["b1", "b2", "b3", "b4", "b5", "b6"]
    assert refused(state, shift.LeaveTables(tables=("b0",), by=BY["flo"])).code == "not_supervised"


def test_floorperson_takes_over_a_table_from_another() -> None:
    state = desk(take("b0", "b1"), take("b1", by=BY["pit"]), state=floor_of(2))
    assert (names(state, "flo"), names(state, "pit")) == (["b0"], ["b1"])
    assert refused(state, take("b0", by=BY["dina"])).code == "not_your_role"


def test_closed_table_has_no_supervisor_and_does_not_count() -> None:
    state = desk(take("b0"), do.CloseTable(table="b0", reason="night", by=BY["pit"]), state=floor_of(1))
    assert share_of(state.tables["b0"]) == 0 and supervisor_of(state, state.tables["b0"]) == ""
    assert refused(state, take("b0")).code == "table_not_open"


def test_revoked_floorperson_supervises_no_table() -> None:
    state = desk(take("b0"), state=floor_of(1))
    assert supervisor_of(state, state.tables["b0"]) == "flo"
    state = desk(do.RevokeRole(person="flo", role="floor", reason="moves", by=BY["ada"]), state=state)
    assert supervisor_of(state, state.tables["b0"]) == ""


def test_dealer_relief_is_one_entry_without_a_gap() -> None:
    state = desk(do.LogOnTable(table="b0", by=BY["dina"]), state=floor_of(2))
    sent = shift.SendDealer(table="b0", person="dora", by=BY["flo"])
    state = desk(sent, sent, state=state)
    assert (state.tables["b0"].dealer, state.dealt_by("dina")) == ("dora", "")
    assert refused(state, shift.SendDealer(table="b1", person="dora", by=BY["flo"])).code == "another_table"
    assert refused(state, shift.SendDealer(table="b1", person="kim", by=BY["flo"])).code == "role_not_held"
    assert refused(state, shift.SendDealer(table="b1", person="dina", by=BY["dina"])).code == "not_your_role"


def note(id_: str, words: str = "the sign is torn", table: str = "b0") -> shift.LeaveNote:
    return shift.LeaveNote(id=id_, words=words, table=table, by=BY["flo"], at=600)


def test_repeated_note_is_recorded_once_and_stays_until_closed() -> None:
    state = desk(note("n1"), note("n1"), note("n2", "seat 3 asked for the book", ""), state=floor_of(1))
    assert [(one.number, one.words, one.table) for one in state.notes.values()] == [
        (1, "the sign is torn", "b0"),
        (2, "seat 3 asked for the book", ""),
    ]
    state = desk(shift.CloseNote(note=1, words="mended", by=BY["pit"]), state=state)
    assert list(state.notes) == ["2"]
    assert refused(state, shift.CloseNote(note=1, by=BY["pit"])).code == "no_such_note"
    assert refused(state, note("n3", "  ")).code == "reason_missing"
    assert refused(state, note("n3", table="b9")).code == "no_such_table"


def test_shift_handover_moves_its_tables_to_another_person() -> None:
    matter = shift.Matter("the sign is torn", "b0")
    given = shift.HandOver(id="h1", words="quiet", open=(matter,), by=BY["flo"], at=700)
    state = desk(take("b0", "b1"), given, given, state=floor_of(3))
    (sheet,) = state.handovers.values()
    assert (sheet.number, sheet.tables, sheet.open, sheet.at) == (1, ("b0", "b1"), (matter,), 700)
    assert refused(state, shift.TakeOver(handover=1, by=BY["flo"])).code == "own_handover"
    # the tables stay with the first person until the hand-over is accepted
    assert names(state, "flo") == ["b0", "b1"]
    state = desk(shift.TakeOver(handover=1, by=BY["pit"]), state=state)
    assert (names(state, "flo"), names(state, "pit")) == ([], ["b0", "b1"])
    assert not state.handovers
    assert refused(state, shift.TakeOver(handover=1, by=BY["pit"])).code == "no_such_handover"


def test_refuses_handover_of_too_many_tables() -> None:
    given = shift.HandOver(id="h1", by=BY["flo"])
    state = desk(take("b0", "b1", "b2"), given, take("b3", "b4", "b5", "b6", by=BY["pit"]), state=floor_of(7))
    assert refused(state, shift.TakeOver(handover=1, by=BY["pit"])).code == "too_many_tables"


def test_later_handover_sheet_replaces_the_first() -> None:
    first, second = (shift.HandOver(id=name, words=name, by=BY["flo"]) for name in ("h1", "h2"))
    state = desk(first, second, state=floor_of(1))
    assert [sheet.words for sheet in state.handovers.values()] == ["h2"]


def test_payout_review_belongs_to_one_payout() -> None:
    told = shift.TellSurveillance(table="b0", round=7, seat=3, by=BY["flo"], at=800)
    seen = shift.WitnessPayout(table="b0", round=7, seat=3, by=BY["pit"], at=810)
    state = desk(told, told, seen, state=floor_of(1))
    payout = state.tables["b0"].payout
    assert payout == shift.PayoutReview(7, 3, BY["flo"], 800, BY["pit"], 810)
    assert refused(state, seen).code == "witnessed"
    assert (
        refused(state, shift.WitnessPayout(table="b0", round=8, seat=3, by=BY["flo"])).code == "not_your_role"
    )
    state = desk(shift.TellSurveillance(table="b0", round=8, seat=3, by=BY["flo"], at=900), state=state)
    assert state.tables["b0"].payout == shift.PayoutReview(8, 3, BY["flo"], 900)
