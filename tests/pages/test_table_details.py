"""Test details of the table page: neutral choices, linked areas, captions, menus, shortcuts, short
windows.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE, WIDE
from tests.pages.helpers.players import SOON, Player, until

pytestmark = pytest.mark.long

LANDSCAPE, ZOOMED = (844, 390), (720, 450)


def test_choices_look_alike_until_advice(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    expect(player.gold).to_have_count(0)
    player.page.get_by_role("button", name="Get advice").click()
    expect(player.gold).to_have_count(1)


def test_chips_on_linked_areas_are_placed_once(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit()
    player.pick(500)
    stake = player.page.locator(".stake b")
    for wager in ("bet1", "bet2", "bet3"):
        player.spot(wager).click()
        expect(stake).to_have_text("$15.00")
    expect(player.page.locator(".note")).to_contain_text("are always equal: $5.00 each")
    player.spot("bet2").click()  # place a second chip on the same area
    expect(stake).to_have_text("$30.00")
    player.choice("Undo").click()
    expect(stake).to_have_text("$15.00")
    player.choice("Undo").click()
    expect(stake).to_have_text("$0.00")


COVERED = """() => [...document.querySelectorAll('.own button.spot')].filter((spot) => {
  const box = spot.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top?.closest('.refused-tag');
}).map((spot) => spot.ariaLabel)"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_refusal_covers_no_betting_area(visit: Visit, table: Fresh, size: tuple[int, int]) -> None:
    player = Player(visit(size=size), table("uth")).sit()
    page = player.page
    for wager in ("trips", "progressive"):
        if not player.spot(wager).count():
            continue
        player.spot(wager).click()
        expect(page.locator(".refused-tag")).to_be_visible()
        assert page.evaluate(COVERED) == []


def test_caption_says_who_won(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("topfive")).sit()
    page = player.page
    for _ in range(3):
        page.keyboard.press("Enter")
        player.finish(-1)
        player.betting()
        own = next(seat for seat in player.sight()["seats"] if seat["seat"] in player.sight()["own_seats"])
        outcome = next((one for one in own["outcomes"] if one["wager"] == "play"), None)
        result = outcome["result"] if outcome else "push"
        words = {"win": "You beat the dealer: ", "lose": "The dealer wins: "}.get(result, "")
        expect(page.locator(".call q")).to_contain_text(words)
        if not words:
            continue
        expect(page.locator(".versus")).to_contain_text(words)
        page.locator(".call .why").click()  # the rule sheet explains the result, not the betting
        clause = outcome["clauses"][0] if outcome else ""
        expect(page.get_by_role("dialog", name="The rule").locator("h3").first).to_have_text(clause)
        return


