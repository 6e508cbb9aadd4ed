"""Test a bonus that is paid on a wager's stake even if the wager loses."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Refused, open_table, play_record
from croupier.documents.filed_submission import parse_filed
from croupier.documents.signs.signs import signs
from croupier.games.game import earned_by_rows
from croupier.games.notices import label_of
from croupier.records import transcript
from croupier.rulebook import registry
from croupier.submission import check, partial, template
from croupier.table import commands as do
from croupier.table.machine import decide
from croupier.table.readers.ledger import postings
from tests.plugin_games.conftest import NINES, Edit, Install

# In this version of Lucky Nines, an Ante Bonus pays 4 to 1 for three of a rank and 1 to 1 for nine points.
BONUS: tuple[Edit, ...] = (
    (
        "game.toml",
        "[paytables.nine_bonus]",
        '[paytables.ante_bonus]\nclause = "12.B"\nhouse = "A"\nbonus_on = "ante"\nlabel = "Ante Bonus"\n\n'
        "[paytables.nine_bonus]",
    ),
    (
        "paytables.toml",
        "[nine_bonus.A]",
        '[ante_bonus.A]\nclause = "12.B.1"\nrows = [\n  ["12.B.1.a", "three_of_a_rank", "4 to 1"],\n'
        '  ["12.B.1.b", "nine_points", "1 to 1"],\n]\n\n[nine_bonus.A]',
    ),
    (
        "game.py",
        '    verdicts = settle_main(rules, table) if "play" in table.wagers else []\n',
        '    verdicts = settle_main(rules, table) if "play" in table.wagers else []\n'
        '    row = rules.paytable("ante_bonus").row_for(nines(table.cards).titles)\n'
        "    if row is not None and verdicts:\n"
        "        verdicts[0] = replace(verdicts[0], bonus=row.pays)\n",
    ),
    ("game.py", "    earned=earned,\n", ""),  # the default results include the bonus
    ("game.py", "from croupier.cards", "from msgspec.structs import replace\n\nfrom croupier.cards"),
)


def ante(deck: str) -> dict[str, Any]:
    seat = {"seat": 1, "wagers": {"ante": 9}, "decisions": ["play"]}
    played = play_record({"game": "nines", "dealing": "shoe", "deck": deck, "seats": [seat]})
    found: dict[str, Any] = played["seats"][0]["wagers"]["ante"]
    return found


def test_a_lost_wager_with_a_bonus_is_recorded_as_lost(install: Install) -> None:
    install(NINES, *BONUS)
    lost = ante("9h 2d Kh 2c Qc 2s")  # nine points lose to three twos
    assert (lost["result"], lost["returned"]) == ("lose", 900)


def test_a_won_wager_pays_both(install: Install) -> None:
    install(NINES, *BONUS)
    won = ante("8h 2d 8c 3d 8s Kd")
    assert (won["result"], won["returned"]) == ("win", 900 + 600 + 4 * 900)


def test_the_chips_of_a_bonus_balance(install: Install) -> None:
    install(NINES, *BONUS)
    table = open_table("nines", cards="9h 2d Kh 2c Qc 2s").sit(1, "Ann", 100).bet(1, ante=9).deal()
    table.decide("play")
    (settled,) = (one for one in table.state.previous if one.wager == "ante")
    assert (settled.result, settled.pays) == ("lose", "bonus 1 to 1")
    assert sum(cents for _, cents in postings(settled)) == 0
    assert transcript.say(settled) == "Seat 1: Ante $9 loses, $9 returned (bonus 1 to 1)"
    assert table.state.seating.purses["Ann"] == 10_000 - 900  # the Play is lost, and the Ante is returned


def test_signs_name_the_bonus_and_not_the_wager(install: Install) -> None:
    install(NINES, *BONUS)
    assert label_of(partial({}, "nines", "hand"), "ante_bonus") == "Ante Bonus"
    posted = {sign.name: sign for sign in signs(parse_filed(template("nines").encode(), "nines.toml"))}
    assert posted["ante_bonus"].title == "Ante Bonus"
    assert not any(sign.title == "Ante" for sign in posted.values())
    assert not check(tomllib.loads(template("nines"))).violations


def test_a_correction_may_pay_the_bonus_and_nothing_above_it(install: Install) -> None:
    install(NINES, *BONUS)
    table = open_table("nines", cards="9h 2d Kh 2c Qc 2s").sit(1, "Ann", 100).bet(1, ante=9).deal()
    table.decide("play")
    state = table.state
    most = 900 + 900 + 4 * 900
    right = do.CorrectSettlement(seat=1, wager="ante", returned=most, reason="misread", by=do.FLOOR, round=1)
    wrong = replace(right, returned=most + 1)
    with pytest.raises(Refused, match="no hand earns more"):
        decide(state, wrong)
    assert decide(state, right)


def test_every_result_of_the_wager_can_be_combined_with_each_bonus(install: Install) -> None:
    install(NINES, *BONUS)
    earned = earned_by_rows(partial({}, "nines", "shoe"), "ante")
    assert [(one.result, str(one.bonus)) for one in earned] == [
        ("win", "None"),
        *((result, bonus) for result in ("win", "push", "lose") for bonus in ("4 to 1", "1 to 1")),
    ]


def test_a_bonus_names_a_wager_that_is_declared(install: Install) -> None:
    install(NINES, *BONUS, ("game.toml", 'bonus_on = "ante"', 'bonus_on = "anti"'))
    assert "anti" in registry.broken()["nines"]
