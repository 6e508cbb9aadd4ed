"""Test the surveillance page: search, playback, live tables, and dispute files with their proof."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from croupier.server.surveillance.standalone_check import check
from tests.pages.helpers.browsers import MIDDLE, WIDE
from tests.pages.helpers.evenings import play
from tests.pages.helpers.looking import sideways, violations
from tests.pages.helpers.players import Player
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.houses import PitHouse

pytestmark = pytest.mark.long

TABLE, ROUNDS = "uth-1", 2
SLOW = 30_000  # milliseconds


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    """Run a server with machine-dealt tables and some finished rounds."""
    opened = PitHouse(tmp_path_factory.mktemp("eye"), ())
    try:
        opened.open()
        play(opened.url, "Cora", ROUNDS, (TABLE,))
        yield opened
    finally:
        opened.close()


def playing_back(page: Page) -> None:
    page.goto("/surveillance")
    hits = page.locator(".eye-hits button")
    expect(hits).to_have_count(ROUNDS, timeout=SLOW)
    hits.first.click()
    expect(page.locator(".eye-acts .here")).to_have_count(1, timeout=SLOW)


def test_search_and_step_through_a_round(visit: Visit) -> None:
    page = visit("surveillance", size=MIDDLE).page
    playing_back(page)
    steps = page.locator(".eye-acts > li").count()
    count = page.locator(".eye-transport b")
    expect(count).to_have_text(f"1 / {steps}")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"3 / {steps}")
    page.locator(".eye-track input").fill(str(steps - 1))
    expect(count).to_have_text(f"{steps} / {steps}")
    assert page.locator(".eye-acts .clause").count() >= steps / 2
    assert re.fullmatch(r"\d+\.[A-Z][\w.]*", page.locator(".eye-acts .clause").first.inner_text())
    expect(page.locator(".eye-felt .felt")).to_be_visible()
    page.get_by_label("Clause").fill("13")
    page.keyboard.press("Enter")
    expect(page.locator(".eye-hits .eye-none")).to_be_visible(timeout=SLOW)
    page.get_by_label("Clause").fill("11.H")
    page.get_by_label("Player").fill("cora")
    page.keyboard.press("Enter")
    expect(page.locator(".eye-hits button").first).to_be_visible(timeout=SLOW)


def test_pages_link_back_and_only_to_pages_that_the_person_may_open(visit: Visit) -> None:
    for role, path, own, hidden in (
        ("floor", "/surveillance", "/pit", ("/exclusions",)),
        ("accounting", "/regulator", "/accounting", ("/surveillance", "/exclusions", "/administration")),
    ):
        page = visit(role).page
        page.goto(path)
        nav = page.locator("header nav")
        expect(nav.get_by_role("link", name="Your page")).to_have_attribute("href", own, timeout=SLOW)
        expect(nav.locator('[href="/hand-pays"]')).to_have_count(1)
        for link in hidden:
            expect(nav.locator(f'[href="{link}"]')).to_have_count(0)


def test_dispute_file_from_opening_to_export(visit: Visit, tmp_path: Path) -> None:
    page = visit("surveillance", size=WIDE).page
    playing_back(page)
    page.get_by_role("button", name="Open a file").click()
    page.get_by_label("Subject").fill("Blind paid $25 only")
    page.get_by_role("button", name="Open the file").click()
    facts = page.locator(".eye-facts")
    expect(facts).to_contain_text("2 d 23 h left", timeout=SLOW)
    expect(facts).to_contain_text(f"{TABLE} round {ROUNDS}, entries")
    page.locator("select[name=part]").select_option("open")
    page.get_by_label("Text").fill("camera 15")
    page.get_by_role("button", name="Add", exact=True).click()
    item = page.locator(".eye-items li", has_text="camera 15")
    expect(item).to_be_visible(timeout=SLOW)
    item.locator("summary").click()
    item.get_by_role("textbox").fill("seen: nothing to add")
    item.get_by_role("button", name="Strike").click()
    expect(page.locator(".eye-items s")).to_have_text("camera 15", timeout=SLOW)
    with page.expect_download(timeout=90_000) as saved:
        page.locator("#export").click()
    path = tmp_path / "file.zip"
    saved.value.save_as(path)
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        (lines,) = (archive.read(name) for name in archive.namelist() if name.endswith(".lines"))
        (state,) = (json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json"))
    assert check(lines.splitlines(), state["frozen"][0]["head"]) == ""
    page.get_by_role("button", name="Verify this table’s journal").click()
    expect(page.locator(".eye-proof")).to_contain_text("entries verified", timeout=90_000)


def test_live_table_shows_no_hidden_card(visit: Visit) -> None:
    player = Player(visit("nobody"), TABLE).sit("Ada")
    player.lay_everything()
    player.choice("Bet $").click()
    player.page.locator('body[data-phase="decide"]').wait_for(timeout=SLOW)
    watching = visit("surveillance", size=MIDDLE)
    page = watching.page
    page.goto("/surveillance")
    page.get_by_role("button", name="Live").click(timeout=SLOW)
    page.locator(f'[data-table="{TABLE}"]').click(timeout=SLOW)
    expect(page.locator(".eye-when b")).to_have_text("Live", timeout=SLOW)
    expect(page.locator(".eye-felt .felt")).to_be_visible()
    expect(page.locator(".eye-said li").first).to_be_visible()
    assert violations(page) == [] and sideways(page) == 0
    own = player.sight()["own_seats"][0]
    cards = next(seat for seat in player.sight()["seats"] if seat["seat"] == own)["cards"]
    assert all(cards)
    told = [message for message in map(json.loads, watching.heard) if message["type"] == "frame"]
    assert told and all("offers" not in frame or frame["offers"] == [] for frame in told)
    for frame in told:
        shown = json.dumps([frame["entries"], frame["sight"]])
        assert not any(f'"{card}"' in shown for card in cards)
    player.choice("Check").click()  # the alert appears without a reload
    expect(page.locator(".eye-said")).to_contain_text("check", ignore_case=True, timeout=SLOW)
    assert watching.sent("do") == watching.sent("try") == []


def test_files_due_soon_are_shown(visit: Visit, house: PitHouse) -> None:
    opened = house.staff["floor"].post("/api/files", {"what": "dispute", "matter": "paid short"})

    def sooner(route: Route) -> None:
        files = route.fetch().json()
        for one in files:
            one["due"] -= 2 * 86_400 + 3_600
        route.fulfill(json=files)

    for role, page_of, place in (("surveillance", "/surveillance", ".top"), ("floor", "/pit", ".queue")):
        page = visit(role, size=MIDDLE).page
        page.goto(page_of)
        expect(page.locator("main").first).to_be_visible(timeout=SLOW)
        expect(page.locator("body")).not_to_contain_text(f"File {opened['number']}", timeout=SLOW)
        page.route("**/api/files", sooner)
        page.reload()
        expect(page.locator(place)).to_contain_text(f"File {opened['number']}", timeout=SLOW)
        expect(page.locator(place)).to_contain_text("22 h")
        assert violations(page) == []
    page.locator(".queue a", has_text=opened["number"]).click()
    expect(page.locator(".eye-facts")).to_contain_text("paid short", timeout=SLOW)


@pytest.mark.parametrize(("size", "scheme"), [(MIDDLE, "dark"), (WIDE, "light")])
def test_page_is_accessible(visit: Visit, size: tuple[int, int], scheme: str) -> None:
    page = visit("surveillance", size=size, color_scheme=scheme).page
    playing_back(page)
    assert violations(page) == [] and sideways(page) == 0
    page.get_by_role("button", name="Statistics").click()
    expect(page.locator(".eye-table tbody tr")).to_have_count(1, timeout=SLOW)
    expect(page.locator(".eye-table")).to_contain_text(TABLE)
    assert violations(page) == []


def test_other_roles_have_no_access(visit: Visit) -> None:
    page = visit("cage").page
    page.goto("/surveillance")
    expect(page.locator(".eye-outside")).to_contain_text("surveillance, regulator", timeout=SLOW)
    assert page.locator(".eye-search").count() == 0
