"""The columns that an audit does not cover, each with the reason.

`docs/store.md` has the same list; a test compares the two and changes every other column of a store.
"""

from __future__ import annotations

from collections.abc import Mapping

# "table" for all of its columns and rows, or "table.column".
NOT_AUDITED: Mapping[str, str] = {
    "sessions": "Sign-ins that are open now. They expire, and nothing that is stored depends on them.",
    "links": "Unused one-time links. They expire within a day.",
    "owners": "Leases of nodes. They run out within seconds; no entry depends on a lease that is over.",
    "nodes": "Nodes that are alive now. Rewritten every 1.5 seconds.",
    "answers.at": "The time after which the row may be deleted. Nothing else reads it.",
}
