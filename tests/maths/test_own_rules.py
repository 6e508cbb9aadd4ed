"""Test custom rules beyond paytables: raises, qualifier, payout limit and missing rows."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cards import STANDARD, parse_cards
from croupier.cli.app import app
from croupier.errors import BadInput
from croupier.hands import dragon_hand
from croupier.hands.arrays import CATEGORIES, category_of_strength, evaluate
from croupier.hands.dragon import DRAGON
from croupier.maths.advice import ChosenTerms
from croupier.maths.analyze import analyze
from croupier.maths.dragon.enumeration import bonus
from croupier.maths.results import exact
from croupier.maths.risk.seat import rounds_of, seat_of
from croupier.maths.rules_file import terms_from
from croupier.maths.strategy.best_play import strategy
from croupier.maths.terms import Terms, check_reading
from croupier.maths.uth import Position, choices, solve
from croupier.maths.uth.completion import SeenCards, first_sums
from croupier.maths.uth.rules import MainRules
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.solver import book_blind, main_rules
from croupier.maths.uth.spots import starting_hands
from croupier.maths.uth.sums import build, sums
from croupier.rulebook import paytables

pytestmark = pytest.mark.xdist_group("maths_uth")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))


def result(document: dict[str, Any], game: str, wager: str) -> dict[str, Any]:
    found: dict[str, Any] = analyze(terms_from(document, game), wager)["results"][0]
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "rules",
    [
        MainRules((5,), 3, 1),
        MainRules((3, 4, 6)),
        MainRules((5, 10), 4, 2),
        MainRules((4,), 3, qualifier="two_pair"),
        MainRules(qualifier="high_card", river=1),
    ],
    ids=str,
)
def test_kernels_and_plain_enumeration_agree_for_custom_rules(rules: MainRules) -> None:
    pays, scale = whole_pays(book_blind())
    solution = solve(book_blind(), rules=rules, distribution=True)
    mean = sum((net * deals for net, deals in solution.distribution.items()), Fraction(0))
    assert mean / sum(solution.distribution.values()) == solution.ev
    for name in ("J9o", "K2s", "22"):
        hand = next(each for each in starting_hands() if each.name == name)
        gone = np.zeros(52, np.bool_)
        gone[list(hand.cards)] = True
        check, play, rest = first_sums(SeenCards(np.array(hand.cards), gone, pays, scale, rules))
        ways = 19_600 * 1_081 * 990 * scale
        assert solution.hand(name).check == Fraction(check, ways)
        largest = max(rules.first)
        assert solution.hand(name).raises[f"{largest}x"] == Fraction(largest * play + rest, ways)


@pytest.mark.long
@pytest.mark.parametrize("rules", [MainRules((7,), 3), MainRules((9,), 8, 3)], ids=str)
def test_larger_flop_raises_combine_stored_cells_correctly(rules: MainRules) -> None:
    """Cells combined from stored cells equal those that the kernels compute directly."""
    found, built = sums(None, rules), build(rules)
    for name in ("gain", "bets", "ties"):
        assert np.array_equal(getattr(found.cells, name), getattr(built.cells, name)), name
    assert np.array_equal(found.by_hand, built.by_hand)
    assert np.array_equal(found.turning.ways, built.turning.ways)


@pytest.mark.long
def test_additional_raises_help_and_fewer_raises_hurt_the_player() -> None:
    plain = solve(book_blind()).ev
    assert solve(book_blind(), rules=MainRules((3, 5))).ev > plain
    assert solve(book_blind(), rules=MainRules((3,))).ev < plain


OTHER_RULES = [
    {"raises": {"first": [3, 5], "flop": 2}, "qualifier": "two_pair"},
    pytest.param(
        {"raises": {"first": 6, "flop": 4, "river": 2}, "qualifier": "high_card"}, marks=pytest.mark.whole
    ),
]


@pytest.mark.long
@pytest.mark.parametrize("document", OTHER_RULES, ids=str)
def test_risk_and_simulation_match_the_solved_custom_game(document: dict[str, Any]) -> None:
    """Risk and simulation count a complete plan of decisions and get the solver's distribution."""
    terms = terms_from(document, "uth")
    solved, play = result(document, "uth", "main"), rounds_of(terms)
    counted = play.result(None, "ante").document()
    for name in ("ev", "variance", "average_wager", "hit_frequency", "outcomes"):
        assert counted[name] == solved[name]
    seat = seat_of(terms, {"main": Fraction(1), "bad_beat": Fraction(1)})
    main = sum((seat.mean(wager) for wager in ("ante", "blind", "play")), Fraction(0))
    assert main == Fraction(solved["ev"])
    assert seat.mean("bad_beat") == Fraction(analyze(Terms("uth"), "bad_beat")["results"][0]["ev"])


