"""Test that, on request, frames contain a sentence for each event, worded for the viewer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.helpers.floor import Floor, RecordingViewer, floor


def lines(looker: RecordingViewer) -> list[str]:
    """Return all sentences that a connection received."""
    frames = [message for message in looker.told if message["type"] == "frame"]
    return [words for frame in frames for entry in frame.get("words", ()) for words in entry if words]


async def a_round(one: Floor) -> dict[str, RecordingViewer]:
    lookers = {"ada": await one.seat("ada", 1), "ben": await one.seat("ben", 2)}
    lookers["dealer"] = RecordingViewer(one.owner, "d", "dealer")
    lookers["quiet"] = RecordingViewer(one.owner, "")
    lookers["quiet"].words = False
    for name in ("dealer", "quiet"):
        one.owner.join(lookers[name], name, None)
    await one.bet("ada", 1)
    await one.bet("ben", 2)
    for person in ("ada", "ben"):
        await one.ready(person)
    await one.finish()
    return lookers


def round_at(address: str) -> dict[str, RecordingViewer]:
    async def play() -> dict[str, RecordingViewer]:
        async with floor(address, "uth") as one:
            return await a_round(one)

    return asyncio.run(play())


def test_every_reader_gets_the_sentences_of_their_events(tmp_path: Path) -> None:
    lookers = round_at(f"sqlite:///{tmp_path}/house.db")
    ada, ben, dealer = lines(lookers["ada"]), lines(lookers["ben"]), lines(lookers["dealer"])
    assert any(words.startswith("You: Ante $") for words in ada)
    assert any(words.startswith("Your cards are ") for words in ada)
    assert not any(words.startswith("You") for words in dealer)
    assert any(words.startswith("Seat 1: Ante $") for words in dealer)
    # No player reads another player's face-down cards.
    first = next(words for words in ada if words.startswith("Your cards are "))
    cards = first.removeprefix("Your cards are ")
    dealt = [words for words in (*ben, *dealer) if "cards are" in words and cards in words]
    assert not dealt
    for message in lookers["ada"].told:
        if message["type"] == "frame":
            given: list[Any] = message.get("words", [])
            assert [len(words) for words in given] == [len(events) for events in message["entries"]]


def test_a_connection_that_does_not_ask_gets_no_sentences(tmp_path: Path) -> None:
    lookers = round_at(f"sqlite:///{tmp_path}/house.db")
    frames = [message for message in lookers["quiet"].told if message["type"] == "frame"]
    assert frames and all("words" not in frame for frame in frames)
    welcome = lookers["dealer"].last("welcome")
    assert {act["pane"] for act in welcome["acts"]} <= {"happened", "right", "cards"}
    assert "acts" not in lookers["ada"].last("welcome")
