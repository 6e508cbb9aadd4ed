"""The script's own notes of the gaming day, and the arithmetic that turns them into the report's figures.

The notes contain only what the script typed, pressed and read from the cards on a page. Payments come from
`tests/independent`, a second implementation that shares no code with the server.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.independent.dealing import new_deck, places
from tests.independent.settlement import DEALER, SEAT, Round

MAIN = {
    "uth": ("ante", "blind", "play"),
    "dragon": ("ante", "ante_bonus", "play"),
    "letitride": ("bet1", "bet2", "bet3"),
    "topfive": ("ante", "play"),
}


def withheld(staked: int, won: int) -> int:
    """Return the tax on a win, in cents: 24 percent of more than $5,000 at 300 times the wager or more.

    `won` is the amount without the wager. Half a cent counts as a cent.
    """
    return (24 * won + 50) // 100 if won > 5_000_00 and won >= 300 * staked else 0


@dataclass
class Seat:
    """A player's part of a round: the chips that were bet, and the decisions that were pressed."""

    player: str
    wagers: dict[str, int]  # cents
    decisions: list[str] = field(default_factory=list)


@dataclass
class Account:
    """A player at a table."""

    deposits: int = 0
    brought: int = 0
    winnings: int = 0
    losing: int = 0
    withdrawals: int = 0
    carried: int = 0
    tokes: int = 0
    tax: int = 0

    @property
    def win(self) -> int:
        return self.losing - self.winnings

    @property
    def chips(self) -> int:
        """The chips in front of the player between rounds."""
        received = self.deposits + self.brought
        return received - self.win - self.withdrawals - self.carried - self.tokes - self.tax


@dataclass
class TableNotes:
    """Everything that happened at a table."""

    name: str
    game: str
    rules: dict[str, Any]
    players: dict[str, Account] = field(default_factory=dict)
    staked: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)  # cents that the house won, by wager
    rounds: int = 0
    voided: int = 0
    meters: dict[str, Fraction] = field(default_factory=dict)
    contributed: Fraction = Fraction(0)
    meter_paid: int = 0  # cents that meters paid instead of the tray
    tray_tax: int = 0  # withheld cents whose chips stayed in the tray
    fills: int = 0
    credits: int = 0
    sold: int = 0
    opener: int | None = None
    closer: int | None = None
    differences: int = 0  # cents that counts of the tray were over (or short, if negative)
    last: dict[int, dict[str, Any]] = field(default_factory=dict)  # wagers of the last round, by seat

    def __post_init__(self) -> None:
        offered = self.rules.get("progressive")
        if offered:
            self.meters = {name: Fraction(100 * cents) for name, cents in offered["initial"].items()}

    def of(self, player: str) -> Account:
        return self.players.setdefault(player, Account())

    @property
    def total(self) -> Account:
        total = Account()
        for account in self.players.values():
            for name in vars(total):
                setattr(total, name, getattr(total, name) + getattr(account, name))
        return total

    @property
    def hold(self) -> str | None:
        return str(Fraction(self.total.win, self.total.deposits)) if self.total.deposits else None

    @property
    def tray(self) -> int:
        """The chips that must be in the tray.

        Tokes leave the player's chips for the toke box, so they never reach the tray. The chips of a win that
        a meter pays do not come from the tray. Differences found by counts are included.
        """
        won = self.total.win + self.meter_paid
        return self.fills - self.credits - self.sold + won + self.tray_tax + self.differences

    def play(self, seats: dict[int, Seat], cards: dict[str, list[str]]) -> dict[int, int]:
        """Settle a finished round from its cards. Return the net result of each seat."""
        record = self._record(seats, cards)
        play = Round(record, None)
        for one in seats.values():
            if staked := one.wagers.get("progressive"):
                play.meters.accept(staked)
                self.contributed += sum(rate * staked for rate in play.meters.rates.values())
        nets: dict[int, int] = {}
        self.last = {}
        for number in sorted(seats, reverse=True):
            before = dict(play.meters.values)
            settled = SEAT[self.game](play, number)
            self.last[number] = settled["wagers"]
            from_meter = play.meters.values != before
            nets[number] = self._note(seats[number].player, settled, from_meter)
        if self.game in DEALER:
            DEALER[self.game](play)
        self.meters = dict(play.meters.values)
        self.rounds += 1
        return nets

    def _note(self, player: str, settled: dict[str, Any], from_meter: bool) -> int:
        account, net = self.of(player), 0
        for wager, entry in settled["wagers"].items():
            line = "main" if wager in MAIN[self.game] else wager
            if entry["result"] != "returned":
                self.staked[line] += entry["staked"]
            self.won[line] -= entry["net"]
            account.winnings += max(entry["net"], 0)
            account.losing += max(-entry["net"], 0)
            net += entry["net"]
            tax = withheld(entry["staked"], entry["net"])
            account.tax += tax
            if from_meter and wager == "progressive":
                self.meter_paid += entry["returned"]
            else:
                self.tray_tax += tax
        assert settled["envy"] <= 5_000_00, "the notes compute no tax of an Envy Bonus"
        if settled["envy"]:
            self.won["envy"] -= settled["envy"]
            account.winnings += settled["envy"]
        return net + int(settled["envy"])

    def correct(self, player: str, wager: str, staked: int, was: int, now: int) -> None:
        """Replace the amount `was` that a wager returned with `now`."""
        account = self.of(player)
        account.winnings += max(now - staked, 0) - max(was - staked, 0)
        account.losing += max(staked - now, 0) - max(staked - was, 0)
        self.won["main" if wager in MAIN[self.game] else wager] += was - now

    def _record(self, seats: dict[int, Seat], cards: dict[str, list[str]]) -> dict[str, Any]:
        submission: dict[str, Any] = {
            key: self.rules[key]
            for key in ("paytables", "readings", "payout_limit", "progressive", "community_stack")
            if key in self.rules
        }
        if self.meters:
            assert all(value.denominator == 1 for value in self.meters.values()), self.meters
            shown = {
                name: f"{int(value) // 100}.{int(value) % 100:02}" for name, value in self.meters.items()
            }
            submission["progressive"] = {**submission["progressive"], "meters": shown}
        record: dict[str, Any] = {
            "game": self.game,
            "dealing": self.rules["dealing"],
            "submission": submission,
            "seats": [
                {
                    "seat": number,
                    "player": one.player,
                    "wagers": {
                        wager: f"{cents // 100}.{cents % 100:02}" for wager, cents in one.wagers.items()
                    },
                    "decisions": one.decisions,
                }
                for number, one in seats.items()
            ],
        }
        left: dict[str, list[Any]] = {place: list(shown) for place, shown in cards.items()}
        known = [card for shown in cards.values() for card in shown if card]
        rest = new_deck(self.game)
        for card in known:
            rest.remove(card)
        deck = []
        for place in places(record):
            cards_left = left.get(place, [])
            dealt = cards_left.pop(0) if cards_left else None
            deck.append(dealt or rest.pop())  # a card that no page showed affects no wager
        record["deck"] = " ".join(deck)
        return record


