"""Map the remedies of refusals to commands. A remedy must be possible in the state where it is given.

An unknown remedy fails the walk, so add every new remedy here.
"""

from __future__ import annotations

import re
from functools import cache

ANYTHING = frozenset({"*"})  # for "continue" or "wait", any act will do


def one_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


CARDS = "NameCards TurnUp DealCards"
NAMING = f"{CARDS} CorrectNaming DeclareDefective ReportOther RackCards"
PREPARING = "Prepare Shuffle Cut Load ReceiveDecks RemoveDeck HandleDevice SwitchMethod RackCards ReportOther"
CHIPS = "LockProgressive CollectChips BankChips ReturnChip"

REMEDIES: tuple[tuple[str, frozenset[str]], ...] = (
    # The remedy is to perform the next act first.
    (r"Wait for the player's decision", one_of("Decide ActFor DeclareAbandoned")),
    (r"Collect, count and bank the chips", one_of(CHIPS)),
    (r"Deal the cards first", one_of(f"DealCards {PREPARING}")),
    (r"Turn the cards up first", one_of(NAMING)),
    (r"Rack or count the stub first", one_of("RackStub CountStub Recount")),
    (r"Reveal the dealer's hand first", one_of(f"RevealDealer {NAMING}")),
    (
        r"Settle (each player|seat \d+) first",
        one_of(f"SettleSeat ValidateProgressive PayProgressive {NAMING}"),
    ),
    (r"Rack the cards first", one_of("RackCards")),
    (r'Announce "no more bets" first\.', one_of("CloseBetting TakeBack")),
    # rulings, counts, validations
    (r"(Ask the floorperson to rule|Rule play_on or void)", one_of("RuleOnIncident")),
    (r"Count the stub face down on the layout\.", one_of("CountStub")),
    (r"Count the stub first, or place it", one_of("CountStub RackStub")),
    (r"Recount all cards\.", one_of("Recount")),
    (r"Recount\. Return the chip of any wager", one_of("CollectChips ReturnChip")),
    (r"Have a floorperson validate the win, then pay it\.", one_of("ValidateProgressive PayProgressive")),
    (r"Ask a floorperson to validate the win first\.", one_of("ValidateProgressive")),
    (r"Pay it\.", one_of("PayProgressive")),
    (r"Settle the seat\.", one_of(f"SettleSeat {NAMING}")),
    (r"Check the hand and the system\.", one_of("ValidateProgressive CorrectNaming")),
    # cards
    (r"Name the cards as you turn them up\. Report a card seen", ANYTHING),
    (r"Name (the seat's cards|the cards|each card) as you turn", one_of(NAMING)),
    (r"Name (it\.|each unseen card once)", ANYTHING),
    (r"Name the card again[.,]", one_of(NAMING)),
    (r"Ask a floorperson to correct a wrong name\.", one_of(NAMING)),
    (
        r"(Name the hand when it is settled|Deal the cards)\.",
        ANYTHING,
    ),  # real cards are named when they are turned up
    (r"Correct what it was paid", one_of("CorrectSettlement CorrectEnvy")),
    # verifiable dealing, and the link to the progressive system
    (r"Mix (the deal with|with every player's number)", one_of("MixDeal")),
    (r"(Commit|While bets are open|Only seated players|Name the players who|Leave this wager out)", ANYTHING),
    # decks and devices
    (r"Shuffle a deck, cut it if required, and load it\.", one_of(PREPARING)),
    (r"Finish the round first", ANYTHING),
    (r"Let the first player view .* first", ANYTHING),
    (r"(Inspect|Verify|Spread|Turn|Wash|Stack|Shuffle|Cut|Load) .* deck.* first", one_of(PREPARING)),
    (r"Shuffle by hand\.", one_of(PREPARING)),
    (r"Put the deck into the shuffler first\.", one_of(PREPARING)),
    (r"Remove (a|the) deck", one_of("RemoveDeck ReceiveDecks")),
    (r"Deal (it|this deck)", one_of(f"DealCards RemoveDeck CloseBetting RackCards {CHIPS}")),
    (r"Cover or mark the", one_of(f"{PREPARING} TakeBack")),
    (r"Use the shuffler, or deal from a shoe\.", one_of(f"{PREPARING} TakeBack")),
    (r"The (shuffler|shoe) must be .* before another method", one_of("HandleDevice")),
    # players
    (r"Let the players take back their wagers first\.", one_of("TakeBack")),
    (r"Buy in first, or make a choice", one_of("BuyIn Decide")),
    (r"Collect it from the player first\.", one_of("BuyIn")),
    (r"Ask a floorperson to order a recut\.", ANYTHING),
    (
        r"Ask a floorperson",
        one_of("ReportOther RuleOnIncident CorrectNaming CorrectSettlement DeclareAbandoned"),
    ),
    # advice about the same command, about waiting and about playing on
    (
        r"(Continue|Place|Play|Wait|Clear the table|It (belongs|is)|Settled wagers|Only settlements|"
        r"Leave the cards spread|Load the deck without|Only a seated|Seats run|"
        r"Name (shuffler|a place|a seat)|Use a correction|Clauses that do|Put it aside|Keep your|Take|"
        r"Choose|Count the cards again|Leave out the card's name|"
        r"Report the (failure|entry)|Read the meters|Enter the|Give up|Do not send)",
        ANYTHING,
    ),
)


@cache
def wanted(remedy: str) -> frozenset[str] | None:
    """Return the commands that a remedy suggests, or None for an unknown remedy."""
    for pattern, kinds in REMEDIES:
        if re.match(pattern, remedy):
            return ANYTHING if "*" in kinds else kinds
    return None
