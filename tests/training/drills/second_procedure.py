"""State the procedure, duties and irregularities of the four games, typed from the regulator's documents."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from croupier.server.sessions.permissions import MATRIX, name_of
from croupier.table.machine import DECIDE
from croupier.training.drills import Drill

Record = dict[str, Any]

# --- the order of acts

OPENING = (  # chapters 4 and 5, for one deck
    r"Receive",
    r"Inspect",
    r"Verify",
    r"Spread",
    r"Let the first player",
    r"Turn the \w+ deck face down",
    r"Wash",
    r"Stack",
    r"Shuffle",
    r"Cut",
    r"Load",
)
BETS, STUB = r'Announce "no more bets"', r"(Place the stub|Count the stub)"
REVEAL, SETTLE, RACK = (
    r"(Reveal|Leave the cards)",
    r"(Settle|Call the floor|Pay) seat|has won",
    r"Place all cards",
)
CHIPS = r"(Lock|Collect and count|Put the)"
START = r"Deal the starting cards"
ROUNDS = {  # chapters 8 to 11
    ("uth", "automated"): (
        *(BETS, CHIPS, START, STUB, r"Ask.*before the Flop", r"Turn up the Flop", r"Ask.*after the Flop"),
        *(r"Turn up the last two", r"Ask.*after the last two", REVEAL, SETTLE, RACK),
    ),
    ("uth", ""): (
        *(BETS, CHIPS, START, r"Ask.*before the Flop", r"Deal the Flop", r"Ask.*after the Flop"),
        *(r"Deal the last two", STUB, r"Ask.*after the last two", REVEAL, SETTLE, RACK),
    ),
    ("letitride", ""): (
        *(BETS, CHIPS, START, STUB, r"Ask.*Bet 1", r"Turn up the first", r"Ask.*Bet 2"),
        *(r"Turn up the second", REVEAL, SETTLE, RACK),
    ),
    ("dragon", ""): (BETS, START, STUB, r"Ask", REVEAL, SETTLE, RACK),
    ("topfive", ""): (BETS, START, STUB, r"Ask", REVEAL, SETTLE, RACK),
}


def position(order: tuple[str, ...], words: str) -> int:
    found = [
        at for at, pattern in enumerate(order) if re.match(pattern, words) or re.search(rf"^{pattern}", words)
    ]
    assert len(found) == 1, (words, found)
    return found[0]


def deck_of(words: str) -> str:
    found = re.search(r"(red|blue) deck", words)
    return found[1] if found else ""


def open_table(drill: Drill, base: Record) -> object:
    """Return the next act of preparing the decks, or a list if several choices fit."""
    done = drill.evidence["done"]
    if not done:
        return next(choice for choice in drill.question.choices if choice.startswith("Receive"))
    fits = []
    for choice in drill.question.choices:
        deck = deck_of(choice)
        before = [position(OPENING, each) for each in done if deck_of(each) == deck and "Receive" not in each]
        last = max(before, default=0)
        machine = base.get("submission", {}).get("shuffler", "counting") != "none"
        # a deck that a machine shuffles is not cut
        following = last + 1 if not (machine and last == 8) else 10
        if position(OPENING, choice) == following and "Receive" not in choice:
            fits.append(choice)
    if drill.answer in fits and all(deck_of(fit) == deck_of(str(drill.answer)) for fit in fits):
        return drill.answer
    return fits


def round_order(game: str, dealing: str) -> tuple[str, ...]:
    return ROUNDS.get((game, dealing)) or ROUNDS[game, ""]


def seat_in(words: str) -> int:
    found = re.search(r"seat (\d+)", words)
    return int(found[1]) if found else 0


def next_act(drill: Drill, base: Record) -> object:
    """Return the choice not yet done that comes first in chapters 8 to 11, or a list if several fit."""
    order = round_order(drill.question.game, drill.evidence["dealing"])
    last = max((position(order, each) for each in drill.evidence["done"]), default=0)
    left = [each for each in drill.question.choices if each not in drill.evidence["done"]]
    here = min(position(order, each) for each in left if position(order, each) >= last)
    first = [each for each in left if position(order, each) == here]
    if len(first) == 1:
        return first[0]
    if order[here] == SETTLE:
        return settled_first(first, drill.evidence["done"][-1])
    if order[here].startswith("Ask"):
        return sorted(first, key=seat_in)[0]
    if drill.answer in first and order[here] in (CHIPS, STUB):
        return chips_first(first)
    return first


def settled_first(choices: list[str], last: str) -> str:
    """Return the next act of settlement: the same seat's progressive win, or else the highest seat number."""
    seat = seat_in(last)
    for start in ("Call the floor", "Pay"):
        for each in choices:
            if each.startswith(start) and seat_in(each) == seat:
                return each
    return max((each for each in choices if each.startswith("Settle")), key=seat_in)


