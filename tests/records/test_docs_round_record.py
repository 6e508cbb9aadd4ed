"""Test that the examples in docs/round-record.md work and that the page covers the whole format."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from croupier import BadInput, Refused, play_record
from croupier.games import game, script
from croupier.games.game import Ask
from croupier.records.incidents import INCIDENTS, RULING, phase_name
from croupier.records.record import KEYS, SEAT_KEYS
from croupier.submission import partial
from croupier.submission.money import format_dollars
from croupier.submission.shape import SubmissionTable, record_shape
from tests.helpers.table_help import EVERYTHING, GAMES, METHODS

PAGE = (Path(__file__).parents[2] / "docs" / "round-record.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```\n\n(Seat \d wins .*?)\.(?: |\n)", PAGE, flags=re.M | re.S)
CODE = set(re.findall(r"`([^`\n]+)`", PAGE))
WORDS = {word.strip('"[],') for code in CODE for word in (*code.split(), code)}


@pytest.mark.parametrize(("record", "result"), EXAMPLES)
def test_documented_records_pay_the_documented_amounts(record: str, result: str) -> None:
    seats = play_record(tomllib.loads(record))["seats"]
    expected = " and seat ".join(f"{one['seat']} wins {format_dollars(one['net'])}" for one in seats)
    assert result == f"Seat {expected}"


def test_every_documented_record_is_tested() -> None:
    assert len(EXAMPLES) == PAGE.count("```toml") >= 4


def test_the_python_examples_run() -> None:
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.M | re.S))
    test = doctest.DocTestParser().get_doctest(text, {}, "round-record.md", None, 0)
    results = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(test)
    assert results.attempted == 3
    assert results.failed == 0
    for line in re.findall(r"^croupier\.errors\.(?:Refused|BadInput): (.*)$", PAGE, flags=re.M):
        assert line in {str(error) for error in raised()}


def raised() -> list[Exception]:
    errors: list[Exception] = []
    for record in (
        {"game": "uth", "seats": [{"seat": 1, "wagers": {"ante": 10, "blind": 15}}]},
        {"game": "uth", "deck": "As Kd As", "seats": []},
    ):
        with pytest.raises((Refused, BadInput)) as caught:
            play_record(record)
        errors.append(caught.value)
    return errors


def test_every_key_is_described() -> None:
    for key in (*KEYS, *SEAT_KEYS, *RULING, *INCIDENTS):
        assert key in WORDS or f"[[{key}]]" in CODE or f"[{key}]" in CODE, key
    for keys in [incident.keys for incident in INCIDENTS.values()]:
        assert set(keys) <= WORDS
    elsewhere = {
        "facility",
        "version",
        "cards",
        "layout",
        "equipment",
        "approvals",
    }  # these readings do not affect a round
    for name in GAMES:
        for key, node in record_shape(name).keys.items():
            if key not in elsewhere:
                assert key in WORDS or f"[submission.{key}]" in CODE, key
            if key == "progressive" and isinstance(node, SubmissionTable):
                assert set(node.keys) - {"initial"} <= WORDS


def test_every_wager_decision_and_part_of_the_round_is_named() -> None:
    for name in GAMES:
        assert {wager.name for wager in game(name).wagers} <= WORDS
        for method in METHODS:
            for phase in script(partial(EVERYTHING[name], name, method)):
                assert phase_name(phase) in CODE
                if isinstance(phase, Ask):
                    assert {choice.name for choice in phase.choices} <= WORDS


def test_every_key_of_the_document_is_described() -> None:
    for name in GAMES:
        seat = {"uth": {"ante": 10, "blind": 10}, "dragon": {"ante": 10, "ante_bonus": 10}}.get(name)
        wagers = seat or ({"ante": 10} if name == "topfive" else {"bet1": 10, "bet2": 10, "bet3": 10})
        decisions = {"uth": ["4x"], "letitride": ["ride", "ride"]}.get(name, ["play"])
        document = play_record(
            {"game": name, "seats": [{"seat": 1, "wagers": wagers, "decisions": decisions}]}
        )
        assert set(document) <= WORDS
        assert set(document["seats"][0]) <= WORDS
        assert set(document["dealer"] or ()) <= WORDS
        for wager in document["seats"][0]["wagers"].values():
            assert set(wager) <= WORDS
