"""Run a server process for browser tests, with time limits that the test chooses."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from croupier.server.runner import run
from croupier.server.settings import Settings
from croupier.server.tables.timers import Times
from tests.server.helpers.served import PATIENCE, Served

LONG = 600.0  # seconds; no time limit expires during a test


class Opened(Served):
    """A running server with long time limits, and tables from the examples or from files."""

    def __init__(
        self, folder: Path, betting: float = LONG, decision: float = LONG, submissions: tuple[Path, ...] = ()
    ) -> None:
        super().__init__(folder)
        self.betting, self.decision, self.submissions = betting, decision, submissions
        # The gaming day began about twelve hours before the test, so it does not end during a test.
        self.day_start = (datetime.now(UTC).hour + 12) % 24 * 3600

    def start(self) -> None:
        numbers = (self.port, self.betting, self.decision, self.day_start)
        arguments = [str(self.folder / "data"), *map(str, numbers), *map(str, self.submissions)]
        command = [sys.executable, "-m", __name__, *arguments]
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

    def gaming_date(self) -> str:
        """Return the date that names the current gaming day."""
        return (datetime.now(UTC) - timedelta(seconds=self.day_start)).strftime("%Y-%m-%d")


def main(data: str, port: str, betting: str, decision: str, day_start: str, *submissions: str) -> int:
    times = Times(betting=float(betting), decision=float(decision), grace=float(decision))
    files = tuple(Path(one) for one in submissions)
    settings = Settings(
        port=int(port), data=Path(data), times=times, submissions=files, gaming_day=int(day_start)
    )
    return run(settings)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
