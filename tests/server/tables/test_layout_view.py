"""Test that the posted layout has betting areas, notices and card positions."""

from __future__ import annotations

import tomllib

import pytest

from croupier.rulebook import declaration
from croupier.server.tables.layout_view import posted_layout
from croupier.submission import Rules, check
from tests.helpers.submission_cases import EXAMPLES

NAMES = sorted(path.stem for path in EXAMPLES.glob("*.toml"))


def rules_of(name: str) -> Rules:
    report = check(tomllib.loads((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")))
    assert report.choices is not None
    return Rules(report.choices)


@pytest.mark.parametrize("name", NAMES)
def test_every_offered_wager_has_an_area(name: str) -> None:
    rules = rules_of(name)
    found = {area.wager for area in posted_layout(rules).areas}
    offered = {
        rule.name
        for rule in declaration(rules.game).wagers
        if rule.kind != "optional" or rules.offers(rule.name)
    }
    assert found == offered


def test_omits_wagers_not_offered() -> None:
    everything, plain = (
        {area.wager for area in posted_layout(rules_of(name)).areas} for name in ("uth-everything", "uth")
    )
    assert {"six_card", "ultimate_pairs", "bad_beat", "play_the_board", "progressive", "trips"} <= everything
    assert plain < everything


def test_notices_follow_table_choices() -> None:
    said = {notice.words: notice.clauses for notice in posted_layout(rules_of("uth")).notices}
    assert said["Ante pushes if the dealer has less than a pair"] == ("uth/2.B.8.a",)
    assert said["Blind pushes below a straight"] == ("uth/2.B.8.b",)


@pytest.mark.parametrize(
    ("name", "hand", "places"),
    [
        ("uth", 2, {"board": 5, "dealer": 2}),
        ("dragon", 3, {"dealer": 3}),
        ("topfive", 7, {"dealer": 7}),
        ("letitride", 3, {"board": 2}),
    ],
)
def test_counts_cards_by_place(name: str, hand: int, places: dict[str, int]) -> None:
    looks = posted_layout(rules_of(name))
    assert looks.hand == hand
    found = {each.place: each.cards for each in looks.places}
    assert places.items() <= found.items()
