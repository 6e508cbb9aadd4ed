from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.helpers.doors import House, open_house


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened
