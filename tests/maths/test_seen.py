"""Check the value of seen and shared cards (game protection) by methods that group nothing."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

import croupier
from croupier.cards import STANDARD, deck_of
from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.hands import dragon_hand, top_five
from croupier.hands.arrays import RankTables, strength_of, tables
from croupier.hands.dragon import DRAGON
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.dragon import seen as dragon_seen
from croupier.maths.engine.kernel import kernel
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.protection.collusion import SEED, _gain
from croupier.maths.protection.document import analyze_seen, parse_query
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.topfive import seen as topfive_seen
from croupier.maths.uth import Position, choices, dealers_hand, first_card, seen_cards, solve
from croupier.maths.uth import known_card as one_known
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.seen import Hole, InformedGame, InformedQuestion, holes
from croupier.maths.uth.seen_cards import find, solve_seen_cards
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.solver import blind_pays
from croupier.maths.uth.spots import starting_hands
from croupier.maths.uth.strength import STRAIGHT
from croupier.rulebook import declaration, paytables

pytestmark = pytest.mark.long

BLIND = blind_pays(paytables("uth")["blind"]["A"])
QUEEN = 10


@kernel
def by_boards(
    hole: NDArray[np.int64], card: int, t: RankTables, floor: NDArray[np.int16], pays: NDArray[np.int64],
    scale: int, sums: NDArray[np.int64], second: int = -1,
) -> None:  # fmt: skip
    """Add every board to the sums of its ten Flops, for every second dealer card or only for ``second``.

    The columns are: the value of waiting for the River, the value of 2x, the result of a one-Ante Play, then
    the squares and the number of winning rounds, each for the River, 2x and 4x.
    """
    board, squares, hits = np.empty(5, np.int64), np.empty(3, np.int64), np.empty(3, np.int64)
    code = t.code
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        board[:] = (a, b, c, d, e)
                        clash = False
                        codes, held = np.int64(0), np.int64(0)
                        for each in board:
                            clash |= each in (card, second, hole[0], hole[1])
                            codes += code[each]
                            held |= np.int64(1) << each
                        if clash:
                            continue
                        mine = strength_of(
                            t, 7, codes + code[hole[0]] + code[hole[1]],
                            held | np.int64(1) << hole[0] | np.int64(1) << hole[1],
                        )  # fmt: skip
                        play, rest = 0, 0
                        category = 0
                        while category < 9 and mine >= floor[category + 1]:
                            category += 1
                        blind = pays[category - STRAIGHT] if category >= STRAIGHT else 0
                        squares[:], hits[:] = 0, 0
                        for x in range(52):
                            if x == card or x == hole[0] or x == hole[1] or held >> x & 1:
                                continue
                            if second >= 0 and x != second:
                                continue
                            theirs = strength_of(
                                t,
                                7,
                                codes + code[card] + code[x],
                                held | np.int64(1) << card | np.int64(1) << x,
                            )
                            paired = 1 if theirs >= floor[1] else 0
                            side, net = 0, 0
                            if mine > theirs:
                                side, net = 1, scale * paired + blind
                            elif mine < theirs:
                                side, net = -1, -scale * (1 + paired)
                            play += side
                            rest += net
                            for which, units in enumerate((1, 2, 4)):
                                whole = net + side * units * scale
                                squares[which] += whole * whole
                                hits[which] += 1 if whole > 0 else 0
                        dealers = 44 if second < 0 else 1
                        river = max(scale * play + rest, -2 * dealers * scale)
                        if river == -2 * dealers * scale:
                            squares[0], hits[0] = 4 * scale * scale * dealers, 0
                        for i in range(5):
                            for j in range(i):
                                for k in range(j):
                                    low, middle, high = board[i], board[j], board[k]
                                    place = (
                                        high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
                                    )
                                    sums[place, 0] += river
                                    sums[place, 1] += 2 * scale * play + rest
                                    sums[place, 2] += scale * play
                                    for which in range(3):
                                        sums[place, 3 + which] += squares[which]
                                        sums[place, 6 + which] += hits[which]


def check_and_raise(sums: NDArray[np.int64], deals: int) -> tuple[Fraction, Fraction]:
    check, raised = sums[:, :2].max(axis=1).sum(), (sums[:, 1] + 2 * sums[:, 2]).sum()
    return Fraction(int(check), deals), Fraction(int(raised), deals)


def as_decided(sums: NDArray[np.int64], column: int, deals: int) -> tuple[Fraction, Fraction]:
    """Return the mean of squares or of winning rounds, after a check and after 4x."""
    check = np.where(sums[:, 1] > sums[:, 0], sums[:, column + 1], sums[:, column]).sum()
    return Fraction(int(check), deals), Fraction(int(sums[:, column + 2].sum()), deals)


@pytest.fixture(scope="module")
def a_queen_of_the_dealers() -> InformedGame:
    return one_known.with_card(QUEEN, one_known.card_question(BLIND, True))


WHOLE = pytest.mark.whole  # the hands without this marker are samples


@pytest.mark.parametrize("hole", [(12, 13 + 4), pytest.param((13 + 5, 26 + 5), marks=WHOLE)])
def test_one_seen_dealer_card_matches_an_enumeration_of_boards(
    hole: tuple[int, int], a_queen_of_the_dealers: InformedGame
) -> None:
    pays, scale = whole_pays(BLIND)
    sums = np.zeros((22_100, 9), np.int64)
    by_boards(np.array(hole), QUEEN, tables(), tables().floor, pays, scale, sums)
    deals, found = comb(49, 3) * comb(46, 2) * 44, a_queen_of_the_dealers
    assert found.first[hole] == check_and_raise(sums, deals * scale)
    assert found.first_square[hole] == as_decided(sums, 3, deals * scale**2)
    assert found.first_hits[hole] == as_decided(sums, 6, deals)


def test_the_game_with_a_seen_queen(a_queen_of_the_dealers: InformedGame) -> None:
    found = a_queen_of_the_dealers
    weights = dict(holes(1))
    assert sum(weights[hole] for hole in found.first) == 1275
    assert sum(found.ends.values()) == 1275 * comb(49, 3) * comb(46, 2)
    check_means(found, weights)
    assert found.value == solve_seen_cards("dealer", 1, BLIND).by_card["Q"]


def check_means(found: InformedGame, weights: Mapping[Hole, int]) -> None:
    """Check the means over all holdings, each played with its better choice."""
    assert found.square is not None
    for mean, by_hole in (
        (found.value, found.first),
        (found.square, found.first_square),
        (found.hits, found.first_hits),
    ):
        taken = {hole: by_hole[hole][values[1] > values[0]] for hole, values in found.first.items()}
        total = sum((weights[hole] * each for hole, each in taken.items()), Fraction(0))
        assert mean == total / sum(weights[hole] for hole in taken)


@pytest.mark.parametrize(
    ("hand", "hole"),
    [
        ((3, 9), (1, 12)),  # all cards have one suit
        pytest.param((3, 9), (13 + 3, 26 + 9), marks=WHOLE),
        pytest.param((12, 13 + 12), (11, 13 + 11), marks=WHOLE),
        # either hole card can share a flush suit with one of the dealer's cards
        ((5, 13 + 11), (4, 13 + 12)),
        pytest.param((5, 13 + 11), (26 + 4, 39 + 4), marks=WHOLE),
    ],
)
def test_two_seen_dealer_cards_match_an_enumeration_of_boards(
    hand: tuple[int, int], hole: tuple[int, int]
) -> None:
    pays, scale = whole_pays(BLIND)
    sums = np.zeros((22_100, 9), np.int64)
    by_boards(np.array(hole), hand[0], tables(), tables().floor, pays, scale, sums, hand[1])
    deals, found = comb(48, 3) * comb(45, 2), against(hand)
    assert found.first[hole] == check_and_raise(sums, deals * scale)
    assert found.first_square[hole] == as_decided(sums, 3, deals * scale**2)
    assert found.first_hits[hole] == as_decided(sums, 6, deals)
    assert sum(found.ends.values()) == comb(50, 2) * comb(48, 3) * comb(45, 2)
    weights = dict(holes(1 + hand[1] // 13))
    assert sum(weights[each] for each in found.first) == comb(50, 2)
    check_means(found, weights)
    name = next(name for name, each, _ in dealers_hand.dealers_hands() if each == hand)
    assert found.value == solve_seen_cards("dealer", 2, BLIND).by_card[name]


@cache
def against(hand: Hole) -> InformedGame:
    return dealers_hand.with_hand(hand, dealers_hand.hand_question(BLIND))


def test_covers_all_dealer_hands() -> None:
    hands = dealers_hand.dealers_hands()
    assert len({name for name, _, _ in hands}) == 169 and sum(ways for *_, ways in hands) == comb(52, 2)
    assert all(len({card % 13 for card in hand}) == 2 or name[0] == name[1] for name, hand, _ in hands)


@pytest.mark.parametrize(
    "rules",
    [
        AS_PRINTED,
        MainRules((3, 5), 2, 1, "two_pair"),
        pytest.param(MainRules((6,), 4, 3, "high_card"), marks=WHOLE),
    ],
)
def test_a_seen_card_out_of_play_equals_a_dead_card(rules: MainRules) -> None:
    """``completion`` handles arbitrary dead cards independently."""
    first = one_known.with_card(QUEEN, one_known.card_question(BLIND, False, rules)).first
    for hole in ((1, 3), (12, 13 + 4), (13 + 5, 26 + 5)):
        cards = [STANDARD.order[card] for card in hole]
        values = choices(Position.of(cards, (), "Qc"), BLIND, rules).values
        assert first[hole] == (values["check"], values[f"{max(rules.first)}x"])


@cache
def flop_sums(rules: MainRules = AS_PRINTED) -> tuple[NDArray[np.int64], InformedQuestion]:
    asked = first_card.flop_question(BLIND, rules)
    return first_card.by_hand_and_card(asked), asked


@pytest.mark.parametrize(
    "rules", [AS_PRINTED, pytest.param(MainRules((3, 5), 2, 1, "two_pair"), marks=WHOLE)]
)
def test_a_seen_flop_card_adds_up_to_the_unseen_game(rules: MainRules) -> None:
    """Summed over all seen cards, each Flop counts three times. Check and raise then equal ``completion``."""
    found, asked = flop_sums(rules)
    number = next(n for n, each in enumerate(starting_hands()) if each.name == "Q7o")
    values = choices(Position.of("Qc 7d"), BLIND, rules).values
    row, deals = found[number].sum(axis=0).tolist(), 3 * asked.scale * 19_600 * 1081 * 990
    check, raised = (first_card.FlopChoice.of(row, asked, checked).value for checked in (True, False))
    assert Fraction(check, deals) == values["check"]
    assert Fraction(raised, deals) == values[f"{max(rules.first)}x"]


def test_variance_and_hits_with_a_seen_flop_card() -> None:
    """With the usual decisions, summing over all seen cards gives the usual variance and hit frequency."""
    found, asked = flop_sums()
    best = {hand.name: hand.best for hand in solve(BLIND).hands}
    square, hits = 0, 0
    for hand, row in zip(starting_hands(), found.sum(axis=1).tolist(), strict=True):
        choice = first_card.FlopChoice.of(row, asked, best[hand.name] == "check")
        square += hand.combinations * choice.square
        hits += hand.combinations * choice.hits
    plain = croupier.analyze("uth", "main", "A")["results"][0]
    deals = 3 * 1326 * 19_600 * 1081 * 990
    mean = Fraction(square, deals * asked.scale**2)
    assert mean == Fraction(plain["variance"]) + Fraction(plain["ev"]) ** 2
    assert Fraction(hits, deals) == Fraction(plain["hit_frequency"])


def test_known_queen_on_the_flop_turns_a_check_into_a_raise() -> None:
    """The hand is Q-7 offsuit, and the queen of hearts is known to be on the Flop."""
    found, asked = flop_sums()
    number = next(n for n, each in enumerate(starting_hands()) if each.name == "Q7o")
    row = found[number, 26 + 10].tolist()
    check, raised = (first_card.FlopChoice.of(row, asked, checked).value for checked in (True, False))
    plain = choices(Position.of("Qc 7d"), BLIND).values
    assert plain["check"] > plain["4x"] and raised > check


def test_stored_result_for_a_seen_flop_card_equals_the_computed_one() -> None:
    assert find("community", 1, BLIND) == solve_seen_cards("community", 1, BLIND)


@pytest.mark.parametrize(
    ("what", "cards", "edge", "sd"),
    [
        ("dealer", 1, "0.13592226", "4.82213125"),
        ("dealer", 2, "0.38581566", "4.71262171"),
        ("community", 1, "0.04521303", "4.92581662"),
        ("burn", 1, "-0.02093281", "4.93681916"),
    ],
)
def test_value_of_a_seen_card(what: str, cards: int, edge: str, sd: str) -> None:
    result = analyze_seen(Terms("uth"), parse_query(what, cards), "A")["results"][0]
    assert f"{float(Fraction(result['ev'])):.8f}" == edge
    assert f"{result['sd']:.8f}" == sd
    table = paytables("uth")["blind"]["A"]
    plain = solver("uth").solve(Terms("uth"), table, None)
    half = analyze_seen(Terms("uth"), parse_query(what, cards, "1/2"), "A")["results"][0]
    for name, unseen in (("ev", plain.ev), ("hit_frequency", plain.hit_frequency)):
        assert 2 * Fraction(half[name]) == Fraction(result[name]) + unseen
    squares = [Fraction(each["variance"]) + Fraction(each["ev"]) ** 2 for each in (half, result)]
    assert 2 * squares[0] == squares[1] + plain.variance + plain.ev**2


def test_rule_book_blinds_are_stored_and_custom_ones_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    monkeypatch.setattr(seen_cards, "find", lambda what, *rest: counted.append(what))
    for table in paytables("uth")["blind"].values():
        for what, cards in seen_cards.AT_ONCE:
            assert solve_seen_cards(what, cards, blind_pays(table)).ev > -1
    assert not counted
    solve_seen_cards("burn", 1, {**BLIND, "flush": Fraction(2)})
    solve_seen_cards("dealer", 1, BLIND, MainRules(qualifier="two_pair"))
    assert counted == ["burn", "dealer"]


def test_squares_too_large_to_sum_are_omitted() -> None:
    fits, large = (
        one_known.card_question({**BLIND, "flush": pays}, True).squares
        for pays in (Fraction(3, 2), Fraction(10**6))
    )
    assert fits and not large
    with pytest.raises(BadInput, match="too large"):
        one_known.card_question({**BLIND, "flush": Fraction(10**8)}, True)


def test_refuses_a_payout_limit_with_seen_cards() -> None:
    with pytest.raises(BadInput, match="payout_limit"):
        analyze_seen(Terms("uth", payout_limit=100_000), parse_query("dealer"), "A")


def test_dragon_dealer_card_by_card() -> None:
    table, terms = paytables("dragon")["ante_bonus"]["A"], Terms("dragon")
    total = Fraction(0)
    for hand in dragon.hand_classes():
        pack = list(DRAGON.order)
        for card in hand.cards:
            pack.remove(card)
        ways = hand.ways(dragon.pack(terms))
        gain = 2 + dragon.bonus(table, hand.value)
        for card, copies in Counter(pack).items():
            rest = list(pack)
            rest.remove(card)
            pairs = Counter(tuple(sorted(pair)) for pair in combinations(rest, 2))
            play = sum(
                many * (gain if hand.value > theirs else 0 if hand.value == theirs else -3)
                for pair, many in pairs.items()
                for theirs in (dragon_hand((card, *pair)),)
            )
            total += ways * copies * max(play, Fraction(-2 * comb(49, 2)))
    assert dragon_seen.dealer(terms, table, 1).ev == total / (comb(53, 3) * 50 * comb(49, 2))


def test_dragon_with_three_seen_cards_and_by_card() -> None:
    table, terms = paytables("dragon")["ante_bonus"]["A"], Terms("dragon")
    seen = dragon_seen.dealer(terms, table, 3)
    assert seen.ev == Fraction(164896001, 459149600)
    assert -3 not in {
        each.net for each in (seen.result.outcomes if seen.result else ())
    }  # no one makes a Play wager that must lose
    one = dragon_seen.dealer(terms, table, 1)
    often = {"dragon": 6, "gold dragon": 1, "phoenix": 7, "tiger": 8, "panda": 9, "monkey": 10, "rabbit": 12}
    assert sum(often[card] * value for card, value in one.by_card.items()) / 53 == one.ev
    assert min(one.by_card, key=one.by_card.__getitem__) == "gold dragon"


def test_two_dragon_players_share_their_cards() -> None:
    """The value is the mean over all hands of the other player, taken as dead cards."""
    table, terms = paytables("dragon")["ante_bonus"]["A"], Terms("dragon")
    full = dragon.pack(terms)
    total = Fraction(0)
    for hand in dragon.hand_classes():
        ways = hand.ways(full)
        free = {kind: copies - hand.counts.get(kind, 0) for kind, copies in full.items()}
        for other in dragon.hand_classes():
            if ways and (dealt := other.ways(free)):
                best = max(dragon.values(terms, table, hand.cards, other.cards).values())
                total += ways * dealt * best
    shared = dragon_seen.solve_shared(terms, table, 2, lambda share: None)
    assert shared.ev == total / (comb(53, 3) * comb(50, 3))
    assert shared.ev > dragon.solve(terms, table).ev


def test_topfive_counts_dealer_hands_with_a_seen_card() -> None:
    """The test enumerates the dealer's sets of top cards, with and without royals and untouched suits."""

    def untouched_by(hand: topfive.TopFiveHandClass) -> list[str]:
        return [suit for suit in "cdhs" if all(card[1] != suit for card in hand.cards)]

    # Classes whose sample hand has no top card in as many suits as the class states.
    told = [
        each
        for each in topfive.hand_classes()
        if each.count >= 5 and len(untouched_by(each)) == each.free_suits
    ]
    royals = [each for each in told if each.royal]
    picked = [told[0], told[-1], royals[0], *[each for each in told if each.free_suits][:2]]
    assert any(each.free_suits for each in picked)
    for hand in picked:
        blanks = topfive.BLANK_CARDS[: 7 - hand.count]
        unseen = [card for card in STANDARD.order if card not in hand.cards and card not in blanks]
        untouched = untouched_by(hand)
        mine, whole = np.array([hand.counts]), np.array([hand.free_suits])
        kinds = [
            topfive_seen._count_possible_cards(mine, whole, *kind) for _, *kind in topfive_seen.KINDS_SEEN
        ]
        assert np.sum(kinds) == 45
        top = [card for card in unseen if card[0] in topfive.TOP]
        for card in (top[0], *[each for each in top if each[1] in untouched][:1]):
            place = topfive.TOP.index(card[0])
            (natural,), (with_royal,) = topfive_seen._count_dealers_hands(
                mine, whole, place, card[1] in untouched
            )
            rest = [each for each in top if each != card]
            seen: Counter[tuple[tuple[int, ...], bool]] = Counter()
            for size in range(7):
                fill = comb(32 - len(blanks), 6 - size)
                for more in combinations(rest, size):
                    dealer = (card, *more)
                    held = tuple(sum(each[0] == rank for each in dealer) for rank in topfive.TOP)
                    seen[held, top_five(dealer).category == "royal_flush"] += fill
            for number, held in enumerate(topfive.list_rank_counts()):
                assert seen[held, False] == natural[number] and seen[held, True] == with_royal[number]


