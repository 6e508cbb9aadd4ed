"""Test the assignment of dealers, and changes of limits by notice, sign and announcement."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration.rule_changes import NOTICE, blocker_of, change_rules, raises_minimum
from croupier.casino.administration.state import AdministrationState, Change
from croupier.casino.administration.stream import KIND
from croupier.casino.administration.submissions import passing
from croupier.casino.machines import replace
from croupier.submission import Limit, ProgressiveTerms, Rules
from croupier.table.machine import step
from croupier.table.state import open_table
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

TEXT = document()
LOWER = document(**{"minimum = 10": "minimum = 5"})
HIGHER = document(**{"minimum = 10": "minimum = 15"})
OPEN = (*approved(TEXT), opened())
ANTE = Limit(1000, 50000, 500)


def limits(by: str = BY["pit"], at: int = 1000, **changed: Limit) -> do.PostChange:
    return do.PostChange(table="t1", limits=changed, reason="a busy night", by=by, at=at)


def attest(what: Any, change: int = 1, by: str = BY["flo"], at: int = 1000) -> do.AttestNotice:
    return do.AttestNotice(table="t1", change=change, what=what, by=by, at=at)


def goes_in(at: int, seated: bool = True, between: bool = True, change: int = 1) -> do.NoteChange:
    return do.NoteChange(
        table="t1", change=change, seated=seated, between_rounds=between, by="table:t1", at=at
    )


def waiting(state: AdministrationState) -> Change:
    change = state.tables["t1"].change
    assert change is not None
    return change


MAX_UP = limits(ante=Limit(1000, 100000, 500))


@pytest.mark.clause("COMAR 36.05.03.21C(2)")
def test_with_players_seated_limits_change_after_notice_sign_and_announcement() -> None:
    state = desk(*OPEN, MAX_UP)
    assert refused(state, goes_in(9999)).code == "sign_missing"
    state = desk(attest("sign", at=1100), state=state)
    assert refused(state, goes_in(9999)).code == "announcement_missing"
    state = desk(attest("announcement", at=1200), state=state)
    early = refused(state, goes_in(1200 + NOTICE - 1))
    assert early.code == "notice_runs" and early.clauses == ("COMAR 36.05.03.21C(2)",)
    assert refused(state, goes_in(1200 + NOTICE, between=False)).code == "round_open"
    after = desk(goes_in(1200 + NOTICE), state=state)
    assert after.tables["t1"].choices.limits["ante"] == Limit(1000, 100000, 500)
    assert after.tables["t1"].change is None and after.tables["t1"].version == 1
    assert refused(after, goes_in(9999)).code == "no_such_change"


def test_refusal_tells_when_to_retry() -> None:
    change = waiting(desk(*OPEN, MAX_UP, attest("sign"), attest("announcement", at=1300)))
    held = blocker_of(change, 1300, seated=True, between_rounds=True)
    assert held is not None and held.until == 1300 + NOTICE
    assert blocker_of(change, 1300 + NOTICE, seated=True, between_rounds=True) is None
    missing = blocker_of(waiting(desk(*OPEN, MAX_UP)), 9999, seated=True, between_rounds=True)
    assert missing is not None and missing.until is None


def test_repeated_announcement_does_not_extend_the_notice() -> None:
    state = desk(*OPEN, MAX_UP, attest("sign"), attest("announcement"), attest("sign", at=2500))
    desk(goes_in(1000 + NOTICE), state=state)


@pytest.mark.clause("COMAR 36.05.03.21C(1)")
def test_limits_change_between_rounds_at_an_empty_table() -> None:
    state = desk(*OPEN, MAX_UP)
    assert refused(state, goes_in(1000, seated=False, between=False)).code == "round_open"
    (event,) = KIND.decide(state, goes_in(1000, seated=False))
    assert event.clauses == ("COMAR 36.05.03.21C(1)",)
    assert desk(goes_in(1000, seated=False), state=state).tables["t1"].change is None


@pytest.mark.clause("COMAR 36.05.03.21C", "COMAR 36.05.03.21B")
def test_minimum_may_be_lowered_but_not_raised_by_notice() -> None:
    state = desk(*OPEN)
    desk(limits(ante=Limit(500, 50000, 500)), goes_in(1000, seated=False), state=state)
    refusal = refused(state, limits(ante=Limit(1500, 50000, 500)))
    assert refusal.code == "minimum_raised" and refusal.clauses == (
        "COMAR 36.05.03.21C",
        "COMAR 36.05.03.21B",
    )
    assert refused(state, limits(ante=ANTE)).code == "no_change"
    assert refused(state, limits(ante=Limit(1000, 50000, 100))).code == "needs_amendment"
    # the minimum is above the maximum
    assert refused(state, limits(ante=Limit(1000, 500, 500))).code == "needs_amendment"
    assert refused(state, limits(nothing=Limit(0, 500))).code == "needs_amendment"


@pytest.mark.clause("COMAR 36.05.03.21B")
def test_amendment_needs_the_same_notice_and_is_permanent() -> None:
    state = desk(*OPEN, *approved(LOWER, 2, at=5000))
    change = waiting(state)
    assert (change.version, change.limits_alone, change.posted_at) == (2, False, 5000)
    assert state.tables["t1"].version == 1  # each round keeps the version under which it began
    assert refused(state, goes_in(9999)).code == "sign_missing"
    state = desk(attest("sign", at=5000), attest("announcement", at=5000), state=state)
    state = desk(goes_in(5000 + NOTICE), state=state)
    assert state.tables["t1"].version == 2 and state.tables["t1"].choices == passing(LOWER)


def test_amendment_raising_the_minimum_waits_for_an_empty_table() -> None:
    state = desk(*OPEN, *approved(HIGHER, 2, at=5000), attest("sign"), attest("announcement"))
    assert waiting(state).raises_minimum
    assert refused(state, goes_in(99999)).code == "players_seated"
    assert desk(goes_in(5000, seated=False), state=state).tables["t1"].version == 2


def test_amendment_replaces_a_pending_change_of_limits() -> None:
    state = desk(*OPEN, MAX_UP, *approved(LOWER, 2, at=5000))
    assert waiting(state).number == 2 and waiting(state).choices == passing(LOWER)
    assert refused(state, limits(ante=Limit(500, 60000, 500))).code == "change_pending"
    withdraw = do.WithdrawChange(table="t1", change=2, reason="no", by=BY["pit"])
    assert refused(state, withdraw).code == "needs_amendment"
    own = do.WithdrawChange(table="t1", change=1, reason="quiet", by=BY["pit"])
    assert desk(*OPEN, MAX_UP, own).tables["t1"].change is None


def test_table_accepts_the_command_that_applies_a_change() -> None:
    table = open_table(Rules(passing(TEXT)))
    for commands in ((MAX_UP,), approved(LOWER, 2, at=5000)):
        change = waiting(desk(*OPEN, *commands))
        after = step(table, change_rules(change, at=6000)).state
        assert after.rules.choices == change.choices


def test_detects_changes_that_raise_the_minimum() -> None:
    base = passing(TEXT)
    assert not raises_minimum(base, base)
    assert raises_minimum(base, passing(HIGHER)) and not raises_minimum(base, passing(LOWER))
    # before the first player sits down there is no minimum
    assert raises_minimum(replace(base, limits={}), base)
    five = ProgressiveTerms("A", (500,), {}, {}, {}, None)
    one, both = replace(five, stakes=(100,)), replace(five, stakes=(100, 500))
    assert raises_minimum(replace(base, progressive=one), replace(base, progressive=five))
    assert not raises_minimum(replace(base, progressive=one), replace(base, progressive=both))
    assert not raises_minimum(base, replace(base, progressive=five))  # the progressive wager is optional


def test_one_dealer_per_table_and_one_table_per_dealer() -> None:
    def on(table: str, person: str = "dina") -> do.LogOnTable:
        return do.LogOnTable(table=table, by=BY[person])

    state = desk(*OPEN, opened("t2"), on("t1"))
    assert state.tables["t1"].dealer == "dina" and state.dealt_by("dina") == "t1"
    told = refused(state, on("t2"))
    # the message names the table, not the dealer's id
    assert (told.code, told.message) == ("another_table", "you are dealing at t1")
    assert refused(state, on("t1", "dora")).code == "another_dealer"
    assert refused(state, do.LogOffTable(table="t1", by=BY["dora"])).code == "not_logged_on"
    assert desk(do.LogOffTable(table="t1", by=BY["flo"]), state=state).tables["t1"].dealer == ""
    assert desk(do.LogOffTable(table="t1", by=BY["dina"]), on("t2"), state=state).dealt_by("dina") == "t2"
    revoke = do.RevokeRole(person="dina", role="dealer", reason="left", by=BY["ada"])
    assert desk(revoke, state=state).tables["t1"].dealer == ""
    assert refused(state, do.LogOnTable(table="t1", by=BY["flo"])).code == "not_your_role"


def test_dealer_attests_only_at_their_own_table() -> None:
    state = desk(*OPEN, opened("t2"), MAX_UP)
    assert refused(state, attest("sign", by=BY["dina"])).code == "not_logged_on"
    desk(do.LogOnTable(table="t1", by=BY["dina"]), attest("sign", by=BY["dina"]), state=state)
    assert refused(state, attest("sign", by="table:t2")).code == "no_such_table"
    desk(attest("sign", by="table:t1"), state=state)


def test_tables_can_be_closed_disabled_and_reopened() -> None:
    def close(by: str = BY["pit"]) -> do.CloseTable:
        return do.CloseTable(table="t1", reason="night is over", by=by)

    disable = do.DisableTable(table="t1", reason="a torn layout", by=BY["flo"])
    state = desk(*OPEN, do.LogOnTable(table="t1", by=BY["dina"]))
    closed = desk(close(), state=state)
    assert closed.tables["t1"].standing == "closed" and closed.tables["t1"].dealer == ""
    assert refused(closed, close()).code == "table_not_open"
    assert refused(closed, do.LogOnTable(table="t1", by=BY["dina"])).code == "table_not_open"
    assert desk(opened(), state=closed).tables["t1"].standing == "open"
    assert refused(closed, opened(money="real")).code == "other_submission"
    disabled = desk(disable, state=state)
    assert disabled.tables["t1"].reason == "a torn layout"
    assert refused(disabled, opened()).code == "table_disabled"
    assert refused(disabled, disable).code == "table_disabled"
    enable = do.EnableTable(table="t1", reason="new layout", by=BY["pit"])
    assert desk(enable, state=disabled).tables["t1"].standing == "open"
    assert refused(state, enable).code == "table_open"


def test_amendment_approved_while_closed_waits_at_the_table() -> None:
    state = desk(*OPEN, do.CloseTable(table="t1", reason="night", by="house"), *approved(LOWER, 2, at=5000))
    state = desk(opened(), state=state)
    assert state.tables["t1"].version == 1 and waiting(state).version == 2
    assert desk(goes_in(6000, seated=False), state=state).tables["t1"].version == 2


@pytest.mark.parametrize("person", ["dina", "flo", "kim", "sam", "lee", "reg", "ada"])
def test_only_the_pit_manager_changes_limits(person: str) -> None:
    assert refused(desk(*OPEN), limits(by=BY[person], ante=ANTE)).code == "not_your_role"


def test_states_survive_encoding() -> None:
    state = desk(*OPEN, MAX_UP, *approved(LOWER, 2, at=5000))
    assert KIND.restore(b"", KIND.snapshot(state)[0], None) == state
