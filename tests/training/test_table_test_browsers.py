"""Test a table test of each game in browsers, from the examiner's start to the PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.pdfs import pages_of
from tests.helpers.table_help import GAMES
from tests.pages.helpers.browsers import running
from tests.staff_pages.helpers.table_tests import ExamHouse, begin, deal, decide, record

pytestmark = pytest.mark.long

ERRORS = 3


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running() as found:
        yield found


@pytest.mark.parametrize("game", GAMES)
def test_dealer_takes_the_test_of_each_game(browser: Browser, tmp_path: Path, game: str) -> None:
    house = ExamHouse(tmp_path, game)
    try:
        house.token("dealer")
        examiner, dealer = house.visitor(browser, "pit_manager"), house.visitor(browser, "dealer")
        begin(examiner.page, 7)
        session = house.session
        dealer.page.goto(f"/pit/{session.owner.table}")
        expect(dealer.page.locator(".exam")).to_be_visible()
        deal(dealer.page, session, ERRORS)
        decide(examiner.page)
        dealer.page.goto("/table-tests")
        dealer.page.get_by_role("button", name="Acknowledge").click()
        expect(dealer.page.get_by_text("You acknowledged test")).to_be_visible()
        text = " ".join(" ".join(pages_of(record(examiner.page))).split())
        assert "has passed the table test" in text
        for error in session.errors:
            assert error.kind and error.scene.split(".")[0][:20] in text
        for visitor in (examiner, dealer):
            visitor.close()
            visitor.check()
    finally:
        house.close()
