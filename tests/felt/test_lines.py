"""Bad lines: a page that is loaded again or cut off at any moment loses nothing and does nothing twice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.felt.conftest import Visit
from tests.felt.helpers.players import SOON, Player
from tests.felt.helpers.wires import Wire

pytestmark = pytest.mark.long


def laying(player: Player) -> None:
    """Chips on the felt that were not sent: they are this page's alone."""
    player.pick(500)
    player.spot("ante").click()


def betting(player: Player) -> None:
    """A bet that was sent, by somebody who is not ready."""
    laying(player)
    player.page.evaluate("0")
    player.choice("Bet $").wait_for()


def deciding(player: Player) -> None:
    player.page.keyboard.press("Enter")
    player.page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)


def deciding_again(player: Player) -> None:
    deciding(player)
    player.decide(0)
    player.page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)


def settled(player: Player) -> None:
    deciding(player)
    player.finish()


PHASES: list[Callable[[Player], None]] = [betting, deciding, deciding_again, settled]


def seen(player: Player) -> list[str]:
    """What the page shows of the table, as a screen reader has it: the same after a reload."""
    page = player.page
    return [
        page.locator(".seat.own .hand").aria_snapshot()
        if page.locator(".seat.own .hand:visible").count()
        else "",
        page.locator(".choices").aria_snapshot() if page.locator(".choices:visible").count() else "",
        *(text.inner_text() for text in page.locator("h2.head, .bal b").all()),
    ]


@pytest.mark.parametrize("phase", PHASES[1:], ids=lambda each: each.__name__)
def test_a_reload_shows_the_same_table(visit: Visit, phase: Callable[[Player], None]) -> None:
    player = Player(visit(), "uth-1").sit(f"Reload {phase.__name__}")
    phase(player)
    before, round_ = seen(player), player.sight()["round"]
    story = player.page.locator(".log li").count()
    player.page.reload()
    player.page.locator(".seat.own").wait_for(state="attached", timeout=SOON)
    expect(player.page.locator(".choices .choice").first).to_be_enabled(timeout=SOON)
    after = seen(player)
    assert player.sight()["round"] == round_
    if phase is settled:  # what one would repeat is this page's memory; the result is the house's
        assert [*before[:1], *before[2:]] == [*after[:1], *after[2:]]
    else:
        assert before == after
        assert player.page.locator(".log li").count() >= story - 1
    player.finish()


@pytest.mark.parametrize("phase", PHASES, ids=lambda each: each.__name__)
def test_a_lost_line_comes_back_by_itself(visit: Visit, phase: Callable[[Player], None]) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, "uth-1")
    player.sight = lambda: next(m for m in reversed(wire.down) if m["type"] == "frame")["sight"]  # type: ignore[method-assign]
    player.sit(f"Lost {phase.__name__}")
    phase(player)
    page, opened = player.page, wire.opened
    wire.dead = True
    wire.cut()
    expect(page.locator(".banner")).to_contain_text("The line to the house is down")
    expect(page.locator("#alerts")).to_contain_text("Connection lost")
    expect(page.locator(".choices .choice:enabled")).to_have_count(0)
    wire.dead = False
    expect(page.locator(".banner")).to_be_hidden(timeout=20_000)
    expect(page.locator("#alerts")).to_contain_text("Connected again")
    assert wire.opened > opened
    hello = wire.said("hello")[-1]
    assert hello["after"][0] == player.sight()["round"]  # it goes on from its cursor
    if phase is betting:  # what lay there and was not sent lies there still
        expect(player.choice("Bet $10.00")).to_be_enabled()
        player.choice("Bet $10.00").click()
        page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
    player.finish()
    page.locator("h2.head").wait_for(timeout=SOON)


def test_the_first_click_counts_however_soon_it_comes(visit: Visit) -> None:
    """A page that is there at once: no time has gone by since it was asked for."""
    visitor = visit()
    visitor.page.add_init_script("performance.now = () => 10")
    player = Player(visitor, "uth-1").sit("Quick")
    player.choice("Least bet").click(timeout=SOON)
    visitor.page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)


def test_a_double_click_is_one_bet(visit: Visit) -> None:
    player = Player(visit(), "topfive-1").sit("Double")
    player.lay_everything()
    player.choice("Bet $").dblclick()
    page = player.page
    page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
    sent = [each for each in player.visitor.sent("do") if each["command"]["type"] == "bet@1"]
    assert len(sent) == 1
    page.locator(".choices .choice").first.dblclick()  # the first click decides, the second hits nothing
    page.locator("h2.head").wait_for(timeout=SOON)
    page.wait_for_timeout(500)
    sent = [each for each in player.visitor.sent("do") if each["command"]["type"] == "bet@1"]
    decided = [each for each in player.visitor.sent("do") if each["command"]["type"] == "decide@1"]
    assert (len(sent), len(decided)) == (1, 1) and player.phase == "settled"


