"""Check every page for accessibility and for horizontal scrolling."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.evenings import Played


def violations(page: Page) -> list[str]:
    """Return the accessibility violations that axe finds, each with its rule and element."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def sideways(page: Page) -> int:
    """Return how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def comes_back(visitor: Visitor, who: Played) -> Visitor:
    """Sign the visitor in as a person who played before."""
    visitor.context.add_cookies([{"name": "croupier", "value": who.token, "url": visitor.url}])
    return visitor


def tab_to(page: Page, name: str, most: int = 80) -> None:
    """Press Tab until the control with this name has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || '')"
        )
        if name in here:
            return
    raise AssertionError(f"Tab does not reach {name}")
