"""Test the canonical JSON of every event, command and state, and that any other JSON is rejected."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from croupier import BadInput
from croupier.cards import Card
from croupier.meters.amounts import Exact, MeterReading
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table import upcasts as upcasting
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
from croupier.table.upcasts import UPCASTS
from tests.helpers.table_help import EVERYTHING, GAMES, METHODS, play, record


def sample(kind: type[msgspec.Struct]) -> Any:
    """Return an instance with every field set."""
    return kind(**{field.name: value_for(field.type) for field in msgspec.structs.fields(kind)})


def value_for(type_: Any) -> Any:
    text = str(type_)
    if "0-9a-f" in text or "dict[str, str]" in text:
        return {"p1": "0f" * 32} if "dict[" in text else "0f" * 32
    if get_origin(type_) is Annotated:
        return value_for(get_args(type_)[0])
    if "Choices" in text:
        return partial(EVERYTHING["uth"], "uth", "hand").choices
    if "Reading" in text:
        return {"main": MeterReading(Exact(31, 2), 3, 1)}
    if "Exact" in text:
        return Exact(31, 2)
    if "Cents" in text or ("dict[" in text and "int" in text):
        return {"ante": 1000, "blind": 1000}
    if text.startswith("dict"):
        return {"dealer": ("As", "Kd"), "box": ("2c",)}
    if "tuple[tuple[str, int]" in text:
        return (("seat1", 1), ("dealer", 2))
    if "CardName" in text:
        return (do.CardName("seat1", 0, Card("As")),)
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
    return "word"


def test_union_contains_every_known_kind() -> None:
    assert set(kinds(ev.TableEvent)) == set(APPLY)
    assert set(kinds(do.TableCommand)) == set(DECIDE)


@pytest.mark.parametrize("kind", kinds(ev.TableEvent), ids=lambda kind: kind.__name__)
def test_every_event_survives_encoding(kind: type[ev.TableEvent]) -> None:
    event = sample(kind)
    written = encode_event(event)
    assert decode_event(written) == event
    assert decode_events(encode_events([event, event])) == (event, event)
    assert json.loads(written)["type"] == kind.__struct_config__.tag


@pytest.mark.parametrize("kind", kinds(do.TableCommand), ids=lambda kind: kind.__name__)
def test_every_command_survives_encoding(kind: type[do.TableCommand]) -> None:
    command = sample(kind)
    written = encode_command(command)
    assert decode_command(written) == command
    assert json.loads(written)["type"] == kind.__struct_config__.tag


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", METHODS)
def test_state_survives_encoding_with_equal_rules(game: str, dealing: str) -> None:
    state = open_table(partial(EVERYTHING[game], game, dealing))
    again = decode_state(encode_state(state))
    assert again == state
    assert again.rules.paytables == state.rules.paytables
    assert again.rules.readings == state.rules.readings


def test_every_tag_has_a_version_and_names_one_kind() -> None:
    """Classes may be renamed, but tags in journals may not."""
    for base in (ev.TableEvent, do.TableCommand):
        assert base.__struct_config__.tag is None, "base classes have no tag"
        tags = [kind.__struct_config__.tag for kind in kinds(base)]
        assert len({*tags}) == len(tags)
        assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*@[1-9]", str(tag)) for tag in tags), tags
    written = (Path(__file__).parent / "tags.txt").read_text(encoding="utf-8").split()
    known = {
        str(kind.__struct_config__.tag) for base in (ev.TableEvent, do.TableCommand) for kind in kinds(base)
    }
    assert {*written} - known <= UPCASTS.keys(), "old tags must stay readable"
    assert known <= {*written}, "add new tags to tags.txt and keep them"


def test_every_event_states_its_audience() -> None:
    fields = {field.name: field for field in msgspec.structs.fields(ev.TableEvent)}
    assert fields["audience"].required
    with pytest.raises(TypeError):
        ev.RoundEnded(round=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("many", [False, True])
def test_an_older_version_is_upcast_when_read(many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test invents two old versions: -1 without an audience, and 0 with `number` instead of `round`."""
    upcasts = {
        "round_ended@-1": lambda old: {**old, "type": "round_ended@0", "audience": ["everyone"]},
        "round_ended@0": lambda old: {
            **{key: value for key, value in old.items() if key != "number"},
            "type": "round_ended@1",
            "round": old["number"],
        },
    }
    monkeypatch.setattr(upcasting, "UPCASTS", upcasts)
    today = ev.RoundEnded(round=3, audience=ev.EVERYONE)
    for old in (
        {"type": "round_ended@-1", "number": 3},
        {"type": "round_ended@0", "number": 3, "audience": ["everyone"]},
        json.loads(encode_event(today)),
    ):
        if many:
            two = json.dumps([old, json.loads(encode_event(today))]).encode()
            assert decode_events(two) == (today, today)
        else:
            assert decode_event(json.dumps(old).encode()) == today
    with pytest.raises(BadInput):
        decode_event(b'{"type":"round_ended@0","number":3}')  # the decoder still requires the missing field
    upcasts["round_ended@0"] = lambda old: {**old, "type": "round_ended@-1"}
    with pytest.raises(BadInput, match="form a loop"):
        decode_event(b'{"type":"round_ended@0","number":3}')


def test_keys_are_sorted_at_every_level_so_equal_values_have_equal_bytes() -> None:
    one = do.Bet(seat=1, round=1, wagers={"trips": 5, "ante": 10, "blind": 10})
    two = do.Bet(seat=1, round=1, wagers={"blind": 10, "ante": 10, "trips": 5})
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
        b'"round_ended@1"',
        b'{"type":"invented@1"}',
        b'{"type":"round_ended@1"}',
        b'{"type":"round_ended@1","round":"one","audience":[]}',
        b'{"type":"round_ended@1","round":1}',
        b'{"type":"round_ended@1","round":1,"audience":[],"added":1}',
        b'{"type":"round_ended@2","round":1,"audience":[]}',
        b"\xff\xfe",
        b"[" * 5000,
    ],
)
def test_rejects_other_json_with_a_one_line_message(data: bytes) -> None:
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
def test_rejects_state_with_unknown_rules(rules: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        decode_state(json.dumps({"rules": rules}).encode())
