"""Compare the exact value of every choice with a full enumeration in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import STANDARD, Card
from croupier.errors import BadInput
from croupier.maths.uth import Position, choices, solve
from croupier.maths.uth.completion import SeenCards, first_sums
from croupier.maths.uth.position import NUMBER
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.spots import starting_hands
from tests.independent.hands import CLASSES, best

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("maths_uth")]

BLIND_A = {
    "royal_flush": Fraction(500),
    "straight_flush": Fraction(50),
    "four_of_a_kind": Fraction(10),
    "full_house": Fraction(3),
    "flush": Fraction(3, 2),
    "straight": Fraction(1),
}
HOW_BOARD = "4s 5h 6d 8c 9d"


def unseen(*cards: Iterable[str]) -> list[str]:
    seen = {card for some in cards for card in some}
    return [card for card in STANDARD.order if card not in seen]


def net(play: int, player: tuple[int, tuple[int, ...]], dealer: tuple[int, tuple[int, ...]]) -> Fraction:
    """Return the net result of Ante, Blind and Play, settled directly by uth/11.H."""
    if player == dealer:
        return Fraction(0)
    ante = 1 if dealer[0] >= CLASSES.index("pair") else 0
    if player > dealer:
        return ante + play + BLIND_A.get(CLASSES[player[0]], Fraction(0))
    return Fraction(-ante - play - 1)


def river_by_hand(hole: list[str], board: list[str], dead: list[str], play: int) -> Fraction:
    mine = best([*hole, *board])
    holdings = list(combinations(unseen(hole, board, dead), 2))
    results = [net(play, mine, best([*holding, *board])) for holding in holdings]
    return sum(results, Fraction(0)) / len(results)


@pytest.mark.clause("uth/11.F.2")
@pytest.mark.parametrize(
    ("hole", "bet", "best_choice"), [("Kd Qh", -2.1727, "fold"), ("Ad Jh", -1.9788, "1x")]
)
def test_last_decision_as_published_by_s_how(hole: str, bet: float, best_choice: str) -> None:
    found = choices(Position.of(hole, HOW_BOARD), BLIND_A)
    assert round(float(found.values["1x"]), 4) == bet
    assert found.values["fold"] == -2
    assert found.best == best_choice


@pytest.mark.parametrize(
    ("hole", "board", "dead"),
    [
        ("Kd Qh", HOW_BOARD, ""),
        ("2c 7d", "As Ks Qs Js 9d", ""),  # four cards of a suit on the board, and none in the player's hand
        ("Ts 7d", "As Ks Qs Js 9d", ""),  # the player has a royal flush
        ("5c 5d", "5h Kd Kc 2s 2h", "Ks 2d"),
        ("Ac 3c", "4c 5c 9c 9d Td", "2c As Kc"),
        ("8h 7d", "Ah Kh Qh 2h 3h", ""),  # five cards of a suit on the board, and one in the player's hand
    ],
)
@pytest.mark.clause("uth/11.H.3.a", "uth/11.H.3.b", "uth/11.H.3.c", "uth/11.H.3.d")
def test_river_values_equal_an_enumeration_of_dealer_hands(hole: str, board: str, dead: str) -> None:
    found = choices(Position.of(hole, board, dead), BLIND_A)
    assert found.values["1x"] == river_by_hand(hole.split(), board.split(), dead.split(), 1)


@pytest.mark.parametrize("seed", range(3))
def test_flop_values_equal_an_enumeration_of_cards(seed: int) -> None:
    """Most cards are dead, so the test can enumerate Turn, River and the dealer's cards."""
    pack = list(STANDARD.order)
    random.Random(seed).shuffle(pack)
    hole, flop, dead = pack[:2], pack[2:5], pack[5:41]
    boards = [[*flop, *drawn] for drawn in combinations(unseen(hole, flop, dead), 2)]
    played = [river_by_hand(hole, board, dead, 2) for board in boards]
    bet = [max(Fraction(-2), river_by_hand(hole, board, dead, 1)) for board in boards]
    found = choices(Position.of(hole, flop, dead), BLIND_A)
    assert found.values["2x"] == sum(played, Fraction(0)) / len(boards)
    assert found.values["check"] == sum(bet, Fraction(0)) / len(boards)


def test_first_decision_equals_the_mean_over_flops() -> None:
    """The value before the Flop is the mean of the better choice on each Flop."""
    pack = list(STANDARD.order)
    random.Random(7).shuffle(pack)
    hole, dead = pack[:2], pack[2:38]
    flops = [choices(Position.of(hole, flop, dead), BLIND_A) for flop in combinations(unseen(hole, dead), 3)]
    found = choices(Position.of(hole, dead=dead), BLIND_A)
    assert found.values["check"] == sum((f.values[f.best] for f in flops), Fraction(0)) / len(flops)
    # The value is linear in the raise, so 4x is twice as far from 2x as 3x is.
    twice = sum((f.values["2x"] for f in flops), Fraction(0)) / len(flops)
    assert found.values["4x"] - found.values["3x"] == found.values["3x"] - twice


