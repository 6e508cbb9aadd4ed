"""Test the command ``croupier drill``: questions at the keyboard, lists, question sets and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.training.drills import find_kind
from croupier.training.drills.question_sets import example_rules, question_set
from tests.helpers.pdfs import pages_of


def run(*words: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["croupier", *words])
        try:
            main()
        except SystemExit as left:
            return int(left.code or 0)
    return 0


def answers_of(kind: str, count: int, seed: str) -> list[str]:
    rules = example_rules("uth")
    return [drill.answer_words for drill in question_set(rules, [find_kind(rules, kind)], count, seed)]


def test_a_dealer_answers_at_the_keyboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter([*answers_of("paytable_row", 2, "7"), "0.01", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert run("drill", "uth", "paytable_row", "--count", "5", "--seed", "7") == 0
    printed = capsys.readouterr().out
    assert printed.count("Right.") == 2
    assert printed.count("Wrong. The answer is: $") == 1
    assert "2 of 3 right." in printed
    assert "[uth/12." in printed


def test_a_seed_repeats_the_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("drill", "dragon", "--count", "6", "--seed", "3", "--json") == 0
    first = capsys.readouterr().out
    assert run("drill", "dragon", "--count", "6", "--seed", "3", "--json") == 0
    assert capsys.readouterr().out == first
    questions = json.loads(first)["questions"]
    assert len(questions) == 6
    assert all(one["answer"] and one["reason"] and (one["clauses"] or one["readings"]) for one in questions)


def test_the_list_names_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("drill", "topfive", "--list") == 0
    assert len(capsys.readouterr().out.splitlines()) == 23
    assert run("drill", "topfive", "--list", "--json") == 0
    assert {"name": "stub_count", "title": "Count the stub", "chapter": 8, "seconds": 12} in json.loads(
        capsys.readouterr().out
    )["kinds"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("chess",), "no game 'chess'; the games are uth, letitride, dragon, topfive"),
        (("dragon", "odds"), "no kind of drill 'odds' for this game; choose one of "),
        (("dragon", "--count", "0"), "--count: choose a number from 1 to 500, not 0"),
        (("dragon", "--export", "questions.txt"), "unknown format; use the extension .pdf"),
        (("dragon", "--export", "no-folder/questions.pdf"), "there is no folder no-folder"),
        (("dragon", "--submission", "missing.toml"), "missing.toml"),
    ],
)
def test_bad_input_is_one_clear_line(
    words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("drill", *words) == 2
    error = capsys.readouterr().err
    assert line in error
    assert error.count("\n") == 1


def test_a_question_set_for_a_class_has_its_answers_at_the_end(tmp_path: Path) -> None:
    written = tmp_path / "questions.json"
    assert run("drill", "uth", "--count", "28", "--seed", "7", "--export", str(written)) == 0
    document = json.loads(written.read_text(encoding="utf-8"))
    assert len({one["kind"] for one in document["questions"]}) == 28

    paper = tmp_path / "questions.pdf"
    assert run("drill", "uth", "--count", "28", "--seed", "7", "--export", str(paper)) == 0
    pages = [" ".join(page.split()) for page in pages_of(paper.read_bytes())]
    first = next(number for number, page in enumerate(pages) if " Answers Question " in f" {page}")
    questions, answers = " ".join(pages[:first]), " ".join(pages[first:])
    assert "Question 28" in questions
    assert "uth/12." in answers
    assert "uth/12." not in questions
    for one in document["questions"]:
        assert one["text"][:30] in questions