@dataclass
class Drawer:
    """A cashier's drawer: cash in and out since it was opened."""

    opening: int
    cash: int = 0
    chips: Counter[int] = field(default_factory=Counter)  # value -> number

    @property
    def expected(self) -> int:
        return self.opening + self.cash


@dataclass
class Bank:
    """The main bank: its first count and its current contents."""

    bills: dict[int, int]
    chips: dict[int, int]

    def __post_init__(self) -> None:
        self.cash = sum(value * number for value, number in self.bills.items())
        self.pieces = Counter(self.chips)


@dataclass
class Wallet:
    deposits: int = 0
    withdrawals: int = 0
    reversals: int = 0
    to_tables: int = 0
    from_tables: int = 0

    @property
    def closing(self) -> int:
        return self.deposits + self.reversals + self.from_tables - self.withdrawals - self.to_tables


@dataclass
class DayNotes:
    """The whole day."""

    tables: dict[str, TableNotes] = field(default_factory=dict)
    wallets: dict[str, Wallet] = field(default_factory=dict)  # by customer
    drawers: dict[str, Drawer] = field(default_factory=dict)
    bank: Bank = field(
        default_factory=lambda: Bank(
            {10000: 2000, 2000: 100, 500: 100},
            {100000: 60, 50000: 20, 10000: 300, 2500: 400, 500: 1000, 100: 2000},
        )
    )
    slips: list[tuple[str, int]] = field(default_factory=list)  # kind of slip, cents received
    outstanding: int = 0
    tokes: Counter[str] = field(default_factory=Counter)
    tokes_counted: Counter[str] = field(default_factory=Counter)
    boxes: dict[str, tuple[int, int]] = field(default_factory=dict)  # table -> cents counted, cents expected
    incidents: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    hand_pays: list[str] = field(default_factory=list)  # the text of each closed hand pay's row
    alerts: int = 0
    persons: dict[str, str] = field(default_factory=dict)  # customer -> id of the person
