"""The designer's answers are those of the mathematics, to the last digit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from croupier.errors import BadInput
from croupier.house import designing
from croupier.house.designing import Designed, Wanted
from croupier.maths.analyze import MAIN, plan, solve
from croupier.maths.repricing import Repricing
from croupier.maths.results import exact
from croupier.maths.rules_file import terms_from
from croupier.rulebook import games
from croupier.submission import Choices, parse_toml
from tests.house.helpers.evening import example

pytestmark = pytest.mark.long

CHANGES = {  # a wager, a row and another payment of each game
    "uth": (("main", "flush", "5 to 2"), ("trips", "straight", "5 to 1"), ("progressive", "flush", "$60")),
    "letitride": (("main", "flush", "5 to 1"), ("three_card", "flush", "5 to 1")),
    "dragon": (("main", "trips", "5 to 1"), ("main", "ante", "3 to 2"), ("dragon", "", "")),
    "topfive": (("main", "play", "3 to 2"), ("poker", "straight", "5 to 1")),
}


def asked(designed: Designed) -> bytes:
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
def test_every_wager_of_a_table_is_on_the_bench(game: str) -> None:
    offered = msgspec.json.decode(choices(game), type=Choices)
    found = designing.bench(choices(game), {})
    on_bench = {one["paytable"] for one in found["wagers"]}
    assert set(offered.paytables) <= on_bench and found["wagers"][0]["wager"] == MAIN
    for one in found["wagers"]:
        assert one["hands"] or one["odds"], one["wager"]
        for letter in one["letters"]:
            assert {row["hand"] for row in letter["rows"]} <= {*one["hands"]}


@pytest.mark.parametrize(("game", "change"), [(game, one) for game, all_ in CHANGES.items() for one in all_])
def test_the_answer_is_the_mathematics_own(game: str, change: tuple[str, str, str]) -> None:
    wager, row, pays = change
    letter, first = first_row(designing.bench(choices(game), {}), wager)
    row, pays = row or first, pays or "30 to 1"
    told = designing.priced(choices(game), {}, asked(Designed(wager, letter, {row: pays})))
    rules = msgspec.json.decode(choices(game), type=Choices)
    terms = designing.terms_for(rules, wager, {}, {})
    again = Repricing(terms, wager, letter or None).solve({row: pays})
    assert told["house_edge_exact"] == exact(again.result.house_edge)
    assert told["hold_exact"] == exact(again.hold)
    assert told["moved_count"] == len(again.moved)
    assert told["printed"]["house_edge_exact"] == exact(
        solve(terms, plan(terms, wager, letter or None)[0]).house_edge
    )
    assert told["house_edge_exact"] != told["printed"]["house_edge_exact"]


@pytest.mark.parametrize(("game", "row"), [("uth", "flush"), ("letitride", "flush"), ("dragon", "ante")])
def test_the_payment_found_gives_the_edge_wanted(game: str, row: str) -> None:
    letter, _ = first_row(designing.bench(choices(game), {}), MAIN)
    found = designing.wanted(choices(game), {}, asked(Wanted(MAIN, letter, row=row, edge=30_000)))
    terms = designing.terms_for(example(game).choices, MAIN, {}, {})
    again = Repricing(terms, MAIN, letter or None)
    assert again.solve({row: Fraction(found["gain"])}).house_edge == Fraction(3, 100)
    told = designing.priced(choices(game), {}, asked(Designed(MAIN, letter, {row: found["near"]})))
    assert told["house_edge_exact"] == found["near_edge"]
    assert abs(told["house_edge"] - 0.03) < 0.02


def test_raises_of_another_size_move_decisions() -> None:
    """By the first hand alone: with 5 Antes at once fewer hands raise before the Flop than with 4."""
    told = designing.priced(choices("uth"), {}, asked(Designed(MAIN, "A", {}, {"first": [3, 5]}, quick=True)))
    assert told["moved_count"] and told["house_edge"] != told["printed"]["house_edge"]
    moved = {(one["was"], one["now"]) for one in told["moved"]}
    assert moved <= {("4x", "check"), ("check", "5x"), ("check", "3x"), ("1x", "fold"), ("fold", "1x")}
    assert told["sd"] > told["printed"]["sd"]  # all of it is stored: nothing is left for later
    raises = {"first": [5], "flop": [3], "river": [2]}
    whole = designing.priced(choices("uth"), {}, asked(Designed(MAIN, "A", {}, raises)))
    quick = designing.priced(choices("uth"), {}, asked(Designed(MAIN, "A", {}, raises, quick=True)))
    for name in ("ev", "house_edge_exact", "hold_exact", "moved", "moved_count", "best_play", "printed"):
        assert quick[name] == whole[name], name
    assert "sd" not in quick and whole["decisions"] == told["decisions"] == 1_079


def test_the_payment_for_an_edge_under_other_raises() -> None:
    """Too fine to be solved itself: on the straight line through two that can be, on either side of it."""
    raises = {"first": [5], "flop": [3], "river": [2]}
    found = designing.wanted(
        choices("uth"), {}, asked(Wanted(MAIN, "A", raises=raises, row="flush", edge=-100_000))
    )
    gain = Fraction(found["gain"])
    terms = designing.terms_for(example("uth").choices, MAIN, {}, raises)
    ready = Repricing(terms, MAIN, "A")
    below, above = (Fraction(round(gain * 100) + step, 100) for step in (-1, 1))
    low, high = ready.edge({"flush": below}), ready.edge({"flush": above})
    assert below < gain < above
    assert low + (high - low) * (gain - below) / (above - below) == Fraction(-1, 10)


@pytest.mark.parametrize(
    ("pays", "raises", "what"),
    [
        ({"flush": "many"}, {}, "flush"),
        ({"flush": "5000000000 to 1"}, {}, "odds go up to"),
        ({"nothing": "1 to 1"}, {}, "no row"),
        ({}, {"first": [99]}, "whole Antes"),
        ({}, {"flop": [2, 3]}, "whole Antes"),
    ],
)
def test_what_is_not_understood_is_said_in_a_line(
    pays: dict[str, str], raises: dict[str, list[int]], what: str
) -> None:
    with pytest.raises(BadInput, match=what):
        designing.priced(choices("uth"), {}, asked(Designed(MAIN, "A", pays, raises)))


def test_the_files_say_what_was_designed() -> None:
    rules = example("uth")
    document = "game = 'uth'\n[paytables]\nblind = 'A'\ntrips = 'A'\n"
    told = designing.drafted(choices("uth"), {}, asked(Designed(MAIN, "A", {"flush": "2 to 1"})), document)
    terms = terms_from(parse_toml(told["rules"].encode(), "it"), "uth")
    again = solve(terms, plan(terms, MAIN)[0])
    priced = designing.priced(choices("uth"), {}, asked(Designed(MAIN, "A", {"flush": "2 to 1"})))
    assert exact(again.house_edge) == priced["house_edge_exact"]
    written = parse_toml(told["submission"].encode(), "it")
    assert written["paytables"]["blind"]["flush"] == "2 to 1" and written["paytables"]["trips"] == "A"
    assert any(fault["where"].startswith("paytables.blind") for fault in told["check"]["violations"])
    assert rules.game == "uth"


def test_a_table_of_the_book_is_named_by_its_letter() -> None:
    bench = designing.bench(choices("uth"), {})
    trips = next(one for one in bench["wagers"] if one["wager"] == "trips")
    other = trips["letters"][1]
    pays = {row["hand"]: row["pays"] for row in other["rows"]}
    document = "game = 'uth'\n[paytables]\nblind = 'A'\ntrips = 'A'\n"
    told = designing.drafted(choices("uth"), {}, asked(Designed("trips", "A", pays)), document)
    assert parse_toml(told["submission"].encode(), "it")["paytables"]["trips"] == other["letter"]
