"""Test that no message reveals a hidden card. Deals that differ only in hidden cards produce the same bytes.

The tests cover the actor, the broadcaster, the proofs, the store and the round history.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from croupier.cards import Card, Deck, commitment
from croupier.games import game as game_of
from croupier.rulebook import games
from croupier.server.http.metrics import Metrics
from croupier.server.tables.player_decisions import advice_for
from croupier.server.tables.posted_rules import summary
from croupier.server.tables.round_history import replay_round
from croupier.table import events as ev
from croupier.table.driving import sources
from croupier.table.driving.openings import left_the_shoe, named_spots
from croupier.table.driving.shoe import Shoe
from croupier.table.events import TableEvent
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from croupier.table.readers.views import visible
from tests.server.helpers.evening import some_wagers
from tests.server.helpers.floor import Floor, RecordingViewer, floor

STAFF = ("dealer", "floor", "pit_manager", "cage", "accounting", "administrator", "surveillance", "regulator")
PLAYERS = ("ada", "ben", "cyd")
Orders = Sequence[tuple[Card, ...]]


class Stacked:
    """Shuffle every deck into a given order that the mix does not change."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.orders: Orders = ()
        self.used = 0
        monkeypatch.setattr(sources, "seal_shoe", self._shuffled)
        monkeypatch.setattr(commitment, "mix", lambda seed, size: tuple(range(size)))

    def _shuffled(self, deck: Deck, _: object) -> Shoe:
        self.used += 1
        return Shoe(self.orders[self.used - 1])

    def begin(self, orders: Orders) -> None:
        self.orders, self.used = orders, 0


def orders_of(game: str, seed: int, count: int = 40) -> list[tuple[Card, ...]]:
    chance, deck = random.Random(seed), game_of(game).deck
    return [tuple(chance.sample(deck.order, len(deck.order))) for _ in range(count)]


class Shift:
    """Play random rounds with viewers in every role. Decisions do not depend on the cards."""

    def __init__(self, one: Floor, seed: int, sides: bool) -> None:
        self.one, self.chance, self.sides = one, random.Random(seed), sides
        self.lookers: dict[str, RecordingViewer] = {}
        self.decided = 0

    async def come(self) -> None:
        for seat, player in enumerate(PLAYERS, 1):
            self.lookers[f"player:{player}"] = await self.one.seat(player, seat)
        for role in STAFF:
            self.look(f"{role}:s", RecordingViewer(self.one.owner, "s", role))
        self.look("everyone", RecordingViewer(self.one.owner, ""))

    def look(self, by: str, looker: RecordingViewer) -> None:
        self.lookers[by] = looker
        self.one.owner.join(looker, "", None)

    async def bets(self) -> None:
        for seat, player in enumerate(PLAYERS, 1):
            state = self.one.owner.state
            stakes = legal.stakes_open(state, seat)
            wagers = some_wagers(stakes, self.chance) if self.sides else least_bet(stakes)
            bet = legal_bet(seat, wagers, state.round.number)
            assert (await self.one.ask(player, bet))["type"] == "done"
        for player in PLAYERS:
            await self.one.ready(player)

    async def decide(self) -> bool:
        """Answer one question. Return False if no question is open."""
        state = self.one.owner.state
        seat = legal.asked_seat(state)
        if seat is None:
            return False
        choices = legal.legal_choices(state, seat)
        answer = legal.answer(state, seat, choices[self.chance.randrange(len(choices))])
        assert (await self.one.ask(state.seating.seats[seat], answer))["type"] == "done"
        self.decided += 1
        return True

    async def round(self) -> None:
        await self.bets()
        while await self.decide():
            pass


def legal_bet(seat: int, wagers: dict[str, int], number: int) -> Any:
    from croupier.table import commands as do

    return do.Bet(seat=seat, wagers=wagers, round=number)


def rounds_in(one: Floor) -> list[list[tuple[TableEvent, ...]]]:
    """Return all entries of the current and the previous round, hidden cards included."""
    return [[told.events for told in chapter.entries] for chapter in one.owner.story.chapters]


