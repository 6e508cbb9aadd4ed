"""The plan of a table test: which kinds of errors occur, and in which round and part of the round."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Literal

import msgspec

from croupier.training.table_test.kinds import ErrorKind, kinds_of

Stage = Literal["betting", "dealing", "decisions", "settlement"]
STAGES: tuple[Stage, ...] = ("betting", "settlement", "decisions", "betting", "settlement", "dealing")
STAGE_OF_FAMILY: dict[str, Stage] = {
    **dict.fromkeys(("main_bet", "side_bet", "fixed_chip", "call_bet", "place", "deck", "chips"), "betting"),
    **dict.fromkeys(("late", "collect", "face_up", "stub", "drawn", "device"), "dealing"),
    **dict.fromkeys(
        ("decide", "late_decision", "leave", "exposed", "count", "conduct", "other"), "decisions"
    ),
    **dict.fromkeys(("settle", "payment", "envy"), "settlement"),
}
STAGE_OF: dict[str, Stage] = {  # kinds whose stage differs from that of their family
    "deal_early": "betting",
    "deal_unbanked": "dealing",
    "stub_early": "dealing",
    "reveal_early": "decisions",
    "turn_early": "decisions",
    "clear_early": "settlement",
    "past_post": "settlement",
    "defective": "decisions",
}
LEAST_MINUTES, MOST_MINUTES = 15, 30
ERRORS_IN_TEN_MINUTES = 8
FIRST_ROUND = 2  # the examinee deals one round without an error


class PlannedError(msgspec.Struct, frozen=True):
    """One place of the plan. The first kind that can occur there is planted."""

    number: int
    round: int  # counted from the test's first round
    stage: Stage
    kinds: tuple[str, ...]  # the planned kind, followed by others of the stage


class ExamPlan(msgspec.Struct, frozen=True):
    game: str
    seed: int
    minutes: int
    errors: tuple[PlannedError, ...]


def stage_of(kind: ErrorKind) -> Stage:
    return STAGE_OF.get(kind.how) or STAGE_OF_FAMILY[kind.family]


def draw_plan(game: str, seed: int, minutes: int) -> ExamPlan:
    """Draw a plan. The same game, seed and length always give the same plan."""
    chance = random.Random(f"{game} {seed} {minutes}")
    by_stage: dict[Stage, list[str]] = {stage: [] for stage in STAGES}
    for kind in kinds_of(game):
        by_stage[stage_of(kind)].append(kind.id)
    for kinds in by_stage.values():
        chance.shuffle(kinds)
    count = max(1, minutes * ERRORS_IN_TEN_MINUTES // 10)
    order = list(STAGES)
    chance.shuffle(order)
    errors = []
    for number, stage in zip(range(1, count + 1), cycle(order), strict=False):
        kinds = by_stage[stage]
        kinds.append(kinds.pop(0))  # the next place of this stage begins with another kind
        errors.append(PlannedError(number, FIRST_ROUND + number - 1, stage, tuple(kinds)))
    return ExamPlan(game, seed, minutes, tuple(errors))
