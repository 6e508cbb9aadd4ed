"""Solve Lucky Nines exactly: 455 player hands (ranks only) against every possible dealer hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from croupier.cards.deck import RANKS
from croupier.maths.results import Result, decision, distribution
from croupier.maths.solver import Cards, Decision, Progress, SideWager, Solver
from croupier.maths.strategy import threshold
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies, gather
from croupier.rulebook import Paytable
from lucky_nines.ranking import value_of

HANDS = {ranks: value_of(ranks) for ranks in combinations_with_replacement(range(13), 3)}
FULL = dict.fromkeys(range(13), 4)
FOLD = -1
WIN = 1 + Fraction(2, 3)  # the Play pays 1 to 1 and the Ante 2 to 3 (12.A)
LOSE = -2


def ways(ranks: tuple[int, ...], left: Mapping[int, int]) -> int:
    return prod(comb(left[rank], copies) for rank, copies in Counter(ranks).items())


def outcomes(hand: tuple[int, ...], left: Mapping[int, int]) -> tuple[int, int, int]:
    """Count the dealer's hands that lose to, tie with and beat this hand."""
    mine, found = HANDS[hand], [0, 0, 0]
    for other, theirs in HANDS.items():
        found[0 if theirs < mine else 1 if theirs == mine else 2] += ways(other, left)
    return found[0], found[1], found[2]


def worth(terms: Terms, found: tuple[int, int, int]) -> Fraction:
    """Return the value of playing, for Ante and Play together, in Antes."""
    won, tied, lost = found
    taken = lost + tied if terms.reading("NI-01") == "R2" else lost
    return (WIN * won + LOSE * taken) / sum(found)


@cache
def against_all(hand: tuple[int, ...]) -> tuple[int, int, int]:
    return outcomes(hand, {rank: 4 - hand.count(rank) for rank in range(13)})


def solve(terms: Terms, table: Paytable | None, progress: Progress | None) -> Result:
    counts: Counter[Fraction] = Counter()
    folds = plays = even = 0
    for hand in HANDS:
        often, found = ways(hand, FULL), against_all(hand)
        value = worth(terms, found)
        deals = often * sum(found)
        if value <= FOLD:
            counts[Fraction(FOLD)] += deals
            folds += deals
            even += deals if value == FOLD else 0
            continue
        won, tied, lost = found
        if terms.reading("NI-01") == "R2":
            tied, lost = 0, lost + tied
        for net, many in ((WIN, won), (Fraction(0), tied), (Fraction(LOSE), lost)):
            counts[net] += often * many
        plays += deals
    total = folds + plays
    return Result(
        "main",
        None,
        "ante",
        distribution(counts, total),
        terms.taken("NI-01"),
        1 + Fraction(plays, total),
        {"decisions": [decision("play or fold", (("fold", folds), ("play", plays)), total, even)]},
    )


def values(
    terms: Terms, table: Paytable | None, hand: Cards, board: Cards, dead: Cards
) -> Mapping[str, Fraction]:
    gone = Counter(RANKS.index(card[0]) for card in (*hand, *dead))
    ranks = tuple(sorted(RANKS.index(card[0]) for card in hand))
    found = outcomes(ranks, {rank: 4 - gone[rank] for rank in range(13)})
    return {"fold": Fraction(FOLD), "play": worth(terms, found)}


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    by_value = {}
    for hand in sorted(HANDS, key=HANDS.__getitem__):
        name = f"{HANDS[hand].announce()} ({'-'.join(RANKS[rank] for rank in hand)})"
        by_value[name] = worth(terms, against_all(hand))
    return [threshold(sorted(by_value.items(), key=lambda each: each[1]), Fraction(FOLD))]


@cache
def bonus() -> Frequencies:
    return gather(((each.titles, ways(hand, FULL)) for hand, each in HANDS.items()), comb(52, 3))


SOLVER = Solver(
    solve=solve,
    sides={"nine_bonus": SideWager(lambda terms, table: bonus(), ("X-03",), of_the_stake=True)},
    strategy=strategy,
    values=values,
    odds=(),
    in_hand=3,
    dealer=3,
)
