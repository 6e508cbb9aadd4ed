"""Run `croupier serve` in its own process, which tests can kill and restart."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from croupier.casino.gaming_day.boundaries import gaming_date
from croupier.casino.gaming_day.calendar import EPOCH, GamingDay
from croupier.casino.gaming_day.report import DayBooks
from croupier.store.audit import StoreAudit
from croupier.store.audit import audit as audit_store
from croupier.store.database import open_store
from croupier.store.day_reader import read_day_books

PATIENCE = 90.0  # seconds that a server may need to start on a loaded machine


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Served:
    """One node. `options` are passed to `croupier serve`."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder, self.options = folder, options
        self.port = port or free_port()
        self.process: Any = None  # a `Popen`, or an object with the same methods
        self.log = folder / f"served-{self.port}.log"

    @property
    def address(self) -> str:
        """Return the address of the server's store."""
        if "--database" in self.options:
            return self.options[self.options.index("--database") + 1]
        return f"sqlite:///{self.folder}/data/house.sqlite"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def words(self) -> list[str]:
        """Return the command-line arguments for `croupier`."""
        where = [] if "--database" in self.options else ["--data", str(self.folder / "data")]
        return ["serve", "--port", str(self.port), *self.options, *where]

    def start(self) -> None:
        command = [sys.executable, "-m", "croupier", *self.words]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, process_group=0, env=os.environ
            )

    def health(self) -> dict[str, Any] | None:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                found: dict[str, Any] = json.loads(answer.read())
                return found
        except (urllib.error.URLError, OSError, ValueError):
            return None

    async def opened(self, tables: int = 0) -> None:
        """Wait until the server responds and runs `tables` tables."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()[-3000:]
            found = await asyncio.to_thread(self.health)
            if found is not None and found["tables"] >= tables:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"the house did not open: {self.log.read_text()[-3000:]}")

    async def begin(self, tables: int = 0) -> None:
        self.start()
        await self.opened(tables)

    def faults(self, *expected: str) -> list[str]:
        """Return unexpected errors and stack traces from the server's log."""
        found = []
        for line in self.log.read_text().splitlines():
            told = _record(line)
            if told.get("level") in ("error", "critical"):
                if not any(words in told["says"] for words in expected):
                    found.append(line)
            elif "Traceback" in line:
                found.append(line)
        return found

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self, alone: bool = False) -> None:
        """Kill the server and its children immediately, like a power failure. With `alone`, spare the
        children.
        """
        assert self.process is not None
        (os.kill if alone else os.killpg)(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def end(self) -> int:
        """Ask the server to stop, and return its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        self.process = None
        return code

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


def _record(line: str) -> dict[str, Any]:
    """Parse a log line. Other output, or a line cut off by a kill, gives an empty dict."""
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def days_books(address: str, at: int, begins: int = GamingDay(EPOCH).begins) -> DayBooks:
    """Return the books of the gaming day that includes `at`. Days begin `begins` seconds after midnight."""
    with open_store(address, reading=True) as store:
        return read_day_books(store, GamingDay(EPOCH + datetime.timedelta(gaming_date(at, begins)), begins))


def audit(address: str) -> StoreAudit:
    """Run the full audit of the store."""
    with open_store(address, reading=True) as store:
        return audit_store(store)
