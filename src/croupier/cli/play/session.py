"""Run the rounds of a play session and show the player every visible event."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from croupier.cli.play import others
from croupier.cli.play.lookup import citation_text
from croupier.cli.play.picture import TerminalPicture
from croupier.cli.play.results import show_results
from croupier.cli.play.screen import Screen
from croupier.cli.play.terminal import TerminalQuestion, TerminalTable
from croupier.games.game import Ask
from croupier.meters.bank import Bank
from croupier.records.transcript import tell
from croupier.submission import Rules, format_dollars
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.acts.betting import required_purse
from croupier.table.driving.driver import Clock, Driver, Sink
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import CardSource
from croupier.table.events import TableEvent
from croupier.table.machine import TableStep
from croupier.table.readers import legal
from croupier.table.state import BETTING, TableState

YOU = "you"

# Events that are not announced, because the results or the cards already show them.
QUIET = (
    ev.SeatTaken,
    ev.SeatLeft,
    ev.BoughtIn,
    ev.CashedOut,
    ev.WagerPlaced,
    ev.WagerTakenBack,
    ev.ChipsCollected,
    ev.ChipsBanked,
    ev.MeterContributed,
    ev.CardsNamed,
    ev.StubRacked,
    ev.HandShown,
    ev.WagerSettled,
    ev.SeatSettled,
    ev.CardsRacked,
    ev.RoundEnded,
    ev.DeckPrepared,
    ev.DeckLoaded,
    ev.StubCounted,
    ev.ActedFor,
)
BETWEEN_ROUNDS = (ev.DeckShuffled, ev.DeckCut)


def evening(rounds: int, net: int) -> str:
    """Summarize a session in one line: the number of rounds and the net result."""
    played = "No round was played" if not rounds else "One round" if rounds == 1 else f"{rounds} rounds"
    if not rounds:
        return f"{played}."
    result = (
        f"you won {format_dollars(net)}"
        if net > 0
        else f"you lost {format_dollars(-net)}"
        if net
        else "you are even"
    )
    return f"{played}: {result}."


class SessionPlayer(Protocol):
    def wagers(self, table: TerminalTable) -> None: ...
    def decide(self, table: TerminalTable, question: TerminalQuestion) -> str: ...
    def round_over(self) -> None: ...
    def interrupted(self) -> None: ...


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the enclosed acts are done and stored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


class PlaySession:
    def __init__(
        self,
        screen: Screen,
        state: TableState,
        source: CardSource,
        person: SessionPlayer,
        seats: int,
        stake: Mapping[str, int],
        sink: Sink | None = None,
        clock: Clock | None = None,
        meters: Bank | None = None,
    ) -> None:
        self.screen, self.person, self.stake = screen, person, dict(stake)
        self.rules: Rules = state.rules
        seated = state.seating.seats
        self.seated = YOU in seated.values()  # continue an earlier session that was interrupted
        self.seat = next((seat for seat, player in seated.items() if player == YOU), seats // 2 + 1)
        players = seated if self.seated else {seat: f"seat {seat}" for seat in range(1, seats + 1)}
        self.picture = TerminalPicture(YOU, self.seat, state)
        self.others = {
            seat: TerminalPicture(name, seat, state)
            for seat, name in sorted(players.items())
            if seat != self.seat
        }
        self.rounds, self.bought = 0, 0  # rounds played and cents bought in this session
        self.driver = Driver(state, source, UNATTENDED, sink, self._show_step, clock, meters)

    def _show_step(self, step: TableStep) -> None:
        for other in self.others.values():
            other.look(step.events)
        sight = self.picture.look(step.events)
        face_up = {event.place for event in sight if isinstance(event, ev.CardsTurned)}
        for event in sight:
            if isinstance(event, ev.CardsDealt) and face_up >= {place for place, _ in event.deliveries}:
                continue  # Cards that are dealt face down are announced when they are turned up.
            if not isinstance(event, QUIET):
                style = "dim" if isinstance(event, BETWEEN_ROUNDS) else ""
                self.screen.print_event(tell(event), citation_text((*event.clauses, *event.readings)), style)
            if isinstance(event, ev.BoughtIn) and event.player == YOU:
                self.bought += event.cents
            if isinstance(event, ev.RoundEnded):
                self.rounds += 1
                show_results(self.screen, self.rules, self.picture)
                self.person.round_over()

    @property
    def meters(self) -> dict[str, int]:
        """Return the meter amounts in cents."""
        read = self.driver.meters.read(self.driver.table)
        return {name: reading.amount.shown for name, reading in read.items()}

    @property
    def state(self) -> TableState:
        return self.driver.state

    def offers(self) -> tuple[legal.Stake, ...]:
        return legal.stakes_open(self.state)

    def left_to_play(self, wagers: Mapping[str, int]) -> int:
        return legal.least_to_stay(self.state, dict(wagers))

    def bet(self, wagers: Mapping[str, int]) -> None:
        with self._acts():
            self.driver.do(
                do_.Bet(
                    seat=self.seat, wagers=dict(wagers), round=self.state.round.number, by=self.picture.person
                )
            )

    def buy_in(self, cents: int) -> None:
        with self._acts():
            self.driver.do(do_.BuyIn(player=YOU, cents=cents))

    @contextmanager
    def _acts(self) -> Iterator[None]:
        """Delay the handling of Ctrl-C until the enclosed acts are finished."""
        try:
            with without_interrupts():
                yield
        except KeyboardInterrupt:
            self.person.interrupted()

    def sit_down(self, buy_in: int) -> None:
        """Seat everyone with chips, after clearing the seats and chips of an earlier session."""
        with self._acts():
            self._clear_table()
            for picture in (self.picture, *self.others.values()):
                self.driver.do(do_.SitDown(seat=picture.seat, player=picture.player, by=picture.person))
                self.driver.do(do_.BuyIn(player=picture.player, cents=buy_in))

    def take_up(self, before: TableState, latest: tuple[TableEvent, ...]) -> None:
        """Continue an interrupted session with each player's earlier view of the round."""
        self.picture = TerminalPicture(YOU, self.seat, before)
        self.others = {
            seat: TerminalPicture(picture.player, seat, before) for seat, picture in self.others.items()
        }
        for picture in (self.picture, *self.others.values()):
            picture.look(latest)
        self.bought = self.picture.balance + sum(self.picture.wagers.values())

    def play_rounds(self) -> None:
        """Play rounds until the player leaves."""
        while True:
            self.play_round()

    def play_round(self) -> None:
        number = self.state.round.number
        self.screen.heading(
            f"{self.state.game.title}, round {number}", f"balance {format_dollars(self.picture.balance)}"
        )
        with self._acts():
            self.driver.run()  # the routine acts that prepare the cards
        if self.state.round.phase == BETTING and self.state.round.number == number:
            if not self.state.bets.wagers.get(self.seat):
                self.person.wagers(self)
            with self._acts():
                self._others_bet()
                self.driver.run()  # a deck may have reached its time limit while the player was betting
                self.driver.do(do_.CloseBetting())
                self.driver.run()
        while self.state.round.number == number:
            self._answer(self.person)

    def leave(self) -> None:
        """Leave the table after finishing the hand by checking or folding.

        Bets that can ride stay at risk (X-14).
        """
        with without_interrupts():
            number = self.state.round.number
            if self.state.round.phase != BETTING:
                self.screen.print_event(self.leaving(), citation_text((self.state.game.abandoned, "X-14")))
                while self.state.round.number == number:
                    self._answer(None)
            open_bets = sum(self.picture.wagers.values())
            if open_bets:
                self.screen.say(f"Your open bets of {format_dollars(open_bets)} are returned.")
            balance = self.picture.balance + open_bets
            self._clear_table()
        self.screen.say(f"You leave the table with {format_dollars(balance)}.")
        self.screen.say(evening(self.rounds, balance - self.bought))

    def leaving(self) -> str:
        risk = format_dollars(sum(self.picture.wagers.values()))
        played = [phase.choices[0].name for phase in legal.questions_left(self.state, self.seat)]
        how = f"The dealer finishes your hand: {', '.join(played)}." if played else "The round is finished."
        return f"You have {risk} wagered in this round. {how}"

    def _clear_table(self) -> None:
        for seat in tuple(self.state.seating.seats):
            self.driver.do(do_.GetUp(seat=seat))
        for player, cents in tuple(self.state.seating.purses.items()):
            if cents:
                self.driver.do(do_.CashOut(player=player))

    def _others_bet(self) -> None:
        for seat, picture in self.others.items():
            if self.state.bets.wagers.get(seat):
                continue
            need = required_purse(self.state, self.stake)
            if picture.balance < need:
                self.driver.do(do_.BuyIn(player=picture.player, cents=10 * need))
            self.driver.do(
                do_.Bet(seat=seat, wagers=self.stake, round=self.state.round.number, by=picture.person)
            )

    def _answer(self, person: SessionPlayer | None) -> None:
        """Answer the pending decision of another seat, of the user, or of a player who left."""
        phase, seat = legal.question(self.state), legal.asked_seat(self.state)
        assert phase is not None and seat is not None, "an automatic table waits only for decisions"
        choices = legal.legal_choices(self.state, seat)
        answer: do_.TableCommand
        if seat in self.others:
            picture = self.others[seat]
            choice = others.choose(self.rules.game, picture.hand, picture.board, choices)
            answer = legal.answer(self.state, seat, choice, picture.person)
        elif person is None:
            answer = do_.ActFor(seat=seat, reason="the player left the table", by=do_.FLOOR)
        else:
            choice = person.decide(self, self._question(phase, choices))
            answer = legal.answer(self.state, seat, choice, self.picture.person)
        with self._acts():
            self.driver.do(answer)
            self.driver.run()

    def _question(self, phase: Ask, choices: tuple[str, ...]) -> TerminalQuestion:
        return TerminalQuestion(
            phase.name[0].upper() + phase.name[1:],
            choices,
            {name: legal.choice_cost(self.state, self.seat, name) for name in choices},
            self.leaving(),
            next(iter(self.picture.wagers.values())),
        )
