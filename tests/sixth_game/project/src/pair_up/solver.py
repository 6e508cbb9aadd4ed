"""Solve Pair Up exactly: 496 hands with 30 possible board cards each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

from croupier.hands import three_card
from croupier.maths.results import Result, decision, distribution
from croupier.maths.solver import Cards, Decision, Progress, SideWager, Solver
from croupier.maths.terms import Terms, net_of
from croupier.maths.wagers.frequencies import Frequencies, gather
from croupier.rulebook import Paytable
from pair_up.ranking import twins

PACK = tuple(rank + suit for suit in "cdhs" for rank in "789TJQKA")
RAISE = 3  # the Ante and the raise, which is twice the Ante


def nets(table: Paytable, hand: Cards, dead: Cards = ()) -> Iterator[Fraction]:
    """Yield the net result of one unit for each possible board card."""
    for card in PACK:
        if card not in hand and card not in dead:
            row = table.row_for(three_card((*hand, card)).titles)
            yield net_of(row.pays) if row else Fraction(-1)


def solve(terms: Terms, table: Paytable | None, progress: Progress | None) -> Result:
    assert table is not None
    counts: Counter[Fraction] = Counter()
    raises = stays = even = 0
    for hand in combinations(PACK, 2):
        found = list(nets(table, hand))
        value = sum(found, Fraction(0))
        units = RAISE if value > 0 else 1
        raises += len(found) if value > 0 else 0
        stays += len(found) if value <= 0 else 0
        even += len(found) if value == 0 else 0
        counts.update(net * units for net in found)
    total = raises + stays
    chosen = decision("stay or raise", (("stay", stays), ("raise", raises)), total, even)
    return Result(
        "main",
        table.letter,
        "ante",
        distribution(counts, total),
        {},
        1 + 2 * Fraction(raises, total),
        {"decisions": [chosen]},
    )


def values(
    terms: Terms, table: Paytable | None, hand: Cards, board: Cards, dead: Cards
) -> Mapping[str, Fraction]:
    assert table is not None
    found = list(nets(table, hand, dead))
    stay = sum(found, Fraction(0)) / len(found)
    return {"stay": stay, "raise": RAISE * stay}


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    """Return the strategy, listed by ranks and suitedness."""
    assert table is not None
    raised = {called(hand) for hand in combinations(PACK, 2) if sum(nets(table, hand)) > 0}
    rules = [f"Raise with {', '.join(sorted(raised))}.", "Stay with everything else."]
    return [{"decision": "Stay or raise", "rules": rules}]


def called(hand: Cards) -> str:
    high, low = sorted((card[0] for card in hand), key="789TJQKA".index, reverse=True)
    return f"{high}-{low}" + (" suited" if hand[0][1] == hand[1][1] else "")


def pairs() -> Frequencies:
    return gather(((twins(hand), 1) for hand in combinations(PACK, 2)), comb(32, 2))


SOLVER = Solver(
    solve=solve,
    sides={"twins": SideWager(lambda terms, table: pairs(), ("X-03",))},
    strategy=strategy,
    values=values,
    odds=(),
    table="main",
    in_hand=2,
    dealer=0,
    board=1,
    asked_with=(0,),
    question=lambda board: "stay or raise",
)
