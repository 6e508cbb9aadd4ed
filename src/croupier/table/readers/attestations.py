"""What people are still to vouch for before a table is opened for play.

At a table with real cards it keeps the first deck out of the shoe (`acts.vouching`); elsewhere it is listed.
"""

from __future__ import annotations

from croupier.table.acts.vouching import asked_at_opening, missing_attestations

__all__ = ["asked_at_opening", "missing_attestations"]
