"""Test the rules page and the evening page."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from croupier.maths.analyze import analyze
from croupier.maths.submission_rules import terms_of_choices
from croupier.rulebook import games, paytables
from croupier.server.tables.game_guide import guide
from tests.pages.conftest import Evening, Visit
from tests.pages.helpers.browsers import PHONE
from tests.pages.helpers.evenings import Played
from tests.pages.helpers.looking import comes_back
from tests.pages.helpers.opened import Opened
from tests.server.helpers.evening import example

pytestmark = pytest.mark.long


@pytest.mark.parametrize("game", games())
def test_shows_exact_figures_of_every_wager(visit: Visit, game: str) -> None:
    page = visit().page
    page.goto(f"/rules/{game}-1")
    page.get_by_text("Odds: Main game").wait_for(timeout=30_000)
    results = analyze(terms_of_choices(example(game).choices))["results"]
    rows = page.locator("#numbers tbody tr").filter(has=page.locator("small"))
    assert rows.count() >= len(results)
    text = page.locator("#numbers table").first.inner_text()
    for result in results:
        assert f"{100 * result['house_edge']:.3f}%".replace("-", "−") in text, result["wager"]
    assert page.locator("#how ol li").count() >= 4
    captions = page.locator("#pays caption").all_inner_texts()
    for wager in {*example(game).choices.paytables} & {*guide(game).wagers}:
        assert any(guide(game).wagers[wager] in caption for caption in captions), wager
    assert not re.search(r"Win \d+/\d+", page.locator("#numbers").inner_text())
    shown = page.locator("#pays caption").count()
    assert shown >= len(example(game).choices.paytables)


def test_every_notice_shows_its_clauses(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/uth-1")
    notices = page.locator("#pays .plain-list li")
    notices.first.wait_for(timeout=20_000)
    assert notices.count() == notices.filter(has=page.locator("button.why")).count() > 0


def test_names_choices_hands_and_bets_as_the_table_does(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/uth-1")
    steps = page.locator("#how .answers")
    expect(steps).to_contain_text("4×: Play bet of 4× your Ante", timeout=30_000)
    expect(steps).to_contain_text("1×: Play bet equal to your Ante")
    expect(page.locator("#pays")).to_contain_text("Super royal flush, other suits")
    expect(page.locator("#readings")).to_contain_text("Play the Board, paytable A")
    page.goto("/rules/letitride-1")
    expect(page.locator("#how .answers")).to_contain_text("Keep or take back Bet 1", timeout=30_000)
    page.goto("/rules/dragon-1")
    expect(page.locator("#pays")).to_contain_text("Three phoenixes", timeout=30_000)


def test_unknown_table_leads_to_the_lobby(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/none")
    page.get_by_role("link", name="Go to lobby").click(timeout=30_000)
    page.wait_for_url(re.compile("/$"))


def test_shows_readings_and_the_rule_book(visit: Visit, house: Opened) -> None:
    page = visit(size=PHONE).page
    page.goto("/rules/uth-1")
    taken = page.locator("#readings article").filter(has_text="U-01")
    expect(taken).to_contain_text("differs from the default", timeout=20_000) if example("uth").reading(
        "U-01"
    ) != "R2" else expect(taken).to_contain_text("The hand is the two hole cards and the three Flop cards")
    chapter = page.locator(".chapter").filter(has_text="Chapter 12").first
    chapter.locator("summary").click()
    expect(chapter.locator("li").first).to_be_visible()
    book = httpx.get(f"{house.url}/api/rules/games/uth", trust_env=False).json()
    twelve = next(one for one in book["chapters"] if one["chapter"] == 12)
    assert chapter.locator("li").count() == len(twelve["clauses"])
    expect(page.locator("#force")).to_contain_text("uth, version 1")
    assert page.locator("#pays svg").count() > 5 * len(paytables("uth"))


@pytest.fixture(scope="module")
def house(evening: Evening) -> Opened:
    return evening.house


@pytest.fixture(scope="module")
def ada(evening: Evening) -> Played:
    return evening.ada


def test_evening_adds_up(visit: Visit, ada: Played) -> None:
    page = comes_back(visit(), ada).page
    page.goto("/evening")
    page.get_by_text("Your result and what to expect").first.wait_for(timeout=60_000)
    told = page.request.get("/api/me/evening").json()
    rounds = page.request.get("/api/me/rounds").json()
    assert [(one["table"], one["round"], one["net"]) for one in told] == [
        (one["table"], one["round"], one["net"]) for one in rounds
    ]
    net = sum(one["net"] for one in told)
    cost = sum(one["cost"] for one in told)
    shown = page.get_by_label("Summary").inner_text()
    assert f"{'+' if net > 0 else '−' if net < 0 else ''}${abs(net) / 100:,.2f}" in shown
    assert f"${cost / 100:,.2f}" in shown
    wrong = [each for one in told for each in one["decisions"] if not each["cost"].startswith("0/")]
    right = sum(len(one["decisions"]) for one in told) - len(wrong)
    expect(
        page.get_by_text(re.compile(rf"^You made the best choice in {right} of \d+ decisions"))
    ).to_be_visible()
    assert page.get_by_label("Costliest").locator("tbody tr").count() == min(12, len(wrong))
    assert all(one["expected"] < 0 and one["variance"] > 0 for one in told)
    chart = page.get_by_role("img", name=re.compile(f"Result .* after {len(told)} rounds"))
    expect(chart).to_be_visible()
