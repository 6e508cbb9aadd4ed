"""Every bonus wager: the frequencies it is decided by, the readings it rests on, and what a paytable makes
of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import msgspec

from croupier.cards import DRAGON, Card
from croupier.errors import BadInput
from croupier.maths.results import Outcome, Result
from croupier.maths.terms import Terms, winnings
from croupier.maths.wagers import frequencies
from croupier.maths.wagers.frequencies import Frequencies, Titles
from croupier.rulebook import Dollars, MeterShare, Odds, Paytable, Push, Row, paytables

LOSES = "no paying hand"


class SideWager(msgspec.Struct, frozen=True):
    """A wager that no decision can change. ``decided_by`` may look at the paytable: it picks the cards that
    count.
    """

    decided_by: Callable[[Terms, Paytable], Frequencies]
    readings: tuple[str, ...]
    of_the_stake: bool = False  # what it returns depends on the stake: sums of money, meters
    stake_kept: Callable[[Terms], bool] = lambda terms: False  # a sum of money is all the player gets


@cache
def bad_beat(either: bool) -> Frequencies:
    """The beaten hand's class over all boards and pairs of hands, by U-03: the player's alone, or either
    one's.

    The player and the dealer draw alike, so each beats the other equally often: either hand is twice one of
    them.
    """
    from croupier.maths.wagers.bad_beat import player_beaten  # compiled: loaded only when it is asked for

    counts, total = player_beaten()
    times = 2 if either else 1
    beaten: Counter[Titles] = Counter({frozenset({name}): times * count for name, count in counts.items()})
    beaten[frozenset()] = total - sum(beaten.values())
    return Frequencies(dict(beaten), total)


def _progressive(terms: Terms, table: Paytable) -> Frequencies:
    if terms.game == "uth":
        return frequencies.poker(7 if terms.reading("U-01") == "R1" else 5)
    return frequencies.three_cards() if on_three_cards(table) else frequencies.poker(5)


def on_three_cards(table: Paytable) -> bool:
    """A table that asks for A-K-Q looks at the player's own three cards, its Envy too (L-02)."""
    return any(row.hand.startswith("akq_") for row in table.rows)


def _pack(terms: Terms) -> dict[Card, int]:
    return {card: terms.copies(card) for card in DRAGON.counts}


WAGERS: dict[tuple[str, str], SideWager] = {
    ("uth", "trips"): SideWager(lambda terms, table: frequencies.poker(7), ("X-03", "X-04", "X-31", "U-09")),
    ("uth", "progressive"): SideWager(
        _progressive, ("U-01", "X-02", "X-04", "X-11"), True, lambda terms: True
    ),
    ("uth", "six_card"): SideWager(
        lambda terms, table: frequencies.six_cards(), ("U-04", "U-27", "U-28", "X-03", "X-04"), True
    ),
    ("uth", "ultimate_pairs"): SideWager(
        lambda terms, table: frequencies.hole_pairs(), ("U-19", "X-03", "X-04")
    ),
    ("uth", "bad_beat"): SideWager(
        lambda terms, table: bad_beat(terms.reading("U-03") == "R1"), ("U-03", "U-17", "X-04")
    ),
    ("uth", "play_the_board"): SideWager(lambda terms, table: frequencies.poker(5), ("U-18", "U-19", "X-04")),
    ("letitride", "five_card"): SideWager(
        lambda terms, table: frequencies.poker(5),
        ("L-03", "L-04", "L-08"),
        True,
        lambda terms: terms.reading("L-04") == "R1",
    ),
    ("letitride", "three_card"): SideWager(lambda terms, table: frequencies.three_cards(), ("L-09", "X-03")),
    ("letitride", "six_card"): SideWager(
        lambda terms, table: frequencies.six_cards(), ("L-05", "U-27", "U-28", "X-03"), True
    ),
    ("letitride", "progressive"): SideWager(_progressive, ("L-02", "X-02", "X-11"), True, lambda terms: True),
    ("dragon", "three_card"): SideWager(
        lambda terms, table: frequencies.dragon_hands(_pack(terms)), ("D-03", "D-13", "X-04")
    ),
    ("dragon", "dragon"): SideWager(
        lambda terms, table: frequencies.dragon_wager(terms.reading("D-04"), _pack(terms)),
        ("D-04", "X-03", "X-04"),
    ),
    ("topfive", "top_five"): SideWager(lambda terms, table: frequencies.top_fives(), ("T-05", "X-04")),
    ("topfive", "poker"): SideWager(
        lambda terms, table: frequencies.top_fives(), ("T-01", "T-05", "T-15", "X-04")
    ),
}


