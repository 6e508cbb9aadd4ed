"""Test that animated elements have their final position immediately and that no control waits for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.pages.gallery.hall import hung
from tests.pages.gallery.scenes import SCRIPTS, scenes_of
from tests.pages.helpers.browsers import WIDE, Visitor

pytestmark = pytest.mark.long

SCENES = list(scenes_of("uth", SCRIPTS["uth"]))
# Draws one felt from scene to scene, as the page does from frame to frame.
SETUP = """async () => {
  const { felt } = await window.gallery.scene('uth-bet');
  window.go = async (name) => {
    const { view } = await (await fetch(`/scenes/${name}`)).json();
    const begun = performance.now();
    felt.draw(view);
    return performance.now() - begun;
  };
}"""

ALL_ARRIVED = "Promise.all(document.getAnimations().map((one) => one.finished)).then(() => null)"


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    with hung(SCENES) as address:
        yield address


def opened(browser: Browser, gallery: str, still: bool) -> Visitor:
    visitor = Visitor(browser, gallery, WIDE, still=still)
    visitor.page.goto("/")
    visitor.page.wait_for_selector("html[data-ready]")
    visitor.page.evaluate(SETUP)
    return visitor


def moving(page: Page) -> int:
    count: int = page.evaluate("document.getAnimations().length")
    return count


def moving_after(page: Page, scene: str) -> int:
    """Count the running animations right after drawing. On a busy machine, they may end before a later
    check.
    """
    count: int = page.evaluate(f"window.go('{scene}').then(() => document.getAnimations().length)")
    return count


def where(page: Page) -> list[list[float]]:
    found: list[list[float]] = page.evaluate(
        "[...document.querySelectorAll('.cards > li')].map((card) => [card.offsetLeft, card.offsetTop])"
    )
    return found


def test_cards_fly_from_the_shoe_to_their_final_position(browser: Browser, gallery: str) -> None:
    quick, slow = opened(browser, gallery, still=True), opened(browser, gallery, still=False)
    assert moving_after(quick.page, "uth-before-the-flop-own") == 0
    assert moving_after(slow.page, "uth-before-the-flop-own") > 0
    assert where(slow.page) == where(quick.page)
    slow.page.evaluate(ALL_ARRIVED)
    assert moving(slow.page) == 0
    for visitor in (quick, slow):
        visitor.close()
        visitor.check()


def test_lost_chips_fly_to_the_tray_and_disappear(browser: Browser, gallery: str) -> None:
    visitor = opened(browser, gallery, still=False)
    visitor.page.evaluate("window.go('uth-after-the-flop-own')")
    visitor.page.evaluate(ALL_ARRIVED)
    going = "window.go('uth-settled').then(() => document.querySelectorAll('.ghost').length)"
    assert visitor.page.evaluate(going) > 0
    visitor.page.evaluate(ALL_ARRIVED)
    assert visitor.page.locator(".ghost").count() == 0
    visitor.close()
    visitor.check()


def work(session: CDPSession) -> tuple[float, float]:
    """Return the number of layouts and their CPU seconds. Neither depends on the machine's load."""
    told = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return told["LayoutCount"], told["LayoutDuration"] + told["RecalcStyleDuration"]


def test_accepts_a_click_during_animation(browser: Browser, gallery: str) -> None:
    """The browser computes the layout a few times per frame, not once per card, in under 50 ms of CPU
    time.
    """
    visitor = opened(browser, gallery, still=False)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    names = [scene.name for scene in SCENES if "flop" in scene.name or scene.name.endswith("settled")] * 2
    spent = list[float]()
    for name in names:
        count, seconds = work(session)
        visitor.page.evaluate(f"window.go('{name}')")
        count_after, seconds_after = work(session)
        assert count_after - count <= 8
        spent.append(seconds_after - seconds)
    assert sorted(spent)[len(spent) // 2] < 0.05
    visitor.page.evaluate("window.go('uth-seated')")
    visitor.page.locator('.own [data-wager="ante"] button').click(timeout=10_000)
    assert visitor.page.evaluate("window.gallery.pressed.at(-1)") == [4, "ante"]
    visitor.close()
    visitor.check()


def test_setting_turns_animation_off(browser: Browser, gallery: str) -> None:
    visitor = opened(browser, gallery, still=False)
    visitor.page.evaluate(
        "import('/static/js/core/settings.js').then((found) => found.set({ motion: 'off' }))"
    )
    assert moving_after(visitor.page, "uth-before-the-flop-own") == 0
    visitor.close()
    visitor.check()
