"""Test that rounds on arrays are settled like the table machine's and decided like the solver's."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.maths.advice import ChosenTerms, advise
from croupier.maths.simulation import dealing
from croupier.maths.simulation.run import play_of
from croupier.maths.solver import solver
from croupier.maths.strategy.play import Play
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable, games, paytables
from tests.helpers.random_rounds import deal, disagreements

pytestmark = pytest.mark.long

EVERYTHING = {
    "uth": {
        "blind": "A", "trips": "A", "six_card": "A", "ultimate_pairs": "B", "bad_beat": "A",
        "play_the_board": "A", "progressive": "A",
    },
    "letitride": {"main": "A", "five_card": "A", "three_card": "A", "six_card": "A", "progressive": "B"},
    "dragon": {"ante_bonus": "A", "three_card": "A", "dragon": "A"},
    "topfive": {"top_five": "A", "poker": "A"},
}  # fmt: skip


def main_table(game: str, letter: str = "A") -> Paytable | None:
    main = solver(game).table
    return paytables(game)[main][letter] if main else None


def made(game: str, letter: str = "A") -> Play:
    return play_of(Terms(game), main_table(game, letter), None)


@pytest.mark.parametrize("game", games())
def test_every_wager_matches_the_table_machine(game: str) -> None:
    assert disagreements(game, EVERYTHING[game], solver(game).table, 150, seed=13) == []


@pytest.mark.parametrize("game", games())
def test_decisions_match_the_solver(game: str) -> None:
    play = made(game)
    rules = ChosenTerms(Terms(game))
    cards = deal(play, 60 if game == "uth" else 150, seed=5)
    for row, codes in zip(cards, play.codes(cards), strict=True):
        lie, start = {}, 0
        for place, count in play.places:
            lie[place] = [play.names[number] for number in row[start : start + count]]
            start += count
        ending = play.endings[codes[0]]
        for asked, answer in zip(solver(game).asked_with, ending.decisions, strict=False):
            best = advise(rules, game, lie["seat"], lie.get("board", [])[:asked]).best
            assert answer == best, (lie, asked)


@pytest.mark.parametrize(
    ("game", "letter"), [("uth", "A"), ("uth", "B"), ("letitride", "C"), ("dragon", "B"), ("topfive", "A")]
)
def test_best_play_results_match_the_solver(game: str, letter: str) -> None:
    table = main_table(game, letter)
    mine, solved = made(game, letter).result(table, "ante"), solver(game).solve(Terms(game), table, None)
    assert [(each.net, each.probability) for each in mine.outcomes] == [
        (each.net, each.probability) for each in solved.outcomes
    ]
    assert mine.average_wager == solved.average_wager


def test_readings_change_the_columns() -> None:
    """Under U-03 R2, only the player's hand can be a bad beat. Under U-01 R1, the progressive uses seven
    cards.
    """
    table = main_table("uth")
    play = play_of(Terms("uth", readings={"U-03": "R2", "U-01": "R1"}), table, None)
    assert play.columns["beaten"][10:] == (frozenset(),) * 11
    assert play.column_of("progressive", paytables("uth")["progressive"]["A"]) == "seven"
    assert made("uth").column_of("progressive", paytables("uth")["progressive"]["A"]) == "five"


def test_every_deal_is_equally_likely() -> None:
    """Over all words of a small stream, the 20 ways to deal two of five cards occur equally often."""
    by = dealing.groups(5, 2)
    assert by.size.tolist() == [2] and by.orders.tolist() == [20] and by.unfair.tolist() == [2**64 % 20]
    seen: dict[tuple[int, ...], int] = {}
    for part in range(20_000):
        word = (part * 2**64) // 20_000 + 2**40  # take the middle of each range of words
        cards, deck = np.empty(2, np.uint8), np.arange(5, dtype=np.uint8)
        assert dealing.deal(np.array([word], np.uint64), 0, by, deck, cards) == 1
        assert sorted(deck.tolist()) == [0, 1, 2, 3, 4] and deck[:2].tolist() == cards.tolist()
        seen[tuple(cards.tolist())] = seen.get(tuple(cards.tolist()), 0) + 1
    assert len(seen) == 20 and set(seen.values()) == {1_000}


def test_rejects_a_biased_random_word() -> None:
    """The 2**64 % 20 = 16 rejected words are those whose product with 20 has a low half below 16."""
    by = dealing.groups(5, 2)
    cards, deck = np.empty(2, np.uint8), np.arange(5, dtype=np.uint8)
    assert dealing.deal(np.array([0, 2**61 + 1], np.uint64), 0, by, deck, cards) == 2  # low half 0
    assert dealing.deal(np.array([1, 2**61 + 1], np.uint64), 0, by, deck, cards) == 1  # low half 20


def test_groups_of_cards_fit_into_random_words() -> None:
    by = dealing.groups(52, 13)
    assert by.size.sum() == 13 and (by.orders < 2**48).all()
    assert prod(by.orders.tolist()) == prod(range(40, 53))


def test_the_mean_of_many_rounds_matches_the_exact_value() -> None:
    game = "letitride"
    play = made(game)
    words = np.random.Philox(key=[7, 7]).random_raw(2 * 200_000 + dealing.SPARE)
    counts = play.count(words, 200_000)
    result = play.result(main_table(game), "bet")
    mean = sum(int(n) * each.total for n, each in zip(counts[0], play.endings, strict=False)) / 200_000
    assert abs(float(mean - result.ev)) < 4 * result.sd / 200_000**0.5
    assert counts.sum(axis=1).tolist() == [200_000] * 4


def test_a_game_without_rounds_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    from croupier.maths.simulation import run

    bare = msgspec.structs.replace(solver("dragon"), play=None)
    monkeypatch.setattr(run, "solver", lambda game: bare)
    with pytest.raises(BadInput, match="dragon cannot be simulated"):
        play_of(Terms("dragon"), main_table("dragon"), None)


def test_custom_odds_and_deck() -> None:
    """Dragon Poker with an extra phoenix and a 2 to 1 Play: grouped solution and dealt rounds agree."""
    from croupier.cards import Card
    from croupier.rulebook import Odds

    terms = Terms("dragon", pack={Card("Ph"): 8}, main_odds={"play": Odds(2, 1, "to")})
    table = main_table("dragon")
    play = play_of(terms, table, None)
    assert play.pack == 54 and play.result(table, "ante").ev == solver("dragon").solve(terms, table, None).ev
    words = np.random.Philox(key=[1, 2]).random_raw(100_000 + dealing.SPARE)
    counts = play.count(words, 100_000)
    mean = sum(int(n) * each.total for n, each in zip(counts[0], play.endings, strict=False)) / Fraction(
        100_000
    )
    assert abs(float(mean - play.result(table, "ante").ev)) < 4 * play.result(table, "ante").sd / 316
