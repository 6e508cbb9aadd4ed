"""Send twenty thousand hostile messages. `python -m tests.proofs.house_fuzz` sends a million."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.helpers.fuzzing import fuzz

MESSAGES = 20_000


@pytest.mark.long
def test_fuzzed_messages_cause_no_error_and_no_illegal_change(tmp_path: Path) -> None:
    results = asyncio.run(fuzz(tmp_path, MESSAGES, random.Random(20261116)))
    assert results.faults == []
    assert results.messages >= MESSAGES
    assert results.rounds > 10 and results.honest_rounds > 3  # play continued at this table and at others
    assert {
        "done",
        "bad_message",
        "id_used",
        "stale",
        "only_looking",
        "not_your_role",
    } <= results.answers.keys()
