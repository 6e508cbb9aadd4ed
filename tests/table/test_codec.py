"""Canonical JSON: every kind of event and command, every state, and nothing that is none of them."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from croupier import BadInput
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import (
    canonical,
    decode_command,
    decode_event,
    decode_events,
    decode_state,
    encode_command,
    encode_event,
    encode_events,
    encode_state,
    kinds,
)
from croupier.table.machine import APPLY, DECIDE
from croupier.table.state import open_table
from tests.helpers.table_help import EVERYTHING, GAMES, METHODS, play, record


def sample(kind: type[msgspec.Struct]) -> Any:
    """One of a kind with every field set to something."""
    return kind(**{field.name: value_for(field.type) for field in msgspec.structs.fields(kind)})


def value_for(type_: Any) -> Any:
    text = str(type_)
    if "Choices" in text:
        return partial(EVERYTHING["uth"], "uth", "hand").choices
    if text.startswith("dict[str, int]"):
        return {"ante": 1000, "blind": 1000}
    if text.startswith("dict"):
        return {"dealer": ("As", "Kd"), "box": ("2c",)}
    if "tuple[tuple[str, int]" in text:
        return (("seat1", 1), ("dealer", 2))
    if "tuple[int" in text:
        return (1, 3)
    if text.startswith("tuple"):
        return ("As", None) if "None" in text else ("As", "Kd")
    if "Literal" in text:
        return "win"
    if "bool" in text:
        return True
    if "int" in text:
        return 7
    return "a word"


def test_the_union_holds_every_kind_the_machine_knows() -> None:
    assert set(kinds(ev.Event)) == set(APPLY)
    assert set(kinds(do.Command)) == set(DECIDE)


@pytest.mark.parametrize("kind", kinds(ev.Event), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_comes_back_as_it_was(kind: type[ev.Event]) -> None:
    event = sample(kind)
    written = encode_event(event)
    assert decode_event(written) == event
    assert decode_events(encode_events([event, event])) == (event, event)
    assert json.loads(written)["type"] == kind.__name__


@pytest.mark.parametrize("kind", kinds(do.Command), ids=lambda kind: kind.__name__)
def test_every_kind_of_command_comes_back_as_it_was(kind: type[do.Command]) -> None:
    command = sample(kind)
    written = encode_command(command)
    assert decode_command(written) == command
    assert json.loads(written)["type"] == kind.__name__


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", METHODS)
def test_a_state_comes_back_with_rules_that_play_the_same(game: str, dealing: str) -> None:
    state = open_table(partial(EVERYTHING[game], game, dealing))
    again = decode_state(encode_state(state))
    assert again == state
    assert again.rules.paytables == state.rules.paytables
    assert again.rules.readings == state.rules.readings


def test_keys_are_sorted_all_the_way_down_so_equal_values_are_equal_bytes() -> None:
    one = do.Bet(seat=1, wagers={"trips": 5, "ante": 10, "blind": 10})
    two = do.Bet(seat=1, wagers={"blind": 10, "ante": 10, "trips": 5})
    assert encode_command(one) == encode_command(two)
    for step in play(record("uth")).steps:
        for written in (encode_state(step.after), encode_events(step.events)):
            assert canonical(json.loads(written)) == written


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"7",
        b'"RoundEnded"',
        b'{"type":"Invented"}',
        b'{"type":"RoundEnded"}',
        b'{"type":"RoundEnded","round":"one"}',
        b"\xff\xfe",
        b"[" * 5000,
    ],
)
def test_what_is_none_of_them_is_refused_in_one_line(data: bytes) -> None:
    for decode in (decode_event, decode_command, decode_state, decode_events):
        with pytest.raises(BadInput) as refused:
            decode(data)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "rules",
    [
        {"game": "baccarat"},
        {"game": "uth", "paytables": {"blind": "Q"}},
        {"game": "uth", "dealing": "by foot"},
        {"game": "uth", "invented": 1},
    ],
)
def test_a_state_with_rules_that_do_not_exist_is_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        decode_state(json.dumps({"rules": rules}).encode())
