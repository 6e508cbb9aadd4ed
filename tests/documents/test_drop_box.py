"""Test how selling chips for cash at a table affects the tray, the drop box and the counts."""

from __future__ import annotations

import asyncio
import datetime
import random
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage import tray_commands as chips
from croupier.casino.cage.chip_commands import DeclareChips
from croupier.casino.gaming_day.calendar import GamingDay
from croupier.casino.gaming_day.document import document
from croupier.casino.gaming_day.report import DayBooks
from croupier.casino.machines import CasinoCommand
from croupier.documents.blocks import Number, TableBlock
from croupier.documents.gaming_day.pages import blocks
from croupier.games import game as game_of
from croupier.server.services.cage import CageService
from croupier.server.tables.decision_engine import CAGE
from croupier.store.audit import audit
from croupier.store.batches import Batch, Post
from croupier.store.database import open_store
from croupier.store.day_reader import read_day_books
from tests.server.helpers.cards import Pack
from tests.server.helpers.floor import NOW, Floor, floor
from tests.server.helpers.live import Staff

GAME, TABLE = "dragon", "dragon-1"
FILL, SOLD = 5_000_00, 500_00


async def slip(one: Floor, command: CasinoCommand) -> int:
    """Run a cage command and return the number of the latest slip."""
    await one.committer.commit(Batch(posts=(Post(CAGE, command),)))
    written: int = one.committer.state(CAGE).trays.written
    return written


async def counted(one: Floor, what: chips.Count, cents: int) -> int:
    """Record a tray count, even if it differs from the book value, and return the slip's number."""
    won, entries = await CageService(one.committer, lambda: NOW).tray_books(TABLE)
    return await slip(
        one,
        chips.CountTray(
            id=what, table=TABLE, what=what, chips={}, other=cents, won=won, entries=entries,
            by="dealer:dina", at=NOW,
        ),
    )  # fmt: skip


async def verified(one: Floor, number: int) -> None:
    await slip(one, chips.VerifyCount(slip=number, by="floor:flo", at=NOW))


async def evening(address: str, collected: bool = False) -> int:
    """Play an evening with a fill, counts, two cash purchases and a round, and return the table's win.

    With `collected`, the count team collects and counts the drop box, and accounting declares chips.

    The win is computed from the players' chips, not from the server's books.
    """
    chance, deck = random.Random(3), game_of(GAME).deck.order
    async with floor(address, GAME, money="real", dealing="live", cards="named") as one:
        staff = Staff(one, Pack(lambda: tuple(chance.sample(deck, len(deck)))))
        fill = chips.RequestChips(
            id="f", table=TABLE, what="fill", chips={}, other=FILL, by="floor:flo", at=NOW
        )
        number = await slip(one, fill)
        for by in ("cage:kim", "dealer:dina"):
            await slip(one, chips.SignTraySlip(slip=number, by=by, at=NOW))
        opener = await counted(one, "opener", FILL)
        await staff.sit(1, SOLD)  # the opener is counted but not yet verified
        await verified(one, opener)
        await staff.sit(3, SOLD)
        await staff.until("bet")
        await staff.round(1, 3)
        purses = sum(one.owner.state.seating.purses.values())
        won = 2 * SOLD - purses  # between rounds, nothing else changes the players' chips
        await verified(one, await counted(one, "closer", FILL - 2 * SOLD + won))
        if collected:
            await slip(one, cash.CollectDropBox(id="b", table=TABLE, by="count_team:cora", at=NOW))
            count = cash.CountDropBox(box=1, bills={"10000": 9}, by="count_team:cora", at=NOW)
            await slip(one, count)
            await slip(one, cash.VerifyDropBox(box=1, by="count_team:ned", at=NOW))
            found = DeclareChips(id="c", cents=300_00, reason="found", by="accounting:lee", at=NOW)
            await slip(one, found)
        return won


def read_books(address: str) -> DayBooks:
    with open_store(address, reading=True) as store:
        assert audit(store).faults == ()
        day = GamingDay(datetime.datetime.fromtimestamp(NOW, datetime.UTC).date(), 0)
        return read_day_books(store, day)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[DayBooks, int]:
    address = f"sqlite:///{tmp_path_factory.mktemp('drop')}/house.sqlite"
    won = asyncio.run(evening(address))
    return read_books(address), won


@pytest.mark.long
def test_a_count_after_cash_sales_at_the_table_is_neither_over_nor_short(told: tuple[DayBooks, int]) -> None:
    books, won = told
    assert books.cage is not None and books.foots
    tray = books.cage.trays.trays[TABLE]
    assert (tray.fills, tray.sold, tray.differences) == (FILL, 2 * SOLD, 0)
    assert tray.opener is not None and tray.closer is not None
    assert tray.closer.expected == tray.closer.cents == FILL - 2 * SOLD + won
    assert tray.counted_win == won == books.tables[0].spans["day"].total.win
    (check,) = [one for one in books.checks if one.what == f"money in the drop box of {TABLE}"]
    assert check.one == check.other == 2 * SOLD


@pytest.mark.long
def test_page_states_the_expected_drop_box_contents(told: tuple[DayBooks, int]) -> None:
    books, won = told
    (drop,) = [one for one in blocks(books) if isinstance(one, TableBlock) and one.name == "Drop boxes real"]
    assert [str(cell) for cell in drop.rows[0]] == [TABLE, "$0.00", "$1,000.00", "$1,000.00"]
    assert [str(cell) for cell in drop.total[1:]] == ["$0.00", "$1,000.00", "$1,000.00"]
    (counts,) = [
        one for one in blocks(books) if isinstance(one, TableBlock) and one.name == "Opener to closer"
    ]
    opener, brought, by_play, over, closer = (
        cell.value for cell in counts.rows[0] if isinstance(cell, Number)
    )
    assert opener + brought + by_play + over == closer == Fraction(FILL - 2 * SOLD + won, 100)
    # the fill came before opener and closer
    assert (brought, by_play, over) == (-2 * SOLD // 100, Fraction(won, 100), 0)
    (tray,) = document(books)["trays"]
    assert tray["sold"] == 2 * SOLD and tray["over_or_short"] == 0


def test_report_of_a_day_with_a_collected_drop_box_foots(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/house.sqlite"
    asyncio.run(evening(address, collected=True))
    books = read_books(address)
    (check,) = [one for one in books.checks if one.what == f"money in the drop box of {TABLE}"]
    assert check.one == check.other == 0
    assert books.foots and books.cage is not None
    assert [(one.what, one.by, one.cents) for one in books.cage.incidents] == [
        (f"drop box 1 of {TABLE} is short", "count_team:ned", -100_00),
        ("chips declared", "accounting:lee", 300_00),
    ]
