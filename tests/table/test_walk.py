"""Test that a round of each game has no dead end, even with one mishap at any moment.

`make proof` walks further.
"""

from __future__ import annotations

import pytest

from tests.helpers.table_help import GAMES
from tests.walk.graph import walk
from tests.walk.world import Scene

SMALL = [
    Scene("uth", "shoe", sides=False, mishaps=1),
    Scene("letitride", "automated", sides=False, mishaps=1),
    Scene("dragon", "hand", live=True, mishaps=1),
    Scene("topfive", "automated", live=True, mishaps=1),
]


def test_walk_covers_every_game() -> None:
    assert {scene.game for scene in SMALL} == {*GAMES}


@pytest.mark.long
@pytest.mark.parametrize("scene", SMALL, ids=str)
def test_no_dead_ends(scene: Scene) -> None:
    """From every state, the people present can end the round lawfully with honest acts."""
    walked = walk(scene)
    assert not walked.stuck, "\n".join(walked.path(walked.stuck[0]))
    assert not walked.last, "\n".join(walked.path(walked.last[0]))
    assert not walked.hollow
    assert len(walked.parent) > 1000
