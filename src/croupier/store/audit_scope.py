"""The columns that an audit does not cover, each with the reason.

A test compares this list with `docs/store.md`. The test also changes a value in every other column, and the
audit must then report a fault.
"""

from __future__ import annotations

from collections.abc import Mapping

# A key is "table" if the audit ignores the whole table, or "table.column".
NOT_AUDITED: Mapping[str, str] = {
    "sessions": "Open sign-ins expire, and no other stored data depends on them.",
    "links": "Unused one-time links expire within a day.",
    "owners": "Leases expire within seconds, and no entry depends on an expired lease.",
    "nodes": "Each node rewrites its row every 1.5 seconds.",
    "training_cards": "The schedule of training is a personal note, and no entry depends on it.",
    "training_results": "Results of training are personal notes, and no entry depends on them.",
    "answers.at": "The time in `answers.at` only decides when the row may be deleted.",
}
