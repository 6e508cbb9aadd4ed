"""Test that the paytable designer is fast in the browser and that its figures equal the mathematics."""

from __future__ import annotations

import os
import re
import tomllib
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.maths.repricing import Repricing
from croupier.maths.results import exact
from croupier.server.workers.designer import terms_for
from tests.pages.conftest import Visit
from tests.pages.helpers.looking import tab_to
from tests.pages.helpers.opened import Opened
from tests.pages.helpers.tables import link_of
from tests.server.helpers.evening import example

pytestmark = pytest.mark.long

ROWS = (  # a game, a row of its main wager and different payments for the row
    ("uth", "flush", ("2 to 1", "5 to 2")),
    ("letitride", "flush", ("2 to 1", "9 to 1")),
    ("dragon", "trips", ("9 to 1", "5 to 1")),
    ("topfive", "play", ("3 to 2", "2 to 1")),
)


def answered(page: Page) -> str:
    """Return the exact edge on the page after the server has answered."""
    expect(page.locator(".stale")).to_have_count(0, timeout=20_000)
    text = page.get_by_text(re.compile(r"^Edge as a fraction: -?\d+/\d+$")).text_content()
    assert text is not None
    return text.removeprefix("Edge as a fraction: ")


@pytest.mark.parametrize(("game", "row", "payments"), ROWS)
def test_figures_equal_the_mathematics(visit: Visit, game: str, row: str, payments: tuple[str, ...]) -> None:
    page = visit().page
    page.goto(f"/designer/{game}-1")
    field = page.locator(f"#pay-{row}")
    field.wait_for(timeout=30_000)
    ready = Repricing(terms_for(example(game).choices, "main", {}, {}), "main", None)
    assert answered(page) == exact(ready.base.house_edge)
    for pays in payments:
        field.fill(pays)
        expect(
            page.get_by_text(f"Edge as a fraction: {exact(ready.solve({row: pays}).house_edge)}", exact=True)
        ).to_be_visible()
        moved = len(ready.solve({row: pays}).moved)
        expect(page.locator(".moved p")).to_contain_text(
            f"{moved:,} of" if moved else "The best strategy stays the same."
        )
    page.get_by_role("button", name="Reset", exact=True).click()
    expect(
        page.get_by_text(f"Edge as a fraction: {exact(ready.base.house_edge)}", exact=True)
    ).to_be_visible()


def test_slider_and_reset_by_keyboard(visit: Visit) -> None:
    page = visit().page
    page.goto("/designer/letitride-1")
    page.locator("#pay-flush").wait_for(timeout=30_000)
    tab_to(page, "Flush, slider")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#pay-flush")).to_have_value("9 to 1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#pay-flush")).to_have_value("7 to 1")
    tab_to(page, "Reset Flush to 8 to 1")
    page.keyboard.press("Enter")
    expect(page.locator("#pay-flush")).to_have_value("8 to 1")
    expect(page.get_by_text("Edge as a fraction: 37963/1082900")).to_be_visible()


def test_raises_and_another_wager(visit: Visit) -> None:
    page = visit().page
    page.goto("/designer/uth-1")
    page.get_by_label("First").fill("3, 5")
    expect(page.get_by_text(re.compile(r"^\d+ of 1,079 decisions change"))).to_be_visible(timeout=60_000)
    page.get_by_label("First").fill("1, 2")
    expect(
        page.locator(".refusal")
        .filter(has_text="Raises must decrease")
        .or_(page.locator(".refusal").filter(has_text="raises must decrease"))
        .first
    ).to_be_visible(timeout=60_000)
    page.get_by_label("Wager").select_option(label="Trips")
    page.get_by_label("Start from").select_option("B")
    ready = Repricing(terms_for(example("uth").choices, "trips", {}, {}), "trips", "B")
    expect(page.get_by_text(f"Edge as a fraction: {exact(ready.base.house_edge)}", exact=True)).to_be_visible(
        timeout=60_000
    )


def test_marks_the_row_with_an_invalid_payment(visit: Visit) -> None:
    page = visit().page
    page.goto("/designer/uth-1")
    page.locator("#pay-flush").fill("plenty")
    expect(page.locator("#pay-flush")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".refusal")).to_contain_text("“plenty” is not understood. For “Flush”, enter odds")
    expect(page.locator(".stale")).to_contain_text("These figures are for your last valid paytable.")
    page.locator("#pay-flush").fill("")
    expect(page.locator(".refusal")).to_contain_text("Enter a payment for “Flush”.")
    page.locator("#pay-flush").fill("2 to 1")
    expect(page.locator(".stale")).to_have_count(0)


def test_finds_the_payment_for_a_target_edge(visit: Visit) -> None:
    page = visit().page
    page.goto("/designer/uth-1")
    page.get_by_label("Row").wait_for(timeout=30_000)
    page.get_by_label("Row").select_option("flush")
    page.get_by_label("Target house edge, in percent").fill("3")
    page.get_by_role("button", name="Find payment").click()
    ready = Repricing(terms_for(example("uth").choices, "main", {}, {}), "main", "A")
    gain = ready.payment("flush", Fraction(3, 100))
    expect(page.get_by_text(exact(gain))).to_be_visible()
    page.get_by_role("button", name="Use this").click()
    near = ready.edge({"flush": gain.limit_denominator(20)})
    expect(page.get_by_text(f"Edge as a fraction: {exact(near)}", exact=True)).to_be_visible()


def test_guest_downloads_a_file_and_manager_saves_a_draft(visit: Visit, house: Opened) -> None:
    page = visit().page
    page.goto("/designer/letitride-1")
    page.locator("#pay-flush").fill("9 to 1")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download file").click()
    rules = tomllib.loads(Path(saved.value.path()).read_text())
    assert rules["paytables"]["main"]["flush"] == "9 to 1" and rules["game"] == "letitride"
    assert not page.get_by_role("button", name="Save draft submission").is_visible()
    manager = visit().page
    answer = manager.request.post(f"/api{link_of(house, 'pit manager')}", headers={"x-croupier": "1"})
    assert answer.ok, answer.text()
    manager.goto("/designer/letitride-1")
    manager.locator("#pay-flush").fill("9 to 1")
    manager.get_by_role("button", name="Save draft submission").click()
    manager.get_by_text("Saved draft 1 of letitride-own.").wait_for()
    kept = manager.request.get("/api/submissions/letitride-own/1").json()
    assert tomllib.loads(kept["document"])["paytables"]["main"]["flush"] == "9 to 1"
    assert kept["status"] == "draft"


def worked(house: Opened) -> float:
    """Return the CPU seconds that the server and its child processes have used."""
    ticks = 0
    for one in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            told = one.read_text().rpartition(")")[2].split()
            if int(told[3]) == house.process.pid:  # the session of the server process
                ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_answers_quickly_after_the_first_request(visit: Visit, house: Opened) -> None:
    """The test measures CPU time, because wall time depends on the machine's load."""
    page = visit().page
    took: dict[str, float] = {}
    for game, row, payments in ROWS:
        body: dict[str, Any] = {"wager": "main", "letter": "" if game == "topfive" else "A", "pays": {}}
        for pays in (*payments, *payments):
            began = worked(house)
            answer = page.request.post(
                f"/api/designer/{game}-1", data={**body, "pays": {row: pays}}, headers={"x-croupier": "1"}
            )
            assert answer.ok, answer.text()
            took[game] = min(took.get(game, 9.0), worked(house) - began)
    print(f"CPU seconds per answer: {took}")
    assert max(took.values()) < 0.5, took
