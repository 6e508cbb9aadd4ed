"""The pages: what a browser shows of a house. Files alone; they know no game and no wager by name."""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "static"
PAGES = (
    "index",
    "table",
    "history",
    "rules",
    "designer",
    "evening",
    "link",
    "pit",
    "dealer",
    "surveillance",
    "regulator",
    "sign",
    "reading",
)
