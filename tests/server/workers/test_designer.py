"""Test that the designer's results exactly equal those of the maths package."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from croupier.errors import BadInput
from croupier.maths.analyze import MAIN, plan, solve
from croupier.maths.repricing import Repricing
from croupier.maths.results import exact
from croupier.maths.rules_file import terms_from
from croupier.rulebook import games
from croupier.server.workers import designer
from croupier.server.workers.designer import DesignedPaytable, EdgeTarget
from croupier.submission import OperatorChoices, parse_toml
from tests.server.helpers.evening import example

pytestmark = pytest.mark.long

CHANGES = {  # for each game: a wager, one of its rows and a different payment
    "uth": (("main", "flush", "5 to 2"), ("trips", "straight", "5 to 1"), ("progressive", "flush", "$60")),
    "letitride": (("main", "flush", "5 to 1"), ("three_card", "flush", "5 to 1")),
    "dragon": (("main", "trips", "5 to 1"), ("main", "ante", "3 to 2"), ("dragon", "", "")),
    "topfive": (("main", "play", "3 to 2"), ("poker", "straight", "5 to 1")),
}


def asked(designed: DesignedPaytable) -> bytes:
    return msgspec.json.encode(designed)


def choices(game: str) -> bytes:
    return msgspec.json.encode(example(game).choices)


def first_row(bench: dict[str, Any], wager: str) -> tuple[str, str]:
    one = next(one for one in bench["wagers"] if one["wager"] == wager)
    first = next(
        (table["rows"][0]["hand"] for table in one["letters"] if table["letter"] == one["letter"]), ""
    )
    return one["letter"], first


@pytest.mark.parametrize("game", games())
def test_bench_lists_every_wager(game: str) -> None:
    offered = msgspec.json.decode(choices(game), type=OperatorChoices)
    found = designer.list_wagers(choices(game), {})
    on_bench = {one["paytable"] for one in found["wagers"]}
    assert set(offered.paytables) <= on_bench and found["wagers"][0]["wager"] == MAIN
    for one in found["wagers"]:
        assert one["hands"] or one["odds"], one["wager"]
        for letter in one["letters"]:
            assert {row["hand"] for row in letter["rows"]} <= {*one["hands"]}


@pytest.mark.parametrize(("game", "change"), [(game, one) for game, all_ in CHANGES.items() for one in all_])
def test_designer_results_equal_the_maths(game: str, change: tuple[str, str, str]) -> None:
    wager, row, pays = change
    letter, first = first_row(designer.list_wagers(choices(game), {}), wager)
    row, pays = row or first, pays or "30 to 1"
    told = designer.price_design(choices(game), {}, asked(DesignedPaytable(wager, letter, {row: pays})))
    rules = msgspec.json.decode(choices(game), type=OperatorChoices)
    terms = designer.terms_for(rules, wager, {}, {})
    again = Repricing(terms, wager, letter or None).solve({row: pays})
    assert told["house_edge_exact"] == exact(again.result.house_edge)
    assert told["hold_exact"] == exact(again.hold)
    assert told["moved_count"] == len(again.moved)
    assert told["printed"]["house_edge_exact"] == exact(
        solve(terms, plan(terms, wager, letter or None)[0]).house_edge
    )
    assert told["house_edge_exact"] != told["printed"]["house_edge_exact"]


@pytest.mark.parametrize(("game", "row"), [("uth", "flush"), ("letitride", "flush"), ("dragon", "ante")])
def test_payment_gives_the_target_edge(game: str, row: str) -> None:
    letter, _ = first_row(designer.list_wagers(choices(game), {}), MAIN)
    found = designer.find_payment(choices(game), {}, asked(EdgeTarget(MAIN, letter, row=row, edge=30_000)))
    terms = designer.terms_for(example(game).choices, MAIN, {}, {})
    again = Repricing(terms, MAIN, letter or None)
    assert again.solve({row: Fraction(found["gain"])}).house_edge == Fraction(3, 100)
    told = designer.price_design(
        choices(game), {}, asked(DesignedPaytable(MAIN, letter, {row: found["near"]}))
    )
    assert told["house_edge_exact"] == found["near_edge"]
    assert abs(told["house_edge"] - 0.03) < 0.02


def test_a_different_raise_size_changes_decisions() -> None:
    """With a raise of 5 Antes before the Flop, fewer hands raise than with 4."""
    told = designer.price_design(
        choices("uth"), {}, asked(DesignedPaytable(MAIN, "A", {}, {"first": [3, 5]}, quick=True))
    )
    assert told["moved_count"] and told["house_edge"] != told["printed"]["house_edge"]
    moved = {(one["was"], one["now"]) for one in told["moved"]}
    assert moved <= {("4x", "check"), ("check", "5x"), ("check", "3x"), ("1x", "fold"), ("fold", "1x")}
    assert told["sd"] > told["printed"]["sd"]  # the full result, not the quick one
    raises = {"first": [5], "flop": [3], "river": [2]}
    whole = designer.price_design(choices("uth"), {}, asked(DesignedPaytable(MAIN, "A", {}, raises)))
    quick = designer.price_design(
        choices("uth"), {}, asked(DesignedPaytable(MAIN, "A", {}, raises, quick=True))
    )
    for name in ("ev", "house_edge_exact", "hold_exact", "moved", "moved_count", "best_play", "printed"):
        assert quick[name] == whole[name], name
    assert "sd" not in quick and whole["decisions"] == told["decisions"] == 1_079


def test_the_payment_for_a_target_edge_with_different_raises() -> None:
    """The exact payment's denominator is too large to solve, so the test interpolates."""
    raises = {"first": [5], "flop": [3], "river": [2]}
    found = designer.find_payment(
        choices("uth"), {}, asked(EdgeTarget(MAIN, "A", raises=raises, row="flush", edge=-100_000))
    )
    gain = Fraction(found["gain"])
    terms = designer.terms_for(example("uth").choices, MAIN, {}, raises)
    ready = Repricing(terms, MAIN, "A")
    below, above = (Fraction(round(gain * 100) + step, 100) for step in (-1, 1))
    low, high = ready.edge({"flush": below}), ready.edge({"flush": above})
    assert below < gain < above
    assert low + (high - low) * (gain - below) / (above - below) == Fraction(-1, 10)


