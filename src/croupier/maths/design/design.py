"""Implement ``croupier design``, which changes one rule at a time and searches for paytables.

Every changed row, reading or rule value is solved as a separate wager with its own best play. All figures are
exact. The search for paytables of a bonus wager is faster than a solution of each paytable, because the value
of a bonus wager is a sum over its rows. Each paytable of the main game is solved in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN, Task
from croupier.maths.results import Result, exact, root
from croupier.maths.solver import Variant, solver
from croupier.maths.terms import EVEN, Terms
from croupier.rulebook import Dollars, Odds, Paytable, Row, readings

MOST_TABLES = 500_000
# maximum number of main-game paytables in a search, because solving the game for each takes time
MOST_SOLVED = 5_000
SHOWN = 50

Bounds = tuple[Fraction, Fraction]


class DesignGoals(msgspec.Struct, frozen=True):
    """Bounds on a paytable's edge, hit frequency and standard deviation. None means no bound."""

    edge: Bounds | None = None
    hit: Bounds | None = None
    sd: Bounds | None = None

    def __bool__(self) -> bool:
        return any((self.edge, self.hit, self.sd))

    def takes(self, ev: Fraction, hit: Fraction, spread: float) -> bool:
        return (
            _within(-ev, self.edge)
            and _within(hit, self.hit)
            and (self.sd is None or float(self.sd[0]) <= spread <= float(self.sd[1]))
        )


def _within(value: Fraction, bounds: Bounds | None) -> bool:
    return bounds is None or bounds[0] <= value <= bounds[1]


def design(
    terms: Terms,
    wager: str,
    letter: str | None = None,
    *,
    ranges: Sequence[str] = (),
    edge: Bounds | None = None,
    hit: Bounds | None = None,
    sd: Bounds | None = None,
    values: bool = False,
) -> dict[str, Any]:
    """Return the effect of one more unit on each row, the effect of each reading, and matching paytables.

    With ``values``, the document also has the effect of changing each raise, the qualifier and the odds.
    """
    task = analyze.plan(terms, wager, letter)[0]
    if values and task.wager != MAIN:
        raise BadInput(
            "the option --values needs the main game, which has raises, a qualifier and odds; leave it out "
            f"for {wager}"
        )
    terms = _made_from(terms, task)
    base = analyze.solve(terms, task)
    document: dict[str, Any] = {
        "game": terms.game,
        "wager": wager,
        "paytable": task.table.letter if task.table else None,
        **_figures(base),
        "rows": list(_rows(terms, task, base)),
        "readings": list(worth_of_readings(terms, task, base)),
    }
    if values:
        document["values"] = list(_values(terms, task, base))
    goals = DesignGoals(edge, hit, sd)
    if ranges:
        if task.table is None:
            raise BadInput(f"{task} has no paytable to search; choose a wager with a paytable")
        document["tables"] = _search(terms, task, base, ranges, goals)
    elif goals:
        raise BadInput("the options --edge, --hit and --sd select paytables, so a --range is needed too")
    return document


def _made_from(terms: Terms, task: Task) -> Terms:
    """Record the paytable's origin, so that modified paytables keep its meter minimums and Envy schedule."""
    origin = terms.origin(task.table) if task.table else None
    if task.table is None or origin is None:
        return terms
    return msgspec.structs.replace(terms, base={**terms.base, task.table.wager: origin})


def _figures(result: Result) -> dict[str, Any]:
    return {
        "ev": exact(result.ev),
        "house_edge": float(result.house_edge),
        "element_of_risk": float(result.element_of_risk),
        "hit_frequency": exact(result.hit_frequency),
        "sd": result.sd,
    }


def _describe_change(before: Result, after: Result) -> dict[str, Any]:
    return {
        "ev": exact(after.ev),
        "change": exact(after.ev - before.ev),
        "element_of_risk_change": float(after.element_of_risk - before.element_of_risk),
        "hit_frequency_change": exact(after.hit_frequency - before.hit_frequency),
        "sd_change": after.sd - before.sd,
    }


