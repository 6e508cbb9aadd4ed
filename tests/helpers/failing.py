"""Whether a test has failed, for fixtures that then tell what they saw."""

from __future__ import annotations

import pytest

FAILED = pytest.StashKey[bool]()


def failed(request: pytest.FixtureRequest) -> bool:
    return bool(request.node.stash.get(FAILED, False))
