"""What is analyzed: a game with its readings, its paytables or others in their place, stake, meters and
company.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import msgspec

from croupier.cards import Card, deck_of
from croupier.errors import BadInput
from croupier.rulebook import (
    Odds,
    Payment,
    Paytable,
    Push,
    declaration,
    paytables,
    reading,
    readings,
    returned,
)

EVEN = Odds(1, 1, "to")


class TableRules(Protocol):
    """What the maths asks of the rules a table runs by; ``croupier.submission.Rules`` is one."""

    def paytable(self, wager: str) -> Paytable: ...

    def reading(self, reading_id: str) -> str: ...


class Terms(msgspec.Struct, frozen=True):
    """Immutable; money in cents. Where nothing is said, the rule book holds."""

    game: str
    readings: Mapping[str, str] = {}  # departures from the default
    tables: Mapping[str, Mapping[str, Paytable]] = {}  # by wager and letter, in place of the rule book's
    base: Mapping[str, str] = {}  # which letter a table of one's own was made from, if any
    main_odds: Mapping[str, Odds] = {}  # of Ante and Play, if not 1 to 1
    pack: Mapping[Card, int] = {}  # copies of each card, if not as the game's own pack has them
    stake: int = 100
    progressive_stake: int | None = None  # of the Progressive, if not `stake`
    meters: Mapping[str, int] = {}
    others: int | None = None  # other players at the table; None: Envy is left out
    bettors: int = 0  # how many of the others bet on the same meters
    raises: Mapping[str, tuple[int, ...]] = {}  # sizes in Antes by decision, if not as printed
    qualifier: str = ""  # the least hand with which the dealer qualifies, if not as printed
    payout_limit: int | None = None  # the most that a player wins in a round

    def origin(self, table: Paytable) -> str | None:
        """The letter of the rule book's table that this one is, or was made from; a name that looks like a
        letter says nothing.
        """
        if paytables(self.game).get(table.wager, {}).get(table.letter) == table:
            return table.letter
        return self.base.get(table.wager)

    def limit(self, wager: str) -> Fraction | None:
        """The payout limit in units of the stake, where it reaches the wager."""
        if self.payout_limit is None:
            return None
        found = declaration(self.game).payout_limit
        for reading_id, under in found.under.items():
            found = under.get(self.reading(reading_id), found)
        return Fraction(self.payout_limit, self.stake) if wager in found.reaches else None

    def refuse_limit(self, why: str) -> None:
        """Where a payout limit would be ignored, it is no silent matter."""
        if self.payout_limit is not None:
            raise BadInput(f"payout_limit: {why}; leave it out")

    def reading(self, reading_id: str) -> str:
        return self.readings.get(reading_id) or reading(reading_id).default

    def taken(self, *reading_ids: str) -> dict[str, str]:
        """The readings a result rests on."""
        return {each: self.reading(each) for each in reading_ids}

    def paytables(self, wager: str) -> Mapping[str, Paytable]:
        own = self.tables.get(wager)
        return own if own is not None else paytables(self.game).get(wager, {})

    def odds(self, wager: str) -> Fraction:
        """What a winning Ante or Play gains on one unit (chapter 12, section A of each game)."""
        return winnings(self.main_odds.get(wager, EVEN))

    def copies(self, card: Card) -> int:
        return self.pack.get(card, deck_of(declaration(self.game).pack).counts[card])


def winnings(odds: Odds) -> Fraction:
    """Net on one unit: "for" counts the stake among what comes back, "to" does not (X-02)."""
    ratio = Fraction(odds.num, odds.den)
    return ratio if odds.word == "to" else ratio - 1


def net_of(pays: Payment) -> Fraction:
    """Net on one unit of a row that pays odds or pushes. Sums of money depend on the stake and are no such
    row.
    """
    if isinstance(pays, Push | Odds):
        return returned(pays, 100, share=Fraction) / 100 - 1
    raise BadInput(f"{pays} cannot be paid on this wager: write odds such as '3 to 2', or 'push'")


def check_reading(game: str, reading_id: str, choice: object) -> None:
    entry = reading(reading_id)
    if not entry.bears_on(game):
        raise BadInput(f"reading {reading_id} does not concern {game}; {_switches(game)} can be chosen there")
    choices = entry.choices_in(game)
    if not choices:
        raise BadInput(f"reading {reading_id} is fixed in {game}; {_switches(game)} can be chosen there")
    if choice not in choices:
        raise BadInput(f"reading {reading_id} can be {', '.join(choices)}, not {choice!r:.40}")


def _switches(game: str) -> str:
    return ", ".join(each.id for each in readings().values() if each.choices_in(game))
