"""Test a server behind a TLS proxy: public addresses and trusted forwarded headers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from croupier.server.house import HouseServer
from croupier.server.http.app import create_app
from croupier.server.sessions.tokens import Origin
from croupier.server.settings import Settings
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process

PUBLIC = "https://casino.example"
OTHERS = ("https://casino.example.evil", "https://evil.example", "http://casino.example", "null")


def behind(origins: frozenset[str]) -> TestClient[Any]:
    """Return an application without a store, for requests that read no state."""
    house: Any = HouseServer(Settings(origins=origins))
    house.people = house.desk_office = house.cage_office = None
    return TestClient(create_app(house), base_url="http://127.0.0.1:8000")


def guest(client: TestClient[Any], **headers: str) -> int:
    """Request a guest session without a name. The status is 400 once host and origin have been accepted."""
    return client.post("/api/guest", json={}, headers={"x-croupier": "1", **headers}).status_code


def test_accepts_a_public_origin_with_either_host() -> None:
    with behind(frozenset({PUBLIC})) as client:
        for host in ("casino.example", "127.0.0.1:8000"):
            assert client.get("/api/roles", headers={"host": host}).status_code == 200
            assert guest(client, host=host, origin=PUBLIC) == 400
            for other in OTHERS:
                wanted = 400 if (host, other) == ("casino.example", "http://casino.example") else 403
                assert guest(client, host=host, origin=other) == wanted, (host, other)
        assert client.get("/api/roles", headers={"host": "evil.example"}).status_code == 400
        assert guest(client, host="casino.example", **{"sec-fetch-site": "cross-site"}) == 403


def test_refuses_a_public_origin_that_is_not_configured() -> None:
    with behind(frozenset()) as client:
        assert client.get("/api/roles", headers={"host": "casino.example"}).status_code == 400
        assert guest(client, origin=PUBLIC) == 403


async def raw(one: InProcessServer, head: str, body: str = "") -> str:
    """Send a request byte for byte, as a proxy does, and return the whole response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
    size = f"Content-Length: {len(body)}\r\n" if body else ""
    writer.write(f"{head}{size}\r\n{body}".encode())
    answer = b""
    async with asyncio.timeout(30):
        while b"\r\n\r\n" not in answer:
            got = await reader.read(4096)
            if not got:
                break
            answer += got
    writer.close()
    return answer.decode(errors="replace")


ENTER = (
    "POST /api/guest HTTP/1.1\r\nHost: {host}\r\nOrigin: https://casino.example\r\n"
    "X-Forwarded-For: {client}\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: casino.example\r\n"
    "X-Croupier: 1\r\nContent-Type: application/json\r\nConnection: close\r\n"
)
LOGIN = ENTER.replace("/api/guest", "/api/login").replace("{client}", "203.0.113.9")
UPGRADE = (
    "GET /ws/tables/uth-1?as=everyone HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
    "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.long
@pytest.mark.parametrize("trusted", [True, False])
def test_trusts_only_configured_proxies(tmp_path: Path, trusted: bool) -> None:
    async def main() -> None:
        proxies = ("127.0.0.1",) if trusted else ()
        async with serve_in_process(tmp_path, origins=frozenset({PUBLIC}), proxies=proxies) as one:
            for host in ("casino.example", f"127.0.0.1:{one.port}"):
                answer = await raw(one, ENTER.format(host=host, client="203.0.113.9"), '{"name":"Ada"}')
                assert answer.startswith("HTTP/1.1 200"), answer
                assert "; secure" in answer.lower()  # the browser used TLS
                opened = await raw(one, UPGRADE.format(host=host, origin=PUBLIC))
                assert opened.startswith("HTTP/1.1 101"), opened
                refused = await raw(one, UPGRADE.format(host=host, origin="https://evil.example"))
                assert refused.startswith("HTTP/1.1 403"), refused
            seen = Origin("203.0.113.9" if trusted else "127.0.0.1").sources()[1]
            await raw(one, LOGIN.format(host="casino.example"), '{"login":"nobody","password":"wrong"}')
            assert [*one.house.people.tries._buckets] == [seen]
            assert one.faults.lines == []

    asyncio.run(main())
