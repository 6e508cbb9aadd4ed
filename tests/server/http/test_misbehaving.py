"""Test that the server disconnects hostile and dead clients as documented, without affecting others."""

from __future__ import annotations

import asyncio
import contextlib
import socket as plain
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from croupier.casino.administration import commands as desk_do
from croupier.rulebook import games
from croupier.server import socket as sockets
from croupier.server.limits import Limits
from tests.server.helpers.in_process_server import InProcessServer, closed_with, say, serve_in_process, told

pytestmark = pytest.mark.long

TABLE = f"{games()[0]}-1"
OTHER = f"{games()[1]}-1"
Scene = Callable[[InProcessServer], Coroutine[Any, Any, None]]


def play(
    folder: Path, scene: Scene, unsent: int = 0, ping: float = 20.0, limits: Limits | None = None
) -> None:
    async def run() -> None:
        posted = limits or Limits()
        async with (
            asyncio.timeout(120),
            serve_in_process(folder, unsent=unsent, ping=ping, limits=posted) as one,
        ):
            await scene(one)
            assert one.faults.lines == []

    asyncio.run(run())


async def greeted(socket: ClientConnection) -> dict[str, Any]:
    await say(socket, type="hello")
    return await told(socket, "welcome")


async def raw_frame(socket: ClientConnection, opcode: Opcode, data: bytes, fin: bool = True) -> None:
    """Send a raw frame that a correct client would not send."""
    frame = Frame(opcode, data, fin=fin).serialize(mask=True)
    socket.transport.write(frame)
    await asyncio.sleep(0)


def test_answers_or_closes_on_invalid_messages(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada = await one.guest()
        async with one.line(TABLE, ada.token) as steady:
            await greeted(steady)
            async with one.line(TABLE, ada.token) as socket:
                await greeted(socket)
                await socket.send(b'{"type":"hello"}')  # binary
                assert (await told(socket, "refused"))["code"] == "bad_message"
                for nothing in ("", "[]", "null", "{", "1e999", "[" * 8000, '{"type":"do"}', '"\\ud800"'):
                    await socket.send(nothing)
                    assert (await told(socket, "refused"))["code"] == "bad_message", nothing[:20]
                await socket.send("x" * 16_384)
                assert (await told(socket, "refused"))["code"] == "bad_message"
                await socket.send("x" * 16_385)
                assert await closed_with(socket) == 1009
            async with one.line(TABLE, ada.token) as socket:
                await greeted(socket)
                await raw_frame(socket, Opcode.TEXT, b'{"type": "\xff\xfe"}')
                assert await closed_with(socket) == 1007
            async with one.line(TABLE, ada.token) as socket:
                await greeted(socket)
                await raw_frame(socket, Opcode.TEXT, b"{", fin=False)
                socket.transport.write(Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * 200)
                assert await closed_with(socket) == 1008
            await say(steady, type="more_time", id="a")
            assert (await told(steady, "done"))["id"] == "a"

    play(tmp_path, scene)


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.PING, Opcode.PONG])
def test_a_client_still_sending_ten_megabytes_receives_the_close_code(tmp_path: Path, opcode: Opcode) -> None:
    """The client is still sending when the server closes. A TCP reset must not destroy the close frame."""

    async def scene(one: InProcessServer) -> None:
        socket = await one.line(TABLE)
        await greeted(socket)
        if opcode is Opcode.TEXT:
            socket.transport.write(Frame(opcode, b"x" * 10_000_000).serialize(mask=True))
        else:
            socket.transport.write(Frame(opcode, b"").serialize(mask=True) * 1_600_000)
        assert await closed_with(socket) == (1009 if opcode is Opcode.TEXT else 1008)

    play(tmp_path, scene)


