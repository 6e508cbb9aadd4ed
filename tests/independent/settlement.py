"""Settle the four games by chapters 11 and 12 to the cent, from the cards and decisions.

`settle(record)` returns the parts of the round document that tests compare. It assumes a legal record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from . import hands
from .dealing import deal, seat_place
from .house import Cashier, Entry, House, Meters, Record, cents, entry, even_money, lose, push

Counted = Counter[tuple[str, str, str, str]]
Document = dict[str, Any]
Wagers = dict[str, Entry]


class Round:
    """The state of a settlement: operator choices, dealt cards, wagers and meters."""

    def __init__(self, record: Record, counted: Counted | None) -> None:
        self.house = House(record)
        self.cashier = Cashier(self.house, counted)
        self.meters = Meters(self.house)
        self.dealt = deal(record)
        self.seats: dict[int, Record] = {one["seat"]: one for one in record["seats"]}
        self.staked = {
            seat: {wager: cents(amount) for wager, amount in one["wagers"].items()}
            for seat, one in self.seats.items()
        }

    def cards(self, seat: int) -> list[str]:
        return self.dealt[seat_place(seat)]

    def decisions(self, seat: int) -> list[str]:
        return list(self.seats[seat].get("decisions", []))

    def player(self, seat: int) -> object:
        """Return a seat's player. Each seat without a name has its own player."""
        return self.seats[seat].get("player", seat)


# --- the progressive and its Envy Bonus, in Ultimate Texas Hold 'Em and Let It Ride ---------------


def settle_progressive(play: Round, staked: int, titles: set[str]) -> Entry:
    """Settle the progressive chip. A "to" row also returns the chip; other rows pay only the stated amount
    (X-02).
    """
    payment = play.cashier.row("progressive", titles)
    if payment is None:
        return lose(staked)
    if "%" in payment:
        return entry(staked, play.meters.pay(payment), "win")
    number, word, _ = payment.split()
    returned = int(number) * staked
    if word == "to" and play.house.reading("X-02") == "R1":
        returned += staked
    return entry(staked, returned, "win")


def envy(play: Round, seat: int, basis: Callable[[int], set[str]]) -> int:
    """Return the Envy Bonus: one payment per qualifying hand at other players' seats (X-10, U-15)."""
    offered = play.house.progressive
    if offered is None or "progressive" not in play.staked[seat] or not offered.get("envy", True):
        return 0
    schedule = "envy_1" if play.staked[seat]["progressive"] == 100 else "envy_5"
    won = 0
    for other in play.seats:
        if play.player(other) == play.player(seat):
            continue
        if offered.get("envy_holder_must_bet", False) and "progressive" not in play.staked[other]:
            continue
        payment = play.cashier.row(schedule, basis(other), offered["paytable"])
        if payment is not None:
            won += cents(payment[1:])
    return won


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------


def uth_progressive_titles(play: Round, seat: int) -> set[str]:
    board = play.dealt["board"]
    if play.house.reading("U-01") == "R1":
        return hands.poker_titles(hands.best(play.cards(seat) + board))
    return hands.poker_titles(hands.five(play.cards(seat) + board[:3]))


def uth_main(play: Round, seat: int, mine: hands.Worth, dealers: hands.Worth) -> Wagers:
    """Settle Ante, Blind and Play by 11.F and 11.H."""
    ante, blind = play.staked[seat]["ante"], play.staked[seat]["blind"]
    last = play.decisions(seat)[-1]
    if last == "fold":
        return {"ante": lose(ante), "blind": lose(blind)}
    raised = ante * int(last[0])
    qualifies = hands.name(dealers) != "high_card"
    if mine < dealers:
        return {"ante": lose(ante) if qualifies else push(ante), "blind": lose(blind), "play": lose(raised)}
    if mine == dealers:
        return {"ante": push(ante), "blind": push(blind), "play": push(raised)}
    return {
        "ante": even_money(ante) if qualifies else push(ante),
        "blind": play.cashier.by_table("blind", blind, hands.poker_titles(mine)),
        "play": even_money(raised),
    }


def uth_limit(play: Round, wagers: Wagers) -> None:
    """Apply the payout limit of 12.F to the winnings of four wagers, in order (U-12, U-13)."""
    if play.house.payout_limit is None:
        return
    left = play.house.payout_limit
    for wager in ("ante", "blind", "play", "trips"):
        if wager in wagers and wagers[wager]["net"] > 0:
            paid = min(wagers[wager]["net"], left)
            left -= paid
            wagers[wager] = entry(wagers[wager]["staked"], wagers[wager]["staked"] + paid, "win")


