"""Restart a server quickly by forking a process that has already imported the program.

The server accepts the options of `croupier serve` but runs without the figures worker, which stores nothing
and would have to warm up at every start.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.server.helpers.served import Served

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        __name__,
        "croupier.cli.app",
        "croupier.server.runner",
        "croupier.store.migrations",
        "croupier.server.http.app",
        "croupier.server.http.hardening",
        "croupier.server.socket_hardening",
        "uvicorn",
        "uvloop",
        "psycopg",
    ]
)


class Forked:
    """The part of the `Popen` interface that `Served` uses."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        assert process.pid is not None
        self.pid = process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("croupier serve", timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


class ForkedServer(Served):
    """One forked node. `test_house.py` tests a server started by the real command."""

    def start(self) -> None:
        process = _FORKS.Process(target=_serve, args=(self.words, self.log, self.folder))
        process.start()
        self.process = Forked(process)


def _serve(words: list[str], log: Path, folder: Path) -> None:
    from croupier.cli import main
    from croupier.server.workers.figures import MathsWorkers

    os.setpgid(0, 0)  # its own process group, so that the server can be killed together with its children
    told = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(told, 1)
    os.dup2(told, 2)
    os.chdir(folder)
    MathsWorkers.open = lambda self: None  # type: ignore[method-assign]
    sys.argv = ["croupier", *words]
    main()
