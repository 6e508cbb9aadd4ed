"""Open the main bank and a drawer. A second person verifies each, as before the first customer of a day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

CHIPS = {"500": 200, "2500": 200, "10000": 100}
Send = Callable[..., Any]


def count_main_bank(send: Send, cage: str, second: str, id_: str = "bank-1", number: int = 1) -> None:
    """Count a main bank of $100,000 in cash and some chips."""
    bills = {"10000": 1000}
    send(cage, type="count_bank", id=id_, what="opening", bills=bills, chips=CHIPS)
    send(second, type="verify_bank", count=number)


def open_tracked_drawer(
    send: Send, cage: str, second: str, id_: str, number: int = 1, chips: Mapping[str, int] | None = None
) -> None:
    """Open a drawer with $2,000 and some chips."""
    send(cage, type="open_drawer", id=id_, bills={"10000": 20}, chips=dict(chips or {"500": 40}))
    send(second, type="accept_drawer", drawer=number)
