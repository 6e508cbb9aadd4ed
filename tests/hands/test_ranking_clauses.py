"""Test the clauses of chapter 6 that each class of hand and each ranking cites."""

from __future__ import annotations

import pytest

from croupier.hands import DRAGON_HANDS, FIVE, SIX, THREE, Ranking, top_ranking

CLASSES: dict[str, tuple[Ranking, dict[str, str]]] = {
    "five-card": (
        FIVE,
        {
            "royal_flush": "uth/6.D.1 letitride/6.C.1 letitride/6.F.1",
            "straight_flush": "uth/6.D.2 letitride/6.C.2 letitride/6.F.2",
            "four_of_a_kind": "uth/6.D.3 letitride/6.C.3 letitride/6.F.3",
            "full_house": "uth/6.D.4 letitride/6.C.4 letitride/6.F.4",
            "flush": "uth/6.D.5 letitride/6.C.5 letitride/6.F.5",
            "straight": "uth/6.D.6 letitride/6.C.6 letitride/6.F.6",
            "three_of_a_kind": "uth/6.D.7 letitride/6.C.7 letitride/6.F.7",
            "two_pair": "uth/6.D.8 letitride/6.C.8",
            "pair": "uth/6.D.9 letitride/6.C.9",
            "high_card": "uth/6.E.1",
        },
    ),
    "six-card": (
        SIX,
        {
            "super_royal": "uth/6.F.8 letitride/6.E.8",
            "royal_flush": "uth/6.F.1 letitride/6.E.1",
            "straight_flush": "uth/6.F.2 letitride/6.E.2",
            "four_of_a_kind": "uth/6.F.3 letitride/6.E.3",
            "full_house": "uth/6.F.4 letitride/6.E.4",
            "flush": "uth/6.F.5 letitride/6.E.5",
            "straight": "uth/6.F.6 letitride/6.E.6",
            "three_of_a_kind": "uth/6.F.7 letitride/6.E.7",
            "two_pair": "",
            "pair": "",
            "high_card": "",
        },
    ),
    "three-card": (
        THREE,
        {
            "straight_flush": "letitride/6.D.1",
            "three_of_a_kind": "letitride/6.D.2",
            "straight": "letitride/6.D.3",
            "flush": "letitride/6.D.4",
            "pair": "letitride/6.D.5",
            "high_card": "",
        },
    ),
    "Dragon": (
        DRAGON_HANDS,
        {
            "trips": "dragon/6.B.1",
            "pair": "dragon/6.B.2 dragon/6.B.2.a",
            "high_card": "dragon/6.B.3 dragon/6.B.3.a dragon/6.B.3.b",
        },
    ),
    "Top Five": (
        top_ranking("R1"),
        {
            "royal_flush": "topfive/6.C.1",
            "four_of_a_kind": "topfive/6.C.2",
            "full_house": "topfive/6.C.3",
            "straight": "topfive/6.C.4",
            "three_of_a_kind": "topfive/6.C.5",
            "two_pair": "topfive/6.C.6",
            "pair": "topfive/6.C.7",
            "high_card": "",
        },
    ),
}
POKER = (
    "uth/6.A uth/6.B uth/6.C uth/6.E.1 uth/6.E.2 letitride/6.A letitride/6.A.1 letitride/6.A.2 letitride/6.B"
)
WHOLE: dict[str, str] = {
    "five-card": POKER,
    "six-card": POKER,
    "three-card": "letitride/6.A letitride/6.A.1 letitride/6.A.2 letitride/6.B",
    "Dragon": "dragon/3.0.b dragon/3.0.c dragon/6.A dragon/6.A.1 dragon/6.B dragon/6.B.4",
    "Top Five": "topfive/6.A topfive/6.B topfive/6.C",
}


@pytest.mark.parametrize("name", CLASSES)
def test_each_class_cites_its_own_clauses(name: str) -> None:
    ranking, cited = CLASSES[name]
    assert {row.category: " ".join(row.clauses) for row in ranking.rows} == cited


@pytest.mark.parametrize("name", CLASSES)
def test_each_ranking_cites_the_order_of_cards_suits_and_ties(name: str) -> None:
    assert " ".join(CLASSES[name][0].clauses) == WHOLE[name]


@pytest.mark.parametrize("reading", ["R2", "R3"])
def test_every_reading_of_t_03_cites_the_same_clauses(reading: str) -> None:
    other, own = top_ranking(reading), top_ranking("R1")
    assert [row.clauses for row in other.rows] == [row.clauses for row in own.rows]
    assert other.clauses == own.clauses
