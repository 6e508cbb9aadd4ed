"""Test that a table's layout is readable and complete and does not affect decisions."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from croupier.rulebook import declaration, edition, games, layout, paytables
from croupier.rulebook.declarations import Wager, read_declaration
from croupier.rulebook.jurisdiction import jurisdiction_folder
from croupier.rulebook.layout import (
    PLAIN,
    Area,
    Cloth,
    Layout,
    contrast,
    layout_faults,
    luminance,
    plain_layout,
)

GAMES = games()


def written(game: str = "uth") -> dict[str, Any]:
    return tomllib.loads(jurisdiction_folder().joinpath(game, "game.toml").read_text(encoding="utf-8"))


def test_contrast_follows_wcag() -> None:
    """Black on white has a contrast of 21, and #767676 is the lightest gray with at least 4.5 on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") >= 4.5 > contrast("#ffffff", "#777777")


@pytest.mark.parametrize("game", GAMES)
def test_lines_and_print_are_readable_on_the_felt(game: str) -> None:
    cloth = declaration(game).looks.cloth
    grounds = (cloth.lit, cloth.body, cloth.edge)
    assert min(contrast(ink, ground) for ink in (cloth.line, cloth.print) for ground in grounds) >= 4.5


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_has_one_area(game: str) -> None:
    facts = declaration(game)
    assert facts.layout is not None
    assert sorted(area.wager for area in facts.layout.areas) == sorted(rule.name for rule in facts.wagers)


@pytest.mark.parametrize("game", GAMES)
def test_paytable_dependent_text_exists_for_each_letter(game: str) -> None:
    for notice in declaration(game).looks.notices:
        if notice.paytable:
            assert set(notice.by_letter) == set(paytables(game)[notice.paytable])


def test_the_blind_pushes_below_the_lowest_hand_that_its_paytable_pays() -> None:
    notice = next(notice for notice in declaration("uth").looks.notices if notice.felt == "blind_push")
    for letter, table in paytables("uth")["blind"].items():
        lowest = [row.hand for row in table.rows if str(row.pays) != "push"][-1]
        assert notice.by_letter[letter].endswith(lowest)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"areas": []}, "0 areas for the wager 'ante'"),
        ({"cloth": {"lit": "#a0b0a0", "body": "#0f4d3b", "edge": "#0a382b"}}, "contrast of 1.3"),
        ({"notices": [{"felt": "poem", "words": "x"}]}, "not an inscription"),
        ({"notices": [{"words": "x"}]}, "exactly one of felt and clause"),
        ({"notices": [{"felt": "ante_push"}]}, "exactly one of words and by_letter"),
        ({"notices": [{"clause": "99.Z", "words": "x"}]}, r"uth/99\.Z"),
    ],
)
def test_rejects_unreadable_layouts(change: dict[str, Any], says: str) -> None:
    raw = written()
    raw["layout"] |= change
    with pytest.raises(LookupError, match=says):
        read_declaration("uth", raw)


def test_rejects_overlapping_areas() -> None:
    raw = written()
    for area in raw["layout"]["areas"]:
        if area["wager"] in ("ante", "blind"):
            area["x"] = 0
    with pytest.raises(LookupError, match="overlapping areas for 'ante' and 'blind'"):
        read_declaration("uth", raw)


def test_a_colour_is_six_digits() -> None:
    raw = written()
    raw["layout"]["cloth"]["lit"] = "green"
    with pytest.raises(msgspec.ValidationError, match="layout"):
        read_declaration("uth", raw)


@pytest.mark.parametrize("game", GAMES)
def test_layout_does_not_affect_decisions(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of the parts that decide a round is the same with a different layout or none."""
    plain = {name: value for name, value in written(game).items() if name != "layout"}
    before = edition.hash_of_what_decides(game)
    monkeypatch.setattr(edition, "read_toml", lambda *_: plain)
    assert edition.hash_of_what_decides.__wrapped__(game) == before  # type: ignore[attr-defined]


@pytest.mark.parametrize("optional", range(12))
@pytest.mark.parametrize("required", [1, 3, 5])
def test_a_game_without_a_layout_gets_a_drawable_default(required: int, optional: int) -> None:
    kinds = ("required",) * required + ("decision",) + ("optional",) * optional
    wagers = [Wager(f"w{n}", f"W {n}", kind, "x") for n, kind in enumerate(kinds)]  # type: ignore[arg-type]
    wagers.append(Wager("m", "Meter", "optional", "x", paid_from="meters"))
    looks = plain_layout(wagers)
    assert looks.cloth == PLAIN
    assert list(layout_faults(looks, wagers, ())) == []


@pytest.mark.parametrize(
    ("shape", "apart", "overlap"),
    [("ring", 79, True), ("ring", 80, False), ("lens", 53, True), ("lens", 54, False)],
)
@pytest.mark.parametrize("across", [True, False])
def test_areas_may_lie_side_by_side_without_a_gap(
    shape: Any, apart: int, overlap: bool, across: bool
) -> None:
    wagers = [Wager(name, name, "required", "x") for name in ("one", "other")]
    place = (apart - 20, -10) if across else (-20, apart - 10)
    areas = (Area("one", "ring", -20, -10), Area("other", shape, *place))
    found = [*layout_faults(Layout(PLAIN, areas), wagers, ())]
    assert found == (["layout has overlapping areas for 'one' and 'other'"] if overlap else [])


def test_the_least_contrast_is_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    cloth = Cloth("#000000", "#000000", "#000000", line="#808080", print="#ffffff")
    wagers = [Wager("one", "One", "required", "x")]
    for more, faults in ((0, 0), (0.01, 3)):
        monkeypatch.setattr(layout, "READABLE", contrast("#808080", "#000000") + more)
        found = layout_faults(Layout(cloth, (Area("one", "ring", 0, 0),)), wagers, ())
        assert len([*found]) == faults


def test_luminance_is_that_of_wcag() -> None:
    """The red, green and blue of sRGB have 0.2126, 0.7152 and 0.0722 of the luminance of white."""
    assert [luminance(colour) for colour in ("#ff0000", "#00ff00", "#0000ff")] == [0.2126, 0.7152, 0.0722]
    assert luminance("#0a0a0a") == pytest.approx(10 / 255 / 12.92)
    assert luminance("#0b0b0b") == pytest.approx(((11 / 255 + 0.055) / 1.055) ** 2.4)


def test_a_plain_layout_has_rows_by_kind_and_spare_places() -> None:
    kinds = ("required",) * 2 + ("decision",) + ("optional",) * 4
    wagers = [Wager(f"w{n}", f"W {n}", kind, "x") for n, kind in enumerate(kinds)]  # type: ignore[arg-type]
    wagers.append(Wager("m", "Meter", "optional", "x", paid_from="meters"))
    assert [(area.wager, area.shape, area.x, area.y) for area in plain_layout(wagers).areas] == [
        ("w0", "ring", -68, 0),
        ("w1", "ring", 68, 0),
        ("w2", "double", 0, 102),
        ("w3", "square", -104, -102),
        ("w4", "square", 0, -102),
        ("w5", "square", 104, -102),
        ("w6", "square", -108, 102),
        ("m", "lens", -160, 0),
    ]
