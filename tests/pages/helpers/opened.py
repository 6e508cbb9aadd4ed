"""Run a server process for browser tests, with time limits that the test chooses."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from croupier.server.runner import run
from croupier.server.settings import Settings
from croupier.server.tables.timers import Times
from tests.server.helpers.served import PATIENCE, Served

LONG = 600.0  # seconds, so many that no time limit expires during a test


class Opened(Served):
    """A running server with long time limits, and tables from the examples or from files."""

    def __init__(
        self, folder: Path, betting: float = LONG, decision: float = LONG, submissions: tuple[Path, ...] = ()
    ) -> None:
        super().__init__(folder)
        self.betting, self.decision, self.submissions = betting, decision, submissions

    def start(self) -> None:
        told = [str(self.port), str(self.folder / "data"), str(self.betting), str(self.decision)]
        command = [sys.executable, "-m", __name__, *told, *map(str, self.submissions)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, env=os.environ
            )

    def open(self) -> Opened:
        """Start the server and wait until it answers, without an event loop."""
        self.start()
        until = time.monotonic() + PATIENCE
        while self.health() is None:
            assert self.process is not None and self.process.poll() is None, self.log.read_text()[-3000:]
            assert time.monotonic() < until, self.log.read_text()[-3000:]
            time.sleep(0.05)
        return self


def main(port: str, data: str, betting: str, decision: str, *submissions: str) -> int:
    times = Times(betting=float(betting), decision=float(decision), grace=float(decision))
    files = tuple(Path(one) for one in submissions)
    return run(Settings(port=int(port), data=Path(data), times=times, submissions=files))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
