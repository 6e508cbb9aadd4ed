"""Croupier: the regulator's rule book for casino table games, running."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput, Refused

__version__ = "0.1.0"
__all__ = ["BadInput", "Refused", "play_record"]


def play_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Play one round by the book; the document of `croupier round --json`."""
    from croupier.records.record import play_record as play

    return play(record)