@pytest.mark.parametrize("lost", ["the bet", "the answer"])
def test_a_bet_on_a_bad_line_is_one_bet(visit: Visit, lost: str) -> None:
    """The bet never arrived, or its answer did not: the page sends the same id again; it counts once."""
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, "dragon-1").sit(f"Bad line {lost}")
    page = player.page
    chips = player.chips
    player.choice("Least bet").wait_for()
    if lost == "the bet":
        wire.dumb = ("bet",)
    else:
        wire.deaf = ("done", "frame")
    player.choice("Least bet").click()
    page.wait_for_timeout(400)
    expect(page.locator(".choices .choice:enabled")).to_have_count(
        0
    )  # nothing can be said twice while it is not answered
    assert len(wire.said("bet")) == 1
    wire.dumb = wire.deaf = ()
    wire.cut()
    page.locator('body[data-phase="decide"]').wait_for(timeout=20_000)
    bets = wire.said("bet")
    assert len(bets) == 2 and bets[0] == bets[1]  # unchanged, with its id
    placed = sum(bets[0]["command"]["wagers"].values())
    expect(page.locator(".stake b")).to_have_text(f"${placed / 100:,.2f}")
    assert player.chips == chips - placed


def test_a_bet_that_was_not_answered_outlives_a_reload(visit: Visit) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, "dragon-1").sit("Reloaded")
    wire.dumb = ("bet",)
    player.choice("Least bet").click()
    player.page.wait_for_timeout(300)
    wire.dumb = ()
    player.page.reload()
    expect(player.page.locator(".stake b")).to_have_text("$10.00", timeout=SOON)
    bets = wire.said("bet")
    assert len(bets) == 2 and bets[0] == bets[1]


CLOSED = {
    1008: ("said too much at once", "Come back"),
    4401: ("not signed in", "To the lobby"),
    4404: ("no such table", "To the lobby"),
    4429: ("Too many windows", "Try again"),
    1009: ("too long a message", "Load again"),
    4403: ("not opened at the house", None),
}


@pytest.mark.parametrize("code", sorted(CLOSED))
def test_every_end_of_a_line_has_its_words_and_its_way_out(visit: Visit, code: int) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    page = visitor.page
    page.goto("/tables/uth-1")
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    opened = wire.opened
    wire.cut(code)
    words, button = CLOSED[code]
    over = page.locator(".over")
    expect(over).to_contain_text(words)
    expect(page.locator("#alerts")).to_contain_text(words)
    page.wait_for_timeout(1200)
    assert wire.opened == opened  # it does not come back by itself
    if button is None:
        expect(over.get_by_role("button")).to_be_hidden()
        return
    over.get_by_role("button", name=button).click()
    if button == "To the lobby":
        page.wait_for_url(re.compile("/$"))
    else:
        page.get_by_placeholder("Your name").wait_for(timeout=SOON)
        expect(over).to_be_hidden()


def test_a_house_that_closes_or_a_slow_reader_comes_back(visit: Visit) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    page = visitor.page
    page.goto("/tables/uth-1")
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    for code, words in (
        (1001, "closing for a moment"),
        (1013, "line to the house is down"),
        (1011, "is down"),
    ):
        opened = wire.opened
        wire.cut(code)
        expect(page.locator(".banner")).to_contain_text(words)
        expect(page.locator(".banner")).to_be_hidden(timeout=20_000)
        assert wire.opened == opened + 1


def test_a_pause_of_the_house_is_said_and_nothing_can_be_pressed(visit: Visit) -> None:
    visitor = visit()
    wire = Wire(visitor.page)
    player = Player(visitor, "letitride-1").sit("Paused")
    socket = wire._pairs[-1][0]
    socket.send(
        '{"type":"notice","code":"paused","message":"The house cannot write its books; nothing is lost."}'
    )
    expect(player.page.locator(".banner")).to_contain_text("nothing is lost")
    expect(player.choice("Least bet")).to_be_disabled()
    socket.send('{"type":"notice","code":"going_on","message":"The house goes on."}')
    expect(player.page.locator(".banner")).to_be_hidden()
    expect(player.choice("Least bet")).to_be_enabled()


def test_no_such_table(visit: Visit) -> None:
    page = visit().page
    page.goto("/tables/none-9")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    page.wait_for_url(re.compile("/$"))
