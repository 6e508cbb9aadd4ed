"""Test that no command is lost or runs twice after a reload or a lost connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.players import SOON, Player, until
from tests.pages.helpers.wires import Wire

pytestmark = pytest.mark.long


def seen(player: Player) -> list[str]:
    """Return the accessible state of the table, which must survive a reload."""
    page = player.page
    return [
        page.locator(".seat.own .hand").aria_snapshot()
        if page.locator(".seat.own .hand:visible").count()
        else "",
        page.locator(".choices").aria_snapshot() if page.locator(".choices:visible").count() else "",
        *(text.inner_text() for text in page.locator("h2.head, .bal b").all()),
    ]


def shows(player: Player, wanted: list[str]) -> None:
    """Wait until the page shows the same state as before."""
    found = list[str]()
    for _ in range(SOON // 50):
        found = seen(player)
        if found == wanted:
            return
        player.page.wait_for_timeout(50)
    assert found == wanted


def test_reload_shows_the_same_table(visit: Visit, table: Fresh) -> None:
    """The test reloads at the first decision, at the second decision and after the round."""
    player = Player(visit(), table("uth")).sit("Reloader")
    player.page.keyboard.press("Enter")
    for checks in range(3):
        if checks < 2:
            player.deciding()
        else:
            player.finish()
        before, round_ = seen(player), player.sight()["round"]
        story = player.page.locator(".log li").count()
        player.page.reload()
        player.page.locator(".seat.own").wait_for(state="attached", timeout=SOON)
        expect(player.page.locator(".choices .choice").first).to_be_enabled(timeout=SOON)
        shows(player, before)
        assert player.sight()["round"] == round_
        if checks < 2:
            until(player.page, f"document.querySelectorAll('.log li').length >= {story - 1}")
            player.decide(0)


def lose_connection(player: Player, wire: Wire) -> None:
    """Cut the connection and wait until the page has reconnected."""
    page, opened = player.page, wire.opened
    wire.dead = True
    wire.cut()
    expect(page.locator(".banner")).to_contain_text("Connection lost. Reconnecting")
    expect(page.locator("#alerts")).to_contain_text("Connection lost")
    expect(page.locator(".choices .choice:enabled")).to_have_count(0)
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".note")).to_contain_text("You can leave when you’re reconnected")
    wire.dead = False
    expect(page.locator(".banner")).to_be_hidden(timeout=SOON)
    expect(page.locator("#alerts")).to_contain_text("Reconnected")
    assert wire.opened > opened
    hello = wire.said("hello")[-1]
    assert hello["after"][0] == player.sight()["round"]  # the page resumes from its cursor


def test_reconnects_after_a_lost_connection(visit: Visit, table: Fresh) -> None:
    """The connection is lost before a bet, at each decision and after the round."""
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, table("uth"), wire).sit("Lost")
    player.pick(500)
    player.spot("ante").click()
    player.choice("Bet $10.00").wait_for(timeout=SOON)
    lose_connection(player, wire)
    player.choice("Bet $10.00").click(timeout=SOON)  # the unsent chips are still on the areas
    player.deciding()
    lose_connection(player, wire)
    player.decide(0)
    player.deciding()
    lose_connection(player, wire)
    player.finish()
    player.page.locator("h2.head").wait_for(timeout=SOON)
    result = player.page.locator("h2.head").inner_text()
    lose_connection(player, wire)
    expect(player.page.locator("h2.head")).to_have_text(result)
    player.choice("Same again").click(timeout=SOON)
    player.deciding()


def test_accepts_an_immediate_first_click(visit: Visit, table: Fresh) -> None:
    """A click right after the page has loaded is not ignored."""
    visitor = visit()
    visitor.page.add_init_script("performance.now = () => 10")
    player = Player(visitor, table("uth")).sit("Quick")
    player.choice("Minimum bet").click(timeout=SOON)
    player.deciding()


def commands(player: Player, kind: str) -> list[dict[str, object]]:
    return [each for each in player.visitor.sent("do") if each["command"]["type"] == kind]


# Click twice with the mouse, the second time on the button that replaced the first.
DOUBLE = """choice => {
const press = (on, detail) => on.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
press(choice, 1);
const look = () => { const next = document.querySelector('[data-phase="settled"] .choices .choice:enabled');
  if (next) press(next, 2); else setTimeout(look); };
look(); }"""
# Make the clicks close together, even on a slow machine.
SAME_MOMENT = "{ let now = 1000; performance.now = () => (now += 0.001); }"


def test_double_click_makes_one_bet(visit: Visit, table: Fresh) -> None:
    visitor = visit()
    visitor.page.add_init_script(SAME_MOMENT)
    player = Player(visitor, table("topfive"))
    page = player.page
    page.goto(f"/tables/{player.table}")
    page.get_by_placeholder("Your name").fill("Double")
    page.get_by_role("button", name="Sit down", exact=True).dblclick()
    player.betting()
    assert [answer.url for answer in visitor.answers if "/api/guest" in answer.url] == [
        f"{visitor.url}/api/guest"
    ]
    player.lay_everything()
    player.choice("Bet $").dblclick()
    player.deciding()
    assert len(commands(player, "bet@1")) == 1
    page.locator(".choices .choice").first.evaluate(DOUBLE)  # the first click makes the decision
    expect(page.locator(".note")).to_contain_text("A double press counts once")
    assert player.phase == "settled"
    assert (len(commands(player, "bet@1")), len(commands(player, "decide@1"))) == (1, 1)
    player.choice("Same again").click()  # a single click counts, even an early one
    player.deciding()
    assert len(commands(player, "bet@1")) == 2
    page.locator(".choices .choice").first.press("Enter")
    page.locator('body[data-phase="settled"]').wait_for()
    player.answered()
    page.keyboard.press("Enter")  # the page ignores the second press of a double press
    expect(page.locator(".note")).to_contain_text("A double press counts once")
    assert (len(commands(player, "bet@1")), player.phase) == (2, "settled")


def test_resent_bet_is_placed_once(visit: Visit, table: Fresh) -> None:
    """If the bet or its answer is lost, the page sends the bet again with the same id."""
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, table("dragon"), wire).sit("Bad line")
    page = player.page
    for deaf, dumb in (((), ("bet",)), (("done", "frame"), ())):
        chips, bets_before = player.chips, len(wire.said("bet"))
        wire.deaf, wire.dumb = deaf, dumb
        player.choice("Minimum bet").click()
        # Buttons stay disabled until the answer arrives.
        expect(page.locator(".choices .choice:enabled")).to_have_count(0)
        for _ in range(SOON // 50):
            if len(wire.said("bet")) > bets_before:
                break
            page.wait_for_timeout(50)
        assert len(wire.said("bet")) == bets_before + 1
        wire.dumb = wire.deaf = ()
        wire.cut()
        player.deciding()
        bets = wire.said("bet")[bets_before:]
        assert len(bets) == 2 and bets[0] == bets[1]  # the page sends the bet unchanged, with its id
        placed = sum(bets[0]["command"]["wagers"].values())
        expect(page.locator(".stake b")).to_have_text(f"${placed / 100:,.2f}")
        assert player.chips == chips - placed
        player.finish()


def test_unanswered_bet_survives_a_reload(visit: Visit, table: Fresh) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, table("dragon"), wire).sit("Reloaded")
    wire.dumb = ("bet",)
    player.choice("Minimum bet").click()
    expect(player.page.locator(".choices .choice:enabled")).to_have_count(0)
    for _ in range(SOON // 50):
        if wire.said("bet"):
            break
        player.page.wait_for_timeout(50)
    wire.dumb = ()
    player.page.reload()
    expect(player.page.locator(".stake b")).to_have_text("$10.00", timeout=SOON)
    bets = wire.said("bet")
    assert len(bets) == 2 and bets[0] == bets[1]


CLOSED = {
    4401: ("signed out", "Go to lobby"),
    4404: ("This table doesn’t exist", "Go to lobby"),
    4429: ("too many windows", "Try again"),
    1009: ("Something went wrong", "Reload"),
    4403: ("opened from another site", None),
}
FIRST_TRY = 600  # milliseconds within which the page would make its first attempt to reconnect


def test_each_close_code_has_a_message_and_a_button(visit: Visit) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    page = visitor.page
    over = page.locator(".over")
    for code, (words, button) in CLOSED.items():
        page.goto("/tables/uth-1")
        page.get_by_placeholder("Your name").wait_for(timeout=SOON)
        opened = wire.opened
        wire.cut(code)
        expect(over).to_contain_text(words)
        expect(page.locator("#alerts")).to_contain_text(words)
        page.wait_for_timeout(FIRST_TRY)
        assert wire.opened == opened  # the page does not reconnect automatically
        if button is None:
            expect(over.get_by_role("button")).to_be_hidden()
            continue
        over.get_by_role("button", name=button).click()
        if button == "Go to lobby":
            page.wait_for_url(re.compile("/$"), timeout=SOON)
        else:
            page.get_by_placeholder("Your name").wait_for(timeout=SOON)
            expect(over).to_be_hidden()


def test_reconnects_after_the_server_closes_the_connection(visit: Visit) -> None:
    """A page whose connection is closed for too many messages reconnects three times and then stops."""
    visitor = visit()
    wire = Wire(visitor.page)
    page = visitor.page
    page.add_init_script("Math.random = () => 0")  # always use the shortest delay
    page.goto("/tables/uth-1")
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    banner, over = page.locator(".banner"), page.locator(".over")
    for code, words in (
        (1001, "The casino is restarting."),
        (1013, "Connection lost. Reconnecting"),
        (1011, "Connection lost. Reconnecting"),
        (1008, "The connection was closed. You’ll be reconnected automatically."),
        (1008, "The connection was closed."),
        (1008, "The connection was closed."),
    ):
        opened = wire.opened
        wire.cut(code)
        expect(banner).to_contain_text(words)
        expect(banner).to_be_hidden(timeout=SOON)
        assert wire.opened == opened + 1
    wire.cut(1008)
    expect(over).to_contain_text("closed after too many messages")
    page.wait_for_timeout(FIRST_TRY)
    assert wire.opened == opened + 1
    over.get_by_role("button", name="Reconnect").click()
    expect(over).to_be_hidden(timeout=SOON)
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)


def test_pause_disables_the_buttons(visit: Visit, table: Fresh) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, table("letitride"), wire).sit("Paused")
    page, least = player.page, player.choice("Minimum bet")
    wire.tell({"type": "notice", "code": "paused", "message": "The books are shut; nothing is lost."})
    expect(page.locator(".banner")).to_contain_text("nothing is lost")
    expect(least).to_be_disabled()
    wire.tell({"type": "notice", "code": "going_on", "message": "The house goes on."})
    expect(page.locator(".banner")).to_be_hidden()
    expect(least).to_be_enabled()
    # A new connection ends the pause.
    wire.tell({"type": "notice", "code": "paused", "message": "Nothing is lost."})
    expect(least).to_be_disabled()
    wire.cut()
    expect(least).to_be_enabled(timeout=SOON)


def test_unknown_table(visit: Visit) -> None:
    page = visit().page
    page.goto("/tables/none-9")
    expect(page.get_by_role("heading", name="This table doesn’t exist.")).to_be_visible()
    page.get_by_role("link", name="Go to lobby").click()
    page.wait_for_url(re.compile("/$"), timeout=SOON)
