"""Judge the decisions of a player's finished rounds by kind, so that a player can practice costly kinds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import Any, TypedDict

from croupier.games import script
from croupier.games.game import Ask
from croupier.server.services.practice import PracticeService
from croupier.server.tables.evening import PlayedStakes, stakes_page
from croupier.server.tables.player_decisions import PlayerDecision, PricedDecision, price_decision
from croupier.server.tables.round_history import PAGE
from croupier.server.tables.round_replay import SegmentCache
from croupier.server.workers.maths_answers import AdviceView
from croupier.server.workers.practice_jobs import AskedSpot, JudgedDecision
from croupier.submission import Rules


class MadeDecision(TypedDict):
    """A player's own decision in a finished round. Amounts are in cents."""

    table: str
    round: int
    game: str
    kind: str
    question: str
    reason: str
    choice: str
    best: str
    hand: str
    board: str
    lost: float


class JudgedRounds(TypedDict):
    played: int  # rounds on this page
    decisions: list[MadeDecision]


Reading = Callable[[Callable[[Any], Any]], Awaitable[Any]]


async def judged_rounds(
    read: Reading, practice: PracticeService, cache: SegmentCache, person: str, before: int
) -> tuple[JudgedRounds, int | None]:
    """Judge one page of rounds. Return it with the time before which the next page begins."""
    rounds: list[PlayedStakes] = await read(lambda connection: stakes_page(connection, person, before, cache))
    made: list[MadeDecision] = []
    for stakes in rounds:
        made += await _judge_round(practice, stakes)
    following = rounds[-1].round.at if len(rounds) >= PAGE else None
    return {"played": len(rounds), "decisions": made}, following


async def _judge_round(practice: PracticeService, stakes: PlayedStakes) -> list[MadeDecision]:
    """Judge the player's own decisions. Decisions made for the player or without a choice do not count."""
    asks = [phase.name for phase in script(Rules(stakes.choices)) if isinstance(phase, Ask)]
    own = [
        each
        for each in stakes.taken
        if each.by == "player" and len(each.offered) != 1 and each.question in asks
    ]
    if not own or (await practice.kinds(stakes.choices))["missing"]:
        return []
    spots = tuple(spot_of(each, asks) for each in own)
    judged = await practice.judge(stakes.choices, spots)
    return [_made(stakes, decision, document) for decision, document in zip(own, judged, strict=True)]


def spot_of(decision: PlayerDecision, asks: list[str]) -> AskedSpot:
    cards = (tuple(map(str, part)) for part in (decision.hand, decision.board, decision.dealer))
    return AskedSpot(asks.index(decision.question), *cards)


def _made(stakes: PlayedStakes, decision: PlayerDecision, judged: JudgedDecision) -> MadeDecision:
    priced = priced_by(decision, judged, stakes.choices.game)
    return {
        "table": stakes.round.table,
        "round": stakes.round.round,
        "game": stakes.choices.game,
        "kind": judged["kind"],
        "question": decision.question,
        "reason": judged["reason"],
        "choice": decision.choice,
        "best": priced["best"],
        "hand": judged["hand"],
        "board": judged["board"],
        "lost": float(Fraction(priced["cost"]) * decision.unit),
    }


def priced_by(decision: PlayerDecision, judged: JudgedDecision, game: str) -> PricedDecision:
    """Price a decision as the evening page does: against the best choice that the player's chips covered."""
    advice: AdviceView = {
        "game": game,
        "decision": judged["name"],
        "hand": judged["hand"],
        "board": judged["board"],
        "dead": "",
        "choices": judged["choices"],
        "best": judged["best"],
        "indifferent": judged["indifferent"],
    }
    return price_decision(decision, advice)
