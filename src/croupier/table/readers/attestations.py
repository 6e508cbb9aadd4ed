"""Attestations still missing before a table can open for play.

At a table with real cards they block the loading of the first deck (`acts.vouching`). Other tables only list
them.
"""

from __future__ import annotations

from croupier.table.acts.vouching import asked_at_opening, missing_attestations

__all__ = ["asked_at_opening", "missing_attestations"]
