"""Solve Casino War exactly: two cards from six decks, and two more after a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import perm

from croupier.cards.deck import RANKS
from croupier.maths.results import Result, decision, distribution
from croupier.maths.solver import Cards, Decision, Progress, SideWager, Solver
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies
from croupier.rulebook import Paytable

COPIES = 24  # cards of each rank
CARDS = COPIES * len(RANKS)
SURRENDER = Fraction(-1, 2)
WIN, LOSE = 1, -2  # winning the war pushes the Bet and wins the War; losing it loses both


def war(left: Mapping[str, int]) -> tuple[int, int]:
    """Count the ordered pairs of next cards that win and lose the war."""
    total = perm(sum(left.values()), 2)
    same = sum(perm(copies, 2) for copies in left.values())
    return (total + same) // 2, (total - same) // 2


def worth(left: Mapping[str, int]) -> Fraction:
    won, lost = war(left)
    return Fraction(WIN * won + LOSE * lost, won + lost)


def solve(terms: Terms, table: Paytable | None, progress: Progress | None) -> Result:
    # after any tie, the same numbers of cards are left
    after = {rank: COPIES - 2 * (rank == "A") for rank in RANKS}
    won, lost = war(after)
    pairs, ties = perm(CARDS, 2), len(RANKS) * perm(COPIES, 2)
    assert worth(after) > SURRENDER
    early = (pairs - ties) // 2 * (won + lost)
    counts = Counter({Fraction(1): early + ties * won, Fraction(-1): early, Fraction(LOSE): ties * lost})
    total = pairs * (won + lost)
    tied = ties * (won + lost)
    chosen = decision("war or surrender", (("surrender", 0), ("war", tied)), total, 0)
    staked = 1 + Fraction(ties, pairs)
    return Result("main", None, "bet", distribution(counts, total), {}, staked, {"decisions": [chosen]})


def values(
    terms: Terms, table: Paytable | None, hand: Cards, board: Cards, dead: Cards, *, dealer: Cards = ()
) -> Mapping[str, Fraction]:
    """Return the value of each choice. The dealer's known card has the same rank as the player's card."""
    gone = Counter(card[0] for card in (*hand, *dead, *(dealer or hand)))
    return {"surrender": SURRENDER, "war": worth({rank: COPIES - gone[rank] for rank in RANKS})}


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    return [{"decision": "War or surrender", "rules": ["Go to war after every tie."]}]


def ties(terms: Terms, table: Paytable) -> Frequencies:
    """Count the ties and the other results of the first two cards."""
    tied, every = len(RANKS) * perm(COPIES, 2), perm(CARDS, 2)
    return Frequencies({frozenset({"tie"}): tied, frozenset(): every - tied}, every)


SOLVER = Solver(
    solve=solve,
    sides={"tie": SideWager(ties, ("X-31",))},
    strategy=strategy,
    values=values,
    in_hand=1,
    dealer=1,
    question=lambda board: "war or surrender",
)
