"""Measure the size of a table page's first view, and the response to input during an animation.

The tests print times (`pytest -s`) but do not assert them, because they depend on the machine.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE
from tests.pages.helpers.players import SOON, Player, until

pytestmark = pytest.mark.long

LARGEST = 200_000  # the total bytes of the first view


def transferred(visitor: Any) -> int:
    return sum(
        answer.request.sizes()["responseBodySize"] + answer.request.sizes()["responseHeadersSize"]
        for answer in visitor.answers
        if answer.ok
    )


LARGEST_PAINT = """window.painted = 0;
new PerformanceObserver((list) => { window.painted = list.getEntries().at(-1).startTime; })
  .observe({type: 'largest-contentful-paint', buffered: true})"""


def test_first_view_is_small(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    page = visitor.page
    page.add_init_script(LARGEST_PAINT)
    page.goto("/tables/uth-1")
    page.locator(".seats").wait_for(timeout=SOON)
    page.wait_for_load_state("networkidle")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    size = transferred(visitor)
    whole = page.evaluate("window.painted")
    print(f"first paint after {painted:.0f} ms, table after {whole:.0f} ms, ", end="")
    print(f"{size:,} bytes in {len(visitor.answers)} answers")
    assert size < LARGEST


# Presses the key of a choice in the first frame with an animation and a decision.
PRESSED = """() => { window.long = [];
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map((one) => one.duration)))
    .observe({type: 'longtask', buffered: false});
  const look = () => {
    window.moving = document.getAnimations().length;
    const asked = document.querySelector('[data-phase="decide"] .choices .choice:enabled');
    if (!asked || !window.moving) { requestAnimationFrame(look); return; }
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
    window.still = document.getAnimations().length;
  };
  look(); }"""


def test_accepts_a_key_during_animation(visit: Visit, table: Fresh) -> None:
    """The page sends the choice before the animation ends."""
    player = Player(visit(still=False), table("uth")).sit("Moving")
    page = player.page
    page.evaluate(PRESSED)
    page.keyboard.press("Enter")
    until(page, "window.still > 0")
    expect(page.locator(".dock")).to_have_attribute("aria-busy", "false", timeout=SOON)
    page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
    checked = [one for one in player.visitor.sent("do") if one["command"].get("choice") == "check"]
    assert len(checked) == 1
    player.finish(0)
    moving, long = page.evaluate("[window.moving, Math.max(0, ...window.long)]")
    print(f"{moving} animations ran at the key press; the longest task took {long:.0f} ms")
