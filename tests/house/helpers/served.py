"""A house in a process of its own, as `croupier serve` opens it; it can be killed and opened again."""

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

from croupier.house.day.calendar import EPOCH, GamingDay
from croupier.house.day.report import DayBooks, day_books
from croupier.house.gaming_days import gaming_date
from croupier.house.store.audit import Report
from croupier.house.store.audit import audit as audit_store
from croupier.house.store.sql import open_store

PATIENCE = 90.0  # seconds for a house to open on a loaded machine


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def scribes_of(house: int) -> list[int]:
    """The processes that write for the house of this process id."""
    found = []
    for name in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(name.read_text().rpartition(")")[2].split()[1])
            words = (name.parent / "cmdline").read_bytes().split(b"\0")
        except (OSError, IndexError):
            continue  # it has ended meanwhile
        if parent == house and any(b"croupier.house.store.scribing" in word for word in words):
            found.append(int(name.parent.name))
    return found


def with_scribe(folder: Path) -> tuple[str, ...]:
    """Words of the command: a scribe writes from the first entry on, not only when there is much to write."""
    settings = folder / "scribe.toml"
    settings.write_text("[scribe]\nbusy = 0\n")
    return "--settings", str(settings)


class Served:
    """One node. `options` go to `croupier serve` as they are."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder, self.options = folder, options
        self.port = port or free_port()
        self.process: Any = None  # a `Popen`, or as much of one as is asked here
        self.log = folder / f"served-{self.port}.log"

    @property
    def address(self) -> str:
        """Of its store."""
        if "--database" in self.options:
            return self.options[self.options.index("--database") + 1]
        return f"sqlite:///{self.folder}/data/house.sqlite"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def words(self) -> list[str]:
        """What is written after `croupier`."""
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
        """Wait until it answers, with so many tables open here."""
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
        """What its log has of errors, but for those that say something expected, and of stack traces."""
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
        """As a power cut would: with all it started, in the middle of whatever it does. `alone`: what it
        started finds out by itself."""
        assert self.process is not None
        (os.kill if alone else os.killpg)(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def end(self) -> int:
        """Asked to end; how it ended."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        self.process = None
        return code

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


def _record(line: str) -> dict[str, Any]:
    """A line of the log; nothing for what is none, such as the greeting or a line that a kill cut off."""
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def days_books(address: str, at: int) -> DayBooks:
    """The books of the gaming day to which a second belongs."""
    with open_store(address, reading=True) as store:
        return day_books(
            store, GamingDay(EPOCH + datetime.timedelta(gaming_date(at, GamingDay(EPOCH).begins)))
        )


def audit(address: str) -> Report:
    """Everything that is stored against everything else."""
    with open_store(address, reading=True) as store:
        return audit_store(store)