def uth_bad_beat_titles(play: Round, mine: hands.Worth, dealers: hands.Worth) -> set[str]:
    """Return the titles of the beaten hand. A tied hand is not beaten (U-03)."""
    if mine == dealers or (play.house.reading("U-03") == "R2" and mine > dealers):
        return set()
    return hands.poker_titles(min(mine, dealers))


def uth_seat(play: Round, seat: int) -> Document:
    cards, board, dealer = play.cards(seat), play.dealt["board"], play.dealt["dealer"]
    mine, dealers = hands.best(cards + board), hands.best(dealer + board)
    wagers = uth_main(play, seat, mine, dealers)
    side: dict[str, Callable[[], set[str]]] = {
        "trips": lambda: hands.poker_titles(mine),
        "six_card": lambda: hands.six_titles(cards + play.dealt["box"]),
        "ultimate_pairs": lambda: hands.ultimate_pairs_titles(cards, dealer),
        "bad_beat": lambda: uth_bad_beat_titles(play, mine, dealers),
        "play_the_board": lambda: hands.poker_titles(hands.five(board)),
    }
    for wager, titles in side.items():
        if wager in play.staked[seat]:
            wagers[wager] = play.cashier.by_table(wager, play.staked[seat][wager], titles())
    uth_limit(play, wagers)
    if "progressive" in play.staked[seat]:
        staked = play.staked[seat]["progressive"]
        wagers["progressive"] = settle_progressive(play, staked, uth_progressive_titles(play, seat))
    return {
        "hand": hands.name(mine),
        "folded": play.decisions(seat)[-1] == "fold",
        "envy": envy(play, seat, lambda other: uth_progressive_titles(play, other)),
        "wagers": wagers,
    }


def uth_dealer(play: Round) -> Document:
    hand = hands.name(hands.best(play.dealt["dealer"] + play.dealt["board"]))
    return {"hand": hand, "qualifies": hand != "high_card"}


# --- Let It Ride ----------------------------------------------------------------------------------


def lir_progressive_titles(play: Round, seat: int) -> set[str]:
    """Return the titles of three cards for tables B and C, and of five cards otherwise (L-02)."""
    if play.house.tables["progressive"] in ("B", "C"):
        return hands.three_titles(play.cards(seat))
    return hands.poker_titles(hands.five(play.cards(seat) + play.dealt["board"]))


def lir_five_card(play: Round, staked: int, titles: set[str]) -> Entry:
    """Pay fixed dollars. The chip stays in the tray, except under R2 of L-04."""
    if play.house.reading("L-03") == "R2":
        titles = titles - {"pair_of_tens_or_better"}
    payment = play.cashier.row("five_card", titles)
    if payment is None:
        return lose(staked)
    kept = 0 if play.house.reading("L-04") == "R2" else staked
    return entry(staked, cents(payment[1:]) + staked - kept, "win")


def lir_seat(play: Round, seat: int) -> Document:
    cards = play.cards(seat)
    hand = hands.five(cards + play.dealt["board"])
    titles = hands.poker_titles(hand)
    staked = play.staked[seat]
    wagers: Wagers = {}
    for bet, decision in zip(("bet1", "bet2", "bet3"), [*play.decisions(seat), "ride"], strict=True):
        if decision == "withdraw":
            wagers[bet] = entry(staked[bet], staked[bet], "returned")
        else:
            wagers[bet] = play.cashier.by_table(bet, staked[bet], titles, table="main")
    if "five_card" in staked:
        wagers["five_card"] = lir_five_card(play, staked["five_card"], titles)
    if "three_card" in staked:
        three = hands.three_titles(cards)
        wagers["three_card"] = play.cashier.by_table("three_card", staked["three_card"], three)
    if "six_card" in staked:
        six = hands.six_titles(cards + play.dealt["box"])
        wagers["six_card"] = play.cashier.by_table("six_card", staked["six_card"], six)
    if "progressive" in staked:
        mine = lir_progressive_titles(play, seat)
        wagers["progressive"] = settle_progressive(play, staked["progressive"], mine)
    return {
        "hand": hands.name(hand),
        "folded": False,
        "envy": envy(play, seat, lambda other: lir_progressive_titles(play, other)),
        "wagers": wagers,
    }


# --- Dragon Poker ---------------------------------------------------------------------------------


