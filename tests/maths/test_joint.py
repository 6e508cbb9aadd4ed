"""Check the exact joint counts of all wagers in a round by an independent method."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import dragon_hand, dragon_titles
from croupier.hands.arrays import CATEGORIES, evaluate
from croupier.hands.dragon import DRAGON
from croupier.maths import analyze
from croupier.maths.analyze import MAIN, Task
from croupier.maths.letitride.box import boxes
from croupier.maths.letitride.enumeration import HeldCards, steps
from croupier.maths.risk.seat import decided_elsewhere, rounds_of, seat_of, table_of
from croupier.maths.solver import solver
from croupier.maths.strategy.made_hands import categories, made_codes
from croupier.maths.strategy.play import Play, PlayTally
from croupier.maths.terms import Terms

ONE = Fraction(1)


def everything(terms: Terms) -> dict[str, Fraction]:
    wagers = [wager for wager in analyze.wagers(terms.game) if wager != MAIN]
    apart = decided_elsewhere(terms, wagers, rounds_of(terms))
    return {wager: ONE for wager in (MAIN, *wagers) if wager not in apart}


def codes_of(play: Play) -> dict[str, NDArray[np.int64]]:
    """Return labels that keep all codes of each counted column apart."""
    return {
        column: np.arange(len(titles))
        for column, titles in play.columns.items()
        if column in play.joint_columns
    }


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "readings", "apart"),
    [
        ("dragon", {}, set()),
        ("dragon", {"D-04": "R2"}, set()),
        ("letitride", {}, set()),
        ("topfive", {}, set()),
        ("uth", {}, {"six_card"}),
        ("uth", {"X-04": "R2"}, {"six_card"}),
        ("uth", {"U-01": "R2", "U-03": "R2"}, {"six_card"}),
    ],
)
def test_joint_result_matches_each_wagers_own_result(
    game: str, readings: dict[str, str], apart: set[str]
) -> None:
    """Expected value and variance agree for every wager, also under readings that change them."""
    terms = Terms(game, readings=readings)
    stakes = everything(terms)
    assert set(analyze.wagers(game)) - set(stakes) == apart
    seat = seat_of(terms, stakes)
    assert sum(line.probability for line in seat.lines) == 1
    for wager in stakes:
        if wager != MAIN:
            alone = analyze.solve(terms, Task(wager, table_of(terms, wager)))
            assert (seat.mean(wager), seat.covariance(wager, wager)) == (alone.ev, alone.variance), wager
    paying = solver(game).table
    main = analyze.solve(terms, Task(MAIN, next(iter(terms.paytables(paying).values())) if paying else None))
    mains = [wager for wager in seat.wagers if wager not in stakes]
    assert sum((seat.mean(wager) for wager in mains), Fraction(0)) == main.ev
    spread = sum((seat.covariance(one, two) for one in mains for two in mains), Fraction(0))
    assert spread == main.variance
    assert seat.variance == sum(often * (net - seat.ev) ** 2 for net, often in seat.distribution.items())


def test_a_small_pack_of_dragons_deal_by_deal() -> None:
    pack = {Card(card): 1 for card in DRAGON.counts} | {Card("Dr"): 2, Card("Ph"): 2}
    terms = Terms("dragon", pack=pack)
    play = rounds_of(terms)
    assert play.tally is not None
    found = play.tally(codes_of(play))
    counted: Counter[tuple[int, int]] = Counter()
    for ending, dragons, deals in zip(found.ending, found.labels["dragons"], found.deals, strict=True):
        counted[int(ending) % (3 * len(play.columns["hand"])), int(dragons)] += int(deals)
    cards = [card for card, copies in pack.items() for _ in range(copies)]
    rounds = []
    for mine in combinations(range(len(cards)), 3):
        rest = [place for place in range(len(cards)) if place not in mine]
        rounds += [[*mine, *theirs] for theirs in combinations(rest, 3)]
    names = [play.names.index(card) for card in cards]
    seen: Counter[tuple[int, int]] = Counter()
    hands, dragons_of = play.columns["hand"], play.columns["dragons"]
    for row in rounds:
        own, others = ([play.names[names[place]] for place in row[part]] for part in (slice(3), slice(3, 6)))
        value, other = dragon_hand(own), dragon_hand(others)
        shown = dragons_of.index(dragon_titles(own, terms.reading("D-04")))
        result = (value >= other) + (value > other)
        seen[hands.index(value.titles) * 3 + result, shown] += 1
    assert {key: deals for key, deals in counted.items() if deals} == seen
    assert sum(counted.values()) == len(rounds) == 120 * 35


@pytest.mark.long
@pytest.mark.parametrize(
    "alike",
    [
        {("Ks Qs As", "Js"): 4},
        {("Ts 9s Ks", "2s"): 4},
        {("2c 2d 2h", "2s"): 4},
        {("9c 9d 9h", "8c"): 4 * 3, ("9c 9d 9h", "8s"): 4},
    ],
)
def test_let_it_ride_with_a_box_card_by_card(alike: dict[tuple[str, str], int]) -> None:
    """The test fixes one class of three and four cards and enumerates every fifth card and box."""
    seen: Counter[tuple[int, int]] = Counter()
    for (own, fourth), hands in alike.items():
        three = [ORDER.index(card) for card in own.split()]
        four = [*three, ORDER.index(fourth)]
        for key, ways in _boxes_beside(three, four).items():
            seen[key] += hands * ways
    game = steps()
    source, target = game.three.index(_held(three)), game.four.index(_held(four))
    here = boxes()[0] == np.flatnonzero((game.source == source) & (game.target == target))[0]
    _, five, six, deals = (each[here].tolist() for each in boxes())
    assert dict(zip(zip(five, six, strict=True), deals, strict=True)) == seen


ORDER = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def _held(cards: list[int]) -> HeldCards:
    return HeldCards(tuple(sorted(card % 13 for card in cards)), len({card // 13 for card in cards}) == 1)


def _boxes_beside(three: list[int], four: list[int]) -> Counter[tuple[int, int]]:
    """Count pairs of five-card and six-card results, one fifth card at a time."""
    seen: Counter[tuple[int, int]] = Counter()
    triples = np.array(list(combinations(range(47), 3)))
    rest = np.array([card for card in range(52) if card not in four])
    for fifth in rest.tolist():
        box = rest[rest != fifth][triples]
        hands = np.concatenate([np.broadcast_to(three, (len(box), 3)), box], axis=1)
        shown = categories()[evaluate(hands)].astype(np.int64)
        shown[(np.sort(hands, axis=1) == np.arange(46, 52)).all(axis=1)] = 10  # nine to ace of spades
        code = int(made_codes()[1][evaluate(np.array([[*four, fifth]]))[0]])
        for category, ways in enumerate(np.bincount(shown).tolist()):
            if ways:
                seen[code, category] += ways
    return seen


@pytest.mark.long
@pytest.mark.parametrize("game", ["dragon", "letitride", "uth"])
def test_dealt_rounds_match_the_counts(game: str) -> None:
    """Each frequent combination of codes is within 5.5 standard errors, and all of them pass a chi-square
    test.
    """
    play = rounds_of(Terms(game, readings={"U-01": "R2"} if game == "uth" else {}))
    assert play.tally is not None
    asked, rounds = codes_of(play), 200_000
    if game == "uth":  # the category of the hole cards with the Flop
        titles = [next(each for each in shown if each in CATEGORIES) for shown in play.columns["five"]]
        asked["five"] = np.array([CATEGORIES.index(each) for each in titles])
    counted = tabled(play.tally(asked))
    deck = np.repeat(np.arange(len(play.names), dtype=np.uint8), [_copies(game, card) for card in play.names])
    chance = np.random.Generator(np.random.Philox(key=13))
    dealt = chance.random((rounds, play.pack), np.float32).argsort(axis=1)[:, : play.cards]
    codes = play.codes(deck[dealt])
    places = [1 + list(play.columns).index(column) for column in asked]
    shown: list[NDArray[np.int64]] = [codes[:, 0].astype(np.int64)]
    shown += [names[codes[:, place]] for place, names in zip(places, asked.values(), strict=True)]
    seen = Counter(zip(*(each.tolist() for each in shown), strict=True))
    assert set(seen) <= set(counted)
    total, square, often = sum(counted.values()), 0.0, 0
    for key, deals in counted.items():
        expected = rounds * deals / total
        if expected > 20:
            off = (seen[key] - expected) / expected**0.5
            assert abs(off) < 5.5, key
            square, often = square + off**2, often + 1
    assert often > 40
    assert abs(square - often) < 5 * (2 * often) ** 0.5


def _copies(game: str, card: Card) -> int:
    return Terms(game).copies(card)


def tabled(found: PlayTally) -> dict[tuple[int, ...], int]:
    counted: Counter[tuple[int, ...]] = Counter()
    columns = [found.ending, *found.labels.values(), found.deals]
    for *key, deals in zip(*(column.tolist() for column in columns), strict=True):
        counted[tuple(key)] += deals
    return dict(counted)


@pytest.mark.whole
@pytest.mark.xdist_group("maths_uth")
def test_aces_against_aces_match_an_enumeration_of_boards() -> None:
    """Play Ac Ad against Ah As on every board. By symmetry, this covers all pairs of aces and Flops."""
    play = rounds_of(Terms("uth"))
    assert play.tally is not None
    titles = play.columns["hole"]
    both = np.array(["both_pairs_of_aces" in each for each in titles])
    found = play.tally({"hole": both.astype(np.int64), "board": np.arange(22), "beaten": np.arange(21)})
    kept = found.labels["hole"] == 1
    counted = tabled(
        PlayTally(found.ending[kept], {k: v[kept] for k, v in found.labels.items()}, found.deals[kept])
    )
    rest = [card for card in range(52) if card % 13 != 12]
    boards = np.array(list(combinations(rest, 5)), np.uint8)
    rounds = np.zeros((len(boards), play.cards), np.uint8)
    rounds[:, :2], rounds[:, 2:7], rounds[:, 7:9] = (12, 25), boards, (38, 51)
    for place in range(9, 13):  # box cards, which no wager here depends on
        rounds[:, place] = place - 9
    codes = play.codes(rounds)
    columns = [0, *(1 + list(play.columns).index(column) for column in ("hole", "board", "beaten"))]
    rows, ways = np.unique(codes[:, columns], axis=0, return_counts=True)
    assert all("both_pairs_of_aces" in titles[row[1]] for row in rows.tolist())
    seen = {
        (row[0], 1, *row[2:]): 60 * count for row, count in zip(rows.tolist(), ways.tolist(), strict=True)
    }
    assert seen == counted
    assert sum(seen.values()) == 60 * 1_712_304


@pytest.mark.long
@pytest.mark.xdist_group("maths_uth")
def test_stored_tally_matches_the_kernels() -> None:
    """All columns are compared except the Flop's, which the build itself compares."""
    from croupier.maths.uth.plan import best_plan
    from croupier.maths.uth.solver import book_blind
    from croupier.maths.uth.tally import stored_tally, tally

    play = rounds_of(Terms("uth"))
    asked = {column: each for column, each in codes_of(play).items() if column != "five"}
    stored = stored_tally(asked)
    assert stored is not None
    assert tabled(stored) == tabled(tally(best_plan(book_blind()), asked))


