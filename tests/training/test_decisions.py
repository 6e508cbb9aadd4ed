"""Test that practice deals the requested kind of hand and names the strategy rule that decides it."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.maths.strategy.rule_list import Answers, decide
from croupier.maths.strategy.simple import QuestionCases
from croupier.rulebook import games
from croupier.training.decisions.dealing import CLOSE_CALL, PracticeGame
from croupier.training.decisions.questions import DecisionSpot
from croupier.training.decisions.reasons import choice_words, reason
from tests.training.helpers import FOUR, practice_of, spot


@pytest.fixture(scope="module", params=FOUR)
def game(request: pytest.FixtureRequest) -> PracticeGame:
    return practice_of(request.param)


def test_the_questions_are_those_of_the_script() -> None:
    assert {name: len(practice_of(name).questions) for name in FOUR} == {
        "uth": 3,
        "letitride": 2,
        "dragon": 1,
        "topfive": 1,
    }
    sizes = [(each.hand, each.board) for each in practice_of("uth").questions]
    assert sizes == [(2, 0), (2, 3), (2, 5)]


def test_each_kind_deals_hands_of_that_kind(game: PracticeGame) -> None:
    chance = random.Random(24)
    short = game.short
    assert short is not None
    for kind in game.kinds():
        for _ in range(4):
            judged = game.fresh(kind.id, chance)
            question = game.questions[judged.spot.question]
            if kind.question is not None:
                assert judged.spot.question == kind.question
            if kind.rule is not None:
                assert judged.kind == kind.id and judged.listed == kind.rule.choice
            if kind.selection == "close":
                assert 0 < judged.gap <= CLOSE_CALL
            if kind.selection == "first_rule":
                assert judged.cost(short.first_rule_choice(question, judged.spot)) > 0
            assert set(judged.values) == {each.name for each in question.ask.choices}


def test_a_hand_that_was_seen_is_not_dealt_again() -> None:
    game, chance, seen = practice_of("dragon"), random.Random(1), set[str]()
    for _ in range(30):
        judged = game.fresh("0", chance, seen)
        assert judged.spot.key not in seen
        seen.add(judged.spot.key)


def test_a_seed_gives_the_same_hands(game: PracticeGame) -> None:
    first, second = ([game.fresh("any", random.Random(7)).spot for _ in range(2)] for _ in range(2))
    assert first == second


def test_later_questions_have_only_hands_that_reach_them() -> None:
    game, chance = practice_of("uth"), random.Random(3)
    assert game.short is not None
    for _ in range(20):
        found = game.fresh("2", chance).spot
        assert game.short.decide(game.questions[0], DecisionSpot(0, found.hand))[0] == "check"
        assert (
            game.short.decide(game.questions[1], DecisionSpot(1, found.hand, found.board[:3]))[0] == "check"
        )


def test_a_hand_without_a_place_in_the_list_is_refused() -> None:
    with pytest.raises(BadInput, match="no kind of decision"):
        practice_of("uth").fresh("0/9x if pair >= 3", random.Random(1))


@pytest.mark.parametrize(
    ("name", "asked", "hand", "board", "features"),
    [
        ("uth", 0, "As Kd", "", {"pair": 0, "high": 14, "low": 13, "suited": 0}),
        ("uth", 0, "7s 7d", "", {"pair": 7, "high": 7, "low": 7, "suited": 0}),
        (
            "uth",
            1,
            "2h 9h",
            "Kh 9c 3h",
            {"made": 1, "pair": 9, "flush_cards": 4, "flush_high": 9},
        ),
        ("uth", 2, "2h 3d", "Kh Kc Qs Qd Js", {"made": 2, "pair": 0, "improves": 0, "high": 3}),
        ("letitride", 0, "Ts Td 3c", "", {"pays": 1, "span": 14, "high_cards": 2, "low": 3}),
        ("letitride", 1, "4s 5s 6s", "7s", {"pays": 0, "suited": 1, "span": 4, "low": 4}),
        ("dragon", 0, "Ph Pa Ra", "", {"made": 0, "best": 4, "second": 2}),
        ("topfive", 0, "As Jd 9c 8c 2h 3d 4s", "", {"cards": 2, "best": 14, "second": 11}),
    ],
)
def test_features_of_single_hands(
    name: str, asked: int, hand: str, board: str, features: dict[str, int]
) -> None:
    game = practice_of(name)
    assert game.short is not None
    found = game.short.features(game.questions[asked], spot(asked, hand, board))
    assert {key: found[key] for key in features} == features


@pytest.mark.parametrize("name", FOUR)
def test_dealt_features_occur_as_often_as_the_solver_counts(name: str) -> None:
    """Each dealt hand has features that the solver counts, and the rules decide both the same way."""
    game, chance = practice_of(name), random.Random(5)
    short = game.short
    assert short is not None
    before: dict[str, Answers] = {}
    for question in game.questions:
        cases = QuestionCases(short.terms, short.table).cases(question.asked, dict(before))
        names = list(short.questions[question.asked].features)
        rows = set(zip(*(cases.features[each].tolist() for each in names), strict=True))
        answers = before[question.asked] = short.rules.questions[question.asked]
        for _ in range(40):
            judged = game.fresh(str(question.number), chance)
            found = short.features(question, judged.spot)
            assert tuple(found[each] for each in names) in rows
            alone = {each: np.array([found[each]]) for each in names}
            assert bool(decide(answers, alone, judged.listed)[0])


def test_reasons_name_the_rule_in_words() -> None:
    game = practice_of("uth")
    aces = game.judge(spot(0, "As 2d"))
    assert reason(aces) == "Bet 4× if your higher card is an ace or better."
    assert aces.best == "4x" and aces.cost("check") > Fraction(1, 10)
    weak = game.judge(spot(0, "7s 2d"))
    assert reason(weak) == "No rule of the short list calls for more, so check."
    assert [choice_words(each) for each in ("4x", "fold", "take_back")] == ["bet 4×", "fold", "take back"]


def test_a_reason_says_where_the_short_list_errs() -> None:
    game, chance = practice_of("uth"), random.Random(11)
    for _ in range(400):
        judged = game.fresh("close", chance)
        if judged.list_cost > 0:
            assert f"wrong for this hand: {choice_words(judged.best)} is better" in reason(judged)
            return
    pytest.fail("the short list never erred")


def test_every_game_of_the_rule_book_has_practice() -> None:
    assert set(FOUR) <= set(games())