def chips_first(choices: list[str]) -> str:
    """Return the next act with banked chips: for each wager, lock, then collect, then bank."""
    ranks = [
        (0 if "Five Card" in each else 1, ("Lock", "Coll", "Put ").index(each[:4]), each) for each in choices
    ]
    return min(ranks)[2]


# --- seats


def settle_order(drill: Drill, base: Record) -> object:
    """Return the seats from the dealer's right."""
    return ", ".join(map(str, sorted(drill.evidence["seats"], reverse=True)))


QUESTIONS = {
    "uth": ("before the Flop", "after the Flop", "after the last two cards"),
    "letitride": ("Bet 1", "Bet 2"),
    "dragon": ("Play or fold",),
    "topfive": ("Play or fold",),
}


def ask_order(drill: Drill, base: Record) -> object:
    """Return the next seat from the dealer's left that still has this decision to make."""
    number = QUESTIONS[drill.question.game].index(drill.evidence["question"])
    seats = sorted(
        seat["seat"] for seat in drill.evidence["record"]["seats"] if len(seat["decisions"]) > number
    )
    return f"Seat {seats[drill.evidence['answered']]}"


# --- the stub and the decks


def wrong_stub(drill: Drill, base: Record) -> object:
    if drill.evidence["total"] != drill.evidence["size"]:
        return "The hands are void, and the deck is removed"
    if drill.evidence["misdealt"]:
        return "The hands are void, and the wagers are returned"
    return "The count was wrong, and play goes on"


def deck_change(drill: Drill, base: Record) -> object:
    """A deck may be used for four hours if it is dealt by hand, otherwise for eight (3.C)."""
    life = 4 * 60 if drill.evidence["dealing"] == "hand" else 8 * 60
    if "started" in drill.evidence:
        return (drill.evidence["started"] + life) % (24 * 60)
    return "No" if drill.evidence["minutes"] >= life else "Yes"


# --- duties

DEALER = {
    *("BankChips", "CloseBetting", "CollectChips", "CorrectKeying", "CountStub", "Cut", "DealCards"),
    *("GoIdle", "Load", "LockProgressive", "NameCards", "PayProgressive", "RackCards", "RackStub"),
    *("RevealDealer", "SettleSeat", "Shuffle", "TurnUp"),
}
PLAYER = ["Bet", "Decide", "TakeBack"]
FLOOR = {
    *("ActFor", "CorrectDecision", "CorrectEnvy", "CorrectNaming", "CorrectSettlement", "DeclareAbandoned"),
    *("DeclareDefective", "DeclareForfeit", "OrderRecut", "OrderShuffle", "RuleOnIncident"),
    *("SwitchMethod", "ValidateProgressive"),
}


EITHER = {
    *("Attest", "HandleDevice", "LoseLink", "Prepare", "ReceiveDecks", "Recount", "RemoveDeck"),
    *("ReportDeviceFailure", "ReportDrawnInError", "ReportExposed", "ReportFaceUp", "ReportOther"),
    *("ReportWrongNumber", "RestoreLink", "ReturnChip"),
}
SIDES = {  # the answer for each set of roles that the permission matrix allows
    frozenset({"player", "dealer"}): "The player, and the dealer enters it",
    frozenset({"dealer"}): "The dealer",
    frozenset({"dealer", "floor", "pit_manager"}): "The dealer or a floorperson",
    frozenset({"floor", "pit_manager"}): "A floorperson or above",
}


