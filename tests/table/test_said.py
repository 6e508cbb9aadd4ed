"""Every clause, reading, code and audience that the table says, by its value.

The lines kept in `said/` are read against the rule book. When a change means to say something else, write
them anew with `python -m tests.walk.said` and read the difference.
"""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.helpers.table_help import GAMES
from tests.walk.said import heard, heard_in_the_house, kept_lines, lines, scenes
from tests.walk.world import Scene

SCENES = [
    pytest.param(scene, id=f"{game}-{number}-{scene.dealing}")
    for game in sorted(GAMES)
    for number, scene in enumerate(scenes(game), 1)
]


@pytest.mark.long
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_said_in_a_scene_that_is_not_kept(scene: Scene) -> None:
    assert sorted(heard(scene) - {*kept_lines(scene.game)}) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_nothing_is_said_by_the_house_that_is_not_kept(game: str) -> None:
    assert sorted(heard_in_the_house(game) - {*kept_lines(game)}) == []


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_the_table_says(game: str) -> None:
    """And all that is kept is said: nothing has fallen silent."""
    assert not [*unified_diff(kept_lines(game), lines(game), "kept", "now", n=0, lineterm="")]
