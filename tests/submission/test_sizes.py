"""Test the largest accepted and the smallest rejected sizes of texts, names and files."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from croupier.rulebook import MeterMinimum
from croupier.submission import check, schema, starting, template
from croupier.submission.starting import _toml
from tests.helpers.submission_cases import changed, good
from tests.submission.test_editors import fits

UTH = good("uth")


def codes(mapping: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault.code, fault.where) for fault in check(mapping).violations]


@pytest.mark.parametrize(("length", "taken"), [(1, True), (200, True), (201, False), (0, False)])
def test_check_and_editor_schema_allow_texts_of_at_most_200_characters(length: int, taken: bool) -> None:
    written = changed(UTH, approvals__layout="a" * length)
    assert codes(written) == ([] if taken else [("bad_text", "approvals.layout")])
    assert fits(written, schema("uth")) is taken


@pytest.mark.parametrize(("length", "code"), [(1, "unknown_name"), (60, "unknown_name"), (61, "wrong_type")])
def test_a_name_in_a_list_has_at_most_60_characters(length: int, code: str) -> None:
    last = len(UTH["layout"]["areas"])
    written = changed(UTH, layout__areas=[*UTH["layout"]["areas"], "x" * length])
    assert codes(written) == [(code, f"layout.areas[{last}]")]


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_x11_shows_progressive_chips_in_dollars(game: str) -> None:
    stake = schema(game)["properties"]["progressive"]["properties"]["stake"]
    assert stake["description"].startswith("dollars, 1 or 5; ")
    assert stake["anyOf"][0] == {"enum": [1, 5, "1", "5", "1.00", "5.00"]}


@pytest.mark.parametrize(("length", "where"), [(60, "k" * 60), (61, repr("k" * 60) + "…")])
def test_cuts_long_keys_to_60_characters(length: int, where: str) -> None:
    assert codes({**UTH, "k" * length: 1}) == [("unknown_key", where)]


@pytest.mark.parametrize(
    ("seats", "code"), [(0, "bad_number"), (1000, "too_many_seats"), (1001, "bad_number")]
)
def test_a_whole_number_is_at_most_a_thousand(seats: int, code: str) -> None:
    assert (code, "seats") in codes(changed(UTH, seats=seats))


@pytest.mark.parametrize(("letters", "lines"), [(75, 1), (76, 3)])
def test_template_writes_short_lists_on_one_line(letters: int, lines: int) -> None:
    written = _toml(["x" * letters])
    assert len(written.splitlines()) == lines
    assert tomllib.loads(f"names = {written}") == {"names": ["x" * letters]}


def test_l11_template_opens_meters_at_their_minimum_or_ten_thousand_dollars(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "{ main = 10000 }" in template("letitride")  # the minimum is lower here
    dear = {"main": MeterMinimum(2_500_000, "letitride/12.F.2.a")}
    monkeypatch.setattr(starting, "meter_minimums", lambda game, letter: dear)
    assert "{ main = 25000 }" in template("letitride")


@pytest.mark.parametrize(
    ("cards", "found"), [(2, []), (3, []), (4, [("unknown_name", "community_stack")]), (1, None)]
)
def test_l12_the_community_stack_has_two_cards_or_three(cards: int, found: list[Any] | None) -> None:
    device = {"dealing": "automated", "shuffler": "reshuffling"}
    approved = changed(good("letitride"), **device, approvals__reshuffling_device="so", community_stack=cards)
    wanted = [("unknown_name", "community_stack")] if found is None else found
    assert [one for one in codes(approved) if one[1] == "community_stack"] == wanted
