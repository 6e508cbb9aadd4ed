"""List the lowest hand that meets each condition of chapter 12, and the closest hand that does not.

A ladder lists the conditions for one kind of hand from the top down. Each rung has a condition, the weakest
cards that meet it, and the strongest cards just below it, with the conditions that those meet.
"""

from __future__ import annotations

from typing import NamedTuple


class Rung(NamedTuple):
    condition: str
    on: str
    below: str
    falls_to: tuple[str, ...]  # titles of the hand just below; the first one in the paytable pays


FIVE = (
    Rung("royal_flush", "As Ks Qs Js Ts", "Ks Qs Js Ts 9s", ("straight_flush",)),
    Rung("straight_flush", "5s 4s 3s 2s As", "As Ah Ad Ac Ks", ("four_of_a_kind",)),
    Rung("four_of_a_kind", "2s 2h 2d 2c 3s", "As Ah Ad Ks Kh", ("full_house",)),
    Rung("full_house", "2s 2h 2d 3s 3h", "As Ks Qs Js 9s", ("flush",)),
    Rung("flush", "7s 5s 4s 3s 2s", "As Kh Qd Jc Ts", ("straight", "below_flush")),
    Rung("straight", "5h 4d 3c 2s As", "As Ah Ad Kc Qs", ("three_of_a_kind", "below_straight")),
    Rung("three_of_a_kind", "2s 2h 2d 4c 3s", "As Ah Kd Kc Qs", ("two_pair", "below_straight")),
    Rung("two_pair", "3s 3h 2d 2c 4s", "As Ah Kd Qc Js", ("pair_of_tens_or_better",)),
    Rung("pair_of_tens_or_better", "Ts Th 2d 3c 4s", "9s 9h Ad Kc Qs", ()),
    # the same thresholds for rows that name the lower hand
    Rung("below_straight", "As Ah Ad Kc Qs", "5h 4d 3c 2s As", ("straight",)),
    Rung("below_flush", "As Kh Qd Jc Ts", "7s 5s 4s 3s 2s", ("flush",)),
)

SIX = (
    Rung("super_royal_diamonds", "Ad Kd Qd Jd Td 9d", "Ad Kd Qd Jd Td 8d", ("royal_flush",)),
    Rung("super_royal_other", "As Ks Qs Js Ts 9s", "As Ks Qs Js Ts 8s", ("royal_flush",)),
    Rung("super_royal", "Ah Kh Qh Jh Th 9h", "Ah Kh Qh Jh Th 9d", ("royal_flush",)),
    *(
        Rung(rung.condition, f"{rung.on} 9h", f"{rung.below} 2c", rung.falls_to)
        for rung in FIVE[:7]
    ),
)  # fmt: skip

THREE = (
    Rung("akq_of_spades", "As Ks Qs", "Ah Kh Qh", ("akq_suited_other", "straight_flush")),
    Rung("akq_suited_other", "Ac Kc Qc", "Kc Qc Jc", ("straight_flush",)),
    Rung("straight_flush", "3s 2s As", "As Ah Ad", ("three_of_a_kind",)),
    Rung("three_of_a_kind", "2s 2h 2d", "As Kh Qd", ("straight",)),
    Rung("straight", "3s 2h Ad", "As Ks Js", ("flush",)),
    Rung("flush", "5s 3s 2s", "As Ah Kd", ("pair",)),
    Rung("pair", "2s 2h 3d", "As Kh Jd", ()),
)

HOLE = (
    Rung("both_pairs_of_aces", "As Ac | Ah Ad", "As Ac | Kh Kd", ("pair_of_aces",)),
    Rung("red_aces", "Ah Ad", "Ah As", ("pair_of_aces",)),
    Rung("pair_of_aces", "As Ac", "Ks Kc", ("pair_of_jacks_to_kings",)),
    Rung("ace_king_suited", "Ks As", "As Kd", ("ace_king_offsuit",)),
    Rung("ace_queen_or_jack_suited", "As Js", "As Ts", ()),
    Rung("ace_king_offsuit", "As Kd", "As Qd", ("ace_queen_or_jack_offsuit",)),
    Rung("pair_of_jacks_to_kings", "Js Jd", "Ts Td", ("pair_of_tens_or_less",)),
    Rung("ace_queen_or_jack_offsuit", "Jd As", "As Td", ()),
    Rung("pair_of_tens_or_less", "2s 2d", "Ks Qs", ()),
)

