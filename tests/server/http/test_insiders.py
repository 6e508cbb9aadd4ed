"""Test that each attempt by an insider has the outcome stated in `docs/insiders.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.server.helpers.doors import House
from tests.server.http.insiders import forms, office, pairs, pit
from tests.server.http.insiders.casino import Attempt

SCENES: tuple[Callable[[House], Iterator[Attempt]], ...] = (
    office.roles,
    office.cage,
    office.count_room,
    pit.trays,
    pit.counts,
    pit.tables,
    forms.hand_pays,
    forms.exclusions,
    forms.books,
    pairs.together,
)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_attempt_ends_as_expected(house: House, scene: Callable[[House], Iterator[Attempt]]) -> None:
    wrong = [attempt for attempt in scene(house) if attempt.outcome != attempt.expected]
    assert wrong == []
