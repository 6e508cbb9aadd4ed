"""A house opened again and again: each is forked from a process that has read the program once.

What is killed is a process like any other, opened by the words of `croupier serve`. It runs without the
worker for figures, which has no part in what is stored and would be warmed anew each time."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.house.helpers.served import Served

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        __name__,
        "croupier.cli.app",
        "croupier.house.serving",
        "croupier.house.store.migrations",
        "croupier.house.web.app",
        "croupier.house.web.doorway",
        "croupier.house.web.wire",
        "uvicorn",
        "uvloop",
        "psycopg",
    ]
)


class Forked:
    """As much of a `Popen` as a served house needs."""

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


class Stabled(Served):
    """One node. A house that is started by its command and killed is in `test_house.py`."""

    def start(self) -> None:
        process = _FORKS.Process(target=_serve, args=(self.words, self.log, self.folder))
        process.start()
        self.process = Forked(process)


def _serve(words: list[str], log: Path, folder: Path) -> None:
    from croupier.cli import main
    from croupier.house.figures import Figures

    os.setpgid(0, 0)  # to be killed with all it starts
    told = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(told, 1)
    os.dup2(told, 2)
    os.chdir(folder)
    Figures.open = lambda self: None  # type: ignore[method-assign]
    sys.argv = ["croupier", *words]
    main()
