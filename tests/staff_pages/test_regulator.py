"""Test the regulator's page and the table sign."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.helpers.browsers import MIDDLE, WIDE
from tests.pages.helpers.evenings import play
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.houses import PitHouse

pytestmark = pytest.mark.long

TABLE = "dragon-1"
SLOW = 30_000  # milliseconds


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    opened = PitHouse(tmp_path_factory.mktemp("regulator"), ())
    try:
        opened.open()
        play(opened.url, "Cora", 2, (TABLE,))
        yield opened
    finally:
        opened.close()


def section(page: Page, name: str) -> None:
    page.locator(".tools").get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize(("size", "scheme"), [(MIDDLE, "light"), (WIDE, "dark")])
def test_sections_are_complete_and_accessible(visit: Visit, size: tuple[int, int], scheme: str) -> None:
    page = visit("regulator", size=size, color_scheme=scheme).page
    page.goto("/regulator")
    rows = page.locator(".eye-table:visible tbody tr")
    expect(rows.first).to_contain_text("approved", timeout=SLOW)
    page.get_by_role("button", name="dragon 1").click()
    expect(page.locator(".regulator-one:visible")).to_contain_text("follows the rules", timeout=SLOW)
    assert violations(page) == []
    section(page, "Rules")
    expect(page.locator(".regulator-section:visible")).to_contain_text("0 not covered", timeout=SLOW)
    expect(page.locator(".regulator-section:visible details")).to_have_count(4)
    section(page, "Papers")
    expect(page.get_by_role("link", name="Mathematics report").first).to_have_attribute(
        "href", "/api/submissions/dragon/1/report"
    )
    for name in ("Rules", "Figures", "Papers"):
        section(page, name)
        assert violations(page) == [] and sideways(page) == 0


def test_verify_the_store_and_compare_heads(visit: Visit) -> None:
    page = visit("regulator", size=MIDDLE).page
    page.goto("/regulator#streams")
    page.get_by_role("button", name="Verify the whole store").click(timeout=SLOW)
    expect(page.locator(".regulator-verdict")).to_contain_text("verified", timeout=90_000)
    page.get_by_role("button", name=TABLE, exact=True).click()
    expect(page.locator(".regulator-heads li")).to_have_count(2, timeout=SLOW)
    page.locator("summary", has_text="Compare with saved head").click()
    page.get_by_label("Saved head hashes").fill(f"{TABLE} 1 {'0' * 64}")
    page.get_by_role("button", name=f"Verify {TABLE}", exact=True).click()
    expect(page.locator(".regulator-verdict")).to_contain_text("1 faults", timeout=90_000)
    assert violations(page) == []


@pytest.mark.parametrize(("size", "scheme"), [(MIDDLE, "dark"), (WIDE, "light")])
def test_sign_shows_limits_paytables_and_latest_rounds(
    visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    page = visit("dealer", size=size, color_scheme=scheme).page
    page.goto(f"/sign/{TABLE}")
    expect(page.locator("h1")).to_have_text("Dragon Poker", timeout=SLOW)
    expect(page.locator(".sign-recall > li")).to_have_count(2, timeout=SLOW)
    expect(page.locator(".sign-limits")).to_contain_text("Ante")
    expect(page.locator(".sign-tables article").first).to_be_visible()
    expect(page.locator(".sign-recall")).not_to_contain_text("Cora")
    assert violations(page) == [] and sideways(page) == 0


def test_sign_announces_new_limits_and_corrections(visit: Visit) -> None:
    page = visit("dealer", size=WIDE).page

    def with_change(route: Route) -> None:
        posted = route.fetch().json()
        ante = posted["wagers"][0]["name"]
        names = ("name", "minimum", "maximum")
        of = [[one[each] for each in names] for one in posted["wagers"] if one.get("maximum")]
        limits = {name: {"minimum": least, "maximum": most} for name, least, most in of}
        assert len(limits) > 1
        limits[ante] = {"minimum": 1_000, "maximum": 50_000}  # the other limits do not change
        posted["change"] = {"limits": limits, "at": None}
        route.fulfill(json=posted)

    def with_correction(route: Route) -> None:
        rounds = route.fetch().json()
        rounds[0]["seats"][0] |= {"net": 1_234_00, "corrected": True}
        route.fulfill(json=rounds)

    page.route(f"**/api/tables/{TABLE}", with_change)
    page.route(f"**/api/tables/{TABLE}/recall", with_correction)
    page.goto(f"/sign/{TABLE}")
    expect(page.locator(".sign-change")).to_have_text(
        "New limits. Soon: Ante $10.00 to $500.00", timeout=SLOW
    )
    expect(page.locator(".sign-recall > li").first).to_contain_text("corrected+$1,234.00")
    assert violations(page) == [] and sideways(page) == 0
