"""Tax on table-game winnings: which wins are reported, and how much is withheld.

The figures are part of the rule book. A casino can override them in its settings, for example for a new tax
year.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.rulebook import regulation, tax_figures

REPORTED = regulation("reported_winnings")
WITHHELD = regulation("gambling_withholding")
BACKUP = regulation("backup_withholding")
Year = Annotated[str, Meta(pattern=r"\A20\d\d\Z")]


class TaxSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The casino's own figures, which replace those of the rule book."""

    # tax year -> lowest winnings that are reported, in cents
    report: dict[Year, Annotated[int, Meta(ge=0)]] = {}
    withhold_above: Annotated[int, Meta(ge=0)] | None = None
    withhold_percent: Annotated[int, Meta(ge=0, le=100)] | None = None
    # the time in UTC at which the calendar day of the casino begins on January 1
    midnight: Annotated[str, Meta(pattern=r"\A(0[0-9]|1[01]):[0-5][0-9]\Z")] | None = None


class TaxTerms(msgspec.Struct, frozen=True):
    """The figures of one tax year."""

    year: int
    report_cents: int
    odds: int
    withhold_above: int
    percent: int

    def is_reported(self, staked: int, won: int) -> bool:
        """Return whether a win is reported. `won` is the amount without the wager."""
        return won >= self.report_cents and self._odds_met(staked, won)

    def withheld(self, staked: int, won: int) -> int:
        """Return the cents that the payer withholds from a win."""
        return self._share(won) if won > self.withhold_above and self._odds_met(staked, won) else 0

    def backup(self, staked: int, won: int) -> int:
        """Return the cents that the payer withholds if the winner gives no taxpayer number."""
        return self._share(won) if self.is_reported(staked, won) else 0

    def _odds_met(self, staked: int, won: int) -> bool:
        return won > 0 and won >= self.odds * staked

    def _share(self, won: int) -> int:
        return (won * self.percent + 50) // 100


def tax_year(at: int, settings: TaxSettings | None = None) -> int:
    """Return the tax year of a payment. It is the calendar year at the casino when the payment is made.

    The gaming day of December 31 has payments of two tax years if it goes on after midnight.
    """
    midnight = _minutes((settings or TaxSettings()).midnight or tax_figures().midnight) * 60
    return datetime.fromtimestamp(at - midnight, UTC).year


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


def terms_of(year: int, settings: TaxSettings | None = None) -> TaxTerms:
    """Return the figures of a tax year. A year without its own figure uses the previous year's figure."""
    own, law = settings or TaxSettings(), tax_figures()
    return TaxTerms(
        year=year,
        report_cents=_of_year({**law.report_cents, **own.report}, year),
        odds=law.odds,
        withhold_above=law.withhold_above_cents if own.withhold_above is None else own.withhold_above,
        percent=law.withhold_percent if own.withhold_percent is None else own.withhold_percent,
    )


def _of_year(figures: Mapping[str, int], year: int) -> int:
    return figures[max(known for known in figures if int(known) <= year)]
