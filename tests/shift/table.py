"""Simulate one table and all its people from one seed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from croupier.errors import Refused
from croupier.games.game import Collect, Deal
from croupier.journal import Journal, verify
from croupier.rulebook import games
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.metering import wants_reading
from croupier.table.codec import encode_command, encode_state
from croupier.table.machine import apply, decide
from croupier.table.readers.ledger import transfer
from croupier.table.refusals import TableCode
from croupier.table.state import BETTING, bare_table, open_table
from tests.helpers.meter_books import MeterBooks
from tests.helpers.now import filled
from tests.shift.audit import Audit
from tests.shift.coverage import Coverage
from tests.shift.felt import Felt
from tests.shift.submissions import random_rules, shufflers_for

GAMES = games()

replace = msgspec.structs.replace

METHODS = ("shoe", "hand", "automated")
REMEMBERED = 25  # how many of the last commands a failure message contains
HOUR = 3600


class Failure(AssertionError):
    """A failure at a table, with the seed that reproduces it and the last commands."""


class Table:
    """A table's state, its clock and its real cards. Every event is audited."""

    def __init__(
        self,
        seed: int,
        number: int,
        meddle: Callable[[Table], None],
        folder: Path | None = None,
        books: MeterBooks | None = None,
        sharing: Rules | None = None,
    ) -> None:
        """Tables that share meters also share the meter books and use the first table's rules."""
        self.meddle = meddle
        self.name = f"table {number}"
        self.rng = rng = Random(f"shift {seed} table {number}")
        game, dealing = GAMES[number % 4], METHODS[number // 4 % 3]
        shufflers = shufflers_for(game, dealing)
        electronic = game == "uth" and number // 12 % 4 == 3
        rules = sharing or random_rules(
            rng, game, dealing, shufflers[number // 12 % len(shufflers)], electronic
        )
        self.live = electronic or rng.random() < 0.35
        # Calm tables play ordinary rounds whose records can be replayed. Wild tables have many
        # irregularities.
        self.wild = rng.choice([0.0, 0.03, 0.08, 0.15])
        self.mischief = rng.choice([0.05, 0.15, 0.3])
        self.whimsy = rng.choice([0.0, 0.05, 0.3]) if self.wild else 0.0
        # Most tables start before the cards arrive. Some start with prepared decks.
        bare = folder is None or number % 2 == 0
        self.journal = Journal.create(folder / f"{seed}-{number}.jsonl", rules, bare=bare) if folder else None
        self.state = bare_table(rules) if bare else open_table(rules)
        self.felt = Felt(rng, self.state.game.deck, self.live)
        self.audit = Audit(self.state, alone=books is None)
        self.books = books or MeterBooks()
        self.books.join(self.state, self.name)
        self.seen = Coverage()
        self.now = 0
        self.players = [f"p{n}" for n in range(1, 13)]
        self.last: deque[str] = deque(maxlen=REMEMBERED)
        if self.state.care.loaded:
            self.felt.load(self.state.care.loaded)

    # Functions that send a command to the table.

    def timed(self, command: do.TableCommand) -> do.TableCommand:
        """Add the time to most commands. The others simulate a driver without a clock."""
        if command.at or self.rng.random() < 0.1:
            return command
        self.now = max(self.now, self.state.clock) + self.rng.randint(1, 9)
        return replace(command, at=self.now)

    def ready(self, command: do.TableCommand) -> do.TableCommand:
        """Add the round, the time and meter readings to a command."""
        command = self.timed(filled(self.state, command))
        if wants_reading(self.state, command) and not command.meters:  # type: ignore[attr-defined]
            command = replace(command, meters=self.books.bank.read(self.name))
        return command

    def act(self, command: do.TableCommand) -> tuple[ev.TableEvent, ...]:
        """Perform a legal act, which the table must accept. Sometimes an illegal act comes first."""
        if self.chance(self.mischief):
            self.meddle(self)
        command = self.ready(command)
        self.last.append(encode_command(command).decode())
        return self.carry_out(command, decide(self.state, command))

    def attempt(self, command: do.TableCommand) -> Refused | None:
        """Try an act that the table may refuse."""
        command = self.ready(command)
        self.last.append(encode_command(command).decode())
        before = encode_state(self.state)
        try:
            events = decide(self.state, command)
        except Refused as refused:
            self.last[-1] += f"  refused: {refused.code}"
            self.audit.refusal(before, self.state, refused)
            self.seen.codes[refused.code] += 1
            return refused
        self.carry_out(command, events)
        return None

    def provoke(self, command: do.TableCommand, code: TableCode) -> None:
        """Try an illegal act, which the table must refuse with this code."""
        entries = len(self.audit.steps)
        refused = self.attempt(command)
        if refused is None or refused.code != code.value:
            raise AssertionError(f"expected {code.value}, got {refused or self.audit.steps[entries:]}")

    def carry_out(
        self, command: do.TableCommand, events: tuple[ev.TableEvent, ...]
    ) -> tuple[ev.TableEvent, ...]:
        before = state = self.state
        moved = transfer(self.name, events)
        prepared = self.books.bank.prepare(moved, command.at) if moved is not None else None
        for event in events:
            after = apply(state, event)
            self.state = after
            self.audit.event(state, event, after)
            self.felt.follow(event)
            state = after
        self.audit.entry(before, command, events, state)
        self.seen.entry(before, command, events)
        if self.journal:
            self.journal.append(command, events)
        if prepared is not None:
            self.books.bank.commit(prepared)
            self.seen.totals["transfers to meters"] += 1
        self.books.agree_with(self.name, self.audit.balances)
        if any(isinstance(event, ev.RoundEnded) for event in events):
            self.round_over()
        return events

    def round_over(self) -> None:
        if self.audit.round(self.state):
            self.seen.totals["records played back"] += 1
        if self.journal:
            found = verify(self.journal.path)
            assert found.ok, f"the journal does not verify: entry {found.broken}, {found.fault}"
            assert found.state.table == self.state, "the journal folds to a different state"
            self.seen.totals["journals verified"] += 1

    # The facts about the table that the simulated people use.

    @property
    def by_player(self) -> dict[str, list[int]]:
        held: dict[str, list[int]] = {}
        for seat, name in self.state.seating.seats.items():
            held.setdefault(name, []).append(seat)
        return held

    @property
    def settling(self) -> bool:
        """Return whether the round can no longer be voided."""
        return self.state.round.void is not None and not self.state.bets.wagers

    @property
    def before_the_deal(self) -> bool:
        """Return whether no card has left the deck, so that decks may still be loaded."""
        layout, kind = self.state.layout, type(self.state.phase)
        undealt = kind in (Collect, Deal) and not layout.cards and not layout.rack
        return self.state.round.phase == BETTING or undealt

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability
