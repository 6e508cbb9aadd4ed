"""Play a shift at a live table over the network, with a dealer, a floorperson, players and a simulated pack.

Everyone follows the due acts that the server names, so this module does not depend on the game.
"""

from __future__ import annotations

import asyncio
import tomllib
from typing import Any

import msgspec
import tomli_w

from croupier.client import House, Table
from croupier.client.messages import ClientFrame
from croupier.rulebook.registry import read
from croupier.table import commands as do
from croupier.table.codec import decode_command
from croupier.table.readers.offers import Blank, least_bet
from tests.server.helpers.cards import Pack
from tests.server.helpers.in_process_server import InProcessServer

ENOUGH = 400  # more than the acts of any round and its preparation


def submitted(game: str, method: str, **more: Any) -> str:
    """Return a game's example submission, dealt from a shoe, by hand or by a machine."""
    document = tomllib.loads(read(game, "example.toml"))
    document |= {"dealing": method, "decks": 1, **more}
    document["shuffler"] = {"shoe": "none", "hand": "plain", "automated": "counting"}[method]
    if "backs" in document.get("cards", {}):
        document["cards"]["backs"] = document["cards"]["backs"][:1]
    approvals = document.setdefault("approvals", {})
    if method == "shoe":
        approvals["shoe_place"] = "pending"
    return tomli_w.dumps(document)


async def staff_client(house: InProcessServer, role: str) -> House:
    return House(house.url, (await house.staff(role)).token)