def test_topfive_and_letitride_figures() -> None:
    terms = Terms("topfive")
    seen = topfive_seen.dealer(terms)
    low, free = seen.by_card["below ten"], topfive.solve(terms).ev
    assert seen.ev > free and low > seen.by_card["ace"]
    cards = {"below ten": 32, "ace": 4, "king": 4, "queen": 4, "jack": 4, "ten": 4}
    assert sum(cards[name] * value for name, value in seen.by_card.items()) / 52 == seen.ev
    table = paytables("letitride")["main"]["A"]
    both = letitride.community(Terms("letitride"), table, 2)
    # With all five cards known, the player bets three units on paying hands and one on all others.
    five = letitride.steps()
    paid = {titles: letitride.pays(table, titles) for titles in five.kinds}
    assert both.ev == Fraction(87557, 216580)
    assert {each.net for each in (both.result.outcomes if both.result else ())} == {
        net * (3 if net > 0 else 1) for net in paid.values()
    }


def test_a_whole_round_of_letitride() -> None:
    table = paytables("letitride")["main"]["A"]
    game, best = letitride.steps(), letitride.best(table)
    for place in range(0, len(game.three), 150):
        held = game.three[place]
        second = sum(
            max(0, int(best.second[to])) * int(cards)
            for source, to, cards in zip(game.source, game.target, game.cards, strict=True)
            if source == place
        )
        first = int(best.first[place])
        whole = Fraction(first + max(first, 0) + second, best.scale * 49 * 48)
        assert letitride.round_worth(table, held.cards()) == whole


