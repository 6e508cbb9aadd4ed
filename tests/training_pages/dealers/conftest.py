"""Fixtures for browser tests of dealers' training, on the server fixture of `tests/staff_pages`."""

from __future__ import annotations

import pytest

from tests.staff_pages.conftest import browser, house, visit

__all__ = ["browser", "house", "visit"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that needs a browser as long."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("long")