class Shift:
    """One live table with its staff and players."""

    def __init__(self, dealer: Table, floor: Table, pack: Pack) -> None:
        self.dealer, self.floor, self.pack = dealer, floor, pack
        self.players: dict[str, Table] = {}  # maps a person to a player with a screen
        self.log: list[tuple[str, str]] = []  # (role, act) pairs that have been carried out
        self.keys = 0  # how many acts and cards the dealer has entered
        self._told: asyncio.Queue[Any] = asyncio.Queue()
        dealer._listeners.append(self._told)

    # Read.

    @property
    def due(self) -> dict[str, Any]:
        self._follow()
        return self.dealer.due

    def _follow(self) -> None:
        while not self._told.empty():
            message = self._told.get_nowait()
            if isinstance(message, ClientFrame):
                self.pack.follow(msgspec.json.decode(message.entries))

    @property
    def seats(self) -> dict[int, str]:
        assert self.dealer.sight is not None
        return {seat.seat: seat.player for seat in self.dealer.sight.seats}

    @property
    def round(self) -> int:
        return self.dealer.round

    # Act.

    async def by(self, who: Table, command: do.TableCommand | dict[str, Any]) -> None:
        """Send one command and wait for the dealer's next frame."""
        self._follow()
        if isinstance(command, dict):
            command = decode_command(msgspec.json.encode(command))
        before = self.dealer._frame
        await who.do(command)
        await self.dealer.until(lambda: self.dealer._frame is not before)
        self._follow()

    async def key(self, command: do.TableCommand | dict[str, Any]) -> None:
        await self.by(self.dealer, command)
        cards = command.get("cards", ()) if isinstance(command, dict) else ()
        self.keys += 1 + sum(card is not None for card in cards)

    async def rule(self, command: do.TableCommand | dict[str, Any]) -> None:
        """Preview a floor command, send it, and compare the results."""
        if isinstance(command, dict):
            command = decode_command(msgspec.json.encode(command))
        tried = await self.floor.try_(command)
        assert tried.entries[0]
        await self.by(self.floor, command)
        assert self.dealer.due["words"] == tried.due["words"]

    def command(self) -> dict[str, Any] | None:
        """Return the due command with its real cards, or None if a player must act."""
        due = self.due
        if "command" in due:
            return dict(due["command"])
        if due["blanks"] != ["cards"]:
            return None
        form = dict(due["form"])
        if form["type"].startswith("deal@"):
            return {**form, "cards": self.pack.falling(due["deliveries"])}
        first = form.get("first", 0) if form["type"].startswith("name") else self._turned(due["place"])
        return {**form, "cards": self.pack.seen(due["place"], first, due["cards"])}

    def _turned(self, place: str) -> int:
        assert self.dealer.sight is not None
        return next((one.face_up for one in self.dealer.sight.places if one.place == place), 0)

    async def act(self) -> None:
        """Carry out the due act as the person who has the required role."""
        due, command = self.due, self.command()
        step = (command or {}).get("step", "")
        self.log.append((due["role"], f"{due['act']} {step}".strip()))
        if due["act"] == "ask":
            await self.answer()
        elif command is None:
            raise AssertionError(f"no person can carry out the due act: {due}")
        elif due["role"] == "floor":
            await self.rule(command)
        else:
            await self.key(command)

    async def answer(self) -> None:
        """Decide on the player's screen or through the dealer, always with the most expensive choice."""
        due = self.due
        player = self.players.get(self.seats[due["seat"]])
        if player is None:
            offer = next(one for one in self.dealer.offers if one.act.startswith("decide@"))
            options = next(blank.options for blank in offer.blanks if blank.field == "choice")
            choice = max(options, key=lambda option: option.cost).value
            sample = {key: value for key, value in offer.sample.items() if key != "by"}
            await self.key({**sample, "choice": choice})
            return
        question = await player.question()
        assert question is not None
        before = self.dealer._frame
        await player.decide(max(zip(question.costs, question.choices, strict=True))[1], question)
        await self.dealer.until(lambda: self.dealer._frame is not before)

    async def until(self, *acts: str) -> dict[str, Any]:
        for _ in range(ENOUGH):
            if self.due["act"] in acts:
                return self.due
            await self.act()
        raise AssertionError("the acts do not end")

    # People.

    async def walk_in(self, seat: int, cents: int = 2_000_00) -> str:
        """Seat a player without a screen who buys chips with cash."""
        await self.key(do.SitDown(seat=seat, player="new", name=f"Guest {seat}"))
        await self.key(do.BuyIn(player=self.seats[seat], cents=cents))
        return self.seats[seat]

    async def sit(self, player: Table, seat: int, cents: int = 500_00) -> None:
        before = self.dealer._frame
        await player.chips(cents)
        await player.sit(seat)
        await self.dealer.until(lambda: seat in self.seats and self.dealer._frame is not before)
        self.players[player.person] = player

    def least(self, table: Table, seat: int) -> dict[str, int]:
        offer = next(
            one for one in table.offers if one.act.startswith("bet@") and one.sample.get("seat") == seat
        )
        blank: Blank = next(blank for blank in offer.blanks if blank.kind == "wagers")
        return least_bet(blank.stakes)

    async def bets(self, **more: int) -> None:
        """Make minimum bets at all seats, with the additional amounts in `more` by wager."""
        await self.until("bet")
        for seat, person in sorted(self.seats.items()):
            player = self.players.get(person)
            if player is None:
                wagers = {**self.least(self.dealer, seat), **more}
                await self.key(do.Bet(seat=seat, wagers=wagers, round=self.round))
            else:
                await self._bet_at_their_screen(player, seat, more)

    async def _bet_at_their_screen(self, player: Table, seat: int, more: dict[str, int]) -> None:
        await player.until(lambda: player.round == self.round)
        before = self.dealer._frame
        await player.bet(seat, {**self.least(player, seat), **more})
        await self.dealer.until(lambda: self.dealer._frame is not before)

    async def to_the_end(self, number: int = 0) -> None:
        """Play round `number` (by default the current round) to its end. It may already be over."""
        number = number or self.round
        for _ in range(ENOUGH):
            if self.round != number:
                return
            await self.act()
        raise AssertionError("the round does not end")

    async def play(self, rounds: int = 1, **more: int) -> None:
        for _ in range(rounds):
            await self.bets(**more)
            await self.to_the_end()

    async def leave(self) -> None:
        """Let all players cash out and leave."""
        for seat, person in sorted(self.seats.items()):
            player = self.players.get(person)
            if player is None:
                if any(one.chips for one in self.dealer.sight.seats if one.seat == seat):  # type: ignore[union-attr]
                    await self.key(do.CashOut(player=person))
                await self.key(do.GetUp(seat=seat))
            else:
                await player.get_up(seat)
                await player.cash_out()
        await self.dealer.until(lambda: not self.seats)
