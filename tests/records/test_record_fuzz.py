"""Test that a mutated record either plays or produces a one-line error."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import BadInput, Refused, play_record
from croupier.submission import read_toml

TESTS = Path(__file__).parent
RECORDS = [
    read_toml(path)
    for folder in (TESTS.parents[1] / "examples" / "rounds", TESTS / "transcripts")
    for path in sorted(folder.glob("*.toml"))
]

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 7, 8, 10**20, -(10**9), 0.5, float("nan"), float("inf"), "", " ",
    "x", "A", "B", "F", "R1", "R2", "R3", "10", "2.50", "0.005", "1/2", "As", "As As", "Dg", "??", "2c 3c",
    "fold", "check", "4x", "ride", "play", "withdraw", "uth", "letitride", "dragon", "topfive", "shoe",
    "hand", "automated", "\x00", "\ud800", "é" * 99, [], [1], ["fold"], [[]], [{}], {}, {"main": 1},
    {"ante": 10}, {"": {}}, b"x", (1,), {1: 2},
]  # fmt: skip
KEYS = [
    "game", "dealing", "deck", "submission", "seats", "incidents", "seat", "player", "wagers", "decisions",
    "ante", "blind", "trips", "play", "progressive", "paytables", "readings", "limits", "stake", "rate",
    "meters", "reset", "carry", "envy", "what", "when", "after", "place", "card", "cards", "count", "total",
    "misdealt", "ruling", "reason", "U-01", "X-13", "D-06", "T-02", "payout_limit", "dealer_cards",
    "adjacent_boxes", "community_stack", "decks", "shuffler", "electronic",
]  # fmt: skip
INCIDENTS = [
    "face_up", "exposed", "wrong_number", "drawn_in_error", "shuffler_failed", "shoe_failed", "stub_count",
    "recount", "missed_burn", "other", "abandoned", "forfeit", "act_for", "correction",
]  # fmt: skip
WHENS = [
    "betting", "chips", "starting cards", "stub", "before the Flop", "Flop", "after the Flop",
    "last two cards", "after the last two cards", "Bet 1", "first community card", "Bet 2",
    "second community card", "Play or fold", "reveal", "settlement", "rack", "end",
]  # fmt: skip


def incident(rng: random.Random) -> dict[str, Any]:
    """Return an incident at any moment, with valid words and possibly wrong numbers."""
    entry: dict[str, Any] = {"what": rng.choice(INCIDENTS), "when": rng.choice(WHENS)}
    extra: dict[str, list[Any]] = {
        "after": [0, 1, 2, 3, 99, -1],
        "count": [0, 1, 2, 60, -1],
        "place": ["dealer", "board", "box", "seat 1", "seat 9", "burn", "nowhere", ""],
        "card": [0, 1, 2, 9, -1],
        "cards": [0, 1, 2, 6, 8, 30, 52, -1],
        "total": [51, 52, 53, -1],
        "misdealt": [True, False],
        "idle_deck": [True, False],
        "dead": [True, False],
        "seat": [0, 1, 2, 5, -1],
        "clause": ["topfive/11.A.4", "uth/12.A", ""],
        "reason": ["a word", ""],
        "detail": ["a word", ""],
        "wager": ["ante", "bet3", "play", "none"],
        "returned": [0, 5, "2.50", -1],
        "ruling": ["play_on", "void"],
    }
    wanted = {
        "exposed": ["place"], "wrong_number": ["place", "cards"], "stub_count": ["cards"],
        "recount": ["total", "misdealt"], "other": ["detail"], "abandoned": ["seat", "reason"],
        "forfeit": ["seat", "clause", "reason"], "act_for": ["seat", "reason"],
        "correction": ["seat", "wager", "returned", "reason"],
    }.get(entry["what"], [])  # fmt: skip
    for key in [
        *wanted,
        *rng.sample(["after", "ruling", "count", "card", "dead", "idle_deck"], rng.randint(0, 2)),
    ]:
        entry[key] = rng.choice(extra[key])
    return entry


def nodes(value: Any) -> list[Any]:
    """Return every nested table and list, outermost first."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [value] if isinstance(value, dict | list) else []
    return found + [node for one in inside for node in nodes(one)]


def bend(record: dict[str, Any], rng: random.Random) -> None:
    node = rng.choice(nodes(record))
    kind = rng.choice(["replace", "remove", "add", "swap", "incident"])
    if kind == "incident":
        entries = record.setdefault("incidents", [])
        if isinstance(entries, list):
            entries.append(incident(rng))
    elif isinstance(node, dict):
        if kind == "add" or not node:
            node[rng.choice(KEYS)] = copy.deepcopy(rng.choice(JUNK))
        elif kind == "remove":
            del node[rng.choice(list(node))]
        else:
            node[rng.choice(list(node))] = copy.deepcopy(rng.choice(JUNK))
    elif not node or kind == "add":
        node.append(copy.deepcopy(rng.choice([*JUNK, *node])))
    elif kind == "remove":
        node.pop(rng.randrange(len(node)))
    elif kind == "swap":
        rng.shuffle(node)
    else:
        node[rng.randrange(len(node))] = copy.deepcopy(rng.choice(JUNK))


@pytest.mark.long
@settings(max_examples=300)
@given(rng=st.randoms(use_true_random=False), bends=st.integers(1, 4))
def test_mutated_record_plays_or_gives_a_one_line_error(rng: random.Random, bends: int) -> None:
    record = copy.deepcopy(rng.choice(RECORDS))
    for _ in range(bends):
        bend(record, rng)
    given_as = repr(record)
    said, document = "refused", None
    try:
        document = play_record(record)
    except (BadInput, Refused) as error:
        said = str(error)
    assert said.strip()
    assert "\n" not in said
    assert repr(record) == given_as
    for one in document["seats"] if document else ():
        assert one["net"] == one["envy"] + sum(wager["net"] for wager in one["wagers"].values())
