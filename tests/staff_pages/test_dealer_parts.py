"""Test the console's payout chips, message pacing, tray and page files."""

from __future__ import annotations

import os
import re

from croupier.pages import FILES
from croupier.pages.generated import read_page_file
from tests.staff_pages.conftest import Visit

TRAYS = (
    (100, 250, 500, 2_500, 10_000, 50_000, 100_000, 500_000),
    (200, 500, 2_000, 2_500, 10_000),
    (500, 1_000_000, 2_500_000),
)


def fewest_up_to(most: int, tray: tuple[int, ...]) -> list[int | None]:
    """Find the smallest number of chips for each multiple of fifty cents by trying every combination."""
    counts: list[int | None] = [0]
    for cents in range(50, most + 1, 50):
        before = [counts[(cents - chip) // 50] for chip in tray if chip <= cents]
        counts.append(min((count + 1 for count in before if count is not None), default=None))
    return counts


def test_amount_uses_the_fewest_chips(visit: Visit) -> None:
    page = visit("dealer").page
    page.goto("/pit")
    amounts = [*range(0, 13_000, 50), *range(49_800, 50_600, 50), *range(99_950, 103_000, 50), 125_000]
    for tray in TRAYS:
        least = fewest_up_to(130_000, tray)
        made = page.evaluate(
            "async ([all, tray]) => (await import('/static/js/core/chips.js').then("
            "({ fewest }) => all.map((one) => fewest(one, tray))))",
            [amounts, [{"value": value, "colour": ""} for value in tray]],
        )
        for amount, chips in zip(amounts, made, strict=True):
            if least[amount // 50] is None:
                assert chips is None, (tray, amount)
            else:
                assert sum(chip["value"] * chip["count"] for chip in chips) == amount
                assert sum(chip["count"] for chip in chips) == least[amount // 50], (tray, amount)


def test_stack_uses_the_fewest_chips_and_a_coin_for_the_rest(visit: Visit) -> None:
    """A payout may include the pink $2.50 chip, and a coin pays the remainder."""
    page = visit("dealer").page
    page.goto("/pit")
    made = page.evaluate(
        "async (all) => (await import('/static/js/table/chip-stack.js').then("
        "({ breakUp }) => all.map((one) => breakUp(one))))",
        [2_50, 7_50, 4_00, 1_50, 50, 42_50],
    )
    assert made == [[250], [500, 250], [100] * 4, [100, 0], [0], [2500, 500, 500, 500, 250]]


AT_ONCE, A_SECOND = 12, 60


def test_dry_runs_wait_but_acts_do_not(visit: Visit) -> None:
    """Forty dry runs with regular acts in between stay within the server's message budget."""
    page = visit("dealer").page
    page.goto("/pit")
    said = page.evaluate(
        """async ([atOnce, aSecond]) => {
          const { Pacing } = await import('/static/js/table/pacing.js');
          const pacing = new Pacing();
          const said = [];
          pacing.begin({ at_once: atOnce, a_second: aSecond });
          const acts = setInterval(() => { pacing.spend(); said.push(['do', performance.now()]); }, 100);
          await Promise.all(Array.from({ length: 40 }, async () => {
            await pacing.turn();
            said.push(['try', performance.now()]);
          }));
          clearInterval(acts);
          return said;
        }""",
        [AT_ONCE, A_SECOND],
    )
    tries = [at for kind, at in said if kind == "try"]
    assert len(tries) == 40 and tries == sorted(tries)
    # half of the budget is reserved for acts
    assert tries[-1] - tries[0] >= 1000 * (40 - AT_ONCE / 2) / A_SECOND
    left, last = float(AT_ONCE), said[0][1]
    for kind, at in said:
        left = min(AT_ONCE, left + (at - last) * A_SECOND / 1000) - 1
        last = at
        assert left >= (AT_ONCE / 2 - 2 if kind == "try" else 0), said


SHORT = """async () => {
  const { tally } = await import('/static/js/staff/settlement-sheet.js');
  const { equals } = await import('/static/js/staff/dealer-seats.js');
  const tray = [100, 500, 2500, 10000].map((value) => ({ value, colour: 'red' }));
  const pay = { seat: 1, action: 'pay', cents: 3000, wager: 'a', clauses: [], readings: [] };
  const moves = [pay, pay, { ...pay, action: 'collect' }, { ...pay, cents: 90000, meter: 'main' }];
  const said = (holds) => tally(0, moves, 'seat 1', tray, holds);
  const chips = [...said(null).querySelectorAll('li')].map((one) => one.textContent);
  const short = (holds) => said(holds).querySelector('.short')?.textContent ?? '';
  return [chips, ...[null, 6000, 5999, -100].map(short),
    equals(['Bet 1', 'Bet 2', 'Bet 3']), equals(['Ante', 'Blind']), equals(['Ante', 'Ante Bonus'])];
}"""


def test_tray_shows_chips_per_wager_and_warns_when_short(visit: Visit) -> None:
    page = visit("dealer").page
    page.goto("/pit")
    chips, unknown, enough, short, below, *joined = page.evaluate(SHORT)
    assert chips == ["25×2", "5×2"]  # two separate payments of $30; the $900 come from the meter
    assert unknown == enough == ""  # a meter's payout does not come from the tray
    assert short.startswith("The tray is short by $0.01. It should hold $59.99.")
    assert below.startswith("The tray is short by $60.00. It should hold $0.00.")
    assert joined == ["Bet 1 = 2 = 3", "Ante = Blind", "Ante = Ante Bonus"]


ARRANGED = """async () => {
  const { FloorRoom } = await import('/static/js/staff/floor-console.js');
  const table = (name, floor) => ({ floor, kept: { table: name, standing: 'open' } });
  const room = { me: { person: 'me' }, order: [] };
  const order = (...tables) => {
    room.status = { tables };
    FloorRoom.prototype.arrange.call(room);
    return room.order.join(' ');
  };
  return [
    order(table('a', ''), table('b', 'me'), table('c', '')),
    order(table('a', 'me'), table('b', ''), table('c', '')),
    order(table('a', 'me'), table('c', ''), table('d', 'me')),
  ];
}"""


def test_number_keys_keep_their_tables(visit: Visit) -> None:
    page = visit("dealer").page
    page.goto("/pit")
    first, supervised, closed = page.evaluate(ARRANGED)
    assert first == "b a c"  # the viewer's own tables come first
    assert supervised == first  # a change of supervision does not reorder the list
    assert closed == "a c d"


SEAT = """async (act) => {
  const { seatStrip } = await import('/static/js/staff/dealer-seats.js');
  const seat = { seat: 1, name: 'Ann', player: 'p', folded: true, wagers: { w: 500 }, chips: 0 };
  const view = {
    posted: { positions: 1, wagers: [] }, due: { act }, answers: new Map(),
    seat: () => seat, label: (name) => name,
  };
  const strip = seatStrip(() => undefined);
  strip.draw(view, new Set(), null, false);
  return [strip.node.textContent, strip.node.firstChild.className];
}"""


def test_new_bet_clears_the_folded_mark(visit: Visit) -> None:
    page = visit("dealer").page
    page.goto("/pit")
    for act, folded in (("settle", True), ("close", False)):
        text, look = page.evaluate(SEAT, act)
        assert ("Folded" in text, "folded" in look) == (folded, folded), act


def test_meter_payout_does_not_reduce_the_tray(visit: Visit) -> None:
    page = visit("dealer").page
    page.goto("/pit")
    gained = page.evaluate(
        """async () => (await import('/static/js/staff/settlement-sheet.js')).winnings([
          { staked: 500, returned: 0 }, { staked: 100, returned: 90000, banked: true, from_meter: 'main' },
          { staked: 500, returned: 1000 },
        ])"""
    )
    assert gained == 0


def modules_of(name: str, found: list[str]) -> list[str]:
    if name not in found:
        found.append(name)
        text = (read_page_file(name) or b"").decode()
        for other in re.findall(r"^import [^'\n]*'([^']+)';", text, re.M):
            modules_of(os.path.normpath(os.path.join(os.path.dirname(name), other)), found)
    return found


def test_console_preloads_all_its_modules() -> None:
    text = (FILES / "dealer.html").read_text(encoding="utf-8")
    asked = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', text)
    assert asked == sorted(modules_of("js/staff/dealer-console.js", [])[1:])


def test_console_modules_name_no_game_or_wager() -> None:
    words = r"\b(uth|letitride|topfive|dragon poker|ultimate|ante|blind|trips|six_card|five_card|bet1)\b"
    for path in sorted((FILES / "js" / "staff").glob("*.js")):
        assert re.findall(words, path.read_text(encoding="utf-8"), re.I) == [], path.name
