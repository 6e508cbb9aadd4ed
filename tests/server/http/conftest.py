from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.helpers.doors import House, open_house


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


@pytest.fixture(scope="module")
def still_house() -> Iterator[House]:
    """A server that read-only tests share."""
    with open_house() as opened:
        yield opened
