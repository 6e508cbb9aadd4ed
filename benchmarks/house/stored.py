"""Fill a store with rounds faster than people play.
The server's own write path stores the rounds, in large batches and without viewers.
"""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import sqlalchemy as sa

from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage.commands import PLAY, FromTable, OpenWallet, ToTable
from croupier.meters.stream import stream_of
from croupier.server.tables.decision_engine import CAGE, DESK
from croupier.server.tables.write_ahead import WriteAhead
from croupier.store import FILE
from croupier.store import schema as db
from croupier.store.batches import Post
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from croupier.store.leases import Leases
from croupier.store.pending_stream import PendingStream
from croupier.submission.sharing import group_of
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.routine import UNATTENDED
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet

TOGETHER = 20  # number of rounds per batch
CHIPS, LOW = 1000_00, 200_00
SEAT = 1


def clock() -> int:
    return int(time.time())


def day(at: int) -> int:
    return at // 86_400


class Filler:
    """Plays rounds with one player at one table, and replaces the player when few of their chips are left."""

    def __init__(self, ahead: WriteAhead, first: int) -> None:
        self._ahead, self._first = ahead, first
        self._player = ahead.state.seating.seats.get(SEAT, "")

    async def play(self, rounds: int) -> None:
        ahead = self._ahead
        ahead.begin()
        for _ in range(rounds):
            if ahead.state.seating.purses.get(self._player, 0) < LOW:
                self._change_player()
            self._round()
        if self._player:
            self._leave()
        for stored in await ahead.commit((), self._first):
            if any(isinstance(event, ev.RoundEnded) for event in stored.events):
                self._first = stored.n + 1

    def _change_player(self) -> None:
        if self._player:
            self._leave()
        player = self._player = f"filler-{secrets.token_hex(6)}"
        transfer = secrets.token_hex(12)
        ahead, by, at = self._ahead, f"table:{self._ahead.table}", clock()
        ahead.do(do.BuyIn(player=player, cents=CHIPS, transfer=transfer, by="cage:house"))
        ahead.post(Post(CAGE, OpenWallet(person=player, money=PLAY, by="house", at=at)))
        sent = ToTable(transfer=transfer, person=player, table=ahead.table, cents=CHIPS, by=by, at=at)
        ahead.post(Post(CAGE, sent))
        ahead.do(do.SitDown(seat=SEAT, player=player, name="Filler", by=f"player:{player}"))

    def _leave(self) -> None:
        ahead, player, transfer = self._ahead, self._player, secrets.token_hex(12)
        ahead.do(do.GetUp(seat=SEAT, by=f"player:{player}"))
        events = ahead.do(do.CashOut(player=player, transfer=transfer, by="cage:house"))
        cents = sum(event.cents for event in events if isinstance(event, ev.CashedOut))
        by, at = f"table:{ahead.table}", clock()
        back = FromTable(transfer=transfer, person=player, table=ahead.table, cents=cents, by=by, at=at)
        ahead.post(Post(CAGE, back))
        self._player = ""

    def _round(self) -> None:
        ahead, by = self._ahead, f"player:{self._player}"
        state = ahead.state
        wagers = least_bet(legal.stakes_open(state, SEAT))
        ahead.do(do.Bet(seat=SEAT, wagers=wagers, round=state.round.number, by=by))
        ahead.do(do.CloseBetting(by="dealer:house"))
        ahead.run()
        while legal.asked_seat(ahead.state) is not None:
            choice = legal.legal_choices(ahead.state, SEAT)[0]
            ahead.do(legal.answer(ahead.state, SEAT, choice, by))
            ahead.run()


class Filling:
    """Plays rounds at the open tables in a data folder."""

    def __init__(self, data: Path) -> None:
        self._address = f"sqlite:///{data / FILE}"
        self.tables = 0

    async def fill(self, rounds: int) -> int:
        """Play equally at all tables until `rounds` rounds are stored. Return how many are stored."""
        with open_store(self._address) as store:
            committer = Committer(store, day=day)
            await committer.start()
            leases = Leases(store, f"filling {secrets.token_hex(6)}", "")
            try:
                await committer.refresh(CAGE)
                desk: AdministrationState = await committer.refresh(DESK)
                fillers = [
                    await self._filler(store, committer, leases, table) for table in sorted(desk.tables)
                ]
                self.tables = len(fillers)
                while (left := rounds - stored_in(store)) > 0:
                    for filler in fillers:
                        await filler.play(max(1, min(TOGETHER, left // len(fillers))))
            finally:
                await committer.stop()
                leases.close()
            return stored_in(store)

    async def _filler(self, store: SqlStore, committer: Committer, leases: Leases, table: str) -> Filler:
        epoch = await leases.claim(table)
        assert epoch is not None
        stream = PendingStream.resume_from(store, table, day=day)
        group = group_of(stream.state.table.rules, table)
        if group:
            await committer.refresh(stream_of(group))
        ahead = WriteAhead(stream, committer, UNATTENDED, clock, epoch)
        with store.reading() as connection:
            last = connection.execute(
                sa.select(sa.func.max(db.rounds.c.last)).where(db.rounds.c.stream == table)
            )
            return Filler(ahead, (last.scalar() or 0) + 1)


def stored_in(store: SqlStore) -> int:
    with store.reading() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(db.rounds)).scalar() or 0)
