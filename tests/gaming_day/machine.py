"""A machine table of the gaming day, with a customer who plays for real money on their own screen."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.gaming_day.notes import Seat, TableNotes
from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.players import SOON, Player
from tests.staff_pages.helpers.crew import choices_of, press


class Machine:
    def __init__(self, visitor: Visitor, name: str, notes: TableNotes) -> None:
        self.player, self.name, self.notes = Player(visitor, notes.name), name, notes
        self.seat = 0

    def sits(self) -> int:
        """Sit down. Return the cents that left the wallet, as the page shows them."""
        page = self.player.page
        page.goto(f"/tables/{self.notes.name}")
        self.player.choice("Sit down").click(timeout=SOON)
        page.locator(".seat.own").wait_for(state="attached", timeout=SOON)
        self.player.betting()
        self.seat = int(self.player.sight()["own_seats"][0])
        chips = self.player.chips
        self.notes.of(self.name).deposits += chips
        return chips

    def plays(self, everything: bool) -> int:
        """Bet, always take the first choice that keeps the hand, and settle the round in the notes."""
        player = self.player
        player.betting()
        if everything:
            wagers = player.lay_everything()
            press(player.choice("Bet $"))
        else:
            stakes = {one["name"]: one for one in player.stakes()}
            wagers = {
                name: one.get("minimum") or stakes[one["equal_to"]]["minimum"]
                for name, one in stakes.items()
                if one["required"]
            }
            press(player.choice("Minimum bet"))
        seat = Seat(self.name, dict(wagers))
        number = player.sight()["round"]
        while True:
            player.page.locator('body[data-phase="decide"], body[data-phase="settled"]').wait_for(
                timeout=SOON
            )
            if player.phase != "decide":
                break
            values = [str(one["value"]) for one in self.choices()]
            at = next(at for at, value in enumerate(values) if value in ("play", "ride", "4x", "2x", "1x"))
            player.decide(at)
            seat.decisions.append(values[at])
        sight = player.sight()
        for _ in range(SOON // 50):
            if sight["round"] > number:
                break
            player.page.wait_for_timeout(50)
            sight = player.sight()
        net = self.notes.play({self.seat: seat}, cards_of(sight))[self.seat]
        noted = self.notes.of(self.name).chips
        assert player.chips == noted, f"{self.notes.name}: the page shows {player.chips}, the notes {noted}"
        return net

    def choices(self) -> list[dict[str, Any]]:
        for _ in range(SOON // 50):
            for offer in self.player.frame()["offers"]:
                if offer["act"].startswith("decide@"):
                    return choices_of(offer)
            self.player.page.wait_for_timeout(50)
        raise AssertionError("the player is not asked")

    def leaves(self) -> int:
        """Leave with all chips, which return to the wallet."""
        chips = self.notes.of(self.name).chips
        page = self.player.page
        press(page.get_by_role("button", name="Leave", exact=True))
        page.wait_for_url(re.compile(r"/$"), timeout=SOON)
        expect(page.locator("main")).to_be_visible(timeout=SOON)
        self.notes.of(self.name).withdrawals += chips
        return chips


def cards_of(sight: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the cards of a finished round by place, as the independent settlement names them."""
    shown = {one["place"]: one.get("cards", []) for one in sight.get("places", ())}
    for one in sight.get("seats", ()):
        shown[f"seat {one['seat']}"] = one.get("cards", [])
    return shown