@pytest.mark.long
@pytest.mark.parametrize("document", OTHER_RULES, ids=str)
def test_dealt_rounds_follow_custom_rules(document: dict[str, Any]) -> None:
    """Each decision equals the advice, and each result follows from comparing the hands."""
    terms = terms_from(document, "uth")
    rules, blind = main_rules(terms), book_blind()
    least = CATEGORIES.index(rules.qualifier)
    play = rounds_of(terms)
    cards = np.random.default_rng(13).random((16, 52)).argsort(axis=1)[:, : play.cards].astype(np.uint8)
    for dealt, code in zip(cards, play.codes(cards)[:, 0], strict=True):
        own, board, dealer = dealt[:2], dealt[2:7], dealt[7:9]
        answers = []
        for seen in (0, 3, 5):
            names = [[STANDARD.order[card] for card in some] for some in (own, board[:seen])]
            answers.append(choices(Position.of(*names), blind, rules).best)
            if answers[-1] != "check":
                break
        mine, theirs = (int(evaluate(np.concatenate([two, board])[None])[0]) for two in (own, dealer))
        made, qualifies = category_of_strength(mine), category_of_strength(theirs) >= least
        size = 0 if answers[-1] == "fold" else int(answers[-1][:-1])
        net = Fraction(-2)
        if size:
            side = (mine > theirs) - (mine < theirs)
            net = Fraction(side * (size + int(qualifies)))
            net += blind.get(CATEGORIES[made], Fraction(0)) if side > 0 else min(side, 0)
        assert (play.endings[code].decisions, play.endings[code].total) == (tuple(answers), net)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("risk", "--strategy", "simple"), "printed raises"),
        (("simulate", "--rounds", "10", "--strategy", "simple"), "printed raises"),
        (("strategy", "--simple"), "printed raises"),
        (("risk",), "payout_limit"),
        (("simulate", "--rounds", "10"), "payout_limit"),
        (("analyze", "--seen", "dealer"), "payout_limit"),
        (("strategy",), "payout_limit"),
        (("strategy", "--hand", "As Kd"), "payout_limit"),
    ],
)
def test_refuses_figures_that_custom_rules_do_not_allow(
    words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("payout_limit = 50000\n" if told == "payout_limit" else 'qualifier = "two_pair"\n')
    wrong = CliRunner().invoke(app, [words[0], "uth", *words[1:], "--rules", str(file)])
    assert wrong.exit_code == 2 and told in wrong.stderr, wrong.output
    assert len(wrong.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("document", [{"raises": {"first": [3]}}, {"qualifier": "two_pair"}])
def test_best_play_follows_the_requested_rules(document: dict[str, Any]) -> None:
    """A custom game requested after the printed game must not get the printed game's cached answer."""
    printed = strategy(ChosenTerms(Terms("uth")))
    terms = terms_from(document, "uth")
    first, ends = strategy(ChosenTerms(terms))["decisions"]
    solved = solve(book_blind(), rules=main_rules(terms)).decisions
    assert ends["choices"] == {name: exact(often) for name, often in solved.items()}
    assert ends != printed["decisions"][1]
    sizes = {f"{size}x" for size in main_rules(terms).first}
    assert {each["best"] for each in first["hands"]} <= {"check", *sizes}


def test_raises_and_qualifier_in_a_file() -> None:
    terms = terms_from({"raises": {"first": [3, 5], "flop": 2}, "qualifier": "two_pair"}, "uth")
    assert main_rules(terms) == MainRules((3, 5), 2, 1, "two_pair")
    assert main_rules(Terms("uth")) == MainRules()


@pytest.mark.parametrize(
    ("game", "document", "says"),
    [
        ("uth", {"raises": {"turn": 2}}, "unknown key 'turn'"),
        ("uth", {"raises": {"first": [4, 11]}}, "must be 1 to 10 whole Antes"),
        ("uth", {"raises": {"flop": 1.5}}, "must be 1 to 10 whole Antes"),
        ("uth", {"raises": {"flop": 3}}, "must decrease"),
        ("uth", {"raises": 3}, r"written as \[raises\]"),
        ("dragon", {"raises": {"first": 2}}, "no raises"),
        ("uth", {"qualifier": "flush"}, "one of high_card, pair"),
        ("topfive", {"qualifier": "pair"}, "topfive has no qualifying hand"),
        ("letitride", {"payout_limit": 60000}, "letitride does not allow a payout limit"),
        ("uth", {"payout_limit": 49999}, "must be \\$50,000 or more"),
        ("uth", {"payout_limit": "many"}, "not an amount"),
    ],
)
def test_rejects_unknown_rule_values(game: str, document: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says) as fault:
        terms_from(document, game, "mine.toml")
    assert "\n" not in str(fault.value)


@pytest.mark.clause("uth/12.F")
def test_payout_limit_reduces_the_win_of_a_round() -> None:
    """With an Ante of $1,000, no hand wins more than fifty Antes. With $1, no round reaches the limit."""
    full = result({}, "uth", "main")
    cut = result({"payout_limit": 50_000, "stake": 1000}, "uth", "main")
    assert cut["outcomes"][0]["outcome"] == "50"
    above = [each for each in full["outcomes"] if Fraction(each["outcome"]) >= 50]
    assert Fraction(cut["outcomes"][0]["probability"]) == sum(Fraction(e["probability"]) for e in above)
    less = sum((Fraction(e["outcome"]) - 50) * Fraction(e["probability"]) for e in above)
    assert Fraction(full["ev"]) - Fraction(cut["ev"]) == less
    assert result({"payout_limit": 50_000, "stake": 1}, "uth", "main")["ev"] == full["ev"]
    trips = result({"payout_limit": 50_000, "stake": 5000}, "uth", "trips")
    assert [each["net"] for each in trips["outcomes"][:3]] == ["10/1", "10/1", "10/1"]


# --- hands without a row in the table


@pytest.mark.parametrize(
    ("game", "wager", "rows", "says"),
    [
        (
            "uth",
            "blind",
            {"royal_flush": "500 to 1", "flush": "3 to 2"},
            "blind own has no row for straight_flush, four_of_a_kind, full_house, straight, below_straight: "
            "the wager pushes",
        ),
        (
            "uth",
            "trips",
            {"straight_flush": "40 to 1", "three_of_a_kind": "3 to 1"},
            "trips own has no row for royal_flush, four_of_a_kind, full_house, flush, straight: "
            "the wager loses, though lower hands are paid",
        ),
        (
            "dragon",
            "ante_bonus",
            {"trips": "2 to 1", "three_dragons": "9 to 1"},
            "ante_bonus own has no row for pair_of_dragons, pair_of_phoenix, pair_of_tigers, "
            "pair_of_pandas_or_better, pair, winning_hand: the wager loses",
        ),
    ],
)
def test_note_explains_a_hand_without_a_row(game: str, wager: str, rows: dict[str, str], says: str) -> None:
    asked = "main" if wager in ("blind", "ante_bonus") else wager
    assert result({"paytables": {wager: rows}}, game, asked)["notes"] == [says]


@pytest.mark.parametrize(
    ("game", "wager", "change", "says"),
    [
        ("dragon", "ante_bonus", {"trips": "lose"}, "ante_bonus B: trips falls to winning_hand, push"),
        ("letitride", "main", {"pair_of_tens_or_better": "lose", "pair_of_deuces_or_better": "1 to 1"},
         "main B: pair_of_tens_or_better falls to pair_of_deuces_or_better, 1 to 1"),
    ],
)  # fmt: skip
def test_note_explains_a_removed_row_paid_by_a_lower_one(
    game: str, wager: str, change: dict[str, str], says: str
) -> None:
    found = result({"paytables": {wager: {"base": "A", "name": "B", **change}}}, game, "main")
    assert found["notes"] == [says]


def test_rule_book_tables_and_complete_tables_need_no_note() -> None:
    assert "notes" not in result({}, "uth", "trips")
    rows = {row.hand: str(row.pays) for row in paytables("uth")["trips"]["A"].rows}
    assert "notes" not in result({"paytables": {"trips": rows}}, "uth", "trips")
    whole = {"base": "A", "below_straight": "push"}
    assert "notes" not in result({"paytables": {"blind": whole}}, "uth", "main")


def test_a_blind_that_loses_although_the_hand_wins() -> None:
    lost = result({"paytables": {"blind": {"base": "A", "straight": "lose"}}}, "uth", "main")
    assert lost["ev"] == str(solve({**book_blind(), "straight": Fraction(-1)}).ev)
    pushed = result({"paytables": {"blind": {"base": "A", "straight": "push"}}}, "uth", "main")
    assert Fraction(lost["ev"]) < Fraction(pushed["ev"])


def test_an_added_losing_row_takes_precedence_over_a_broader_paying_row() -> None:
    tigers = terms_from({"paytables": {"ante_bonus": {"base": "A", "three_tigers": "lose"}}}, "dragon")
    table, book = tigers.paytables("ante_bonus")["own"], Terms("dragon").paytables("ante_bonus")["A"]
    for cards, changed in (("Ti Ti Ti", True), ("Ra Ra Ra", False)):
        value = dragon_hand(parse_cards(cards, DRAGON))
        assert bonus(table, value) == (-1 if changed else bonus(book, value))
    assert Fraction(analyze(tigers, "main")["results"][0]["ev"]) < Fraction(
        result({}, "dragon", "main")["ev"]
    )


def test_losing_pairs_are_not_hits_and_others_are_still_paid() -> None:
    """Pairs of jacks to aces lose here. Usually, pairs of five ranks win, and these are four of them."""
    pairs = comb(4, 2) * comb(12, 3) * 4**3
    for wager in ("main", "five_card"):
        rows = {"two_pair": "2 to 1", "pair_of_tens_or_better": "1 to 1"}
        paid = result({"paytables": {wager: rows}}, "letitride", wager)
        lost = result({"paytables": {wager: {**rows, "pair_of_jacks_or_better": "lose"}}}, "letitride", wager)
        fewer = Fraction(paid["hit_frequency"]) - Fraction(lost["hit_frequency"])
        assert fewer == Fraction(4 * pairs, comb(52, 5))
        assert lost["notes"] == paid["notes"]


def test_rejects_a_table_with_only_losses() -> None:
    for rows in ({"flush": "lose"}, {"flush": "lose", "pair_of_jacks_or_better": "lose"}):
        with pytest.raises(BadInput, match="no rows"):
            terms_from({"paytables": {"five_card": rows}}, "letitride")


def test_name_equal_to_a_letter_inherits_nothing() -> None:
    """A custom table named A has neither the meter nor the Envy schedule of table A."""
    rows = {"royal_flush": "100% of main", "straight_flush": "10% of main", "flush": "50 for 1"}
    document: dict[str, Any] = {"paytables": {"progressive": {"name": "A", **rows}}}
    with pytest.raises(BadInput, match="--meter main=DOLLARS"):
        result(document, "uth", "progressive")
    document["meters"] = {"main": 10_000}
    assert result(document, "uth", "progressive")["envy_per_other"] == "0/1"
    with pytest.raises(BadInput, match="no Envy schedule"):
        result({**document, "others": 2}, "uth", "progressive")
    based = {"paytables": {"progressive": {"name": "B", "base": "A", "flush": "50 for 1"}}}
    book = analyze(Terms("uth"), "progressive", "A")["results"][0]
    assert result(based, "uth", "progressive")["meters"] == book["meters"]
    assert result(based, "uth", "progressive")["envy_per_other"] == book["envy_per_other"]


def test_rejects_a_reading_that_the_game_does_not_offer() -> None:
    check_reading("uth", "X-04", "R2")
    for game in ("dragon", "topfive"):
        with pytest.raises(BadInput, match=f"X-04 is fixed in {game}"):
            check_reading(game, "X-04", "R2")