def test_the_document_with_a_probability_of_seeing() -> None:
    terms = Terms("dragon")
    whole = analyze_seen(terms, parse_query("dealer"), "A")["results"][0]
    half = analyze_seen(terms, parse_query("dealer", 1, "1/2"), "A")["results"][0]
    free = croupier.analyze("dragon", "main", "A")["results"][0]
    assert whole["ev"] == "321059/91829920" and whole["unseen"] == free["ev"]
    assert Fraction(half["ev"]) == (Fraction(whole["ev"]) + Fraction(free["ev"])) / 2
    assert Fraction(half["gain"]) * 2 == Fraction(whole["gain"])
    for result in (whole, half):
        shown = sum(
            (Fraction(each["probability"]) * Fraction(each["net"]) for each in result["outcomes"]),
            Fraction(0),
        )
        assert exact_text(shown) == result["ev"]
        assert sum(Fraction(each["probability"]) for each in result["outcomes"]) == 1
    assert set(free) - {"decisions"} <= set(whole)


def exact_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def test_sampled_sharing_is_labelled() -> None:
    result = croupier.analyze("topfive", seen="players", seats=3, deals=30)["results"][0]
    assert result["sampled"]["deals"] == 30 and result["sampled"]["standard_error"] > 0
    assert result["seats"] == 3
    again = croupier.analyze("topfive", seen="players", seats=3, deals=30, fresh=True)["results"][0]
    assert again["ev"] == result["ev"]


