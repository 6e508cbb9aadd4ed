"""Test a card reader at the dealer's console, from the device's socket to the floor's decision."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.cli.readers import create_key, read_key, simulate
from croupier.client.card_reader import ReaderBridge, ReaderClient
from croupier.errors import Refused
from tests.pages.helpers.browsers import MIDDLE
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON
from tests.staff_pages.helpers.houses import Member, PitHouse
from tests.staff_pages.test_dealer_naming import at_the_flop, named

pytestmark = pytest.mark.long


@contextmanager
def bridged(client: ReaderClient) -> Iterator[int]:
    """Run a bridge on a free port, and yield the port."""
    with ReaderBridge(0, client, lambda line: None) as bridge:
        thread = threading.Thread(target=bridge.serve_forever, daemon=True)
        thread.start()
        yield int(bridge.server_address[1])
        bridge.shutdown()
        thread.join()


def sends(member: Member, command: dict[str, str]) -> None:
    member.post("/api/do", {"id": command["type"], "stream": "desk", "command": command})


def test_a_reader_enters_the_cards_and_the_floor_decides_a_disagreement(
    at: At,
    visit: Visit,
    house: PitHouse,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, key = "uth-shoe-reader", tmp_path / "shoe.key"
    dealer = at_the_flop(at, visit, table)
    assert create_key(key) == 0 and key.stat().st_mode & 0o077 == 0
    public = capsys.readouterr().out.strip()
    reader = {"table": table, "device": "shoe-1", "key": public}
    sends(house.staff["floor"], {"type": "propose_reader@1", **reader})
    client = ReaderClient(house.url, table, "shoe-1", read_key(key))
    with pytest.raises(Refused, match="confirmed card reader"):
        client.send(dealer.next_cards_left()[:1])
    sends(house.staff["pit_manager"], {"type": "confirm_reader@1", **reader})

    with bridged(client) as port:
        assert simulate(port, ["as", "not a card", "kd"]) == 1
        expect(dealer.page.locator(".entry .card:not(.slot)")).to_have_count(2, timeout=SOON)
        assert named(dealer) == ["ace of spades", "king of diamonds"]
        assert simulate(port, ["7h"]) == 0
        expect(dealer.page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
        dealer.answer("check")
        dealer.settled_down()
        assert dealer.due["cards"] == 2
        assert simulate(port, ["as"]) == 1  # it is on the board
        bar = dealer.page.locator(".refusal-bar")
        expect(bar).to_contain_text("already on the table", timeout=SOON)

        dealer.page.keyboard.type("2c")
        assert simulate(port, ["2d"]) == 0
        expect(bar).to_contain_text("you entered other cards", timeout=SOON)
        dealer.page.keyboard.type("3c")
        expect(bar).to_contain_text("The reader reads 2d, and you entered 2c", timeout=SOON)
    out = capsys.readouterr().out
    assert "ok 1" in out and "refused bad_input" in out and "refused card_twice" in out

    floor = visit("floor").page
    floor.goto(f"{house.url}/pit")
    floor.locator(f'[data-table="{table}"]').first.click(timeout=SOON)
    heading = floor.get_by_role("heading", name="The card reader and the dealer disagree")
    expect(heading).to_be_visible(timeout=SOON)
    expect(floor.locator("table.figures")).to_contain_text("Board, card 4")
    floor.get_by_label("What you saw, for the record").fill("two of clubs")
    floor.get_by_role("button", name="The dealer is right").click()
    expect(heading).to_have_count(0)
    dealer.page.keyboard.press(" ")
    expect(dealer.page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    dealer.settled_down()
    board = next(place for place in dealer.frame["sight"]["places"] if place["place"] == "board")
    assert board["cards"] == ["As", "Kd", "7h", "2c", "3c"]


PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


def card_readers(visit: Visit, house: PitHouse, role: str, **options: object) -> Page:
    page = visit(role, **options).page
    page.goto(f"{house.url}/card-readers")
    expect(page.locator(".office-section .eye-panel").first).to_be_visible(timeout=SOON)
    return page


def test_an_administrator_proposes_a_reader_and_a_pit_manager_confirms_it(
    visit: Visit, house: PitHouse
) -> None:
    table = "uth-readers"
    house.live_table("uth-shoe", table)
    page = card_readers(visit, house, "administrator", size=MIDDLE, color_scheme="light")
    page.locator('select[name="table"]').select_option(table)
    page.get_by_label("Name of the device").fill("rfid-1")
    page.get_by_label("Public key, 64 digits").fill(PUBLIC[:-1])
    page.get_by_role("button", name="Propose the reader").click()
    expect(page.get_by_label("Public key, 64 digits")).to_be_focused()  # a digit is missing
    page.get_by_label("Public key, 64 digits").fill(PUBLIC.upper())
    page.get_by_role("button", name="Propose the reader").click()
    row = page.get_by_role("row", name="rfid-1")
    expect(row).to_contain_text("Another person must confirm it", timeout=SOON)
    expect(row.get_by_role("button", name="Confirm")).to_have_count(0)
    assert violations(page) == [] and sideways(page) == 0

    floor = card_readers(visit, house, "floor").get_by_role("row", name="rfid-1")
    expect(floor.get_by_role("button", name="Decline")).to_be_visible()
    expect(floor.get_by_role("button", name="Confirm")).to_have_count(0)

    manager = card_readers(visit, house, "pit_manager", size=(390, 844), color_scheme="dark")
    manager.get_by_role("row", name="rfid-1").get_by_role("button", name="Confirm").click()
    expect(manager.locator("dialog")).to_contain_text("d75a9801 82b10ab7")
    manager.get_by_role("button", name="The keys are equal").click()
    expect(manager.locator(".office-done")).to_contain_text("may send cards", timeout=SOON)
    assert violations(manager) == [] and sideways(manager) == 0

    page.get_by_role("button", name="Refresh").click()
    expect(row).to_contain_text("Confirmed by", timeout=SOON)
    row.get_by_role("button", name="Remove").click()
    expect(row.get_by_label("Reason to remove")).to_be_focused()
    row.get_by_label("Reason to remove").fill("antenna broken")
    row.get_by_role("button", name="Remove").click()
    page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator(".office-done")).to_contain_text("is removed", timeout=SOON)
    expect(page.get_by_role("row", name="rfid-1")).to_have_count(0)

    dealer = visit("dealer").page
    dealer.goto(f"{house.url}/card-readers")
    expect(dealer.get_by_role("heading", name="You don’t have access to this page")).to_be_visible(
        timeout=SOON
    )
