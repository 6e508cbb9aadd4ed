"""Test groups of tables that share meters, and the terms that must be equal."""

from __future__ import annotations

import msgspec
import pytest

from croupier.submission import Rules, check, partial
from croupier.submission.checking import summary
from croupier.submission.restate import restate
from croupier.submission.rules import digest
from croupier.submission.sharing import deciding, group_of, terms
from tests.helpers.submission_cases import changed
from tests.helpers.table_help import EVERYTHING
from tests.submission.test_check import FULL, RIDE

replace = msgspec.structs.replace


def shared(game: str, **progressive: object) -> Rules:
    written = {**EVERYTHING[game]}
    written["progressive"] = {**written["progressive"], "group": "main-floor", **progressive}
    return partial(written, game, "hand")


@pytest.mark.parametrize("whole", [FULL, RIDE], ids=["uth", "letitride"])
def test_a_submission_may_name_a_group(whole: dict[str, object]) -> None:
    report = check(changed(whole, progressive__group="main-floor"))
    assert report.violations == () and report.choices is not None
    progressive = report.choices.progressive
    assert progressive is not None and progressive.group == "main-floor"
    assert summary(report.choices)["progressive"]["group"] == "main-floor"
    again = partial(restate(report.choices), report.choices.game, report.choices.dealing).choices
    assert again.progressive == progressive
    alone = check(whole).choices
    assert alone is not None and alone.progressive is not None and alone.progressive.group == ""


def test_table_group_comes_from_the_submission_or_is_its_own() -> None:
    assert group_of(shared("uth"), "uth-1") == "main-floor"
    assert group_of(partial(EVERYTHING["uth"], "uth", "hand"), "uth-1") == "uth-1"
    assert group_of(partial({}, "topfive", "hand"), "topfive-1") == ""


def test_the_terms_name_probability_wager_and_rate() -> None:
    told = terms(shared("uth"))
    assert told["game"] == "Ultimate Texas Hold 'Em"
    assert (told["paytable"], told["wager"], told["rate of main"]) == ("A", "$1", "0.155")
    assert told["reset of main"] == "$10,000"
    assert told["reading U-01"] and told["reading X-12"]
    assert terms(partial(EVERYTHING["uth"], "uth", "hand")) == {} == terms(partial({}, "dragon", "hand"))
    assert all(len(value) <= 500 for value in told.values()) and len(told) <= 40


def test_shared_terms_include_only_what_affects_the_probability() -> None:
    base = terms(shared("uth"))
    for change in (
        {"paytable": "B"},
        {"stake": 5},
        {"stake": [1, 5]},
        {"rate": "0.2"},
        {"reset": {"main": 20000}},
    ):
        assert terms(shared("uth", **change)) != base, change
    other = shared("uth").choices
    assert terms(Rules(replace(other, readings={"U-01": "R1"}))) != terms(
        Rules(replace(other, readings={"U-01": "R2"}))
    )
    for same in (
        replace(other, seats=3),
        replace(other, dealing="shoe"),
        replace(other, readings={"U-03": "R2"}),
    ):
        assert terms(Rules(same)) == base
    assert "U-03" not in deciding(shared("uth")), "of another wager"
    assert terms(shared("letitride")) != base


def test_digest_covers_the_choices() -> None:
    one, two = partial(EVERYTHING["uth"], "uth", "hand").choices, shared("uth").choices
    assert digest(one) != digest(two) and len(digest(one)) == 64
    assert digest(replace(one, paytables=dict(reversed(one.paytables.items())))) == digest(one)
    assert digest(replace(one, adjacent_boxes=1, seats=None)) == digest(one), (
        "the digest must not depend on defaults"
    )
    assert digest(replace(one, seats=3)) != digest(one)