@pytest.mark.parametrize("name", ["AA", "22", "JTo", "J9o", "K2s", "72o"])
def test_enumeration_and_stored_sums_agree_before_the_flop(name: str) -> None:
    hand = next(hand for hand in starting_hands() if hand.name == name)
    gone = np.zeros(52, np.bool_)
    gone[list(hand.cards)] = True
    pays, scale = whole_pays(BLIND_A)
    check, play, rest = first_sums(SeenCards(np.array(hand.cards), gone, pays, scale))
    ways = 19_600 * 1_081 * 990 * scale
    solved = solve(BLIND_A).hand(name)
    assert (Fraction(check, ways), Fraction(4 * play + rest, ways)) == (solved.check, solved.raise_4x)
    hole = [STANDARD.order[card] for card in hand.cards]
    assert dict(choices(Position.of(hole), BLIND_A).values) == dict(solved.choices)


def test_dead_cards_up_to_the_last_that_must_be_dealt() -> None:
    """On the River, the dealer gets the last two live cards. On the Flop, the test tries every deal of the
    last four.
    """
    pack = list(STANDARD.order)
    random.Random(3).shuffle(pack)
    hole, board = pack[:2], pack[2:7]
    found = choices(Position.of(hole, board, pack[9:]), BLIND_A)
    assert found.values["1x"] == river_by_hand(hole, board, pack[9:], 1)
    rest, dead = pack[5:9], pack[9:]
    boards = [[*pack[2:5], *drawn] for drawn in combinations(rest, 2)]
    played = [river_by_hand(hole, lies, dead, 2) for lies in boards]
    found = choices(Position.of(hole, pack[2:5], dead), BLIND_A)
    assert found.values["2x"] == sum(played, Fraction(0)) / len(boards)
    last = choices(Position.of(hole, (), pack[9:]), BLIND_A)
    flops = [choices(Position.of(hole, flop, dead), BLIND_A) for flop in combinations(pack[2:9], 3)]
    assert last.values["check"] == sum((f.values[f.best] for f in flops), Fraction(0)) / len(flops)


cards = st.lists(st.sampled_from(STANDARD.order), min_size=9, max_size=9, unique=True)


@given(cards=cards, names=st.permutations("cdhs"))
@settings(max_examples=25)
def test_renaming_suits_changes_nothing(cards: list[str], names: list[str]) -> None:
    renamed = [card[0] + names["cdhs".index(card[1])] for card in cards]
    for board in (cards[2:5], cards[2:7]):
        one = choices(Position.of(cards[:2], board, cards[7:]), BLIND_A)
        moved = renamed[2 : 2 + len(board)]
        other = choices(Position.of(renamed[1::-1], moved[::-1], renamed[:6:-1]), BLIND_A)
        assert one.values == other.values


@given(cards=cards)
@settings(max_examples=10)
def test_a_dead_card_does_not_change_the_value_on_average(cards: list[str]) -> None:
    """On average over all dead cards, a raise has the same value, and a check has at least the same value."""
    hole, flop = cards[:2], cards[2:5]
    known = [choices(Position.of(hole, flop, [card]), BLIND_A).values for card in unseen(hole, flop)]
    blind = choices(Position.of(hole, flop), BLIND_A).values
    assert sum((values["2x"] for values in known), Fraction(0)) / len(known) == blind["2x"]
    assert sum((values["check"] for values in known), Fraction(0)) / len(known) >= blind["check"]


def test_choices_show_the_best_and_costs() -> None:
    found = choices(Position.of("Kd Qh", HOW_BOARD), BLIND_A)
    assert found.best == "fold"
    assert found.cost == {"fold": 0, "1x": -2 - found.values["1x"]}
    assert not found.indifferent
    assert list(choices(Position.of("As Ad"), BLIND_A).values) == ["check", "3x", "4x"]
    assert choices(Position.of("As Ad"), BLIND_A).best == "4x"
    # A royal flush on the board ties, so every choice except the fold returns all wagers.
    royal = choices(Position.of("2c 2d", "As Ks Qs Js Ts"), BLIND_A)
    assert royal.values == {"fold": -2, "1x": 0}


def test_exact_ties_take_the_smaller_wager() -> None:
    """With a nine and a board of sevens, tens and an eight, 1x costs two Antes, exactly as much as a fold."""
    assert solve(BLIND_A).indifferent["river"] > 0
    tied = choices(Position.of("9c 2d", "7d 7s 8h Th Tc"), BLIND_A)
    assert tied.values == {"fold": -2, "1x": -2}
    assert tied.best == "fold"
    assert tied.indifferent


@pytest.mark.parametrize(
    ("hole", "board", "dead", "complaint"),
    [
        ("As", "", "", "two cards"),
        ("As Kd 2c", "", "", "two cards"),
        ("As Kd", "2c 3c", "", "zero, three or five"),
        ("As Kd", "2c 3c 4c 5c", "", "zero, three or five"),
        ("As As", "", "", "listed 2 times"),
        ("As Kd", "As 3c 4c", "", "listed 2 times"),
        ("As Kd", "", "Kd", "listed 2 times"),
        ("As 1x", "", "", "no card '1x'"),
        ("As Ks", "", " ".join(STANDARD.order[:44]), "too many"),
        ("As Ks", "Ts Js Qs", " ".join(STANDARD.order[:44]), "43 at most"),
        ("As Ks", "Ts Js Qs 9s 8s", " ".join(STANDARD.order[:44]), "43 at most"),
    ],
)
def test_rejects_impossible_positions(hole: str, board: str, dead: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Position.of(hole, board, dead)


def test_card_numbers_are_indexes_in_deck_order() -> None:
    assert NUMBER[STANDARD.order[0]] == 0
    assert [NUMBER[Card(card)] for card in ("2c", "Ac", "2d", "As")] == [0, 12, 13, 51]
