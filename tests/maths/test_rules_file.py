"""Test custom paytables and rule values for `croupier analyze --rules FILE`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.maths.analyze import analyze, plan
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.rules_file import hands_of, read_rules, terms_from
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.uth.solver import blind_pays
from croupier.maths.wagers import side_wagers
from croupier.rulebook import games, paytables

GAMES = games()


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("game", GAMES)
def test_every_book_paytable_survives_writing_to_a_file(game: str) -> None:
    for wager, tables in paytables(game).items():
        if wager.startswith("envy_"):
            continue
        for letter, table in tables.items():
            rows = {row.hand: _text(str(row.pays)) for row in table.rows}
            own = terms_from({"paytables": {wager: {"name": letter, **rows}}}, game).paytables(wager)[letter]
            assert [(row.hand, row.pays) for row in own.rows] == [(row.hand, row.pays) for row in table.rows]


def _text(pays: str) -> str:
    return (
        pays.replace("the meter", "main")
        .replace("Mega", "mega")
        .replace("Major", "major")
        .replace("Minor", "minor")
    )


def test_every_hand_that_a_rules_file_may_name_exists() -> None:
    asked = [(game, wager) for game in GAMES for wager in solver(game).sides if wager != "bad_beat"]
    for game, wager in asked:
        hands, terms = hands_of(game, wager), Terms(game)
        found = {
            title
            for table in terms.paytables(wager).values()
            for titles in side_wagers.side_wager(game, wager).decided_by(terms, table).counts
            for title in titles
        }
        assert set(hands) <= found, (game, wager)


def test_changes_one_row_of_a_rule_book_table(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[paytables.main]\nbase = "C"\nname = "C1000"\nroyal_flush = "1,000 to 1"\n')
    result = analyze(read_rules(file, "letitride"), "main")["results"][0]
    assert result["paytable"] == "C1000"
    assert f"{100 * result['house_edge']:.2f}" == "2.87"  # reading L-16 states this edge


def test_best_play_is_solved_again() -> None:
    # If only a pair of jacks or better wins, the player lets the bet ride with fewer hands.
    terms = terms_from(
        {
            "paytables": {
                "main": {"base": "A", "pair_of_tens_or_better": "lose", "pair_of_jacks_or_better": "1 to 1"}
            }
        },
        "letitride",
    )
    table = terms.paytables("main")["own"]
    assert [row.hand for row in table.rows][-2:] == ["two_pair", "pair_of_jacks_or_better"]
    jacks = letitride.solve(terms, table)
    tens = letitride.solve(Terms("letitride"), Terms("letitride").paytables("main")["A"])
    assert jacks.ev < tens.ev
    assert jacks.average_wager < tens.average_wager


def test_odds_of_any_size_are_exact() -> None:
    rows = {"royal_flush": "1,000,000,000 to 7", "pair_of_tens_or_better": "2 to 3"}
    terms = terms_from({"paytables": {"main": {"base": "A", **rows}}}, "letitride")
    result = letitride.solve(terms, terms.paytables("main")["own"])
    assert result.outcomes[0].net == 3 * Fraction(10**9, 7)


def test_ante_and_play_of_dragon_and_top_five() -> None:
    dearer = terms_from({"odds": {"ante": "2 to 1"}}, "dragon")
    table = dearer.paytables("ante_bonus")["A"]
    assert dragon.solve(dearer, table).ev > dragon.solve(Terms("dragon"), table).ev
    assert topfive.solve(terms_from({"odds": {"play": "6 to 5"}}, "topfive")).ev > 0
    as_for = terms_from({"odds": {"ante": "2 for 1", "play": "2 for 1"}}, "topfive")
    assert topfive.solve(as_for).ev == topfive.solve(Terms("topfive")).ev


def test_a_custom_dragon_deck() -> None:
    without_gold = terms_from({"deck": {"Dg": 0}}, "dragon")
    table = without_gold.paytables("ante_bonus")["A"]
    result = dragon.solve(without_gold, table)
    assert result.ev != dragon.solve(Terms("dragon"), table).ev
    assert not any("gold" in each.name and each.probability for each in _dragon_wager(without_gold).outcomes)


def _dragon_wager(terms: Terms) -> Any:
    return side_wagers.solve(terms, "dragon", terms.paytables("dragon")["A"])


def test_readings_stake_meters_and_others_in_the_file() -> None:
    terms = terms_from(
        {"readings": {"L-04": "R2"}, "stake": "5", "meters": {"main": 2000}, "others": 3}, "letitride"
    )
    assert terms.reading("L-04") == "R2"
    assert (terms.stake, dict(terms.meters), terms.others) == (500, {"main": 200_000}, 3)


def test_custom_progressive_needs_a_meter_and_a_schedule() -> None:
    own = {"akq_of_spades": "100% of main", "straight_flush": "50 for 1"}
    terms = terms_from({"paytables": {"progressive": own}}, "letitride")
    with pytest.raises(BadInput, match="--meter main=DOLLARS"):
        analyze(terms, "progressive")
    terms = terms_from({"paytables": {"progressive": own}, "meters": {"main": 5000}}, "letitride")
    assert analyze(terms, "progressive")["results"][0]["meters"] == {"main": "5000"}
    document: dict[str, Any] = {"paytables": {"progressive": own}, "meters": {"main": 5000}, "others": 2}
    with pytest.raises(BadInput, match="no Envy schedule"):
        analyze(terms_from(document, "letitride"), "progressive")
    document["paytables"]["envy_1"] = {"akq_of_spades": "$221"}
    result = analyze(terms_from(document, "letitride"), "progressive")["results"][0]
    assert result["envy_per_other"] == "1/100"


@pytest.mark.xdist_group("uth")
def test_custom_blind_table_is_solved() -> None:
    terms = terms_from({"paytables": {"blind": {"base": "A", "flush": "2 to 1", "straight": "push"}}}, "uth")
    result = analyze(terms, "main")["results"][0]
    assert result["paytable"] == "own"
    plain = analyze(Terms("uth"), "main", "B")["results"][0]
    assert Fraction(result["ev"]) > Fraction(plain["ev"])  # table B pays half a unit more for a flush


def test_converts_a_blind_table_for_the_solver() -> None:
    terms = terms_from({"paytables": {"blind": {"royal_flush": "500 to 1", "flush": "3 to 2"}}}, "uth")
    assert blind_pays(terms.paytables("blind")["own"]) == {
        "royal_flush": 500,
        "flush": Fraction(3, 2),
    }


@pytest.mark.parametrize(
    ("game", "document", "says"),
    [
        ("letitride", {"game": "uth"}, "for 'uth', not for letitride"),
        ("letitride", {"paytable": {}}, "unknown key 'paytable'"),
        ("letitride", {"paytables": 3}, r"written as \[paytables\]"),
        ("letitride", {"paytables": {"blind": {}}}, "unknown key 'blind'"),
        ("letitride", {"paytables": {"main": "A"}}, "a table of rows"),
        ("letitride", {"paytables": {"main": {}}}, "no rows"),
        ("letitride", {"paytables": {"main": {"base": "Z"}}}, "no paytable 'Z'"),
        ("letitride", {"paytables": {"main": {"base": 1}}}, "must be a paytable letter"),
        ("letitride", {"paytables": {"main": {"name": "", "flush": "1 to 1"}}}, "1 to 40 printable"),
        ("letitride", {"paytables": {"main": {"flash": "8 to 1"}}}, "unknown key 'flash'"),
        ("letitride", {"paytables": {"main": {"flush": "8 too 1"}}}, "main.flush: payment '8 too 1'"),
        ("letitride", {"paytables": {"main": {"flush": "LOSE"}}}, "'LOSE' is not .* or 'push', or 'lose'$"),
        ("topfive", {"odds": {"ante": "LOSE"}}, "'LOSE' is not .* or 'push'$"),
        ("letitride", {"paytables": {"main": {"flush": 8}}}, "a payment must be text"),
        ("letitride", {"paytables": {"main": {"flush": "8 to 0"}}}, "odds must be at most"),
        ("letitride", {"paytables": {"main": {"flush": "99999999999 to 1"}}}, "odds must be at most"),
        ("letitride", {"paytables": {"main": {"flush": "$8"}}}, "not an amount of money"),
        ("letitride", {"paytables": {"main": {"flush": "5% of main"}}}, "only the progressive"),
        ("letitride", {"paytables": {"progressive": {"flush": "500% of main"}}}, "1% to 100%"),
        ("letitride", {"paytables": {"progressive": {"base": "B", "full_house": "9 for 1"}}}, "three cards"),
        ("letitride", {"paytables": {"envy_1": {"royal_flush": "9 to 1"}}}, "amount of money"),
        ("letitride", {"odds": {"ante": "1 to 1"}}, "only paytables can be replaced"),
        ("letitride", {"deck": {"Ph": 3}}, "the deck of letitride cannot be changed"),
        ("dragon", {"deck": {"Dg": 2}}, "from 0 to 1"),
        ("dragon", {"deck": {"Ph": -1}}, "from 0 to 40"),
        ("dragon", {"deck": {"Ph": 1.5}}, "from 0 to 40"),
        ("dragon", {"deck": {"As": 1}}, "unknown key 'As'"),
        ("dragon", {"deck": dict.fromkeys(("Dr", "Db", "Ph", "Ti", "Pa", "Mo", "Ra"), 0)}, "six cards"),
        ("dragon", {"odds": {"ante": "push"}}, "write odds"),
        ("dragon", {"odds": {"bonus": "1 to 1"}}, "unknown key 'bonus'"),
        ("dragon", {"readings": {"D-04": 3}}, "D-04 can be"),
        ("dragon", {"readings": {"U-03": "R2"}}, "does not apply to dragon"),
        ("dragon", {"stake": 0}, "stake must be more than 0"),
        ("dragon", {"stake": 1.5}, "not exact"),
        ("letitride", {"meters": {"big": 1}}, "no meter 'big'"),
        ("letitride", {"others": "two"}, "a whole number"),
        ("uth", {"paytables": {"blind": {"three_of_a_kind": "1 to 1"}}}, "unknown key 'three_of_a_kind'"),
        ("uth", {"paytables": {"blind": {"base": "A", "below_straight": "1 to 1"}}}, "must push"),
        ("uth", {"paytables": {"blind": {"base": "A", "below_straight": "lose"}}}, "must push"),
    ],
)
def test_invalid_input_gives_a_one_line_message(game: str, document: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says) as fault:
        terms_from(document, game, "mine.toml")
    assert "\n" not in str(fault.value)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KNOWN = st.sampled_from(
    [
        "game",
        "paytables",
        "odds",
        "deck",
        "readings",
        "stake",
        "meters",
        "others",
        "main",
        "blind",
        "base",
        "Dg",
    ]
)


@given(
    st.sampled_from(GAMES), st.dictionaries(KNOWN, ANYTHING | st.dictionaries(KNOWN, ANYTHING), max_size=4)
)
def test_any_document_is_parsed_or_rejected(game: str, document: dict[str, Any]) -> None:
    try:
        terms = terms_from(document, game)
    except BadInput as fault:
        assert "\n" not in str(fault)  # noqa: PT017
    else:
        assert terms.game == game


def test_only_the_custom_table_of_a_wager_is_analyzed() -> None:
    terms = terms_from({"paytables": {"main": {"base": "A", "flush": "9 to 1"}}}, "letitride")
    assert [str(task) for task in plan(terms, "main")] == ["main own"]
    assert "five_card A" in [str(task) for task in plan(terms)]
    with pytest.raises(BadInput, match="it has own"):
        plan(terms, "main", "A")
