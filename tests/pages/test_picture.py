"""Test the drawing of the table in every phase of every game at three widths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.gallery.hall import hung
from tests.pages.gallery.scenes import Scene, all_scenes
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE, Visitor

pytestmark = pytest.mark.long

SCENES = {scene.name: scene for scene in all_scenes()}
SIZES = {"wide": WIDE, "middle": MIDDLE, "phone": PHONE}


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    with hung(list(SCENES.values())) as address:
        yield address


@pytest.fixture(scope="module", params=SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, gallery: str) -> Iterator[Page]:
    visitor = Visitor(browser, gallery, SIZES[request.param])
    visitor.page.goto("/")
    visitor.page.wait_for_selector("html[data-ready]")
    yield visitor.page
    visitor.close()
    visitor.check()


def show(page: Page, scene: Scene, acting: bool = True) -> None:
    page.evaluate(
        "([name, acting]) => window.gallery.scene(name, acting).then(() => null)", [scene.name, acting]
    )


def test_nothing_overlaps(page: Page) -> None:
    """The test draws every phase of every game on the same table and checks for overlaps."""
    assert page.evaluate("names => window.gallery.walk(names)", [*SCENES]) == {}


def test_nothing_overlaps_with_large_text(page: Page) -> None:
    busy = [name for name in SCENES if name.endswith(("-staged", "-settled"))]
    page.evaluate("document.documentElement.classList.add('large-text')")
    try:
        assert page.evaluate("names => window.gallery.walk(names)", busy) == {}
    finally:
        page.evaluate("document.documentElement.classList.remove('large-text')")


INK = """[...document.querySelectorAll('.own .hand .card use')].map((card) => ['s', 'h', 'd', 'c']
  .map((suit) => getComputedStyle(card).getPropertyValue(`--suit-${suit}`)))"""


def test_four_color_deck_changes_the_suits(page: Page) -> None:
    """Diamonds are blue and clubs are green. The drawings take these colors from the page."""
    show(page, SCENES["uth-settled"])
    assert {*map(tuple, page.evaluate(INK))} == {("#15191d", "#b0202c", "#b0202c", "#15191d")}
    page.evaluate("document.documentElement.classList.add('four-colour')")
    assert {*map(tuple, page.evaluate(INK))} == {("#15191d", "#b0202c", "#1b57a6", "#1a6a3d")}
    page.evaluate("document.documentElement.classList.remove('four-colour')")


def test_plate_shows_the_time_left(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { felt } = await window.gallery.scene('uth-after-the-flop-other');
          felt.time(0.25);
        }"""
    )
    line = page.locator(".seat.turn .plate .left")
    assert line.evaluate("line => [line.hidden, getComputedStyle(line).scale]") == [False, "0.25 1"]
    assert page.locator(".plate .left:not([hidden])").count() == 1


def own_seat(view: dict[str, Any]) -> dict[str, Any]:
    return next(seat for seat in view["sight"]["seats"] if seat["seat"] == view["own"])


LABELS = """() => Object.fromEntries([...document.querySelectorAll('.own [data-wager]')].map((place) =>
  [place.dataset.wager, place.querySelector('button')?.getAttribute('aria-label')]))"""


def test_areas_have_names_and_limits(page: Page) -> None:
    """A click in the center of an area reaches that area."""
    for name in [name for name in SCENES if name.endswith("-seated")]:
        scene = SCENES[name]
        show(page, scene)
        labels = page.evaluate(LABELS)
        wagers = [area for area in scene.posted["layout"]["areas"] if area["kind"] != "decision"]
        for area in wagers:
            assert labels[area["wager"]].startswith(f"{area['label']}, empty, "), labels
            page.locator(f'.own [data-wager="{area["wager"]}"] button').click()
        pressed = page.evaluate("count => window.gallery.pressed.slice(-count)", len(wagers))
        assert pressed == [[scene.view["own"], area["wager"]] for area in wagers], name


def test_areas_are_disabled_while_betting_is_closed(page: Page) -> None:
    show(page, SCENES["uth-after-the-flop-own"])
    before = page.evaluate("window.gallery.pressed.length")
    spot = page.locator('.own [data-wager="ante"] button')
    assert spot.get_attribute("aria-disabled") == "true"
    spot.click(force=True)
    assert page.evaluate("window.gallery.pressed.length") == before


def test_cards_have_names(page: Page) -> None:
    scene = SCENES["dragon-settled"]
    show(page, scene)
    names = {"Dr": "red dragon", "Db": "blue dragon", "Dg": "gold dragon", "Ph": "phoenix", "Ti": "tiger"}
    names |= {"Pa": "panda", "Mo": "monkey", "Ra": "rabbit"}
    wanted = [names[card] for card in own_seat(scene.view)["cards"]]
    assert page.locator(".own .hand .card").evaluate_all("all => all.map((card) => card.ariaLabel)") == wanted


def test_amounts_have_dollars_and_cents(page: Page) -> None:
    show(page, SCENES["uth-odd-cents"])
    assert page.locator(".own .tag:visible").all_text_contents() == ["$12.37", "$12.37", "$37.11", "$2.50"]
    show(page, SCENES["uth-rich"])
    assert "$1,000,000.00" in page.locator(".own .tag:visible").all_text_contents()


def test_felt_without_handlers_has_no_buttons(page: Page) -> None:
    show(page, SCENES["uth-recall"], acting=False)
    assert page.locator(".felt button:visible").count() == 0
    assert page.locator(".recalled").is_visible()


def test_drawing_keeps_the_focus(page: Page) -> None:
    """Drawing the same table again reuses the DOM nodes."""
    page.evaluate(
        """async () => {
          const { felt, view } = await window.gallery.scene('uth-seated');
          const spot = document.querySelector('.own [data-wager="ante"] button');
          spot.focus();
          felt.draw({ ...view, staged: { [view.own]: { ante: 500 } } });
          felt.draw({ ...view, staged: { [view.own]: { ante: 1000 } } });
          felt.draw({ ...view, phase: 'decision' });
          window.kept = document.activeElement === spot;
        }"""
    )
    assert page.evaluate("window.kept") is True


def test_refusal_appears_at_its_area(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { felt, view } = await window.gallery.scene('uth-seated');
          felt.refuse(view.own, 'ante', {
            code: 'below_minimum', message: 'The Ante is under the minimum of $10.00.',
            clauses: ['uth/7.F.1'], readings: [], remedy: 'Wager at least the minimum.' });
        }"""
    )
    tag = page.locator('.own [data-wager="ante"] .refused-tag')
    assert "under the minimum of $10.00" in tag.inner_text()
    assert "Wager at least the minimum." in tag.inner_text()
    box = tag.bounding_box()
    size = page.viewport_size
    assert box is not None and size is not None and box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    tag.get_by_role("button", name="Show rule 7.F.1").click()
    assert page.evaluate("window.gallery.pressed.at(-1)") == ["uth/7.F.1"]
    tag.get_by_role("button", name="Close").click()
    assert tag.count() == 0
