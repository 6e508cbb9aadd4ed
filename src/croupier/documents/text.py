"""Formatting of names and clauses."""

from __future__ import annotations


def plain(name: str) -> str:
    """Return an identifier in words: ``drop_box`` becomes "drop box"."""
    return name.replace("_", " ")


def short(clause: str) -> str:
    """Return ``uth/12.C.1.a`` without the game, which is in the page header."""
    return clause.partition("/")[2] or clause
