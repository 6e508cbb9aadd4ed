"""The static files of the browser pages. These files contain no names of games or wagers."""

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
    "missing",
)
