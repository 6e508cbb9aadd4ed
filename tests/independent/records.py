"""Write random legal round records with every dealing method, paytable, wager, reading and decision."""

from __future__ import annotations

import random
from typing import Any

from .dealing import new_deck, places
from .paytables import MINIMUMS, PAYTABLES
from .stacks import Stack, chance, lay, stack

Record = dict[str, Any]

SEATS = {"uth": 6, "letitride": 7, "dragon": 6, "topfive": 6}

SIDE_WAGERS = {
    "uth": ["trips", "six_card", "ultimate_pairs", "bad_beat", "play_the_board"],
    "letitride": ["five_card", "three_card", "six_card"],
    "dragon": ["three_card", "dragon"],
    "topfive": ["top_five", "poker"],
}

READINGS = {
    "uth": {"U-01": 2, "U-03": 2, "U-06": 2, "X-02": 2, "X-12": 2, "X-13": 2},
    "letitride": {"L-03": 2, "L-04": 2, "L-05": 2, "L-06": 2, "X-02": 2, "X-12": 2},
    "dragon": {"D-04": 3, "D-06": 2},
    "topfive": {"T-02": 4, "T-03": 3, "T-14": 2},
}

UTH_DECISIONS = [["4x"], ["3x"], ["check", "2x"], ["check", "check", "1x"], ["check", "check", "fold"]]


def written(rng: random.Random, amount: int) -> int | str:
    """Write an amount of cents in one of the notations that round records allow."""
    if amount % 100 == 0 and chance(rng, 0.8):
        return amount // 100
    if amount % 10 == 0 and chance(rng, 0.3):
        return f"{amount // 100}.{amount % 100 // 10}"
    return f"{amount // 100}.{amount % 100:02}"


def some_cents(rng: random.Random, even: bool = False) -> int:
    """Return a stake: mostly whole dollars, sometimes an odd amount, rarely a large amount."""
    kind = rng.random()
    if kind < 0.6:
        amount = 100 * rng.choice([1, 3, 5, 7, 10, 15, 25, 100])
    elif kind < 0.75:
        amount = 50 * rng.randint(1, 99)
    elif kind < 0.95:
        amount = rng.randint(1, 9_999)
    else:
        amount = 100 * rng.randint(101, 2_000)
    return amount + amount % 2 if even else amount


def seating(rng: random.Random, game: str) -> tuple[list[int], dict[int, str | None], int | None]:
    """Choose the seats, their players and the adjacent spots per player (None if not stated)."""
    most = SEATS[game]
    full = chance(rng, 0.15)
    seats = sorted(rng.sample(range(1, most + 1), most if full else rng.randint(1, most)))
    adjacent: int | None = None
    allowed = {"uth": 1, "letitride": 2, "dragon": 1, "topfive": 2}[game]
    if game != "uth" and chance(rng, 0.5):
        adjacent = allowed = rng.randint(1, 2 if game == "dragon" else 3)
    players: dict[int, str | None] = {}
    group: list[int] = []
    for seat in seats:
        if group and seat == group[-1] + 1 and len(group) < allowed and chance(rng, 0.4):
            group.append(seat)
            players |= dict.fromkeys(group, f"p{group[0]}")
        else:
            group = [seat]
            players[seat] = f"p{seat}" if chance(rng, 0.5) else None
    return seats, players, adjacent


def readings(rng: random.Random, game: str) -> dict[str, str]:
    """Choose options for a few readings at random. They may be the defaults."""
    return {name: f"R{rng.randint(1, many)}" for name, many in READINGS[game].items() if chance(rng, 0.35)}


def paytables(rng: random.Random, game: str, wanted: str | None) -> dict[str, str]:
    chosen = {}
    for wager, tables in PAYTABLES[game].items():
        if wager == "progressive" or wager.startswith("envy"):
            continue
        if wager == wanted or chance(rng, 0.75):
            chosen[wager] = rng.choice(sorted(tables))
    return chosen


def progressive(rng: random.Random, game: str) -> Record:
    letter = rng.choice(sorted(PAYTABLES[game]["progressive"]))
    offered: Record = {"paytable": letter, "stake": rng.choice([1, 5])}
    minimums = MINIMUMS[game][letter]

    def rate() -> str:
        return rng.choice(["0", "0.1", "0.15", "0.25", "0.033", "0.00125", "0.4199"])

    if chance(rng, 0.8):
        if len(minimums) == 1:
            offered["rate"] = rate()
        else:
            offered["rate"] = {meter: rate() for meter in minimums if chance(rng, 0.8)}
    for key in ("meters", "reset"):
        if chance(rng, 0.7):
            offered[key] = {
                meter: written(rng, 100 * least + rng.choice([0, 1, 99, 50_000, rng.randint(0, 3_000_000)]))
                for meter, least in minimums.items()
                if chance(rng, 0.85)
            }
    for key in ("envy", "envy_holder_must_bet"):
        if chance(rng, 0.5):
            offered[key] = chance(rng, 0.7)
    return offered


def may_stake(game: str, wager: str, wagers: Record, chosen: dict[str, str]) -> bool:
    """Return whether a wager may be made, given what the Six Card Bonus requires (U-06, L-06)."""
    if wager != "six_card":
        return True
    if game == "uth":
        return "trips" in wagers or chosen.get("U-06", "R1") == "R2"
    return {"five_card", "three_card"} <= wagers.keys() or chosen.get("L-06", "R2") == "R2"


