"""Compare a player's results of an evening with their expectation, and compute the cost of mistakes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from fractions import Fraction
from typing import TypedDict, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.server.tables.player_decisions import (
    DecisionCost,
    PlayerDecision,
    PricedDecision,
    decisions_taken,
    price_decision,
)
from croupier.server.tables.posted_rules import unit_of
from croupier.server.tables.round_history import PlayedRound, rounds_of
from croupier.server.tables.round_replay import SegmentCache, StoredEntry, read_entries
from croupier.server.workers.maths_answers import AdviceView, FiguresView, WagerFigures
from croupier.store import schema as db
from croupier.submission import OperatorChoices
from croupier.table import events as ev
from croupier.table.readers.sight import watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER
from croupier.table.state import TableState

MAIN = "main"
RARE = Fraction(1, 5_000)  # probability below which an outcome is omitted from the variance


class PlayedStakes(msgspec.Struct, frozen=True):
    """One player's round, with the stakes of each seat when bets closed, and the decisions."""

    round: PlayedRound
    seats: dict[int, dict[str, int]]
    choices: OperatorChoices  # the table's rules in this round
    unit: str  # the first required wager; values are per unit of its stake
    taken: tuple[PlayerDecision, ...]


class EveningRound(TypedDict):
    """A player's round with its expectation and the cost of each decision. Amounts are in cents."""

    table: str
    round: int
    at: int
    staked: int
    net: int
    expected: float
    variance: float
    cost: float  # of the player's own decisions
    acted_for: float  # of decisions made for the player
    decisions: list[DecisionCost]


def stakes_page(
    connection: Connection, person: str, before: int, befores: SegmentCache
) -> list[PlayedStakes]:
    """List one page of a player's rounds, latest first."""
    return [
        stakes
        for round_ in rounds_of(connection, person, before=before)
        if (stakes := stakes_of(connection, round_, person, befores)) is not None
    ]


def stakes_of(
    connection: Connection, round_: PlayedRound, person: str, befores: SegmentCache
) -> PlayedStakes | None:
    """Read a player's stakes and decisions in one round. Return None if the round is not in the index."""
    r = db.rounds.c
    query = sa.select(r.first, r.last).where((r.stream == round_.table) & (r.round == round_.round))
    place = connection.execute(query).one_or_none()
    if place is None:
        return None
    state = befores.find(connection, round_.table, round_.round, place.first)
    entries = read_entries(connection, round_.table, place.first, place.last)
    rules, seats = state.rules, bets(state, entries, person)
    decisions = decisions_taken(state, entries, person)
    return PlayedStakes(round_, seats, rules.choices, unit_of(rules), decisions)


def bets(before: TableState, entries: Iterable[StoredEntry], person: str) -> dict[int, dict[str, int]]:
    """Return the wagers on a player's seats when bets closed."""
    by = f"{PLAYER}:{person}"
    watcher = watch(by, before, live=False)
    for entry in entries:
        events = view(entry.events, by)
        if any(isinstance(event, ev.BetsClosed) for event in events):
            seats = watcher.state.seating.seats
            return {
                seat: dict(wagers)
                for seat, wagers in watcher.state.bets.wagers.items()
                if seats.get(seat) == person and wagers
            }
        watcher = watcher.see(events)
    return {}


def expected_result(stakes: PlayedStakes, figures: FiguresView) -> tuple[Fraction, Fraction]:
    """Return the expected result of optimal play in cents, and its variance in square cents.

    The sum treats the wagers of a round as independent. In fact a seat's wagers share cards, so the true
    variance is a little larger. Outcomes rarer than `RARE` are included in the expectation but not in the
    variance, which a single jackpot would otherwise dominate.
    """
    of = {result["wager"]: result for result in figures["results"]}
    mean = variance = Fraction(0)
    for wagers in stakes.seats.values():
        units = {MAIN: wagers.get(stakes.unit, 0), **{w: c for w, c in wagers.items() if w in of}}
        for wager, cents in units.items():
            if cents and wager in of:
                mean += cents * Fraction(of[wager]["ev"])
                variance += cents**2 * variance_of(of[wager])
    return mean, variance


def variance_of(result: WagerFigures) -> Fraction:
    """Return the variance of a one-unit stake over all outcomes with a probability of at least `RARE`."""
    lines = [(Fraction(line["probability"]), Fraction(line["net"])) for line in result["outcomes"]]
    usual = [(chance, net) for chance, net in lines if chance >= RARE]
    weight = sum((chance for chance, _ in usual), Fraction(0))
    mean = sum((chance * net for chance, net in usual), Fraction(0)) / weight
    return sum((chance * net**2 for chance, net in usual), Fraction(0)) / weight - mean**2


FiguresSource = Callable[[bytes], Awaitable[FiguresView]]
AdviceSource = Callable[..., Awaitable[AdviceView]]  # `MathsWorkers.advice`


async def evening(
    rounds: Iterable[PlayedStakes], figures: FiguresSource, advice: AdviceSource
) -> list[EveningRound]:
    """List rounds with expectation, variance and the exact cost of each decision.

    `cost` is the sum over the player's own decisions. `acted_for` is the sum over decisions made for the
    player by the posted time or the floor.
    """
    evening_rounds = list[EveningRound]()
    for stakes in rounds:
        choices = msgspec.json.encode(stakes.choices)
        mean, variance = expected_result(stakes, await figures(choices))
        decisions = [
            price_decision(each, await advice(choices, each.hand, each.board, each.stakes, each.dealer))
            for each in stakes.taken
        ]
        cost = cost_of(decisions, lambda each: each["by"] == "player")
        acted_for = cost_of(decisions, lambda each: each["by"] != "player")
        evening_rounds.append(
            {
                "table": stakes.round.table,
                "round": stakes.round.round,
                "at": stakes.round.at,
                "staked": stakes.round.staked,
                "net": stakes.round.net,
                "expected": float(mean),
                "variance": float(variance),
                "cost": float(cost),
                "acted_for": float(acted_for),
                "decisions": [without_choices(each) for each in decisions],
            }
        )
    return evening_rounds


def cost_of(decisions: Iterable[PricedDecision], counts: Callable[[PricedDecision], bool]) -> Fraction:
    """Sum the cost of the selected decisions in cents."""
    return sum((Fraction(each["cost"]) * each["unit"] for each in decisions if counts(each)), Fraction(0))


def without_choices(decision: PricedDecision) -> DecisionCost:
    short = {name: value for name, value in decision.items() if name not in ("choices", "clauses")}
    return cast(DecisionCost, short)
