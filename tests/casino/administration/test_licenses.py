"""Test who records dealer licenses and table tests, and when a dealer needs them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration import license_commands as file
from croupier.casino.administration import shift_commands as shift
from croupier.casino.administration.licenses import lack_of
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.stream import KIND, UPCASTS
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

NOW = 1_763_251_200  # midnight of 2025-11-16
ON = do.LogOnTable(table="t1", by=BY["dina"], at=NOW)
SENT = shift.SendDealer(table="t1", person="dina", by=BY["flo"], at=NOW)


def licence(until: str = "2025-11-16", **more: Any) -> file.NoteLicense:
    told = {"person": "dina", "number": "MD-1", "by": BY["flo"], "at": NOW}
    return file.NoteLicense(**{**told, "until": until, **more})


def passed(day: str = "2025-11-01", **more: Any) -> file.NoteTableTest:
    told = {"person": "dina", "game": "uth", "trained": "2025-10-01", "by": BY["pit"], "at": NOW}
    return file.NoteTableTest(**{**told, "passed": day, **more})


def house(money: str = "real", dealing: str = "live", *noted: Any) -> AdministrationState:
    return desk(*approved(document()), opened(money=money, dealing=dealing), *noted)


@pytest.mark.parametrize("coming", [ON, SENT])
@pytest.mark.clause("COMAR 36.03.02.12A", "COMAR 36.05.03.18")
def test_36_05_03_18_dealing_for_money_requires_license_and_table_test(coming: Any) -> None:
    told = refused(house(), coming)
    assert (told.code, told.clauses) == ("no_licence", ("COMAR 36.03.02.12A",))
    told = refused(house("real", "live", licence()), coming)
    assert (told.code, told.clauses) == ("no_table_test", ("COMAR 36.05.03.18",))
    assert "Ultimate Texas Hold" in told.message
    assert refused(house("real", "live", licence(), passed(game="dragon")), coming).code == "no_table_test"
    assert desk(coming, state=house("real", "live", licence(), passed())).tables["t1"].dealer == "dina"


@pytest.mark.parametrize("coming", [ON, SENT])
@pytest.mark.parametrize(("money", "dealing"), [("play", "live"), ("real", "machine")])
def test_play_money_and_automatic_tables_need_no_license(coming: Any, money: str, dealing: str) -> None:
    state = desk(coming, state=house(money, dealing))
    assert state.tables["t1"].dealer == "dina"
    lack = lack_of(state, "dina", "uth", NOW)  # the refusal names the floor
    assert lack is not None and lack.words == "Dina has no license on file"


def test_license_expires_at_the_end_of_its_last_day() -> None:
    state = house("real", "live", licence("2025-11-16"), passed())
    last = NOW + 86_399
    assert lack_of(state, "dina", "uth", last) is None
    lack = lack_of(state, "dina", "uth", last + 1)
    assert lack is not None and lack.words == "the license of Dina expired on 2025-11-16"
    late = do.LogOnTable(table="t1", by=BY["dina"], at=last + 1)
    assert refused(state, late).code == "licence_over"
    renewed = desk(licence("2026-11-16", number="MD-2", at=last + 1), state=state)
    assert desk(late, state=renewed).tables["t1"].dealer == "dina"


def test_floor_records_the_license_and_pit_manager_the_test() -> None:
    state = desk(licence(), passed())
    member = state.people["dina"]
    assert member.licence == file.License("MD-1", "2025-11-16", "floor:flo", NOW)
    assert member.tests == {"uth": file.TableTest("2025-10-01", "2025-11-01", "pit_manager:pit", NOW)}
    assert desk(licence(by=BY["pit"])).people["dina"].licence is not None  # a higher rank
    for by in ("dina", "kim", "ada", "reg", "sam"):
        assert refused(state, licence(by=BY[by])).code == "not_your_role"
    for by in ("flo", "dina", "ada"):
        assert refused(state, passed(by=BY[by])).code == "not_your_role"
    assert refused(state, licence(person="flo")).code == "role_not_held"
    assert refused(state, passed(person="kim")).code == "role_not_held"


@pytest.mark.clause("COMAR 36.05.03.17", "COMAR 36.05.03.18")
def test_rejects_invalid_future_and_expired_dates() -> None:
    state = desk()
    assert refused(state, licence("2025-11-15")).code == "licence_over"
    assert refused(state, licence("2025-13-01")).code == "no_such_day"
    assert refused(state, passed("2025-02-30")).code == "no_such_day"
    assert refused(state, passed("2025-11-17")).message == "2025-11-17 is in the future"
    late = refused(state, passed("2025-09-30"))
    assert late.clauses == ("COMAR 36.05.03.17", "COMAR 36.05.03.18")
    desk(passed("2025-10-01"), state=state)  # a dealer may pass the test on the day of the training
    assert refused(state, passed(game="whist")).code == "no_such_game"
    assert desk(passed("2025-11-16", at=NOW), state=state).people["dina"].tests["uth"].passed == "2025-11-16"


def test_version_1_log_ons_need_no_license() -> None:
    old = UPCASTS["log_on_table@1"]({"type": "log_on_table@1", "table": "t1"})
    assert old == {"type": "log_on_table@2", "table": "t1", "noted": False}
    before = do.LogOnTable(table="t1", noted=False, by=BY["dina"], at=NOW)
    assert KIND.decide(house(), before)
    assert (
        UPCASTS["send_dealer@1"]({"type": "send_dealer@1", "table": "t1", "person": "dina"})["noted"] is False
    )


@pytest.mark.clause("COMAR 36.05.03.18")
def test_nobody_records_their_own_table_test() -> None:
    state = house()
    person = next(name for name in ("dina", "dora") if name in state.people)
    assert refused(state, passed(person=person, by=f"pit_manager:{person}")).code == "own_test"