def test_bonus_wagers_without_the_main_game() -> None:
    """Two bonus wagers have the same joint result with and without the main game."""
    stakes = {"three_card": ONE, "dragon": Fraction(1, 2)}
    alone, beside = seat_of(Terms("dragon"), stakes), seat_of(Terms("dragon"), {MAIN: ONE, **stakes})
    assert set(alone.wagers) == set(stakes)
    assert alone.covariance("three_card", "dragon") == beside.covariance("three_card", "dragon") > 0
    assert alone.ev == beside.mean("three_card") + beside.mean("dragon")
    assert min(alone.distribution) == Fraction(-3, 2)


@pytest.mark.long
def test_a_fold_loses_ultimate_pairs_under_one_reading() -> None:
    """A pair of aces is never folded, so the reading does not affect it (X-04)."""
    either = {
        taken: seat_of(Terms("uth", readings={"X-04": taken}), {MAIN: ONE, "ultimate_pairs": ONE})
        for taken in ("R1", "R2")
    }
    assert either["R2"].mean("ultimate_pairs") < either["R1"].mean("ultimate_pairs")
    assert max(either["R1"].distribution) == max(either["R2"].distribution)
    folds = [line for line in either["R2"].lines if "play" not in line.staked]
    assert {line.net["ultimate_pairs"] for line in folds} == {Fraction(-1)}
