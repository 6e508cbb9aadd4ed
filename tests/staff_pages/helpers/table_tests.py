"""Run a table test in browsers: the examiner's page, and an examinee who uses the console's keys."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from croupier.server.table_tests.session import ExamSession
from croupier.server.table_tests.simulated_players import choice_words
from croupier.training.table_test.kinds import kinds
from tests.pages.helpers.browsers import WIDE, Visitor
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.shift import submitted

PATIENCE = 150.0  # seconds to wait for all planted errors
LOOK = 0.9  # seconds until a tapped answer is sent
SHORT = 0.25  # seconds between two keys; the console ignores a key that comes too early


class ExamHouse:
    """A server with one game that runs in its own thread."""

    def __init__(self, folder: Path, game: str) -> None:
        self.loop, self._done = asyncio.new_event_loop(), asyncio.Event()
        self._ready, self._folder, self.game = threading.Event(), folder, game
        self.server: InProcessServer
        self._thread = threading.Thread(target=lambda: self.loop.run_until_complete(self._run()))
        self._thread.start()
        assert self._ready.wait(60)

    async def _run(self) -> None:
        path = self._folder / f"{self.game}.toml"
        path.write_text(submitted(self.game, "automated"))
        async with serve_in_process(self._folder, submissions=(path,)) as self.server:
            self._ready.set()
            await self._done.wait()

    def token(self, role: str) -> str:
        work = asyncio.run_coroutine_threadsafe(self.server.staff(role), self.loop)
        return str(work.result(60).token)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._done.set)
        self._thread.join(60)

    def visitor(
        self, browser: Browser, role: str, size: tuple[int, int] = WIDE, scheme: str = "dark"
    ) -> Visitor:
        visitor = Visitor(browser, self.server.url, size, color_scheme=scheme)
        cookie: Any = {"name": "croupier", "value": self.token(role), "url": self.server.url}
        visitor.context.add_cookies([cookie])
        return visitor

    @property
    def session(self) -> ExamSession:
        (found,) = self.server.house.exam_office.sessions.values()
        return found


def begin(page: Page, seed: int) -> None:
    """Open a test as the examiner."""
    page.goto("/table-tests")
    page.get_by_role("button", name="New test", exact=True).click()
    page.get_by_label("Seed, to repeat a plan").fill(str(seed))
    page.get_by_role("button", name="Start the test").click()
    expect(page.locator(".exam-plan")).to_be_visible()


def stop(page: Page, reason: str, seat: int) -> None:
    """Stop the game by keyboard only."""
    page.keyboard.press("F8")
    box = page.locator(".exam-dialog")
    expect(box).to_be_visible()
    box.locator(f"input[value='{reason}']").press("Space")
    place = box.locator(f"input[name='seat'][value='{seat}']")
    if place.count():
        place.press("Space")
    page.keyboard.press("Enter")
    expect(box).to_have_count(0)


def act(page: Page, session: ExamSession) -> None:
    """Perform the due act with the console's keys."""
    due = page.locator("body").get_attribute("data-act")
    signal = session._signal
    if due == "ask" and signal is not None:
        choice = choice_words(signal[2])
        answers = page.locator(".act button", has_text=re.compile(re.escape(choice), re.IGNORECASE))
        texts = [text.lower().splitlines() for text in answers.all_inner_texts()]
        # another answer may mention the choice, as in "Poker Bonus still play"
        named = next((n for n, lines in enumerate(texts) if choice.lower() in lines), 0)
        answer = answers.nth(named)
        asked = f"Ask seat {signal[0]}:" in page.locator(".act").inner_text()
        if asked and answer.is_visible():
            answer.click()
            time.sleep(LOOK)  # tapping again would take the answer back
    elif due == "collect" and page.locator(".act form input").count():
        page.locator(".act form input").first.fill(str(banked(session)))
        page.keyboard.press("Enter")
    elif due not in ("bet", "wait") and all_have_bet(session):
        page.evaluate("document.activeElement?.blur()")  # otherwise Space would press the focused button
        for key in ("Space", "Enter"):  # acts that move chips need Enter instead of Space
            page.keyboard.press(key)


def banked(session: ExamSession) -> int:
    state = session.state
    wager = getattr(state.phase, "wager", "")
    return sum(wager in bets for bets in state.bets.wagers.values())


def all_have_bet(session: ExamSession) -> bool:
    state = session.state
    return state.round.phase >= 0 or all(state.bets.wagers.get(seat) for seat in state.seating.seats)


def deal(
    page: Page, session: ExamSession, errors: int, look: Callable[[str], None] = lambda moment: None
) -> None:
    """Deal until the examinee has noticed `errors` planted errors. Each of them is reported by a stop."""
    until = time.monotonic() + PATIENCE
    while sum(error.outcome == "caught" for error in session.errors) < errors:
        assert time.monotonic() < until, (session.errors, page.locator("body").inner_text()[:800])
        waiting = [error for error in session.errors if error.stands]
        if waiting:
            kind = kinds()[waiting[0].kind]
            if kind.family != "payment":
                expect(page.locator(".exam ol")).to_contain_text(waiting[0].scene)
            look(kind.family)
            stop(page, kind.reason, waiting[0].seat)
            expect(page.locator(".exam .floor-says")).to_contain_text(kind.remedy)
            continue
        act(page, session)
        time.sleep(SHORT)


def decide(page: Page, passed: str = "Pass") -> None:
    """End the test, grade the examinee, and pass or fail them."""
    page.get_by_role("button", name="End the test").click()
    for item in ("Technique", "Control", "Knowledge", "Pace"):
        page.get_by_label(f"{item}, 1 to 10").select_option("8")
    page.get_by_label("Notes").fill("Calm and exact.")
    page.get_by_role("button", name=passed, exact=True).first.click()
    page.locator("dialog").get_by_role("button", name=passed, exact=True).click()
    expect(page.get_by_text("You decided test")).to_be_visible()


def record(page: Page) -> bytes:
    """Enter the test in the dealer's file, and return the signed result as a PDF."""
    page.reload()
    page.get_by_label("Training program completed on").fill("2026-01-02")
    page.get_by_role("button", name="Enter in the dealer’s file").click()
    expect(page.get_by_text("may deal")).to_be_visible()
    with page.expect_download(timeout=90_000) as saved:
        page.get_by_text("Download the signed result").click()
    return Path(saved.value.path()).read_bytes()
