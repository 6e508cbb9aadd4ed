"""Turn requests into table commands and cage transfers. The table actor stores the result."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

import msgspec

from croupier.casino.administration.commands import NoteChange
from croupier.casino.administration.correction_sums import exceeded_sum
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.reader_commands import ReadingDispute
from croupier.casino.administration.review_commands import UseReview
from croupier.casino.administration.rule_changes import blocker_of, change_rules
from croupier.casino.administration.state import HouseTable
from croupier.casino.cage.chip_commands import BringChips, CarryChipsAway
from croupier.casino.cage.commands import REAL, FromTable, SellChips, ToTable
from croupier.casino.cage.tax_commands import ReturnTax, WithheldTax, WithholdTax
from croupier.casino.cage.toke_commands import TakeToke
from croupier.casino.machines import CasinoCommand
from croupier.casino.tax import tax_year, terms_of
from croupier.errors import Refused
from croupier.protocol import CashOutRequest, Chips, Ready
from croupier.server.tables import refusals
from croupier.server.tables.card_readers import CardReaders
from croupier.server.tables.correction_reviews import (
    CORRECTS,
    MAY_VOID,
    ReviewNeeded,
    WeighedCorrection,
    check_need,
    count_of,
    digest_of,
    lines_of,
    threshold_of,
)
from croupier.server.tables.dealer_entry import normalize_deal, seat_walk_in
from croupier.server.tables.last_key import LastKey, after_request, check_last_key
from croupier.server.tables.pending_payouts import check_payout_steps, payout_due
from croupier.server.tables.readiness import is_gated, readiness_guard
from croupier.server.tables.recorded_alerts import SMALL_WINS
from croupier.server.tables.request_queue import REFUSED_WHEN_CLOSED, Request, TableRequest
from croupier.server.tables.settings import TableSettings
from croupier.server.tables.tax_wins import TaxDesk, check_nothing_held, is_taxed
from croupier.server.tables.tax_withholding import forms_after, taxes_after, to_return, to_withhold
from croupier.server.tables.training import with_drawn_cards
from croupier.server.tables.write_ahead import WriteAhead
from croupier.store.batches import Post
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.roles import role_of
from croupier.table.state import BETTING, TableState

CAGE, DESK = "cage", "desk"  # shared streams


class DecisionEngine:
    def __init__(
        self,
        ahead: WriteAhead,
        clock: Callable[[], int],
        configuration: Callable[[], HouseTable | None],
        is_present: Callable[[str], bool],
        rules: TableSettings,
        day: Callable[[int], int],
    ) -> None:
        """Create the engine.

        `configuration` reads the administration's record of the table. `here` tells whether a player is
        connected. `rules` contain the dealing method, and the amounts above which a second person is needed.
        `day` returns the gaming day of a time.
        """
        self.write_ahead, self._clock, self._configuration, self._is_present = (
            ahead,
            clock,
            configuration,
            is_present,
        )
        self._staffed, self._draws, self._controls = rules.live, rules.draws, rules.controls
        self._tax = rules.tax
        self._day = day
        # chooses the cards that the server draws for a trainee
        self.draw: Callable[[TableState, do_.TableCommand], do_.TableCommand] = with_drawn_cards
        self.ready: set[str] = set()  # players who are ready in the current round
        self.readers = CardReaders(ahead.table)
        self.last_key: LastKey | None = None  # the dealer's last entry, which they may correct

    def perform(self, queued: TableRequest) -> None:
        """Carry out one request ahead of the store."""
        request, ahead = queued.request, self.write_ahead
        self._check_open(request, queued.person)
        before = ahead.state
        match request:
            case Chips(cents=cents):
                self._buy_in(queued.person, cents)
            case CashOutRequest():
                self.cash_out(queued.person)
            case do_.SitDown():
                sit_down = msgspec.structs.replace(request, by=queued.by)
                if role_of(queued.by) == do_.DEALER:
                    ahead.do(seat_walk_in(ahead.state, sit_down, ahead.next_entry))
                else:
                    ahead.do(msgspec.structs.replace(sit_down, name=queued.name))
            case do_.BuyIn(player=player, cents=cents, brought=brought):
                (self._bring if brought else self._sell)(player, cents, queued.by)
            case do_.CashOut(player=player, toke=toke) if toke:
                self._toke(player, toke, queued.by)
            case do_.CashOut(player=player):
                self._carry_away(player, queued.by)
            case do_.TableCommand():
                if isinstance(request, do_.CorrectKeying):
                    check_last_key(self.last_key, request, queued.by, queued.connection)
                self.check_payout(request, queued.by)
                if self._staffed:
                    command = self.draw(ahead.state, request) if self._draws else request
                    request = normalize_deal(ahead.state, command)
                if role_of(queued.by) == do_.DEALER:
                    self.readers.check(ahead.state, request, self.reading_dispute)
                weighed = self.weighed(request, queued.by)
                confirmed = check_need(self._need_of(weighed), queued.by)
                if isinstance(request, CORRECTS + MAY_VOID):
                    self._return_tax_first(request)
                ahead.do(msgspec.structs.replace(request, by=queued.by))
                if isinstance(request, do_.CloseBetting):
                    self._check_readiness()
                if weighed is not None:
                    self._note_correction(weighed, confirmed)
                if isinstance(request, do_.Bet | do_.TakeBack):
                    self.ready.discard(queued.person)
        if isinstance(queued.request, do_.TableCommand):
            entry = queued.request
            self.last_key = after_request(self.last_key, entry, queued.by, queued.connection, before)

    @property
    def today(self) -> int:
        """The current gaming day."""
        return self._day(self._clock())

    @property
    def reading_dispute(self) -> ReadingDispute | None:
        """The last cards that a card reader and the dealer named differently."""
        configuration = self._configuration()
        return configuration.dispute if configuration is not None else None

    def _check_readiness(self) -> None:
        """Have the committer refuse the deal of a live real-money table that is not ready."""
        table = self._configuration()
        if table is not None and is_gated(table):
            self.write_ahead.guard(readiness_guard(table.id, self.today))

    def check_payout(self, command: do_.TableCommand, by: str) -> None:
        """Raise `Refused` if a large payout lacks a step that must precede it.

        Training tables are exempt, because they have no supervisors and no money. Settlements by a
        machine are exempt too, because they take no chips from a tray.
        """
        configuration = self._configuration()
        if configuration is not None and configuration.trainee:
            return
        if isinstance(command, do_.SettleSeat) and not self._staffed:
            return
        payout = configuration.payout if configuration is not None else None
        check_payout_steps(self.write_ahead.state, command, by, payout, self.write_ahead.with_reading)
        if self._staffed and (tax := self.tax_desk()) is not None:
            tax.check(self.write_ahead.state, command, self.write_ahead.with_reading)

    def tax_desk(self) -> TaxDesk | None:
        """Return the hand pays of a table with real money, or None."""
        if not is_taxed(self._configuration()):
            return None
        at = self._clock()
        terms = terms_of(tax_year(at, self._tax), self._tax)
        desk = self.write_ahead.committer.state(DESK)
        return TaxDesk(self.write_ahead.table, desk, terms, at, self._staffed)

    def raise_hand_pays(self) -> None:
        """Record hand pays for the pending steps and the next payment, in the same transaction."""
        tax = self.tax_desk()
        if tax is None:
            return
        commands = [*tax.settled(self.write_ahead.pending_steps)]
        if self._staffed:
            commands += tax.due(self.write_ahead.state, self.write_ahead.with_reading)
        for command in commands:
            self.write_ahead.post(Post(DESK, command))
        self._move_taxes(commands)

    def _move_taxes(self, commands: Iterable[CasinoCommand] = ()) -> None:
        """Withhold the tax of paid hand pays from the winners' chips, and give back the tax of void ones.

        If a winner has too few chips at the table, the tax waits until they have enough.
        """
        ahead = self.write_ahead
        if not self._staffed or not is_taxed(self._configuration()):
            return
        forms = forms_after(ahead.committer.state(DESK), ahead.table, commands)
        taxes = taxes_after(ahead.committer.state(CAGE), ahead.pending_posts)
        for form in to_return(forms, taxes):
            self._return_tax(form, taxes[form.number])
        for form in to_withhold(forms, taxes):
            if ahead.state.seating.purses.get(form.player, 0) >= form.withheld:
                self._withhold_tax(form)

    def _return_tax_first(self, request: do_.TableCommand) -> None:
        """Give back the tax of wins that a correction may take back, so that the chips cover the correction.

        The commit withholds the tax again if the win remains.
        """
        ahead = self.write_ahead
        if not self._staffed or not is_taxed(self._configuration()):
            return
        forms = forms_after(ahead.committer.state(DESK), ahead.table, ())
        taxes = taxes_after(ahead.committer.state(CAGE), ahead.pending_posts)
        for form in forms.values():
            recent = form.round >= ahead.state.round.number - 1
            if recent and form.number in taxes and getattr(request, "seat", form.seat) == form.seat:
                self._return_tax(form, taxes[form.number])

    def _withhold_tax(self, form: HandPay) -> None:
        transfer, table = self._transfer(), self.write_ahead.table
        cash_out = do_.CashOut(player=form.player, transfer=transfer, tax=form.withheld, by="cage:house")
        self.write_ahead.do(cash_out)
        withheld = WithholdTax(
            transfer=transfer,
            person=form.player,
            table=table,
            hand_pay=form.number,
            cents=form.withheld,
            tray=form.tray_tax,
            by=f"table:{table}",
            at=self._clock(),
        )
        self.write_ahead.post(Post(CAGE, withheld))

    def _return_tax(self, form: HandPay, tax: WithheldTax) -> None:
        transfer, table = self._transfer(), self.write_ahead.table
        buy_in = do_.BuyIn(player=form.player, cents=tax.cents, transfer=transfer, tax=True, by="cage:house")
        self.write_ahead.do(buy_in)
        returned = ReturnTax(
            transfer=transfer,
            person=form.player,
            table=table,
            hand_pay=form.number,
            by=f"table:{table}",
            at=self._clock(),
        )
        self.write_ahead.post(Post(CAGE, returned))

    def weighed(self, command: do_.TableCommand, by: str) -> WeighedCorrection | None:
        """Return a correction or void with the money it moves, or None for any other command.

        Training tables are exempt, because they have no supervisors and no money.
        """
        if not isinstance(command, CORRECTS + MAY_VOID):
            return None
        if isinstance(command, do_.CorrectKeying) and not command.choice:
            return None  # before a settlement, names of cards and entered bets move no money
        configuration, state = self._configuration(), self.write_ahead.state
        if configuration is not None and configuration.trainee:
            return None
        complete = self.write_ahead.complete(command, by)
        lines = lines_of(state, complete, self.write_ahead.meters_shown())
        count, limit = count_of(complete, lines), threshold_of(state, self._controls.correction)
        desk = self.write_ahead.committer.state(DESK)
        exceeded = exceeded_sum(desk, configuration, by, self.today, count, limit)
        return WeighedCorrection(complete, lines, count, limit, exceeded)

    def _need_of(self, weighed: WeighedCorrection | None) -> ReviewNeeded | None:
        configuration = self._configuration()
        return weighed.need(configuration.review if configuration is not None else None) if weighed else None

    def review_need(self, command: do_.TableCommand, by: str) -> ReviewNeeded | None:
        """Return the confirmation that a correction or a void needs, or None if one person is enough."""
        return self._need_of(self.weighed(command, by))

    def _note_correction(self, weighed: WeighedCorrection, confirmed: int) -> None:
        """Count a correction, and use up its confirmation, in the transaction of the correction."""
        if self._configuration() is None or not weighed.count.cents:
            return
        table, at = self.write_ahead.table, self._clock()
        self.write_ahead.post(Post(DESK, weighed.note(table, self._day(at), confirmed, at)))
        if confirmed:
            digest = digest_of(weighed.command)
            use = UseReview(table=table, review=confirmed, digest=digest, by=f"table:{table}", at=at)
            self.write_ahead.post(Post(DESK, use))

    def _check_open(self, request: Request, person: str) -> None:
        """Let a closed or disabled table finish its round, but start no new round.

        A player in that round may still buy chips for it (X-33).
        """
        table = self._configuration()
        if isinstance(request, Chips) and person in self.write_ahead.state.round.players.values():
            return
        if table is not None and table.standing != "open" and isinstance(request, REFUSED_WHEN_CLOSED):
            message = (
                f"{self.write_ahead.table} is {table.standing}{f': {table.reason}' if table.reason else ''}"
            )
            raise Refused("table_not_open", message, (), "Play at another table.")

    def _buy_in(self, person: str, cents: int) -> None:
        """Move money from the wallet to the table, with a table entry and a cage entry in one
        transaction.
        """
        transfer = self._transfer()
        self.write_ahead.do(do_.BuyIn(player=person, cents=cents, transfer=transfer, by="cage:house"))
        by, at = f"table:{self.write_ahead.table}", self._clock()
        command = ToTable(
            transfer=transfer, person=person, table=self.write_ahead.table, cents=cents, by=by, at=at
        )
        self.write_ahead.post(Post(CAGE, command))

    def _transfer(self) -> str:
        """Return a transfer id that is unique at this table, made from the entry number."""
        return hashlib.sha256(f"{self.write_ahead.table}/{self.write_ahead.next_entry}".encode()).hexdigest()[
            :24
        ]

    def _sell(self, player: str, cents: int, by: str) -> None:
        """Sell chips for cash to a player without a wallet."""
        transfer, table, at = self._transfer(), self.write_ahead.table, self._clock()
        self.write_ahead.do(do_.BuyIn(player=player, cents=cents, transfer=transfer, by=by))
        sold = SellChips(
            transfer=transfer, person=player, table=table, cents=cents, by=f"table:{table}", at=at
        )
        self.write_ahead.post(Post(CAGE, sold))

    def _bring(self, player: str, cents: int, by: str) -> None:
        """Let a player without a wallet play with chips they brought. No chips leave the tray."""
        transfer, table, at = self._transfer(), self.write_ahead.table, self._clock()
        buy_in = do_.BuyIn(player=player, cents=cents, transfer=transfer, brought=True, by=by)
        self.write_ahead.do(buy_in)
        brought = BringChips(
            transfer=transfer, person=player, table=table, cents=cents, by=f"table:{table}", at=at
        )
        self.write_ahead.post(Post(CAGE, brought))

    def _carry_away(self, player: str, by: str) -> None:
        """Let a player without a wallet leave with all their chips. Only the cage pays cash for chips."""
        table, at = self.write_ahead.table, self._clock()
        check_nothing_held(self.write_ahead.committer.state(DESK), player, table)
        self._move_taxes()
        transfer = self._transfer()
        configuration = self._configuration()
        real = configuration is not None and configuration.money == REAL  # play chips never leave a table
        events = self.write_ahead.do(do_.CashOut(player=player, transfer=transfer, carried=real, by=by))
        cents = sum(event.cents for event in events if isinstance(event, ev.CashedOut))
        command_ = CarryChipsAway(
            transfer=transfer, person=player, table=table, cents=cents, by=f"table:{table}", at=at
        )
        self.write_ahead.post(Post(CAGE, command_))

    def _toke(self, player: str, cents: int, by: str) -> None:
        """Move chips that a player gives to the dealers into the table's toke box."""
        table, at = self.write_ahead.table, self._clock()
        check_nothing_held(self.write_ahead.committer.state(DESK), player, table)
        self._move_taxes()
        transfer = self._transfer()
        self.write_ahead.do(do_.CashOut(player=player, transfer=transfer, toke=cents, by=by))
        given = TakeToke(
            transfer=transfer, person=player, table=table, cents=cents, by=f"table:{table}", at=at
        )
        self.write_ahead.post(Post(CAGE, given))

    def cash_out(self, person: str) -> None:
        """Return all of a player's chips to the wallet."""
        self._move_taxes()
        transfer = self._transfer()
        events = self.write_ahead.do(do_.CashOut(player=person, transfer=transfer, by="cage:house"))
        cents = sum(event.cents for event in events if isinstance(event, ev.CashedOut))
        by, at = f"table:{self.write_ahead.table}", self._clock()
        command = FromTable(
            transfer=transfer, person=person, table=self.write_ahead.table, cents=cents, by=by, at=at
        )
        self.write_ahead.post(Post(CAGE, command))

    def proceed(self) -> None:
        """Run routine acts until the table waits for a person. Close betting once every bettor is ready."""
        self.write_ahead.run()
        while self._let_small_win_be_paid():
            self.write_ahead.run()
        while not self._staffed and self.all_ready():
            absent = self.write_ahead.numbers.missing(self.write_ahead.state)
            if any(self._must_wait_for(player) for player in absent):
                break
            if absent:  # these players left without a wager, so discard the deal and start one without them
                self.write_ahead.numbers.call_time(self.write_ahead.state)
                self.write_ahead.run()
            else:
                self.close_betting()
        self._apply_rule_change()

    def _let_small_win_be_paid(self) -> bool:
        """Let a small progressive win be paid before a floorperson validates it, if the approved internal
        controls say so (N-34). An alert asks the floor for the validation.
        """
        limit, state = self._controls.small_win, self.write_ahead.state
        if limit is None or state.round.awaiting != "validation":
            return False
        due = payout_due(state, self.write_ahead.with_reading)
        if due is None or due.cents + sum(envy.cents for envy in due.envy) > limit:
            return False
        self.write_ahead.do(do_.ValidateProgressive(seat=due.seat, by=SMALL_WINS))
        return True

    def _must_wait_for(self, player: str) -> bool:
        """Return whether the deal must wait for this player's number. It waits for players who are connected
        or have a wager.
        """
        state = self.write_ahead.state
        seats = [seat for seat, holder in state.seating.seats.items() if holder == player]
        return self._is_present(player) or any(state.bets.wagers.get(seat) for seat in seats)

    def all_ready(self) -> bool:
        state = self.write_ahead.state
        bettors = {state.seating.seats[seat] for seat in state.bets.wagers if seat in state.seating.seats}
        return state.round.phase == BETTING and bool(bettors) and bettors <= self.ready

    def close_betting(self) -> None:
        self.write_ahead.do(do_.CloseBetting(by="dealer:house"))
        self.write_ahead.run()

    def _apply_rule_change(self) -> None:
        """Apply a pending rule change between rounds, once its notice period is over (36.05.03.21)."""
        configuration, state = self._configuration(), self.write_ahead.state
        if configuration is None or configuration.change is None:
            return
        change = configuration.change
        has_players, at = bool(state.seating.seats), self._clock()
        between = state.round.phase == BETTING and not state.bets.wagers
        if blocker_of(change, at, has_players, between) is None:
            self.write_ahead.do(change_rules(change, 0))
            note = NoteChange(
                table=self.write_ahead.table,
                change=change.number,
                seated=has_players,
                between_rounds=True,
                by=f"table:{self.write_ahead.table}",
                at=at,
            )
            self.write_ahead.post(Post(DESK, note))

    def mark_ready(self, person: str, request: Ready) -> None:
        """Mark a player ready, and accept their numbers for the deal. A late message has no effect."""
        state, numbers = self.write_ahead.state, self.write_ahead.numbers
        if request.round > state.round.number:
            raise refusals.STALE
        if request.round < state.round.number or state.round.phase != BETTING:
            return
        if request.reveal:
            numbers.reveal(state, person, request.reveal)
        if request.next:
            numbers.fix(state, person, request.next)
        self.ready.add(person)
