"""Fixtures for the browser tests of players' training. They share the fixtures of the player pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.conftest import browser, house, table, tables, visit

__all__ = ["browser", "house", "table", "tables", "visit"]
HERE = str(Path(__file__).parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses the browser as long."""
    for item in items:
        if str(item.path).startswith(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("long")
