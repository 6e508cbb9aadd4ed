"""Test that the table page draws an external game, with and without a layout of its own."""

from __future__ import annotations

import pytest

from croupier.games import game_rules
from croupier.submission import partial
from tests.pages.gallery.hall import hung
from tests.pages.gallery.scenes import Script, posted_of, scenes_of
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE, Visitor, running

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("registered")]
NINES = Script("", 2, {2: "Ada", 1: "Odell", 5: "Ines"}, ("play", "fold", "play"))


def test_every_phase_is_drawn_without_misplaced_items() -> None:
    rules = game_rules(partial({}, "nines", "hand"))
    posted = posted_of(rules)
    assert {area["wager"] for area in posted["layout"]["areas"]} == {"ante", "play", "nine_bonus"}
    scenes = list(scenes_of("nines", NINES, rules))
    assert {"nines-empty", "nines-bet", "nines-settled"} <= {scene.name for scene in scenes}
    with hung(scenes) as address, running() as browser:
        for size in (WIDE, MIDDLE, PHONE):
            visitor = Visitor(browser, address, size)
            visitor.page.goto("/")
            visitor.page.wait_for_selector("html[data-ready]")
            for scene in scenes:
                visitor.page.evaluate("name => window.gallery.scene(name).then(() => null)", scene.name)
                assert visitor.page.evaluate("window.gallery.faults()") == [], scene.name
            assert visitor.page.locator(".own .hand .card").count() == 3
            visitor.close()
            visitor.check()
