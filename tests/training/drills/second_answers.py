"""Answer drills independently, from the regulator's documents and without the code that makes the drills.

Hands, payouts and dealing come from `tests.independent`. Procedure, duties and irregularities come from the
tables in `second_procedure`. `disagreement` compares a drill's answer with
the independent answer.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any

from croupier.training.drills import Drill
from tests.independent import hands, settle
from tests.independent.dealing import new_deck, places
from tests.independent.house import House, cents, odds
from tests.independent.paytables import PAYTABLES

from .second_procedure import PROCEDURE

Record = dict[str, Any]
Second = Callable[[Drill, Record], object]

RANKS = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
BANKED = ("progressive", "five_card")
BETS = ("bet1", "bet2", "bet3")


def whole(drill: Drill, base: Record) -> Record:
    """Return the record of a drill's round, completed with the submission of the drill's table."""
    submission = dict(base.get("submission", {}))
    if "payout_limit" in drill.evidence:
        limit = drill.evidence["payout_limit"]
        submission["payout_limit"] = f"{limit // 100}.{limit % 100:02d}"
    return {**drill.evidence["record"], "submission": submission}


def seat_document(drill: Drill, base: Record) -> Any:
    seats = settle(whole(drill, base))["seats"]
    return next(one for one in seats if one["seat"] == drill.evidence["seat"])


def poker_words(worth: hands.Worth) -> str:
    """Return a dealer's announcement of a five-card hand."""
    name, ranks = hands.name(worth), [RANKS[rank - 2] for rank in worth[1]]

    def many(word: str) -> str:
        return f"{word}es" if word.endswith("x") else f"{word}s"

    return {
        "royal_flush": lambda: "royal flush",
        "straight_flush": lambda: f"{ranks[0]}-high straight flush",
        "four_of_a_kind": lambda: f"four of a kind, {many(ranks[0])}",
        "full_house": lambda: f"full house, {many(ranks[0])} full of {many(ranks[1])}",
        "flush": lambda: f"flush, {ranks[0]} high",
        "straight": lambda: f"straight, {ranks[0]} high",
        "three_of_a_kind": lambda: f"three of a kind, {many(ranks[0])}",
        "two_pair": lambda: f"two pair, {many(ranks[0])} and {many(ranks[1])}",
        "pair": lambda: f"pair of {many(ranks[0])}",
        "high_card": lambda: f"{ranks[0]} high",
    }[name]()


CHARACTERS = ["rabbit", "monkey", "panda", "tiger", "phoenix", "dragon"]


def dragon_words(cards: list[str]) -> str:
    worth = hands.dragon(cards)
    first = CHARACTERS[worth[1][0]]
    many = f"{first}es" if first.endswith("x") else f"{first}s"
    return {"trips": f"three {many}", "pair": f"pair of {many}", "high_card": f"{first} high"}[
        hands.dragon_name(worth)
    ]


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"]


def top_words(cards: list[str]) -> str:
    """Return the words for a Top Five hand: how many cards count, and the class of the best ones."""
    count = len(hands.top_cards(cards))
    if not count:
        return "no card above nine"
    (kind, ranks), _ = hands.top_best(cards)
    name = hands.TOP_CLASSES[kind]
    cards_word = "one card" if count == 1 else f"{NUMBERS[count]} cards"
    if name == "straight":
        return f"{cards_word}, straight, ace high"
    index = {"straight": "straight", "royal_flush": "royal_flush"}.get(name, name)
    return f"{cards_word}, {poker_words((hands.CLASSES.index(index), ranks))}"


def spoken(game: str, cards: list[str]) -> str:
    if game == "dragon":
        return dragon_words(cards)
    return top_words(cards) if game == "topfive" else poker_words(hands.best(cards))


def cards_shown(drill: Drill) -> list[str]:
    return [card for group in drill.question.cards for card in group.cards]


def read_hand(drill: Drill, base: Record) -> object:
    return spoken(drill.question.game, cards_shown(drill))


def qualifies(drill: Drill, base: Record) -> object:
    return "Yes" if settle(whole(drill, base))["dealer"]["qualifies"] else "No"


def who_wins(drill: Drill, base: Record) -> object:
    result = seat_document(drill, base)["wagers"][drill.evidence["wager"]]["result"]
    return {"win": "The player", "lose": "The dealer", "push": "Neither, it is a tie"}[result]


def wager_result(drill: Drill, base: Record) -> object:
    result = seat_document(drill, base)["wagers"][drill.evidence["wager"]]["result"]
    return {"win": "It wins", "lose": "It loses", "push": "It pushes"}[result]


KEEPS_FOLDED = {
    "uth": {"trips", "six_card", "ultimate_pairs", "bad_beat", "play_the_board", "progressive"},
    "dragon": {"three_card", "dragon"},
    "topfive": {"top_five", "poker"},
}


def folded_cards(drill: Drill, base: Record) -> object:
    stays = KEEPS_FOLDED[drill.question.game] & set(drill.evidence["wagers"])
    return "They stay on the table" if stays else "You put them in the discard rack"


