"""Measured: how much the first view of a table costs, and that motion never holds up a hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.felt.conftest import Visit
from tests.felt.helpers.browsers import PHONE
from tests.felt.helpers.players import SOON, Player

pytestmark = pytest.mark.long

LARGEST = 200_000  # bytes of the first view, all told
LONGEST = 200  # milliseconds of one task: a quarter of a second is felt as a pause
SOONEST = 1_000  # milliseconds on an idle machine; a loaded one is given more, in proportion


def transferred(visitor: Any) -> int:
    return sum(
        answer.request.sizes()["responseBodySize"] + answer.request.sizes()["responseHeadersSize"]
        for answer in visitor.answers
        if answer.ok
    )


def slowness(page: Any) -> float:
    """How much slower this machine is now than when it is idle: the same sum, again and again."""
    taken = page.evaluate(
        """() => { const begun = performance.now(); let sum = 0;
        for (let n = 0; n < 2e7; n += 1) sum += n % 7;
        return performance.now() - begun + 0 * sum; }"""
    )
    return max(1.0, taken / 30)


def test_the_first_view_is_small_and_soon(visit: Visit) -> None:
    best = 1e9
    for _ in range(3):  # each with a cold cache of its own
        visitor = visit(size=PHONE)
        page = visitor.page
        page.goto("/tables/uth-1")
        page.locator(".seats").wait_for(timeout=SOON)
        taken = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        ready = page.evaluate("performance.now()")
        best = min(best, taken / slowness(page))
        assert transferred(visitor) < LARGEST, transferred(visitor)
        print(f"first paint {taken:.0f} ms, table there by {ready:.0f} ms, {transferred(visitor):,} bytes")
    assert best < SOONEST


def test_motion_never_holds_up_a_hand(visit: Visit) -> None:
    """While cards fly the page answers at once: no task of it is long, and a key pressed then counts."""
    player = Player(visit(still=False), "uth-1").sit("Moving")
    page = player.page
    page.evaluate(
        """() => { window.long = [];
        new PerformanceObserver((list) => window.long.push(...list.getEntries().map((one) => one.duration)))
          .observe({type: 'longtask', buffered: false}); }"""
    )
    page.keyboard.press("Enter")
    page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
    moving = page.evaluate("document.getAnimations().length")
    began = page.evaluate("performance.now()")
    page.keyboard.press("c")  # in the middle of the deal
    expect(page.locator(".dock")).to_have_attribute("aria-busy", "false", timeout=SOON)
    assert moving > 0, "nothing moved: the measurement would show nothing"
    assert [one for one in player.visitor.sent("do") if one["command"].get("choice") == "check"]
    assert page.evaluate("performance.now()") - began < 5_000
    player.finish(0)
    page.wait_for_timeout(600)
    longest = max(page.evaluate("window.long"), default=0.0)
    print(f"{moving} animations while a key was pressed; the longest task {longest:.0f} ms")
    assert longest / slowness(page) < LONGEST
