"""A table with a person at it: rounds driven as a house drives them, told as the person may see them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from croupier.cli.play import others
from croupier.cli.play.lookup import cited
from croupier.cli.play.picture import Picture
from croupier.cli.play.results import show_results
from croupier.cli.play.screen import Screen
from croupier.cli.play.terminal import Question, Table
from croupier.games.game import Ask
from croupier.meters.bank import Bank
from croupier.records.transcript import tell
from croupier.submission import Rules, written
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.acts.betting import required_purse
from croupier.table.driving.driver import Clock, Driver, Sink
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import CardSource
from croupier.table.events import Event
from croupier.table.machine import Step
from croupier.table.readers import legal
from croupier.table.state import BETTING, TableState

YOU = "you"

# Told by the results at the end, by the drawn cards, or of no interest to a player.
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
    """The result of a sitting in one line."""
    played = "No round was played" if not rounds else "One round" if rounds == 1 else f"{rounds} rounds"
    if not rounds:
        return f"{played}."
    told = f"you won {written(net)}" if net > 0 else f"you lost {written(-net)}" if net else "you are even"
    return f"{played}: {told}."


class Person(Protocol):
    def wagers(self, table: Table) -> None: ...
    def decide(self, table: Table, question: Question) -> str: ...
    def round_over(self) -> None: ...
    def interrupted(self) -> None: ...


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until the acts inside are done and journalled."""
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


class Session:
    def __init__(
        self,
        screen: Screen,
        state: TableState,
        source: CardSource,
        person: Person,
        seats: int,
        stake: Mapping[str, int],
        sink: Sink | None = None,
        clock: Clock | None = None,
        meters: Bank | None = None,
    ) -> None:
        self.screen, self.person, self.stake = screen, person, dict(stake)
        self.rules: Rules = state.rules
        seated = state.seating.seats
        self.seated = YOU in seated.values()  # an earlier sitting was cut short: the table goes on with it
        self.seat = next((seat for seat, player in seated.items() if player == YOU), seats // 2 + 1)
        players = seated if self.seated else {seat: f"seat {seat}" for seat in range(1, seats + 1)}
        self.picture = Picture(YOU, self.seat, state)
        self.others = {
            seat: Picture(name, seat, state) for seat, name in sorted(players.items()) if seat != self.seat
        }
        self.rounds, self.bought = 0, 0  # of this sitting; chips bought in cents
        self.driver = Driver(state, source, UNATTENDED, sink, self._happened, clock, meters)

    def _happened(self, step: Step) -> None:
        for other in self.others.values():
            other.look(step.events)
        seen = self.picture.look(step.events)
        face_up = {event.place for event in seen if isinstance(event, ev.CardsTurned)}
        for event in seen:
            if isinstance(event, ev.CardsDealt) and face_up >= {place for place, _ in event.deliveries}:
                continue  # told as they are turned up
            if not isinstance(event, QUIET):
                style = "dim" if isinstance(event, BETWEEN_ROUNDS) else ""
                self.screen.told(tell(event), cited((*event.clauses, *event.readings)), style)
            if isinstance(event, ev.BoughtIn) and event.player == YOU:
                self.bought += event.cents
            if isinstance(event, ev.RoundEnded):
                self.rounds += 1
                show_results(self.screen, self.rules, self.picture)
                self.person.round_over()

    @property
    def meters(self) -> dict[str, int]:
        """What the meters show, in cents."""
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
        """What is done is done whole; Ctrl-C pressed meanwhile is put to the person afterwards."""
        try:
            with undisturbed():
                yield
        except KeyboardInterrupt:
            self.person.interrupted()

    def sit_down(self, buy_in: int) -> None:
        """Chips for everyone. Seats and chips that an earlier sitting left behind are cleared first."""
        with self._acts():
            self._clear_table()
            for picture in (self.picture, *self.others.values()):
                self.driver.do(do_.SitDown(seat=picture.seat, player=picture.player, by=picture.person))
                self.driver.do(do_.BuyIn(player=picture.player, cents=buy_in))

    def take_up(self, before: TableState, latest: tuple[Event, ...]) -> None:
        """Go on where an earlier sitting was cut short, with what each player saw of the round."""
        self.picture = Picture(YOU, self.seat, before)
        self.others = {seat: Picture(picture.player, seat, before) for seat, picture in self.others.items()}
        for picture in (self.picture, *self.others.values()):
            picture.look(latest)
        self.bought = self.picture.balance + sum(self.picture.wagers.values())

    def play_rounds(self) -> None:
        """Until the player leaves."""
        while True:
            self.play_round()

    def play_round(self) -> None:
        number = self.state.round.number
        self.screen.heading(
            f"{self.state.game.title}, round {number}", f"balance {written(self.picture.balance)}"
        )
        with self._acts():
            self.driver.run()  # the cards are made ready
        if self.state.round.phase == BETTING and self.state.round.number == number:
            if not self.state.bets.wagers.get(self.seat):
                self.person.wagers(self)
            with self._acts():
                self._others_bet()
                self.driver.run()  # the bets told the time: a deck's hours may be over by now
                self.driver.do(do_.CloseBetting())
                self.driver.run()
        while self.state.round.number == number:
            self._answer(self.person)

    def leave(self) -> None:
        """Get up. A hand in play is played out first: checked, then folded; Let It Ride bets ride (X-14)."""
        with undisturbed():
            number = self.state.round.number
            if self.state.round.phase != BETTING:
                self.screen.told(self.leaving(), cited((self.state.game.abandoned, "X-14")))
                while self.state.round.number == number:
                    self._answer(None)
            open_bets = sum(self.picture.wagers.values())
            if open_bets:
                self.screen.say(f"Bets are still open: your {written(open_bets)} come back to you.")
            balance = self.picture.balance + open_bets
            self._clear_table()
        self.screen.say(f"You leave the table with {written(balance)}.")
        self.screen.say(evening(self.rounds, balance - self.bought))

    def leaving(self) -> str:
        risk = written(sum(self.picture.wagers.values()))
        played = [phase.choices[0].name for phase in legal.questions_left(self.state, self.seat)]
        how = (
            f"The dealer plays your hand out: {', '.join(played)}." if played else "The round is played out."
        )
        return f"You leave a round with {risk} wagered. {how}"

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

    def _answer(self, person: Person | None) -> None:
        """The dealer waits for a decision: of another seat, of the person, or of one who has gone."""
        phase, seat = legal.question(self.state), legal.asked_seat(self.state)
        assert phase is not None and seat is not None, "a table that runs itself waits for decisions alone"
        choices = legal.legal_choices(self.state, seat)
        answer: do_.Command
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

    def _question(self, phase: Ask, choices: tuple[str, ...]) -> Question:
        return Question(
            phase.name[0].upper() + phase.name[1:],
            choices,
            {name: legal.choice_cost(self.state, self.seat, name) for name in choices},
            self.leaving(),
            next(iter(self.picture.wagers.values())),
        )
