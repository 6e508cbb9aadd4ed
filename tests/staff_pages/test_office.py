"""Test the pages of the cage, the count room, accounting and administration."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.helpers.browsers import MIDDLE, WIDE
from tests.pages.helpers.looking import sideways, violations
from tests.server.helpers.tills import count_main_bank, open_tracked_drawer
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.houses import Member, PitHouse

pytestmark = pytest.mark.long

SLOW = 30_000  # milliseconds
PORTRAIT = (800, 1280)
CAGE_SECTIONS = (
    "Customers",
    "Chips",
    "Drawer",
    "Main bank",
    "Withdrawals",
    "Fills and credits",
    "Tokes",
    "Slips",
)
PAGES = {
    "cage": ("/cage", CAGE_SECTIONS),
    "count_team": ("/count", ("Count", "Collect", "Tokes")),
    "security": ("/security", ("Chips to carry",)),
    "accounting": ("/accounting", ("Gaming day", "Slips", "Cash and chips", "Tokes", "Meters")),
    "administrator": ("/administration", ("People", "Role requests", "Sessions", "Log")),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    opened = PitHouse(tmp_path_factory.mktemp("office"), ("uth",))
    try:
        yield opened.open()
    finally:
        opened.close()


@pytest.fixture(scope="module")
def counted(house: PitHouse) -> None:
    """Count the main bank once, so that each test that needs it can run alone."""
    count_main_bank(functools.partial(send_to_cage, house), "cage", "accounting")


def section(page: Page, name: str) -> None:
    page.locator(".office-tabs").get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".office-section .eye-panel").first).to_be_visible(timeout=SLOW)


def confirm(page: Page, words: str) -> None:
    page.locator("dialog").get_by_role("button", name=words, exact=True).click()


@pytest.mark.parametrize("size", [MIDDLE, WIDE, PORTRAIT])
@pytest.mark.parametrize("role", PAGES)
def test_sections_are_accessible_and_fit(visit: Visit, role: str, size: tuple[int, int]) -> None:
    scheme = "light" if size == MIDDLE else "dark"
    page = visit(role, size=size, color_scheme=scheme).page
    path, sections = PAGES[role]
    page.goto(path)
    for name in sections:
        section(page, name)
        assert violations(page) == [] and sideways(page) == 0, name


@pytest.mark.parametrize("role", PAGES)
def test_sign_in_opens_the_roles_start_page(house: PitHouse, role: str) -> None:
    assert house.staff[role].call("GET", "/api/me")["page"] == PAGES[role][0]


def test_other_roles_do_not_see_the_cage(visit: Visit) -> None:
    page = visit("dealer").page
    page.goto("/cage")
    expect(page.get_by_role("heading", name="You don’t have access to this page")).to_be_visible(timeout=SLOW)


def send_to_cage(house: PitHouse, role: str, **command: Any) -> Any:
    return house.staff[role].call("POST", "/api/do", {"id": "a", "stream": "cage", "command": command})


@pytest.mark.usefixtures("counted")
def test_customer_deposits_and_withdraws(visit: Visit, house: PitHouse) -> None:
    page = visit("cage", size=MIDDLE).page
    page.goto("/cage")
    page.get_by_label("Name", exact=True).fill("Pat Doe")
    page.get_by_role("button", name="Open an account").click()
    expect(page.get_by_role("heading", name="Pat Doe")).to_be_visible(timeout=SLOW)
    page.get_by_label("Amount in dollars").fill("500")
    page.get_by_role("button", name="Deposit", exact=True).click()
    confirm(page, "Deposit")
    expect(page.locator(".refusal")).to_contain_text("You have no open drawer", timeout=SLOW)
    send = functools.partial(send_to_cage, house)
    open_tracked_drawer(send, "cage", "accounting", "o1", chips={"500": 1})
    page.get_by_label("Amount in dollars").fill("500")
    page.get_by_role("button", name="Deposit", exact=True).click()
    confirm(page, "Deposit")
    expect(page.locator(".office-sum b")).to_have_text("$500.00", timeout=SLOW)
    with page.expect_download(timeout=SLOW) as slip:
        page.get_by_role("link", name="Print the slip").click()
    assert slip.value.suggested_filename == "deposit-1.pdf"
    assert slip.value.path().read_bytes().startswith(b"%PDF")
    page.get_by_label("Amount in dollars").fill("600")
    page.get_by_label("Identification for a withdrawal").select_option("passport")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    confirm(page, "Withdraw")
    expect(page.locator(".refusal")).to_contain_text("The wallet holds $500.00", timeout=SLOW)
    page.get_by_label("Amount in dollars").fill("120.50")
    page.get_by_label("Identification for a withdrawal").select_option("passport")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".office-sum b")).to_have_text("$500.00")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    confirm(page, "Withdraw")
    expect(page.locator(".office-sum b")).to_have_text("$379.50", timeout=SLOW)
    expect(page.get_by_role("group", name="Statement")).to_contain_text("−$120.50")
    page.get_by_label("Amount in dollars").fill("4000")
    page.get_by_role("button", name="Deposit", exact=True).click()
    confirm(page, "Deposit")
    expect(page.locator(".office-sum b")).to_have_text("$4,379.50", timeout=SLOW)
    page.get_by_label("Amount in dollars").fill("3500")
    page.get_by_label("Identification for a withdrawal").select_option("state_id")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    confirm(page, "Withdraw")
    expect(page.locator(".office-done")).to_contain_text("Another person must identify", timeout=SLOW)
    other = visit("accounting", size=MIDDLE).page
    other.goto("/accounting#cash-and-chips")
    other.get_by_role("button", name="Confirm", exact=True).click(timeout=SLOW)
    confirm(other, "Confirm")
    expect(other.locator(".office-done")).to_contain_text("pays $3,500.00 to Pat Doe", timeout=SLOW)
    send_to_cage(house, "cage", type="close_drawer", bills={}, other=2_879_50, chips={"500": 1})
    send_to_cage(house, "accounting", type="verify_drawer", drawer=1)


@pytest.mark.usefixtures("counted")
def test_cashier_counts_the_drawer_blind_and_accounting_verifies(visit: Visit) -> None:
    page = visit("cage", size=MIDDLE).page
    page.goto("/cage#drawer")
    page.get_by_label("bills of $100.00").fill("20", timeout=SLOW)
    expect(page.locator(".office-counter output").first).to_have_text("$2,000.00")
    page.get_by_label("chips of $5.00").fill("10")
    page.get_by_role("button", name="Open the drawer").click()
    confirm(page, "Open the drawer")
    waits = page.get_by_role("heading", name=re.compile(r"Your drawer \d+ waits for a second person"))
    expect(waits).to_be_visible(timeout=SLOW)
    second = visit("accounting", size=MIDDLE).page
    second.goto("/accounting#cash-and-chips")
    expect(second.locator("main")).to_contain_text("$2,000.00 in cash and $50.00 in chips", timeout=SLOW)
    second.get_by_role("button", name="Verify").click(timeout=SLOW)
    confirm(second, "Verify")
    expect(second.locator(".office-done")).to_contain_text("verified", timeout=SLOW)
    page.reload()
    expect(page.get_by_role("heading", name=re.compile(r"^Your drawer \d+$"))).to_be_visible(timeout=SLOW)
    expect(page.locator("main")).not_to_contain_text("expected $")
    page.get_by_label("bills of $100.00").fill("19")
    page.get_by_label("chips of $5.00").fill("9")
    page.get_by_role("button", name="Close the drawer").click()
    confirm(page, "Close the drawer")
    expect(page.locator("main")).to_contain_text("$100.00 short", timeout=SLOW)
    expect(page.locator("main")).to_contain_text("$5.00 short")
    other = visit("accounting", size=MIDDLE).page
    other.goto("/accounting#cash-and-chips")
    other.get_by_role("button", name="Verify").click(timeout=SLOW)
    confirm(other, "Verify")
    expect(other.locator(".office-done")).to_contain_text("verified", timeout=SLOW)


@pytest.mark.usefixtures("counted")
def test_two_people_count_the_main_bank_and_sign_a_bank_slip(visit: Visit) -> None:
    page = visit("cage", size=MIDDLE).page
    page.goto("/cage#main-bank")
    page.get_by_role("button", name="Make the closing count").click(timeout=SLOW)
    page.get_by_label("bills of $100.00").fill("1000")
    page.get_by_label("chips of $25.00").fill("7")
    page.get_by_role("button", name="Enter the count").click()
    confirm(page, "Enter the count")
    expect(page.locator("main")).to_contain_text("Another person verifies your count", timeout=SLOW)
    page.get_by_role("button", name="Received from outside").click()
    page.get_by_label("chips of $25.00").fill("4")
    page.get_by_label("From or to whom, and why").fill("delivery 12 of the manufacturer")
    page.get_by_role("button", name="Write the slip").click()
    confirm(page, "Write the slip")
    expect(page.get_by_role("group", name="Bank slips")).to_contain_text("delivery 12", timeout=SLOW)
    other = visit("accounting", size=MIDDLE).page
    other.goto("/accounting#cash-and-chips")
    other.get_by_role("button", name="Sign").click(timeout=SLOW)
    confirm(other, "Sign")
    expect(other.locator(".office-done")).to_contain_text("is signed", timeout=SLOW)
    other.get_by_role("button", name="Verify").click()
    confirm(other, "Verify")
    expect(other.locator(".office-done")).to_contain_text("main bank is verified", timeout=SLOW)
    expect(other.get_by_role("group", name="Chips in circulation")).to_contain_text("Chips in service")


def test_administrator_adds_a_person_and_issues_a_link(visit: Visit, house: PitHouse) -> None:
    page = visit("administrator", size=MIDDLE).page
    page.goto("/administration")
    page.get_by_label("Name", exact=True).fill("Nia Moss")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Nia Moss")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Issue a one-time link").click()
    expect(page.locator("dialog")).to_contain_text("/link/", timeout=SLOW)
    confirm(page, "Done")
    page.get_by_label("Reason for the change").fill("new dealer")
    page.get_by_role("button", name="Propose the role").click()
    expect(page.locator(".office-done")).to_contain_text("Another person must approve", timeout=SLOW)
    section(page, "Role requests")
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".refusal")).to_be_visible(timeout=SLOW)
    people: list[dict[str, Any]] = house.staff["administrator"].call("GET", "/api/people")
    assert [one["roles"] for one in people if one["name"] == "Nia Moss"] == [[]]


def test_regulator_approves_a_role_and_manages_nothing_else(visit: Visit, house: PitHouse) -> None:
    hired = house.staff["administrator"].post("/api/people", {"name": "Ida Reed"})["person"]
    role = {"role": "dealer", "reason": "new dealer"}
    house.staff["administrator"].post(f"/api/people/{hired}/roles", role)
    page = visit("regulator", size=WIDE).page
    page.goto("/regulator")
    page.get_by_role("link", name="Role requests").click()
    expect(page.get_by_role("group", name="Staff")).to_contain_text("Ida Reed", timeout=SLOW)
    expect(page.get_by_role("button", name="Add", exact=True)).to_have_count(0)
    section(page, "Role requests")
    row = page.get_by_role("row", name="Ida Reed")
    row.get_by_role("button", name="Approve").click()
    expect(page.locator(".office-done")).to_contain_text("The role is approved", timeout=SLOW)
    section(page, "People")
    page.get_by_role("row", name="Ida Reed").get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="Revoke dealer")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name="Propose the role")).to_have_count(0)
    assert violations(page) == [] and sideways(page) == 0


def test_new_person_sets_a_password_in_the_lobby(visit: Visit, house: PitHouse) -> None:
    admin = house.staff["administrator"]
    hired = admin.post("/api/people", {"name": "Noor Hale"})["person"]
    page = visit("nobody", size=WIDE).page
    page.goto(f"/link/{admin.post(f'/api/people/{hired}/link')['link']}")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
    page.get_by_role("button", name="Noor Hale").click(timeout=SLOW)
    dialog = page.locator("dialog")
    dialog.get_by_label("New password").fill("short")
    dialog.get_by_label("Sign-in name").fill("noor")
    dialog.get_by_role("button", name="Set the password").click()
    expect(dialog.get_by_role("status")).to_contain_text("12 to 128 characters", timeout=SLOW)
    dialog.get_by_label("New password").fill("a long pass phrase")
    dialog.get_by_role("button", name="Set the password").click()
    expect(dialog.get_by_role("status")).to_have_text("Your password is set.", timeout=SLOW)
    assert violations(page) == [] and sideways(page) == 0
    signed_in = Member(house.url).post("/api/login", {"login": "noor", "password": "a long pass phrase"})
    assert signed_in["name"] == "Noor Hale"


def test_accounting_opens_with_the_current_gaming_day(visit: Visit, house: PitHouse) -> None:
    page = visit("accounting", size=WIDE).page
    page.goto("/accounting")
    expect(page.locator('input[type="date"]')).to_have_value(house.gaming_date(), timeout=SLOW)


@pytest.mark.clause("COMAR 36.05.03.24F")
def test_pit_manager_approves_an_adjustment_of_accounting(visit: Visit, house: PitHouse) -> None:
    books = visit("accounting", size=WIDE).page
    books.goto("/accounting#meters")
    row = books.get_by_role("group", name="Meters").get_by_role("row").nth(1)
    row.get_by_label("Amount").fill("12")
    row.get_by_label("Reason").fill("a bet was not counted")
    row.get_by_role("button", name="Propose to add").click()
    waiting = books.get_by_role("group", name="Adjustments").get_by_role("row").nth(1)
    expect(waiting).to_contain_text("Another person must approve it.", timeout=SLOW)
    expect(waiting.get_by_role("button", name="Approve")).to_have_count(0)
    page = visit("pit_manager", size=WIDE).page
    page.goto("/pit")
    page.get_by_role("link", name="Meters").click(timeout=SLOW)
    expect(page.locator(".office-tabs button")).to_have_text(["Meters"], timeout=SLOW)
    expect(page.get_by_role("button", name="Propose to add")).to_have_count(0)
    assert violations(page) == [] and sideways(page) == 0
    page.get_by_role("button", name="Approve").click()
    confirm(page, "Approve")
    expect(page.locator(".office-done")).to_contain_text("The meter is adjusted", timeout=SLOW)
    alerts = house.staff["surveillance"].call("GET", "/api/pit/floor")["alerts"]
    (words,) = (one["words"] for one in alerts if one["words"].startswith("Adjustment"))
    assert words.startswith("Adjustment 1 adds $12 to the meter main of ")
