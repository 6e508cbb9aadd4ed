"""Test that the layout drawing has every required item, and a gap for each item that ``check`` reports
missing.
"""

from __future__ import annotations

import tomllib
from itertools import combinations
from math import cos, hypot, radians, sin
from pathlib import Path
from xml.etree import ElementTree as Tree

import msgspec
import pytest
import tomli_w
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.documents.blocks import NoticeBlock, TableBlock
from croupier.documents.filed_submission import FiledSubmission, parse_filed
from croupier.documents.layout.drawing import Drawing
from croupier.documents.layout.geometry import AREA, CARD_HIGH, CARD_WIDE, seats
from croupier.documents.layout.pages import blocks, full_size
from croupier.games import game as game_of
from croupier.rulebook import games
from croupier.rulebook.registry import place
from croupier.submission import check
from tests.helpers.pdfs import pages_of, width_of

# The edge of the layout consists of straight lines and the curves between them.
CURVES = (
    ((1156, 68), (1154, 540), (992, 758), (600, 758)),
    ((600, 758), (208, 758), (46, 540), (44, 68)),
)


def example(game: str, **changed: object) -> FiledSubmission:
    document = tomllib.loads((place(game).folder / "example.toml").read_text())
    return parse_filed(tomli_w.dumps({**document, **changed}).encode(), "example.toml", "2026-11-15")


def parts(svg: str) -> tuple[dict[str, int], dict[str, int]]:
    """Count how often each item is drawn and how often it is marked as missing."""
    drawn: dict[str, int] = {}
    missing: dict[str, int] = {}
    for node in Tree.fromstring(svg).iter():
        for key, found in (("data-felt", drawn), ("data-missing", missing)):
            if key in node.attrib:
                found[node.attrib[key]] = found.get(node.attrib[key], 0) + 1
    return drawn, missing


@pytest.mark.parametrize("game", games())
def test_listed_items_are_drawn(game: str) -> None:
    mine = example(game)
    drawing = Drawing(mine)
    drawn, missing = parts(drawing.svg())
    listed = {*mine.says.layout.areas, *mine.says.layout.inscriptions}
    assert set(drawn) == listed and not missing
    each_seat = {area.wager for area in drawing.looks.areas} | {
        area.felt for area in drawing.looks.cards if area.each
    }
    assert drawn.pop("payout_odds") >= 1  # one panel, and also a line on the layout in some games
    for name, often in drawn.items():
        assert often == (drawing.count if name in each_seat | {"equal_symbol"} else 1), name


@pytest.mark.parametrize("game", games())
def test_missing_items_are_drawn_as_gaps(game: str) -> None:
    """Omitting one item does not change how the other items are drawn."""
    whole = example(game)
    layout = dict(whole.document["layout"])
    for felt in game_of(game).felt:
        key = "areas" if felt.kind == "area" else "inscriptions"
        if felt.name not in layout[key]:
            continue
        left = example(game, layout={**layout, key: [name for name in layout[key] if name != felt.name]})
        report = check(left.document)
        complaints = [each.message for each in (*report.violations, *report.warnings)]
        named = any(f'"{felt.name}"' in each for each in complaints)
        drawn, missing = parts(Drawing(left).svg())
        assert felt.name not in drawn
        assert (felt.name in missing) == named, felt.name
        assert set(drawn) | set(missing) == {*layout["areas"], *layout["inscriptions"]} or not named


def on_table(game: str, count: int) -> list[tuple[str, float, float, float]]:
    """Return the wager, center and half width of every betting area, in table units."""
    found = []
    for seat in seats(count):
        turn = radians(seat.turn)
        for area in game_of(game).looks.areas:
            x, y = area.x * seat.scale, area.y * seat.scale
            half = (14 if area.shape == "lens" else AREA / 2) * seat.scale
            found.append(
                (
                    area.wager,
                    seat.x + x * cos(turn) - y * sin(turn),
                    seat.y + x * sin(turn) + y * cos(turn),
                    half,
                )
            )
    return found


