"""Game protection: cards seen, cards shared. Each figure by a second way that groups nothing."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

import croupier
from croupier.cards import STANDARD
from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.hands import dragon_hand, top_five
from croupier.hands.arrays import RankTables, strength_of, tables
from croupier.hands.dragon import DRAGON
from croupier.maths import dragon, dragon_seen, letitride, topfive, topfive_seen
from croupier.maths.engine.kernel import kernel
from croupier.maths.protection.document import analyze_seen, asked
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.uth import Position, choices, dealers_hand
from croupier.maths.uth import known as one_known
from croupier.maths.uth.first_card import by_hand_and_card
from croupier.maths.uth.informed import holes
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.spots import starting_hands
from croupier.maths.uth.strength import STRAIGHT
from croupier.maths.uth_solver import blind_pays
from croupier.rulebook import paytables

pytestmark = pytest.mark.long

BLIND = blind_pays(paytables("uth")["blind"]["A"])
QUEEN = 10


@kernel
def by_boards(
    hole: NDArray[np.int64], card: int, t: RankTables, floor: NDArray[np.int16], pays: NDArray[np.int64],
    scale: int, sums: NDArray[np.int64], second: int = -1,
) -> None:  # fmt: skip
    """Every board and every second card of the dealer's, or a certain one, into the board's ten Flops."""
    board = np.empty(5, np.int64)
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
                        won, lost, play = 0, 0, 0
                        rest = 0
                        category = 0
                        while category < 9 and mine >= floor[category + 1]:
                            category += 1
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
                            if mine > theirs:
                                won += 1
                                play += 1
                                rest += paired
                            elif mine < theirs:
                                lost += 1
                                play -= 1
                                rest -= 1 + paired
                        blind = pays[category - STRAIGHT] if category >= STRAIGHT else 0
                        dealers = 44 if second < 0 else 1
                        river = max(scale * (play + rest) + blind * won, -2 * dealers * scale)
                        raised = 2 * scale * play + scale * rest + blind * won
                        for i in range(5):
                            for j in range(i):
                                for k in range(j):
                                    x, y, z = board[i], board[j], board[k]
                                    place = y * (y - 1) * (y - 2) // 6
                                    high, middle, low = z, y, x
                                    place = (
                                        high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
                                    )
                                    sums[place, 0] += river
                                    sums[place, 1] += raised
                                    sums[place, 2] += scale * play


@pytest.fixture(scope="module")
def a_queen_of_the_dealers() -> Any:
    pays, scale = whole_pays(BLIND)
    return one_known.with_card(QUEEN, True, pays, scale)


@pytest.mark.parametrize("hole", [(12, 13 + 4), (13 + 5, 26 + 5)])
def test_a_card_of_the_dealers_board_by_board(hole: tuple[int, int], a_queen_of_the_dealers: Any) -> None:
    pays, scale = whole_pays(BLIND)
    sums = np.zeros((22_100, 3), np.int64)
    by_boards(np.array(hole), QUEEN, tables(), tables().floor, pays, scale, sums)
    deals = comb(49, 3) * comb(46, 2) * 44 * scale
    check = Fraction(int(sums[:, :2].max(axis=1).sum()), deals)
    raised = Fraction(int((sums[:, 1] + 2 * sums[:, 2]).sum()), deals)
    assert a_queen_of_the_dealers.first[hole] == (check, raised)


def test_the_game_with_a_queen_seen(a_queen_of_the_dealers: Any) -> None:
    value, first, ends = a_queen_of_the_dealers
    weights = dict(holes(1))
    mean = sum((weights[hole] * max(values) for hole, values in first.items()), Fraction(0)) / 1275
    assert value == mean and sum(weights[hole] for hole in first) == 1275
    assert sum(ends.values()) == 1275 * comb(49, 3) * comb(46, 2)


@pytest.mark.parametrize(
    ("hand", "hole"),
    [
        ((3, 9), (1, 12)),  # all of one suit
        ((3, 9), (13 + 3, 26 + 9)),
        ((12, 13 + 12), (11, 13 + 11)),
        ((5, 13 + 11), (4, 13 + 12)),  # either may flush with either card of the dealer's
        ((5, 13 + 11), (26 + 4, 39 + 4)),
    ],
)
def test_both_cards_of_the_dealers_board_by_board(hand: tuple[int, int], hole: tuple[int, int]) -> None:
    pays, scale = whole_pays(BLIND)
    sums = np.zeros((22_100, 3), np.int64)
    by_boards(np.array(hole), hand[0], tables(), tables().floor, pays, scale, sums, hand[1])
    deals = comb(48, 3) * comb(45, 2) * scale
    check = Fraction(int(sums[:, :2].max(axis=1).sum()), deals)
    raised = Fraction(int((sums[:, 1] + 2 * sums[:, 2]).sum()), deals)
    found = dealers_hand.with_hand(hand, pays, scale)
    assert found.first[hole] == (check, raised)
    assert sum(found.ends.values()) == comb(50, 2) * comb(48, 3) * comb(45, 2)
    weights = dict(holes(1 + hand[1] // 13))
    assert sum(weights[each] for each in found.first) == comb(50, 2)
    mean = sum((weights[each] * max(values) for each, values in found.first.items()), Fraction(0))
    assert found.value == mean / comb(50, 2)


def test_hands_of_the_dealers_are_all_there() -> None:
    hands = dealers_hand.dealers_hands()
    assert len({name for name, _, _ in hands}) == 169 and sum(ways for *_, ways in hands) == comb(52, 2)
    assert all(len({card % 13 for card in hand}) == 2 or name[0] == name[1] for name, hand, _ in hands)


def test_a_card_out_of_play_as_a_dead_card() -> None:
    """The other way is ``completion``, which knows any dead cards."""
    pays, scale = whole_pays(BLIND)
    first = one_known.with_card(QUEEN, False, pays, scale).first
    for hole in ((1, 3), (12, 13 + 4), (13 + 5, 26 + 5)):
        cards = [STANDARD.order[card] for card in hole]
        values = choices(Position.of(cards, (), "Qc"), BLIND).values
        assert first[hole] == (values["check"], values["4x"])


def test_a_card_of_the_flop() -> None:
    """Over all cards each Flop is counted three times: check and 4x of a hand, by ``completion``."""
    found = by_hand_and_card(BLIND)
    _, scale = whole_pays(BLIND)
    number = next(n for n, each in enumerate(starting_hands()) if each.name == "Q7o")
    values = choices(Position.of("Qc 7d"), BLIND).values
    for place, choice in ((0, "check"), (2, "4x")):
        high, low = found[number, :, place].sum(), found[number, :, place + 1].sum()
        whole = Fraction((int(high) << 32) + int(low), 3 * scale * 19_600 * 1081 * 990)
        assert whole == values[choice]


def test_the_flops_with_a_card_one_by_one() -> None:
    """Q-7 offsuit with the queen of hearts to come, every Flop of a tenth of the pack by ``completion``."""
    found = by_hand_and_card(BLIND)
    _, scale = whole_pays(BLIND)
    number = next(n for n, each in enumerate(starting_hands()) if each.name == "Q7o")
    row = found[number, 26 + 10]
    raised = Fraction((int(row[2]) << 32) + int(row[3]), scale * 1176 * 1081 * 990)
    checked = Fraction((int(row[0]) << 32) + int(row[1]), scale * 1176 * 1081 * 990)
    plain = choices(Position.of("Qc 7d"), BLIND).values
    # A queen to come turns a check into a raise.
    assert plain["check"] > plain["4x"] and raised > checked


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


def test_dragon_all_three_cards_and_by_card() -> None:
    table, terms = paytables("dragon")["ante_bonus"]["A"], Terms("dragon")
    seen = dragon_seen.dealer(terms, table, 3)
    assert seen.ev == Fraction(164896001, 459149600)
    assert -3 not in {
        each.net for each in (seen.result.outcomes if seen.result else ())
    }  # nobody plays to lose
    one = dragon_seen.dealer(terms, table, 1)
    often = {"dragon": 6, "gold dragon": 1, "phoenix": 7, "tiger": 8, "panda": 9, "monkey": 10, "rabbit": 12}
    assert sum(often[card] * value for card, value in one.by_card.items()) / 53 == one.ev
    assert min(one.by_card, key=one.by_card.__getitem__) == "gold dragon"


def test_two_dragon_players_who_share_their_cards() -> None:
    """The other way: every hand of the other player as dead cards."""
    table, terms = paytables("dragon")["ante_bonus"]["A"], Terms("dragon")
    full = dragon.pack(terms)
    total = Fraction(0)
    for hand in dragon.hand_classes():
        ways = hand.ways(full)
        free = {kind: copies - hand.held.get(kind, 0) for kind, copies in full.items()}
        for other in dragon.hand_classes():
            if ways and (dealt := other.ways(free)):
                best = max(dragon.values(terms, table, hand.cards, other.cards).values())
                total += ways * dealt * best
    shared = dragon_seen.shared(terms, table, 2, lambda share: None)
    assert shared.ev == total / (comb(53, 3) * comb(50, 3))
    assert shared.ev > dragon.solve(terms, table).ev


def test_topfive_dealers_hands_one_by_one() -> None:
    """Dealers with a seen card, set by set, for hands with and without royals and untouched suits."""

    def untouched_by(hand: topfive.HandClass) -> list[str]:
        return [suit for suit in "cdhs" if all(card[1] != suit for card in hand.cards)]

    # Classes whose sample hand has as many untouched suits as the class.
    told = [
        each for each in topfive.hand_classes() if each.count >= 5 and len(untouched_by(each)) == each.whole
    ]
    royals = [each for each in told if each.royal]
    picked = [told[0], told[-1], royals[0], *[each for each in told if each.whole][:2]]
    assert any(each.whole for each in picked)
    for hand in picked:
        blanks = topfive.BLANK_CARDS[: 7 - hand.count]
        unseen = [card for card in STANDARD.order if card not in hand.cards and card not in blanks]
        untouched = untouched_by(hand)
        assert sum(cards for _, cards, _, _ in topfive_seen._seen_cards(hand)) == 45
        top = [card for card in unseen if card[0] in topfive.TOP]
        for card in (top[0], *[each for each in top if each[1] in untouched][:1]):
            place = topfive.TOP.index(card[0])
            natural, with_royal = topfive_seen._dealt(
                [4 - n for n in hand.held], 32 - len(blanks), hand.whole, place, card[1] in untouched
            )
            rest = [each for each in top if each != card]
            seen: Counter[tuple[tuple[int, ...], bool]] = Counter()
            for size in range(7):
                fill = comb(32 - len(blanks), 6 - size)
                for more in combinations(rest, size):
                    dealer = (card, *more)
                    held = tuple(sum(each[0] == rank for each in dealer) for rank in topfive.TOP)
                    seen[held, top_five(dealer).category == "royal_flush"] += fill
            for number, held in enumerate(topfive.helds()):
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
    # Knowing all five cards: three bets on what pays, one on what does not.
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


def test_the_document_and_a_chance_of_seeing() -> None:
    terms = Terms("dragon")
    whole = analyze_seen(terms, asked("dealer"), "A")["results"][0]
    half = analyze_seen(terms, asked("dealer", 1, "1/2"), "A")["results"][0]
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
    result = croupier.analyze("topfive", seen="players", seats=3, deals=5)["results"][0]
    assert result["sampled"]["deals"] == 5 and result["sampled"]["standard_error"] > 0
    assert result["seats"] == 3
    again = croupier.analyze("topfive", seen="players", seats=3, deals=5, fresh=True)["results"][0]
    assert again["ev"] == result["ev"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dragon", "--seen", "community"), "not known for this game"),
        (("letitride", "--seen", "dealer"), "not known for this game"),
        (("dragon", "--seen", "moon"), "--seen is dealer"),
        (("dragon", "--seen", "dealer", "--seen-cards", "4"), "from 1 to 3"),
        (("dragon", "--seen", "dealer", "--seen-chance", "2"), "from 0 to 1"),
        (("dragon", "--seen", "dealer", "--seen-chance", "often"), "from 0 to 1"),
        (("dragon", "--seen", "dealer", "--seats", "3"), "go with --seen players"),
        (("dragon", "--seen", "players", "--seats", "7"), "--seats is a number from 2 to 6"),
        (("dragon", "--seen-cards", "2"), "go with --seen"),
        (("dragon", "--seen", "dealer", "--wager", "dragon"), "main game"),
    ],
)
def test_calls_that_are_refused(words: tuple[str, ...], told: str) -> None:
    wrong = CliRunner().invoke(app, ["analyze", *words])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.stderr


def test_the_command() -> None:
    done = CliRunner().invoke(app, ["analyze", "dragon", "--seen", "dealer", "--paytable", "A", "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)["results"][0]["ev"] == "321059/91829920"
    shown = CliRunner().invoke(app, ["analyze", "dragon", "--seen", "dealer", "--paytable", "A"])
    assert "a gain of 3.51" in shown.stdout and "gold dragon" in shown.stdout


def test_a_game_that_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    from croupier.maths.protection import document

    bare = msgspec.structs.replace(solver("dragon"), sights={})
    monkeypatch.setattr(document, "solver", lambda game: bare)
    with pytest.raises(BadInput, match="dealer cards seen: not known for this game, dragon"):
        analyze_seen(Terms("dragon"), asked("dealer"))
