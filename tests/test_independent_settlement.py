"""The product's settlement against the second one in tests/independent, over random legal records."""

from __future__ import annotations

import copy
import random

import pytest

from tests.independent import GAMES, fixed_parts, random_record, settle

# Each batch has its own seed, so that a failure names the one record to look at.
BATCHES = 10
RECORDS = 150


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", GAMES)
def test_second_settlement_agrees(game: str, batch: int) -> None:
    croupier = pytest.importorskip("croupier")
    if not hasattr(croupier, "play_record"):
        pytest.skip("the product does not play records yet")
    for number in range(RECORDS):
        seed = f"{game} {batch} {number}"
        record = random_record(random.Random(seed), game)
        given = copy.deepcopy(record)
        document = croupier.play_record(given)
        assert given == record, f"seed {seed!r}: the record was changed"
        assert document["void"] is False, f"seed {seed!r}"
        assert fixed_parts(document) == settle(record), f"seed {seed!r}\n{record}"
