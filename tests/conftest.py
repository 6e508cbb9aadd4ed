"""Collect the clauses that the tests cover, as evidence for `croupier rules --coverage`.

A run of all tests, or of all fast tests, fails if a clause is no longer covered. Every clause therefore needs
at least one test that is not marked long.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from croupier import private_files
from croupier.rulebook import clauses, regulations
from croupier.rulebook.coverage import read_evidence, write_evidence
from tests.helpers.databases import address, engine, new_address, postgres
from tests.helpers.failing import FAILED
from tests.helpers.headings import shown_by

__all__ = ["address", "engine", "new_address", "postgres"]  # fixtures for all folders

# Tests with their own cache folder still share the compiled loops, because compiling takes longer than any
# test.
os.environ.setdefault("CROUPIER_COMPILED", str(private_files.cache_folder() / "compiled"))

settings.register_profile("croupier", deadline=None, print_blob=True)
settings.load_profile("croupier")

FAST = "not long"  # the selection of make test
WHOLLY_LONG = re.compile(r"^pytestmark = \[?pytest\.mark\.long\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files with only long tests in a fast run, because importing them is slow."""
    wanted = config.option.markexpr == FAST and collection_path.suffix == ".py"
    return True if wanted and WHOLLY_LONG.search(collection_path.read_text(encoding="utf-8")) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    book = {*clauses(), *regulations()}
    for item in items:
        if item.get_closest_marker("whole"):
            item.add_marker("long")
        marked = {clause_id for marker in item.iter_markers("clause") for clause_id in marker.args}
        for clause_id in (*marked, *shown_by(item.name, marked)):
            if clause_id not in book:
                raise pytest.UsageError(f"{item.nodeid} is marked with {clause_id!r}, which is not a clause")
            item.user_properties.append(("clause", clause_id))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record whether a test failed, so that fixtures can print what they recorded."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


class Evidence:
    """Collects the evidence in the process that receives all reports, which may be the xdist controller."""

    def __init__(self) -> None:
        self.shown: defaultdict[str, list[str]] = defaultdict(list)
        self.ran = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.ran += 1
            for name, value in report.user_properties:
                if name == "clause":
                    self.shown[str(value)].append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        # Only a complete run can find that evidence is missing.
        config = session.config
        whole = (
            not config.option.keyword
            and config.option.markexpr in ("", FAST)
            and not getattr(config.option, "lf", False)
        )
        if not whole or config.args_source is pytest.Config.ArgsSource.ARGS or not self.ran:
            return
        if os.environ.get("CROUPIER_EVIDENCE") == "write":
            write_evidence(self.shown)
            return
        kept = read_evidence()
        gone = sorted({*kept.tests} - {*self.shown}) if kept else ["shown.json itself"]
        if gone:
            print(f"\nthese clauses are no longer covered by any test: {', '.join(gone)}")
            print("make evidence stores the evidence of this run")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Evidence())
