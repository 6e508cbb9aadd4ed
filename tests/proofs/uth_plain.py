"""Solve Ultimate Texas Hold 'Em twice, with croupier.maths.uth and tests/helpers/uth_by_boards.py.

    python -m tests.proofs.uth_plain [--blind A] [--blind B] [--blind "500 50 10 3 3/2 1"]

Compares exact values: the gain of check over 2x for each of the 1,286,792 spots (hole cards, Flop), 4x
and check for the 169 starting hands, the edge, the frequency of each decision and tie, and the complete
distribution. Prints how many numbers were compared and how many differ. Exits 1 if any differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from croupier.maths.uth import solve
from croupier.maths.uth.classes import classes
from croupier.maths.uth.pricing import price
from croupier.maths.uth.solution import DEALS, whole_pays
from croupier.maths.uth.spots import spot_cells, starting_hands
from croupier.maths.uth.sums import sums
from tests.helpers import uth_by_boards as plain

ROWS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
BLINDS = {"A": "500 50 10 3 3/2 1", "B": "500 50 10 3 3/2 0"}
PLAYS = ("fold", "1x", "2x", "3x", "4x")
CATEGORIES = ("high_card", "pair", "two_pair", "three_of_a_kind", *reversed(ROWS))
RESULTS = ("won", "won_unqualified", "lost", "lost_unqualified", "tied")


class Comparison:
    def __init__(self) -> None:
        self.compared = self.differing = 0

    def of(self, what: str, fast: Any, slow: Any) -> None:
        fast, slow = np.asarray(fast, object), np.asarray(slow, object)
        differing = int((fast != slow).sum())
        self.compared += fast.size
        self.differing += differing
        print(f"  {what}: {fast.size:,} compared, {differing:,} differ", flush=True)


def show(share: float) -> None:
    end = "\n" if share == 1 else ""
    print(f"\r  {share:4.0%}", end=end, file=sys.stderr, flush=True)


def class_of_hole(place: int) -> str:
    high = next(h for h in range(51, 0, -1) if h * (h - 1) // 2 <= place)
    cards = sorted((high, place - high * (high - 1) // 2), key=lambda card: -(card % 13))
    name = "".join("23456789TJQKA"[card % 13] for card in cards)
    if name[0] == name[1]:
        return name
    return name + ("s" if cards[0] // 13 == cards[1] // 13 else "o")


def fast_cells(names: plain.Names, pays: Any, scale: int) -> Any:
    """Return the gain of check over 2x, the bets and the ties of every spot from the stored sums."""
    priced = price(sums(), pays, scale)
    figures = np.stack([priced.gain, priced.bets, priced.ties], axis=1)
    table = classes()
    pairs = [(one, two) for two in range(52) for one in range(two)]
    found = np.zeros((plain.FLOPS, plain.HOLES, 3), np.int64)
    cells = np.empty(4, np.int32)
    for flop in range(plain.FLOPS):
        cards = names.flop_cards[flop].astype(np.int32)
        for hole in range(plain.HOLES):
            if names.hole_class[flop, hole] == hole:
                spot_cells(np.array(pairs[hole], np.int32), cards, table, cells)
                found[flop, hole] = figures[cells].sum(axis=0)
    return found


def compare(letter: str, names: plain.Names, boards: Any, weights: Any) -> Comparison:
    rows = [Fraction(word) for word in BLINDS.get(letter, letter).split()]
    blind = dict(zip(ROWS, rows, strict=True))
    pays, scale = whole_pays(blind)
    comparison = Comparison()
    print(f"Blind {letter}", flush=True)

    began = time.perf_counter()
    work = partial(plain.add_to_cells, names=names, pays=pays, scale=scale)
    added = plain.in_parts(
        lambda some, weight, total: work(some, weight, cells=total),
        boards, weights, (plain.FLOPS, plain.HOLES, 5), show,
    )  # fmt: skip
    # First add up all hole cards that are equivalent on the Flop, and then take the share of one of them.
    cells = np.zeros_like(added)
    possible = names.hole_class >= 0
    np.add.at(cells, (np.nonzero(possible)[0], names.hole_class[possible]), added[possible])
    first = names.hole_class == np.arange(plain.HOLES)
    share = (names.flop_size[:, None] * names.hole_size)[first]
    assert not (cells[first] % share[:, None]).any()
    cells[first] //= share[:, None]
    print(f"  plain way, all boards: {time.perf_counter() - began:.1f} s", flush=True)

    fast = fast_cells(names, pays, scale)
    gain = cells[first][:, plain.CHECK] - cells[first][:, plain.PLAY_2]
    comparison.of("check against 2x on the Flop", fast[first][:, 0], gain)
    comparison.of("Rivers bet", fast[first][:, 1], cells[first][:, plain.BETS])
    comparison.of("Rivers tied", fast[first][:, 2], cells[first][:, plain.TIES])

    # Compute the first decision only from the cells of the plain method.
    began = time.perf_counter()
    solution = solve(blind, distribution=True)
    print(f"  fast way, warm, with the distribution: {time.perf_counter() - began:.3f} s", flush=True)
    of_hole = np.array([class_of_hole(place) for place in range(plain.HOLES)])
    deals = 19_600 * 1_081 * 990 * scale
    decisions = np.zeros((plain.FLOPS, plain.HOLES), np.int64)
    plays = cells[..., plain.PLAY_2] > cells[..., plain.CHECK]
    tied = cells[..., plain.PLAY_2] == cells[..., plain.CHECK]
    better = np.maximum(cells[..., plain.CHECK], cells[..., plain.PLAY_2])
    ev, wagers = Fraction(0), dict.fromkeys(PLAYS, 0)
    ties = {"first": 0, "flop": 0, "river": 0}
    values: list[tuple[Fraction, Fraction]] = []
    for hand in starting_hands():
        here = first & (of_hole == hand.name)
        times = (names.flop_size[:, None] * names.hole_size)[here].astype(object)
        assert times.sum() == hand.combinations * 19_600
        raised = Fraction(int((times * cells[here][:, plain.PLAY_4]).sum()), deals * hand.combinations)
        checked = Fraction(int((times * better[here]).sum()), deals * hand.combinations)
        values.append((raised, checked))
        ev += hand.combinations * max(raised, checked) / 1_326
        ties["first"] += hand.combinations * (raised == checked)
        if raised > checked:
            decisions[here] = 4
            continue
        decisions[here] = np.where(plays[here], 2, 1)
        ties["flop"] += int(times[tied[here]].sum())
        ties["river"] += int((times * cells[here][:, plain.TIES])[~plays[here]].sum())
    fast_values = [(hand.raise_4x, hand.check) for hand in solution.hands]
    comparison.of("4x and check of the starting hands", fast_values, values)
    comparison.of("value of the game", solution.ev, ev)

    began = time.perf_counter()
    decisions = np.where(possible, np.take_along_axis(decisions, np.maximum(names.hole_class, 0), 1), 0)
    work = partial(plain.add_results, names=names, decisions=decisions, pays=pays, scale=scale)
    results = plain.in_parts(
        lambda some, weight, total: work(some, weight, results=total), boards, weights, (5, 10, 5), show
    )
    print(f"  plain way, distribution: {time.perf_counter() - began:.1f} s", flush=True)
    assert solution.results is not None
    keys = [(p, c, r) for p in range(1, 5) for c in range(10) for r in range(5)]
    exact = [solution.results.get((PLAYS[p], CATEGORIES[c], RESULTS[r]), 0) for p, c, r in keys]
    comparison.of("results by decision, hand and outcome", exact, [int(results[key]) for key in keys])
    exact = [solution.results.get(("fold", category, "folded"), 0) for category in CATEGORIES]
    comparison.of("folds by hand", exact, results[0].sum(axis=1).tolist())
    for play, name in enumerate(PLAYS):
        wagers[name] = Fraction(int(results[play].sum()), DEALS)  # type: ignore[assignment]
    comparison.of(
        "decisions", list(solution.decisions.values()), [wagers[name] for name in solution.decisions]
    )
    ways = {"first": 1_326, "flop": 1_326 * 19_600, "river": 1_326 * 19_600 * 1_081}
    slow_ties = [Fraction(ties[name], ways[name]) for name in solution.indifferent]
    comparison.of("exact ties", list(solution.indifferent.values()), slow_ties)
    print(f"  value {solution.ev} = {float(solution.ev):.12f} Antes", flush=True)
    return comparison


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument(
        "--blind", action="append", help="A, B, or six payments from royal flush to straight"
    )
    blinds = options.parse_args().blind or ["A", "B"]
    began = time.perf_counter()
    names = plain.names()
    boards, weights = np.empty((plain.BOARDS, 5), np.int64), np.empty(plain.BOARDS, np.int64)
    assert plain.find_boards(names.card, boards, weights) == plain.BOARDS
    assert weights.sum() == 2_598_960
    print(
        f"{plain.BOARDS:,} boards found in {time.perf_counter() - began:.1f} s, compilation included",
        flush=True,
    )
    done = [compare(letter, names, boards, weights) for letter in blinds]
    compared, differing = sum(c.compared for c in done), sum(c.differing for c in done)
    print(f"{compared:,} numbers compared, {differing:,} differ; {time.perf_counter() - began:.1f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