def side_in_matrix(command: str) -> str:
    """Return the answer from the permission matrix, for an act that the sets above do not contain."""
    kind = next(kind for kind in DECIDE if kind.__name__ == command)
    return SIDES[frozenset(MATRIX["table", name_of(kind)].marks)]


def who_acts(drill: Drill, base: Record) -> object:
    command = drill.evidence["command"]
    if command not in {*DEALER, *PLAYER, *FLOOR, *EITHER}:
        return side_in_matrix(command)
    if command in DEALER:
        return "The dealer"
    if command in PLAYER:
        return "The player, and the dealer enters it"
    return "A floorperson or above" if command in FLOOR else "The dealer or a floorperson"


# --- bets (chapter 7)

EQUAL = {
    "uth": (("ante", "blind"),),
    "letitride": (("bet1", "bet2"), ("bet1", "bet3")),
    "dragon": (("ante", "ante_bonus"),),
    "topfive": (),
}
MAIN = {
    "uth": ("ante", "blind"),
    "letitride": ("bet1", "bet2", "bet3"),
    "dragon": ("ante", "ante_bonus"),
    "topfive": ("ante",),
}
ALONE = {"dragon": "D-06", "topfive": "T-14"}  # under R2, a bonus wager may be made alone


def bet_is_legal(game: str, wagers: dict[str, int], base: Record) -> bool:
    submission = base.get("submission", {})
    readings = submission.get("readings", {})
    main = [name for name in MAIN[game] if name in wagers]
    if len(main) < len(MAIN[game]) and (main or readings.get(ALONE.get(game, "")) != "R2"):
        return False
    if any(wagers.get(one) != wagers.get(two) for one, two in EQUAL[game]):
        return False
    if "six_card" in wagers and not six_card_is_legal(game, wagers, readings):
        return False
    if readings.get("X-13") == "R2" and any(wagers.get(name, 0) % 2 for name in ("blind",)):
        return False
    if wagers.get("five_card", 100) != 100:
        return False
    progressive = submission.get("progressive") or {}
    stake = progressive.get("stake", 1)
    staked = [100 * one for one in (stake if isinstance(stake, list) else [stake])]
    if "progressive" in wagers and wagers["progressive"] not in staked:
        return False
    return all(in_limits(cents, base.get("limits", {}).get(name)) for name, cents in wagers.items())


def six_card_is_legal(game: str, wagers: dict[str, int], readings: dict[str, str]) -> bool:
    if game == "uth":
        return "trips" in wagers or readings.get("U-06") == "R2"
    return {"five_card", "three_card"} <= set(wagers) or readings.get("L-06", "R2") == "R2"


def in_limits(cents: int, limit: Any) -> bool:
    if limit is None:
        return True
    return bool(limit[0] <= cents <= limit[1] and (cents - limit[0]) % limit[2] == 0)


def may_bet(drill: Drill, base: Record) -> object:
    return "Yes" if bet_is_legal(drill.question.game, drill.evidence["wagers"], base) else "No"


CHOICES = {
    "before the Flop": ("check", "3x", "4x"),
    "after the Flop": ("check", "2x"),
    "after the last two cards": ("fold", "1x"),
    "Bet 1": ("ride", "withdraw"),
    "Bet 2": ("ride", "withdraw"),
    "Play or fold": ("play", "fold"),
}


def may_act(drill: Drill, base: Record) -> object:
    found = drill.evidence
    allowed = {
        "TakeBack": lambda: found["betting"] and found["has_wagers"],
        "GetUp": lambda: found["betting"],
        "SitDown": lambda: True,
        "Bet": lambda: found["betting"] and bet_is_legal(drill.question.game, found["wagers"], base),
        "Decide": lambda: found["seat"] == found["asked"] and found["choice"] in CHOICES[found["question"]],
    }
    return "Yes" if allowed[found["command"]]() else "No"