def side_wager(game: str, wager: str) -> SideWager:
    return WAGERS[game, wager]


def matched(terms: Terms, table: Paytable, found: Frequencies) -> list[tuple[Row, int]]:
    """Every row with the number of hands it pays: the first-listed row that a hand satisfies (X-03)."""
    rows = table.rows
    if table.wager == "five_card" and terms.reading("L-03") == "R2":
        rows = tuple(row for row in rows if not row.hand.startswith("pair"))  # letitride/11.E.1 as a filter
    kept = msgspec.structs.replace(table, rows=rows)
    hits = dict.fromkeys((id(row) for row in rows), 0)
    for titles, count in found.counts.items():
        row = kept.row_for(titles)
        if row is not None:
            hits[id(row)] += count
    return [(row, hits[id(row)]) for row in rows]


def net(terms: Terms, wager: SideWager, table: Paytable, row: Row) -> Fraction:
    """What a row gains on one unit of stake."""
    pays = row.pays
    match pays:
        case Push():
            return Fraction(0)
        case Odds():
            if as_for(terms, table):
                return Fraction(pays.num, pays.den) - 1
            return winnings(pays)
        case Dollars():
            kept = 1 if wager.stake_kept(terms) else 0
            return Fraction(pays.cents, terms.stake) - kept
        case MeterShare():  # no stake besides; paid down to the cent
            share = meter(terms, table, pays.meter) * pays.percent // 100
            return Fraction(share, terms.stake) - 1


def as_for(terms: Terms, table: Paytable) -> bool:
    """X-02 R2: the "to" of the UTH progressive table A is a misprint for "for"."""
    letter = terms.base.get(table.wager, table.letter)
    return (table.game, table.wager, letter) == ("uth", "progressive", "A") and terms.reading("X-02") == "R2"


def meter(terms: Terms, table: Paytable, name: str) -> int:
    """Cents on a meter: as told, or the least it may show when the table opens."""
    if name in terms.meters:
        return terms.meters[name]
    book = paytables(terms.game)["progressive"].get(terms.base.get(table.wager, table.letter))
    if book is None or name not in book.minimums:
        raise BadInput(
            f"no rule sets a least amount for the meter {name!r} here: give --meter {name}=DOLLARS"
        )
    return book.minimums[name].cents


def solve(terms: Terms, wager_name: str, table: Paytable) -> Result:
    wager = side_wager(terms.game, wager_name)
    found = wager.decided_by(terms, table)
    rows = matched(terms, table, found)
    outcomes = [
        Outcome(row.hand, Fraction(count, found.total), net(terms, wager, table, row), str(row.pays), True)
        for row, count in rows
    ]
    missed = found.total - sum(count for _, count in rows)
    outcomes.append(Outcome(LOSES, Fraction(missed, found.total), Fraction(-1), "loses", False))
    used = [*wager.readings, *(each for row in table.rows for each in row.readings)]
    extra = {"stake": str(Fraction(terms.stake, 100))} if wager.of_the_stake else {}
    readings = terms.taken(*dict.fromkeys(used))
    return Result(wager_name, table.letter, "stake", tuple(outcomes), readings, extra=extra)
