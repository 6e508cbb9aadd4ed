"""Test the replay, the round record and the deal check on the history page."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import croupier
from croupier.games import game as game_of
from croupier.rulebook import games
from tests.pages.conftest import Evening, Visit
from tests.pages.helpers.browsers import PHONE
from tests.pages.helpers.evenings import Played, run, together
from tests.pages.helpers.looking import comes_back, tab_to
from tests.pages.helpers.opened import Opened

pytestmark = pytest.mark.long

VECTORS = Path(__file__).parents[2] / "docs" / "dealing-vectors.json"


@pytest.fixture(scope="module")
def house(evening: Evening) -> Opened:
    return evening.house


@pytest.fixture(scope="module")
def ada(evening: Evening) -> Played:
    return evening.ada


def address(table: str, number: int) -> str:
    return f"/history?table={table}&round={number}"


def told(page: Page, table: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/tables/{table}/rounds/{number}").json()
    return found


def with_cents(words: str) -> str:
    """Write amounts with cents and shorten hashes, as pages always do."""
    words = re.sub(r"\b([0-9a-f]{8})[0-9a-f]{24,}\b", r"\1…", words)
    return re.sub(r"(\$[\d,]*\d)(?![\d,.]*\d)", r"\1.00", words)


@pytest.mark.parametrize("game", games())
def test_replays_a_round_step_by_step(visit: Visit, ada: Played, game: str) -> None:
    table = f"{game}-1"
    page = comes_back(visit(), ada).page
    document = told(page, table, 2)
    page.goto(address(table, 2))
    expect(page.locator(".felt.recall")).to_be_visible()
    steps = len(document["entries"])
    first = next(
        number
        for number, entry in enumerate(document["entries"], 1)
        if entry["sight"]["turn"]["act"] == "ask"
        and entry["sight"]["turn"].get("seat") in entry["sight"].get("own_seats", ())
    )
    expect(page.locator(".recall-said")).to_contain_text(f"Step {first} of {steps}.")
    page.get_by_role("button", name="First step").click()
    for number, entry in enumerate(document["entries"], 1):
        words = with_cents(entry["lines"][0]["words"])
        expect(page.locator(".recall-said")).to_have_text(f"Step {number} of {steps}. {words}")
        expect(page.locator(".steps [aria-current]")).to_contain_text(words)
        if number < steps:
            page.get_by_role("button", name="Next step").click()
    own = next(seat for seat in document["entries"][-1]["sight"]["seats"] if seat["player"] == ada.person)
    net = own.get("net", 0)
    shown = f"{'+' if net > 0 else '−' if net < 0 else ''}${abs(net) / 100:,.2f}"
    expect(page.get_by_label("Result", exact=True).locator("tfoot")).to_contain_text(shown)
    expect(page.get_by_role("button", name="Next step")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".recall-said")).to_contain_text(f"Step {steps - 1} of")


@pytest.mark.parametrize("game", games())
def test_deal_check_passes_and_detects_a_changed_card(visit: Visit, ada: Played, game: str) -> None:
    table = f"{game}-1"
    page = comes_back(visit(), ada).page
    page.goto(address(table, 1))
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".deal-result")).to_contain_text("The deal checks out.")
    expect(page.locator(".deal-result")).to_contain_text("is part of the shuffle")
    document = told(page, table, 1)
    opening = document["deal"]["deals"][0]["openings"][0]
    opening["card"] = next(card for card in game_of(game).deck.order if card != opening["card"])
    page.route("**/rounds/1", lambda route: route.fulfill(json=document))
    page.reload()
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".deal-result")).to_contain_text("The deal does not check out.")
    expect(page.locator(".faults")).to_contain_text(f"{opening['card']} is not part of the commitment.")


def test_deal_check_detects_a_wrong_card_on_the_table(visit: Visit, ada: Played) -> None:
    page = comes_back(visit(), ada).page
    document = told(page, "uth-1", 1)
    for entry in document["entries"]:
        for seat in entry["sight"].get("seats", []):
            if seat.get("cards"):
                seat["cards"][0] = "2c" if seat["cards"][0] != "2c" else "3c"
    page.route("**/rounds/1", lambda route: route.fulfill(json=document))
    page.goto(address("uth-1", 1))
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".faults")).to_contain_text("another card was revealed for its place")


def test_verifier_matches_the_published_vectors(visit: Visit) -> None:
    """The verifier runs in the browser under the content security policy."""
    page = visit().page
    page.goto("/")
    found = page.evaluate(
        """async ({ vectors, saved }) => {
          const v = await import('/static/js/core/deal-verifier.js');
          const told = [];
          for (const one of vectors) {
            const ctx = await v.context(one.committed);
            const seed = await v.seedOf(ctx, one.root, one.reveals);
            const mix = await v.mixOf(seed, one.order.length);
            const fixed = {};
            for (const id of Object.keys(one.reveals)) fixed[id] = await v.commitmentOf(one.reveals[id]);
            const dealt = mix.map((at) => one.order[at]);
            told.push({ context: v.hex(ctx), seed: v.hex(seed), mix, fixed, dealt });
          }
          const faults = [];
          for (const deal of saved.deals) faults.push(...(await v.verifyDeal(deal)).faults);
          return { told, faults };
        }""",
        json.loads(VECTORS.read_text()),
    )
    wanted = json.loads(VECTORS.read_text())["vectors"]
    assert found["faults"] == [] and len(found["told"]) == len(wanted)
    for mine, vector in zip(found["told"], wanted, strict=True):
        assert mine == {name: vector[name] for name in ("context", "seed", "mix", "fixed", "dealt")}


def test_record_replays_with_the_same_result(visit: Visit, ada: Played) -> None:
    page = comes_back(visit(), ada).page
    page.goto(address("letitride-1", 2))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download record").click()
    assert saved.value.suggested_filename == "letitride-1-round-2.toml"
    record = tomllib.loads(Path(saved.value.path()).read_text())
    own = next(
        seat
        for seat in told(page, "letitride-1", 2)["entries"][-1]["sight"]["seats"]
        if seat["player"] == ada.person
    )
    again = croupier.play_record(record)
    assert [seat["net"] for seat in again["seats"]] == [own.get("net", 0)]


def test_never_receives_another_persons_cards(visit: Visit, house: Opened) -> None:
    first, second = run(together(house.url, "dragon-1", "fold"))
    page = comes_back(visit(), second).page
    rounds = page.request.get("/api/me/rounds?table=dragon-1").json()
    number = rounds[0]["round"]
    whole = told(page, "dragon-1", number)
    seat = next(one for one in whole["entries"][-1]["sight"]["seats"] if one["player"] == second.person)
    place = f"seat{seat['seat']}"
    hidden = [one for one in whole["deal"]["deals"][0]["openings"] if one["place"] == place]
    assert len(hidden) == 3
    visitor = comes_back(visit(), first)
    bodies: list[str] = []

    def listen(route: Route) -> None:
        answer = route.fetch()
        bodies.append(answer.text())
        route.fulfill(response=answer)

    visitor.page.route("**/api/**", listen)
    visitor.page.goto(address("dragon-1", number))
    visitor.page.get_by_role("button", name="Last step").click()
    expect(visitor.page.locator(".felt.recall")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Next step")).to_be_disabled()
    seen = "".join(bodies)
    assert first.person in seen
    for opening in hidden:
        assert opening["salt"] not in seen
    mine = json.loads(next(body for body in bodies if '"record_file"' in body))
    assert not [one for one in mine["deal"]["deals"][0]["openings"] if one["place"] == place]
    cards = [
        one
        for entry in mine["entries"]
        for one in entry["sight"].get("seats", [])
        if one["seat"] == seat["seat"]
    ]
    assert not any(card for one in cards for card in one.get("cards", []))


def test_filters_rounds_by_table_and_opens_one_by_keyboard(visit: Visit, ada: Played) -> None:
    page = comes_back(visit(size=PHONE), ada).page
    page.goto("/history")
    expect(page.locator("tbody tr")).to_have_count(2 * len(games()))
    page.locator("#which").select_option("uth-1")
    page.wait_for_url("**/history?table=uth-1")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name="Round 2").wait_for()
    tab_to(page, "Round 2")
    page.keyboard.press("Enter")
    page.wait_for_url("**round=2")
    page.get_by_text("Check the deal").first.wait_for()
