"""Test the gaming day of a cage whose main bank and drawers are counted, on both databases."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.casino.gaming_day.boundaries import gaming_date
from croupier.casino.gaming_day.calendar import GamingDay
from croupier.casino.gaming_day.document import document
from croupier.casino.gaming_day.report import DayBooks
from croupier.casino.machines import CasinoCommand, replace
from croupier.store.audit import audit
from croupier.store.batches import Batch, Post
from croupier.store.committer import Committer
from croupier.store.database import open_store
from croupier.store.day_reader import read_day_books
from tests.server.write_golden import cage_commands, inventory_commands

FIRST = datetime.date(2026, 11, 18)
BEGINS = 6 * 3600
NOON = int(datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.UTC).timestamp())


async def fill(address: str, commands: list[tuple[int, CasinoCommand]]) -> None:
    with open_store(address) as store:
        committer = Committer(store, day=lambda at: gaming_date(at, BEGINS))
        await committer.start()
        await committer.open("cage", "cage", cage_charter(), NOON)
        await committer.open("desk", "desk", desk_charter(), NOON)
        for at, command in commands:
            await committer.commit(Batch(posts=(Post("cage", replace(command, at=at)),)))
        await committer.stop()


def books_of(address: str, commands: list[CasinoCommand], split: int) -> list[DayBooks]:
    """Run the commands on two gaming days, and return the books of both."""
    times = [NOON + n + (86_400 if n >= split else 0) for n in range(len(commands))]
    asyncio.run(fill(address, [*zip(times, commands, strict=True)]))
    with open_store(address, reading=True) as store:
        faults = [fault.fault for fault in audit(store).faults]
        expected = ("counterpart", "the table's ")  # these commands have no tables
        assert [one for one in faults if not any(words in one for words in expected)] == []
        days = (GamingDay(FIRST + datetime.timedelta(days=number), BEGINS) for number in range(2))
        return [read_day_books(store, day) for day in days]


def disagreements(books: DayBooks) -> list[Any]:
    return [check for check in books.checks if not check.agrees]


def test_counts_of_the_cage_foot_on_every_day(address: str) -> None:
    commands = cage_commands()
    first, second = books_of(address, commands, len(commands) - len(inventory_commands()) // 2)
    assert disagreements(first) == disagreements(second) == []
    titles = {check.what for check in second.checks}
    assert {"cash of the main bank, change", "chips of the drawers, change", "chips over or short"} <= titles
    bank, drawers = document(second)["inventory"]
    assert (bank["closing_cash"], bank["closing_chips"]) == (8_800_00, 350_00)
    assert (drawers["closing_cash"], drawers["closing_chips"]) == (0, 0)
    assert bank["opening_cash"] == document(first)["inventory"][0]["closing_cash"] > 0
    words = [incident.what for incident in second.incidents]
    assert "chips of drawer 2 are short" in words and "cash of the main bank is short" in words
