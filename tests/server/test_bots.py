"""Test bots that join a table at the same time. If a seat is taken, the bot chooses a different one."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from pathlib import Path

import pytest

from tests.server.helpers.forked_server import ForkedServer
from tests.server.helpers.served import Served

pytestmark = pytest.mark.long


def taken(house: Served) -> list[int]:
    with urllib.request.urlopen(f"{house.url}/api/tables", timeout=5) as told:
        return [table["taken"] for table in json.load(told)]


def test_every_invited_bot_finds_a_seat(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "submissions" / "dragon.toml"
    house = ForkedServer(tmp_path, "--company", "6", "--submission", str(example))
    try:
        asyncio.run(house.begin(tables=1))
        until = time.monotonic() + 60
        while taken(house) != [6]:  # each bot has its own seat
            assert time.monotonic() < until, taken(house)
            time.sleep(0.2)
    finally:
        house.close()
