"""Test the pages of hand pays and of the exclusion list, in browsers of the people who use them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.casino.administration import hand_pay_commands as pay
from croupier.casino.administration.hand_pay_commands import WinLine
from croupier.server.tables.decision_engine import DESK
from tests.pages.helpers.browsers import MIDDLE, WIDE, Visitor
from tests.pages.helpers.looking import sideways, violations
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.shift import staff_client, submitted

pytestmark = pytest.mark.long

PORTRAIT, LANDSCAPE = (800, 1280), (1280, 800)
SIZES = [(PORTRAIT, "dark"), (LANDSCAPE, "light"), (WIDE, "dark")]
Visit = Callable[..., Page]


class Casino:
    """A server in its own thread, with a real-money live table."""

    def __init__(self, folder: Path) -> None:
        self.loop, self._done = asyncio.new_event_loop(), asyncio.Event()
        self._ready, self._folder = threading.Event(), folder
        self.server: InProcessServer
        self._thread = threading.Thread(target=lambda: self.loop.run_until_complete(self._run()))
        self._thread.start()
        assert self._ready.wait(60)

    async def _run(self) -> None:
        path = self._folder / "uth-hand.toml"
        path.write_text(submitted("uth", "hand"))
        async with serve_in_process(self._folder, submissions=(path,)) as self.server:
            self._ready.set()
            await self._done.wait()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._done.set)
        self._thread.join(60)

    def token(self, role: str) -> str:
        return str(self.run(self.server.staff(role)).token)

    async def raise_win(self, seat: int, dollars: int, settled: bool) -> None:
        line = WinLine("trips", 5_00, dollars * 100, 0, dollars * 24)
        command = pay.RaiseHandPay(
            table="real-1",
            round=7,
            seat=seat,
            player=f"walk-{seat}",
            lines=(line,),
            year=2026,
            settled=settled,
            by="table:real-1",
            at=self.server.house.clock(),
        )
        await self.server.house.post(DESK, command)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    opened = Casino(tmp_path_factory.mktemp("hand-pays"))
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def visit(browser: Browser, casino: Casino) -> Iterator[Visit]:
    visitors = list[Visitor]()

    def come(role: str, path: str, size: tuple[int, int] = MIDDLE, scheme: str = "dark") -> Page:
        visitor = Visitor(browser, casino.server.url, size, color_scheme=scheme)
        cookie = {"name": "croupier", "value": casino.token(role), "url": casino.server.url}
        visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        visitors.append(visitor)
        visitor.page.goto(path)
        expect(visitor.page.locator(".office-section .eye-panel").first).to_be_visible()
        return visitor.page

    yield come
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).first.click()


def confirm(page: Page, words: str) -> None:
    page.locator("dialog").get_by_role("button", name=words, exact=True).click()


def identify(page: Page, name: str, born: str) -> None:
    page.get_by_label("Legal name").first.fill(name)
    page.get_by_label("Date of birth").first.fill(born)
    page.get_by_label("Street address").first.fill("12 Harbor Street")
    page.get_by_label("City, state, ZIP code").first.fill("Baltimore, MD 21201")
    page.get_by_label("Identification number").first.fill("W-555-000-1234")
    page.get_by_label("Taxpayer number, if given").first.fill("987-65-4321")
    press(page, "Enter the identity")


def looks_right(visit: Visit, role: str, path: str, name: str) -> None:
    """Check that the page is accessible and fits at every size."""
    for size, scheme in SIZES:
        page = visit(role, path, size, scheme)
        assert violations(page) == [] and sideways(page) == 0, (name, size)


def test_winner_is_identified_signed_for_and_paid(visit: Visit, casino: Casino) -> None:
    async def prepare() -> None:
        house = casino.server.house
        async with await staff_client(casino.server, "pit_manager") as pit:
            table = {"table": "real-1", "submission": "uth-hand", "money": "real", "dealing": "live"}
            await pit.ask("POST", "/api/pit", table)
        await house.reconcile()
        await casino.raise_win(1, 2_500, True)

    casino.run(prepare())
    looks_right(visit, "floor", "/hand-pays", "identity")
    floor = visit("floor", "/hand-pays")
    expect(floor.locator(".eye-panel").first).to_contain_text("$2,500.00 at real-1, seat 1")
    expect(floor.locator("header").get_by_role("link", name="Your page")).to_have_attribute("href", "/pit")
    identify(floor, "Wendy Winner", "1975-06-07")
    expect(floor.locator(".office-done")).to_have_text("The winner of hand pay 1 is identified.")
    expect(floor.locator("main")).to_contain_text("…4321")
    press(floor, "Sign for the floor")
    confirm(floor, "Sign")
    expect(floor.locator(".eye-panel h2").first).to_have_text("Hand pay 1: Ready to pay")
    looks_right(visit, "cage", "/hand-pays", "ready")
    watching = visit("surveillance", "/hand-pays")
    expect(watching.locator("main")).to_contain_text("identified")
    expect(watching.locator("main")).not_to_contain_text("Wendy")
    cage = visit("cage", "/hand-pays")
    with cage.expect_download() as found:
        cage.get_by_role("link", name="Information for the tax form").click()
    assert found.value.suggested_filename == "hand-pay-1-tax.pdf"
    press(cage, "Sign as cashier")
    confirm(cage, "Sign")
    expect(cage.locator("main")).to_contain_text("No hand pays are open.")
    press(cage, "Closed")
    expect(cage.get_by_role("table")).to_contain_text("Paid")


def test_two_people_exclude_a_person_who_is_then_not_paid(visit: Visit, casino: Casino) -> None:
    security = visit("security", "/exclusions")
    security.get_by_label("Legal name").fill("Jane Q. Public")
    security.get_by_label("Date of birth").fill("1980-02-03")
    press(security, "Propose the entry")
    expect(security.locator(".office-done")).to_contain_text("Another person must confirm it.")
    expect(security.get_by_role("table")).to_contain_text("Another person must confirm.")
    regulator = visit("regulator", "/exclusions")
    press(regulator, "Confirm")
    expect(regulator.get_by_role("table")).to_contain_text("confirmed")
    looks_right(visit, "security", "/exclusions", "exclusions")
    casino.run(casino.raise_win(2, 3_000, False))
    floor = visit("floor", "/hand-pays")
    identify(floor, "Jane Public", "1980-02-03")
    expect(floor.locator(".eye-panel .refusal").first).to_contain_text("Do not pay, and call security.")
    looks_right(visit, "pit_manager", "/hand-pays", "refused")
    pit = visit("pit_manager", "/hand-pays")
    pit.get_by_label("Reason").fill("security confirms the person")
    press(pit, "Withhold the win")
    expect(pit.locator(".eye-panel h2").first).to_have_text("Hand pay 2: Win withheld")
    kinds = [alert.kind for alert in casino.server.house.desk.alerts.values()]
    assert kinds.count("excluded") == 2


def test_others_do_not_see_the_pages(visit: Visit, browser: Browser, casino: Casino) -> None:
    for role, path in (("dealer", "/hand-pays"), ("cage", "/exclusions"), ("floor", "/exclusions")):
        visitor = Visitor(browser, casino.server.url)
        cookie = {"name": "croupier", "value": casino.token(role), "url": casino.server.url}
        visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        visitor.page.goto(path)
        heading = visitor.page.get_by_role("heading", name="You don’t have access to this page")
        expect(heading).to_be_visible()
        visitor.close()
