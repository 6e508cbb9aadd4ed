"""Reproduce published figures to their stated precision. Those of the UTH main game are in test_uth.py."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.maths.letitride import enumeration as letitride
from croupier.maths.results import Result
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers import frequencies, progressives, side_wagers
from croupier.maths.wagers.frequencies import Frequencies

CATEGORIES = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "pair", "high_card",
)  # fmt: skip


def side(game: str, wager: str, letter: str, **options: object) -> Result:
    terms = Terms(game, **options)  # type: ignore[arg-type]
    return side_wagers.solve(terms, wager, terms.paytables(wager)[letter])


def main(game: str, letter: str) -> Result:
    terms = Terms(game)
    table = solver(game).table
    return solver(game).solve(terms, terms.paytables(table)[letter] if table else None, None)


def count(found: Frequencies, title: str) -> int:
    return sum(ways for titles, ways in found.counts.items() if title in titles)


def test_counts_of_best_five_of_seven_match_many_sources() -> None:
    published = (
        4_324,
        37_260,
        224_848,
        3_473_184,
        4_047_644,
        6_180_020,
        6_461_620,
        31_433_400,
        58_627_800,
        23_294_460,
    )
    found = frequencies.poker(7)
    assert found.total == 133_784_560
    assert tuple(count(found, name) for name in CATEGORIES) == published


def test_counts_of_best_five_of_six_match_wizard_of_odds() -> None:
    published = (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900)
    found = frequencies.poker(6)
    assert found.total == 20_358_520
    assert tuple(count(found, name) for name in CATEGORIES) == published
    assert count(frequencies.six_cards(), "super_royal") == 4
    assert count(frequencies.six_cards(), "super_royal_diamonds") == 1


@pytest.mark.parametrize(("letter", "percent"), [("A", "0.90"), ("C", "3.50"), ("D", "6.18")])
def test_trips_edges_match_wizard_of_odds(letter: str, percent: str) -> None:
    assert f"{float(100 * side('uth', 'trips', letter).house_edge):.2f}" == percent


def test_let_it_ride_a_matches_published_enumerations() -> None:
    result = main("letitride", "A")
    assert result.ev == Fraction(-1_822_224, 51_979_200)
    assert f"{float(100 * result.house_edge):.4f}" == "3.5057"


def test_let_it_ride_first_decision_matches_wizard_of_odds_and_d_catlin() -> None:
    game, best = letitride.steps(), letitride.best(Terms("letitride").paytables("main")["A"])
    ride = best.first > 0
    assert int(game.dealt[ride].sum()) == 1_608
    worth = Fraction(int((game.dealt * best.first)[ride].sum()), best.scale * 22_100 * 49 * 48)
    assert f"{float(worth):.8f}" == "0.10912580"


@pytest.mark.parametrize(("letter", "percent"), [("A", "2.32"), ("B", "5.57"), ("C", "7.28")])
def test_three_card_bonus_matches_published_pair_plus_figures(letter: str, percent: str) -> None:
    assert f"{float(100 * side('letitride', 'three_card', letter).house_edge):.2f}" == percent


@pytest.mark.parametrize("others", [0, 1, 2, 5])
def test_let_it_ride_progressive_c_break_even_matches_3cardpokerstrategy(others: int) -> None:
    terms = Terms("letitride")
    line = progressives.line(terms, terms.paytables("progressive")["C"])
    assert line.break_even("main", {}, others) == 11_520 - 175 * others


# House edges stated in the readings, in percent of the wager, with the same number of digits.
EDGES = {
    ("uth", "trips"): ("0.9", "1.9", "3.5", "6.2", "4.5"),
    ("uth", "six_card"): ("13.0", "17.4"),
    ("uth", "ultimate_pairs"): ("8.9", "8.5", "4.5", "4.7", "4.9", "6.8"),
    ("uth", "play_the_board"): ("3.1", "5.2", "7.2"),
    ("uth", "bad_beat"): ("20.4", "14.8", "16.6"),
    ("letitride", "main"): ("3.51", "3.43", "3.28"),
    ("letitride", "five_card"): ("4.9", "13.1", "13.8", "14.6", "7.2", "15.3", "35.1"),
    ("letitride", "three_card"): ("2.3", "5.6", "7.3"),
    ("letitride", "six_card"): ("13.0", "17.4"),
    ("dragon", "main"): ("3.17", "2.92"),
    ("dragon", "three_card"): ("5.1", "3.3"),
    ("dragon", "dragon"): ("14.4",),
    ("topfive", "main"): ("0.49",),
    ("topfive", "top_five"): ("4.3", "4.2", "8.9"),
    ("topfive", "poker"): ("3.9", "4.6", "9.0"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "wager"), list(EDGES))
def test_house_edges_of_the_readings(game: str, wager: str) -> None:
    for letter, percent in zip("ABCDEFG", EDGES[game, wager], strict=False):
        result = main(game, letter) if wager == "main" else side(game, wager, letter)
        digits = len(percent.partition(".")[2])
        assert f"{float(100 * result.house_edge):.{digits}f}" == percent, letter


def test_progressives_at_the_floor() -> None:
    def returned(game: str, letter: str, digits: int = 3, **readings: str) -> str:
        terms = Terms(game, {name.replace("_", "-"): choice for name, choice in readings.items()})
        return f"{float(1 + progressives.solve(terms, terms.paytables('progressive')[letter]).ev):.{digits}f}"

    assert [returned("letitride", letter) for letter in "ABC"] == ["0.533", "0.589", "0.524"]
    # U-01 R2 counts the hole cards and the Flop. As printed, table A returns the stake on 2.87% of hands
    #
    assert [returned("uth", letter, X_02="R2") for letter in "ABCD"] == ["0.560", "0.536", "0.569", "0.548"]
    assert returned("uth", "A") == "0.589"
    # U-01 R1 counts the best of seven cards, which would be too expensive to offer.
    best_of_seven = [returned("uth", letter, 2, U_01="R1", X_02="R2") for letter in "ABCD"]
    assert best_of_seven == ["5.43", "4.93", "5.40", "5.35"]


def test_super_royal_edge_depends_on_the_stake() -> None:
    edges = [
        f"{float(100 * side('uth', 'six_card', 'A', stake=cents).house_edge):.1f}"
        for cents in (100, 500, 2500)
    ]
    assert edges == ["13.0", "18.1", "19.1"]


def test_value_of_readings() -> None:
    def edge(game: str, wager: str, letter: str, reading: str, choice: str) -> str:
        return f"{float(100 * side(game, wager, letter, readings={reading: choice}).house_edge):.1f}"

    assert [edge("uth", "bad_beat", letter, "U-03", "R2") for letter in "ABC"] == ["60.2", "57.4", "58.3"]
    assert [edge("letitride", "five_card", letter, "L-03", "R2") for letter in "ABD"] == [
        "37.4",
        "29.3",
        "30.9",
    ]
    assert [edge("letitride", "five_card", letter, "L-04", "R2") for letter in "ABCDEFG"] == [
        "-19.0", "-10.8", "6.1", "-9.3", "-0.4", "7.7", "32.3",
    ]  # fmt: skip
    assert [edge("dragon", "dragon", "A", "D-04", choice) for choice in ("R1", "R2", "R3")] == [
        "14.4",
        "-6.1",
        "16.8",
    ]
    # If a $5 stake won only the same dollars as $1, it would return a fifth as much per unit (L-04 R3).
    assert f"{float(1 + side('letitride', 'five_card', 'A', stake=500).ev):.3f}" == "0.190"
