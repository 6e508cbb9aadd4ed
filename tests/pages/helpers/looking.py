"""What every page must be, however wide it is: for everyone, and without sideways scrolling."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.evenings import Played


def violations(page: Page) -> list[str]:
    """What axe finds: the rule, and where."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def sideways(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def comes_back(visitor: Visitor, who: Played) -> Visitor:
    """Somebody whom the house knows already."""
    visitor.context.add_cookies([{"name": "croupier", "value": who.token, "url": visitor.url}])
    return visitor


def tab_to(page: Page, name: str, most: int = 80) -> None:
    """By the keyboard alone to what bears this name."""
    for _ in range(most):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || '')"
        )
        if name in here:
            return
    raise AssertionError(f"{name} is not reached by Tab")