def signals(drill: Drill, base: Record) -> object:
    """Let It Ride 11.B.1 and 11.C.1 list the signals to ride under (a) and those to withdraw under (b)."""
    return "Ride" if ".1.a." in drill.evidence["clause"] else "Withdraw"


# --- irregularities (chapter 13)

PLAY_ON, DISCARD = "Play on", "Discard the card and play on"
VOID, RULING = "The round is void: return the wagers", "Call the floor for a ruling"
EXCEPT = "The round is void: return the wagers, and settle those that the rules exempt"
OUTCOMES: dict[str, dict[str, str]] = {
    "uth": {
        "face_up": DISCARD,
        "face_up_late": DISCARD,
        "face_up_many": VOID,
        "face_up_many_late": EXCEPT,
        "drawn_in_error": PLAY_ON,
        "drawn_face_up": RULING,
        "wrong_count": VOID,
        "dealer_exposed": EXCEPT,
        "box_count": RULING,
        "community_exposed": RULING,
        "box_exposed": RULING,
        "player_exposed": RULING,
        "missed_burn": RULING,
        "shuffler_failed": VOID,
        "shuffler_failed_idle": PLAY_ON,
        "shoe_failed": VOID,
        "other": RULING,
    },
    "letitride": {
        "face_up": DISCARD,
        "face_up_many": VOID,
        "drawn_in_error": PLAY_ON,
        "drawn_face_up": RULING,
        "wrong_count": VOID,
        "community_exposed": VOID,
        "box_exposed": RULING,
        "player_exposed": RULING,
        "shuffler_failed": PLAY_ON,
        "shuffler_failed_idle": PLAY_ON,
        "shoe_failed": VOID,
        "other": RULING,
    },
    "dragon": {
        "face_up": DISCARD,
        "face_up_many": VOID,
        "drawn_in_error": PLAY_ON,
        "drawn_face_up": RULING,
        "wrong_count": VOID,
        "dealer_exposed": VOID,
        "player_exposed": RULING,
        "other": RULING,
        "shuffler_failed": PLAY_ON,
        "shuffler_failed_idle": PLAY_ON,
        "shoe_failed": VOID,
    },
    "topfive": {
        "face_up": VOID,
        "face_up_many": VOID,
        "drawn_in_error": PLAY_ON,
        "drawn_face_up": RULING,
        "wrong_count": VOID,
        "dealer_exposed": RULING,
        "player_exposed": RULING,
        "other": RULING,
        "shuffler_failed": RULING,
        "shuffler_failed_idle": PLAY_ON,
        "shoe_failed": VOID,
    },
}


def irregularity(drill: Drill, base: Record) -> object:
    """Return the outcome by chapter 13, given the drill's moment of the round.

    After a payment, only a floorperson may void the round (X-06). A device that fails while hands are settled
    changes nothing (N-33).
    """
    found = drill.evidence
    outcome = OUTCOMES[drill.question.game][found["kind"]]
    if found["settling"] and found["kind"] in ("shuffler_failed", "shoe_failed"):
        return PLAY_ON
    if found["kind"] == "dealer_exposed" and outcome == EXCEPT and not found["undecided"]:
        return PLAY_ON
    if outcome in (VOID, EXCEPT) and found["paid"]:
        return RULING
    return VOID if outcome == EXCEPT and "trips" not in found["made"] else outcome


def still_settled(drill: Drill, base: Record) -> object:
    """Name the wager that is settled although the round is void, which can only be Trips (uth/13.C, 13.G)."""
    exempt = OUTCOMES["uth"][drill.evidence["kind"]] == EXCEPT and "trips" in drill.evidence["made"]
    return "Trips" if exempt else "None"


PROCEDURE: dict[str, Callable[[Drill, Record], object]] = {
    "open_table": open_table,
    "next_act": next_act,
    "settle_order": settle_order,
    "ask_order": ask_order,
    "wrong_stub": wrong_stub,
    "deck_change": deck_change,
    "who_acts": who_acts,
    "may_bet": may_bet,
    "may_act": may_act,
    "signals": signals,
    "irregularity": irregularity,
    "still_settled": still_settled,
}
