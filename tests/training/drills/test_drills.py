"""Test that a seed always gives the same drill, that seeds differ, and that questions hide the answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.casino.administration.submissions import passing
from croupier.errors import BadInput
from croupier.rulebook import clauses, readings, registry
from croupier.rulebook.registry import read
from croupier.rulebook.regulations import regulations
from croupier.submission import Rules, partial
from croupier.training.drills import Drill, draw, find_kind, generate, kinds_for
from croupier.training.drills.chips import fewest_chips
from croupier.training.drills.question import DrillQuestion, read_answer
from tests.fifth_game.conftest import write_dist_info
from tests.independent import GAMES


def rules_of(game: str) -> Rules:
    return Rules(passing(read(game, "example.toml")))


def drills_of(game: str, seeds: range) -> list[Drill]:
    rules = rules_of(game)
    return [generate(rules, kind, seed) for kind in kinds_for(rules) for seed in seeds]


@pytest.mark.parametrize(("game", "kinds"), [("uth", 28), ("letitride", 22), ("dragon", 22), ("topfive", 23)])
def test_kinds_of_each_game(game: str, kinds: int) -> None:
    assert len(kinds_for(rules_of(game))) == kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_its_question_and_other_seeds_are_fresh(game: str) -> None:
    rules = rules_of(game)
    for kind in kinds_for(rules):
        assert generate(rules, kind, 7) == generate(rules, kind, 7)
        assert len({generate(rules, kind, seed).question for seed in range(6)}) > 1, kind.name


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_one_of_different_choices_and_each_is_cited(game: str) -> None:
    known = {*clauses(), *regulations()}
    for drill in drills_of(game, range(4)):
        question = drill.question
        if question.form == "choice":
            assert question.choices.count(str(drill.answer)) == 1
            assert len(set(question.choices)) == len(question.choices) > 1
        else:
            assert question.choices == ()
        assert drill.reason
        assert drill.clauses or drill.readings
        assert set(drill.clauses) <= known
        assert set(drill.readings) <= set(readings())


@pytest.mark.parametrize("game", GAMES)
def test_a_question_does_not_contain_its_typed_answer(game: str) -> None:
    for drill in drills_of(game, range(4)):
        if drill.question.form == "choice":
            continue
        sent = msgspec.json.encode(drill.question)
        assert set(msgspec.json.decode(sent)) <= set(DrillQuestion.__struct_fields__)
        assert b"answer" not in sent
        assert b"evidence" not in sent


@pytest.mark.parametrize("game", GAMES)
def test_the_right_answer_can_be_typed(game: str) -> None:
    for drill in drills_of(game, range(2)):
        assert drill.is_right(drill.answer_words)
        assert not drill.is_right("")
        for number, choice in enumerate(drill.question.choices, 1):
            assert drill.is_right(str(number)) == (choice == drill.answer)


@pytest.mark.parametrize(
    ("form", "typed", "read"),
    [
        ("money", "22.50", 2250),
        ("money", "$1,000", 100_000),
        ("money", "0.005", None),
        ("money", "-5", None),
        ("money", "nan", None),
        ("number", "31", 31),
        ("number", "3.5", None),
        ("time", "18:20", 1100),
        ("time", "9:05", 545),
        ("time", "24:00", None),
    ],
)
def test_typed_answers(form: str, typed: str, read: int | None) -> None:
    question = DrillQuestion(game="uth", kind="payout", text="?", form=form)  # type: ignore[arg-type]
    assert read_answer(question, typed) == read


def test_an_unknown_kind_is_one_clear_line() -> None:
    with pytest.raises(BadInput, match="no kind of drill 'odds'"):
        find_kind(rules_of("dragon"), "odds")


@pytest.mark.parametrize(
    "choice",
    [
        {"decks": 1, "shuffler": "none", "dealing": "shoe"},
        {"shuffler": "plain", "dealing": "shoe"},
        {"shuffler": "reshuffling", "decks": 1},
        {"dealer_cards": "held"},
        {"electronic": True},
        {"seats": 1},
    ],
    ids=lambda choice: " ".join(choice),
)
def test_every_kind_has_questions_under_other_choices_of_the_operator(choice: dict[str, Any]) -> None:
    rules = Rules(replace(rules_of("uth").choices, **choice))
    for kind in kinds_for(rules):
        assert generate(rules, kind, 1).reason, kind.name


def test_draw_uses_only_the_chosen_kinds() -> None:
    rules = rules_of("uth")
    chosen = [find_kind(rules, "payout"), find_kind(rules, "stub_count")]
    assert {draw(rules, chosen, seed).question.kind for seed in range(12)} == {"payout", "stub_count"}


@pytest.fixture(params=["fifth_game", "sixth_game", "seventh_game"])
def plugin_game(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Register a game of another package while the test runs, and return its id."""
    project = Path(__file__).parents[2] / request.param / "project"
    write_dist_info(tmp_path / "site", project)
    monkeypatch.syspath_prepend(str(project / "src"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    registry.forget()
    (added,) = set(registry.games()) - set(GAMES)
    yield added
    monkeypatch.undo()
    registry.forget()
    packages = {path.name for path in (project / "src").iterdir()}
    for name in [each for each in sys.modules if each.partition(".")[0] in packages]:
        del sys.modules[name]


def test_a_plugin_game_gets_the_drills_that_its_declarations_allow(plugin_game: str) -> None:
    rules = partial({}, plugin_game)
    kinds = kinds_for(rules)
    assert len(kinds) >= 12
    for kind in kinds:
        drill = generate(rules, kind, 1)
        assert drill.question.game == plugin_game
        assert drill.clauses or drill.readings


@pytest.mark.clause("uth/12.B.1.e")
def test_12_B_1_e_three_to_two_on_fifteen_dollars() -> None:
    rules = rules_of("uth")
    kind = find_kind(rules, "odd_amount")
    drills = [generate(rules, kind, seed) for seed in range(200)]
    fifteen = [drill for drill in drills if drill.question.wagers[0].cents == 1500]
    assert fifteen
    assert {drill.answer_words for drill in fifteen} == {"$22.50"}


@pytest.mark.parametrize(
    ("cents", "chips"),
    [
        (2250, {500: 4, 250: 1}),
        (400, {100: 4}),
        (750, {500: 1, 250: 1}),
        (50, None),
        (12_500, {10_000: 1, 2500: 1}),
    ],
)
def test_fewest_chips(cents: int, chips: dict[int, int] | None) -> None:
    found = fewest_chips(cents)
    assert (None if found is None else dict(found)) == chips
