"""Test that the page resumes after the server is killed and that no bet is placed twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Visit, opened
from tests.pages.helpers.opened import LONG, Opened
from tests.pages.helpers.players import SOON, Player, until
from tests.pages.helpers.wires import Wire
from tests.server.helpers.postgres import new_database
from tests.server.helpers.served import Served

pytestmark = pytest.mark.long


@pytest.fixture
def struck(tmp_path: Path) -> Iterator[Opened]:
    with opened(tmp_path) as found:
        yield found


def test_resumes_the_round_after_the_server_is_killed(visit: Visit, struck: Opened) -> None:
    """The server is killed before the answer to a bet arrives, and again during a decision."""
    visitor = visit(url=struck.url)
    visitor.struck = True
    wire = Wire(visitor.page)
    player = Player(visitor, "uth-1").sit("Struck")
    page, chips = player.page, player.chips
    player.choice("Minimum bet").wait_for(timeout=SOON)
    wire.deaf = ("done", "frame")  # the bet is stored, but its answer is lost
    player.choice("Minimum bet").click()
    for _ in range(SOON // 50):
        if any(told["type"] == "done" for told in wire.down[-20:]) and wire.said("bet"):
            break
        page.wait_for_timeout(50)
    struck.kill()
    wire.deaf = ()
    expect(page.locator(".banner")).to_contain_text("Connection lost. Reconnecting")
    expect(page.locator(".choices .choice:enabled")).to_have_count(0)
    expect(page.locator("#alerts")).to_contain_text("Connection lost")
    struck.open()
    page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
    expect(page.locator(".banner")).to_be_hidden()
    bets = wire.said("bet")
    assert len({told["id"] for told in bets}) == 1  # the page may resend the bet, but only with the same id
    placed = sum(bets[0]["command"]["wagers"].values())
    expect(page.locator(".bal b")).to_have_text(f"${(chips - placed) / 100:,.2f}")
    cards = page.locator(".seat.own .hand").aria_snapshot()
    asked = page.locator(".choices").aria_snapshot()

    struck.kill()
    expect(page.locator(".banner")).to_contain_text("Connection lost. Reconnecting", timeout=SOON)
    struck.open()
    expect(page.locator(".banner")).to_be_hidden(timeout=SOON)
    expect(page.locator(".choices .choice").first).to_be_enabled(timeout=SOON)
    assert page.locator(".seat.own .hand").aria_snapshot() == cards
    assert page.locator(".choices").aria_snapshot() == asked
    expect(page.locator(".bal b")).to_have_text(f"${(chips - placed) / 100:,.2f}")
    player.finish(0)  # the player checks and folds, and so loses the bet exactly once
    page.locator("h2.head").wait_for(timeout=SOON)
    expect(page.locator(".bal b")).to_have_text(f"${(chips - placed) / 100:,.2f}")
    assert page.request.get("/api/me/rounds").json()[0]["net"] == -placed


class Node(Opened):
    """One of several server nodes."""

    def __init__(self, folder: Path, database: str) -> None:
        super().__init__(folder)
        times = ("--betting", str(int(LONG)), "--decision", str(int(LONG)))
        self.options = ("--database", database, "--node", self.url, *times)

    def start(self) -> None:
        Served.start(self)


def test_moves_to_a_newer_node_when_its_node_dies(visit: Visit, tmp_path: Path, postgres: Any) -> None:
    home = Node(tmp_path, new_database(postgres))
    other = Node(tmp_path, home.options[1])
    try:
        home.open()
        visitor = visit(url=home.url)
        visitor.struck = True
        player = Player(visitor, "uth-1").sit("Node")
        page = player.page
        player.choice("Minimum bet").click()
        player.deciding()
        other.open()
        for _ in range(SOON // 50):  # on a busy machine, the node may be missing briefly
            if any(told["addresses"] == [other.url] for told in visitor.messages("nodes")):
                break
            page.wait_for_timeout(50)
        assert any(told["addresses"] == [other.url] for told in visitor.messages("nodes"))
        cards = page.locator(".seat.own .hand").aria_snapshot()
        home.kill()
        page.wait_for_url(re.compile(re.escape(f"{other.url}/tables/uth-1")), timeout=SOON)
        player.deciding()
        assert page.locator(".seat.own .hand").aria_snapshot() == cards
        player.finish(0)
        page.locator("h2.head").wait_for(timeout=SOON)
    finally:
        for node in (home, other):
            node.close()


# Pretend that other nodes exist but do not answer. A routed response would not work, because Chromium does
# not let a page with a routed response contact localhost.
SEVERAL = """(() => { const fetched = window.fetch; window.asked = [];
window.fetch = async (what, how) => {
  if (String(what).startsWith('NODE')) { window.asked.push(String(what)); throw new TypeError('no line'); }
  const answer = await fetched(what, how);
  if (String(what) !== '/api/tables/uth-1') return answer;
  return Response.json({ ...await answer.json(), nodes: ['NODE'] });
}; })()"""


def test_stays_on_its_node_when_the_players_own_connection_is_down(visit: Visit) -> None:
    """No node answers, so the page reconnects to the current node."""
    page = visit().page
    page.add_init_script(SEVERAL.replace("NODE", "http://other.example"))
    wire = Wire(page)
    page.goto("/tables/uth-1")
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    page.evaluate("window.here = true")
    wire.dead = True
    wire.cut()
    expect(page.locator(".banner")).to_contain_text("Connection lost. Reconnecting")
    until(page, "window.asked.length > 0")
    assert page.evaluate("window.asked[0]") == "http://other.example/health"
    wire.dead = False
    expect(page.locator(".banner")).to_be_hidden(timeout=SOON)
    assert page.evaluate("window.here") is True