@pytest.mark.parametrize(
    ("pays", "raises", "what"),
    [
        ({"flush": "many"}, {}, "flush"),
        ({"flush": "5000000000 to 1"}, {}, "use odds up to"),
        ({"nothing": "1 to 1"}, {}, "no row"),
        ({}, {"first": [99]}, "whole Antes"),
        ({}, {"flop": [2, 3]}, "whole Antes"),
    ],
)
def test_rejects_invalid_designs_in_one_line(
    pays: dict[str, str], raises: dict[str, list[int]], what: str
) -> None:
    with pytest.raises(BadInput, match=what):
        designer.price_design(choices("uth"), {}, asked(DesignedPaytable(MAIN, "A", pays, raises)))


def test_files_contain_the_design() -> None:
    rules = example("uth")
    document = "game = 'uth'\n[paytables]\nblind = 'A'\ntrips = 'A'\n"
    told = designer.write_submission(
        choices("uth"), {}, asked(DesignedPaytable(MAIN, "A", {"flush": "2 to 1"})), document
    )
    terms = terms_from(parse_toml(told["rules"].encode(), "it"), "uth")
    again = solve(terms, plan(terms, MAIN)[0])
    priced = designer.price_design(
        choices("uth"), {}, asked(DesignedPaytable(MAIN, "A", {"flush": "2 to 1"}))
    )
    assert exact(again.house_edge) == priced["house_edge_exact"]
    written = parse_toml(told["submission"].encode(), "it")
    assert written["paytables"]["blind"]["flush"] == "2 to 1" and written["paytables"]["trips"] == "A"
    violations: list[Any] = msgspec.to_builtins(told["check"]["violations"])
    assert any(fault["where"].startswith("paytables.blind") for fault in violations)
    assert rules.game == "uth"


def test_a_rule_book_table_is_named_by_its_letter() -> None:
    bench = designer.list_wagers(choices("uth"), {})
    trips = next(one for one in bench["wagers"] if one["wager"] == "trips")
    other = trips["letters"][1]
    pays = {row["hand"]: row["pays"] for row in other["rows"]}
    document = "game = 'uth'\n[paytables]\nblind = 'A'\ntrips = 'A'\n"
    told = designer.write_submission(
        choices("uth"), {}, asked(DesignedPaytable("trips", "A", pays)), document
    )
    assert parse_toml(told["submission"].encode(), "it")["paytables"]["trips"] == other["letter"]
