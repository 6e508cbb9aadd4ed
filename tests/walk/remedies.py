"""What a refusal's remedy tells people to do, as commands: each must be possible where it is given.

A remedy that the table below does not know fails the walk: whoever writes a new refusal says here what its
remedy comes to.
"""

from __future__ import annotations

import re
from functools import cache

ANYTHING = frozenset({"*"})  # play on, or wait: any act that is possible will do


def one_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


FLOOR = "ReportOther Rule CorrectNaming CorrectSettlement CorrectEnvy DeclareAbandoned"
PREPARING = "Prepare Shuffle Cut Load ReceiveDecks RemoveDeck"
NEXT = {
    "a player's decision": "Decide ActFor",
    "the chips of a banked wager": "LockProgressive CollectChips BankChips",
    "the next cards": f"Deal {PREPARING} ReportOther",
    "cards to be turned up": "TurnUp CorrectNaming ReportOther",
    "the stub": "RackStub CountStub Recount",
    "the dealer's hand": "RevealDealer NameCards CorrectNaming ReportOther",
    "settlement": f"SettleSeat ValidateProgressive PayProgressive NameCards {FLOOR}",
    "the cards to the discard rack": "RackCards",
}

REMEDIES: tuple[tuple[str, frozenset[str]], ...] = (
    (r"Rule play_on or void", one_of("Rule")),
    (r'Announce "no more bets" first\.', one_of("CloseBetting TakeBack")),
    (r"A round needs at least one bettor\.", ANYTHING),
    (r"Count it face down on the layout\.", one_of("CountStub")),
    (r"Recount all cards\.", one_of("Recount")),
    (r"Recount, and find the chip or the wager", one_of("CollectChips")),
    (r"Have a floorperson validate it, then pay it\.", one_of("ValidateProgressive PayProgressive")),
    (r"A floorperson or above validates first\.", one_of("ValidateProgressive")),
    (r"Have the hand and the system checked", one_of("ValidateProgressive CorrectNaming")),
    (r"Name (its cards|them) as they are turned", one_of("NameCards CorrectNaming ReportOther")),
    (r"Name each unseen card once", one_of("NameCards CorrectNaming ReportOther")),
    (r"Name the card again; if it is true, the deck is defective\.", one_of(FLOOR)),
    (r"Shuffle, cut if need be, and load a deck\.", one_of(f"{PREPARING} ReportOther HandleDevice")),
    (r"Do .* first", one_of(f"{PREPARING} ReportOther")),
    (r"Cover it or mark it", one_of("HandleDevice Shuffle RemoveDeck SwitchMethod ReportOther")),
    (r"It must be .* before another method", one_of("HandleDevice")),
    (r"Buy in first, or choose what the chips cover\.", one_of("BuyIn Decide")),
    (r"Collect it from the player first\.", one_of("BuyIn")),
    (r"Ask a floorperson for a correction\.", one_of(FLOOR)),
    (r"Wait for the end of the round, or let a floorperson declare", one_of("DeclareAbandoned *")),
    (r"(Play on|Wait|Clear the table|It belongs to a round)", ANYTHING),
)


@cache
def wanted(remedy: str) -> frozenset[str] | None:
    """The kinds of command that a remedy asks for; None where it is not known."""
    for pattern, kinds in REMEDIES:
        if re.match(pattern, remedy):
            return ANYTHING if "*" in kinds else kinds
    return None
