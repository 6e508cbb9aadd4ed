"""The people of the gaming day, each in a browser of their own, and their office pages."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.gaming_day.casino import DayCasino
from tests.pages.helpers.browsers import MIDDLE, Visitor
from tests.staff_pages.helpers.dealers import HOLD, SOON, confirms

PASSWORD = "a long enough password"
LINKED = re.compile(r"https?://\S+/link/\S+")


def opens(page: Page, path: str) -> None:
    """Go to a page and reload it, because a new fragment by itself does not load the page again."""
    page.goto(path)
    page.reload()


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).first.click()


def confirm(page: Page, words: str) -> None:
    page.locator("dialog").get_by_role("button", name=words, exact=True).click()


def done(page: Page, words: str | re.Pattern[str]) -> None:
    """Wait until an office page confirms the action with these words."""
    expect(page.locator(".office-done")).to_contain_text(words, timeout=SOON)


def amounts(page: Page, word: str, pieces: dict[int, int]) -> None:
    """Enter how many chips or bills there are of each value. The values are in cents."""
    for value, number in pieces.items():
        label = f"{word} of ${value // 100:,}.{value % 100:02}"
        page.get_by_label(label, exact=True).fill(str(number))


def worth(pieces: dict[int, int]) -> int:
    return sum(value * number for value, number in pieces.items())


def broken_down(cents: int, values: tuple[int, ...]) -> dict[int, int]:
    """Break an amount down into as few chips or bills as possible."""
    pieces = {}
    for value in sorted(values, reverse=True):
        if cents >= value:
            pieces[value], cents = divmod(cents, value)
    assert cents == 0
    return pieces


CHIPS = (100, 500, 2500, 10000, 50000, 100000)
BILLS = (100, 500, 1000, 2000, 5000, 10000)


class People:
    """Everyone who works during the day. `people["cage"]` is the page of a signed-in cashier."""

    def __init__(self, browser: Browser, casino: DayCasino) -> None:
        self.browser, self.casino = browser, casino
        self.visitors: dict[str, Visitor] = {}
        self.everyone: list[Visitor] = []

    def __getitem__(self, name: str) -> Page:
        return self.visitors[name].page

    def browser_of(self, name: str, size: tuple[int, int] = MIDDLE) -> Visitor:
        visitor = Visitor(self.browser, self.casino.url, size)
        self.everyone.append(visitor)
        self.visitors[name] = visitor
        return visitor

    def close(self) -> None:
        for visitor in self.everyone:
            visitor.close()

    def check(self) -> None:
        """Fail if a page logged an error."""
        for visitor in self.everyone:
            visitor.check()

    def id_of(self, name: str) -> str:
        answer = self[name].request.get(f"{self.casino.url}/api/me")
        return str(answer.json()["person"])

    # Sign in.

    def by_link(self, name: str, link: str) -> Page:
        page = (self.visitors.get(name) or self.browser_of(name)).page
        page.goto(link)
        page.get_by_role("button", name="Sign in").click(timeout=SOON)
        page.wait_for_url(lambda url: "/link/" not in url, timeout=SOON)
        return page

    def role_links(self) -> None:
        """Sign in one person for each role, with the links that the server printed."""
        for role, token in self.casino.staff.links.items():
            self.by_link(role, f"/link/{token}")

    def enlist(self, name: str, role: str) -> None:
        """Add a person, have a role approved for them, and sign them in by link with a new password."""
        office = self["administrator"]
        opens(office, "/administration")
        office.get_by_label("Name", exact=True).fill(name)
        press(office, "Add")
        office.get_by_label("Reason for the change").fill("hired for the day")
        office.get_by_label("New role").select_option(role)
        press(office, "Propose the role")
        done(office, f"Another person must approve the role for {name}.")
        regulator = self["regulator"]
        opens(regulator, "/administration#role-requests")
        row = regulator.get_by_role("row", name=name)
        row.get_by_role("button", name="Approve").click(timeout=SOON)
        done(regulator, "The role is approved.")
        press(office, "Issue a one-time link")
        words = office.locator("dialog p").inner_text(timeout=SOON)
        link = LINKED.search(words)
        assert link is not None, words
        confirm(office, "Done")
        page = self.by_link(name, link[0])
        self.sets_password(page, name)
        press(page, "Sign out")
        expect(page.get_by_role("button", name="Staff sign-in")).to_be_visible(timeout=SOON)
        self.by_password(name)

    def sets_password(self, page: Page, name: str) -> None:
        page.goto("/")
        page.get_by_role("button", name=name).click(timeout=SOON)
        page.get_by_label(re.compile("^Sign-in name")).fill(name.lower())
        page.get_by_label(re.compile("^New password")).fill(PASSWORD)
        press(page, "Set the password")
        expect(page.locator("dialog")).to_contain_text("Your password is set.", timeout=SOON)

    def by_password(self, name: str) -> Page:
        page = self[name]
        page.goto("/")
        page.get_by_role("button", name="Staff sign-in").click(timeout=SOON)
        page.get_by_label("Sign-in name").fill(name.lower())
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(lambda url: not url.endswith("/"), timeout=SOON)
        return page


def hold(page: Page, button: Any) -> None:
    """Wait until a button has stopped moving, and hold it for a second."""
    box, before = button.bounding_box(), None
    while box != before:
        page.wait_for_timeout(200)
        box, before = button.bounding_box(), box
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(HOLD)
    page.wait_for_function("() => !document.querySelector('.holding')", timeout=SOON)
    page.mouse.up()


def table_pane(page: Page, table: str) -> None:
    """Open a table's administration on the floor's screen."""
    opens(page, f"/pit#{table}")
    page.locator('[data-pane="table"]').click(timeout=SOON)


def slips(page: Page, table: str) -> None:
    table_pane(page, table)
    page.locator('[data-act="slips"]').click(timeout=SOON)
    expect(page.locator(".sheet-form h1")).to_have_text("Tray slips", timeout=SOON)


def writes_slip(page: Page, table: str, what: str, chips: dict[int, int]) -> None:
    """As the floor, write a fill, a credit or a count."""
    table_pane(page, table)
    page.locator('[data-act="tray"]').click(timeout=SOON)
    page.get_by_label("Type of slip").select_option(what)
    for value, number in chips.items():
        page.locator(f'input[name="chip-{value}"]').fill(str(number))
    confirms(page, "Create the slip")
    expect(page.locator('[name="what"]')).to_have_count(0, timeout=SOON)


def signs_slip(page: Page, table: str, what: str, words: str) -> None:
    """As the floor, sign the open slip of a kind, or verify the count."""
    slips(page, table)
    row = page.locator(".slips li", has_text=what.capitalize()).filter(
        has=page.get_by_role("button", name=words)
    )
    row.get_by_role("button", name=words).click(timeout=SOON)
    confirms(page, "Sign slip" if words == "Sign" else "Verify count")
    expect(page.locator(".sheet-form h1")).to_have_text("Tray slips", timeout=SOON)


def cage_signs(page: Page) -> None:
    opens(page, "/cage#fills-and-credits")
    press(page, "Sign")
    confirm(page, "Sign")
    done(page, "You signed slip")


def security_signs(page: Page) -> None:
    opens(page, "/security")
    page.get_by_role("button", name=re.compile("^Sign")).first.click(timeout=SOON)
    page.locator("dialog").get_by_role("button", name=re.compile("^Sign")).click()
    expect(page.locator("dialog")).to_have_count(0, timeout=SOON)
    expect(page.locator("main")).to_contain_text(
        re.compile("signed|No chips to carry|Waits for"), timeout=SOON
    )


def dealer_signs(page: Page) -> None:
    panel = page.locator(".tray-slips")
    button = panel.get_by_role("button", name="Hold to sign")
    expect(button).to_be_visible(timeout=SOON)
    hold(page, button)
    expect(panel).to_have_count(0, timeout=SOON)
