"""Twenty thousand strange messages; a million by `python -m tests.proofs.house_fuzz`."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.house.helpers.fuzzing import fuzz

MESSAGES = 20_000


@pytest.mark.long
def test_strange_messages_make_no_error_and_change_nothing_that_the_rules_do_not_give(tmp_path: Path) -> None:
    toll = asyncio.run(fuzz(tmp_path, MESSAGES, random.Random(20261116)))
    assert toll.faults == []
    assert toll.messages >= MESSAGES
    assert toll.rounds > 10 and toll.honest_rounds > 3  # it was played meanwhile, here and elsewhere
    assert {"done", "bad_message", "id_used", "stale", "only_looking", "not_your_role"} <= toll.answers.keys()
