"""``croupier design``: a wager solved again with one thing changed, and paytables within bounds.

Nothing here is linearized: every row raised by one unit and every reading is a wager of its own, solved again
with the best play. Only the search for paytables of a bonus wager uses that its value is a sum over rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN, Task
from croupier.maths.results import Result, exact, root
from croupier.maths.terms import Terms
from croupier.rulebook import Dollars, Odds, Paytable, Row, readings

MOST_TABLES = 500_000
SHOWN = 50


def design(
    terms: Terms,
    wager: str,
    letter: str | None = None,
    *,
    ranges: Sequence[str] = (),
    edge: tuple[Fraction, Fraction] | None = None,
    sd: tuple[Fraction, Fraction] | None = None,
) -> dict[str, Any]:
    """What one more unit on each row does, what each reading does, and the paytables asked for."""
    task = analyze.plan(terms, wager, letter)[0]
    base = analyze.solve(terms, task)
    document: dict[str, Any] = {
        "game": terms.game,
        "wager": wager,
        "paytable": task.table.letter if task.table else None,
        **_figures(base),
        "rows": list(_rows(terms, task, base)),
        "readings": list(_readings(terms, task, base)),
    }
    if ranges:
        if wager == MAIN or task.table is None:
            raise BadInput("paytables are searched for bonus wagers; the main game is solved row by row")
        document["tables"] = _search(base, task.table, ranges, edge, sd)
    elif edge or sd:
        raise BadInput("--edge and --sd choose among paytables: say in which --range")
    return document


def _figures(result: Result) -> dict[str, Any]:
    return {
        "ev": exact(result.ev),
        "house_edge": float(result.house_edge),
        "element_of_risk": float(result.element_of_risk),
        "hit_frequency": exact(result.hit_frequency),
        "sd": result.sd,
    }


def _changed(before: Result, after: Result) -> dict[str, Any]:
    return {
        "ev": exact(after.ev),
        "change": exact(after.ev - before.ev),
        "element_of_risk_change": float(after.element_of_risk - before.element_of_risk),
        "hit_frequency_change": exact(after.hit_frequency - before.hit_frequency),
        "sd_change": after.sd - before.sd,
    }


def _rows(terms: Terms, task: Task, base: Result) -> Iterator[dict[str, Any]]:
    """Each row that pays odds or a sum, paying one unit more."""
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
        yield {"row": row.hand, "pays": str(row.pays), "with": str(more.pays), **_changed(base, after)}


def _one_more(row: Row, stake: int) -> Row | None:
    match row.pays:
        case Odds(num, den, word):
            return msgspec.structs.replace(row, pays=Odds(num + den, den, word))
        case Dollars(cents):
            return msgspec.structs.replace(row, pays=Dollars(cents + stake))
    return None


def _readings(terms: Terms, task: Task, base: Result) -> Iterator[dict[str, Any]]:
    """Every reading that may be chosen in the game and moves this wager, under each of its options."""
    for entry in readings().values():
        for choice in entry.choices_in(terms.game):
            if choice == terms.reading(entry.id):
                continue
            other = msgspec.structs.replace(terms, readings={**terms.readings, entry.id: choice})
            try:
                after = analyze.solve(other, task)
            except BadInput as refused:  # no exact figure under this option
                yield {"reading": entry.id, "option": choice, "change": None, "why": str(refused)}
                continue
            if after.outcomes != base.outcomes:
                yield {"reading": entry.id, "option": choice, **_changed(base, after)}


# --- paytables within bounds


def bounds(written: str, name: str) -> tuple[Fraction, Fraction]:
    """``0.02..0.05``, or one number."""
    low, dots, high = written.partition("..")
    try:
        found = Fraction(low), Fraction(high if dots else low)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--{name} {written!r:.40} is not understood; write it like 0.02..0.05") from None
    if found[0] > found[1]:
        raise BadInput(f"--{name} {written!r:.40}: the first number is the smaller one")
    return found


def _range(text: str, table: Paytable) -> tuple[str, range]:
    match = re.fullmatch(r"([a-z_]+)=(\d+)\.\.(\d+)(?:/(\d+))?", text)
    rows = [row.hand for row in table.rows if isinstance(row.pays, Odds)]
    if match is None or match[1] not in rows:
        raise BadInput(f"--range {text!r:.60}: write it like flush=3..7, for one of {', '.join(rows)}")
    found = range(int(match[2]), int(match[3]) + 1, int(match[4] or 1) or 1)
    if not found:
        raise BadInput(f"--range {text!r:.60}: the first number is the smaller one")
    return match[1], found


def _search(
    base: Result,
    table: Paytable,
    written: Sequence[str],
    edge: tuple[Fraction, Fraction] | None,
    sd: tuple[Fraction, Fraction] | None,
) -> dict[str, Any]:
    """Tables whose rows pay so many to 1 within the ranges, others as they are; a higher row pays no less."""
    ranges = dict(_range(text, table) for text in written)
    tried = prod(len(each) for each in ranges.values())
    if tried > MOST_TABLES:
        raise BadInput(f"{tried:,} paytables are in these ranges; {MOST_TABLES:,} at most")
    often = {each.name: each.probability for each in base.outcomes}
    fixed = [(each.probability, each.net) for each in base.outcomes if each.name not in ranges]
    value = sum((probability * net for probability, net in fixed), Fraction(0))
    squares = sum((probability * net**2 for probability, net in fixed), Fraction(0))
    order = [row.hand for row in table.rows if row.hand in ranges]
    found: list[dict[str, Any]] = []
    for pays in product(*(ranges[hand] for hand in order)):
        if any(high < low for high, low in pairwise(pays)):
            continue
        ev = value + sum((often[hand] * pay for hand, pay in zip(order, pays, strict=True)), Fraction(0))
        if edge and not edge[0] <= -ev <= edge[1]:
            continue
        spread = root(
            squares
            + sum((often[hand] * pay**2 for hand, pay in zip(order, pays, strict=True)), Fraction(0))
            - ev**2
        )
        if sd and not float(sd[0]) <= spread <= float(sd[1]):
            continue
        found.append({"pays": dict(zip(order, pays, strict=True)), "ev": exact(ev), "sd": spread})
    middle = sum(edge, Fraction(0)) / 2 if edge else -base.ev
    found.sort(key=lambda each: abs(-Fraction(each["ev"]) - middle))
    return {"tried": tried, "found": len(found), "nearest": found[:SHOWN]}
