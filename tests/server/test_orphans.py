"""Test that a killed server leaves no worker process behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.helpers.served import Served

PATIENCE = 60.0  # seconds to wait on a loaded machine

POOL = """
import asyncio, os
from croupier.errors import Refused
from croupier.server.workers.pool import PoolRefusals, WorkerPool

async def main():
    refused = Refused("refused", "refused", (), "")
    pool = WorkerPool(PoolRefusals(refused, refused, refused, ("", "")), limit=60, waiting=1)
    pool.open()
    print(await pool.run(os.getpid), flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def children_of(process: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == process:
                found.add(int(stat.parent.name))
        except (OSError, IndexError):
            continue  # the process has ended in the meantime
    return found


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until_gone(processes: set[int]) -> None:
    until = time.monotonic() + PATIENCE
    while left := {process for process in processes if is_running(process)}:
        assert time.monotonic() < until, f"processes of a killed server still run: {left}"
        time.sleep(0.1)


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read from /proc")


def test_killed_server_leaves_no_process(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    served = Served(tmp_path)
    asyncio.run(served.begin(4))
    house = served.process.pid
    until = time.monotonic() + PATIENCE
    # the children are the figures worker and the resource tracker
    while len(started := children_of(house)) < 2:
        assert time.monotonic() < until, started
        time.sleep(0.1)
    os.kill(house, signal.SIGKILL)
    served.process.wait()
    wait_until_gone(started)


def test_a_worker_ends_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "pool.py"
    script.write_text(POOL)
    house = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE)
    assert house.stdout is not None
    worker = int(house.stdout.readline())
    started = children_of(house.pid)
    assert worker in started and is_running(worker)
    house.kill()
    house.wait()
    wait_until_gone(started)
