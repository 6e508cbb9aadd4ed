"""Test the self-test of the server before it opens."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.server import runner
from croupier.server.house import HouseServer
from croupier.server.settings import Settings
from croupier.server.socket_hardening import HardenedSocketProtocol
from tests.server.helpers.in_process_server import serve_in_process

pytestmark = pytest.mark.long


def test_does_not_open_if_the_self_test_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    health: list[str] = []
    checked = runner.check_socket

    async def check_socket(house: HouseServer, *given: object) -> None:
        health.append(house.health()["status"])
        await checked(house, *given)

    monkeypatch.setattr(runner, "check_socket", check_socket)
    monkeypatch.setattr(runner, "SELF_TEST", 1.0)
    monkeypatch.setattr(HardenedSocketProtocol, "_open", lambda self, request: None)
    with pytest.raises(BadInput, match="does not answer on its own WebSocket") as refused:
        asyncio.run(runner.serve(Settings(port=0, data=tmp_path / "data")))
    assert "\n" not in str(refused.value)
    assert health == ["opening"]
    assert "open" not in capsys.readouterr().out


def test_a_node_without_tables_passes_the_self_test(tmp_path: Path) -> None:
    """With all tables on other nodes, the server refuses the socket and may close it before hello is sent."""

    async def run() -> None:
        async with asyncio.timeout(60), serve_in_process(tmp_path) as one:
            tables = dict(one.house.tables)
            with socket.create_connection(("127.0.0.1", one.port)) as connected:
                listening: Any = SimpleNamespace(getsockname=connected.getpeername)
                for name in (*tables, ""):
                    await runner.check_socket(one.house, listening)
                    if name:
                        del one.house.tables[name]
                for _ in range(20):
                    await runner.check_socket(one.house, listening)
            one.house.tables.update(tables)

    asyncio.run(run())
