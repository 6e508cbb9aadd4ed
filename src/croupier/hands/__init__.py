"""Hand rankings from chapter 6 of the rules, declared as tables.

``croupier.hands.arrays`` is the fast evaluator for NumPy arrays. Import it only where it is used.
"""

from croupier.hands.dragon import DRAGON_HANDS, DRAGON_TITLES, dragon_hand, dragon_titles
from croupier.hands.pairs import HOLE_PAIR_TITLES, hole_pair_titles
from croupier.hands.poker import FIVE, FIVE_TITLES, SIX, SIX_TITLES, best_five, poker_strength, six_card
from croupier.hands.ranking import HandValue, Ranking, RankingRow, Rung
from croupier.hands.three import THREE, THREE_TITLES, three_card
from croupier.hands.topfive import TOP_FIVE_TITLES, top_five, top_five_qualifies, top_ranking

__all__ = [
    "DRAGON_HANDS",
    "DRAGON_TITLES",
    "FIVE",
    "FIVE_TITLES",
    "HOLE_PAIR_TITLES",
    "SIX",
    "SIX_TITLES",
    "THREE",
    "THREE_TITLES",
    "TOP_FIVE_TITLES",
    "HandValue",
    "Ranking",
    "RankingRow",
    "Rung",
    "best_five",
    "dragon_hand",
    "dragon_titles",
    "hole_pair_titles",
    "poker_strength",
    "six_card",
    "three_card",
    "top_five",
    "top_five_qualifies",
    "top_ranking",
]
