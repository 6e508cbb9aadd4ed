"""Test that the page shows the server's settlement of complete rounds with every wager."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.rulebook import games
from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE, WIDE
from tests.pages.helpers.players import SOON, Player, cents

pytestmark = pytest.mark.long


def results(player: Player) -> dict[str, tuple[int, int]]:
    """Return the stake and the returned amount of each wager on the page, by label."""
    found = {}
    for row in player.page.locator(".result > table tbody tr").all():
        name, staked, returned = (row.locator("th, td").nth(n).inner_text() for n in range(3))
        found[name.split("\n")[0]] = (cents(f"${staked}"), cents(f"${returned}"))
    return found


# The player takes the last choice in a wide window, and then the first choice at phone size.
ROUNDS = ((WIDE, -1), (PHONE, 0))


@pytest.mark.parametrize("game", games())
def test_rounds_with_every_wager(visit: Visit, table: Fresh, game: str) -> None:
    player = Player(visit(has_touch=True), table(game)).sit(f"All of {game}")
    seat = player.sight()["own_seats"][0]
    labels = {stake["name"]: stake["label"] for stake in player.stakes()}
    posted = player.page.evaluate(f"fetch('/api/tables/{player.table}').then(r => r.json())")["paytables"]
    printed = {row["clause"] for table in posted for row in table["rows"]}
    for size, which in ROUNDS:
        player.page.set_viewport_size({"width": size[0], "height": size[1]})
        chips = player.chips
        laid = player.lay_everything()
        assert len(laid) == len(labels)
        assert player.chips == chips - sum(laid.values())
        player.send()
        assert player.finish(which) >= 1
        told = player.sight()
        own = next(one for one in told["seats"] if one["seat"] == seat)
        expect(player.page.locator(".bal b")).to_have_text(f"${own['chips'] / 100:,.2f}")
        assert own["chips"] == chips + own["net"]
        wanted = {one["wager"]: (one["staked"], one["returned"]) for one in own["outcomes"]}
        assert {*laid} <= {*wanted}  # decisions may add wagers
        headline = "You won" if own["net"] > 0 else "You lost" if own["net"] < 0 else "You broke even:"
        expect(player.page.locator("h2.head")).to_have_text(f"{headline} ${abs(own['net']) / 100:,.2f}")
        shown = results(player)
        for wager, amounts in wanted.items():
            if wager in labels:
                assert shown[labels[wager]] == amounts
        assert len(shown) == len(wanted)
        won = [one for one in own["outcomes"] if one["result"] == "win"]
        paid = {clause for one in won for clause in one["clauses"]}
        for cell in player.page.locator(".pays .hit").all():
            assert cell.get_attribute("data-clause") in {c for one in own["outcomes"] for c in one["clauses"]}
        assert player.page.locator(".pays .hit").count() >= len(paid & printed)


def test_tip_names_the_costliest_decision(visit: Visit, table: Fresh) -> None:
    """The tip shows the exact cost. A round without a mistake has no tip."""
    player = Player(visit(), table("uth")).sit("Mistaken")
    for _ in range(6):
        player.page.keyboard.press("Enter")
        player.finish(0)  # checks, then folds
        told = player.page.evaluate(
            "([table, n]) => fetch(`/api/me/rounds/${table}/${n}/decisions`).then(r => r.json())",
            [player.table, player.sight()["round"] - 1],
        )
        costs = [eval_fraction(one["cost"]) * one["unit"] for one in told["decisions"]]
        assert len(costs) == 3
        coach = player.page.locator(".coach")
        if max(costs) <= 0:
            expect(coach).to_be_hidden()
            continue
        worst = told["decisions"][costs.index(max(costs))]
        amount = f"${max(costs) / 100:,.2f}" if max(costs) >= 0.5 else "less than a cent"
        expect(coach).to_contain_text(f"by {amount} on average")
        coach.get_by_role("button", name="Show numbers").click()
        expect(coach.locator("tbody tr")).to_have_count(len(worst["choices"]))
        return
    raise AssertionError("six rounds of folding without a mistake")


def eval_fraction(text: str) -> float:
    over, under = text.split("/")
    return int(over) / int(under)


def test_advice_marks_the_best_choice(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("topfive")).sit("Asking")
    player.page.keyboard.press("Enter")
    player.deciding()
    player.page.get_by_role("button", name="Get advice").click()
    best = player.page.locator(".choice.best")
    best.wait_for(timeout=SOON)
    player.drawn()
    advice = player.visitor.messages("advised")[-1]["advice"]
    assert best.locator("b").inner_text().lower().endswith(advice["best"].replace("x", "×"))
    value = next(one["value"] for one in advice["choices"] if one["choice"] == advice["best"])
    expect(best.locator("small")).to_contain_text(f"{abs(eval_fraction(value)):.4f}")
    assert player.page.locator(".choice.main").count() == 1
