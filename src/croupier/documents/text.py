"""Format internal names and clause ids as text for readers."""

from __future__ import annotations


def plain(name: str) -> str:
    """Return an identifier in words, such as "drop box" for ``drop_box``."""
    return name.replace("_", " ")


def short(clause: str) -> str:
    """Return a clause id without its game, because the page header already names the game."""
    return clause.partition("/")[2] or clause
