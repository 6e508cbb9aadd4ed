"""Test that alerts stay open until the right person acknowledges them."""

from __future__ import annotations

from typing import Any

from croupier.casino.administration import alert_commands as do
from croupier.casino.administration.alerts import MOST_OPEN
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

OPEN = desk(*approved(document()), opened("t1", dealing="live"))


def raised(kind: Any = "void", who: str = BY["dina"], by: str = "table:t1") -> do.RaiseAlert:
    return do.RaiseAlert(table="t1", kind=kind, words="Round 7 is void", round=7, who=who, by=by, at=900)


def test_surveillance_acknowledges_an_alert_once() -> None:
    state = desk(raised(), state=OPEN)
    (alert,) = state.alerts.values()
    assert (alert.number, alert.table, alert.kind, alert.at) == (1, "t1", "void", 900)
    for person in ("flo", "pit"):
        told = refused(state, do.AcknowledgeAlert(alert=1, by=BY[person]))
        assert told.code == "alert_of_others" and "Surveillance" in told.remedy
    assert refused(state, do.AcknowledgeAlert(alert=1, by=BY["dina"])).code == "not_your_role"
    state = desk(do.AcknowledgeAlert(alert=1, by=BY["sam"]), state=state)
    assert not state.alerts
    assert refused(state, do.AcknowledgeAlert(alert=1, by=BY["sam"])).code == "no_such_alert"


def test_floor_validates_a_small_win_that_another_person_paid() -> None:
    state = desk(raised("small_win"), state=OPEN)
    assert refused(state, do.AcknowledgeAlert(alert=1, by=BY["sam"])).code == "alert_of_others"
    assert not desk(do.AcknowledgeAlert(alert=1, by=BY["flo"]), state=state).alerts
    own = desk(raised("small_win", who=BY["flo"]), state=OPEN)
    assert refused(own, do.AcknowledgeAlert(alert=1, by=BY["flo"])).code == "alert_of_others"


def test_only_an_open_table_raises_its_own_alerts() -> None:
    assert refused(OPEN, raised(by="table:t2")).code == "no_such_table"
    assert refused(OPEN, raised(by=BY["flo"])).code == "not_your_role"


def test_newest_alert_displaces_the_oldest_when_the_list_is_full() -> None:
    state = desk(*[raised()] * (MOST_OPEN + 1), state=OPEN)
    assert len(state.alerts) == MOST_OPEN and "1" not in state.alerts