def paid(wager: str, entry: Any) -> int:
    """Return the cents that the dealer pays out, including the stake if the chip was banked in the tray."""
    return int(entry["returned"] - (0 if wager in BANKED else entry["staked"]))


def payout(drill: Drill, base: Record) -> object:
    wager = drill.evidence["wager"]
    return paid(wager, seat_document(drill, base)["wagers"][wager])


def payout_total(drill: Drill, base: Record) -> object:
    wagers = seat_document(drill, base)["wagers"]
    won = {name: one for name, one in wagers.items() if one["result"] == "win" and name != "progressive"}
    return sum(paid(name, one) for name, one in won.items())


def printed(drill: Drill, base: Record) -> str:
    house = House({"game": drill.question.game, **base})
    wager = drill.evidence["wager"]
    table = "main" if wager in BETS else wager
    rows = PAYTABLES[drill.question.game][table][house.tables[table]]
    return rows[drill.evidence["row"]][1]


def paytable_row(drill: Drill, base: Record) -> object:
    payment, wager, stake = printed(drill, base), drill.evidence["wager"], drill.evidence["stake"]
    house = House({"game": drill.question.game, **base})
    if wager == "progressive":
        number, word, _ = payment.split() if "$" not in payment else (payment[1:], "for", "1")
        returned = int(number.replace(",", "")) * stake
        return returned + (stake if word == "to" and house.reading("X-02") == "R1" else 0)
    if payment.startswith("$"):
        back = stake if wager == "five_card" and house.reading("L-04") == "R2" else 0
        return cents(payment[1:]) + back
    return odds(payment, stake) - (0 if wager in BANKED else stake)


def meter_share(drill: Drill, base: Record) -> object:
    percent, _, _ = printed(drill, base).partition("%")
    return drill.evidence["amount"] * int(percent) // 100


def envy(drill: Drill, base: Record) -> object:
    return seat_document(drill, base)["envy"]


# --- chips

TRAY = {"white": 100, "pink": 250, "red": 500, "green": 2500, "black": 10_000, "purple": 50_000}
TRAY |= {"orange": 100_000, "brown": 500_000, "silver": 1_000_000, "gold": 2_500_000}
CUT = re.compile(r"(\d+) ([a-z]+) \(\$([\d,.]+)\)")


def cut_of(words: str) -> dict[int, int]:
    found = {TRAY[color]: int(count) for count, color, _ in CUT.findall(words)}
    for _, color, value in CUT.findall(words):
        assert TRAY[color] == cents(value.replace(",", "")), words
    return found


def fewest(amount: int) -> int:
    """Return the least number of chips for an amount, by a breadth-first search over amounts."""
    high = max(value for value in TRAY.values() if value <= max(amount, 100))
    usable = sorted((value for value in TRAY.values() if value <= high), reverse=True)
    start = max(0, (amount - 12 * high) // high)  # for all but the last few, the highest chip is best
    rest = amount - start * high
    seen, queue = {0}, deque([(0, 0)])
    while queue:
        reached, count = queue.popleft()
        if reached == rest:
            return start + count
        for value in usable:
            more = reached + value
            if more <= rest and more not in seen and rest - more < 40 * value + 40 * high:
                seen.add(more)
                queue.append((more, count + 1))
    raise AssertionError(f"no chips make {amount}")


def cut_chips(drill: Drill, base: Record) -> object:
    """Return the choice that has the right sum with the fewest chips, or a list if it is not unique."""
    amount = drill.evidence["cents"]
    least = fewest(amount)
    right = []
    for choice in drill.question.choices:
        cut = cut_of(choice)
        if sum(v * n for v, n in cut.items()) == amount and sum(cut.values()) == least:
            right.append(choice)
    return right[0] if len(right) == 1 else right


# --- dealing


def place_words(place: str) -> str:
    names = {"discard": "aside", "burn": "the burn pile"}
    return names.get(place, place if place.startswith("seat") else f"the {place}")


def next_card(drill: Drill, base: Record) -> object:
    place = places(whole(drill, base))[drill.evidence["position"]]
    return "To the card set aside" if place == "discard" else f"To {place_words(place)}"


def stub_count(drill: Drill, base: Record) -> object:
    record = whole(drill, base)
    return len(new_deck(record["game"])) - len(places(record))


SECOND: dict[str, Second] = {
    "read_hand": read_hand,
    "announce_dealer": read_hand,
    "qualifies": qualifies,
    "who_wins": who_wins,
    "wager_result": wager_result,
    "folded_cards": folded_cards,
    "payout": payout,
    "payout_total": payout_total,
    "payout_limit": payout,
    "paytable_row": paytable_row,
    "odd_amount": paytable_row,
    "meter_share": meter_share,
    "envy": envy,
    "cut_chips": cut_chips,
    "color_up": cut_chips,
    "next_card": next_card,
    "stub_count": stub_count,
    **PROCEDURE,
}


def disagreement(drill: Drill, base: Record) -> str:
    """Describe how the independent answer differs from the drill's, or return "" if both agree."""
    expected = SECOND[drill.question.kind](drill, base)
    if expected == drill.answer:
        return ""
    return f"{drill.question}: the drill says {drill.answer!r}, the second way {expected!r}"
