"""Test a complete live shift of each game, with dealer, floor, two players and surveillance in five browsers.

The games use all three dealing methods, and each incident happens at two tables or more.
`tests/server/test_live_shift.py` covers every game with every method over sockets.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.cli.journals import replay_journal
from croupier.games import game as game_of
from croupier.rulebook import games
from tests.pages.helpers.browsers import MIDDLE, Visitor
from tests.pages.helpers.players import Player
from tests.server.helpers.served import audit, days_books
from tests.server.helpers.shift import submitted
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.crew import Crew, press, sits
from tests.staff_pages.helpers.dealers import SOON, Dealer, confirms
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.helpers.mishaps import (
    correction,
    deck_change,
    defective,
    exposed,
    idle,
    jackpot,
    misread,
    void,
    wrong_count,
)

pytestmark = pytest.mark.long

METHODS = ("shoe", "hand", "automated")
METHOD = {game: METHODS[at % len(METHODS)] for at, game in enumerate(games())}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    folder = tmp_path_factory.mktemp("shifts")
    opened = PitHouse(folder, ())
    for game, method in METHOD.items():
        path = folder / f"{game}-{method}.toml"
        path.write_text(submitted(game, method), encoding="utf-8")
        opened.submissions += (path,)
    try:
        yield opened.open()
    finally:
        opened.close()


# Opening and closing.


def opens(manager: Visitor, table: str, submission: str) -> None:
    page = manager.page
    page.goto("/pit")
    page.get_by_role("button", name="Open a table").click(timeout=SOON)
    page.get_by_label("Table name").fill(table)
    page.get_by_label("Submission").select_option(submission)
    page.locator("select[name=dealing]").select_option("live")
    page.get_by_label("Table name").focus()
    confirms(page, "Open the table")
    expect(page.locator(f'.tbl[data-table="{table}"]')).to_be_visible(timeout=SOON)
    page.goto("about:blank")  # until the table is closed


def supervises(floor: Visitor, table: str) -> None:
    """Take over supervision of the table and inspect its devices."""
    page = floor.page
    page.goto("/pit")
    page.locator(f'.tbl[data-table="{table}"]').click(timeout=SOON)
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    page.locator('[data-pane="table"]').click()
    page.locator('[data-act="watch"]').click(timeout=SOON)
    expect(page.locator('[data-act="unwatch"]')).to_be_visible(timeout=SOON)
    page.locator('[data-act="inspection"]').click(timeout=SOON)
    confirms(page, "Save the inspection")
    expect(page.locator('[data-act="inspection"]')).to_have_count(0, timeout=SOON)


def logs_on(dealer: Dealer) -> None:
    page = dealer.page
    page.goto("/pit")
    page.locator(f'button[data-table="{dealer.table}"]').wait_for(timeout=SOON)
    if page.get_by_role("button", name="Log off").count():  # log off from the previous table
        page.get_by_role("button", name="Log off").click()
        expect(page.get_by_role("button", name="Log off")).to_have_count(0, timeout=SOON)
    page.locator(f'button[data-table="{dealer.table}"]').click(timeout=SOON)
    page.wait_for_url(f"**/pit/{dealer.table}", timeout=SOON)
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)


def closes(crew: Crew, manager: Visitor) -> None:
    """Let all players leave, log the dealer off, and close the table as pit manager."""
    crew.until("bet", "wait")
    dealer, table = crew.dealer, crew.dealer.table
    for player in crew.players.values():
        press(player.page.get_by_role("button", name="Leave", exact=True))
        player.page.wait_for_url(re.compile(r"/$"), timeout=SOON)
    for one in dealer.seats():
        if one["seat"] not in crew.players:
            dealer.page.keyboard.press(str(one["seat"]))
            press(dealer.page.get_by_role("button", name=re.compile("^(Cash out|Leave the seat)")))
    crew.wait(lambda: not dealer.seats(), "a player is still seated")
    dealer.page.goto("/pit")
    dealer.page.get_by_role("button", name="Log off").click(timeout=SOON)
    expect(dealer.page.locator(f'button[data-table="{table}"]')).to_have_text("Log on", timeout=SOON)
    page = manager.page
    page.goto(f"/pit#{table}")
    page.locator('[data-pane="table"]').click(timeout=SOON)
    page.locator('[data-act="close"]').click(timeout=SOON)
    page.get_by_label("Reason").fill("the shift is over")
    confirms(page, "Close the table")
    expect(page.locator(f'.tbl[data-table="{table}"]')).to_have_count(0, timeout=SOON)


def first_kind(crew: Crew) -> None:
    plain(crew)
    correction(crew)
    exposed(crew)
    idle(crew)
    defective(crew)


def second_kind(crew: Crew) -> None:
    crew.bets()
    wrong_count(crew)
    misread(crew)
    crew.to_the_end()
    correction(crew)
    void(crew)
    deck_change(crew)
    plain(crew)


def plain(crew: Crew) -> None:
    """Play a round without incidents, with a progressive win if the game has a meter."""
    if game_of(crew.dealer.game).meter_clauses:
        jackpot(crew)
    else:
        crew.bets()
        crew.to_the_end()


PREPARED = ("Decks received:", "inspection verified", " confirms ", "deck is ready to deal")
OPENING = (*PREPARED, "No more bets: round 1")
CORRECTED = (
    r"Round 1, seat \d: .* reversed by floor:.*: paid short",
    r"Round 1, seat \d: .* corrected by floor:.*: paid short",
)
FIRST = (
    *OPENING,
    "Round 1 is over",
    *CORRECTED,
    "Card exposed too early at ",
    "No play: cards are spread face",
    r"The \w+ deck is declared defective by floor:.*: the deck has two copies of a card",
    r"Round \d is void: ",
    *PREPARED,
    "leaves seat",
)
SECOND = (
    *OPENING,
    r"Stub counted: \d+ cards, wrong",
    r"All cards counted: \d+; no hand was misdealt",
    r"Card 1 at .* corrected from \w+ to \w+ by floor:.*: the card was misread",
    r"Seat \d is settled",
    "Round 1 is over",
    *CORRECTED,
    "Floor ruling needed: other, a drink was spilled on the layout",
    "Ruling on other by floor:.*: void, the cards cannot be read",
    "Round 2 is void: ",
    "leaves the table: a card is marked at a corner",
    *PREPARED,
    "Round 3 is over",
    "leaves seat",
)
SHIFTS: tuple[tuple[Callable[[Crew], None], tuple[str, ...]], ...] = (
    (first_kind, FIRST),
    (second_kind, SECOND),
)


@pytest.mark.parametrize("game", games())
def test_a_shift_in_five_browsers(
    browser: Browser, house: PitHouse, visit: Visit, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    began = int(time.time())
    table, submission = f"{game}-shift", f"{game}-{METHOD[game]}"
    shift, lines = SHIFTS[games().index(game) % len(SHIFTS)]
    manager, floor, eye = (visit(role, size=MIDDLE) for role in ("pit_manager", "floor", "surveillance"))
    opens(manager, table, submission)
    supervises(floor, table)
    eye.page.goto("/surveillance")
    dealer = Dealer(visit("dealer", size=MIDDLE), table, game)
    logs_on(dealer)
    crew = Crew(dealer, floor, eye, house.staff["pit_manager"])
    for name in ("Ann", "Bob"):
        player = Player(visit("nobody", size=MIDDLE), table)
        crew.players[sits(player, name)] = player
    crew.until("bet")
    assert {("dealer", "attest"), ("floor", "prepare")} <= {*crew.done}
    dealer.seat(next(n for n in range(1, 8) if n not in crew.players), "Cora")  # a player without a screen
    shift(crew)
    closes(crew, manager)
    watched(eye.page, table, game)
    for seat, player in crew.players.items():
        assert_no_hidden_cards(player.visitor, seat)
    found = audit(house.address)
    assert found.faults == () and found.entries > 100
    books = days_books(house.address, began, house.day_start)
    assert books.foots and table in {one.name for one in books.tables}
    capsys.readouterr()
    assert replay_journal(house.address, None, False, False, table) == 0
    reads_as_a_floor_log(capsys.readouterr().out, lines)


# Check the records of the shift.


def watched(page: Page, table: str, game: str) -> None:
    """As surveillance, find the void round and the correction, play them back, and verify the journal."""
    page.reload()
    page.locator('.eye-search [name="table"]').select_option(table, timeout=SOON)
    page.get_by_label("Only void rounds").check()
    plays_back(page, table, "is void")
    page.get_by_label("Only void rounds").uncheck()
    page.locator('.eye-search [name="correction"]').select_option("settlement_corrected")
    plays_back(page, table, "After the round: ")
    page.get_by_role("button", name="Verify this table’s journal").click()
    expect(page.locator(".eye-proof")).to_contain_text("entries verified", timeout=90_000)


def plays_back(page: Page, table: str, words: str) -> None:
    found = page.locator(".eye-hits")
    old = page.query_selector(".eye-hits li")
    page.get_by_role("button", name="Find").click()
    if old is not None:
        # until then, the list has the rounds of the previous search
        old.wait_for_element_state("hidden", timeout=SOON)
    hits = found.locator("button", has_text=f"{table} · ")
    expect(hits.first).to_be_visible(timeout=SOON)
    hits.first.click()
    steps = page.locator(".eye-acts")
    expect(steps).to_contain_text(words, timeout=SOON)
    expect(page.locator(".eye-transport b")).to_have_text(re.compile(r"^1 / \d+$"), timeout=SOON)
    last = int(page.locator(".eye-transport b").inner_text().partition(" / ")[2])
    page.locator("body").press("ArrowRight")
    expect(page.locator(".eye-transport b")).to_have_text(f"2 / {last}", timeout=SOON)
    page.locator(".eye-track input").fill(str(last - 1))
    expect(page.locator(".eye-transport b")).to_have_text(f"{last} / {last}", timeout=SOON)


def assert_no_hidden_cards(visitor: Visitor, own: int) -> None:
    """Check that a player received no other player's cards before the showdown."""
    shown, seen = set[int](), 0
    for frame in map(json.loads, visitor.heard):
        if frame["type"] != "frame":
            continue
        for event in (event for entry in frame["entries"] for event in entry):
            kind = event["type"].partition("@")[0]
            if kind == "cards_named" and event["place"] != f"seat{own}" and event["place"].startswith("seat"):
                raise AssertionError(event)
            if kind == "hand_shown":
                shown.add(event["seat"])
            if kind == "bets_closed":  # the last round stays visible until bets close
                shown.clear()
        for seat in frame["sight"].get("seats", ()):
            lying = [card for card in seat.get("cards", ()) if card is not None]
            seen += len(lying)
            assert not lying or seat["seat"] in (own, *shown), seat
    assert seen  # the check is not vacuous


def reads_as_a_floor_log(log: str, lines: tuple[str, ...]) -> None:
    """Check that the log contains these lines in this order."""
    at = 0
    for line in lines:
        found = re.compile(line).search(log, at)
        assert found is not None, (line, log[at : at + 3000])
        at = found.end()
    assert re.search(
        r"^\[\d+\] (Rule on an incident|Declare the deck defective) by floor:", log, re.MULTILINE
    )
    assert re.search(r"\[\w+/\d+\.\w", log)  # the lines have clauses
    for name in ("Ann", "Bob", "Cora"):  # the log uses the names of the players at the table
        assert re.search(rf"^{name} \([^)]+\) takes seat \d", log, re.MULTILINE)
        assert re.search(rf"^{name} \([^)]+\) leaves seat \d", log, re.MULTILINE)
