"""List the attestations that a table needs before it opens.

At a table with real cards, the first deck cannot be loaded without them (`acts.vouching`). Other tables only
list them.
"""

from __future__ import annotations

from croupier.table.acts.vouching import asked_at_opening, missing_attestations

__all__ = ["asked_at_opening", "missing_attestations"]