def test_pings_of_a_spectator_do_not_delay_a_player(tmp_path: Path) -> None:
    ping = Frame(Opcode.PING, b"").serialize(mask=True) * 2000

    async def flood(one: InProcessServer, closed: list[int]) -> None:
        while True:
            socket = await one.line(TABLE)
            with contextlib.suppress(RuntimeError):  # the server may have closed
                for _ in range(100):
                    socket.transport.write(ping)
                    await asyncio.sleep(0)
            closed.append(await closed_with(socket))

    async def scene(one: InProcessServer) -> None:
        ada, closed = await one.guest(), list[int]()
        async with one.line(TABLE, ada.token) as player:
            await greeted(player)
            flooding = asyncio.create_task(flood(one, closed))
            for n in range(20):
                await say(player, type="more_time", id=f"a{n}")
                assert (await told(player, "done", 5))["id"] == f"a{n}"
                await asyncio.sleep(0.05)
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)
        assert closed and set(closed) == {1008}

    play(tmp_path, scene)


def test_pings_count_toward_the_message_rate(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada = await one.guest()
        async with one.line(TABLE, ada.token) as socket:
            await greeted(socket)
            for _ in range(30):
                await socket.ping()
            for n in range(30):  # 61 messages in total; the burst limit allows 50
                await say(socket, type="more_time", id=f"a{n}")
            assert await closed_with(socket) == 1008

    play(tmp_path, scene, limits=Limits(messages=0.1))


def test_flood_closes_only_its_own_socket(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada = await one.guest()
        async with one.line(TABLE, ada.token) as steady, one.line(TABLE, ada.token) as flooding:
            await greeted(steady)
            await greeted(flooding)
            for n in range(120):
                await say(flooding, type="more_time", id=f"f{n}")
            assert await closed_with(flooding) == 1008
            await say(steady, type="more_time", id="a")
            assert (await told(steady, "done"))["id"] == "a"

    play(tmp_path, scene)


def test_closes_sockets_without_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "FIRST", 1.5)

    async def chatter(socket: ClientConnection) -> None:
        while True:
            await say(socket, type="more_time", id="a")
            await asyncio.sleep(0.4)

    async def scene(one: InProcessServer) -> None:
        async with one.line(TABLE) as silent, one.line(TABLE) as chatting:
            talking = asyncio.create_task(chatter(chatting))
            assert await closed_with(silent, 10) == 1008
            assert await closed_with(chatting, 10) == 1008
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)
        assert not one.house.lines

    play(tmp_path, scene)


