"""Compare how many hands per second Croupier and other libraries rank.

    python benchmarks/hands.py

Each library gets cards in its own format and is called once per hand, as its documentation shows. The
libraries take turns, and the best turn of each counts, so that other load on the machine favors none of them.
If a library numbers the 7,462 hand ranks, the benchmark checks that its ranks equal Croupier's.
"""

from __future__ import annotations

import os
import platform
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from itertools import starmap
from typing import Any

import numpy as np

from croupier.cards import STANDARD
from croupier.hands import arrays, poker_strength

SIZES = (5, 6, 7)
BATCH = 4_000_000
HAND_BY_HAND = 100_000
SLOW = 1_000
ROUNDS = 7
WORST = 7462  # rank of the worst hand in treys and phevaluator, which count from 1

OURS_ARRAY = "croupier, arrays"
OURS_SCALAR = "croupier, hand by hand"
YARDSTICK = "eval7"


@dataclass
class Contender:
    name: str
    size: int
    hands: int
    round: Callable[[], Any]
    answers: Callable[[], list[int]] | None = None  # returns ranks, where 0 is the worst hand
    best: float = float("inf")


@dataclass(frozen=True)
class Result:
    """The speed of one library. ``hands_per_second`` is None if the library is not installed."""

    name: str
    cards: int
    hands_per_second: float | None
    ratio: float | None
    note: str = ""


def deal(size: int, number: int, seed: int = 20_240_611) -> np.ndarray:
    """Deal random hands, one per row. Hands with a repeated card are dropped."""
    rows = np.random.default_rng(seed).integers(0, 52, (3 * number, size), dtype=np.uint8)
    ordered = np.sort(rows, axis=1)
    return np.ascontiguousarray(rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][:number])


def each(function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> Callable[[], Any]:
    return lambda: deque(starmap(function, arguments), maxlen=0)


def ours(size: int, rows: np.ndarray) -> list[Contender]:
    few = rows[:HAND_BY_HAND].tolist()
    cards = [(tuple(STANDARD.order[number] for number in row),) for row in few]
    return [
        Contender(OURS_ARRAY, size, len(rows), lambda: arrays.evaluate(rows)),
        Contender(OURS_SCALAR, size, len(cards), each(poker_strength, cards)),
    ]


def with_eval7(size: int, rows: np.ndarray) -> Contender:
    eval7 = import_module("eval7")
    deck = [eval7.Card(card) for card in STANDARD.order]
    hands = [([deck[number] for number in row],) for row in rows[:HAND_BY_HAND].tolist()]
    return Contender("eval7", size, len(hands), each(eval7.evaluate, hands))


def with_phevaluator(size: int, rows: np.ndarray) -> Contender:
    evaluate = import_module("phevaluator").evaluate_cards
    # phevaluator numbers cards by rank, then suit. Croupier numbers them by suit, then rank.
    hands = [tuple(number % 13 * 4 + number // 13 for number in row) for row in rows[:HAND_BY_HAND].tolist()]
    return Contender(
        "phevaluator",
        size,
        len(hands),
        each(evaluate, hands),
        lambda: [WORST - r for r in starmap(evaluate, hands)],
    )


def with_treys(size: int, rows: np.ndarray) -> Contender:
    treys = import_module("treys")
    deck = [treys.Card.new(card) for card in STANDARD.order]
    evaluate = treys.Evaluator().evaluate
    hands = [
        ([deck[number] for number in row[:2]], [deck[number] for number in row[2:]])
        for row in rows[:HAND_BY_HAND].tolist()
    ]
    return Contender(
        "treys",
        size,
        len(hands),
        each(evaluate, hands),
        lambda: [WORST - r for r in starmap(evaluate, hands)],
    )


def with_pokerkit(size: int, rows: np.ndarray) -> Contender:
    pokerkit = import_module("pokerkit")
    deck = [next(iter(pokerkit.Card.parse(card))) for card in STANDARD.order]
    from_game = pokerkit.StandardHighHand.from_game
    hands = [
        ([deck[number] for number in row[:2]], [deck[number] for number in row[2:]])
        for row in rows[:SLOW].tolist()
    ]
    return Contender("pokerkit", size, len(hands), each(from_game, hands))


PEERS = {
    "eval7": with_eval7,
    "phevaluator": with_phevaluator,
    "treys": with_treys,
    "pokerkit": with_pokerkit,
}


def run() -> list[Result]:
    """Measure all libraries on hands of five, six and seven cards."""
    results: list[Result] = []
    for size in SIZES:
        rows = deal(size, BATCH)
        contenders = ours(size, rows)
        notes: dict[str, str] = {}
        for name, prepare in PEERS.items():
            try:
                contenders.append(prepare(size, rows))
            except ImportError:
                notes[name] = "not installed"
        for contender in contenders:
            contender.round()  # compile and warm up the code before the measurement
            if contender.answers:
                same = contender.answers() == arrays.evaluate(rows[: contender.hands]).tolist()
                notes[contender.name] = "same ranks" if same else "RANKS DIFFER"
        for _ in range(ROUNDS):
            for contender in contenders:
                start = time.perf_counter()
                contender.round()
                contender.best = min(contender.best, time.perf_counter() - start)
        speeds = {contender.name: contender.hands / contender.best for contender in contenders}
        yardstick = speeds.get(YARDSTICK)
        for name in (OURS_ARRAY, OURS_SCALAR, *PEERS):
            speed = speeds.get(name)
            ratio = speed / yardstick if speed and yardstick else None
            results.append(Result(name, size, speed, ratio, notes.get(name, "")))
    return results


def table(results: list[Result]) -> str:
    lines = [f"{'cards':>5}  {'ranked by':<22}{'hands a second':>16}{'of ' + YARDSTICK:>12}  "]
    for result in results:
        speed = "-" if result.hands_per_second is None else f"{result.hands_per_second:,.0f}"
        ratio = "-" if result.ratio is None else _times(result.ratio)
        if result.name == OURS_ARRAY:
            lines.append("")
        lines.append(f"{result.cards:>5}  {result.name:<22}{speed:>16}{ratio:>12}  {result.note}".rstrip())
    return "\n".join(lines)


def _times(ratio: float) -> str:
    return f"{ratio:.1f} x" if ratio >= 10 else f"{ratio:.3f} x"


def setting() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    installed = []
    for name in PEERS:
        try:
            installed.append(f"{name} {version(name)}")
        except ImportError:
            continue
    return (
        f"{platform.machine()}, {cores} cores, Python {platform.python_version()}; {', '.join(installed)}\n"
        f"Croupier ranks arrays of {BATCH:,} hands on all cores. Other libraries rank hand by hand.\n"
        f"Each speed is the best of {ROUNDS} rounds."
    )


if __name__ == "__main__":
    print(setting())
    print()
    print(table(run()))