def draws_named(entries: list[tuple[TableEvent, ...]], by: str) -> tuple[set[int], dict[int, str]]:
    """Return the draws that a viewer knows, and the position of every draw."""
    seen: set[int] = set()
    lies: dict[str, list[int]] = {}
    drawn = 0
    for events in entries:
        for event in events:
            for place, count in left_the_shoe(event):
                lies.setdefault(place, []).extend(range(drawn, drawn + count))
                drawn += count
            if visible(event, by):
                seen |= {lies[place][index] for place, index in named_spots(event)}
    return seen, {draw: place for place, draws in lies.items() for draw in draws}


HEX = re.compile(rb"[0-9a-f]{16,}")
CLOCK = re.compile(rb'"remains":\d+')


def plain(raw: list[bytes]) -> list[bytes]:
    """Mask hashes, salts and transfer ids, which are random. Only their length remains.

    On a busy machine, the table sends a clock again to give back the time during which the process did not
    run. Drop these repeated clocks.
    """
    messages: list[bytes] = []
    last_clock = b""
    for message in raw:
        masked = CLOCK.sub(b'"remains":0', HEX.sub(lambda match: b"#" * len(match[0]), message))
        if masked.startswith(b'{"type":"clock"'):
            if masked == last_clock:
                continue
            last_clock = masked
        messages.append(masked)
    return messages


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


async def history(one: Floor, number: int, by: str) -> bytes:
    found = await one.committer.read(lambda c: replay_round(c, one.owner.table, number, by))
    return msgspec.json.encode(msgspec.to_builtins(found, str_keys=True))


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_no_message_contains_a_hidden_card(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    deck = frozenset(game_of(game).deck.order)
    checked = 0

    def check(shift: Shift, upto: dict[str, int], where: str) -> None:
        """Check that every card in the new messages was named to the viewer."""
        nonlocal checked
        entries = rounds_in(shift.one)
        for by, looker in shift.lookers.items():
            named_to = cards_named(entries, by)
            for message in looker.told[upto.get(by, 0) :]:
                shown = {word for word in strings(message) if word in deck}
                assert shown <= named_to, (where, by, message["type"], shown - named_to)
                checked += len(shown)
            upto[by] = len(looker.told)

    async def scene() -> None:
        async with asyncio.timeout(120), floor(f"sqlite:///{tmp_path}/h.sqlite", game) as one:
            sampled = summary(one.owner)["sample"]
            shift, upto = Shift(one, 11, sides=True), dict[str, int]()
            await shift.come()
            metrics = Metrics(SimpleNamespace(lines=(), tables={"t": one.owner}))  # type: ignore[arg-type]
            for number in range(1, 7):
                await shift.bets()
                check(shift, upto, f"round {number}, dealt")
                while await shift.decide():
                    check(shift, upto, f"round {number}, decided")
                    late = RecordingViewer(one.owner, "", "everyone")
                    one.owner.join(late, "", None)  # this viewer joins during the round
                    one.owner.leave(late)
                    shown = {word for word in strings(late.told) if word in deck}
                    assert shown <= cards_named(rounds_in(one), "everyone")
                    line = msgspec.to_builtins(summary(one.owner))
                    # the sample cards are the same in every round
                    assert line.pop("sample") == sampled
                    assert not {*strings(line)} & deck
                    assert not {*metrics.text().decode().split()} & deck
                check(shift, upto, f"round {number}, over")
                for by in shift.lookers:
                    told = msgspec.json.decode(await history(one, number, by))
                    named_to = cards_named(rounds_in(one)[:1], by)
                    assert {word for word in strings(told) if word in deck} <= named_to, by
                    hashes = [word for entry in told["entries"] for word in (entry.get("hash", ""),) if word]
                    assert bool(hashes) == (by == "regulator:s")

    asyncio.run(scene())
    assert checked > 500
    said = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("croupier"))
    assert not {*re.findall(r"\w+", said)} & deck


def cards_named(entries: list[list[tuple[TableEvent, ...]]], by: str) -> set[str]:
    """Collect the named cards from the events, independently of the messages."""
    found: set[str] = set()
    for one in entries:
        for events in one:
            for event in events:
                if visible(event, by) and not isinstance(event, ev.DealCommitted):
                    found |= {*strings(msgspec.to_builtins(event, str_keys=True))}
    return found


