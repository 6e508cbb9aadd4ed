from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.helpers.doors import House, open_house


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


@pytest.fixture(scope="module")
def still_house() -> Iterator[House]:
    """For requests that change nothing: opened once for all of them."""
    with open_house() as opened:
        yield opened
