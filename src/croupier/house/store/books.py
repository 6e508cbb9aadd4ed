"""The books of each kind of stream: what an event posts, and what a state says its accounts hold.

A kind without books moves no money. Accounts here are the stream's own; the store qualifies them by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

Posting = tuple[str, int]  # account, cents


class Books(Protocol):
    def postings(self, event: Any) -> tuple[Posting, ...]:
        """What an event moves; it sums to zero."""

    def standing(self, state: Any) -> Mapping[str, int]:
        """What the state says: by account, or by "prefix:" with 0 for all of that prefix not named."""


_BOOKS: dict[str, Books] = {}


def register_books(kind: str, books: Books) -> None:
    _BOOKS[kind] = books


def books_of(kind: str) -> Books | None:
    if kind not in _BOOKS:
        from croupier.house.store.ledgers import BOOKS

        if kind not in BOOKS:
            return None
        register_books(kind, BOOKS[kind])
    return _BOOKS[kind]


def postings_of(kind: str, stream: str, n: int, events: Iterable[Any]) -> list[tuple[int, str, int]]:
    """The postings of one entry, as a batch carries them."""
    books = books_of(kind)
    if books is None:
        return []
    return [(n, f"{stream}/{account}", cents) for event in events for account, cents in books.postings(event)]
