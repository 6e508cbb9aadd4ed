"""Run a whole gaming day in browsers: `python -m tests.gaming_day [--postgresql]`.

The script prints each chapter, compares the report with its notes, stops its server and deletes its files.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

from tests.gaming_day.casino import DayCasino
from tests.gaming_day.day import Day
from tests.pages.helpers.browsers import running
from tests.server.helpers.postgres import new_database
from tests.server.helpers.postgres import running as postgres_running
from tests.server.helpers.served import audit


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gaming_day", description=__doc__)
    parser.add_argument("--postgresql", action="store_true", help="use a PostgreSQL server instead of SQLite")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="croupier-day-")))
        database = ""
        if arguments.postgresql:
            database = new_database(stack.enter_context(postgres_running()))
        casino = DayCasino(folder, database)
        stack.callback(casino.close)
        browser = stack.enter_context(running())
        casino.open()
        day = Day(browser, casino)
        checks = day.run()
        day.finish()
        wrong = [check for check in checks if check[1] != check[2]]
        for what, noted, shown in wrong:
            print(f"{what}: the notes say {noted}, the report {shown}")
        found = audit(casino.address)
        print(
            f"{len(checks) - len(wrong)} of {len(checks)} comparisons agree; {found.entries} entries audited"
        )
        return 1 if wrong or found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
