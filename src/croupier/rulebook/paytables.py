"""The paytables of chapter 12, with the payment and the clause of every row."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, TypeVar, overload

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.clauses import note_cited
from croupier.rulebook.declarations import declaration
from croupier.rulebook.registry import cache_per_registry, read_toml


class Odds(msgspec.Struct, frozen=True, tag="odds"):
    """``3 to 2`` states winnings in addition to the stake. ``9 for 1`` states the total returned."""

    num: int
    den: int
    word: Literal["to", "for"]

    def __str__(self) -> str:
        return f"{self.num:,} {self.word} {self.den}"


class Dollars(msgspec.Struct, frozen=True, tag="dollars"):
    cents: int

    def __str__(self) -> str:
        return f"${self.cents // 100:,}" if self.cents % 100 == 0 else f"${self.cents / 100:,.2f}"


class MeterShare(msgspec.Struct, frozen=True, tag="meter"):
    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent}% of {'the meter' if self.meter == 'main' else self.meter.capitalize()}"


class Push(msgspec.Struct, frozen=True, tag="push"):
    def __str__(self) -> str:
        return "push"


class OddsPlusDollars(msgspec.Struct, frozen=True, tag="both"):
    """Odds plus an amount of money, such as ``10 to 1 and $500``."""

    odds: Odds
    sum: Dollars

    def __str__(self) -> str:
        return f"{self.odds} and {self.sum}"


Payment = Odds | Dollars | MeterShare | Push | OddsPlusDollars


def up_to_the_cent(amount: int, parts: int) -> int:
    """Divide, rounding up to the next cent in the player's favor (X-13)."""
    return -(-amount // parts)


Amount = TypeVar("Amount", int, Fraction)


@overload
def compute_return(pays: Payment, stake: int, meter: int | Fraction = 0, stake_back: bool = True) -> int: ...


@overload
def compute_return(
    pays: Payment,
    stake: int,
    meter: int | Fraction = 0,
    stake_back: bool = True,
    *,
    share: Callable[[int, int], Amount],
) -> Amount: ...


@overload
def compute_return(
    pays: Payment,
    stake: int,
    meter: int | Fraction,
    stake_back: bool,
    share: Callable[[int, int], Amount],
) -> Amount: ...


def compute_return(
    pays: Payment,
    stake: int,
    meter: int | Fraction = 0,
    stake_back: bool = True,
    share: Callable[[int, int], Any] = up_to_the_cent,
) -> Any:
    """Return the cents paid to the player on a stake, for both the table and the mathematics.

    "to" adds the stake; "for" includes it. An amount of money is paid in addition to the stake if
    ``stake_back`` is true, and is the whole payment if it is false. A share of a meter is the whole payment,
    rounded down to the cent (X-02). A push returns the stake. ``share`` is the function that divides an
    amount. A table rounds up to the cent, and the mathematics divides exactly.
    """
    kind = type(pays)
    if kind is Odds:
        assert isinstance(pays, Odds)
        return share(stake * (pays.num + (pays.den if pays.word == "to" else 0)), pays.den)
    match pays:
        case Dollars():
            return share(pays.cents + (stake if stake_back else 0), 1)
        case MeterShare():
            return share(int(meter * pays.percent // 100), 1)
        case OddsPlusDollars():
            return compute_return(pays.odds, stake, meter, stake_back, share=share) + share(pays.sum.cents, 1)
    return share(stake, 1)


_ODDS = re.compile(r"([\d,]+) (to|for) (\d+)")
_DOLLARS = re.compile(r"\$([\d,]+)(?:\.(\d\d))?")
_SHARE = re.compile(r"(\d+)% of ([a-z]+)")


def parse_payment(text: str) -> Payment:
    if m := _ODDS.fullmatch(text):
        return Odds(int(m[1].replace(",", "")), int(m[3]), "to" if m[2] == "to" else "for")
    if m := _DOLLARS.fullmatch(text):
        return Dollars(int(m[1].replace(",", "")) * 100 + int(m[2] or 0))
    if m := _SHARE.fullmatch(text):
        return MeterShare(int(m[1]), m[2])
    if text == "push":
        return Push()
    first, joined, second = text.partition(" and ")
    if joined:
        odds, extra = parse_payment(first), parse_payment(second)
        if isinstance(odds, Odds) and isinstance(extra, Dollars):
            return OddsPlusDollars(odds, extra)
    raise BadInput(
        f"payment {text!r} is not understood; write '3 to 2', '9 for 1', '$100', '3 to 2 and $100', "
        "'10% of main' or 'push'"
    )


class Row(msgspec.Struct, frozen=True):
    clause: str
    hand: str  # condition that a hand must meet, such as "flush" or "pair_of_tens_or_better"
    pays: Payment
    readings: tuple[str, ...] = ()


class MeterMinimum(msgspec.Struct, frozen=True):
    cents: int
    clause: str
    readings: tuple[str, ...] = ()


class Paytable(msgspec.Struct, frozen=True):
    """One section of chapter 12, row by row, best first."""

    game: str
    wager: str
    letter: str
    clause: str
    rows: tuple[Row, ...]
    minimums: dict[str, MeterMinimum] = {}

    def __hash__(self) -> int:
        return hash((self.game, self.wager, self.letter, self.rows))

    def row_for(self, titles: Collection[str]) -> Row | None:
        """Return the first row whose condition is one of the titles. Only the highest row pays (X-03)."""
        for row in self.rows:
            if row.hand in titles:
                return row
        return None


@cache_per_registry
def paytables(game: str) -> Mapping[str, Mapping[str, Paytable]]:
    try:
        return MappingProxyType(
            {
                wager: MappingProxyType(
                    {letter: _read_table(game, wager, letter, entry) for letter, entry in letters.items()}
                )
                for wager, letters in read_toml(game, "paytables.toml").items()
            }
        )
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise BadInput(f"paytables.toml of the game {game!r}: {fault}") from None


def _read_table(game: str, wager: str, letter: str, entry: dict[str, list[list[str]]]) -> Paytable:
    def cite(short_id: object) -> str:
        return note_cited(f"{game}/{short_id}")

    def read_row(short_id: str, hand: str, pays: str, *rests_on: str) -> Row:
        try:
            return Row(cite(short_id), hand, parse_payment(pays), rests_on)
        except BadInput as fault:
            raise LookupError(f"{wager}.{letter}, {hand}: {fault}") from None

    rows = tuple(read_row(*row) for row in entry["rows"])
    minimums = {}
    for short_id, meter, amount, *rests_on in entry.get("minimums", []):
        payment = parse_payment(amount)
        assert isinstance(payment, Dollars)
        minimums[meter] = MeterMinimum(payment.cents, cite(short_id), tuple(rests_on))
    return Paytable(game, wager, letter, cite(entry["clause"]), rows, minimums)


def paytable(game: str, wager: str, letter: str) -> Paytable:
    tables = paytables(game)
    if wager not in tables:
        raise BadInput(f"{game} has no paytables for {wager!r}; it has {', '.join(tables)}")
    if letter not in tables[wager]:
        raise BadInput(f"{game} {wager} has no paytable {letter!r}; it has {', '.join(tables[wager])}")
    return tables[wager][letter]


def meter_minimums(game: str, letter: str) -> dict[str, MeterMinimum]:
    """Return the minimum initial and reset amounts of a paytable (uth/12.D.3.b, letitride/12.F.2)."""
    return dict(metered_paytable(game, letter).minimums)


def metered_paytables(game: str) -> Mapping[str, Paytable]:
    """Return the paytables of the wager that is paid from meters. Empty if the game has no such wager."""
    wager = declaration(game).metered
    return paytables(game)[wager.table] if wager else {}


def metered_paytable(game: str, letter: str) -> Paytable:
    wager = declaration(game).metered
    if wager is None:
        raise BadInput(f"{game} has no wager that is paid from meters")
    return paytable(game, wager.table, letter)


def envy_schedule(game: str, stake: int, letter: str) -> Paytable:
    """Return the Envy Bonus payments for a stake in cents."""
    return paytable(game, f"envy_{stake // 100}", letter)


@cache_per_registry
def meters(game: str) -> tuple[str, ...]:
    """Return every meter in the game's paytables."""
    return tuple(dict.fromkeys(name for table in metered_paytables(game).values() for name in table.minimums))