def test_caption_without_a_dealer_says_what_the_hand_pays(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit()
    player.choice("Minimum bet").click()
    player.finish(0)
    player.betting()
    own = next(seat for seat in player.sight()["seats"] if seat["seat"] in player.sight()["own_seats"])
    outcome = own["outcomes"][0]
    words = f"pays {outcome['pays']}" if outcome["result"] == "win" else "doesn’t pay"
    expect(player.page.locator(".call q")).to_have_text(f"Your {own['hand']['words']} {words}.")


CALL = """async ([result, kicker]) => {
  const { callWords } = await import('/static/js/table/round-result.js');
  const hand = { words: 'pair of tens', cards: [] };
  const outcomes = [{ wager: 'ante', result, staked: 500, returned: 0 }];
  return callWords({ seat: 1, outcomes, hand }, hand, [], true, kicker);
}"""


def test_caption_names_the_kicker(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    kicker = {"seat": 1, "own": "nine", "dealer": "king"}
    assert page.evaluate(CALL, ["lose", kicker]) == "The dealer wins: pair of tens, king over nine."
    assert (
        page.evaluate(CALL, ["win", {**kicker, "own": "ace"}])
        == "You beat the dealer: pair of tens, ace over king."
    )
    assert page.evaluate(CALL, ["lose", None]) == "The dealer wins: pair of tens, with the higher kicker."


def test_log_names_a_decision_and_its_bet_once(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("dragon")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    player.choice("Play").click()
    log = player.page.locator(".log li span")
    expect(log.filter(has_text=re.compile(r"^You: Play \$5\.00$"))).to_have_count(1)


def test_turn_is_announced_after_the_cards_that_precede_it(visit: Visit, table: Fresh) -> None:
    """A decision is announced immediately, after its cards and in the same announcement."""
    player = Player(visit(), table("uth")).sit()
    alerts = player.page.locator("#alerts")
    player.choice("Minimum bet").click()
    expect(alerts).to_contain_text(re.compile(r"Your cards are .+ Your turn: before the Flop\."))
    player.deciding()
    player.choice("Check").click()
    expect(alerts).to_contain_text(re.compile(r"Turned up on the board: .+ Your turn: after the Flop\."))


def test_a_refused_chip_request_is_shown_in_the_dialog(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    page = player.page
    page.get_by_role("button", name="Get chips").click()
    dialog = page.get_by_role("dialog", name="Get chips")
    dialog.get_by_label("Amount in dollars").fill("99999")
    dialog.get_by_role("button", name="Get chips").click()
    expect(dialog.locator(".refusal")).to_contain_text("The wallet holds $")
    dialog.get_by_role("button", name="Close").click()
    player.drawn()
    expect(page.locator(".refused-tag")).to_have_count(0)
    expect(page.locator(".note")).to_be_hidden()


def test_log_does_not_attribute_the_previous_players_bets(visit: Visit, table: Fresh) -> None:
    where = table("uth")
    first = Player(visit(), where).sit("Ada")
    first.choice("Minimum bet").click()
    first.finish(0)
    first.betting()
    seat = first.page.locator(".seat.own").get_attribute("data-seat")
    first.page.get_by_role("button", name="Leave", exact=True).click()
    first.page.wait_for_url(re.compile("/$"))
    second = Player(visit(), where)
    second.page.goto(f"/tables/{where}")
    second.page.get_by_role("button", name=f"Sit here, seat {seat}", exact=True).click()
    second.page.get_by_placeholder("Your name").fill("Ben", timeout=SOON)
    second.page.get_by_role("button", name="Sit down", exact=True).click()
    second.betting()
    second.page.reload()
    second.betting()
    log = second.page.locator(".log li span")
    expect(log.filter(has_text="You take seat")).to_have_count(1)
    expect(log.filter(has_text="You: Ante")).to_have_count(0)


def visible_part(page: Page, selector: str) -> float:
    """Return the fraction of an element that is visible above the dock."""
    return float(
        page.evaluate(
            """(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
            const dock = document.querySelector('.dock').getBoundingClientRect();
            return Math.max(0, Math.min(box.bottom, dock.top) - Math.max(0, box.top)) / box.height; }""",
            selector,
        )
    )


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
@pytest.mark.parametrize("size", [LANDSCAPE, ZOOMED], ids=["landscape", "zoomed"])
def test_hand_is_visible_in_a_short_window(
    visit: Visit, table: Fresh, size: tuple[int, int], game: str
) -> None:
    player = Player(visit(size=size), table(game)).sit()
    page = player.page
    player.choice("Minimum bet").click()
    player.deciding()
    player.drawn()
    assert visible_part(page, ".own .hand .cards > li") > 0.9
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_menu_closes_by_escape_and_outside_tap(visit: Visit) -> None:
    page = visit(size=PHONE, has_touch=True).page
    page.goto("/tables/uth-1")
    menu, link = page.get_by_role("button", name="Menu"), page.get_by_role("link", name="Rules")
    menu.click(timeout=SOON)
    expect(link).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    page.touchscreen.tap(20, 400)
    expect(link).to_be_hidden()


def test_phone_links_to_the_details_of_the_result(visit: Visit, table: Fresh) -> None:
    player = Player(visit(size=PHONE), table("dragon")).sit()
    player.choice("Minimum bet").click()
    player.finish()
    player.page.get_by_role("button", name="Show details").click()
    until(player.page, "document.querySelector('.result').getBoundingClientRect().top < innerHeight / 2")


def test_choosing_a_chip_reveals_the_betting_areas(visit: Visit, table: Fresh) -> None:
    player = Player(visit(size=PHONE), table("uth")).sit()
    player.lay_everything()
    player.send()
    player.finish()
    player.betting()
    player.pick(500)
    until(
        player.page,
        """[...document.querySelectorAll('.own button.spot')].every((spot) =>
        spot.getBoundingClientRect().bottom < document.querySelector('.dock').getBoundingClientRect().top)""",
    )


def test_shortcuts_can_be_turned_off_and_digits_select_no_chips(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    page = player.page
    chosen = page.locator(".pick.on")
    before = chosen.get_attribute("aria-label")
    page.keyboard.press("3")
    player.drawn()
    assert chosen.get_attribute("aria-label") == before
    page.keyboard.press(".")
    expect(chosen).not_to_have_attribute("aria-label", before or "")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("?")
    page.keyboard.press(",")
    player.drawn()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(chosen).not_to_have_attribute("aria-label", before or "")


def test_no_empty_list_items_and_a_skip_link(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    heard = player.page.locator("body").aria_snapshot()
    assert [line for line in heard.splitlines() if line.strip() == "- listitem"] == []
    assert '- link "Skip to your actions"' in heard


def test_refused_leave_is_announced(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    player.page.get_by_role("button", name="Leave", exact=True).click()
    expect(player.page.locator("#alerts")).to_contain_text("You can leave when this round is over.")


def test_reload_keeps_the_last_bet(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("topfive")).sit()
    player.choice("Minimum bet").click()
    player.finish()
    player.betting()
    player.page.reload()
    expect(player.choice("Same again")).to_be_enabled(timeout=SOON)


def test_shows_the_total_since_sitting_down(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("topfive")).sit()
    page, start = player.page, player.chips
    session = page.locator(".session")
    for number in range(2):
        player.choice("Same again" if number else "Minimum bet").click()
        page.locator('body:not([data-phase="settled"])').wait_for()  # the page has removed the last result
        player.finish()
        player.betting()
    net = player.chips - start
    words = f"{'+' if net > 0 else '−' if net < 0 else ''}${abs(net) / 100:,.2f} in 2 rounds"
    expect(session).to_have_text(f"Since you sat down: {words}")
    page.reload()
    player.betting()
    expect(session).to_have_text(f"Since you sat down: {words}")


def test_withdrawn_bet_is_returned_and_not_a_push(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    player.choice("Withdraw").click()
    player.finish(0)
    expect(player.page.locator('.own [data-wager="bet1"] .tag')).to_have_text("returned")


def test_unknown_address_shows_a_page(visit: Visit) -> None:
    page = visit().page
    page.goto("/nowhere")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Go to lobby").click()
    page.wait_for_url(re.compile("/$"))
    assert page.request.get("/api/nowhere").json()["code"] == "not_found"


def test_refusals_name_no_ids(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    page = player.page
    page.get_by_role("button", name="Get chips").click()
    dialog = page.get_by_role("dialog", name="Get chips")
    dialog.get_by_label("Amount in dollars").fill("99999")
    dialog.get_by_role("button", name="Get chips").click()
    expect(dialog.locator(".refusal")).to_contain_text("The wallet holds $")
    dialog.get_by_role("button", name="Get more play money").click()
    expect(dialog.locator(".refusal")).to_contain_text("of play money in the wallet and at the tables")


def test_names_the_hand_during_a_decision(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    own = next(seat for seat in player.sight()["seats"] if seat["seat"] in player.sight()["own_seats"])
    expect(player.page.locator(".own .reads")).to_have_text(f"So far: {own['so_far']}")
    expect(player.page.locator("#alerts")).to_contain_text(f"Your hand so far: {own['so_far']}.")


def test_side_bets_are_explained_one_tap_away(visit: Visit, table: Fresh) -> None:
    player = Player(visit(size=PHONE), table("uth")).sit()
    page = player.page
    page.get_by_role("button", name="Side bets").click()
    sheet = page.get_by_role("dialog", name="Side bets")
    for stake in player.stakes():
        if not stake.get("required"):
            expect(sheet.locator("dt", has_text=stake["label"]).first).to_be_visible()
    expect(sheet).to_contain_text("Wins with three of a kind or better")
    sheet.get_by_role("button", name="Done").click()
    expect(player.spot("trips")).to_have_attribute(
        "aria-description", re.compile("Wins with three of a kind")
    )


def test_results_stay_above_the_dock_on_a_phone(visit: Visit, table: Fresh) -> None:
    player = Player(visit(size=PHONE), table("uth")).sit()
    player.lay_everything()
    player.send()
    player.finish()
    player.betting()
    until(
        player.page,
        """[...document.querySelectorAll('.own .place .spot')].every((spot) =>
        spot.getBoundingClientRect().bottom < document.querySelector('.dock').getBoundingClientRect().top)""",
    )


def test_results_stay_above_a_dock_that_grows_after_the_round(visit: Visit, table: Fresh) -> None:
    """Chips appear in the dock only after the server has answered the last decision."""
    player = Player(visit(size=PHONE), table("uth")).sit()
    player.lay_everything()
    player.send()
    player.finish()
    player.betting()
    player.page.evaluate(
        """() => {
        const more = document.createElement('p');
        more.className = 'grown';
        more.textContent = 'One more line. '.repeat(12);
        document.querySelector('.dock').append(more);
    }"""
    )
    until(
        player.page,
        """[...document.querySelectorAll('.own .place .spot')].every((spot) =>
        spot.getBoundingClientRect().bottom < document.querySelector('.dock').getBoundingClientRect().top)""",
    )


def test_own_hand_is_not_smaller_than_the_dealers(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("topfive")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    player.drawn()
    own, dealer = (
        player.page.locator(selector).first.bounding_box()
        for selector in (".own .hand .cards > li", ".lying-dealer .cards > li")
    )
    assert own is not None and dealer is not None and own["width"] >= dealer["width"] * 0.98


def test_large_text_enlarges_the_felt(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    size = "parseFloat(getComputedStyle(document.querySelector('.call')).fontSize)"
    before = player.page.evaluate(size)
    player.page.evaluate("document.documentElement.classList.add('large-text')")
    assert player.page.evaluate(size) > before * 1.2


def test_payouts_fit_beside_the_table_with_large_text(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    player.page.evaluate("document.documentElement.classList.add('large-text')")
    player.drawn()
    assert player.page.locator(".panel").evaluate("panel => panel.scrollWidth - panel.clientWidth") == 0


def test_first_visit_does_not_change_the_size_of_the_table(visit: Visit, table: Fresh) -> None:
    player = Player(visit(size=(1024, 768)), table("uth")).sit()
    width = "document.querySelector('.felt').getBoundingClientRect().width"
    before = player.page.evaluate(width)
    player.page.get_by_role("button", name="Got it").click()
    player.drawn()
    assert player.page.evaluate(width) == before


CROWDED = """() => {
  const parts = [];
  for (const place of document.querySelectorAll('.own .place[data-wager]'))
    for (const [selector, kind] of [['.ins', 'name'], ['.tag', 'amount'], ['.spot', 'area']]) {
      const node = place.querySelector(selector);
      const inside = kind === 'name' && getComputedStyle(node).position !== 'absolute';
      if (!node.hidden && !inside) parts.push([place.dataset.wager, kind, node.getBoundingClientRect()]);
    }
  const touch = (a, b) =>
    a.left < b.right - 1.5 && b.left < a.right - 1.5 && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
  return parts.flatMap(([wager, kind, box], at) =>
    parts.slice(at + 1)
      .filter(([other, what]) => other !== wager && (kind !== 'area' || what !== 'area'))
      .filter(([, , there]) => touch(box, there))
      .map(([other, what]) => `${wager} ${kind}, ${other} ${what}`));
}"""


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_names_and_amounts_of_all_bets_do_not_overlap(visit: Visit, table: Fresh, game: str) -> None:
    player = Player(visit(size=(1024, 768)), table(game)).sit()
    player.lay_everything()
    for size in ((1024, 768), WIDE, (1280, 720)):
        player.page.set_viewport_size({"width": size[0], "height": size[1]})
        player.drawn()
        assert player.page.evaluate(CROWDED) == [], size
