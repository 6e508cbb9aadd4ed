"""A line between a page and its table that a test can spoil: swallow what is said either way, and cut it."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

CUT = 4000  # a code that means nothing to the page: the line just broke


Pair = tuple[WebSocketRoute, WebSocketRoute]  # the page's end, the house's


class Wire:
    """Every socket of a page goes through it. What each side said is kept, whether it arrived or not."""

    def __init__(self, page: Page) -> None:
        self.up, self.down = list[dict[str, Any]](), list[dict[str, Any]]()  # said by the page, by the house
        self.deaf: tuple[str, ...] = ()  # kinds of messages of the house that do not arrive
        self.dumb: tuple[str, ...] = ()  # kinds of messages of the page that do not arrive
        self.dead = False  # nothing gets through, new sockets neither
        self.chips: int | None = None  # what the page is told to have in front of it, if it is not the truth
        self.opened = 0
        self._pairs: list[Pair] = []  # ends that are open: what is on its way when one is cut is lost
        page.route_web_socket(re.compile("/ws/tables/"), self._open)

    def _open(self, page: WebSocketRoute) -> None:
        self.opened += 1
        if self.dead:
            page.close(code=CUT)
            return
        house = page.connect_to_server()
        self._pairs.append((page, house))
        pair = (page, house)
        page.on_message(lambda message: self._said(message, pair))
        house.on_message(lambda message: self._told(message, pair))

    def _said(self, message: str | bytes, pair: Pair) -> None:
        told = json.loads(message)
        self.up.append(told)
        if not self.dead and pair in self._pairs and kind_of(told) not in self.dumb:
            pair[1].send(message)

    def _told(self, message: str | bytes, pair: Pair) -> None:
        told = json.loads(message)
        self.down.append(told)
        if self.chips is not None and told["type"] == "frame":
            told["sight"]["chips"] = self.chips
            message = json.dumps(told)
        if not self.dead and pair in self._pairs and told["type"] not in self.deaf:
            pair[0].send(message)

    def tell(self, message: dict[str, Any]) -> None:
        """Something that the house has not said, on the line that is open."""
        self._pairs[-1][0].send(json.dumps(message))

    def cut(self, code: int = CUT) -> None:
        """Both ends are gone, at once."""
        pairs, self._pairs = self._pairs, []
        for page, house in pairs:
            house.close()
            page.close(code=code)

    def said(self, kind: str) -> list[dict[str, Any]]:
        return [told for told in self.up if kind_of(told) == kind]


def kind_of(told: dict[str, Any]) -> str:
    """ "bet" for a command of the table, else the message's own name."""
    if told["type"] == "do":
        return str(told["command"]["type"]).partition("@")[0]
    return str(told["type"])