class Writer:
    """Write one record. If the deck is stacked, the stack's wager is offered and made at its seat."""

    def __init__(self, rng: random.Random, game: str, stacked: float) -> None:
        self.rng, self.game = rng, game
        self.seats, self.players, self.adjacent = seating(rng, game)
        self.stack: Stack | None = stack(rng, game, self.seats) if chance(rng, stacked) else None
        wanted = self.stack.wager if self.stack else None
        self.readings = readings(rng, game)
        self.paytables = paytables(rng, game, wanted)
        self.offered = set(self.paytables) | ({"trips"} if game == "uth" else set())
        if game == "dragon":
            self.offered |= {"three_card", "dragon"}
        self.progressive: Record | None = None
        if game in MINIMUMS and (wanted == "progressive" or chance(rng, 0.6)):
            self.progressive = progressive(rng, game)
        self.limit: int | None = None
        if game == "uth" and chance(rng, 0.2):
            self.limit = rng.choice([5_000_000, 5_050_000, 7_500_000, 10_100_000, 5_000_037])

    def main_wagers(self) -> Record:
        rng, game = self.rng, self.game
        if game == "letitride":
            amount = written(rng, some_cents(rng))
            return dict.fromkeys(("bet1", "bet2", "bet3"), amount)
        if game == "topfive":
            return {"ante": written(rng, some_cents(rng))}
        even = self.readings.get("X-13") == "R2"
        cents = some_cents(rng, even)
        if self.limit is not None and chance(rng, 0.5):
            cents = 100 * rng.randint(90, 1_500)
        second = "blind" if game == "uth" else "ante_bonus"
        return {"ante": written(rng, cents), second: written(rng, cents)}

    def side_wager(self, wager: str) -> int | str:
        if wager == "five_card":  # L-04: the stake is always one dollar
            return written(self.rng, 100)
        return written(self.rng, some_cents(self.rng))

    def wagers(self, seat: int) -> Record:
        rng, game = self.rng, self.game
        bonus_alone = self.readings.get({"dragon": "D-06", "topfive": "T-14"}.get(game, "")) == "R2"
        sides = [wager for wager in SIDE_WAGERS[game] if wager in self.offered]
        keen = self.stack is not None and self.stack.seat == seat
        alone = bonus_alone and bool(sides) and chance(rng, 0.3)
        wagers = {} if alone else self.main_wagers()
        eagerness = rng.choice([0.2, 0.6, 1.0])
        for wager in sides:
            focus = keen and self.stack is not None and wager == self.stack.wager
            if focus and not may_stake(game, wager, wagers, self.readings):
                for first in ("trips",) if game == "uth" else ("five_card", "three_card"):
                    if first in sides:
                        wagers[first] = self.side_wager(first)
            if (focus or chance(rng, eagerness)) and may_stake(game, wager, wagers, self.readings):
                wagers[wager] = self.side_wager(wager)
        if alone and not wagers:
            wagers[sides[0]] = self.side_wager(sides[0])
        if self.progressive is not None:
            focus = keen and self.stack is not None and self.stack.wager == "progressive"
            if focus or chance(rng, 0.6):
                wagers["progressive"] = written(rng, 100 * self.progressive["stake"])
        return wagers

    def decisions(self, wagers: Record) -> list[str]:
        rng, game = self.rng, self.game
        if game == "letitride":
            return [rng.choice(["ride", "withdraw"]), rng.choice(["ride", "withdraw"])]
        if "ante" not in wagers:
            return []
        if game == "uth":
            return list(rng.choice(UTH_DECISIONS))
        return ["fold" if chance(rng, 0.2) else "play"]

    def seat(self, seat: int) -> Record:
        wagers = self.wagers(seat)
        one: Record = {"seat": seat, "wagers": wagers, "decisions": self.decisions(wagers)}
        player = self.players[seat]
        if player is not None:
            one["player"] = player
        return one

    def submission(self, dealing: str) -> Record:
        rng, game = self.rng, self.game
        filed: Record = {}
        if self.paytables or chance(rng, 0.5):
            filed["paytables"] = self.paytables
        if self.readings or chance(rng, 0.5):
            filed["readings"] = self.readings
        if self.progressive is not None:
            filed["progressive"] = self.progressive
        if self.limit is not None:
            filed["payout_limit"] = written(rng, self.limit)
        if dealing == "automated":
            if game != "letitride" and chance(rng, 0.6):
                filed["dealer_cards"] = rng.choice(["delivered", "held"])
            if game == "letitride" and chance(rng, 0.6):
                filed["community_stack"] = rng.choice([2, 3])
        if self.adjacent is not None:
            filed["adjacent_boxes"] = self.adjacent
        return filed

    def record(self) -> Record:
        rng = self.rng
        dealing = rng.choice(["shoe", "hand", "automated"])
        seats = [self.seat(seat) for seat in self.seats]
        if chance(rng, 0.2):
            rng.shuffle(seats)
        record: Record = {
            "game": self.game,
            "dealing": dealing,
            "submission": self.submission(dealing),
            "seats": seats,
        }
        order = places(record)
        deck = lay(rng, new_deck(self.game), order, self.stack.places if self.stack else {})
        if self.stack is None and chance(rng, 0.1):
            deck = deck[: rng.randint(0, len(order))]
        elif chance(rng, 0.5):
            deck = deck[: len(order)]
        record["deck"] = " ".join(deck)
        return record


def random_record(rng: random.Random, game: str, stacked: float = 0.5) -> Record:
    """Return a legal record. `stacked` is the probability that the deck is arranged for a rare hand."""
    return Writer(rng, game, stacked).record()
