"""Define the books of each kind of stream, with the postings of an event and the balances of a state.

A kind of stream without books moves no money. Account names here are local to the stream. The store
prefixes them with the stream's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

Posting = tuple[str, int]  # account, cents


class Books(Protocol):
    def postings(self, event: Any) -> tuple[Posting, ...]:
        """Return the postings of an event. The postings sum to zero."""

    def balances(self, state: Any) -> Mapping[str, int]:
        """Return the balance of each account in a state.

        A key "prefix:" with balance 0 covers all other accounts with that prefix.
        """


_BOOKS: dict[str, Books] = {}


def register_books(kind: str, books: Books) -> None:
    _BOOKS[kind] = books


def books_of(kind: str) -> Books | None:
    if kind not in _BOOKS:
        from croupier.store.ledgers import BOOKS

        if kind not in BOOKS:
            return None
        register_books(kind, BOOKS[kind])
    return _BOOKS[kind]


def postings_of(kind: str, stream: str, n: int, events: Iterable[Any]) -> list[tuple[int, str, int]]:
    """Return the postings of one entry in the format of a batch."""
    books = books_of(kind)
    if books is None:
        return []
    return [(n, f"{stream}/{account}", cents) for event in events for account, cents in books.postings(event)]
