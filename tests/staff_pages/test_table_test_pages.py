"""Test a table test in browsers, from the examiner's start to the PDF, and its pages at three widths."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.pdfs import pages_of
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.helpers.table_tests import ExamHouse, begin, deal, decide, record

pytestmark = pytest.mark.long

SEED = 7
LOOKS = [(PHONE, "light"), (MIDDLE, "dark"), (WIDE, "light")]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ExamHouse]:
    opened = ExamHouse(tmp_path, "dragon")
    try:
        yield opened
    finally:
        opened.close()


def test_dealer_takes_a_table_test_to_its_document(browser: Browser, house: ExamHouse) -> None:
    house.token("dealer")  # create the dealer's account before the examiner opens the list of dealers
    examiner, dealer = house.visitor(browser, "pit_manager"), house.visitor(browser, "dealer")
    begin(examiner.page, SEED)
    session = house.session
    dealer.page.goto(f"/pit/{session.owner.table}")
    expect(dealer.page.locator(".exam")).to_be_visible()
    deal(dealer.page, session, 2)
    pictures = os.environ.get("PICTURES")
    for size, scheme in LOOKS:
        for visitor in (examiner, dealer):
            visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
            visitor.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if pictures:
                name = f"{visitor is dealer}-{size[0]}.png"
                visitor.page.wait_for_timeout(400)
                visitor.page.screenshot(path=f"{pictures}/{name}", full_page=visitor is examiner)
        assert sideways(examiner.page) <= 0
        box = dealer.page.locator(".exam").bounding_box()
        assert box is not None and box["width"] <= size[0]
    assert violations(examiner.page) == []
    dealer.page.keyboard.press("F8")
    expect(dealer.page.locator(".exam-dialog")).to_be_visible()
    if pictures:
        dealer.page.screenshot(path=f"{pictures}/dialog.png")
    assert violations(dealer.page) == []
    dealer.page.keyboard.press("Escape")
    told = "".join(answer.text() for answer in dealer.answers if "table-tests" in answer.url and answer.ok)
    assert '"plan"' not in told and '"clause"' not in told and '"kinds"' not in told
    decide(examiner.page)
    own = dealer.page
    own.goto("/table-tests")
    own.get_by_role("button", name="Acknowledge").click()
    expect(own.get_by_text("You acknowledged test")).to_be_visible()
    paper = record(examiner.page)
    if pictures:
        Path(pictures, "result.pdf").write_bytes(paper)
    text = " ".join(pages_of(paper))
    assert "has passed the table test" in " ".join(text.split())
    for visitor in (examiner, dealer):
        visitor.close()
        visitor.check()