@pytest.mark.parametrize("width", ["80", "140"])
def test_sampled_values_are_not_shown_as_exact(width: str) -> None:
    words = ["analyze", "topfive", "--seen", "players", "--seats", "3", "--deals", "30"]
    shown = CliRunner().invoke(app, words, env={"COLUMNS": width}).stdout
    document = croupier.analyze("topfive", seen="players", seats=3, deals=30)
    (result,) = document["results"]
    error = result["sampled"]["standard_error"]
    told = f"{float(Fraction(result['ev'])):+.6f} ± {error:.6f} (standard error)"
    for text in (shown, repr(document)):
        assert "exact value" not in text and "estimate" in text and told in text
        assert result["ev"] not in text
    assert "estimates from 30 sampled deals, with a standard error of" in " ".join(shown.split())
    edge = f"{100 * result['house_edge']:.4f}"
    assert f"{edge}% ± {100 * error:.4f}%" in " ".join(shown.split())
    assert f"{edge} % ± {100 * error:.4f} %" in repr(document)
    rows = CliRunner().invoke(app, [*words, "--format", "csv"]).stdout.splitlines()
    assert rows[0].endswith("deals,standard_error") and rows[1].endswith(f"30,{error}")
    names = ("house_edge_exact", "element_of_risk", "element_of_risk_exact", "average_wager")
    assert [result[name] for name in names] == [None] * 4


