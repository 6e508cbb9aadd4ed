"""Record which tests execute which line in one traced run (a pytest plugin, see `planted`).

    CROUPIER_TRACE=FILE python -m pytest -n 0 -p tests.proofs.tracing tests/table

FILE then contains JSON: the tests with their CPU seconds, and for each file and line of the package the
numbers of the tests that executed it. Lines that ran only during imports have no test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

PACKAGE = Path(os.environ.get("PYTHONPATH", "src").split(":")[0]).resolve() / "croupier"


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and its finished children."""
    return sum(os.times()[:4])


class Tracing:
    """Set the coverage context for every test and write the map at the end."""

    def __init__(self, stored_map: Path) -> None:
        self.stored_map = stored_map
        self.seconds: dict[str, float] = {}
        self.measured = coverage.Coverage(data_file=None, include=[f"{PACKAGE}/*"], config_file=False)
        self.measured.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measured.switch_context(item.nodeid)
        started = cpu_seconds()
        result = yield
        self.seconds[item.nodeid] = cpu_seconds() - started
        self.measured.switch_context("")
        return result

    def pytest_sessionfinish(self) -> None:
        self.measured.stop()
        data = self.measured.get_data()
        numbers = {test: number for number, test in enumerate(self.seconds)}
        lines = {
            str(Path(file).relative_to(PACKAGE)): {
                line: sorted(numbers[test] for test in tests if test in numbers)
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        self.stored_map.write_text(json.dumps({"tests": self.seconds, "lines": lines}))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tracing(Path(os.environ["CROUPIER_TRACE"])))
