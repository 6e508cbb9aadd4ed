"""Drive five people with browsers at one live table: dealer, floor, two players and surveillance.

They act only on what their pages show. The helpers do not depend on a game: they read the next act, who
performs it and the possible cards from the dealer's messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.players import Player
from tests.staff_pages.helpers.dealers import FRAME, SOON, Dealer, confirms
from tests.staff_pages.helpers.houses import Member

FOLLOWS = "act => document.body.dataset.act === act && document.body.dataset.busy === 'false'"
LOOK = 20  # milliseconds between checks
STAFF = ("floor", "pit_manager")
ENOUGH = 300  # more than the acts of any round and its preparation


def sits(player: Player, name: str) -> int:
    """Sit down through the page and return the seat."""
    page = player.page
    page.goto(f"/tables/{player.table}")
    page.get_by_placeholder("Your name").fill(name, timeout=SOON)
    page.get_by_role("button", name="Sit down", exact=True).click()
    page.locator(".seat.own").wait_for(state="attached", timeout=SOON)
    return int(player.sight()["own_seats"][0])


def press(button: Locator) -> None:
    """Press a button by keyboard. The page would ignore a second click as accidental."""
    expect(button).to_be_enabled(timeout=SOON)
    button.press("Enter", timeout=SOON)


def choices_of(offer: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the choices of a decision, in the order of their buttons."""
    return list(next(blank["options"] for blank in offer["blanks"] if blank["field"] == "choice"))


def dearest_of(options: list[dict[str, Any]]) -> int:
    """Return the index of the most expensive choice."""
    return max(range(len(options)), key=lambda at: options[at].get("cost", 0))


