"""Open a new table for each test."""

from __future__ import annotations

import re
import time
from collections import Counter

import httpx

from tests.pages.helpers.opened import Opened
from tests.server.helpers.served import PATIENCE


def link_of(house: Opened, role: str) -> str:
    """Return the one-time link that a new server prints for a staff role."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := re.search(rf"{role}\s+\S+(/link/\S+)", house.log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"no link for the {role}: {house.log.read_text()[-3000:]}")


class Tables:
    """Open tables as a pit manager, one per game in advance. The first tables (`uth-1`) are only watched."""

    def __init__(self, house: Opened) -> None:
        self._manager = httpx.Client(
            base_url=house.url, headers={"x-croupier": "1"}, trust_env=False, timeout=PATIENCE
        )
        self._manager.post(f"/api{link_of(house, 'pit manager')}").raise_for_status()
        self._last: Counter[str] = Counter()

    def fresh(self, game: str) -> str:
        if not self._last[game]:
            self._open(game)
        table = f"{game}-{self._last[game]}"
        until = time.monotonic() + PATIENCE
        while self._manager.get(f"/api/tables/{table}").status_code != 200:
            assert time.monotonic() < until, f"{table} does not open"
            time.sleep(0.05)
        self._open(game)
        return table

    def _open(self, game: str) -> None:
        self._last[game] = max(self._last[game], 1) + 1
        body = {"table": f"{game}-{self._last[game]}", "submission": game, "money": "play"}
        self._manager.post("/api/pit", json=body).raise_for_status()

    def close(self) -> None:
        self._manager.close()
