"""Measure how long exact answers take for the smaller games, and for all wagers of all four games.

    python -m benchmarks.maths

The benchmark prints the median of several runs, and the fastest and slowest run. "Everything" means all
wagers and paytables of the four games, with exact distributions, computed in a new process with an empty
result cache. With "compilation included", the run also compiles every kernel. A published exact solution of
Let It Ride (in TypeScript) takes one to five minutes. The table shows one minute next to Croupier's time
without stored data.
"""

from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import STANDARD
from croupier.hands.dragon import DRAGON
from croupier.maths.advice import ChosenTerms, advise
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.rules_file import terms_from
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.wagers import frequencies

ONE_MINUTE = 60.0

EVERYTHING = """
import time; began = time.perf_counter()
from croupier.maths.analyze import analyze
from croupier.maths.terms import Terms
from croupier.rulebook import games
results = [result for game in games() for result in analyze(Terms(game))["results"]]
seconds = time.perf_counter() - began
import resource
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, len(results))
"""


@dataclass(frozen=True)
class Line:
    """The times of one task in seconds."""

    what: str
    times: tuple[float, ...]
    goal: float | None = None
    published: float | None = None
    note: str = ""

    @property
    def middle(self) -> float:
        return statistics.median(self.times)


def clock(work: Callable[[], object], runs: int) -> tuple[float, ...]:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return tuple(times)


def main_games(chance: random.Random) -> list[Line]:
    first = clock(lambda: letitride.solve(Terms("letitride"), Terms("letitride").paytables("main")["A"]), 1)

    def ride() -> object:
        # Solve a new paytable, as if a game designer had changed a number.
        odds = f"{chance.randint(500, 1500)} to 1"
        terms = terms_from({"paytables": {"main": {"base": "A", "royal_flush": odds}}}, "letitride")
        return letitride.solve(terms, terms.paytables("main")["own"])

    def characters() -> object:
        terms = Terms("dragon")
        return dragon.solve(terms, terms.paytables("ante_bonus")["A"])

    def tops() -> object:
        topfive.outcomes.cache_clear()
        return topfive.solve(Terms("topfive"))

    tops()
    return [
        Line("Let It Ride, first paytable", first, published=ONE_MINUTE),
        Line("Let It Ride, further paytables", clock(ride, 25), 0.2),
        Line("Dragon Poker", clock(characters, 25), 0.2),
        Line("Top Five Poker", clock(tops, 25), 0.2),
    ]


def counts() -> list[Line]:
    lines = []
    for size in (5, 6, 7):

        def count(size: int = size) -> object:
            return frequencies.count_poker(size)

        lines.append(Line(f"hand frequencies, best five of {size} cards", clock(count, 3)))
    return lines


def decisions(chance: random.Random) -> list[Line]:
    lines = []
    for what, game, deck, held, shown in (
        ("Let It Ride, Bet 1", "letitride", STANDARD, 3, 0),
        ("Let It Ride, Bet 2", "letitride", STANDARD, 3, 1),
        ("Dragon Poker, play or fold", "dragon", DRAGON, 3, 0),
        ("Top Five Poker, play or fold", "topfive", STANDARD, 7, 0),
    ):
        chosen = ChosenTerms(Terms(game))

        def decide(
            game: str = game,
            chosen: ChosenTerms = chosen,
            order: tuple[str, ...] = deck.order,
            k: int = held,
            b: int = shown,
        ) -> Fraction:
            cards = chance.sample(order, k + b)
            return max(advise(chosen, game, cards[:k], cards[k:]).values.values())

        decide()
        lines.append(Line(what, clock(decide, 200)))
    return lines


def process(compiled: str | None, results: str) -> tuple[float, float, int]:
    """Compute everything in a new process. Return its seconds, megabytes and number of results.
    If the folder of compiled kernels is empty, the process compiles the kernels first.
    """
    environment = dict(os.environ, CROUPIER_CACHE=results)
    if compiled:
        environment["CROUPIER_COMPILED"] = compiled
    ran = subprocess.run(
        [sys.executable, "-c", EVERYTHING], env=environment, capture_output=True, text=True, check=True
    )
    seconds, kilobytes, found = ran.stdout.split()
    return float(seconds), int(kilobytes) / 1024, int(found)


def everything(runs: int = 3) -> list[Line]:
    with tempfile.TemporaryDirectory() as kernels, tempfile.TemporaryDirectory() as results:
        cold, memory, found = process(kernels, results)
        lines = [
            Line(
                f"everything, {found} results, compilation included", (cold,), 90.0, note=f"{memory:,.0f} MB"
            )
        ]
        warm = []
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as empty:
                warm.append(process(kernels, empty))
        lines.append(
            Line(
                f"everything, {found} results, compiled before",
                tuple(seconds for seconds, _, _ in warm),
                3.0,
                note=f"{max(memory for _, memory, _ in warm):,.0f} MB (goal 200)",
            )
        )
        again = [process(kernels, results)[0] for _ in range(runs)]
        lines.append(Line("everything, read from the result cache", tuple(again)))
    return lines


def show(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def table(lines: list[Line]) -> str:
    text = [f"{'':<50}{'time':>10}  {'fastest - slowest':<22}{'goal':>8}{'published':>11}{'ratio':>12}"]
    for line in lines:
        spread = f"{show(min(line.times))} - {show(max(line.times))}"
        goal = "" if line.goal is None else show(line.goal)
        published = "" if line.published is None else show(line.published)
        ratio = "" if line.published is None else f"{line.published / line.middle:,.0f} x"
        row = f"{line.what:<50}{show(line.middle):>10}  {spread:<22}{goal:>8}{published:>11}{ratio:>12}"
        text.append(f"{row}  {line.note}".rstrip())
    return "\n".join(text)


def setting() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    print(setting())
    print()
    chance = random.Random(1)
    print(table([*main_games(chance), *counts(), *decisions(chance), *everything()]))
