"""Test with two people at one table that no browser receives a card that its player may not see."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from croupier.rulebook import games
from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.players import SOON, Player

pytestmark = pytest.mark.long

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def hand(player: Player, frames: list[str]) -> list[set[str]]:
    """Return the player's own cards in each round, as received on their socket."""
    held: dict[int, set[str]] = {}
    for text in frames:
        told = json.loads(text)
        if told["type"] != "frame":
            continue
        for seat in told["sight"].get("seats", ()):
            if seat["seat"] in told["sight"].get("own_seats", ()) and seat.get("in_play"):
                held.setdefault(told["sight"]["round"], set()).update(c for c in seat.get("cards", ()) if c)
    return [held[number] for number in sorted(held)]


def running(frames: list[str]) -> list[str]:
    """Return the frames since bets closed. Earlier frames show the previous round's cards to everyone."""
    told = [json.loads(text) for text in frames]
    begun = [
        one.get("type") == "frame" and any(s.get("in_play") for s in one["sight"]["seats"]) for one in told
    ]
    return frames[begun.index(True) :]


def running_yet(frames: list[str]) -> list[str]:
    """Return the frames since bets closed, or nothing if bets are still open."""
    try:
        return running(frames)
    except ValueError:
        return []


# Five seconds after a bet, a page reports ready even if others have not bet. On a busy machine the other
# player's click may take longer, so this makes the page wait.
PATIENT = """(() => { const set = window.setTimeout;
window.setTimeout = (act, after, ...more) => set(act, after === 5000 ? 300000 : after, ...more); })()"""


def two_people(visit: Visit, where: str) -> tuple[Player, Player]:
    visitors = visit(), visit()
    for visitor in visitors:
        visitor.context.add_init_script(PATIENT)
    return Player(visitors[0], where).sit("Ada"), Player(visitors[1], where).sit("Ben")


def asked_first(*players: Player) -> Player:
    """Return the player who must decide first."""
    for _ in range(SOON // 50):
        for player in players:
            if player.phase == "decide":
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError([player.phase for player in players])


def play_on(*players: Player) -> None:
    """Make every decision until the round is over."""
    for _ in range(1200):
        for player in players:
            if player.phase == "decide":
                player.page.locator(".choices .choice").nth(-1).click()
                player.answered()
        if all(player.phase == "settled" for player in players):
            return
        players[0].page.wait_for_timeout(50)
    raise AssertionError([player.phase for player in players])


# When the second round starts, the first round's cards are still on the table, visible to everyone.
@pytest.mark.parametrize(("game", "rounds"), [(game, 1 + (game == "uth")) for game in games()])
def test_never_receives_another_players_cards(visit: Visit, table: Fresh, game: str, rounds: int) -> None:
    ada, ben = two_people(visit, table(game))
    for number in range(rounds):
        marks = [len(each.visitor.heard) for each in (ada, ben)]
        for player in (ada, ben):
            player.choice("Same again" if number else "Minimum bet").click()
            player.answered()
        # The table shows no hand before the last decision, so each socket receives only its player's cards.
        for each in (ada, ben):
            each.page.locator('body[data-phase="decide"], body[data-phase="waiting"]').wait_for(timeout=SOON)
        for each, mark in zip((ada, ben), marks, strict=True):
            for _ in range(300):  # Playwright reports a message slightly after the browser received it
                if any(hand(each, running_yet(each.visitor.heard[mark:]))):
                    break
                each.page.wait_for_timeout(50)
        ada.page.wait_for_timeout(300)
        heard = [running(each.visitor.heard[mark:]) for each, mark in zip((ada, ben), marks, strict=True)]
        own = [hand(player, texts)[-1] for player, texts in zip((ada, ben), heard, strict=True)]
        assert all(own) or game == "dragon"
        for player, other, texts in ((ada, own[1], heard[0]), (ben, own[0], heard[1])):
            secret = other - own[0 if player is ada else 1]
            everything = "\n".join(texts)
            open_cards = {
                card
                for text in texts
                for place in json.loads(text).get("sight", {}).get("places", ())
                for card in place["cards"]
                if card
            }
            if game != "dragon":  # Dragon's deck has several copies of each character
                assert not secret & {*CARD.findall(everything)} - open_cards
            seats = json.loads(next(t for t in reversed(texts) if '"frame"' in t))["sight"]["seats"]
            mine = player.sight()["own_seats"]
            for seat in seats:
                if seat["seat"] not in mine:
                    assert set(seat.get("cards", ())) <= {None}
        # The page draws the other player's cards face down.
        for player in (ada, ben):
            backs = player.page.locator(".seat.taken:not(.own) .hand [aria-label]")
            for card in backs.all():
                assert card.get_attribute("aria-label") == "face-down card"
        play_on(ada, ben)
    for player in (ada, ben):
        expect(player.page.locator("h2.head")).to_be_visible()


def test_names_the_deciding_player_and_offers_no_extra_time(visit: Visit, table: Fresh) -> None:
    ada, ben = two_people(visit, table("topfive"))
    for player in (ada, ben):
        player.choice("Minimum bet").click()
        player.answered()
    deciding = asked_first(ada, ben)
    waiting = ben if deciding is ada else ada
    expect(waiting.page.locator(".timer")).to_contain_text(f"{'Ada' if deciding is ada else 'Ben'} decides")
    expect(waiting.page.locator(".choice.main")).to_have_count(0)  # no button is gold
    expect(deciding.page.get_by_role("button", name="More time")).to_have_count(0)
    play_on(ada, ben)


def test_adds_and_removes_computer_players(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit("Lonely")
    player.page.get_by_role("button", name="Add computer players").click()
    expect(player.page.locator(".seat.taken")).to_have_count(3, timeout=SOON)
    player.choice("Minimum bet").click()
    player.answered()
    play_on(player)
    player.page.get_by_role("button", name="Remove them").click()
    expect(player.page.locator(".note")).to_contain_text("leave after this round")