def test_standard_error_belongs_to_the_value_shown() -> None:
    """If cards are shared in half of the rounds, the error is half as large.

    The test recomputes the error from the sampled deals.
    """
    whole, half = (
        croupier.analyze("topfive", seen="players", seats=2, deals=30, seen_chance=chance)["results"][0]
        for chance in ("1", "1/2")
    )
    assert half["sampled"]["standard_error"] == pytest.approx(whole["sampled"]["standard_error"] / 2)
    random, pack = Random(f"{SEED} topfive 2"), list(deck_of(declaration("topfive").pack).order)
    terms = Terms("topfive")
    gains = [
        float(_gain(terms, None, random.sample(pack, 2 * solver("topfive").in_hand), 2)) for _ in range(30)
    ]
    assert float(Fraction(whole["gain"])) == pytest.approx(statistics.mean(gains))
    assert whole["sampled"]["standard_error"] == pytest.approx(statistics.stdev(gains) / 30**0.5)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dragon", "--seen", "community"), "is not available for"),
        (("letitride", "--seen", "dealer"), "is not available for"),
        (("dragon", "--seen", "moon"), "--seen must be one of dealer"),
        (("dragon", "--seen", "dealer", "--seen-cards", "4"), "from 1 to 3"),
        (("uth", "--seen", "burn", "--seen-cards", "2"), "with burn must be 1, not 2"),
        (("dragon", "--seen", "dealer", "--seen-chance", "2"), "from 0 to 1"),
        (("dragon", "--seen", "dealer", "--seen-chance", "often"), "from 0 to 1"),
        (("dragon", "--seen", "dealer", "--seats", "3"), "need --seen players"),
        (("dragon", "--seen", "players", "--seats", "7"), "--seats must be a number from 2 to 6"),
        (
            ("topfive", "--seen", "players", "--deals", "0"),
            "--deals must be a number from 30 to 1,000,000, not 0",
        ),
        (("topfive", "--seen", "players", "--deals", "29"), "--deals must be a number from 30 to 1,000,000"),
        (("dragon", "--seen", "players", "--deals", "10"), "--deals has no effect because dragon"),
        (("dragon", "--seen-cards", "2"), "require --seen"),
        (("dragon", "--seen", "dealer", "--wager", "dragon"), "main game"),
    ],
)
def test_rejects_invalid_arguments(words: tuple[str, ...], told: str) -> None:
    wrong = CliRunner().invoke(app, ["analyze", *words])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.stderr


def test_the_command() -> None:
    done = CliRunner().invoke(app, ["analyze", "dragon", "--seen", "dealer", "--paytable", "A", "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)["results"][0]["ev"] == "321059/91829920"
    shown = CliRunner().invoke(app, ["analyze", "dragon", "--seen", "dealer", "--paytable", "A"])
    assert "a gain of 3.51" in shown.stdout and "gold dragon" in shown.stdout


def test_game_without_seen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    from croupier.maths.protection import document

    bare = msgspec.structs.replace(solver("dragon"), sights={})
    monkeypatch.setattr(document, "solver", lambda game: bare)
    with pytest.raises(BadInput, match="--seen dealer is not available for dragon; choose one of players"):
        analyze_seen(Terms("dragon"), parse_query("dealer"))
