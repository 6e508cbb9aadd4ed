"""A live table of the gaming day: the dealer's console, the floor's screen, and the notes of each round."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.gaming_day.notes import Seat, TableNotes
from tests.gaming_day.staff import hold
from tests.pages.helpers.browsers import Visitor
from tests.staff_pages.helpers.crew import Crew, choices_of
from tests.staff_pages.helpers.dealers import SOON, Dealer, confirms

ORDER = ("4x", "2x", "1x", "play", "ride")  # the choices that keep a hand, most expensive first


class Live(Crew):
    """A live table whose players have no screen. Records bets, decisions, payments and cards in the notes."""

    def __init__(self, dealer: Dealer, floor: Visitor, manager: Visitor, notes: TableNotes) -> None:
        super().__init__(dealer, floor, floor)
        self.pit, self.notes = manager, notes
        self.people: dict[int, str] = {}  # seat -> player
        self.playing: dict[int, Seat] = {}
        self.seen: dict[str, list[Any]] = {}  # the cards that the console showed in this round, by place
        self.fold: set[int] = set()  # seats that fold or withdraw as soon as they can
        self.hand_pay: Callable[[], None] = lambda: None  # fills in the form of a win that needs a hand pay

    @property
    def page(self) -> Page:
        return self.dealer.page

    # Players.

    def sits(self, seat: int, name: str, cash: int, brought: int = 0) -> None:
        """Seat a player, who pays cash in dollars and may bring chips."""
        dealer = self.dealer
        dealer.opens_seat(seat)
        self.page.get_by_label("Name").fill(name)
        before = len(dealer.visitor.heard)
        self.page.keyboard.press("Enter")
        dealer.answered(before)
        amounts = {"chips": str(cash)} if cash else {}
        if brought:
            amounts["brought"] = str(brought)
        dealer.sell(**amounts)
        expect(self.page.locator(f'.seat[data-seat="{seat}"] header')).to_contain_text(name, timeout=SOON)
        expect(self.page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
        self.people[seat] = name
        account = self.notes.of(name)
        account.deposits += 100 * cash
        account.brought += 100 * brought
        self.notes.sold += 100 * cash

    def leaves(self, seat: int) -> int:
        """Let a player leave with their chips. Return the amount on the button in cents."""
        self.until("bet")
        self.dealer.opens_seat(seat)
        button = self.page.get_by_role("button", name=re.compile("^(Leave with|Leave the seat)"))
        expect(button).to_be_visible(timeout=SOON)
        account = self.notes.of(self.people.pop(seat))
        chips = account.chips
        shown, noted = button.inner_text(), f"${chips / 100:,.2f}".removesuffix(".00")
        assert f"{noted} in chips" in shown or not chips, (
            f"{self.notes.name}, seat {seat}: the page says {shown}, the notes {noted}"
        )
        hold(self.page, button)
        expect(self.page.locator(f'.seat[data-seat="{seat}"]')).to_contain_text("empty", timeout=SOON)
        account.carried += chips
        return chips

    # Rounds.

    def stakes(self, **sides: bool) -> None:
        """Enter the minimum for every seat, with all side bets for the seats named in `sides`."""
        self.until("bet")
        self.playing = {}
        for seat, name in self.people.items():
            self.in_step()
            wagers = self.dealer.bet(seat, sides=sides.get(f"seat{seat}", False))
            self.playing[seat] = Seat(name, dict(wagers))

    def stakes_of(self, seat: int, **dollars: int) -> None:
        """Enter one seat's bets by name, in dollars. The seats of the last round start empty."""
        self.until("bet", "close")
        if self.dealer.due["act"] == "bet":
            self.playing = {}
        offer = self.dealer.offer("bet", seat=seat)
        assert offer is not None
        stakes = next(blank["stakes"] for blank in offer["blanks"] if blank["kind"] == "wagers")
        self.page.keyboard.press(str(seat))
        for name, amount in dollars.items():
            self.page.locator(f'.bet-sheet input[name="{name}"]').fill(str(amount))
        before = len(self.dealer.visitor.heard)
        self.page.keyboard.press("Enter")
        self.dealer.answered(before)
        expect(self.page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
        wagers = {name: 100 * amount for name, amount in dollars.items()}
        for stake in stakes:
            leader = stake.get("equal_to", "")
            if leader in wagers:
                wagers[stake["name"]] = wagers[leader]
        self.playing[seat] = Seat(self.people[seat], wagers)

    def deals(self) -> None:
        """Perform the dealer's act and record decisions. Before a hand pay, complete its form."""
        due = self.dealer.due
        if due["act"] == "ask":
            choice = self.choice(due["seat"])
            self.dealer.answer(choice)
            self.playing[due["seat"]].decisions.append(choice)
            return
        if due["act"] in ("settle", "pay"):
            self.pays_hand()
        super().deals()

    def pays_hand(self) -> None:
        """If the payment waits for a form, let the floor fill it in."""
        waits = self.page.locator(".refusal-bar", has_text="is not complete")
        expect(
            self.page.locator(".foot .primary").or_(self.page.locator(".refusal-bar")).first
        ).to_be_visible(timeout=SOON)
        self.page.wait_for_timeout(100)
        if waits.count():
            self.hand_pay()
            expect(waits).to_have_count(0, timeout=SOON)

    def choice(self, seat: int) -> str:
        offer = self.dealer.offer("decide")
        assert offer is not None
        values = [str(option["value"]) for option in choices_of(offer)]
        if seat in self.fold:
            return next(value for value in ("fold", "check", "withdraw") if value in values)
        return next(value for value in ORDER if value in values)

    def act(self) -> str:
        done = super().act()
        for place, cards in self.cards_shown().items():
            known = self.seen.get(place, [])
            if sum(card is not None for card in cards) >= sum(card is not None for card in known):
                # keep the cards, because later messages may omit a settled hand
                self.seen[place] = list(cards)
        return done

    def cards_shown(self) -> dict[str, list[Any]]:
        shown = {one["place"]: one.get("cards", []) for one in self.sight.get("places", ())}
        for one in self.sight.get("seats", ()):
            shown[f"seat {one['seat']}"] = one.get("cards", [])
        return shown

    def plays(self) -> dict[int, int]:
        """Play the round to its end, and compare the chips of every seat with those computed in the notes."""
        self.until("close")
        self.seen = {}
        self.to_the_end()
        cards = self.seen
        nets = self.notes.play(self.playing, cards)
        for seat, name in self.people.items():
            shown = int(self.seat(seat).get("chips", 0))
            noted = self.notes.of(name).chips
            assert shown == noted, (
                f"{self.notes.name}, {name}: the console shows {shown}, the notes {noted}: "
                f"{self.playing}, {cards}"
            )
        return nets

    # The floor.

    def look(self) -> None:
        """Open this table on the floor's screen."""
        page = self.floor.page
        page.goto(f"/pit#{self.notes.name}")
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)

    def approve(self) -> None:
        """Confirm the open request on the pit manager's screen."""
        page = self.pit.page
        page.goto("/pit")
        page.reload()
        page.locator(".queue button", has_text="asks for a second person").first.click(timeout=SOON)
        expect(page.locator(".work-sheet h1")).to_contain_text("Second person", timeout=SOON)
        confirms(page, "Confirm")
        expect(page.locator(".queue button", has_text="asks for a second person")).to_have_count(
            0, timeout=SOON
        )
