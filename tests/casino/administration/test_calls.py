"""Test who may call the floor, who may answer a call, and which calls stay open."""

from __future__ import annotations

from croupier.casino.administration import commands as do
from croupier.casino.administration.state import AdministrationState
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused


def floor_of_one_table() -> AdministrationState:
    return desk(*approved(document()), opened(dealing="live"), do.LogOnTable(table="t1", by=BY["dina"]))


def call(id_: str, words: str = "seat 3 disputes", by: str = BY["dina"], at: int = 500) -> do.CallFloor:
    return do.CallFloor(table="t1", id=id_, words=words, by=by, at=at)


def test_call_stays_open_until_the_floor_answers() -> None:
    state = desk(call("c1"), call("c2", "a drink", at=510), state=floor_of_one_table())
    assert [(one.number, one.words, one.by, one.at) for one in state.calls_at("t1")] == [
        (1, "seat 3 disputes", BY["dina"], 500),
        (2, "a drink", BY["dina"], 510),
    ]
    assert state.calls_at("t2") == ()
    state = desk(do.AnswerCall(call=1, words="coming", by=BY["flo"]), state=state)
    assert [one.number for one in state.calls_at("t1")] == [2]
    assert refused(state, do.AnswerCall(call=1, by=BY["flo"])).code == "no_such_call"
    state = desk(do.AnswerCall(call=2, by=BY["pit"]), call("c3"), state=state)
    assert [one.number for one in state.calls_at("t1")] == [3]  # a call number is never used twice


def test_repeated_call_is_recorded_once() -> None:
    state = desk(call("c1"), call("c1"), state=floor_of_one_table())
    assert len(state.calls) == state.called == 1


def test_only_the_tables_dealer_calls_and_only_the_floor_answers() -> None:
    state = floor_of_one_table()
    assert refused(state, call("c1", by=BY["dora"])).code == "not_logged_on"
    assert refused(state, call("c1", by=BY["flo"])).code == "not_your_role"
    state = desk(call("c1"), state=state)
    for person in ("dina", "sam", "reg", "ada"):
        assert refused(state, do.AnswerCall(call=1, by=BY[person])).code == "not_your_role"


def test_a_table_has_at_most_five_open_calls() -> None:
    state = desk(*(call(f"c{n}") for n in range(5)), state=floor_of_one_table())
    assert refused(state, call("c5")).code == "floor_called"
