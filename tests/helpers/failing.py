"""Record whether a test has failed, so that fixtures can report what they recorded."""

from __future__ import annotations

import pytest

FAILED = pytest.StashKey[bool]()


def failed(request: pytest.FixtureRequest) -> bool:
    return bool(request.node.stash.get(FAILED, False))
