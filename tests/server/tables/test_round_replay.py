"""Test that a round's replay has the same views as during play, an equal record and a valid proof."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.journal.deals import Openings, check_openings
from croupier.rulebook import games
from croupier.server.tables import round_replay
from croupier.server.tables.round_history import replay_round
from croupier.server.tables.round_replay import SegmentCache
from tests.server.helpers.floor import Floor, RecordingViewer, floor
from tests.server.tables.test_no_leak import Shift, cards_named, rounds_in

ROUNDS = 3


async def told(one: Floor, number: int, by: str, befores: SegmentCache) -> dict[str, Any]:
    found = await one.committer.read(lambda c: replay_round(c, one.owner.table, number, by, befores))
    document: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(msgspec.to_builtins(found, str_keys=True))
    )
    return document


def in_play(looker: RecordingViewer, number: int) -> dict[int, dict[str, Any]]:
    """Return a player's views during a round, by the number of entries received."""
    frames = [one for one in looker.told if one["type"] == "frame" and one["cursor"][0] == number]
    return {frame["cursor"][1]: frame["sight"] for frame in frames}


def without_meters(sight: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in sight.items() if key != "meters"}


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_replay_matches_live_views(tmp_path: Path, game: str) -> None:
    deck = frozenset(game_of(game).deck.order)
    compared = 0

    async def scene() -> None:
        nonlocal compared
        async with asyncio.timeout(120), floor(f"sqlite:///{tmp_path}/h.sqlite", game) as one:
            shift, befores = Shift(one, 7, sides=True), SegmentCache()
            await shift.come()
            for number in range(1, ROUNDS + 1):
                await shift.round()
                assert one.owner.state.round.number == number + 1
                whole = rounds_in(one)[:1]
                for by in ("player:ada", "player:ben", "everyone", "surveillance:s"):
                    document = await told(one, number, by, befores)
                    compared += same_sights(document, in_play(shift.lookers[by], number))
                    words = {*re.findall(r"\w+", msgspec.json.encode(document).decode())}
                    assert words & deck <= cards_named(whole, by), by
                    assert proved(document) >= (by != "everyone")
                same_money(await told(one, number, "surveillance:s", befores))

    asyncio.run(scene())
    assert compared > 20


def same_sights(document: dict[str, Any], seen: dict[int, dict[str, Any]]) -> int:
    """Compare the views during play with the replay from one person's events."""
    compared, closed = 0, False  # until bets close, the view shows the previous round
    for k, entry in enumerate(document["entries"], 1):
        closed = closed or any(event["type"].startswith("bets_closed@") for event in entry["events"])
        assert entry["lines"] and all(line["words"] for line in entry["lines"])
        if closed and k in seen:
            assert without_meters(entry["sight"]) == without_meters(seen[k]), k
            compared += 1
    return compared


def proved(document: dict[str, Any]) -> int:
    saved = msgspec.convert(document["deal"], Openings)
    checked = check_openings(saved)
    assert checked.ok, checked.faults
    return checked.cards


def same_money(document: dict[str, Any]) -> None:
    """If the viewer saw every card, settle the record and compare it with the actual payouts."""
    last = document["entries"][-1]["sight"]
    paid = {seat["seat"]: seat.get("net", 0) for seat in last["seats"]}
    again = croupier.play_record(document["record"])
    assert {seat["seat"]: seat["net"] for seat in again["seats"]} == paid


def test_proof_detects_changed_card(tmp_path: Path) -> None:
    async def scene() -> None:
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/h.sqlite", games()[0]) as one:
            shift = Shift(one, 7, sides=False)
            await shift.come()
            await shift.round()
            document = await told(one, 1, "player:ada", SegmentCache())
            opening = document["deal"]["deals"][0]["openings"][0]
            opening["card"] = "2c" if opening["card"] != "2c" else "3c"
            checked = check_openings(msgspec.convert(document["deal"], Openings))
            assert not checked.ok and "does not match the root" in checked.faults[0]

    asyncio.run(scene())


def test_replays_old_rounds_in_any_order(tmp_path: Path) -> None:
    """A replay is the same whether it starts at the segment, at a nearby round or in the cache."""

    async def scene() -> None:
        async with asyncio.timeout(120), floor(f"sqlite:///{tmp_path}/h.sqlite", games()[-1]) as one:
            shift = Shift(one, 3, sides=False)
            await shift.come()
            for _ in range(4):
                await shift.round()
            apart = [await told(one, number, "player:ada", SegmentCache()) for number in (1, 2, 3, 4)]
            for order in ((1, 3, 2, 4), (4, 3, 2, 1), (2, 4, 1, 3)):
                kept = SegmentCache()
                for number in order:
                    assert await told(one, number, "player:ada", kept) == apart[number - 1], (order, number)

    asyncio.run(scene())


def test_replays_one_segment_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_replay, "PATIENCE", 0.01)

    async def scene() -> None:
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/h.sqlite", games()[-1]) as one:
            shift, befores = Shift(one, 3, sides=False), SegmentCache()
            await shift.come()
            await shift.round()
            befores._folding.acquire()
            with pytest.raises(Refused, match="another old round"):
                await told(one, 1, "player:ada", befores)
            befores._folding.release()
            assert (await told(one, 1, "player:ada", befores))["round"] == 1

    asyncio.run(scene())
