"""Test the lowest winnings that are reported, and the lowest that have tax withheld."""

from __future__ import annotations

import datetime

import pytest

from croupier.casino.tax import TaxSettings, tax_year, terms_of


@pytest.mark.clause("IRC 6041")
@pytest.mark.parametrize(
    ("year", "staked", "won", "reported"),
    [
        (2025, 1_00, 599_99, False),
        (2025, 1_00, 600_00, True),
        (2025, 2_00, 600_00, True),  # exactly 300 times the wager
        (2025, 2_01, 600_00, False),
        (2026, 1_00, 1_999_99, False),
        (2026, 1_00, 2_000_00, True),
        (2026, 5_00, 2_000_00, True),
        (2026, 6_66, 2_000_00, True),
        (2026, 6_67, 2_000_00, False),
        (2026, 25_00, 7_500_00, True),
        (2026, 25_00, 7_499_99, False),
        (2040, 1_00, 2_000_00, True),  # later years use the last known figure
        (2026, 0, 2_000_00, True),  # a bonus that has no wager of its own
        (2026, 0, 0, False),
    ],
)
def test_wins_are_reported_from_the_amount_and_the_odds_on(
    year: int, staked: int, won: int, reported: bool
) -> None:
    terms = terms_of(year)
    assert terms.is_reported(staked, won) is reported
    assert bool(terms.backup(staked, won)) is reported


@pytest.mark.clause("IRC 3402(q)")
@pytest.mark.parametrize(
    ("staked", "won", "withheld"),
    [
        (5_00, 5_000_00, 0),  # nothing is withheld up to $5,000
        (5_00, 5_000_01, 1_200_00),
        (16_66, 5_000_01, 1_200_00),
        (16_67, 5_000_01, 0),  # less than 300 times the wager
        (100_00, 50_000_00, 12_000_00),
        (1_00, 10_000_02, 2_400_00),
        (1_00, 10_000_03, 2_400_01),  # half a cent and more rounds up
    ],
)
def test_tax_is_withheld_above_the_amount(staked: int, won: int, withheld: int) -> None:
    assert terms_of(2026).withheld(staked, won) == withheld


@pytest.mark.clause("IRC 3406")
def test_backup_withholding_applies_to_every_reported_win() -> None:
    terms = terms_of(2026)
    assert (terms.withheld(1_00, 2_500_00), terms.backup(1_00, 2_500_00)) == (0, 600_00)
    assert terms.backup(10_00, 2_500_00) == 0


def test_casino_sets_the_figure_of_a_year() -> None:
    own = TaxSettings(report={"2027": 210_000}, withhold_above=600_000, withhold_percent=28)
    assert [terms_of(year, own).report_cents for year in (2025, 2026, 2027, 2028)] == [
        60_000,
        200_000,
        210_000,
        210_000,
    ]
    assert terms_of(2027, own).withheld(1_00, 6_000_01) == 1_680_00
    assert terms_of(2027, own).withheld(1_00, 6_000_00) == 0


def test_the_tax_year_is_the_calendar_year_of_the_payment_at_the_casino() -> None:
    """The year ends at midnight in Maryland (05:00 UTC), although the gaming day goes on until 06:00 UTC."""
    midnight = int(datetime.datetime(2027, 1, 1, 5, tzinfo=datetime.UTC).timestamp())
    assert [tax_year(midnight - 1), tax_year(midnight)] == [2026, 2027]
    elsewhere = TaxSettings(midnight="00:00")
    assert [tax_year(midnight - 5 * 3600 - 1, elsewhere), tax_year(midnight - 1, elsewhere)] == [2026, 2027]
