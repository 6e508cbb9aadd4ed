"""Simulate an examinee who deals a table test over the network, and an examiner who watches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.client import House, Table
from croupier.errors import Refused
from croupier.server.table_tests.examination import LiveError
from croupier.server.table_tests.session import ExamSession
from croupier.training.table_test.kinds import kinds
from tests.server.helpers.cards import Pack
from tests.server.helpers.shift import Shift

Notices = Callable[[LiveError], bool]


def always(error: LiveError) -> bool:
    return True


def never(error: LiveError) -> bool:
    return False


class Examinee:
    """Performs each due act, and stops the game at the planted errors for which `notices` returns true."""

    def __init__(self, house: House, line: Table, session: ExamSession, notices: Notices = always) -> None:
        self.house, self.line, self.session, self.notices = house, line, session, notices
        self.shift = Shift(line, line, Pack(lambda: ()))
        self.shift.pack.follow = lambda entries: None  # type: ignore[method-assign]
        self.received: list[Any] = []  # every HTTP response about the test
        self.said: list[str] = []
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        line._listeners.append(self._messages)

    @property
    def frames(self) -> list[bytes]:
        """The messages that the socket has received since the last read, as JSON."""
        found = []
        while not self._messages.empty():
            found.append(msgspec.json.encode(self._messages.get_nowait()))
        return found

    async def scene(self) -> dict[str, Any]:
        scene: dict[str, Any] = await self.house.ask("GET", "/api/table-tests/own/scene")
        self.received.append(scene)
        return scene

    async def stop(self, reason: str, seat: int = 0) -> str:
        told = await self.house.ask("POST", "/api/table-tests/own/stop", {"reason": reason, "seat": seat})
        self.received.append(told)
        return str(told["words"])

    async def deal(self, rounds: int) -> None:
        last = self.line.round + rounds
        while self.line.round < last and self.session.exam.standing == "running":
            await self.scene()
            for error in [one for one in self.session.errors if one.stands]:
                if self.notices(error):
                    self.said.append(await self.stop(kinds()[error.kind].reason, error.seat))
            await self.act()

    async def act(self) -> None:
        due = self.shift.due
        if due["act"] in ("bet", "wait"):
            await asyncio.sleep(0.05)
        elif due["act"] == "ask":
            await self.answer()
        elif due["act"] == "close" and not await self.everybody_has_bet():
            await asyncio.sleep(0.05)
        elif due["role"] == "floor":
            await self.line.call_floor()
        elif "command" in due:
            await self.send(due["command"])
        else:
            await self.send({**due["form"], **self.filled(due)})

    def filled(self, due: dict[str, Any]) -> dict[str, Any]:
        """Fill in what a dealer counts: the chips of a collection, or the cards of a stub."""
        state = self.session.state
        if due["act"] == "collect":
            wager = due["form"]["wager"]
            return {"chips": sum(wager in bets for bets in state.bets.wagers.values())}
        if due["act"] == "recount":
            return {"total": len(state.game.deck.order), "misdealt": False}
        return dict.fromkeys(due["blanks"], "as the rules require")

    async def send(self, command: dict[str, Any]) -> None:
        try:
            await self.shift.key(command)
        except Refused as refused:
            self.said.append(refused.code)
            await asyncio.sleep(0.05)

    async def everybody_has_bet(self) -> bool:
        state = self.session.state
        return all(state.bets.wagers.get(seat) for seat in state.seating.seats) or any(
            error.stands for error in self.session.errors
        )

    async def answer(self) -> None:
        """Enter the choice that the player signals."""
        signal = self.session._signal
        offer = next((one for one in self.line.offers if one.act.startswith("decide@")), None)
        if offer is None or signal is None or signal[0] != offer.sample["seat"]:
            await asyncio.sleep(0.05)
            return
        await self.send({**offer.sample, "type": offer.act, "choice": signal[2]})
