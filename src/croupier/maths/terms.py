"""The terms of an analysis: a game with its readings, paytables, stake, meters and other players."""

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
    compute_return,
    declaration,
    paytables,
    reading,
    readings,
)

EVEN = Odds(1, 1, "to")


class TableRules(Protocol):
    """The part of a table's rules that the mathematics needs, as in ``croupier.submission.Rules``."""

    def paytable(self, wager: str) -> Paytable: ...

    def reading(self, reading_id: str) -> str: ...


class Terms(msgspec.Struct, frozen=True):
    """The terms of an analysis. Money is in cents, and the rule book supplies all defaults."""

    game: str
    readings: Mapping[str, str] = {}  # readings that differ from the default
    # paytables, by wager and letter, that replace the rule book's
    tables: Mapping[str, Mapping[str, Paytable]] = {}
    base: Mapping[str, str] = {}  # wager -> letter of the paytable that its custom one was made from
    main_odds: Mapping[str, Odds] = {}  # odds of Ante and Play, if different from 1 to 1
    pack: Mapping[Card, int] = {}  # number of copies of each card, if different from the game's own deck
    stake: int = 100
    progressive_stake: int | None = None  # stake of the Progressive, if different from `stake`
    meters: Mapping[str, int] = {}
    others: int | None = None  # number of other players at the table, or None to leave out Envy
    bettors: int = 0  # number of other players who bet on the same meters
    # sizes of the raises in Antes by decision, if different from the printed rules
    raises: Mapping[str, tuple[int, ...]] = {}
    qualifier: str = ""  # lowest qualifying hand of the dealer, if different from the printed rules
    payout_limit: int | None = None  # largest amount that a player can win in a round

    def origin(self, table: Paytable) -> str | None:
        """Return the letter of the rule book's paytable that this paytable equals or was made from.

        The name does not prove the origin, because a custom paytable may have a letter as its name.
        """
        if paytables(self.game).get(table.wager, {}).get(table.letter) == table:
            return table.letter
        return self.base.get(table.wager)

    def limit(self, wager: str) -> Fraction | None:
        """Return the payout limit in units of the stake, or None if no limit applies to the wager."""
        if self.payout_limit is None:
            return None
        found = declaration(self.game).payout_limit
        for reading_id, under in found.under.items():
            found = under.get(self.reading(reading_id), found)
        return Fraction(self.payout_limit, self.stake) if wager in found.reaches else None

    def refuse_limit(self, why: str) -> None:
        """Raise ``BadInput`` if a payout limit is set, because the caller would ignore it."""
        if self.payout_limit is not None:
            raise BadInput(f"payout_limit: {why}; leave it out")

    def reading(self, reading_id: str) -> str:
        return self.readings.get(reading_id) or reading(reading_id).default

    def taken(self, *reading_ids: str) -> dict[str, str]:
        """Return the readings that a result depends on."""
        return {each: self.reading(each) for each in reading_ids}

    def paytables(self, wager: str) -> Mapping[str, Paytable]:
        own = self.tables.get(wager)
        return own if own is not None else paytables(self.game).get(wager, {})

    def odds(self, wager: str) -> Fraction:
        """Return the net result of a winning Ante or Play of one unit (section 12.A of each game)."""
        return winnings(self.main_odds.get(wager, EVEN))

    def copies(self, card: Card) -> int:
        return self.pack.get(card, deck_of(declaration(self.game).pack).counts[card])


def winnings(odds: Odds) -> Fraction:
    """Return the net result of one unit at these odds.

    Odds with "for" include the stake. Odds with "to" do not (X-02).
    """
    ratio = Fraction(odds.num, odds.den)
    return ratio if odds.word == "to" else ratio - 1


def net_of(pays: Payment) -> Fraction:
    """Return the net result of one unit on a row that pays odds or pushes.

    Raises ``BadInput`` for amounts of money, because their value in units depends on the stake.
    """
    if isinstance(pays, Push | Odds):
        return compute_return(pays, 100, share=Fraction) / 100 - 1
    raise BadInput(f"{pays} cannot be paid on this wager; write odds such as '3 to 2', or 'push'")


def check_reading(game: str, reading_id: str, choice: object) -> None:
    entry = reading(reading_id)
    if not entry.bears_on(game):
        raise BadInput(f"reading {reading_id} does not apply to {game}; choose from {_switches(game)}")
    choices = entry.choices_in(game)
    if not choices:
        raise BadInput(f"reading {reading_id} is fixed in {game}; choose from {_switches(game)}")
    if choice not in choices:
        raise BadInput(f"reading {reading_id} can be {', '.join(choices)}, not {choice!r:.40}")


def _switches(game: str) -> str:
    return ", ".join(each.id for each in readings().values() if each.choices_in(game))
