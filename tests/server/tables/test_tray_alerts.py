"""Test that surveillance gets an alert when the tray of a live real-money table falls too low."""

from __future__ import annotations

import pytest

from croupier.casino.administration.alert_commands import RaiseAlert
from croupier.casino.administration.state import HouseTable
from croupier.server.tables.tray_alerts import float_alert
from tests.server.tables.test_readiness import counted, table_desk

LARGEST = 250_000_00  # the largest payout of the example's limits


def found(
    before: int,
    after: int,
    approved: int | None = 1_000_00,
    *counts: str,
    table: HouseTable | None = None,
) -> RaiseAlert | None:
    known = table or table_desk().tables["t1"]
    kinds = counts or ("opener",)
    return float_alert(
        known, counted(*kinds), before, after, approved, who="dealer:dina", by="table:t1", at=5
    )


@pytest.mark.clause("COMAR 36.05.03.02-.08")
@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (1_500_00, 1_000_00, None),  # exactly the approved amount
        (1_500_00, 999_99, "The tray holds $999.99, less than the approved amount of $1,000"),
        (1_000_00, 999_99, "The tray holds $999.99, less than the approved amount of $1,000"),
        (999_99, 500_00, None),  # already below
        (999_99, 0, None),
        (500_00, -1, "The tray is $0.01 below zero according to the books"),
        (1_500_00, -20_00, "The tray is $20 below zero according to the books"),
        (-1, -500_00, None),  # already below zero
        (900_00, 2_000_00, None),  # chips came in
    ],
)
def test_tray_raises_an_alert_only_when_it_falls_below(before: int, after: int, words: str | None) -> None:
    alert = found(before, after)
    assert (alert and alert.words) == words
    if alert is not None:
        assert (alert.kind, alert.table, alert.who, alert.at) == ("float", "t1", "dealer:dina", 5)
        assert alert.cents == 1_000_00 - after


def test_threshold_is_the_largest_payout_without_an_approved_amount() -> None:
    assert found(LARGEST, LARGEST, None) is None
    alert = found(LARGEST, LARGEST - 1, None)
    assert alert is not None and "largest payout of $250,000" in alert.words


def test_threshold_applies_from_opener_to_closer_and_zero_always() -> None:
    assert found(2_000_00, 500_00, 1_000_00, "opener", "closer") is None
    assert found(2_000_00, -1, 1_000_00, "opener", "closer") is not None


def test_only_live_tables_with_real_money_have_a_threshold() -> None:
    for money, dealing in (("play", "live"), ("real", "machine")):
        table = table_desk(money=money, dealing=dealing).tables["t1"]
        assert found(2_000_00, -1, table=table) is None
