"""Open browser contexts in which a page error fails the test."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    expect,
    sync_playwright,
)

expect.set_options(timeout=30_000)  # long enough that a busy machine does not fail a test
WIDE, MIDDLE, PHONE = (1440, 900), (1024, 768), (390, 844)
# The browser logs refused requests to the console. They are not page errors.
ANSWERS = "Failed to load resource: the server responded with a status of"


# The headless shell opens a page in a third of the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")


def chromium() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        if os.environ.get("CI"):
            raise AssertionError("Chromium is not installed: .ci/run installs it")
        pytest.skip("Chromium is not installed: install it to run the browser tests")
    return found


@contextmanager
def running() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitor:
    """One person's browser context. It records socket messages and page errors."""

    def __init__(
        self, browser: Browser, url: str, size: tuple[int, int] = WIDE, still: bool = True, **options: Any
    ) -> None:
        self.url, self.faults = url, list[str]()
        self.struck = False  # the test kills the server while this page is open
        self.heard, self.said = list[str](), list[str]()  # every text frame in order
        self.answers = list[Response]()
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if still else "no-preference",
            **options,
        )
        self.context.set_default_timeout(60_000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._told)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("response", lambda answer: self.answers.append(answer))
        self.page.on("websocket", self._socket)

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda data: self.heard.append(text_of(data)))
        socket.on("framesent", lambda data: self.said.append(text_of(data)))

    def _told(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(ANSWERS):
            if "WebSocket connection" in message.text or "ERR_INTERNET_DISCONNECTED" in message.text:
                return  # the test cut the connection
            if self.struck and "Failed to load resource: net::ERR_CONNECTION" in message.text:
                return  # the test killed the server
            self.faults.append(f"{message.type}: {message.text}")

    def come_in(self, name: str = "Ada") -> Visitor:
        """Sign in as a guest without visiting the lobby."""
        answer = self.context.request.post(
            f"{self.url}/api/guest", data={"name": name}, headers={"x-croupier": "1"}
        )
        assert answer.ok, answer.text()
        self.person: str = answer.json()["person"]
        return self

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of one type that the server has sent so far."""
        return [told for told in map(json.loads, self.heard) if told["type"] == kind]

    def sent(self, kind: str) -> list[dict[str, Any]]:
        return [told for told in map(json.loads, self.said) if told["type"] == kind]

    def close(self) -> None:
        self.context.close()

    def tell(self) -> None:
        """Print the page and the last messages when a test has failed."""
        with suppress(Error):
            print(f"-- {self.page.url}, body {self.page.evaluate('({ ...document.body.dataset })')}")
            print(self.page.locator("body").inner_text()[:3000])
        for name, texts in (("said", self.said), ("heard", self.heard)):
            print(f"{name}:", *(text[:600] for text in texts[-4:]), sep="\n  ")

    def check(self) -> None:
        assert not self.faults, self.faults


def text_of(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode()
