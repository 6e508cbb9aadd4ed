"""Settle random legal records and compare the results with the independent code in tests/independent."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from croupier import play_record
from tests.independent import GAMES, all_rows, fixed_parts, random_record, rows_hit, settle

BATCHES = 10
FAST = 1  # this many of them run without the `whole` marker
RECORDS = 300
LATER = [pytest.param(batch, marks=pytest.mark.whole) for batch in range(FAST, BATCHES)]


def batch_of_records(game: str, batch: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield seeds and records. Each record has its own seed, so that a failure identifies it."""
    for number in range(RECORDS):
        seed = f"{game} {batch} {number}"
        yield seed, random_record(random.Random(seed), game)


@pytest.mark.long
@pytest.mark.parametrize("batch", [*range(FAST), *LATER])
@pytest.mark.parametrize("game", GAMES)
def test_product_agrees_with_the_independent_settlement(game: str, batch: int) -> None:
    for seed, record in batch_of_records(game, batch):
        given = copy.deepcopy(record)
        document = play_record(given)
        assert given == record, f"seed {seed!r}: the record was changed"
        assert document["void"] is False, f"seed {seed!r}"
        assert fixed_parts(document) == settle(record), f"seed {seed!r}\n{record}"


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_the_compared_records_hit_every_row_of_every_paytable(game: str) -> None:
    hit = rows_hit(record for batch in range(BATCHES) for _, record in batch_of_records(game, batch))
    assert [row for row in all_rows(game) if not hit[row]] == []
