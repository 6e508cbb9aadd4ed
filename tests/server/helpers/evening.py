"""Play random rounds at an automatic table, step by step, with occasional side wagers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from croupier.games import game as game_of
from croupier.rulebook.registry import read_toml
from croupier.submission import Rules, check
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import SealedShoe
from croupier.table.machine import TableStep
from croupier.table.readers import legal
from croupier.table.readers.legal import Stake
from croupier.table.state import TableState, open_table


def example(game: str) -> Rules:
    choices = check(read_toml(game, "example.toml")).choices
    assert choices is not None
    return Rules(choices)


def some_wagers(stakes: tuple[Stake, ...], chance: random.Random) -> dict[str, int]:
    """Return the required wagers and each optional wager whose prerequisites are met."""
    wagers: dict[str, int] = {}
    for stake in stakes:
        if stake.required or (chance.random() < 0.5 and {*stake.needs} <= wagers.keys()):
            wagers[stake.name] = wagers.get(stake.equal_to or "", 0) or stake.least
    return wagers


class Evening:
    """An evening with several players. Some of them join or leave along the way."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.steps: list[TableStep] = []
        rules = example(game)
        deck = game_of(game).deck
        source = SealedShoe(deck, self.chance.randbytes)
        self.opening: TableState = open_table(rules)
        self.driver = Driver(self.opening, source, UNATTENDED, watcher=self.steps.append)
        self.players = [f"p{n}" for n in range(1, players + 1)]
        for seat, player in enumerate(self.players, 1):
            self.act(do.SitDown(seat=seat, player=player, name=f"Player {seat}", by=f"player:{player}"))
            self.act(do.BuyIn(player=player, cents=2_000_00))

    @property
    def state(self) -> TableState:
        return self.driver.state

    def act(self, command: do.TableCommand) -> list[TableStep]:
        """Carry out a command and the routine acts after it."""
        before = len(self.steps)
        self.driver.do(command)
        self.driver.run()
        return self.steps[before:]

    def rounds(self, count: int) -> Iterator[list[TableStep]]:
        """Yield the new entries after each person's act."""
        for _ in range(count):
            yield from self._bets()
            if not self.state.bets.wagers:
                continue
            yield self.act(do.CloseBetting())
            while legal.question(self.state) is not None:
                seat = legal.asked_seat(self.state)
                assert seat is not None
                choice = self.chance.choice(legal.legal_choices(self.state, seat))
                player = self.state.seating.seats[seat]
                yield self.act(legal.answer(self.state, seat, choice, f"player:{player}"))

    def _bets(self) -> Iterator[list[TableStep]]:
        for seat, player in sorted(self.state.seating.seats.items()):
            if self.state.seating.purses.get(player, 0) < 500_00:
                yield self.act(do.BuyIn(player=player, cents=2_000_00))
            if self.chance.random() < 0.8:
                wagers = some_wagers(legal.stakes_open(self.state, seat), self.chance)
                bet = do.Bet(seat=seat, wagers=wagers, round=self.state.round.number, by=f"player:{player}")
                yield self.act(bet)
