"""Run a casino with four approved submissions on SQLite or another database, for one gaming day."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from croupier.server.runner import run
from croupier.server.settings import Settings
from croupier.server.tables.timers import Times
from tests.pages.helpers.opened import LONG
from tests.server.helpers.shift import submitted
from tests.staff_pages.helpers.houses import PitHouse

# The dealing method of each game. Two tables have a dealer, and two are machines.
METHODS = {"uth": "hand", "dragon": "shoe", "letitride": "automated", "topfive": "automated"}


class DayCasino(PitHouse):
    """A server in its own process. The staff sign in with the links that it prints."""

    def __init__(self, folder: Path, database: str = "") -> None:
        super().__init__(folder, ())
        self.database = database
        self.rules: dict[str, dict[str, Any]] = {}  # game -> its submission
        for game, method in METHODS.items():
            text = submitted(game, method)
            path = folder / f"{game}-{method}.toml"
            path.write_text(text, encoding="utf-8")
            self.submissions += (path,)
            self.rules[game] = tomllib.loads(text)

    @property
    def address(self) -> str:
        return self.database or super().address

    def start(self) -> None:
        arguments = [str(self.folder / "data"), str(self.port), str(self.day_start), self.database]
        command = [sys.executable, "-m", __name__, *arguments, *map(str, self.submissions)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, env=os.environ
            )


def main(data: str, port: str, day_start: str, database: str, *submissions: str) -> int:
    settings = Settings(
        port=int(port),
        data=Path(data),
        database=database,
        times=Times(betting=LONG, decision=LONG, grace=LONG),
        submissions=tuple(Path(one) for one in submissions),
        gaming_day=int(day_start),
    )
    return run(settings)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