DRAGON_HAND = (
    Rung("three_dragons", "Dr Db Dg", "Ph Ph Dg", ("three_phoenix", "trips")),
    Rung("three_phoenix", "Ph Ph Dg", "Ti Ti Ti", ("three_tigers", "trips")),
    Rung("three_tigers", "Ti Dg Ti", "Pa Pa Pa", ("trips",)),
    Rung("trips", "Ra Ra Ra", "Dr Db Ph", ("pair_of_dragons", "pair_of_pandas_or_better")),
    Rung("pair_of_dragons", "Dr Db Ra", "Ph Ph Dr", ("pair_of_phoenix", "winning_hand")),
    Rung("pair_of_phoenix", "Ph Dg Ra", "Ti Ti Dr", ("pair_of_tigers", "winning_hand")),
    Rung("pair_of_tigers", "Ti Ti Ra", "Pa Pa Dr", ("pair_of_pandas_or_better", "winning_hand")),
    Rung("pair_of_pandas_or_better", "Pa Pa Ra", "Mo Mo Dr", ("winning_hand",)),
    Rung("winning_hand", "Mo Ra Ti", "Ph Ph Ra", ("pair_of_phoenix", "pair_of_pandas_or_better")),
)

DRAGON_WAGER = (
    Rung("three_red_dragons", "Dr Dr Dr", "Dr Dr Dg", ("three_dragons_with_gold",)),
    Rung("three_blue_dragons", "Db Db Db", "Db Db Dr", ("three_dragons",)),
    Rung("three_dragons_with_gold", "Dg Dr Db", "Dr Dr Db", ("three_dragons",)),
    Rung("three_dragons", "Dr Db Db", "Dr Dr Ph", ("pair_of_dragons",)),
    Rung("pair_of_dragons", "Dg Dr Ra", "Dg Ph Ph", ("gold_dragon",)),
    Rung("gold_dragon", "Dg Ra Mo", "Dr Ph Ph", ()),
)

COUNT = (
    Rung("seven_cards", "As Ks Qs Jd Td Th Tc", "As Ah Ad Ac Ks Kh 9s", ("six_cards",)),
    Rung("six_cards", "Js Jd Td Th Tc Qs 2s", "As Ah Ad Ac Ks 9s 9h", ("five_cards",)),
    Rung("five_cards", "Js Jd Td Th Qc 2s 3s", "As Ah Ad Ac 9s 9h 9d", ("four_cards",)),
    Rung("four_cards", "Js Qd Td Kh 9c 2s 3s", "As Ah Ad 9s 9h 9d 9c", ()),
)

POKER = (
    Rung("royal_flush", "As Ks Qs Js Ts 2h 3h", "As Ks Qs Js Td 9s 8s", ("straight",)),
    Rung("four_of_a_kind", "Ts Th Td Tc 2h 3h 4h", "As Ah Ad Ks Kh Kd 2c", ("full_house",)),
    Rung("full_house", "Ts Th Td Js Jh 2h 3h", "As Kh Qd Jc Ts Ah Kd", ("straight",)),
    Rung("straight", "As Kh Qd Jc Ts 2h 3h", "As Ah Ad Ks Qs Js 2h", ("three_of_a_kind",)),
    Rung("three_of_a_kind", "Ts Th Td 2h 3h 4h 5c", "As Ah Kd Kc Qs Qh 2d", ("two_pair",)),
    Rung("two_pair", "Js Jh Td Tc 2h 3h 4c", "As Ah Kd Qc Js 2h 3h", ("pair_of_aces_or_kings",)),
    Rung("pair_of_aces_or_kings", "Ks Kh 2d 3d 4d 5c 7c", "Qs Qh Ad Kc Js 2d 3d", ()),
)

# Two sets of hole cards and a board, with the beaten hand first. The key is the beaten hand's class.
BEATEN = {
    "straight_flush": ("4s 3s", "8s 9s", "5s 6s 7s 2h 2d"),
    "four_of_a_kind": ("2d 2c", "3d 3c", "2s 2h 3s 3h Kd"),
    "full_house": ("2h 2d", "Kh Ks", "2s 3h 3s Kd 9c"),
    "flush": ("3s 4s", "As 6s", "2s 5s 9s Kd Jh"),
    "straight": ("3c 4d", "8h 9c", "5h 6d 7c Ks 2s"),
    "three_of_a_kind": ("4h 4d", "9s 9d", "4s 9h Jd Kc 2s"),
    "": ("4h 9d", "Jh Js", "4s 9h Jd Kc 2s"),  # two pair pays nothing
}