def _rows(terms: Terms, task: Task, base: Result) -> Iterator[dict[str, Any]]:
    """For each row that pays odds or an amount, solve the wager again with a payment that is one unit
    larger.
    """
    table = task.table
    if table is None:
        return
    for place, row in enumerate(table.rows):
        more = _one_more(row, terms.stake)
        if more is None:
            continue
        rows = (*table.rows[:place], more, *table.rows[place + 1 :])
        changed = msgspec.structs.replace(table, rows=rows)
        after = analyze.solve(terms, Task(task.wager, changed))
        yield {
            "row": row.hand,
            "pays": str(row.pays),
            "with": str(more.pays),
            **_describe_change(base, after),
        }


def _one_more(row: Row, stake: int) -> Row | None:
    match row.pays:
        case Odds(num, den, word):
            return msgspec.structs.replace(row, pays=Odds(num + den, den, word))
        case Dollars(cents):
            return msgspec.structs.replace(row, pays=Dollars(cents + stake))
    return None


def worth_of_readings(terms: Terms, task: Task, base: Result) -> Iterator[dict[str, Any]]:
    """Solve the wager under every other option of each reading, and yield the options that change the
    result.
    """
    for entry in readings().values():
        for choice in entry.choices_in(terms.game):
            if choice == terms.reading(entry.id):
                continue
            other = msgspec.structs.replace(terms, readings={**terms.readings, entry.id: choice})
            try:
                after = analyze.solve(other, task)
            except BadInput as refused:  # There is no exact result under this option.
                yield {"reading": entry.id, "option": choice, "change": None, "why": str(refused)}
                continue
            if after.outcomes != base.outcomes:
                yield {"reading": entry.id, "option": choice, **_describe_change(base, after)}


def _values(terms: Terms, task: Task, base: Result) -> Iterator[dict[str, Any]]:
    """Solve the game again with each raise, the qualifier and each of the odds changed by one step.

    The game's solver defines which values can change.
    """
    of = solver(terms.game)
    for other in (*of.variants(terms), *(_better_odds(terms, wager) for wager in of.odds)):
        after = analyze.solve(other.terms, task)
        if after.outcomes != base.outcomes:
            yield {"value": other.value, "was": other.was, "with": other.now, **_describe_change(base, after)}


def _better_odds(terms: Terms, wager: str) -> Variant:
    odds = terms.main_odds.get(wager, EVEN)
    more = Odds(odds.num + odds.den, odds.den, odds.word)
    changed = msgspec.structs.replace(terms, main_odds={**terms.main_odds, wager: more})
    return Variant(f"{wager} odds", str(odds), str(more), changed)


# --- paytables within bounds


def bounds(written: str, name: str) -> Bounds:
    """Parse bounds such as ``0.02..0.05``, or a single number."""
    low, dots, high = written.partition("..")
    try:
        found = Fraction(low), Fraction(high if dots else low)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--{name} {written!r:.40} is not understood; write it like 0.02..0.05") from None
    if found[0] > found[1]:
        raise BadInput(f"--{name} {written!r:.40}: the first number must be the smaller one")
    return found


def _range(text: str, table: Paytable) -> tuple[str, range]:
    match = re.fullmatch(r"([a-z_]+)=(\d+)\.\.(\d+)(?:/(\d+))?", text)
    rows = [row.hand for row in table.rows if isinstance(row.pays, Odds)]
    if not rows:
        raise BadInput(
            f"--range {text!r:.60}: only odds can vary, and {_name_table(table)} has no row that pays odds"
        )
    fixed = {row.hand: row.pays for row in table.rows if row.hand not in rows}
    if match is not None and match[1] in fixed:
        why = f"only odds can vary, and {match[1]} pays {fixed[match[1]]}"
        raise BadInput(f"--range {text!r:.60}: {why}; choose one of {', '.join(rows)}")
    if match is None or match[1] not in rows:
        raise BadInput(f"--range {text!r:.60}: write it like flush=3..7, with one of {', '.join(rows)}")
    found = range(int(match[2]), int(match[3]) + 1, int(match[4] or 1) or 1)
    if not found:
        raise BadInput(f"--range {text!r:.60}: the first number must be the smaller one")
    return match[1], found


def _name_table(table: Paytable) -> str:
    return f"{table.wager} {table.letter}"


def _ranges(written: Sequence[str], table: Paytable) -> dict[str, range]:
    found: dict[str, range] = {}
    for text in written:
        hand, pays = _range(text, table)
        if hand in found:
            raise BadInput(f"--range {text!r:.60}: {hand} has a range already; give one range for each row")
        found[hand] = pays
    return found


