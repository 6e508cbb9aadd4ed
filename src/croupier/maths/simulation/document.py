"""Build the document of a simulation: counts, exact expectation and deviation of every wager."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.advice import ChosenTerms
from croupier.maths.analyze import Task
from croupier.maths.results import Result, exact, plain, root, words
from croupier.maths.risk.stakes import at_stake
from croupier.maths.simulation.run import Counts, Job, check_rounds, prepare_play, run
from croupier.maths.solver import solver
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.maths.wagers import side_wagers
from croupier.rulebook import Paytable

MAIN_STAKE = 1000  # one unit of the main wagers, in cents


def simulate(
    terms: Terms,
    rounds: int,
    *,
    letter: str | None = None,
    rules: RuleList | None = None,
    seed: str = "1",
    workers: int | None = None,
    cluster: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    report: Callable[[float], None] | None = None,
    stakes: Mapping[str, int] = {},
) -> dict[str, Any]:
    """Return the ``croupier simulate --json`` document for one seat that makes every wager.

    The main game is simulated under one paytable, and each bonus wager under all of its paytables.
    ``stakes`` has the stakes in cents of bonus wagers that pay amounts of money.
    """
    for wager in stakes:
        if wager not in solver(terms.game).sides or not solver(terms.game).sides[wager].of_the_stake:
            raise BadInput(f"--stake {wager!r:.40}: only wagers that pay amounts of money need a stake")
    check_rounds(rounds)  # Reject a bad number before anything is compiled.
    paying = solver(terms.game).table
    chosen = ChosenTerms(terms, letter)
    table = chosen.paytable(paying) if paying else None
    job = Job(_main_terms(terms), table, rules, rounds, seed)
    play = prepare_play(job)
    start = time.perf_counter()
    counts = run(job, workers=workers, cluster=cluster, keep=keep, report=report)
    seconds = time.perf_counter() - start
    results = [main_entry(play, table, counts, rounds)]
    by_column = dict(zip(play.columns, counts[1:], strict=True))
    for wager in analyze.wagers(terms.game)[1:]:
        for each in terms.paytables(wager).values():
            found = by_column[play.column_of(wager, each)]
            titles = play.columns[play.column_of(wager, each)]
            results.append(
                _side_entry(at_stake(terms, wager, stakes), Task(wager, each), titles, found, rounds)
            )
    return {
        "game": terms.game,
        "rounds": rounds,
        "seed": int(seed) if seed.isdecimal() else seed,
        "seconds": round(seconds, 6),
        "rounds_per_second": round(rounds / seconds),
        "strategy": rules.name if rules else "best",
        "results": results,
    }


def _main_terms(terms: Terms) -> Terms:
    """Return the terms without the paytables, stakes and meters that only bonus wagers use."""
    return Terms(
        terms.game,
        readings=dict(terms.readings),
        main_odds=dict(terms.main_odds),
        pack=dict(terms.pack),
        raises=dict(terms.raises),
        qualifier=terms.qualifier,
        payout_limit=terms.payout_limit,
    )


def main_entry(play: Play, table: Paytable | None, counts: Counts, rounds: int) -> dict[str, Any]:
    result = play.result(table, "unit")
    unit = _whole(MAIN_STAKE, [each.net for each in result.outcomes])
    nets: dict[Fraction, int] = {}
    parts: dict[str, list[Fraction]] = {}
    decisions: dict[str, int] = {}
    for ending, number in zip(play.endings, counts[0], strict=True):
        nets[ending.total] = nets.get(ending.total, 0) + number
        if number:
            choices = ", ".join(ending.decisions)
            decisions[choices] = decisions.get(choices, 0) + number
        for wager, units in ending.staked.items():
            part = parts.setdefault(wager, [Fraction(0), Fraction(0)])
            part[0] += units * number
            part[1] += (units + ending.net[wager]) * number
    staked = sum(units * unit for units, _ in parts.values())
    returned = sum(units * unit for _, units in parts.values())
    outcomes = [(each.name, each.probability, nets[each.net], words(each.net)) for each in result.outcomes]
    return {
        **_entry("main", table, unit, result, int(staked), int(returned), rounds),
        "parts": {
            wager: {"staked": int(units * unit), "returned": int(back * unit)}
            for wager, (units, back) in parts.items()
        },
        "decisions": decisions,
        "outcomes": _outcomes(outcomes, rounds),
    }


def _side_entry(
    terms: Terms, task: Task, titles: tuple[frozenset[str], ...], counts: list[int], rounds: int
) -> dict[str, Any]:
    table = task.table
    assert table is not None
    if analyze.is_paid_from_meters(terms.game, task.wager):
        terms = analyze.of_the_progressive(terms)
    wager = side_wagers.side_wager(terms.game, task.wager)
    result = analyze.solve(terms, task)
    rows = tuple(row for row in table.rows if wager.pays(terms, table, row) is not None)
    paying_table = msgspec.structs.replace(table, rows=rows)
    rounds_by_row: dict[str, int] = dict.fromkeys((each.name for each in result.outcomes), 0)
    for each, count in zip(titles, counts, strict=True):
        row = paying_table.row_for(each)
        rounds_by_row[side_wagers.LOSES if row is None else row.hand] += count
    nets = [each.net for each in result.outcomes]
    stake = terms.stake if wager.of_the_stake else _whole(terms.stake, nets)
    returned = sum(
        (rounds_by_row[each.name] * (each.net + 1) * stake for each in result.outcomes), Fraction(0)
    )
    outcomes = [
        (each.name, each.probability, rounds_by_row[each.name], each.pays) for each in result.outcomes
    ]
    return {
        **_entry(task.wager, table, stake, result, rounds * stake, int(returned), rounds),
        "outcomes": _outcomes(outcomes, rounds),
    }


def _whole(stake: int, nets: list[Fraction]) -> int:
    """Return the smallest multiple of the stake for which every net result is a whole number of cents."""
    parts = lcm(*((net * stake).denominator for net in nets))
    return stake * parts


def _entry(
    wager: str, table: Paytable | None, unit: int, result: Result, staked: int, returned: int, rounds: int
) -> dict[str, Any]:
    mean = result.ev - result.beyond  # no Envy: the simulation deals no hands of other players
    off = Fraction(returned - staked) - rounds * mean * unit
    spread = root(result.variance) * unit * sqrt(rounds)
    return {
        "wager": wager,
        "paytable": table.letter if table else None,
        "unit": unit,
        "staked": staked,
        "returned": returned,
        "net": returned - staked,
        "expected": exact(mean),
        "expected_net": exact(rounds * mean * unit),
        "sd": result.sd,
        "z": float(off) / spread if spread else 0.0,
    }


def _outcomes(outcomes: list[tuple[str, Fraction, int, str]], rounds: int) -> list[Mapping[str, Any]]:
    documents: list[Mapping[str, Any]] = []
    for name, probability, number, pays in outcomes:
        spread = sqrt(rounds * probability * (1 - probability))
        off = float(number - rounds * probability)
        documents.append(
            {
                "outcome": name,
                "pays": pays,
                "rounds": number,
                "expected": plain(rounds * probability),
                "z": off / spread if spread else 0.0,
            }
        )
    return documents