class Crew:
    def __init__(self, dealer: Dealer, floor: Visitor, eye: Visitor, manager: Member | None = None) -> None:
        self.dealer, self.floor, self.eye, self.manager = dealer, floor, eye, manager
        self.players: dict[int, Player] = {}  # by seat
        self.cards: dict[str, list[str]] = {}  # cards prepared for each position
        self.done: list[tuple[str, str]] = []  # (role, act) pairs

    # Wait for the pages.

    def wait(self, until: Callable[[], object], what: str) -> None:
        for _ in range(SOON // LOOK):
            if until():
                return
            self.dealer.page.wait_for_timeout(LOOK)
        raise AssertionError(f"{what}: {self.dealer.due['words']}")

    def in_step(self) -> None:
        """Wait until the dealer's page shows the latest message and nothing is being saved."""
        while True:
            act = self.dealer.due["act"]
            self.dealer.page.wait_for_function(FOLLOWS, arg=act, polling=LOOK, timeout=SOON)
            if self.dealer.due["act"] == act:
                return

    @property
    def frames(self) -> int:
        return sum(told.startswith(FRAME) for told in self.dealer.visitor.heard)

    def moved(self, before: int) -> None:
        """Wait until the dealer's page shows someone else's act."""
        self.wait(lambda: self.frames > before, "no new frame")
        self.in_step()

    @property
    def sight(self) -> dict[str, Any]:
        sight: dict[str, Any] = self.dealer.frame["sight"]
        return sight

    @property
    def round(self) -> int:
        return int(self.sight["round"])

    def seat(self, number: int) -> dict[str, Any]:
        return next(one for one in self.dealer.seats() if one["seat"] == number)

    # Act on the pages.

    def act(self) -> str:
        """Perform the due act on the responsible person's screen, and return the act."""
        self.in_step()
        due = self.dealer.due
        self.done.append((due["role"], due["act"]))
        if due["role"] in STAFF:
            self.signs()
        elif due["act"] == "ask" and due["seat"] in self.players:
            self.answers(self.players[due["seat"]])
        elif due["act"] in ("bet", "wait"):
            raise AssertionError(f"no bets: {due['words']}")
        else:
            self.deals()
        self.in_step()
        return str(due["act"])

    def deals(self) -> None:
        """Perform the dealer's act, with any prepared cards."""
        dealer, due = self.dealer, self.dealer.due
        if due["act"] == "ask":
            dealer.answer(self.dearest())
        elif due["act"] == "count":
            dealer.count()
        else:
            if "cards" in due["blanks"]:
                dealer.name(self.turned())
                return
            if due["act"] == "settle":
                self.seen_to()
            dealer.do_it()

    def seen_to(self) -> None:
        """If the dealer's page waits for a call to surveillance, confirm the call as the floor."""
        page = self.dealer.page
        waits = page.locator(".refusal-bar", has_text="surveillance has not been notified")
        expect(page.locator(".foot .primary").or_(waits).first).to_be_visible(timeout=SOON)
        if waits.count():
            button = self.floor.page.locator(".foot .primary")
            either = re.compile("Show the hand|Surveillance has been notified")
            expect(button).to_contain_text(either, timeout=SOON)
            if "Show the hand" in button.inner_text():  # the hand must be visible before signing
                confirms(self.floor.page, "Show the hand")
            confirms(self.floor.page, "Surveillance has been notified")
            self.done.append(("floor", "surveillance"))

    def turned(self) -> list[str]:
        """Return the cards to enter: those prepared for their positions, otherwise random ones."""
        due, named = self.dealer.due, list[str]()
        kept = {card for cards in self.cards.values() for card in cards}
        left = [card for card in self.dealer.next_cards_left() if card not in kept]
        self.dealer.chance.shuffle(left)
        for place in self.places(due):
            ready = self.cards.get(place, [])
            named.append(ready.pop(0) if ready else left.pop())
        return named

    def places(self, due: dict[str, Any]) -> Iterator[str]:
        """Yield the position of each card to enter."""
        if due.get("deliveries"):
            for one in due["deliveries"]:
                yield from [one["place"]] * (one["count"] if one["face_up"] else 0)
        else:
            yield from [due["place"]] * self.dealer.wanted()

    def dearest(self) -> str:
        offer = self.dealer.offer("decide")
        assert offer is not None
        options = choices_of(offer)
        return str(options[dearest_of(options)]["value"])

    def answers(self, player: Player) -> None:
        """Answer on the player's screen with the most expensive choice."""
        before = self.frames
        player.page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)

        def asked() -> list[dict[str, Any]]:
            offers = player.frame()["offers"]
            return [offer for offer in offers if offer["act"].startswith("decide@")]

        self.wait(asked, "the player is not asked")
        press(player.page.locator(".choices .choice").nth(dearest_of(choices_of(asked()[0]))))
        self.moved(before)

    def signs(self) -> None:
        """Press the floor's confirm button until the dealer can continue."""
        page, before = self.floor.page, self.frames

        def signed() -> bool:
            if self.frames == before and page.locator(".foot .primary").count():
                page.keyboard.press("Enter")  # the page ignores an early key, so press it again
            return self.frames > before

        self.wait(signed, "the floor's act does not arrive")
        self.in_step()

    def until(self, *acts: str) -> None:
        for _ in range(ENOUGH):
            self.in_step()
            if self.dealer.due["act"] in acts:
                return
            self.act()
        raise AssertionError(f"too many acts: {self.done[-20:]}")

    def to_the_end(self, number: int = 0) -> None:
        """Play to the end of round `number`, by default the current one. It may already be over."""
        number = number or self.round
        for _ in range(ENOUGH):
            self.in_step()
            if self.round != number:
                return
            self.act()
        raise AssertionError(f"the round does not end: {self.done[-20:]}")

    # Place bets.

    def bets(self, everything: int = 0) -> int:
        """Bet the minimum for everyone, and every wager for seat `everything`. Return the round number."""
        self.until("bet")
        number = self.round
        for seat, player in self.players.items():
            player.page.locator('body[data-phase="betting"], body[data-phase="settled"]').wait_for(
                timeout=SOON
            )
            if seat == everything:
                player.lay_everything()
                press(player.choice("Bet $"))
            else:
                press(player.choice("Minimum bet"))
            self.wait(lambda seat=seat: self.seat(seat).get("wagers"), f"seat {seat} has not bet")  # type: ignore[misc]
        for one in self.dealer.seats():
            if one["seat"] not in self.players:
                self.in_step()
                self.dealer.bet(one["seat"])
        self.in_step()
        return number

    # Use the floor's forms.

    def sheet(self, pane: str, report: str, which: str = "", **filled: str) -> None:
        """Choose, fill in and confirm a report or correction."""
        page = self.floor.page
        page.locator(f'[data-pane="{pane}"]').click(timeout=SOON)
        page.locator(f'[data-report="{report}"]').first.click(timeout=SOON)
        if which:
            chooser = page.locator('select[name="which"]')
            names = chooser.locator("option").all_inner_texts()
            chooser.select_option(label=next(name for name in names if re.search(which, name)))
        self.fill(page, **filled)
        self.confirm()

    def fill(self, page: Page, **filled: str) -> None:
        for name, value in filled.items():
            field = page.locator(f'.sheet-form [name="{name}"]')
            if field.evaluate("node => node.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)

    def confirm(self) -> None:
        page, before = self.floor.page, self.frames
        page.locator(".work-sheet h1").click(timeout=SOON)  # move the focus, so that Enter confirms the form
        primary = page.locator(".foot > .btn:last-child")
        expect(primary).to_contain_text(re.compile("Confirm|Ask a second person"), timeout=SOON)
        if "Ask a second person" in primary.inner_text():  # the act moves more than the threshold
            confirms(page, "Ask a second person")
            expect(primary).to_contain_text("Waiting for a second person", timeout=SOON)
            self.approve()
        confirms(page, "Confirm")
        self.moved(before)

    def approve(self) -> None:
        """Confirm this table's open request as the pit manager."""
        assert self.manager is not None
        name = self.dealer.table
        tables = self.manager.call("GET", "/api/pit/floor")["tables"]
        review = next(one["review"] for one in tables if one["kept"]["table"] == name)
        self.manager.post(f"/api/pit/{name}/reviews/{review['number']}/approve")

    def rules(self, outcome: str, reason: str) -> None:
        """Fill in the ruling form, which opens without a click."""
        page = self.floor.page
        page.locator(f'.sheet-form input[name="outcome"][value="{outcome}"]').check(timeout=SOON)
        page.get_by_label("Reason for the record").fill(reason)
        self.confirm()

    # Use the dealer's reports.

    def report(self, kind: str | re.Pattern[str], which: str = "", **filled: str) -> None:
        """Make a report on the dealer's console, preview its outcome and confirm it."""
        page, before = self.dealer.page, self.frames
        page.keyboard.press("+")
        page.locator(".report button", has_text=kind).first.click(timeout=SOON)
        if which:
            page.locator(".report button", has_text=re.compile(which)).first.click(timeout=SOON)
        for name, value in filled.items():
            field = page.locator(f'.more [name="{name}"]')
            if field.evaluate("node => node.tagName") == "SELECT":
                field.select_option(value or field.locator("option").nth(1).get_attribute("value"))
            else:
                field.fill(value)
        page.get_by_role("button", name="Preview the outcome").press("Enter", timeout=SOON)
        do_it = page.get_by_role("button", name="Confirm")
        expect(do_it).not_to_have_attribute(
            "aria-disabled", "true", timeout=SOON
        )  # the page enables the button after a moment
        do_it.press("Enter", timeout=SOON)
        self.moved(before)
