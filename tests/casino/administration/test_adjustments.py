"""Test that accounting proposes a meter adjustment and a second person approves it."""

from __future__ import annotations

import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration.stream import KIND
from tests.server.helpers.desks import BY, desk, refused

ASK = do.ProposeAdjustment(
    group="t1", meter="main", cents=-500, reason="the void came too late", by=BY["lee"], at=5
)


@pytest.mark.clause("COMAR 36.05.02.20B", "COMAR 36.05.03.24F")
def test_an_adjustment_needs_a_second_person() -> None:
    state = desk(ASK)
    own = refused(state, do.ApproveAdjustment(adjustment=1, by=BY["lee"]))
    assert own.code == "own_adjustment" and own.clauses == ("COMAR 36.03.10.10E(2)", "COMAR 36.05.02.20B")
    under_another_role = do.ApproveAdjustment(adjustment=1, by="pit_manager:lee")
    assert refused(state, under_another_role).code == "own_adjustment"
    after = desk(do.ApproveAdjustment(adjustment=1, by=BY["pit"]), state=state)
    assert not after.adjustments and after.adjusted == 1
    assert refused(after, do.ApproveAdjustment(adjustment=1, by=BY["pit"])).code == "no_such_adjustment"
    assert KIND.restore(b"", KIND.snapshot(state)[0], None) == state


def test_an_adjustment_needs_a_reason_and_an_amount_and_can_be_declined() -> None:
    nothing = do.ProposeAdjustment(group="t1", meter="main", cents=0, reason="x", by=BY["lee"])
    assert refused(desk(), nothing).code == "no_change"
    silent = do.ProposeAdjustment(group="t1", meter="main", cents=1, reason=" ", by=BY["lee"])
    assert refused(desk(), silent).code == "reason_missing"
    decline = do.DeclineAdjustment(adjustment=1, reason="not shown", by=BY["pit"])
    assert not desk(ASK, decline).adjustments
