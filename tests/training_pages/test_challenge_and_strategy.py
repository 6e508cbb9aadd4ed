"""Test challenges, strategy pages and the list of mistakes in a browser."""

from __future__ import annotations

import re
import struct
from typing import cast

import pytest
from playwright.sync_api import expect

from croupier.server.http.result_picture import result_picture
from croupier.server.services.challenges import ChallengeResult
from tests.pages.conftest import Visit
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE
from tests.pages.helpers.looking import sideways, violations

pytestmark = pytest.mark.long


def test_a_challenge_link_deals_the_same_hand_to_two_people(visit: Visit) -> None:
    first, second = visit().page, visit(size=PHONE, color_scheme="light").page
    first.goto("/challenge")
    first.get_by_label("Game").select_option("dragon")
    first.get_by_role("button", name="Start a challenge").click()
    first.locator(".drill .choices").wait_for()
    assert not violations(first)
    second.goto(first.url)
    second.get_by_role("button", name="Play these hands").click()
    second.locator(".drill .choices").wait_for()
    assert not violations(second) and not sideways(second)
    hands = [page.locator(".spot .card-row").first.get_attribute("aria-label") for page in (first, second)]
    assert hands[0] == hands[1]
    first.keyboard.press("2")
    expect(first.locator(".verdict")).to_contain_text(re.compile("Right|is better"))
    first.reload()  # the answer is final
    expect(first.locator(".block").first).to_contain_text("Hand 2 of 50")


@pytest.mark.parametrize("size", [WIDE, MIDDLE, PHONE], ids=["wide", "middle", "phone"])
def test_strategy_pages_are_accessible_and_look_up_hands(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, color_scheme="light" if size == PHONE else "dark").page
    page.goto("/strategy/uth")
    expect(page.locator(".hand-grid td.large, .hand-grid td.small")).to_have_count(169)
    page.get_by_label("Your cards").fill("as 2d")
    page.get_by_role("button", name="Look up").click()
    expect(page.locator(".found")).to_contain_text("4× is best")
    expect(page.locator(".found")).to_contain_text("your higher card is an ace")
    assert not violations(page) and not sideways(page)
    page.get_by_role("link", name="Paytable B").click()
    expect(page.locator(".top")).to_contain_text("paytable B")


def test_a_newcomer_has_no_mistakes_yet(visit: Visit) -> None:
    page = visit().page
    page.goto("/mistakes")
    expect(page.get_by_role("main")).to_contain_text("not signed in")
    assert not violations(page)


RESULT = {
    "challenge": "c", "game": "uth", "title": "Ultimate Texas Hold 'Em", "hands": 50, "done": 50,
    "unit": 1000,
    "decisions": 98, "mistakes": 7, "result": "-4000", "expected": "-1093", "lost": "2115/2",
    "luck": "-3699/2", "finished": True, "at": 1_800_000_000, "id": "r",
}  # fmt: skip


def test_a_result_is_saved_as_a_png_file(visit: Visit) -> None:
    page = visit().page
    picture = result_picture(str(RESULT["title"]), cast(ChallengeResult, RESULT))
    page.route("**/api/challenges/results/r", lambda route: route.fulfill(json=RESULT))
    page.route(
        "**/api/challenges/results/r/picture",
        lambda route: route.fulfill(body=picture, content_type="image/svg+xml"),
    )
    page.goto("/challenge?result=r")
    button = page.get_by_role("button", name="Save as a picture")
    button.wait_for()
    assert not violations(page)
    with page.expect_download() as download:
        button.click()
    file = download.value.path().read_bytes()
    assert download.value.suggested_filename == "croupier-uth-50.png"
    assert file.startswith(b"\x89PNG") and struct.unpack(">II", file[16:24]) == (1280, 672)


def test_mistakes_are_listed_by_kind_the_costliest_first(visit: Visit) -> None:
    visitor = visit(size=PHONE, color_scheme="light")
    page = visitor.page
    made = {
        "table": "uth-1", "round": 3, "game": "uth", "kind": "0", "question": "pre-flop", "reason": "Bet 4×.",
        "choice": "check", "best": "4x", "hand": "As Ad", "board": "", "lost": 320.0,
    }  # fmt: skip
    later = {**made, "kind": "2", "question": "river", "choice": "fold", "best": "1x", "lost": 900.5}
    later |= {"hand": "Kh 7d", "board": "Kd 2c 9s Jh 3d", "reason": "Bet 1× with a hidden pair."}
    rounds = {"played": 2, "decisions": [made, later, {**made, "choice": "4x", "lost": 0.0}]}
    page.route("**/api/me/mistakes?*", lambda route: route.fulfill(json={"rounds": rounds, "before": None}))
    page.goto("/practice?game=dragon&kind=0")  # signs in as a guest
    page.locator(".drill .choices").wait_for()
    page.goto("/mistakes")
    expect(page.locator(".mistake-kind h2")).to_have_text(
        [re.compile(r"\$9\.0\d lost"), re.compile(r"\$3\.20 lost")]
    )
    expect(page.get_by_role("main")).to_contain_text("1 mistake in 2 decisions")
    assert not violations(page) and not sideways(page)
    link = page.get_by_role("link", name="Practice this").first
    assert link.get_attribute("href") == "/practice?game=uth&kind=2"
