"""Build the document of ``croupier analyze``.

The module selects the wagers and paytables, and computes each result or takes it from the cache.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.hands.compiled import seconds_waiting
from croupier.maths.engine import cache
from croupier.maths.results import Result
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.unlisted_rows import notes
from croupier.maths.wagers import progressives, side_wagers
from croupier.rulebook import MeterShare, Paytable, declaration, paytables

MAIN = "main"

# A progress callback that receives the current task's name and the share of all work done so far.
Report = Callable[[str, float], None]


class Task(msgspec.Struct, frozen=True):
    wager: str
    table: Paytable | None

    def __str__(self) -> str:
        return f"{self.wager} {self.table.letter}" if self.table else self.wager


def wagers(game: str) -> tuple[str, ...]:
    """Return the main game and its bonus wagers, in the order in which the rules list them."""
    return (MAIN, *(wager for wager in paytables(game) if wager in solver(game).sides))


def plan(terms: Terms, wager: str | None = None, letter: str | None = None) -> list[Task]:
    """Return one task for each requested wager and paytable."""
    game = terms.game
    if wager is not None and wager not in wagers(game):
        raise BadInput(f"{game} has no wager {wager!r:.40} to analyze; it has {', '.join(wagers(game))}")
    tasks: list[Task] = []
    for name in wagers(game) if wager is None else (wager,):
        paying = solver(game).table if name == MAIN else name
        if paying is None:
            tasks += [Task(name, None)] if letter is None else []
            continue
        tables = terms.paytables(paying)
        tasks += [Task(name, table) for key, table in tables.items() if letter in (None, key)]
    if not tasks:
        _no_such_table(terms, wager, letter)
    _check_options(terms, tasks)
    return tasks


def _no_such_table(terms: Terms, wager: str | None, letter: str | None) -> None:
    if wager is None:
        raise BadInput(f"no wager of {terms.game} has a paytable {letter!r:.40}")
    paying = solver(terms.game).table if wager == MAIN else wager
    if paying is None:
        raise BadInput(f"the main wagers of {terms.game} have no paytables; leave out --paytable")
    known = ", ".join(terms.paytables(paying))
    if not known:
        raise BadInput(f"{wager} is not offered under these rules")
    raise BadInput(f"{terms.game} {wager} has no paytable {letter!r:.40}; it has {known}")


def _check_options(terms: Terms, tasks: list[Task]) -> None:
    """Reject options that have no effect on any requested task. Such an option is probably a mistake."""
    meter_tables = [
        task.table for task in tasks if is_paid_from_meters(terms.game, task.wager) and task.table
    ]
    # A submission states the meters of every wager, so its meters are valid for any requested wager.
    own = [
        each
        for wager, tables in terms.tables.items()
        for each in tables.values()
        if is_paid_from_meters(terms.game, wager)
    ]
    shares = {
        row.pays.meter
        for table in (*meter_tables, *own)
        for row in table.rows
        if isinstance(row.pays, MeterShare)
    }
    for meter in terms.meters:
        if meter not in shares:
            known = f"; there is {', '.join(sorted(shares))}" if shares else ""
            raise BadInput(f"no requested wager pays from a meter {meter!r}{known}")
    if any(is_paid_from_meters(terms.game, task.wager) for task in tasks):
        progressives.check(of_the_progressive(terms))
    elif terms.others is not None:
        raise BadInput("the option --others applies only to the Envy bonus of the Progressive; leave it out")
    elif terms.bettors:
        raise BadInput("the option --bettors applies only to the meters of the Progressive; leave it out")
    limited = terms.payout_limit is not None
    if (
        terms.stake != 100
        and not limited
        and not any(_of_the_stake(terms.game, task.wager) for task in tasks)
    ):
        raise BadInput(
            "the option --stake has no effect here; it matters only for wagers that pay amounts of money"
        )


def is_paid_from_meters(game: str, wager: str) -> bool:
    """Return whether this wager pays from progressive meters."""
    found = declaration(game).metered
    return found is not None and found.name == wager


def _of_the_stake(game: str, wager: str) -> bool:
    return wager != MAIN and side_wagers.side_wager(game, wager).of_the_stake


def of_the_progressive(terms: Terms) -> Terms:
    return msgspec.structs.replace(terms, stake=terms.progressive_stake or terms.stake)


def solve(terms: Terms, task: Task, progress: Callable[[float], None] | None = None) -> Result:
    if task.wager == MAIN:
        return solver(terms.game).solve(terms, task.table, progress)
    assert task.table is not None
    if is_paid_from_meters(terms.game, task.wager):
        return progressives.solve(of_the_progressive(terms), task.table)
    return side_wagers.solve(terms, task.wager, task.table)


def analyze(
    terms: Terms,
    wager: str | None = None,
    letter: str | None = None,
    *,
    fresh: bool = False,
    report: Report | None = None,
) -> dict[str, Any]:
    """Return the JSON document with all requested results and the total computing time in seconds."""
    tasks = plan(terms, wager, letter)
    results = []
    seconds = 0.0
    for number, task in enumerate(tasks):

        def tell(share: float, number: int = number, task: Task = task) -> None:
            if report:
                report(str(task), (number + share) / len(tasks))

        tell(0.0)
        entry = _entry(terms, task, fresh, tell)
        seconds += entry["seconds"]
        results.append(entry["result"])
    return {"game": terms.game, "seconds": round(seconds, 6), "results": results}


def _entry(terms: Terms, task: Task, fresh: bool, progress: Callable[[float], None]) -> dict[str, Any]:
    key = cache.key_of(
        {"wager": task.wager, "table": _builtins(task.table), "terms": _builtins(_relevant(terms, task))}
    )
    if not fresh and isinstance(entry := cache.load(key), dict):
        return entry
    with _stopwatch() as spent:
        result = solve(terms, task, progress)
    document = result.document()
    if lines := notes(terms, task.wager, task.table):
        document["notes"] = lines
    entry = {"result": document, "seconds": spent[0]}
    cache.save(key, entry)
    return entry


def _relevant(terms: Terms, task: Task) -> Terms:
    """Drop the terms that cannot change the task's result, so that more requests use the same cache entry."""
    if task.wager == MAIN and terms.payout_limit is None:
        terms = msgspec.structs.replace(terms, stake=100)
    if not is_paid_from_meters(terms.game, task.wager):
        terms = msgspec.structs.replace(terms, meters={}, others=None, bettors=0, progressive_stake=None)
    envy_tables = {wager: tables for wager, tables in terms.tables.items() if wager.startswith("envy_")}
    return msgspec.structs.replace(terms, tables=envy_tables)


def _builtins(value: object) -> Any:
    return msgspec.to_builtins(value)


@contextlib.contextmanager
def _stopwatch() -> Iterator[list[float]]:
    """Measure computing time in seconds, excluding the time to load and compile the kernels."""
    spent = [0.0]
    waited, start = seconds_waiting(), time.perf_counter()
    yield spent
    spent[0] = max(0.0, time.perf_counter() - start - (seconds_waiting() - waited))