def edge() -> list[tuple[float, float]]:
    points = []
    for a, b, c, d in CURVES:
        for step in range(200):
            t = step / 200
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points.append(
                tuple(sum(w * p[k] for w, p in zip(weights, (a, b, c, d), strict=True)) for k in (0, 1))
            )
    return points  # type: ignore[return-value]


@pytest.mark.parametrize("game", games())
def test_betting_areas_do_not_overlap_and_are_on_the_layout(game: str) -> None:
    """Betting areas never overlap, for every number of seats that the game allows."""
    rim = edge()
    for count in range(1, game_of(game).seats + 1):
        areas = on_table(game, count)
        for (one, x, y, half), (other, u, v, width) in combinations(areas, 2):
            assert hypot(x - u, y - v) > half + width - 0.5, (count, one, other)
        for name, x, y, half in areas:
            assert min(hypot(x - u, y - v) for u, v in rim) > half, (count, name)
            assert y - half > 116 + CARD_HIGH, (count, name)


def test_scale() -> None:
    """A card position is as large as a card, at 1200 / 72 units per inch."""
    assert pytest.approx((2.5, 3.5)) == (CARD_WIDE * 72 / 1200, CARD_HIGH * 72 / 1200)
    root = Tree.fromstring(Drawing(example("uth")).svg())
    assert (root.attrib["width"], root.attrib["height"]) == ("72in", "48in")
    pdf = full_size(example("uth"))
    assert width_of(pdf) == 72 * 72 and len(pages_of(pdf)) == 1


def test_submission_determines_the_printed_text() -> None:
    """The payout limit and the paytable determine the printed text."""
    text = " ".join(Tree.fromstring(Drawing(example("uth")).svg()).itertext())
    assert "PAYOUT LIMIT $50,000 A HAND" in text and "BLIND PUSHES BELOW A STRAIGHT" in text
    tables = {**example("uth").document["paytables"], "blind": "B"}
    other = " ".join(Tree.fromstring(Drawing(example("uth", paytables=tables)).svg()).itertext())
    assert "BLIND PUSHES BELOW A FLUSH" in other
    few = Drawing(example("uth", seats=3)).svg()
    assert few.count("data-seat=") == 3


LONG = "The Honourable Company of Gaming Proprietors at Horseshoe Bend and the Lower Chesapeake Resort"


def printed(svg: str, felt: str) -> list[tuple[float, float, float, float, str]]:
    """Return the left, top, right and bottom edges and the words of every line of an inscription.

    A letter is assumed to be half as wide as it is high.
    """
    found = []
    for group in Tree.fromstring(svg).iter():
        if group.attrib.get("data-felt") == felt:
            for node in group.iter("{http://www.w3.org/2000/svg}text"):
                words, size = node.text or "", float(node.attrib["font-size"])
                wide = len(words) * size * 0.5
                shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[node.attrib["text-anchor"]]
                left, y = float(node.attrib["x"]) - wide * shift, float(node.attrib["y"])
                found.append((left, y - 0.8 * size, left + wide, y + 0.2 * size, words))
    return found


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("name", ["Harbour", LONG])
def test_operator_name_overlaps_nothing(game: str, name: str) -> None:
    """The name overlaps neither text nor seats, with every side wager and any number of seats."""
    changed: dict[str, object] = {"facility": name}
    if "progressive" in (document := example(game).document):
        changed["progressive"] = {**document["progressive"], "stake": [1, 5]}
    for count in range(1, game_of(game).seats + 1):
        svg = Drawing(example(game, seats=count, **changed)).svg()
        lines = printed(svg, "operator_name")
        assert " ".join(words for *_, words in lines) == name
        for left, top, right, bottom, words in lines:
            assert right - left <= 420
            for x, y, u, v, other in printed(svg, "payout_odds"):
                assert right < x or u < left or bottom <= y or v <= top, (count, words, other)
            for wager, x, y, half in on_table(game, count):
                across, down = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
                assert hypot(across, down) > half, (count, words, wager)


