"""Drills on chips: cut an amount out of the tray, and color up a player's chips."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from croupier.games import GameRules
from croupier.games.game import amount_returned
from croupier.rulebook.chips import chips
from croupier.rulebook.regulations import regulation
from croupier.submission import format_dollars
from croupier.training.drills.kinds import choice_drill, drill_kind
from croupier.training.drills.payouts import legal_stake, rows_that_pay
from croupier.training.drills.question import Drill

CHIPS = regulation("chip_values")
Cut = tuple[tuple[int, int], ...]  # value in cents and number of chips, the highest value first
MOST_CENTS = 5_000_00  # drills stay with amounts that a dealer cuts by hand


@lru_cache(maxsize=1)
def values() -> tuple[int, ...]:
    """Return the values of the chips in a usual tray, highest first."""
    return tuple(chip.cents for chip in reversed(chips()) if not chip.rare)


def fewest_chips(cents: int) -> Cut | None:
    """Return the fewest chips that make an amount, or None if no chips make it.

    Only the largest chips are taken greedily. For the rest, the smallest set is looked up, because greedy
    choice fails: $4 is four white chips, but greedy choice would begin with a pink chip.
    """
    unit = 50  # every chip value is a multiple of half a dollar
    if cents % unit or cents < 0:
        return None
    table = _table()
    large = values()[0] if cents >= 10 * values()[0] else 0
    whole = (cents - 10 * large) // large if large else 0
    rest = cents - whole * large
    counts: Counter[int] = Counter({large: whole} if whole > 0 else {})
    if rest // unit >= len(table) or table[rest // unit] is None:
        return greedy(cents)
    while rest:
        value = table[rest // unit]
        if value is None:
            return None
        counts[value] += 1
        rest -= value
    return tuple(sorted(((value, count) for value, count in counts.items() if count), reverse=True))


@lru_cache(maxsize=1)
def _table() -> list[int | None]:
    """Return, for each multiple of half a dollar, the highest chip of the smallest set that makes it."""
    unit, size = 50, MOST_CENTS // 50 + 1
    best: list[int] = [0] + [10**9] * (size - 1)
    chosen: list[int | None] = [0] + [None] * (size - 1)
    for amount in range(1, size):
        for value in values():
            before = amount - value // unit
            if before >= 0 and best[before] + 1 < best[amount]:
                best[amount], chosen[amount] = best[before] + 1, value
    return chosen


def greedy(cents: int) -> Cut | None:
    found = []
    for value in values():
        if cents >= value:
            found.append((value, cents // value))
            cents %= value
    return tuple(found) if not cents else None


@lru_cache(maxsize=1)
def names() -> dict[int, str]:
    return {chip.cents: chip.name for chip in chips()}


def cut_words(cut: Cut) -> str:
    parts = [f"{count} {names()[value]} ({format_dollars(value)})" for value, count in cut]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def total(cut: Cut) -> int:
    return sum(value * count for value, count in cut)


def chip_count(cut: Cut) -> int:
    return sum(count for _, count in cut)


def wrong_cuts(rng: random.Random, cut: Cut) -> list[str]:
    """Return typical errors: a chip too many or too few, a wrong color, and a change into smaller chips."""
    counts = dict(cut)
    found: list[dict[int, int]] = []
    order = values()
    for value in counts:
        place = order.index(value)
        for other in order[max(0, place - 1) : place + 2]:
            if other != value:
                found.append({**counts, value: counts[value] - 1, other: counts.get(other, 0) + 1})
        found += [{**counts, value: counts[value] + 1}, {**counts, value: counts[value] - 1}]
        found += [broken for broken in [in_smaller(counts, value)] if broken]
    rng.shuffle(found)
    kept = [tuple(sorted(((v, n) for v, n in each.items() if n > 0), reverse=True)) for each in found]
    wrong = [each for each in kept if each and each != cut and not is_as_good(each, cut)]
    right_sum = [each for each in wrong if total(each) == total(cut)]
    return [cut_words(each) for each in (*right_sum[:1], *wrong)]


def is_as_good(one: Cut, cut: Cut) -> bool:
    return total(one) == total(cut) and chip_count(one) <= chip_count(cut)


def in_smaller(counts: dict[int, int], value: int) -> dict[int, int] | None:
    """Replace one chip by chips of a smaller value."""
    for smaller in values():
        if smaller < value and value % smaller == 0:
            return {**counts, value: counts[value] - 1, smaller: counts.get(smaller, 0) + value // smaller}
    return None


def chip_drill(
    rng: random.Random, rules: GameRules, text: str, cents: int, reason: str, topic: str
) -> Drill | None:
    cut = fewest_chips(cents)
    if cut is None or not 0 < cents <= MOST_CENTS:
        return None
    return choice_drill(
        rng,
        rules,
        text,
        cut_words(cut),
        wrong_cuts(rng, cut),
        clauses=(*rules.played.chips[:1], CHIPS),
        reason=f"{reason} The fewest chips are {cut_words(cut)}, {chip_count(cut)} in all.",
        topic=topic,
        evidence={"cents": cents, "chips": dict(cut)},
    )


@drill_kind("cut_chips", "Cut a payout out of the tray", 7, lambda rules: bool(rows_that_pay(rules)))
def cut_chips(rng: random.Random, rules: GameRules) -> Drill | None:
    wager, _, verdict = rng.choice(rows_that_pay(rules))
    stake = legal_stake(rng, rules, wager)
    cents = amount_returned(verdict, stake) - (0 if rules.wagers[wager].banked else stake)
    return chip_drill(
        rng,
        rules,
        f"You pay {format_dollars(cents)}. Which chips do you cut out of the tray, with as few as possible?",
        cents,
        f"{format_dollars(cents)} is paid.",
        "",
    )


@drill_kind("color_up", "Color up a player's chips", 7)
def color_up(rng: random.Random, rules: GameRules) -> Drill | None:
    small = values()[-4:]
    held = {value: rng.randint(3, 35) for value in rng.sample(small, rng.randint(1, 2))}
    cut: Cut = tuple(sorted(held.items(), reverse=True))
    cents = total(cut)
    best = fewest_chips(cents)
    if best is None or chip_count(best) >= chip_count(cut):
        return None
    return chip_drill(
        rng,
        rules,
        f"A player colors up {cut_words(cut)}. Which chips do you give, with as few as possible?",
        cents,
        f"{cut_words(cut)} are worth {format_dollars(cents)}.",
        "",
    )
