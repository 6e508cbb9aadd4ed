"""Run a verifiable table with seeded randomness, players who contribute numbers, and an in-memory journal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from random import Random

from croupier.cards import commitment
from croupier.games import game as game_of
from croupier.games.game import Ask
from croupier.journal import MemoryStore, Stream, kind_of
from croupier.journal.tables import charter_of
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.openings import CardOpening, Prover, prover
from croupier.table.driving.verifiable import VerifiableShoe
from croupier.table.machine import TableStep
from croupier.table.state import BETTING, TableState, open_table
from tests.helpers import now
from tests.helpers.pit import rules_for
from tests.helpers.table_help import MAIN, SIDES

WATCHERS = ("everyone", "dealer", "floor", "surveillance", "regulator")


def seeded(words: str) -> Callable[[int], bytes]:
    rng = Random(words)
    return rng.randbytes


class VerifiableTable:
    """A driver with a verifiable shoe. Every player commits to a number for each deal and reveals it."""

    def __init__(self, game: str, dealing: str = "hand", seed: str = "", rules: Rules | None = None) -> None:
        self.name = f"{game}-1"
        self.rules = rules or rules_for(game, dealing)
        self.rng = Random(f"{game} {dealing} {seed}")
        self.store = MemoryStore()
        self.stream = Stream.create(self.store, self.name, kind_of("table"), charter_of(self.rules))
        self.shoe = VerifiableShoe(
            game_of(game).deck, self.name, random_bytes=seeded(f"{game} {dealing} {seed}")
        )
        self.numbers: dict[str, bytes] = {}
        self.steps: list[TableStep] = []
        self.proof: Prover | None = None
        self.openings: dict[str, list[CardOpening]] = {}
        self.drive(open_table(self.rules))
        self.driver.run()

    def drive(self, state: TableState) -> None:
        self.driver = Driver(state, self.shoe, AUTOMATIONS, self.stored, self.told, table=self.name)

    @property
    def state(self) -> TableState:
        return self.driver.state

    def stored(self, step: TableStep, sealed: bytes | None) -> None:
        self.stream.append(step.command, step.events, sealed)

    def told(self, step: TableStep) -> None:
        self.steps.append(step)
        self.open(step)

    def open(self, step: TableStep) -> None:
        """Give each viewer the openings for each entry, as a table actor does."""
        if any(isinstance(event, ev.DealMixed) for event in step.events):
            self.proof, self.openings = prover(step.state, self.shoe.shoes), {}
        elif self.proof is not None:
            self.proof = self.proof.after(step.events)
            for person in self.people:
                self.openings.setdefault(person, []).extend(self.proof.openings(person))

    @property
    def people(self) -> tuple[str, ...]:
        seated = dict.fromkeys(self.state.seating.seats.values())
        return (*(f"player:{player}" for player in seated), *WATCHERS)

    def events(self) -> list[ev.TableEvent]:
        return [event for step in self.steps for event in step.events]

    def of(self, kind: type[ev.TableEvent]) -> list[ev.TableEvent]:
        return [event for event in self.events() if isinstance(event, kind)]

    # Acts of the people at the table.

    def sit(self, *seats: int, fix: bool = True) -> None:
        for seat in seats:
            player = f"p{seat}"
            self.driver.do(do.SitDown(seat=seat, player=player, by=f"player:{player}"))
            self.driver.do(do.BuyIn(player=player, cents=10_000_000))
            if fix:
                self.fix(player)

    def fix(self, player: str) -> None:
        number = self.numbers[player] = hashlib.sha256(self.rng.randbytes(16)).digest()
        self.shoe.numbers.fix(self.state, player, commitment.commit_number(number).hex())
        self.driver.run()

    def ready(self, player: str) -> None:
        """Send a client's ready message: the number for this deal and the hash of the next number."""
        self.shoe.numbers.reveal(self.state, player, self.numbers[player].hex())
        self.fix(player)

    def bet(self, *seats: int, sides: bool = True) -> None:
        game = self.state.rules.game
        wagers = {**MAIN[game], **(SIDES[game] if sides else {})}
        for seat in seats:
            placed = {wager: 100 * dollars for wager, dollars in wagers.items()}
            self.driver.do(
                do.Bet(seat=seat, wagers=placed, round=self.state.round.number, by=f"player:p{seat}")
            )

    def play(self, *seats: int, ready: Iterable[str] | None = None, sides: bool = True) -> None:
        """Play a round with random decisions until bets are open again."""
        self.bet(*seats, sides=sides)
        for player in ready if ready is not None else (f"p{seat}" for seat in seats):
            self.ready(player)
        self.driver.do(do.CloseBetting())
        self.play_on()

    def play_on(self, most: int = 400) -> None:
        for _ in range(most):
            self.driver.run()
            phase = self.state.phase
            if self.state.round.phase == BETTING:
                return
            if isinstance(phase, Ask):
                seat = self.state.round.in_play[self.state.round.cursor]
                choice = self.rng.choice(phase.choices).name
                self.driver.do(now.filled(self.state, now.decide(seat=seat, choice=choice)))
        raise AssertionError("the round does not end")