def test_the_command(tmp_path: Path) -> None:
    source = tmp_path / "s.toml"
    source.write_bytes((place("dragon").folder / "example.toml").read_bytes())
    svg, pdf, again = tmp_path / "a.svg", tmp_path / "a.pdf", tmp_path / "b.pdf"
    for to in (svg, pdf, again):
        done = CliRunner().invoke(app, ["layout", str(source), "-o", str(to)])
        assert done.exit_code == 0, done.output
    assert (
        pdf.read_bytes() == again.read_bytes()
        and svg.read_text() == Drawing(msgspec.structs.replace(example("dragon"), approved=None)).svg() + "\n"
    )
    words = " ".join(pages_of(pdf.read_bytes()))
    assert "DRAFT" in words and "dragon/2.B.2" in words
    for words_given, told in (
        (["layout", str(source), "-o", str(tmp_path / "a.png")], ".pdf"),
        (["layout", str(source), "-o", str(tmp_path / "none" / "a.svg")], "no folder"),
        (["layout", str(source), "-o", str(pdf), "--paper", "b5"], "choose letter or a4"),
        (["layout", str(tmp_path / "nothing.toml"), "-o", str(pdf)], "nothing.toml"),
    ):
        wrong = CliRunner().invoke(app, words_given)
        assert wrong.exit_code == 2 and told in wrong.stderr and wrong.stderr.count("\n") == 1, wrong.output


def test_document_lists_the_missing_layout_items() -> None:
    layout = dict(example("topfive").document["layout"])
    layout["areas"] = [name for name in layout["areas"] if name != "play"]
    notices = [each for each in blocks(example("topfive", layout=layout)) if isinstance(each, NoticeBlock)]
    draft, gap = notices
    assert draft.title == "DRAFT: 1 fault" and "topfive/2.B.2" in gap.text  # type: ignore[union-attr]
    listed = [each for each in blocks(example("topfive", layout=layout)) if isinstance(each, TableBlock)]
    assert listed[-1].name == "Faults" and "topfive/2.B.2" in str(listed[-1].rows)


@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_2_B_layout_shows_payouts_of_wagers_without_a_paytable(game: str) -> None:
    """The layout shows the payouts of all wagers, including Ante and Play."""
    words = "".join(Drawing(example(game)).svg())
    assert "ANTE AND PLAY PAY 1 TO 1" in words


def test_full_size_draft_is_marked_and_an_approved_felt_is_not() -> None:
    draft = msgspec.structs.replace(example("uth"), approved=None)
    assert Drawing(draft).svg().count('data-mark="DRAFT"') == 1
    assert "DRAFT" in pages_of(full_size(draft))[0]
    assert "data-mark" not in Drawing(example("uth")).svg()
    assert "DRAFT" not in pages_of(full_size(example("uth")))[0]


@pytest.mark.parametrize("game", games())
def test_every_inscription_comes_from_the_submission(game: str) -> None:
    """A notice that chapter 2 does not require, such as "Bet 1 may be taken back", is not on the layout."""
    filed = example(game)
    root = Tree.fromstring(Drawing(filed).svg())
    listed = {*filed.document["layout"]["areas"], *filed.document["layout"]["inscriptions"]}
    drawn = {each.attrib["data-felt"] for each in root.iter() if "data-felt" in each.attrib}
    assert drawn == listed
    told = " ".join(root.itertext())
    for notice in game_of(game).looks.notices:
        if not notice.felt:
            assert notice.words.upper() not in told


def test_8_D_3_top_five_has_an_area_for_the_dealers_cards() -> None:
    root = Tree.fromstring(Drawing(example("topfive")).svg())
    (area,) = [each for each in root.iter() if each.attrib.get("data-felt") == "dealer_cards"]
    assert len([each for each in area if each.tag.endswith("rect")]) == 7
