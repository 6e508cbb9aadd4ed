"""How papers say names and clauses."""

from __future__ import annotations


def plain(name: str) -> str:
    """``drop_box`` as it is said."""
    return name.replace("_", " ")


def short(clause: str) -> str:
    """``uth/12.C.1.a`` without the game: it stands at the head of the page."""
    return clause.partition("/")[2] or clause
