"""Test special states of the table page, such as a table that moves or a player without chips."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE, Visitor
from tests.pages.helpers.players import SOON, Player, until
from tests.pages.helpers.wires import Wire

pytestmark = pytest.mark.long

SOCKETS = re.compile("/ws/tables/")


def other_name(visitor: Visitor) -> str:
    """Return the server's address with a different host name. Browsers treat it as a different node."""
    return f"http://localhost:{urlsplit(visitor.url).port}"


def known_there(visitor: Visitor) -> None:
    """Copy the session cookie to the other host name, because real nodes share sessions."""
    token = next(one for one in visitor.context.cookies() if one["name"] == "croupier")
    visitor.context.add_cookies([{"name": "croupier", "value": token["value"], "url": other_name(visitor)}])


def sent_away(page: Page, where: str, at: str) -> None:
    """Redirect every socket to host `where` to the node at `at`, with a `moved` message."""

    def moved(socket: WebSocketRoute) -> None:
        if urlsplit(socket.url).netloc != urlsplit(at).netloc:
            socket.connect_to_server()
            return
        socket.send(f'{{"type":"moved","address":"{where}"}}')
        socket.close(code=4503, reason="moved")

    page.route_web_socket(SOCKETS, moved)


def test_page_follows_its_table(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit("Follower")
    page, there = player.page, other_name(player.visitor)
    known_there(player.visitor)
    seat = page.locator(".seat.own").get_attribute("data-seat")
    sent_away(page, there, player.visitor.url)
    page.reload(wait_until="commit")
    page.wait_for_url(f"{there}/tables/{player.table}", timeout=SOON)
    expect(page.locator(f'.seat.own[data-seat="{seat}"]')).to_be_attached(timeout=SOON)
    expect(page.locator(".note")).to_contain_text("Your table moved to another server")
    player.choice("Minimum bet").click(timeout=SOON)
    player.finish()


def test_disagreeing_nodes_cause_no_loop(visit: Visit) -> None:
    """If two nodes redirect the page to each other, the page stays at its node until one of them accepts
    it.
    """
    visitor = visit()
    page, there = visitor.page, other_name(visitor)
    sent = list[str]()
    let_in = False

    def moved(socket: WebSocketRoute) -> None:
        here = urlsplit(socket.url).netloc
        sent.append(here)
        if let_in:
            socket.connect_to_server()
            return
        where = visitor.url if here == urlsplit(there).netloc else there
        socket.send(f'{{"type":"moved","address":"{where}"}}')
        socket.close(code=4503, reason="moved")

    page.route_web_socket(SOCKETS, moved)
    page.add_init_script("Date.now = () => 1e12")  # a fixed clock, so both moves happen at the same time
    page.goto("/tables/uth-1", wait_until="commit")
    for _ in range(SOON // 50):
        if len(sent) > 2:
            break
        page.wait_for_timeout(50)
    home = urlsplit(visitor.url).netloc
    assert sent[:3] == [home, urlsplit(there).netloc, home]
    expect(page.locator(".banner")).to_contain_text("Your table is moving to another server.")
    page.wait_for_timeout(1_500)
    assert {*sent[2:]} == {home}  # the page retries the current node and does not move again
    let_in = True
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    expect(page.locator(".banner")).to_be_hidden()


def test_page_opened_on_the_wrong_node_moves_to_the_right_one(visit: Visit) -> None:
    visitor = visit()
    page, there = visitor.page, other_name(visitor)
    told = {
        "code": "moved",
        "message": "elsewhere",
        "clauses": [],
        "readings": [],
        "remedy": "",
        "address": there,
    }
    for path, posting in (
        ("/tables/uth-1", "/api/tables/uth-1"),
        ("/rules/uth-1", "/api/tables/uth-1/rules"),
    ):
        page.route(f"{visitor.url}{posting}", lambda route: route.fulfill(status=421, json=told))
        page.goto(path, wait_until="commit")
        page.wait_for_url(f"{there}{path}*", timeout=SOON)
        page.goto(f"{visitor.url}/reading")  # forget the stored state
        page.evaluate("sessionStorage.clear()")


def test_waits_for_a_table_that_is_moving(visit: Visit) -> None:
    page = visit().page
    refused: dict[str, Any] = {
        "code": "table_between",
        "message": "",
        "clauses": [],
        "readings": [],
        "remedy": "",
    }
    page.route("**/api/tables/dragon-1", lambda route: route.fulfill(status=503, json=refused), times=1)
    page.goto("/tables/dragon-1")
    expect(page.get_by_role("heading", name="This table is moving to another server.")).to_be_visible()
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    assert page.locator(".nothing").count() == 0 and page.locator(".top").count() == 1


def test_offers_chips_to_a_player_without_any(visit: Visit, table: Fresh) -> None:
    """The gold button buys chips from the wallet."""
    visitor = visit(size=PHONE).come_in("Broke")
    page, where = visitor.page, table("letitride")
    page.goto("/")
    page.evaluate(
        "where => import('/static/js/player/sit-down.js').then((found) => found.sitDown(where, 0))", where
    )
    page.goto(f"/tables/{where}")
    player = Player(visitor, where)
    gold = player.choice("Get chips")
    gold.wait_for(timeout=SOON)
    expect(gold).to_contain_text("you have $0.00, minimum bet $")
    gold.click()
    dialog = page.get_by_role("dialog", name="Get chips")
    dialog.get_by_label("Amount in dollars").fill("60")
    dialog.get_by_role("button", name="Get chips").click()
    expect(page.locator(".bal b")).to_have_text("$60.00")
    player.choice("Minimum bet").click()
    player.finish()


def test_partly_repeated_bet_is_not_sent(visit: Visit, table: Fresh) -> None:
    """With too few chips, Repeat places what the player can afford and waits for the player."""
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, table("uth"), wire).sit("Thrifty")
    laid = player.lay_everything()
    player.send()
    player.finish(0)
    player.betting()
    wire.chips = sum(laid.values()) - 1_00  # simulates a player who has lost nearly all chips
    wire.cut()
    expect(player.page.locator(".bal b")).to_have_text(f"${wire.chips / 100:,.2f}", timeout=SOON)
    bets = len(wire.said("bet"))
    expect(player.choice("Minimum bet")).to_be_enabled(timeout=SOON)
    expect(player.choice("Same again")).to_have_count(0)
    player.page.keyboard.press("r")
    expect(player.page.locator(".note.refusal")).to_contain_text("You have only $")
    expect(player.choice("Bet $")).to_be_enabled()
    assert len(wire.said("bet")) == bets


def test_plays_two_seats(visit: Visit, table: Fresh) -> None:
    """The page sends two bets, and betting stays open until both are placed."""
    player = Player(visit(), table("letitride")).sit("Twice")
    page = player.page
    first = int(page.locator(".seat.own").get_attribute("data-seat") or 0)
    page.get_by_role("button", name=f"Sit here, seat {first + 1}", exact=True).click()
    expect(page.locator(".seat.mine")).to_have_count(2, timeout=SOON)
    player.answered()
    player.pick(500)
    wagers = [stake["name"] for stake in player.stakes() if stake["required"] and not stake.get("equal_to")]
    for wager in wagers:
        player.spot(wager).click()
    placed = page.locator(".seat.mine .spot.staged")
    expect(placed.first).to_be_attached()
    player.drawn()
    once = placed.count()
    player.choice("Bet at seat ").click()
    expect(page.locator(".note")).to_contain_text("Place your bet for seat")
    for wager in wagers:
        player.spot(wager).click()
    expect(placed).to_have_count(2 * once)
    player.choice("Bet $").click()
    player.deciding()
    bets = [one["command"] for one in player.visitor.sent("do") if one["command"]["type"] == "bet@1"]
    assert sorted(one["seat"] for one in bets) == [first, first + 1]
    assert bets[0]["wagers"] == bets[1]["wagers"]
    player.finish()
    expect(page.locator(".result .versus")).to_have_count(2)
    player.choice("Same again").click()  # the page places the bets at both seats
    player.deciding()
    bets = [one["command"] for one in player.visitor.sent("do") if one["command"]["type"] == "bet@1"]
    assert len(bets) == 4


NO_TALLER = "document.documentElement.scrollHeight <= innerHeight"


def test_two_rounds_on_one_screen(visit: Visit, table: Fresh) -> None:
    """No scrolling is needed, refusals disappear when bets close, and the log starts with the bets.

    The player leaves between rounds with all chips.
    """
    player = Player(visit(), table("uth")).sit("Teller")
    page, story = player.page, player.page.locator(".log li span")
    until(page, NO_TALLER)
    player.spot("ante").click()
    expect(page.locator(".stake b")).not_to_have_text("$0.00")
    player.spot("ante").click(button="right")  # removes the chips
    expect(page.locator(".stake b")).to_have_text("$0.00")
    player.spot("trips").click()  # the bet has no Ante
    expect(page.locator(".refused-tag")).to_contain_text("Bet on Ante and Blind first")
    player.choice("Minimum bet").click()
    for number in range(2):
        player.deciding()
        expect(page).to_have_title(re.compile("^Your turn · "))  # visible even while a different tab is open
        expect(page.locator(".refused-tag")).to_have_count(0)
        expect(page.locator(".note.refusal")).to_have_count(0)
        page.get_by_role("button", name="Leave", exact=True).click()
        expect(page.locator(".note.refusal")).to_contain_text("You can leave when this round is over")
        for words in ("You: Ante $", "No more bets"):
            expect(story.filter(has_text=words)).to_have_count(1)
        player.finish(0)
        expect(story.filter(has_text=re.compile(r"^You: Ante \$[\d.]+, Blind"))).to_have_count(1)
        page.locator("h2.head").wait_for(timeout=SOON)
        until(page, NO_TALLER)
        if number == 0:
            player.choice("Same again").click()
    expect(story.first).to_contain_text("You: Ante $")
    chips = player.chips
    wallet = page.request.get("/api/me").json()["wallet"]["cents"]
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(re.compile("/$"))
    me = page.request.get("/api/me").json()
    assert me["seats"] == [] and me["wallet"]["cents"] == wallet + chips


def test_sits_down_without_a_secure_context(visit: Visit, table: Fresh) -> None:
    """Over plain HTTP, browsers provide neither randomUUID nor Web Crypto."""
    visitor = visit(size=PHONE)
    visitor.context.add_init_script(
        "Object.defineProperty(crypto, 'randomUUID', { value: undefined });"
        "Object.defineProperty(crypto, 'subtle', { value: undefined });"
    )
    page, where = visitor.page, table("topfive")
    page.goto("/")
    page.get_by_role("button", name="Sit down").and_(page.get_by_label(re.compile(f"{where}$"))).click()
    page.get_by_label("Your name").fill("Plain")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_url(f"**/tables/{where}", timeout=SOON)
    player = Player(visitor, where)
    player.choice("Minimum bet").click(timeout=SOON)
    player.finish()