def swapped(order: tuple[Card, ...], hidden: list[int], seed: int) -> tuple[Card, ...]:
    """Reorder the hidden cards and keep all others."""
    others = hidden[:]
    random.Random(seed).shuffle(others)
    cards = list(order)
    for old, new in zip(hidden, others, strict=True):
        cards[old] = order[new]
    return tuple(cards)


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_messages_do_not_depend_on_hidden_cards(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test stops a round after some decisions, reorders the cards hidden so far, and compares all
    frames.
    """
    stacked = Stacked(monkeypatch)
    orders = orders_of(game, 5)
    size = len(orders[0])
    runs = 0

    async def until(
        stage: int, orders: Orders, sides: bool
    ) -> tuple[Shift, list[tuple[TableEvent, ...]], dict[str, bytes]]:
        """Play the first round up to `stage` decisions. Return viewers, entries, and a finished round's
        history.
        """
        nonlocal runs
        runs += 1
        stacked.begin(orders)
        async with asyncio.timeout(120), floor(f"sqlite:///{tmp_path}/{runs}.sqlite", game) as one:
            shift = Shift(one, 3, sides)
            await shift.come()
            await shift.bets()
            while shift.decided < stage and await shift.decide():
                pass
            over = one.owner.state.round.number > 1
            told = {by: await history(one, 1, by) for by in shift.lookers} if over else {}
            return shift, rounds_in(one)[0], told

    def cards_in_play(lies: dict[int, str], sides: bool) -> set[int]:
        """Return the cards that must not be swapped. With side wagers, a hidden hand that won a side wager
        would have been shown.
        """
        return {draw for draw, place in lies.items() if place.startswith("seat")} if sides else set()

    async def scene() -> int:
        compared = 0
        for sides in (False, True):
            whole, _, _ = await until(99, orders, sides)
            for stage in sorted({0, 1, whole.decided // 2, whole.decided}):
                shift, entries, read = await until(stage, orders, sides)
                over = stage == whole.decided
                for group in groups(shift):
                    seen, lies = draws_named(entries, group[0])
                    left_alone = cards_in_play(lies, sides) if over else set[int]()
                    hidden = [draw for draw in range(size) if draw not in seen | left_alone]
                    others = [swapped(order, hidden, stage) for order in orders]
                    assert others != orders
                    second, _, read_then = await until(stage, others, sides)
                    for by in group:
                        first_told, told = plain(shift.lookers[by].raw), plain(second.lookers[by].raw)
                        assert told == first_told, (game, sides, stage, by)
                        assert plain([read_then.get(by, b"")]) == plain([read.get(by, b"")]), by
                        compared += len(told)
        return compared

    def groups(shift: Shift) -> list[list[str]]:
        """Group viewers who see the same cards."""
        return [
            ["player:ada"],
            ["player:cyd"],
            [by for by in shift.lookers if by == "everyone" or by.startswith(STAFF[:6])],
            ["surveillance:s"],
        ]

    assert asyncio.run(scene()) > 200


@pytest.mark.parametrize("game", games())
def test_advice_uses_only_visible_cards(tmp_path: Path, game: str) -> None:
    class Figures:
        async def advice(
            self,
            choices: bytes,
            hand: tuple[Card, ...],
            board: tuple[Card, ...],
            stakes: dict[str, int],
            dealer: tuple[Card, ...],
        ) -> Any:
            return {"seen": {*hand, *board, *dealer}, "choices": []}

    async def scene() -> None:
        async with asyncio.timeout(60), floor(f"sqlite:///{tmp_path}/h.sqlite", game) as one:
            shift = Shift(one, 2, sides=False)
            await shift.come()
            await shift.bets()
            asked = 0
            while (seat := legal.asked_seat(one.owner.state)) is not None:
                player = one.owner.state.seating.seats[seat]
                figures: Any = Figures()
                answer: Any = await advice_for(player, one.owner.state, figures)
                cards = answer["seen"]
                assert cards and cards <= cards_named(rounds_in(one), f"player:{player}")
                asked += 1
                await shift.decide()
            assert asked >= 3

    asyncio.run(scene())
