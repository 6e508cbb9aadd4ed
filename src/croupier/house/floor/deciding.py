"""What a request, or the house's own turn, comes to at a table: decided ahead of the store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from croupier.errors import Refused
from croupier.house.cage.commands import FromTable, RedeemChips, SellChips, ToTable
from croupier.house.desk.changes import change_rules, held_back
from croupier.house.desk.commands import NoteChange
from croupier.house.desk.state import HouseTable
from croupier.house.floor import refusals
from croupier.house.floor.ahead import Ahead
from croupier.house.floor.keying import as_dealt, seated
from croupier.house.floor.payouts import check_seen_to
from croupier.house.floor.requests import BEGINS, Asked, Request
from croupier.house.floor.training import drawn
from croupier.house.store.batches import Post
from croupier.protocol import CashOut, Chips, Ready
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.roles import role_of
from croupier.table.state import BETTING

CAGE, DESK = "cage", "desk"  # shared streams


class Deciding:
    def __init__(
        self,
        ahead: Ahead,
        clock: Callable[[], int],
        kept: Callable[[], HouseTable | None],
        here: Callable[[str], bool],
        staffed: bool = False,
        draws: bool = False,
    ) -> None:
        """`kept`: the table as the desk has it; `here`: whether somebody has a line to it; `staffed`: people
        deal there; `draws`: the house says which cards they turn."""
        self.ahead, self._clock, self._kept, self._here = ahead, clock, kept, here
        self._staffed, self._draws = staffed, draws
        self.ready: set[str] = set()  # players who are ready in the running round

    def perform(self, asked: Asked) -> None:
        request, ahead = asked.request, self.ahead
        self._check_standing(request)
        match request:
            case Chips(cents=cents):
                self._buy_in(asked.person, cents)
            case CashOut():
                self.cash_out(asked.person)
            case do_.SitDown():
                sitting = msgspec.structs.replace(request, by=asked.by)
                if role_of(asked.by) == do_.DEALER:
                    ahead.do(seated(ahead.state, sitting, ahead.next_entry))
                else:
                    ahead.do(msgspec.structs.replace(sitting, name=asked.name))
            case do_.BuyIn(player=player, cents=cents):
                self._sell(player, cents, asked.by)
            case do_.CashOut(player=player):
                self._redeem(player, asked.by)
            case do_.Command():
                self.check_payout(request, asked.by)
                if self._staffed:
                    request = as_dealt(ahead.state, drawn(ahead.state, request) if self._draws else request)
                ahead.do(msgspec.structs.replace(request, by=asked.by))
                if isinstance(request, do_.Bet | do_.TakeBack):
                    self.ready.discard(asked.person)

    def check_payout(self, command: do_.Command, by: str) -> None:
        """`Refused` where a large payout was not seen to yet. Where a dealer learns there is nobody to see to
        it, and no money; what a machine pays from no tray nobody prepares."""
        kept = self._kept()
        if (kept is not None and kept.trainee) or (isinstance(command, do_.SettleSeat) and not self._staffed):
            return
        payout = kept.payout if kept is not None else None
        check_seen_to(self.ahead.state, command, by, payout, self.ahead.with_reading)

    def _check_standing(self, request: Request) -> None:
        """At a table that was closed or disabled the round that runs ends, and no other begins."""
        kept = self._kept()
        if kept is not None and kept.standing != "open" and isinstance(request, BEGINS):
            words = f"{self.ahead.table} is {kept.standing}{f': {kept.reason}' if kept.reason else ''}"
            raise Refused("table_not_open", words, (), "Play at another table.")

    def _buy_in(self, person: str, cents: int) -> None:
        """Chips from the wallet: one id, an entry of the table and one of the cage, one transaction."""
        transfer = self._transfer()
        self.ahead.do(do_.BuyIn(player=person, cents=cents, transfer=transfer, by="cage:house"))
        by, at = f"table:{self.ahead.table}", self._clock()
        command = ToTable(transfer=transfer, person=person, table=self.ahead.table, cents=cents, by=by, at=at)
        self.ahead.post(Post(CAGE, command))

    def _transfer(self) -> str:
        """An id that no other transfer of this table has: by the number of its entry."""
        return hashlib.sha256(f"{self.ahead.table}/{self.ahead.next_entry}".encode()).hexdigest()[:24]

    def _sell(self, player: str, cents: int, by: str) -> None:
        """Money over the table for chips, from somebody who has no wallet here."""
        transfer, table, at = self._transfer(), self.ahead.table, self._clock()
        self.ahead.do(do_.BuyIn(player=player, cents=cents, transfer=transfer, by=by))
        sold = SellChips(
            transfer=transfer, person=player, table=table, cents=cents, by=f"table:{table}", at=at
        )
        self.ahead.post(Post(CAGE, sold))

    def _redeem(self, player: str, by: str) -> None:
        transfer, table, at = self._transfer(), self.ahead.table, self._clock()
        events = self.ahead.do(do_.CashOut(player=player, transfer=transfer, by=by))
        cents = sum(event.cents for event in events if isinstance(event, ev.CashedOut))
        redeemed = RedeemChips(
            transfer=transfer, person=player, table=table, cents=cents, by=f"table:{table}", at=at
        )
        self.ahead.post(Post(CAGE, redeemed))

    def cash_out(self, person: str) -> None:
        transfer = self._transfer()
        events = self.ahead.do(do_.CashOut(player=person, transfer=transfer, by="cage:house"))
        cents = sum(event.cents for event in events if isinstance(event, ev.CashedOut))
        by, at = f"table:{self.ahead.table}", self._clock()
        command = FromTable(
            transfer=transfer, person=person, table=self.ahead.table, cents=cents, by=by, at=at
        )
        self.ahead.post(Post(CAGE, command))

    def proceed(self) -> None:
        """Routine acts, and "no more bets" when every bettor is ready, until the table waits for somebody."""
        self.ahead.run()
        while not self._staffed and self.all_ready():
            missing = self.ahead.numbers.missing(self.ahead.state)
            if any(self._waited_for(player) for player in missing):
                break
            if missing:  # all of them gone, with no wager: the deal is discarded for one without them
                self.ahead.numbers.call_time(self.ahead.state)
                self.ahead.run()
            else:
                self.close_betting()
        self._take_in_change()

    def _waited_for(self, player: str) -> bool:
        """Whoever has fixed a number is waited for as long as they are here or play; nobody else is."""
        state = self.ahead.state
        seats = [seat for seat, who in state.seating.seats.items() if who == player]
        return self._here(player) or any(state.bets.wagers.get(seat) for seat in seats)

    def all_ready(self) -> bool:
        state = self.ahead.state
        bettors = {state.seating.seats[seat] for seat in state.bets.wagers if seat in state.seating.seats}
        return state.round.phase == BETTING and bool(bettors) and bettors <= self.ready

    def close_betting(self) -> None:
        self.ahead.do(do_.CloseBetting(by="dealer:house"))
        self.ahead.run()

    def _take_in_change(self) -> None:
        """Rules that were to change do so between two rounds, when their notice is over (36.05.03.21)."""
        kept, state = self._kept(), self.ahead.state
        if kept is None or kept.change is None:
            return
        seated, at = bool(state.seating.seats), self._clock()
        between = state.round.phase == BETTING and not state.bets.wagers
        if held_back(kept.change, at, seated, between) is None:
            self.ahead.do(change_rules(kept.change, 0))
            noted = NoteChange(
                table=self.ahead.table,
                change=kept.change.number,
                seated=seated,
                between_rounds=True,
                by=f"table:{self.ahead.table}",
                at=at,
            )
            self.ahead.post(Post(DESK, noted))

    def say_ready(self, person: str, request: Ready) -> bool:
        """Whether it bears on the round that runs."""
        state, numbers = self.ahead.state, self.ahead.numbers
        if request.round > state.round.number:
            raise refusals.STALE
        if request.round < state.round.number or state.round.phase != BETTING:
            return False
        if request.reveal:
            numbers.reveal(state, person, request.reveal)
        if request.next:
            numbers.fix(state, person, request.next)
        self.ready.add(person)
        return True
