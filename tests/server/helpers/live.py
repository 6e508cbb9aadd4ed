"""Run a live table on a real store. A dealer and a floorperson carry out every act that is due."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec

from croupier.table.codec import decode_command
from croupier.table.commands import TableCommand
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.server.helpers.cards import Pack
from tests.server.helpers.floor import Floor, RecordingViewer

DINA, FLO = "dina", "flo"


class Staff:
    """A dealer and a floorperson who do not know the game. They carry out the due acts that their frames
    name.
    """

    def __init__(self, one: Floor, pack: Pack) -> None:
        self.one, self.pack = one, pack
        self.dealer, self.floor = (
            RecordingViewer(one.owner, DINA, "dealer"),
            RecordingViewer(one.owner, FLO, "floor"),
        )
        self._read = 0
        self._numbers = itertools.count()
        self.acts: list[str] = []
        for looker in (self.dealer, self.floor):
            one.owner.join(looker, looker.person, None)

    @property
    def due(self) -> dict[str, Any]:
        due: dict[str, Any] = self.dealer.last("frame")["due"]
        return due

    def look(self) -> None:
        """Pass new events to the simulated pack."""
        for message in self.dealer.told[self._read :]:
            if message["type"] == "frame":
                self.pack.follow(message["entries"])
        self._read = len(self.dealer.told)

    async def do(self, command: TableCommand | dict[str, Any], role: str = "dealer") -> dict[str, Any]:
        if isinstance(command, dict):
            command = decode_command(msgspec.json.encode(command))
        person = DINA if role == "dealer" else FLO
        number = f"a{self.one.owner.state.clock}.{id(self)}.{next(self._numbers)}"
        told = await self.one.ask(person, command, number, role)
        self.look()
        return told

    def command(self) -> dict[str, Any] | None:
        """Return the due command with the real cards, or None if a player must act."""
        due = self.due
        if "command" in due:
            return dict(due["command"])
        if due["blanks"] != ["cards"]:
            return None
        form = due["form"]
        if form["type"].startswith("deal@"):
            return {**form, "cards": self.pack.falling(due["deliveries"])}
        first = form.get("first", 0) if form["type"].startswith("name") else self._turned(due["place"])
        return {**form, "cards": self.pack.seen(due["place"], first, due["cards"])}

    def _turned(self, place: str) -> int:
        return self.one.owner.state.layout.turned.get(place, 0)

    async def act(self) -> bool:
        """Carry out the due act. Return False if the act belongs to neither dealer nor floor."""
        self.look()
        command, due = self.command(), self.due
        if command is None:
            return False
        command.pop("by", None)
        role = "floor" if due["role"] == "floor" else "dealer"
        told = await self.do(command, role)
        assert told["type"] == "done", (due, command, told)
        self.acts.append(due["act"])
        return True

    async def until(self, *acts: str) -> dict[str, Any]:
        """Carry out acts until one of `acts` is due. Decisions of players without screens are included."""
        for _ in range(500):
            self.look()
            if self.due["act"] in acts:
                return self.due
            if not await self.act():
                assert self.due["act"] == "ask", self.due
                await self.answer()
        raise AssertionError("the acts do not end")

    async def answer(self, choice: str = "") -> None:
        """Enter the first legal decision for a player without a screen."""
        state = self.one.owner.state
        seat = legal.asked_seat(state)
        assert seat is not None
        said = choice or legal.legal_choices(state, seat)[0]
        told = await self.do(legal.answer(state, seat, said))
        assert told["type"] == "done", told

    async def sit(self, seat: int, cents: int = 500_00) -> str:
        """Seat a player without a screen who buys chips with cash."""
        from croupier.table import commands as do

        assert (await self.do(do.SitDown(seat=seat, player="x")))["type"] == "done"
        player = self.one.owner.state.seating.seats[seat]
        assert (await self.do(do.BuyIn(player=player, cents=cents)))["type"] == "done"
        return player

    async def bet(self, seat: int, **more: int) -> None:
        from croupier.table import commands as do

        state = self.one.owner.state
        wagers = {**least_bet(legal.stakes_open(state, seat)), **more}
        told = await self.do(do.Bet(seat=seat, wagers=wagers, round=state.round.number))
        assert told["type"] == "done", told

    async def round(self, *seats: int) -> None:
        """Play a whole round at these seats with minimum bets and the first answers."""
        number = self.one.owner.state.round.number
        await self.until("bet")
        for seat in seats:
            await self.bet(seat)
        while self.one.owner.state.round.number == number:
            if not await self.act():
                await self.answer()
