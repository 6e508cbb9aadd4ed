"""Which tests execute which line, from one run that is traced (a plugin of pytest, see `planted`).

    CROUPIER_TRACE=FILE python -m pytest -n 0 -p tests.proofs.tracing tests/table

FILE then holds, as JSON: the tests with the seconds of work that each took, and for each file of the
package and each line the numbers of the tests that came by. What ran while nothing but imports ran has no
test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

PACKAGE = Path(os.environ.get("PYTHONPATH", "src").split(":")[0]).resolve() / "croupier"


def worked() -> float:
    """Seconds of work so far, of this process and of those it waited for: other processes do not count."""
    return sum(os.times()[:4])


class Tracing:
    """Changes the context of the measurement with every test, and writes the map at the end."""

    def __init__(self, kept: Path) -> None:
        self.kept = kept
        self.seconds: dict[str, float] = {}
        self.measured = coverage.Coverage(data_file=None, include=[f"{PACKAGE}/*"], config_file=False)
        self.measured.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measured.switch_context(item.nodeid)
        started = worked()
        answer = yield
        self.seconds[item.nodeid] = worked() - started
        self.measured.switch_context("")
        return answer

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
        self.kept.write_text(json.dumps({"tests": self.seconds, "lines": lines}))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tracing(Path(os.environ["CROUPIER_TRACE"])))