def test_refuses_sockets_from_other_origins_and_hosts(
    tmp_path: Path,
) -> None:
    async def refused(one: InProcessServer, **headers: str) -> int:
        ada = await one.guest()
        with pytest.raises(InvalidStatus) as no:
            async with one.line(
                TABLE, ada.token, headers={name.replace("_", "-"): value for name, value in headers.items()}
            ):
                pass
        return no.value.response.status_code

    async def scene(one: InProcessServer) -> None:
        own = f"http://127.0.0.1:{one.port}"
        for origin in (
            "http://evil.example",
            "null",
            "https://",
            f"{own}.evil.example",
            "http://127.0.0.1:1",
        ):
            assert await refused(one, origin=origin) == 403, origin
        assert await refused(one, sec_fetch_site="cross-site") == 403
        async with one.line(TABLE, headers={"origin": own}) as socket:
            await greeted(socket)
        # This foreign host name resolves to the server's address (DNS rebinding).
        head = f"GET /ws/tables/{TABLE} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
        head += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
        writer.write(f"{head}Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode())
        assert (await reader.readline()).split()[1] == b"403"
        writer.close()
        async with httpx.AsyncClient(base_url=one.url, trust_env=False) as http:
            answer = await http.get("/api/tables", headers={"host": "evil.example"})
            assert answer.status_code == 400

    play(tmp_path, scene)


def test_a_post_from_a_form_or_without_the_header_changes_nothing(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada = await one.guest()
        own = f"http://127.0.0.1:{one.port}"
        cookie = {"cookie": f"croupier={ada.token}"}
        people = len(one.house.desk.people)
        async with httpx.AsyncClient(base_url=one.url, trust_env=False) as http:
            form = {"content-type": "application/x-www-form-urlencoded"}
            plain_text = {"content-type": "text/plain"}
            for headers in (form, plain_text, {"origin": own}, {"origin": "http://evil.example"}):
                for path in ("/api/guest", "/api/logout"):
                    answer = await http.post(path, content='{"name": "Eve"}', headers=cookie | headers)
                    assert answer.status_code == 403, (path, headers)
            foreign = {"origin": "http://evil.example", "x-croupier": "1"}
            answer = await http.post("/api/logout", headers=cookie | foreign)
            assert (answer.status_code, answer.json()["code"]) == (403, "other_origin")
            asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
            asked["access-control-request-headers"] = "x-croupier"
            answer = await http.options("/api/logout", headers=asked)
            assert not any(name.startswith("access-control") for name in answer.headers)
            assert (await http.get("/api/me", headers=cookie)).status_code == 200
        assert len(one.house.desk.people) == people

    play(tmp_path, scene)


def test_invalid_cookies_are_not_signed_in(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada = await one.guest()
        clock = one.house.clock
        for token in ("x", ada.token[:-1], ada.token + "x", "x" * 5000, "%00", '"; drop'):
            async with one.line(TABLE, token, "player") as socket:
                assert await closed_with(socket) == 4401, token[:20]
        async with one.line(TABLE, ada.token) as socket:
            await greeted(socket)
            one.house.people.clock = lambda: clock() + 31 * 86_400
            assert await closed_with(socket) == 4401  # the session ends while the socket is open
        async with one.line(TABLE, ada.token, "player") as socket:
            assert await closed_with(socket) == 4401

    play(tmp_path, scene)


def test_ended_session_closes_its_sockets(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada, ben = await one.guest(), await one.guest("Ben")
        async with (
            one.line(TABLE, ada.token) as first,
            one.line(TABLE, ada.token, "everyone") as second,
            one.line(OTHER, ben.token) as other,
        ):
            for socket in (first, second, other):
                await greeted(socket)
            async with httpx.AsyncClient(base_url=one.url, trust_env=False) as http:
                cookie = {"cookie": f"croupier={ada.token}", "x-croupier": "1"}
                assert (await http.post("/api/logout", headers=cookie)).status_code < 300
            assert await closed_with(first, 5) == 4401
            assert await closed_with(second, 5) == 4401
            await say(other, type="more_time", id="a")
            assert (await told(other, "done"))["id"] == "a"

    play(tmp_path, scene)


def test_revoked_role_closes_its_sockets(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        sam = await one.staff("surveillance")
        reg = await one.staff("regulator")
        async with one.line(TABLE, sam.token, "surveillance") as socket:
            await greeted(socket)
            revoke = desk_do.RevokeRole(
                person=sam.person.id, role="surveillance", reason="left", by=f"regulator:{reg.person.id}"
            )
            await one.house.people.change(revoke)
            assert await closed_with(socket, 5) == 4401

    play(tmp_path, scene)


def test_socket_roles_require_the_role_and_the_dealers_table(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        ada, dina = await one.guest(), await one.staff("dealer")
        for role in (
            "dealer",
            "surveillance",
            "regulator",
            "house",
            "cage",
            "administrator",
            "player:x",
            "",
            "%00",
        ):
            async with one.line(TABLE, ada.token, role or "%20") as socket:
                assert await closed_with(socket) == 4401, role
        async with one.line(TABLE, dina.token, "dealer") as socket:
            assert (await told(socket, "refused"))["code"] == "not_logged_on"
            assert await closed_with(socket) == 4401
        async with one.line("no-such-table", ada.token) as socket:
            assert await closed_with(socket) == 4404

    play(tmp_path, scene)


def test_limits_sockets_per_person_and_spectators_per_table(
    tmp_path: Path,
) -> None:
    async def scene(one: InProcessServer) -> None:
        ada = await one.guest()
        opened = [await one.line(TABLE, ada.token) for _ in range(5)]  # the client sends no message
        async with one.line(TABLE, ada.token) as socket:
            assert await closed_with(socket) == 4429
        async with one.line(TABLE, ada.token, "everyone") as socket:
            assert await closed_with(socket) == 4429
        async with one.line(OTHER, ada.token) as socket:
            await greeted(socket)
        looking = await asyncio.gather(*(one.line(TABLE) for _ in range(110)))

        async def ends(socket: ClientConnection) -> int:
            try:
                return await closed_with(socket, 2)
            except TimeoutError:
                return 0

        codes = await asyncio.gather(*(ends(socket) for socket in looking))
        assert sorted(codes) == [0] * 100 + [4429] * 10
        for socket in (*opened, *looking):
            await socket.close()
        for _ in range(100):
            if not one.house.lines:
                break
            await asyncio.sleep(0.05)
        assert not one.house.lines
        async with one.line(TABLE, ada.token) as socket:
            await greeted(socket)

    play(tmp_path, scene)


def test_drops_a_socket_that_does_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.server import socket_hardening

    monkeypatch.setattr(sockets, "WAITING", 16)
    monkeypatch.setattr(socket_hardening, "LINGER", 1.0)

    async def scene(one: InProcessServer) -> None:
        ada, eve = await one.guest(), await one.guest("Eve")
        deaf = plain.socket()
        deaf.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, ("127.0.0.1", one.port))
        head = f"GET /ws/tables/{TABLE} HTTP/1.1\r\nHost: 127.0.0.1:{one.port}\r\nConnection: Upgrade\r\n"
        head += f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nCookie: croupier={eve.token}\r\n"
        await loop.sock_sendall(deaf, f"{head}Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode())
        assert b" 101 " in await loop.sock_recv(deaf, 1000)
        await loop.sock_sendall(deaf, Frame(Opcode.TEXT, b'{"type":"hello"}').serialize(mask=True))
        async with one.line(TABLE, ada.token) as steady:
            await greeted(steady)
            await say(steady, type="chips", id="c", cents=50_000)
            await told(steady, "done")
            command = {"type": "sit_down@1", "seat": 1, "player": ada.person.id}
            await say(steady, type="do", id="s", command=command)
            await told(steady, "done")
            slow = [line for line in one.house.lines if line.person == eve.person.id]
            for n in range(400):
                act = "get_up@1" if n % 2 == 0 else "sit_down@1"
                command = {"type": act, "seat": 1} | ({"player": ada.person.id} if n % 2 else {})
                await say(steady, type="do", id=f"n{n}", command=command)
                assert (await told(steady, "done"))["id"] == f"n{n}"
                if slow[0].close_reason is not None:
                    break
            assert slow[0].close_reason is not None and slow[0].close_reason[0] == 1013
            for _ in range(100):
                if len(one.house.lines) == 1:
                    break
                await asyncio.sleep(0.05)
            assert len(one.house.lines) == 1
            await asyncio.sleep(1.5)
            received, ended = b"", False
            while True:  # the client reads the remaining data in the kernel's buffer, and then the end
                try:
                    async with asyncio.timeout(5):
                        got = await loop.sock_recv(deaf, 1 << 20)
                except ConnectionResetError:
                    got = b""
                if not got:
                    ended = True
                    break
                received += got
            assert ended and received
            await say(steady, type="more_time", id="a")
            assert (await told(steady, "done"))["id"] == "a"
        deaf.close()

    play(tmp_path, scene, unsent=4096, limits=Limits(burst=10_000))


def test_detects_a_dead_connection(tmp_path: Path) -> None:
    async def scene(one: InProcessServer) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
        head = f"GET /ws/tables/{TABLE} HTTP/1.1\r\nHost: 127.0.0.1:{one.port}\r\nConnection: Upgrade\r\n"
        head += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        writer.write(f"{head}Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode())
        assert b" 101 " in await reader.readline()
        writer.write(Frame(Opcode.TEXT, b'{"type":"hello"}').serialize(mask=True))
        for wanted in (1, 0):  # the client sends hello, then answers no ping
            for _ in range(200):
                if len(one.house.lines) == wanted:
                    break
                await asyncio.sleep(0.05)
            assert len(one.house.lines) == wanted
        writer.close()

    play(tmp_path, scene, ping=0.5)
