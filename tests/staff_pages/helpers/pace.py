"""Count the key presses of a live round, and the presses that carry information.

The page counts every real key press. Only facts that the server cannot know count as information:

| information | presses |
|---|---|
| a card that a wager or a rule needs | the shortest beginning of its name that no other card has |
| an answer of a player, "no more bets", a seat whose chips were moved, all cards in the rack | 1 |
| chips of banked wagers that were counted against the number accepted | 1 |
| a stub count | its digits |
| the bets of all players, repeated | 1 |
"""

from __future__ import annotations

from typing import Any

from croupier.games import game as game_of
from tests.staff_pages.helpers.dealers import SOON, Dealer

COUNTER = """() => { window.keysPressed = 0; addEventListener('keydown',
  (event) => { if (event.isTrusted && !event.repeat) window.keysPressed += 1; }, true); }"""
AT_ONCE = (
    "decide",
    "close_betting",
    "rack_cards",
    "collect_chips",
)  # each of these commands counts as one piece of information
NAMES = ("name_cards", "deal", "turn_up")
PATIENCE = 60  # milliseconds between two looks at the page
BOX = "box"


def counting(dealer: Dealer) -> None:
    dealer.page.evaluate(COUNTER)


def pressed(dealer: Dealer) -> int:
    """Return the key presses since the last call."""
    return int(
        dealer.page.evaluate("() => { const n = window.keysPressed; window.keysPressed = 0; return n; }")
    )


def letters(card: str, deck: tuple[str, ...]) -> int:
    """Return how many letters of a card's name distinguish it from all other cards."""
    kinds = {other.lower() for other in deck} - {card.lower()}
    return next(size for size in (1, 2) if not any(kind.startswith(card.lower()[:size]) for kind in kinds))


def information(dealer: Dealer, commands: list[dict[str, Any]], needs_box: bool) -> int:
    """Return the least number of presses that can convey the information in the dealer's commands."""
    deck, total, repeats = tuple(game_of(dealer.game).deck.order), 0, False
    for command in commands:
        kind = command["type"].split("@")[0]
        repeats |= kind == "bet"
        if kind in AT_ONCE or (kind in ("settle_seat", "pay_progressive")):
            total += 1
        elif kind == "count_stub":
            total += len(str(command["cards"]))
        elif kind in NAMES and (needs_box or command.get("place") != BOX):
            total += sum(letters(card, deck) for card in command.get("cards", ()) if card)
    return total + repeats


def said(dealer: Dealer) -> list[dict[str, Any]]:
    return [told["command"] for told in dealer.visitor.sent("do")]


def play_fast(dealer: Dealer, fold: float = 0.2) -> tuple[int, int]:
    """Repeat the bets and play a round with as few keys as the console allows.

    Return the number of all presses and the number of presses that carry information.
    """
    counting(dealer)
    number, before, keys = dealer.frame["sight"]["round"], len(said(dealer)), 0
    dealer.page.keyboard.press("r")
    wait_for(dealer, lambda: all(seat.get("wagers") for seat in dealer.seats()), "the bets are not repeated")
    dealer.settled_down()
    box = any(BOX in wager_sees(dealer.game, name) for seat in dealer.seats() for name in seat["wagers"])
    while not (dealer.frame["sight"]["round"] > number and dealer.due["act"] in ("bet", "wait")):
        quick_act(dealer, fold)
        keys += 1
        assert keys < 300, dealer.due
    return pressed(dealer), information(dealer, said(dealer)[before:], box)


def wager_sees(game: str, wager: str) -> tuple[str, ...]:
    return next(rule.sees for rule in game_of(game).wagers if rule.name == wager)


def wait_for(dealer: Dealer, until: Any, what: str) -> None:
    for _ in range(SOON // PATIENCE):
        if until():
            return
        dealer.page.wait_for_timeout(PATIENCE)
    raise AssertionError(f"{what}: {dealer.due['words']}")


def key_of(dealer: Dealer) -> tuple[Any, ...]:
    """Return the parts of the message that identify the due act."""
    due = dealer.due
    asked = dealer.frame["sight"]["turn"].get("question")
    return (
        dealer.frame["sight"]["round"],
        due["words"],
        due.get("seat"),
        due.get("place"),
        due["cards"],
        asked,
    )


def idle(dealer: Dealer) -> bool:
    """Return whether the page shows the latest message and waits for the dealer."""
    body = dealer.page.locator("body")
    return body.get_attribute("data-act") == dealer.due["act"] and body.get_attribute("data-busy") == "false"


def quick_act(dealer: Dealer, fold: float) -> None:
    """Do the due act, and wait until the console needs the dealer again."""
    wait_for(dealer, lambda: idle(dealer), "the console does not follow")
    before, act, page = key_of(dealer), dealer.due["act"], dealer.page
    if act == "ask":
        choose(dealer, fold)
    elif act == "count":
        page.keyboard.type(str(dealer.frame["sight"]["stub"]), delay=35)
        dealer.do_it()
    elif "cards" in dealer.due["blanks"]:
        for card in dealer.next_cards(dealer.wanted()):
            page.keyboard.type(card.lower()[: letters(card, tuple(game_of(dealer.game).deck.order))], delay=5)
        page.wait_for_timeout(900)  # the console waits in case the dealer removes the last card
        if key_of(dealer) == before and idle(dealer):
            dealer.do_it()
    else:
        page.locator(".foot .primary").wait_for(timeout=SOON)
        page.wait_for_timeout(900)  # a form that moves chips ignores keys at first
        dealer.do_it()
    wait_for(dealer, lambda: key_of(dealer) != before, "the act is not done")
    page.wait_for_timeout(250)  # wait for acts that the console performs automatically


def choose(dealer: Dealer, fold: float) -> None:
    """Answer with the first choice that keeps the hand, or sometimes fold or withdraw."""
    offer = dealer.offer("decide")
    assert offer is not None
    options = next(blank["options"] for blank in offer["blanks"] if blank["kind"] == "choice")
    names = [str(option["value"]) for option in options]
    quits = [name for name in names if name in ("fold", "withdraw")]
    stays = [name for name in names if name not in quits]
    plays = [name for name in stays if name != "check"]
    picked = quits[0] if quits and dealer.chance.random() < fold else (plays if quits else stays)[0]
    button = dealer.page.locator(f'.answer[data-answer="{picked}"]')
    button.wait_for(timeout=SOON)
    dealer.page.keyboard.press(button.locator("kbd").first.inner_text().lower())
