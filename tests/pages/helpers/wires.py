"""Proxy the socket between a page and its table, to drop messages or cut the connection."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

CUT = 4000  # a close code that the page treats as a lost connection


Pair = tuple[WebSocketRoute, WebSocketRoute]  # the page's end and the server's end


class Wire:
    """Proxy every socket of a page and record all messages in both directions, even undelivered ones."""

    def __init__(self, page: Page) -> None:
        # messages from the page and from the server
        self.up, self.down = list[dict[str, Any]](), list[dict[str, Any]]()
        self.deaf: tuple[str, ...] = ()  # the types of server messages to drop
        self.dumb: tuple[str, ...] = ()  # the types of page messages to drop
        self.dead = False  # if true, drop everything and refuse new sockets
        self.chips: int | None = None  # if set, send the page this false chip balance
        self.opened = 0
        self._pairs: list[Pair] = []  # the open ends; messages in flight are lost when an end is cut
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
        """Send the page a message that does not come from the server."""
        self._pairs[-1][0].send(json.dumps(message))

    def cut(self, code: int = CUT) -> None:
        """Close both ends immediately."""
        pairs, self._pairs = self._pairs, []
        for page, house in pairs:
            house.close()
            page.close(code=code)

    def said(self, kind: str) -> list[dict[str, Any]]:
        return [told for told in self.up if kind_of(told) == kind]


def kind_of(told: dict[str, Any]) -> str:
    """Return the command name, such as "bet", or the message type."""
    if told["type"] == "do":
        return str(told["command"]["type"]).partition("@")[0]
    return str(told["type"])
