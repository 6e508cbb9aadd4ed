"""Simulate the tables of a shift from one seed, so that a failure can be reproduced."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from croupier.rulebook import games
from croupier.submission import Rules
from croupier.table.state import BETTING
from tests.helpers.meter_books import MeterBooks
from tests.shift import unlawful_care, unlawful_play  # noqa: F401  they list what mischief may do
from tests.shift.coverage import Coverage
from tests.shift.dealer import recount, routine
from tests.shift.mischief import mischief
from tests.shift.mishaps import mishap, rule
from tests.shift.people import between_rounds, bystanders
from tests.shift.submissions import random_rules, shufflers_for
from tests.shift.table import METHODS, Failure, Table
from tests.shift.whims import whim

ROUNDS = 40  # rounds per table, unless a journal is verified after every round
JOURNALED = 8
ACTS = 400  # if a round takes more acts, the table is stuck


def one_act(t: Table) -> None:
    table = t.state.round
    if table.ruling:
        rule(t)
    elif table.inquiry:
        recount(t)
    elif table.phase == BETTING:
        for _ in range(5):
            if t.chance(t.whimsy):
                whim(t)
        if t.state.round.phase == BETTING:
            between_rounds(t)
    elif t.chance(t.wild):
        mishap(t)
    elif t.chance(0.01):
        bystanders(t)
    elif t.chance(t.whimsy):
        whim(t)
    else:
        routine(t)


def play(t: Table, rounds: int) -> Coverage:
    for _ in range(rounds):
        number = t.state.round.number
        for _ in range(ACTS):
            one_act(t)
            if t.state.round.number != number:
                break
        else:
            raise AssertionError("the round does not end")
    t.seen.totals["tables"] += 1
    return t.seen


def run_table(seed: int, number: int, rounds: int = ROUNDS) -> Coverage:
    """Run one table of a shift. A failure names the seed that reproduces it."""
    with TemporaryDirectory() as folder:
        t: Table | None = None
        try:
            t = Table(seed, number, mischief, Path(folder) if number % 7 == 3 else None)
            return play(t, min(rounds, JOURNALED) if t.journal else rounds)
        except Exception as fault:
            raise Failure(describe_failure(seed, number, t, fault)) from fault
        finally:
            if t is not None and t.journal:
                t.journal.close()


def run_shared(seed: int, number: int, rounds: int = ROUNDS) -> Coverage:
    """Run three tables with shared meters. Their acts are interleaved."""
    books, tables = MeterBooks(), list[Table]()
    t: Table | None = None
    try:
        while len(tables) < 3:
            sharing = tables[0].state.rules if tables else with_progressive(seed, number)
            tables.append(Table(seed, number + 12 * len(tables), mischief, None, books, sharing))
        while any(t.state.round.number <= rounds for t in tables):
            t = tables[0].rng.choice([t for t in tables if t.state.round.number <= rounds])
            one_act(t)
        for t in tables:
            books.agree_with(t.name, t.audit.balances)
        tables[0].seen.totals["tables"] += len(tables)
        for other in tables[1:]:
            tables[0].seen.add(other.seen)
        return tables[0].seen
    except Exception as fault:
        raise Failure(describe_failure(seed, number, t, fault)) from fault


def with_progressive(seed: int, number: int) -> Rules:
    """Return the table's rules, with a progressive."""
    rng = Random(f"shared {seed} {number}")
    while True:
        game, dealing = games()[number % 2], METHODS[number // 4 % 3]
        rules = random_rules(rng, game, dealing, rng.choice(shufflers_for(game, dealing)), False)
        if rules.progressive is not None:
            return rules


def describe_failure(seed: int, number: int, t: Table | None, fault: Exception) -> str:
    lines = [f"shift {seed}, table {number}: {type(fault).__name__}: {fault}"]
    if t is not None:
        rules = t.state.rules.choices
        lines.append(f"{rules.game}, {rules.dealing}, round {t.state.round.number}, phase {t.state.phase}")
        lines += ["the last commands:", *(f"  {command}" for command in t.last)]
    lines.append(f"again: python -m tests.proofs.shift --seed {seed} --table {number}")
    return "\n".join(lines)
