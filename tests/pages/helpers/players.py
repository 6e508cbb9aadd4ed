"""Drive the controls of the table page as a player does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page

from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.wires import Wire

SOON = 60_000  # milliseconds, long enough for a loaded machine


def until(page: Page, expression: str) -> None:
    """Wait until a JavaScript expression is true. Playwright's own wait needs eval, which is forbidden."""
    for _ in range(SOON // 50):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not so: {expression}")


class Player:
    """A player at a table. With a wire, the server's messages are read from the wire."""

    def __init__(self, visitor: Visitor, table: str, wire: Wire | None = None) -> None:
        self.visitor, self.table, self.wire = visitor, table, wire
        self.page: Page = visitor.page

    def sit(self, name: str = "Ada") -> Player:
        """Enter a name on the table page and sit down."""
        self.page.goto(f"/tables/{self.table}")
        self.page.get_by_placeholder("Your name").fill(name, timeout=SOON)
        self.page.get_by_role("button", name="Sit down", exact=True).click()
        self.betting()
        return self

    def again(self) -> Player:
        """Return to the table where the player has a seat."""
        self.page.goto(f"/tables/{self.table}")
        self.page.locator(".seat.own").wait_for(state="attached", timeout=SOON)
        return self

    # Read the page.

    @property
    def phase(self) -> str:
        return self.page.locator("body").get_attribute("data-phase") or ""

    def betting(self) -> None:
        """Wait until betting is open and no request is pending."""
        self.page.locator('body[data-phase="betting"], body[data-phase="settled"]').wait_for(timeout=SOON)
        self.answered()

    def deciding(self) -> None:
        self.page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
        self.answered()

    def choice(self, words: str) -> Locator:
        return self.page.locator(".choices").get_by_role("button", name=re.compile(f"^{re.escape(words)}"))

    @property
    def gold(self) -> Locator:
        return self.page.locator(".choices .choice.main")

    def drawn(self) -> None:
        """Wait until the page has drawn its next animation frame."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    @property
    def chips(self) -> int:
        self.drawn()
        return cents(self.page.locator(".bal b").inner_text())

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f'.seat.own [data-wager="{wager}"] button.spot')

    def frame(self) -> dict[str, Any]:
        """Wait until the page has drawn the last socket frame, and return the frame."""
        for _ in range(SOON // 50):
            self.drawn()
            shown = self.page.locator(".top .title p").text_content() or ""
            found = next((told for told in self.told() if told["type"] == "frame"), None)
            if found is not None and shown.endswith(f"round {found['sight']['round']:,}"):
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError("the page does not show the last frame")

    def told(self) -> Iterator[dict[str, Any]]:
        """Yield the server's messages, newest first."""
        if self.wire is not None:
            yield from reversed(self.wire.down)
        yield from map(json.loads, reversed(self.visitor.heard))

    def sight(self) -> dict[str, Any]:
        found: dict[str, Any] = self.frame()["sight"]
        return found

    def stakes(self) -> list[dict[str, Any]]:
        """Return the wagers in the server's latest betting offer."""
        # Playwright reports a message slightly after the browser received it
        for _ in range(SOON // 50):
            for offer in self.frame()["offers"]:
                if offer["act"].startswith("bet@"):
                    found: list[dict[str, Any]] = offer["blanks"][0]["stakes"]
                    return found
            self.page.wait_for_timeout(50)
        raise AssertionError("the server offers no bet")

    # Act as the player.

    def pick(self, cents_: int) -> None:
        self.page.get_by_role("button", name=f"${cents_ // 100:,}.00 chip", exact=True).click()

    def lay_everything(self) -> dict[str, int]:
        """Place the minimum on every betting area."""
        laid: dict[str, int] = {}
        for stake in self.stakes():
            if stake.get("equal_to"):
                laid[stake["name"]] = laid[stake["equal_to"]]
                continue
            chip = stake.get("fixed") or min(stake.get("chips", ()), default=0) or stake["minimum"]
            self.pick(500 if chip == 500 else 100)
            self.spot(stake["name"]).click()
            laid[stake["name"]] = chip
        self.drawn()
        return laid

    def send(self) -> None:
        self.choice("Bet $").click()
        self.page.locator('body:not([data-phase="betting"])').wait_for(timeout=SOON)

    def decide(self, which: int = -1) -> bool:
        """If a decision is due, make it. Return whether a decision was due."""
        self.page.locator('body[data-phase="decide"], body[data-phase="settled"]').wait_for(timeout=SOON)
        if self.phase != "decide":
            return False
        self.page.locator(".choices .choice").nth(which).click()
        self.answered()
        return True

    def answered(self) -> None:
        """Wait until the server has answered every request."""
        self.page.locator('.dock[aria-busy="false"]').wait_for(timeout=SOON)

    def finish(self, which: int = -1) -> int:
        """Play the round to its end. Return the number of decisions."""
        taken = 0
        while self.decide(which):
            taken += 1
            assert taken < 8
        return taken


def cents(words: str) -> int:
    found = re.fullmatch(r"([+−]?)\$([\d,]+)\.(\d\d)", words.strip())
    assert found, words
    whole = int(found[2].replace(",", "")) * 100 + int(found[3])
    return -whole if found[1] == "−" else whole