def dragon_seat(play: Round, seat: int) -> Document:
    cards, staked = play.cards(seat), play.staked[seat]
    mine, dealers = hands.dragon(cards), hands.dragon(play.dealt["dealer"])
    titles = hands.dragon_titles(mine)
    folded = play.decisions(seat) == ["fold"]
    wagers: Wagers = {}
    if "three_card" in staked:
        wagers["three_card"] = play.cashier.by_table("three_card", staked["three_card"], titles)
    if "dragon" in staked:
        counted = hands.dragon_wager_titles(cards, play.house.reading("D-04"))
        wagers["dragon"] = play.cashier.by_table("dragon", staked["dragon"], counted)
    if "ante" in staked:
        main = {"ante": staked["ante"], "ante_bonus": staked["ante_bonus"]}
        if not folded:
            main["play"] = staked["ante"]
        if folded or mine < dealers:
            wagers |= {wager: lose(amount) for wager, amount in main.items()}
        elif mine == dealers:
            wagers |= {wager: push(amount) for wager, amount in main.items()}
        else:
            wagers["ante"] = even_money(main["ante"])
            wagers["play"] = even_money(main["play"])
            won = titles | {"winning_hand"}
            wagers["ante_bonus"] = play.cashier.by_table("ante_bonus", main["ante_bonus"], won)
    return {"hand": hands.dragon_name(mine), "folded": folded, "envy": 0, "wagers": wagers}


def dragon_dealer(play: Round) -> Document:
    return {"hand": hands.dragon_name(hands.dragon(play.dealt["dealer"])), "qualifies": None}


# --- Top Five Poker -------------------------------------------------------------------------------


def topfive_main(play: Round, seat: int) -> Wagers:
    """Settle Ante and Play by 11.C.

    If the dealer does not qualify, the Ante pushes and the Play is still decided (T-04).
    """
    ante = play.staked[seat]["ante"]
    if play.decisions(seat) == ["fold"]:
        return {"ante": lose(ante)}
    reading = play.house.reading("T-03")
    mine = hands.top_compared(play.cards(seat), reading)
    dealers = hands.top_compared(play.dealt["dealer"], reading)
    if mine == dealers:
        return {"ante": push(ante), "play": push(ante)}
    decided = even_money if mine > dealers else lose
    if hands.top_qualifies(play.dealt["dealer"], play.house.reading("T-02")):
        return {"ante": decided(ante), "play": decided(ante)}
    return {"ante": push(ante), "play": decided(ante)}


def topfive_seat(play: Round, seat: int) -> Document:
    cards, staked = play.cards(seat), play.staked[seat]
    count = len(hands.top_cards(cards))
    wagers = topfive_main(play, seat) if "ante" in staked else {}
    if "top_five" in staked:
        row = {4: "four_cards", 5: "five_cards", 6: "six_cards", 7: "seven_cards"}.get(count, "fewer")
        wagers["top_five"] = play.cashier.by_table("top_five", staked["top_five"], {row})
    if "poker" in staked:
        wagers["poker"] = play.cashier.by_table("poker", staked["poker"], hands.top_poker_titles(cards))
    return {
        "hand": hands.top_name(cards),
        "count": count,
        "folded": play.decisions(seat) == ["fold"],
        "envy": 0,
        "wagers": wagers,
    }


def topfive_dealer(play: Round) -> Document:
    cards = play.dealt["dealer"]
    return {
        "hand": hands.top_name(cards),
        "count": len(hands.top_cards(cards)),
        "qualifies": hands.top_qualifies(cards, play.house.reading("T-02")),
    }


# --- the round ------------------------------------------------------------------------------------

SEAT = {"uth": uth_seat, "letitride": lir_seat, "dragon": dragon_seat, "topfive": topfive_seat}
DEALER = {"uth": uth_dealer, "dragon": dragon_dealer, "topfive": topfive_dealer}


def settle(record: Record, counted: Counted | None = None) -> Document:
    play = Round(record, counted)
    for staked in play.staked.values():
        if "progressive" in staked:
            play.meters.accept(staked["progressive"])

    settled: dict[int, Document] = {}
    for seat in sorted(play.seats, reverse=True):  # settle counterclockwise, from the dealer's right
        one = SEAT[record["game"]](play, seat)
        net = one["envy"] + sum(wager["net"] for wager in one["wagers"].values())
        settled[seat] = {"seat": seat, "cards": " ".join(play.cards(seat)), "net": net, **one}

    dealer = None
    if record["game"] in DEALER:
        dealer = {"cards": " ".join(play.dealt["dealer"]), **DEALER[record["game"]](play)}
    return {
        "game": record["game"],
        "board": " ".join(play.dealt["board"]) if "board" in play.dealt else None,
        "box": " ".join(play.dealt["box"]) if "box" in play.dealt else None,
        "dealer": dealer,
        "seats": [settled[seat] for seat in sorted(settled)],
        "meters": play.meters.shown(),
    }
