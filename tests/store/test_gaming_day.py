"""Test that the books of the gaming day balance on both databases."""

from __future__ import annotations

import datetime

import pytest

from croupier.casino.gaming_day.calendar import GamingDay
from croupier.store.database import open_store
from croupier.store.day_reader import read_day_books
from tests.server.helpers.week import BEGINS, FIRST, REAL, week


@pytest.mark.long
def test_books_of_two_days_balance(address: str) -> None:
    week(address, days=2)
    with open_store(address, reading=True) as store:
        for number, rounds in enumerate((1, 3)):
            day = GamingDay(FIRST + datetime.timedelta(days=number), BEGINS)
            books = read_day_books(store, day)
            assert [check for check in books.checks if not check.agrees] == [] != list(books.checks)
            table = next(one for one in books.tables if one.name == REAL)
            assert table.spans["day"].rounds == rounds
            assert books.over