def _search(
    terms: Terms, task: Task, base: Result, written: Sequence[str], goals: DesignGoals
) -> dict[str, Any]:
    """Search for paytables that meet the goals, with rows that pay ``n`` to 1 within the given ranges.

    All other rows stay unchanged. A higher row never pays less than a lower row. For a bonus wager, 0
    removes the row, and a lower row then pays its hands.
    """
    assert task.table is not None
    ranges = _ranges(written, task.table)
    tried = prod(len(each) for each in ranges.values())
    most = MOST_SOLVED if task.wager == MAIN else MOST_TABLES
    if tried > most:
        raise BadInput(f"these ranges contain {tried:,} paytables; the limit is {most:,}")
    order = tuple(row.hand for row in task.table.rows if row.hand in ranges)
    candidates = product(*(ranges[hand] for hand in order))
    falling = (pays for pays in candidates if all(a >= b for a, b in pairwise(filter(None, pays))))
    priced = (
        _price_by_solving(terms, task, order, falling)
        if task.wager == MAIN
        else _price_by_rows(terms, task, order, falling)
    )
    found = [
        {"pays": dict(zip(order, pays, strict=True)), "ev": exact(ev), "hit_frequency": exact(hit), "sd": sd}
        for pays, ev, hit, sd in priced
        if goals.takes(ev, hit, sd)
    ]
    middle = sum(goals.edge, Fraction(0)) / 2 if goals.edge else -base.ev
    found.sort(key=lambda each: abs(-Fraction(str(each["ev"])) - middle))
    return {"tried": tried, "found": len(found), "nearest": found[:SHOWN]}


Pays = tuple[int, ...]
# payments, expected value, hit frequency and standard deviation
Priced = tuple[Pays, Fraction, Fraction, float]


def _with(task: Task, order: tuple[str, ...], pays: Pays) -> Task:
    """Return the task with rows that pay ``n`` to 1. A payment of 0 removes the row."""
    assert task.table is not None
    new = dict(zip(order, pays, strict=True))
    rows = (
        msgspec.structs.replace(row, pays=Odds(new[row.hand], 1, "to")) if row.hand in new else row
        for row in task.table.rows
        if new.get(row.hand) != 0
    )
    return Task(task.wager, msgspec.structs.replace(task.table, rows=tuple(rows)))


def _price_by_solving(
    terms: Terms, task: Task, order: tuple[str, ...], tables: Iterable[Pays]
) -> Iterator[Priced]:
    for pays in tables:
        if 0 in pays:
            raise BadInput(
                "--range: a row of the main game must pay at least 1 to 1; to remove a row, use --rules"
            )
        after = analyze.solve(terms, _with(task, order, pays))
        yield pays, after.ev, after.hit_frequency, after.sd


def _price_by_rows(
    terms: Terms, task: Task, order: tuple[str, ...], tables: Iterable[Pays]
) -> Iterator[Priced]:
    """Price a bonus wager's paytables by summing over rows.

    No decision depends on a bonus wager, so the frequency of each row changes only when a row is removed.
    """
    solved: dict[tuple[bool, ...], tuple[dict[str, Fraction], Fraction, Fraction, Fraction]] = {}
    for pays in tables:
        paying_rows = tuple(pay > 0 for pay in pays)
        if paying_rows not in solved:
            result = analyze.solve(terms, _with(task, order, tuple(map(int, paying_rows))))
            often = {each.name: each.probability for each in result.outcomes}
            rest = [(each.probability, each.net) for each in result.outcomes if each.name not in order]
            value = sum((probability * net for probability, net in rest), Fraction(0))
            squares = sum((probability * net**2 for probability, net in rest), Fraction(0))
            solved[paying_rows] = often, value, squares, result.hit_frequency
        often, value, squares, hit = solved[paying_rows]
        hits = [(often.get(hand, Fraction(0)), pay) for hand, pay in zip(order, pays, strict=True) if pay]
        ev = value + sum((probability * pay for probability, pay in hits), Fraction(0))
        squared = squares + sum((probability * pay**2 for probability, pay in hits), Fraction(0))
        yield pays, ev, hit, root(squared - ev**2)
