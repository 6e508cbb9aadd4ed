"""Compare the table machine with the exact mathematics over random rounds with the best play.

    python tests/proofs/simulate.py [--rounds 1000000] [--game uth] [--seed 1] [--processes 2]

One seat makes every offered wager and follows ``croupier.maths.advice``. Rounds use the paytables in
turn. The net of the main wagers must be within four standard errors of the exact value. Every row of a
bonus wager must occur as often as its exact probability allows (binomial, two-sided, one in a million).
Prints the largest deviation of both kinds, and exits 1 if one is out of bounds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import exp, lgamma, log, log1p
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from croupier.cards import Card
from croupier.games import game as game_named
from croupier.games.game import BOARD, Ask, seat_place
from croupier.maths import analyze
from croupier.maths.advice import advise, warm
from croupier.maths.results import Result
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.rulebook import games, paytables
from croupier.submission import Rules, partial
from croupier.table import commands as do
from croupier.table.driving.driver import AUTOMATIONS
from croupier.table.driving.sources import SealedShoe
from croupier.table.events import WagerSettled
from croupier.table.state import TableState, open_table
from tests.helpers import now

GAMES = games()

CHUNK = 2_000
STANDARD_ERRORS = 4.0
ONE_IN_A_MILLION = 1e-6
SEAT = 1
MAIN = {
    "uth": {"ante": 1000, "blind": 1000},
    "letitride": {"bet1": 1000, "bet2": 1000, "bet3": 1000},
    "dragon": {"ante": 1000, "ante_bonus": 1000},
    "topfive": {"ante": 1000},
}
STAKE = 100  # the stake of every bonus wager, for which the exact results are computed
UNIT = 1000
LOST = "no row"


class Work(NamedTuple):
    game: str
    seed: str
    first: int
    rounds: int


class Tally(NamedTuple):
    """Counts rounds by table, sums of the main net and its square by table, and rows by (wager, letter)."""

    rounds: Counter[tuple[str, str]]
    net: Counter[str]
    squares: Counter[str]
    rows: Counter[tuple[str, str, str]]

    def add(self, other: Tally) -> None:
        counters: Iterable[tuple[Any, Any]] = zip(self, other, strict=True)
        for mine, more in counters:
            mine.update(more)


def no_tally() -> Tally:
    return Tally(Counter(), Counter(), Counter(), Counter())


# --- rounds


class Variant(NamedTuple):
    rules: Rules
    letters: dict[str, str]
    ready: TableState  # bets are closed and no card is dealt, so every round of the variant starts here


@cache
def variants(game: str) -> tuple[Variant, ...]:
    """Return as many tables as the longest list of paytables. Shorter lists repeat."""
    sides = analyze.wagers(game)[1:]
    main = solver(game).table
    posted = {wager: list(paytables(game)[wager]) for wager in (*sides, *([main] if main else ()))}
    made = []
    for turn in range(max(len(letters) for letters in posted.values())):
        letters = {wager: each[turn % len(each)] for wager, each in posted.items()}
        submission: dict[str, object] = {
            "paytables": {wager: letter for wager, letter in letters.items() if wager != "progressive"}
        }
        if "progressive" in letters:
            submission["progressive"] = {"paytable": letters["progressive"], "stake": 1, "rate": "0"}
        rules = partial(submission, game, "hand")
        wagers = {**MAIN[game], **dict.fromkeys(sides, STAKE)}
        made.append(Variant(rules, letters, ready_table(rules, wagers)))
    return tuple(made)


def ready_table(rules: Rules, wagers: dict[str, int]) -> TableState:
    shoe = SealedShoe(game_named(rules.game).deck, Random(0).randbytes)
    table = now.AskingDriver(open_table(rules), shoe, AUTOMATIONS)
    by = "player:one"
    table.do(do.SitDown(seat=SEAT, player="one", by=by))
    table.do(do.BuyIn(player="one", cents=10**7))
    table.do(now.bet(seat=SEAT, wagers=wagers, by=by))
    table.do(do.CloseBetting())
    return table.state


def play(variant: Variant, random: Random) -> list[WagerSettled]:
    """Play one round from the first card to the last payment."""
    settled: list[WagerSettled] = []
    table = now.AskingDriver(
        variant.ready,
        SealedShoe(game_named(variant.rules.game).deck, random.randbytes),
        AUTOMATIONS,
        lambda step, sealed: settled.extend(each for each in step.events if isinstance(each, WagerSettled)),
    )
    number = variant.ready.round.number
    table.run()
    while table.state.round.number == number and isinstance(table.state.phase, Ask):
        table.do(now.decide(seat=SEAT, choice=decide(variant, table.state)))
        table.run()
    return settled


_known: dict[object, str] = {}


def decide(variant: Variant, state: TableState) -> str:
    """Return the best choice for the hand and the face-up cards."""
    game = variant.rules.game
    cards = state.layout.cards
    hand = cards[seat_place(SEAT)]
    board = cards.get(BOARD, ())[: state.layout.turned.get(BOARD, 0)]  # face-up cards
    main = solver(game).table
    if game == "uth":  # these hands are too many to cache, and computing them is fast enough
        return advise(variant.rules, game, hand, board).best
    key = (variant.letters[main] if main else "", *LOOKS_LIKE[game](hand, board))
    if key not in _known:
        _known[key] = advise(variant.rules, game, hand, board).best
    return _known[key]


# Without dead cards, hands that differ only in these suits have the same decision.
LOOKS_LIKE: dict[str, Callable[[tuple[Card, ...], tuple[Card, ...]], tuple[object, ...]]] = {
    "letitride": lambda hand, board: (
        tuple(sorted(card[0] for card in hand + board)),
        len({card[1] for card in hand + board}) == 1,
    ),
    "dragon": lambda hand, board: (tuple(sorted(card.replace("Db", "Dr") for card in hand)),),
    "topfive": lambda hand, board: (tuple(sorted(card for card in hand if card[0] in "AKQJT")),),
}


def run(work: Work) -> Tally:
    warm(work.game)
    random = Random(f"{work.seed} {work.first}")
    tables = variants(work.game)
    tally = no_tally()
    main = solver(work.game).table
    for number in range(work.first, work.first + work.rounds):
        variant = tables[number % len(tables)]
        net = 0
        for event in play(variant, random):
            if event.wager not in analyze.wagers(work.game):
                net += event.returned - event.staked
                continue
            letter = variant.letters[event.wager]
            tally.rounds[event.wager, letter] += 1
            tally.rows[event.wager, letter, row_of(work.game, event, letter)] += 1
        letter = variant.letters[main] if main else ""
        tally.rounds["main", letter] += 1
        tally.net[letter] += net
        tally.squares[letter] += net * net
    return tally


def row_of(game: str, event: WagerSettled, letter: str) -> str:
    for row in paytables(game)[event.wager][letter].rows:
        if row.clause in event.clauses:
            return row.hand
    assert event.result == "lose", event
    return LOST


# --- judging


class Verdict(NamedTuple):
    name: str
    rounds: int
    measure: float  # the bounds for standard errors (main) and p-values (rows)
    good: bool
    text: str


def binomial_p(count: int, rounds: int, chance: Fraction) -> float:
    """Return the two-sided p-value: twice the smaller tail, exact up to rounding."""
    if chance in (0, 1):
        return 1.0 if count == rounds * chance else 0.0
    p = float(chance)

    def mass(k: int) -> float:
        ways = lgamma(rounds + 1) - lgamma(k + 1) - lgamma(rounds - k + 1)
        return exp(ways + k * log(p) + (rounds - k) * log1p(-p))

    def tail(step: int) -> float:
        total, k, term = 0.0, count, mass(count)
        while term > total * 1e-17 and 0 <= k <= rounds:
            total += term
            if step > 0:
                term *= (rounds - k) / (k + 1) * p / (1 - p)
            else:
                term *= k / (rounds - k + 1) * (1 - p) / p
            k += step
        return total

    return min(1.0, 2 * min(tail(1), tail(-1)))


def judge(game: str, tally: Tally) -> list[Verdict]:
    verdicts = []
    terms = Terms(game)
    for task in analyze.plan(terms):
        letter = task.table.letter if task.table else ""
        rounds = tally.rounds[task.wager, letter]
        exact = analyze.solve(terms, task)
        if task.wager == "main":
            verdicts.append(judge_main(game, letter, rounds, tally, exact))
        else:
            verdicts += judge_rows(game, task.wager, letter, rounds, tally, exact)
    return verdicts


def judge_main(game: str, letter: str, rounds: int, tally: Tally, exact: Result) -> Verdict:
    mean = tally.net[letter] / rounds / UNIT
    off = (mean - float(exact.ev)) / (exact.sd / rounds**0.5)
    seen_sd = (tally.squares[letter] / rounds / UNIT**2 - mean**2) ** 0.5
    text = (
        f"mean {mean:+.6f}, exact {float(exact.ev):+.6f}, SD {seen_sd:.3f} and {exact.sd:.3f}, {off:+.2f} SE"
    )
    return Verdict(f"{game} main {letter}".rstrip(), rounds, abs(off), abs(off) <= STANDARD_ERRORS, text)


def judge_rows(
    game: str, wager: str, letter: str, rounds: int, tally: Tally, exact: Result
) -> Iterator[Verdict]:
    names = [*(each.name for each in exact.outcomes[:-1]), LOST]
    for name, outcome in zip(names, exact.outcomes, strict=True):
        count = tally.rows[wager, letter, name]
        p = binomial_p(count, rounds, outcome.probability)
        text = f"{count} of {rounds}, expected {float(outcome.probability * rounds):.1f}, p {p:.3g}"
        yield Verdict(f"{game} {wager} {letter} {name}", rounds, p, p > ONE_IN_A_MILLION, text)


def simulate(game: str, rounds: int, seed: str = "1", processes: int = 1) -> list[Verdict]:
    chunks = [
        Work(game, f"{game} {seed}", first, min(CHUNK, rounds - first)) for first in range(0, rounds, CHUNK)
    ]
    tally = no_tally()
    if processes == 1:
        for work in chunks:
            tally.add(run(work))
    else:
        with get_context("spawn").Pool(processes) as pool:
            for part in pool.imap_unordered(run, chunks):
                tally.add(part)
    return judge(game, tally)


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=1_000_000)
    options.add_argument("--game", choices=GAMES, action="append")
    options.add_argument("--seed", default="1")
    options.add_argument("--processes", type=int, default=2)
    chosen = options.parse_args()
    good = True
    for game in chosen.game or GAMES:
        start = time.perf_counter()
        verdicts = simulate(game, chosen.rounds, chosen.seed, chosen.processes)
        rows = [each for each in verdicts if " main" not in each.name]
        for each in verdicts:
            if each not in rows or not each.good:
                print(f"{each.name}: {each.text}{'' if each.good else '  TOO FAR'}", flush=True)
        worst = min(rows, key=lambda each: each.measure)
        print(f"{game}: {len(rows)} rows, the least likely {worst.name}: {worst.text}")
        print(
            f"{game}: {chosen.rounds:,} rounds, seed {chosen.seed!r}, {time.perf_counter() - start:.0f} s",
            flush=True,
        )
        good = good and all(each.good for each in verdicts)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
