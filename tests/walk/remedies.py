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


CARDS = "NameCards TurnUp Deal"
NAMING = f"{CARDS} CorrectNaming DeclareDefective ReportOther RackCards"
PREPARING = "Prepare Shuffle Cut Load ReceiveDecks RemoveDeck HandleDevice SwitchMethod RackCards ReportOther"
CHIPS = "LockProgressive CollectChips BankChips ReturnChip"

REMEDIES: tuple[tuple[str, frozenset[str]], ...] = (
    # what comes first
    (r"First the player decides", one_of("Decide ActFor DeclareAbandoned")),
    (r"First the chips", one_of(CHIPS)),
    (r"First the cards are dealt", one_of(f"Deal {PREPARING}")),
    (r"First the cards are turned up", one_of(NAMING)),
    (r"First the stub", one_of("RackStub CountStub Recount")),
    (r"First the dealer's hand is revealed", one_of(f"RevealDealer {NAMING}")),
    (r"First each player is settled", one_of(f"SettleSeat ValidateProgressive PayProgressive {NAMING}")),
    (r"First the cards are racked", one_of("RackCards")),
    (r'Announce "no more bets" first\.', one_of("CloseBetting TakeBack")),
    # rulings, counts, validations
    (r"Rule play_on or void", one_of("Rule")),
    (r"Count it face down on the layout\.", one_of("CountStub")),
    (r"Count the stub first, or place it", one_of("CountStub RackStub")),
    (r"Recount all cards\.", one_of("Recount")),
    (r"Recount; a chip whose wager was not accepted", one_of("CollectChips ReturnChip")),
    (r"Have a floorperson validate it, then pay it\.", one_of("ValidateProgressive PayProgressive")),
    (r"A floorperson or above validates first\.", one_of("ValidateProgressive")),
    (r"Pay it\.", one_of("PayProgressive")),
    (r"Settle the seat\.", one_of(f"SettleSeat {NAMING}")),
    (r"Have the hand and the system checked", one_of("ValidateProgressive CorrectNaming")),
    # cards
    (r"Name them as they are turned; a card seen too early", ANYTHING),
    (r"Name (its cards|them|each card) as they? (are|is) turned", one_of(NAMING)),
    (r"Name (it\.|each unseen card once)", ANYTHING),
    (r"Name the card again\.", one_of(NAMING)),
    (r"A floorperson corrects a wrong name\.", one_of(NAMING)),
    (
        r"(Name the hand when it is settled|Deal the cards)\.",
        ANYTHING,
    ),  # real cards: they come as they are turned
    (r"Correct what it was paid", one_of("CorrectSettlement CorrectEnvy")),
    # verifiable dealing, the link
    (r"Mix (it by|with the number of)", one_of("MixDeal")),
    (r"(Commit|While bets are open|Those who are seated|Name who did not|Leave it out)", ANYTHING),
    # decks and devices
    (r"Shuffle, cut if need be, and load a deck\.", one_of(PREPARING)),
    (r"Do the round first", ANYTHING),
    (r"Do .* first", one_of(PREPARING)),
    (r"Shuffle by hand\.", one_of(PREPARING)),
    (r"Put it into the shuffler first\.", one_of(PREPARING)),
    (r"Remove (a|the) deck", one_of("RemoveDeck ReceiveDecks")),
    (r"Deal it", one_of(f"Deal RemoveDeck CloseBetting RackCards {CHIPS}")),
    (r"Cover it or mark it", one_of(f"{PREPARING} TakeBack")),
    (r"Use the shuffler, or deal from a shoe\.", one_of(f"{PREPARING} TakeBack")),
    (r"It must be .* before another method", one_of("HandleDevice")),
    # players
    (r"Let the players take them back first\.", one_of("TakeBack")),
    (r"Buy in first, or choose what the chips cover\.", one_of("BuyIn Decide")),
    (r"Collect it from the player first\.", one_of("BuyIn")),
    (r"Ask a floorperson", one_of("ReportOther Rule CorrectNaming CorrectSettlement DeclareAbandoned")),
    # advice on the same command, waiting and playing on
    (
        r"(Play|Wait|Clear the table|It (belongs|is)|There is|What (the last|is settled)|This round's|"
        r"They lie|Only a seated|A round needs|Name (shuffler|a place|a seat|what|the seat)|Seats run|"
        r"A floorperson may order|Put it aside|Keep to|Take|Choose|Count the cards again|"
        r"Leave its name out|Report the failure|Read the meters)",
        ANYTHING,
    ),
)


@cache
def wanted(remedy: str) -> frozenset[str] | None:
    """The kinds of command that a remedy asks for; None where it is not known."""
    for pattern, kinds in REMEDIES:
        if re.match(pattern, remedy):
            return ANYTHING if "*" in kinds else kinds
    return None
