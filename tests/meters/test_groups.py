"""Test meters shared by several tables: equal terms, a table that leaves, a lost link and different
clocks.
"""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.meters import machine as m
from croupier.meters.amounts import Delta, Exact, Transfer
from croupier.meters.codec import canonical, decode_command, decode_events, decode_state
from croupier.meters.ledger import postings

TERMS = {"game": "any", "wager": "$1", "rate of main": "0.15"}


def join(table: str, terms: dict[str, str], meter: str = "main", at: int = 0) -> m.JoinMeter:
    return m.JoinMeter(meter=meter, table=table, amount=Exact(1_000), terms=terms, at=at)


def after(*commands: m.MeterCommand) -> m.Meters:
    """Run the commands on a new bank, after a round trip through JSON."""
    state = m.Meters()
    for command in commands:
        done = m.step(state, command)
        assert decode_command(canonical(command)) == command
        assert decode_events(canonical(done.events)) == done.events
        assert decode_state(canonical(done.state)) == done.state
        state = done.state
    return state


def refusal(state: m.Meters, command: m.MeterCommand) -> Refused:
    with pytest.raises(Refused) as refused:
        m.step(state, command)
    return refused.value


@pytest.mark.clause("COMAR 36.05.03.24")
def test_first_table_sets_the_terms_for_later_tables() -> None:
    state = after(join("a", TERMS), join("a", TERMS, "minor"), join("b", TERMS))
    assert state.terms == TERMS and state.tables == {"a", "b"}
    for terms in ({**TERMS, "wager": "$5"}, {}, {**TERMS, "more": "x"}):
        refused = refusal(state, join("c", terms))
        assert (refused.code, refused.clauses) == ("terms_differ", ("COMAR 36.05.03.24",))
        assert "a, b" in refused.message
    assert "wager $5 instead of $1" in refusal(state, join("c", {**TERMS, "wager": "$5"})).message
    assert after(join("a", TERMS), join("a", {**TERMS, "wager": "$5"})).terms["wager"] == "$5"


def test_meter_keeps_its_amount_when_a_table_leaves() -> None:
    leave = m.LeaveMeter(meter="main", table="a", reason="closed")
    state = after(join("a", TERMS), leave)
    assert state.meters["main"].tables == () and state.meters["main"].shown == 1_000
    assert refusal(state, leave).code == "no_such_meter"
    assert (
        refusal(after(join("a", TERMS)), m.LeaveMeter(meter="main", table="a", reason="")).code
        == "reason_missing"
    )
    (event,) = m.step(after(join("a", TERMS)), leave).events
    assert postings(event) == ()
    closed = after(join("a", TERMS), leave, m.CloseMeter(meter="main", reason="over"))
    assert closed.meters == {}


def test_a_link_is_lost_once_and_restored_once() -> None:
    lose = m.LoseMeterLink(reason="dark", by="floor:ida", at=5)
    state = after(join("a", TERMS), lose)
    assert state.lost == "dark"
    assert refusal(state, lose).code == "link_as_it_is"
    restored = m.step(state, m.RestoreMeterLink(by="table:a", at=6)).state
    assert restored.lost == "" and refusal(restored, m.RestoreMeterLink(by="table:a")).code == "link_as_it_is"
    assert refusal(after(), m.LoseMeterLink(reason=" ", by="floor")).code == "reason_missing"
    assert refusal(after(), m.LoseMeterLink(reason="dark", by="player:p1")).code == "not_your_role"
    # Tables still settle wagers that were accepted earlier, so the meter accepts their transfers.
    moved = m.TakeTransfer(
        transfer=Transfer("a", 1, (Delta("main", "contributed", Exact(15)),)), by="table:a", at=7
    )
    assert m.step(state, moved).state.meters["main"].shown == 1_015


def test_late_transfer_gets_the_meters_time() -> None:
    state = after(join("a", TERMS), join("b", TERMS, at=50))
    moved = m.TakeTransfer(
        transfer=Transfer("a", 1, (Delta("main", "contributed", Exact(15)),)), by="table:a", at=49
    )
    done = m.step(state, moved)
    assert {event.at for event in done.events} == {50} and done.state.clock == 50
    assert refusal(state, join("c", TERMS, at=49)).code == "clock_backwards"
