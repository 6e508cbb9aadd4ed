"""Test a server as a new user runs it: serving, playing, killing, reopening, stopping and auditing."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.client import House
from croupier.errors import Refused
from croupier.rulebook import games
from tests.server.helpers.forked_server import ForkedServer
from tests.server.helpers.served import Served, audit

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "examples"))

import play_over_the_socket  # noqa: E402 - an example is no package


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    house = Served(tmp_path)
    yield house
    house.close()


@pytest.fixture
def forked_server(tmp_path: Path) -> Iterator[Served]:
    house = ForkedServer(tmp_path)
    yield house
    house.close()


def test_loses_nothing_when_killed_during_play(served: Served) -> None:
    async def scene() -> list[str]:
        await served.begin(len(games()))
        async with House(served.url) as house:
            names = [table["table"] for table in await house.tables()]
        assert names == sorted(f"{game}-1" for game in games())
        playing = [asyncio.create_task(play_over_the_socket.play(served.url, name, 4)) for name in names]
        for _ in range(2):
            await asyncio.sleep(1.5)
            served.kill()
            await served.begin(len(games()))
        return [await one for one in playing]

    told = asyncio.run(asyncio.wait_for(scene(), 240))
    line = r"\w+-1: 4 rounds, net [+-]\d+\.\d\d dollars, a player's random number was in \d+ of \d+ deals"
    assert all(re.fullmatch(line, each) for each in told), told
    assert served.end() == 0
    found = audit(served.address)
    assert found.faults == ()
    assert found.streams >= len(games()) + 2
    assert served.faults() == []
    assert "One-time sign-in links for the staff" in served.log.read_text()


def test_the_example_plays_at_high_limits_and_mixes_every_deal(tmp_path: Path) -> None:
    """The example buys enough chips for the minimums, and its random number is in every deal."""
    file = tmp_path / "high.toml"
    text = (ROOT / "examples" / "submissions" / "uth.toml").read_text(encoding="utf-8")
    high, changes = re.subn(
        r"(?m)^(ante|trips) = \{.*\}", r"\1 = { minimum = 100, maximum = 500, increment = 100 }", text
    )
    assert changes == 2
    file.write_text(high, encoding="utf-8")
    served = ForkedServer(tmp_path, "--submission", str(file))

    async def scene() -> str:
        await served.begin(1)
        return await play_over_the_socket.play(served.url, "high-1", 2)

    try:
        told = asyncio.run(asyncio.wait_for(scene(), 120))
    finally:
        served.close()
    found = re.fullmatch(
        r"high-1: (\d) rounds(.*), net [+-]\d+\.\d\d dollars, "
        r"a player's random number was in (\d) of (\d) deals",
        told,
    )
    assert found, told
    played, stopped, mixed, deals = found.groups()
    assert played == mixed == deals and int(played) >= 1
    assert (stopped == "") == (played == "2")  # the example stops without an error when the money is gone


def test_staff_links_work_once(forked_server: Served) -> None:
    served = forked_server

    async def scene() -> dict[str, list[str]]:
        await served.begin()
        for _ in range(100):
            links = re.findall(r"^  ([a-z ]+?) +http\S+/link/(\S+)$", served.log.read_text(), re.M)
            if len(links) == 10:
                break
            await asyncio.sleep(0.1)
        roles = {}
        for role, token in links:
            async with House(served.url) as house:
                roles[role] = (await house.ask("POST", f"/api/link/{token}"))["roles"]
        async with House(served.url) as house:
            with pytest.raises(Refused, match="link_over"):
                await house.ask("POST", f"/api/link/{links[0][1]}")
        return roles

    roles = asyncio.run(asyncio.wait_for(scene(), 120))
    assert {role: [role.replace(" ", "_")] for role in roles} == roles
    assert len(roles) == 10


def refused(*options: str) -> str:
    """Run the command and expect one line and exit code 2."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", *options], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2, done
    lines = done.stderr.decode().strip().splitlines()
    assert len(lines) == 1, lines
    assert "Traceback" not in lines[0]
    return lines[0]


def test_startup_errors_are_reported_in_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refused("--port", port, "--data", str(tmp_path / "a"))
    assert "nowhere.invalid" in refused(
        "--host", "nowhere.invalid", "--port", "0", "--data", str(tmp_path / "a")
    )
    assert "--port 70000" in refused("--port", "70000")
    assert "--gaming-day" in refused("--gaming-day", "25:00", "--port", "0")
    file = tmp_path / "file"
    file.write_text("x")
    assert str(file) in refused("--data", str(file), "--port", "0")
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "house.sqlite").write_bytes(b"not a database at all, but long enough to be looked at" * 20)
    assert "house.sqlite" in refused("--data", str(strange), "--port", "0")
    assert "--database" not in refused(
        "--database", "postgresql+psycopg://nobody@127.0.0.1:1/x", "--port", "0"
    )
    assert "missing.toml" in refused(
        "--submission", str(tmp_path / "missing.toml"), "--port", "0", "--data", str(tmp_path / "b")
    )
    if os.geteuid():
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o500)
        assert "closed" in refused("--data", str(closed / "data"), "--port", "0")


def test_second_server_cannot_open_the_same_store(forked_server: Served) -> None:
    asyncio.run(forked_server.begin())
    assert "another server" in refused("--port", "0", "--data", str(forked_server.folder / "data"))


def test_finds_every_form_of_error_in_the_log(served: Served) -> None:
    served.log.write_text(
        "The casino is open: http://127.0.0.1:1\n"
        '{"at": "x", "level": "warning", "of": "croupier", "says": "table uth-1 is another node\'s now"}\n'
        '{"at": "x", "level": "error", "of": "croupier", "says": "table uth-1: the store takes nothing"}\n'
        '{"at": "x", "level": "error", "of": "croupier", "says": "tables", "fault": "KeyError"}\n'
        '{"at": "x", "level": "err'
        "\n42\nTraceback (most recent call last):\n"
    )
    assert [line[:60] for line in served.faults("takes nothing")] == [
        '{"at": "x", "level": "error", "of": "croupier", "says": "tab',
        "Traceback (most recent call last):",
    ]
    assert len(served.faults()) == 3
