"""Test that example rounds and broken records have the results stated in their comments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import BadInput, Refused, play_record
from croupier.rulebook import clauses, readings
from croupier.submission import read_toml
from croupier.submission.money import format_dollars
from tests.independent import fixed_parts
from tests.independent import settle as settle_again

TESTS = Path(__file__).parent
EXAMPLES = sorted((TESTS.parents[1] / "examples" / "rounds").glob("*.toml"))
BROKEN = sorted((TESTS / "broken_records").glob("*.toml"))


def comments(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("#").strip() for line in lines if line.startswith("#")]


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_an_example_pays_what_its_comment_says(path: Path) -> None:
    document = play_record(read_toml(path))
    nets = ", ".join(f"seat {one['seat']} {format_dollars(one['net'])}" for one in document["seats"])
    assert comments(path)[-1] == f"nets: {nets}"
    for one in document["seats"]:
        for name, wager in one["wagers"].items():
            assert wager["net"] == wager["returned"] - wager["staked"], name
            assert wager["clauses"], name


@pytest.mark.parametrize("path", [p for p in EXAMPLES if "incidents" not in read_toml(p)], ids=named)
def test_the_independent_settlement_agrees_on_the_examples(path: Path) -> None:
    record = read_toml(path)
    assert fixed_parts(play_record(record)) == settle_again(record)


def test_the_examples_cover_the_interesting_cases() -> None:
    seen: dict[str, set[str]] = {}
    for path in EXAMPLES:
        record: dict[str, Any] = read_toml(path)
        document = play_record(record)
        marks = seen.setdefault(record["game"], set())
        for one in document["seats"]:
            marks |= set(one["wagers"]) | {wager["result"] for wager in one["wagers"].values()}
            marks |= {"fold"} if one["folded"] else set()
            marks |= {"envy"} if one["envy"] else set()
        marks |= {"meters"} if document["meters"] else set()
        marks |= {"limit"} if "payout_limit" in record.get("submission", {}) else set()
        marks.add(record["dealing"])
    everywhere = {"win", "lose", "shoe", "hand", "automated"}
    uth = {"ante", "blind", "play", "trips", "progressive", "six_card", "ultimate_pairs", "bad_beat"}
    assert seen["uth"] >= everywhere | uth | {"play_the_board", "fold", "push", "envy", "meters", "limit"}
    bets = {"bet1", "bet2", "bet3", "five_card", "three_card", "six_card", "progressive"}
    assert seen["letitride"] >= everywhere | bets | {"returned", "envy", "meters"}
    dragon = {"ante", "ante_bonus", "play", "three_card", "dragon"}
    assert seen["dragon"] >= everywhere | dragon | {"fold", "push"}
    assert seen["topfive"] >= everywhere | {"ante", "play", "top_five", "poker", "fold", "push"}
    for game in seen:
        assert len([path for path in EXAMPLES if path.stem.startswith(game)]) >= 6


@pytest.mark.parametrize("path", BROKEN, ids=named)
def test_a_broken_record_is_refused_with_its_reason(path: Path) -> None:
    """The first line is `BadInput:` with part of the message, or `Refused:` with code, clauses and
    readings.
    """
    kind, _, expected = comments(path)[0].partition(": ")
    with pytest.raises((BadInput, Refused)) as caught:
        play_record(read_toml(path))
    error = caught.value
    assert type(error).__name__ == kind
    assert "\n" not in str(error)
    if isinstance(error, Refused):
        assert " ".join((error.code, *error.clauses, *error.readings)) == expected
        assert error.clauses
        assert all(clause in clauses() for clause in error.clauses)
        assert all(reading in readings() for reading in error.readings)
        assert error.remedy
    else:
        assert expected in str(error)
