"""Drive a dealer who follows the console by keyboard or touch, with a physical deck."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from croupier.games import game as game_of
from tests.pages.helpers.browsers import Visitor
from tests.staff_pages.helpers.houses import Member

SOON = 60_000  # milliseconds, enough for five browsers on a loaded machine
AGAIN = 50  # how often to press a key before giving up
AWAKE = 900  # milliseconds before a new sale can be confirmed
HOLD = 1_100  # milliseconds to hold a button that moves money
FRAME = '{"type":"frame"'  # how a message with the table's state begins
ANSWERS = ('{"type":"done"', '{"type":"refused"')


def taken(page: Page) -> int:
    """Return how many confirmations the console has accepted."""
    return int(page.locator("body").get_attribute("data-taken") or 0)


def confirms(page: Page, words: str = "", key: str = "Enter") -> None:
    """Press the key for the console's main button until the page accepts it.

    A new action ignores keys for a moment.
    """
    button = page.locator(".foot .primary")
    for _ in range(AGAIN):
        expect(button).to_contain_text(words, timeout=SOON)
        before = taken(page)
        page.keyboard.press(key)
        if taken(page) > before:
            return
    raise AssertionError(f"key not accepted: {button.inner_text()}")


def comes(visitor: Visitor, member: Member) -> Visitor:
    visitor.context.add_cookies([{"name": "croupier", "value": member.token, "url": visitor.url}])
    return visitor


class Dealer:
    """A dealer.

    `presses` counts keys or taps since it was last set to 0. `cards` counts the cards entered.
    """

    def __init__(self, visitor: Visitor, table: str, game: str, seed: int = 1) -> None:
        self.visitor, self.table, self.game = visitor, table, game
        self.page: Page = visitor.page
        self.chance = random.Random(seed)
        self.presses = self.acts = self.cards = 0
        self.by_touch = False
        self._read, self._frame = 0, dict[str, Any]()

    def come(self) -> Dealer:
        self.page.goto(f"/pit/{self.table}")
        try:
            expect(self.page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
        except AssertionError as late:
            told = f"{self.page.url}: {self.page.locator('body').inner_text()} {self.visitor.faults}"
            raise AssertionError(told) from late
        return self

    # Read the latest message.

    @property
    def frame(self) -> dict[str, Any]:
        """Return the latest frame, decoded once."""
        heard = self.visitor.heard
        for at in range(len(heard) - 1, self._read - 1, -1):
            if heard[at].startswith(FRAME):
                self._frame = json.loads(heard[at])
                break
        self._read = len(heard)
        return self._frame

    @property
    def due(self) -> dict[str, Any]:
        due: dict[str, Any] = self.frame["due"]
        return due

    @property
    def act(self) -> str:
        return str(self.page.locator("body").get_attribute("data-act"))

    def offer(self, kind: str, **fits: Any) -> dict[str, Any] | None:
        for offer in self.frame["offers"]:
            if offer["act"].startswith(f"{kind}@") and fits.items() <= offer["sample"].items():
                found: dict[str, Any] = offer
                return found
        return None

    def seats(self) -> list[dict[str, Any]]:
        return list(self.frame["sight"].get("seats", []))

    # Press keys and touch buttons.

    def press(self, key: str, counted: bool = True) -> None:
        self.presses += counted
        self.page.keyboard.press(key)

    def settled_down(self) -> None:
        """Wait until nothing is being saved."""
        self.page.wait_for_timeout(20)
        expect(self.page.locator("body")).to_have_attribute("data-busy", "false", timeout=SOON)

    def primary(self) -> Any:
        button = self.page.locator(".foot .primary")
        button.wait_for(timeout=SOON)
        return button

    def do_it(self) -> None:
        """Press the main button by key or touch. If it moves money, hold it."""
        button = self.primary()
        before = len(self.visitor.heard)
        key = button.get_attribute("data-key")
        if not self.by_touch:
            self.presses += 1
            confirms(self.page, key="Enter" if key == "Enter" else " ")
        elif key == "Enter":
            self.hold(button)
        else:
            self.presses += 1
            button.click()
        self.acts += 1
        self.answered(before)

    def hold(self, button: Any) -> None:
        self.presses += 1
        box = button.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(HOLD)
        # On a loaded machine, the page may measure its second later than this test.
        self.page.wait_for_function("() => !document.querySelector('.holding')", timeout=SOON)
        self.page.mouse.up()

    def answered(self, before: int) -> None:
        """Wait for the server's answer."""
        for _ in range(SOON // 20):
            if any(told.startswith(ANSWERS) for told in self.visitor.heard[before:]):
                break
            self.page.wait_for_timeout(20)
        self.settled_down()

    def name(self, cards: list[str]) -> None:
        """Enter cards by keyboard or on the card grid. After the last card, wait until they are saved."""
        before, complete = len(self.visitor.heard), len(cards) == self.wanted()
        for card in cards:
            self.cards += 1
            if self.by_touch:
                self.presses += 1
                self.page.locator(f'.grid [data-card="{card}"]').click()
            else:
                self.page.keyboard.type(card.lower())
                self.presses += 1  # a card counts as one press, even if it has several letters
        if complete:
            self.acts += 1
            self.answered(before)

    # Play a round.

    def next_cards(self, count: int) -> list[str]:
        return self.chance.sample(self.next_cards_left(), count)

    def next_cards_left(self) -> list[str]:
        """Return the cards that the server still offers."""
        offer = next(one for one in self.frame["offers"] if one.get("due") and one.get("blanks"))
        return list(next(blank["cards"] for blank in offer["blanks"] if blank["kind"] == "cards"))

    def wanted(self) -> int:
        return int(self.due["cards"])

    def step(self) -> str:
        """Perform the due act as the page says, and return the act."""
        act = self.act
        if act == "ask":
            self.answer()
        elif act == "count":
            self.count()
        else:
            if "cards" in self.due["blanks"]:
                self.name(self.next_cards(self.wanted()))
            else:
                self.do_it()
        return act

    def answer(self, choice: str = "") -> None:
        buttons = self.page.locator(".answer")
        buttons.first.wait_for(timeout=SOON)
        names = buttons.evaluate_all("all => all.map((one) => one.dataset.answer)")
        button = buttons.nth(names.index(choice or self.chance.choice(names)))
        before = len(self.visitor.heard)
        if self.by_touch:
            self.presses += 1
            button.click()
        else:
            self.press(button.locator("kbd").first.inner_text().lower())
        self.acts += 1
        self.answered(before)

    def count(self) -> None:
        number = str(self.frame["sight"]["stub"])
        self.page.keyboard.type(number)
        self.presses += len(number)
        self.do_it()

    def until(self, *acts: str, most: int = 200) -> list[str]:
        done: list[str] = []
        while self.act not in acts:
            done.append(self.step())
            assert len(done) < most, done
        return done

    # Seats and bets of players without a screen.

    def opens_seat(self, number: int) -> None:
        """Open an occupied or empty seat by the seat key and the seat number."""
        self.page.keyboard.press("-")
        expect(self.page.locator("#act")).to_have_text("Which seat?", timeout=SOON)
        self.page.keyboard.press(str(number))

    def seat(self, number: int, name: str, dollars: int = 500) -> None:
        self.opens_seat(number)
        self.page.get_by_label("Name").fill(name)
        before = len(self.visitor.heard)
        self.page.keyboard.press("Enter")
        self.answered(before)
        self.sell(chips=str(dollars))
        expect(self.page.locator(f'.seat[data-seat="{number}"] header')).to_contain_text(name, timeout=SOON)
        expect(self.page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)

    def sell(self, **amounts: str) -> None:
        """Enter the amounts of a sale of chips, and confirm it once the page accepts a key."""
        self.page.locator('.bet-sheet input[name="chips"]').wait_for(timeout=SOON)
        for name, amount in amounts.items():
            self.page.locator(f'.bet-sheet input[name="{name}"]').fill(amount)
        self.page.keyboard.press("Enter")
        self.page.locator(".bet-sheet .sale").wait_for(timeout=SOON)
        self.page.wait_for_timeout(AWAKE)
        before = len(self.visitor.heard)
        self.page.keyboard.press("Enter")
        self.answered(before)

    def bet(
        self, number: int, sides: bool = False, without: Callable[[str], bool] = lambda wager: False
    ) -> dict[str, int]:
        """Enter the bets of a seat, with all side bets except those that `without` names."""
        offer = self.offer("bet", seat=number)
        assert offer is not None
        stakes = next(blank["stakes"] for blank in offer["blanks"] if blank["kind"] == "wagers")
        self.page.keyboard.press(str(number))
        wagers: dict[str, int] = {}
        for stake in stakes:
            if stake["required"] or (sides and not without(stake["name"])):
                least = stake.get("fixed") or min(stake.get("chips", [0])) or stake.get("minimum") or 500
                wagers[stake["name"]] = wagers.get(stake.get("equal_to", ""), 0) or least
                if "equal_to" not in stake:
                    self.page.locator(f'.bet-sheet input[name="{stake["name"]}"]').fill(str(least // 100))
        before = len(self.visitor.heard)
        self.page.keyboard.press("Enter")
        self.answered(before)
        expect(self.page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
        return wagers


def deck_of(game: str) -> tuple[str, ...]:
    return tuple(game_of(game).deck.order)
