"""Test checking a complete submission, with a failing and a passing case for every code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.rulebook import clauses, games, readings
from croupier.submission import Caution, SubmissionReport, check, read_toml, summary, template
from croupier.submission import FaultCode as Code
from tests.helpers.submission_cases import (
    EXAMPLES,
    OUT,
    added,
    changed,
    everything,
    faults,
    good,
    warnings,
    without,
)

GAMES = games()

PAGE = Path(__file__).parents[2] / "docs" / "submission.md"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("submission", [good, everything])
def test_valid_submission_has_no_fault_and_no_warning(submission: Any, game: str) -> None:
    report = check(submission(game))
    assert (report.violations, report.warnings) == ((), ())
    assert report.choices is not None


UTH, LIR, DRAGON, TOPFIVE = (good(game) for game in GAMES)
FULL, RIDE = everything("uth"), everything("letitride")
SIX_CARD_ALONE = changed(FULL, **{"readings__U-06": "R1", "paytables__trips": OUT, "limits__trips": OUT})


# Each row has a code, the change that causes it, the expected fault and its clause.
def one_chip(whole: dict[str, Any]) -> dict[str, Any]:
    """Offer two stakes under the reading that allows only one (X-11)."""
    both = changed(whole, progressive__stake=[1, 5])
    return {**both, "readings": {**both.get("readings", {}), "X-11": "R1"}}


VIOLATIONS: list[tuple[Code, object, str]] = [
    (Code.NOT_A_TABLE, changed(UTH, paytables="A"), "uth/7.F.1"),
    (Code.NOT_A_TABLE, ["uth"], ""),
    (Code.UNKNOWN_KEY, changed(UTH, colour="green"), ""),
    (Code.UNKNOWN_KEY, changed(FULL, progressive__colour="green"), "uth/7.F.3"),
    (Code.UNKNOWN_KEY, changed(FULL, progressive__meters={"mega": 1}), "uth/7.F.3"),
    (Code.WRONG_TYPE, changed(UTH, seats="six"), "uth/2.A"),
    (Code.WRONG_TYPE, changed(FULL, progressive__rate=0.15), "uth/12.D.3.a"),
    (Code.UNKNOWN_NAME, changed(UTH, dealing="machine"), "uth/11.A"),
    (Code.UNKNOWN_NAME, changed(UTH, paytables__five_card="A"), "uth/7.F.1"),
    (Code.UNKNOWN_NAME, added(UTH, "layout.areas", "moon"), "uth/2.B"),
    (Code.BAD_AMOUNT, changed(FULL, payout_limit="lots"), "uth/12.F.1"),
    (Code.BAD_AMOUNT, changed(UTH, limits__ante__minimum=0), "uth/7.F.1"),
    (Code.BAD_NUMBER, changed(UTH, seats=0), "uth/2.A"),
    (Code.BAD_RATE, changed(FULL, progressive__rate="15%"), "uth/12.D.3.a"),
    (Code.BAD_TEXT, changed(UTH, approvals__layout=" "), "uth/2.B"),
    (Code.BAD_TEXT, changed(FULL, progressive__group="Main Floor"), "uth/12.D.3.b"),
    (Code.BAD_TEXT, changed(FULL, progressive__group="a" * 41), "uth/12.D.3.b"),
    (Code.WRONG_TYPE, changed(FULL, progressive__group=7), "uth/12.D.3.b"),
    (Code.UNKNOWN_GAME, changed(UTH, game="poker"), ""),
    (Code.UNKNOWN_PAYTABLE, changed(UTH, paytables__blind="C"), "uth/12.B"),
    (Code.UNKNOWN_PAYTABLE, changed(FULL, progressive__paytable="E"), "uth/12.D.1"),
    (Code.UNKNOWN_METER, changed(FULL, progressive__reset__main=10000), "uth/12.D.3.b"),
    (Code.UNKNOWN_READING, changed(UTH, readings={"U-99": "R1"}), ""),
    (Code.UNKNOWN_READING, changed(UTH, readings={"U-01": "R9"}), "uth/1.B.3"),
    (Code.MISSING_KEY, changed(UTH, dealing=OUT), "uth/11.A"),
    (Code.MISSING_KEY, changed(UTH, shuffler=OUT), "uth/5.C"),
    (Code.MISSING_KEY, changed(TOPFIVE, shuffler=OUT), "topfive/5.B"),
    (Code.MISSING_KEY, changed(FULL, progressive__stake=OUT), "uth/7.F.3.a"),
    (Code.MISSING_KEY, changed(UTH, game=OUT), ""),
    (Code.NOT_IN_THIS_GAME, changed(LIR, payout_limit=50000), "letitride/2.B.10"),
    (Code.NOT_IN_THIS_GAME, changed(LIR, electronic=True), "letitride/2.A.1"),
    (Code.NOT_IN_THIS_GAME, changed(TOPFIVE, progressive={"paytable": "A"}), "topfive/7.E.1"),
    (Code.HAND_NEEDS_SHUFFLER, changed(UTH, shuffler="none"), "uth/9.A.1"),
    (Code.HAND_NEEDS_SHUFFLER, changed(LIR, shuffler="none"), "letitride/9.A.1"),
    (Code.HAND_NEEDS_SHUFFLER, changed(DRAGON, shuffler="none"), "dragon/9.A.1"),
    (Code.HAND_NEEDS_SHUFFLER, changed(TOPFIVE, shuffler="none"), "topfive/9.A.1"),
    (Code.MACHINE_NEEDS_SHUFFLER, changed(LIR, dealing="automated", shuffler="none"), "letitride/10.A"),
    (Code.TWO_DECKS_NEED_SHUFFLER, changed(UTH, decks=2, dealing="shoe", shuffler="none"), "uth/3.B"),
    (Code.TWO_DECKS_NEED_SHUFFLER, changed(LIR, decks=2, dealing="shoe", shuffler="none"), "letitride/3.B"),
    (Code.TWO_DECKS_NEED_SHUFFLER, changed(DRAGON, decks=2, dealing="shoe", shuffler="none"), "dragon/3.B"),
    (Code.TWO_DECKS_NEED_SHUFFLER, changed(TOPFIVE, decks=2, dealing="shoe", shuffler="none"), "topfive/3.B"),
    (Code.DECK_BACKS_ALIKE, changed(FULL, cards__backs=["red", "Red"]), "uth/3.B.2"),
    (Code.DECK_BACKS_ALIKE, changed(FULL, cards__backs=["red"]), "uth/3.B.2"),
    (Code.DECK_BACKS_ALIKE, changed(FULL, cards__backs=OUT), "uth/3.B.2"),
    (Code.DECK_BACKS_ALIKE, changed(LIR, decks=2), "letitride/3.B.2"),
    (Code.DECK_BACKS_ALIKE, changed(DRAGON, decks=2), "dragon/3.B.1"),
    (Code.DECK_BACKS_ALIKE, changed(TOPFIVE, decks=2), "topfive/3.B.2"),
    (Code.HELD_NEEDS_AUTOMATED, changed(UTH, dealer_cards="held"), "uth/10.B.4"),
    (Code.STACK_NEEDS_RESHUFFLING, changed(RIDE, shuffler="counting"), "letitride/10.H"),
    (Code.STACK_NEEDS_RESHUFFLING, changed(LIR, community_stack=3), "letitride/10.H"),
    (Code.TOO_MANY_SEATS, changed(UTH, seats=7), "uth/2.A"),
    (Code.TOO_MANY_BOXES, changed(UTH, adjacent_boxes=2), "uth/7.G"),
    (Code.BOXES_NOT_STATED, changed(LIR, adjacent_boxes=OUT), "letitride/7.F"),
    (Code.BOXES_NOT_STATED, changed(TOPFIVE, adjacent_boxes=OUT), "topfive/7.F"),
    (Code.PAYTABLE_NOT_CHOSEN, changed(UTH, paytables__blind=OUT), "uth/12.B"),
    (Code.PAYTABLE_NOT_CHOSEN, changed(LIR, paytables__main=OUT), "letitride/12.A"),
    (Code.PAYTABLE_NOT_CHOSEN, changed(DRAGON, paytables__ante_bonus=OUT), "dragon/12.B"),
    (Code.PAYTABLE_NOT_CHOSEN, changed(FULL, progressive__paytable=OUT), "uth/12.D.1"),
    (Code.PAYTABLE_NOT_CHOSEN, changed(RIDE, progressive__paytable=OUT), "letitride/12.E"),
    (Code.PAYOUT_LIMIT_BELOW_FLOOR, changed(FULL, payout_limit=50000), "uth/12.F.1"),
    (Code.LIMITS_CROSSED, changed(UTH, limits__ante__maximum=5), "uth/7.F.1"),
    (Code.INCREMENT_DOES_NOT_FIT, changed(UTH, limits__ante__increment=15), "uth/7.F.1"),
    (Code.LIMIT_NOT_OFFERED, changed(UTH, limits__bad_beat__minimum=5), "uth/7.F.6"),
    (Code.PREREQUISITE_NOT_OFFERED, SIX_CARD_ALONE, "uth/7.F.4.b"),
    (Code.LIMIT_FOLLOWS_ANTE, changed(UTH, limits__play__minimum=5), "uth/7.F.1"),
    (Code.LIMIT_FOLLOWS_ANTE, changed(UTH, limits__blind__minimum=5), "uth/7.F.1"),
    (Code.LIMIT_FOLLOWS_ANTE, changed(LIR, limits__bet3__minimum=10), "letitride/7.E.1"),
    (Code.STAKE_IS_FIXED, changed(FULL, limits__progressive__minimum=5), "uth/7.F.3"),
    (Code.STAKE_IS_FIXED, changed(RIDE, limits__five_card__maximum=5), "letitride/7.E.3"),
    (Code.PROGRESSIVE_UNDEFINED, changed(DRAGON, progressive={"paytable": "A"}), "dragon/7.F.4"),
    (Code.STAKE_NOT_ALLOWED, changed(FULL, progressive__stake=2), "uth/7.F.3.a"),
    (Code.TWO_STAKES_ON_ONE_METER, one_chip(FULL), "uth/7.F.3.a"),
    (Code.TWO_STAKES_ON_ONE_METER, one_chip(RIDE), "letitride/7.E.6.a"),
    (Code.ENVY_LEFT_OUT, changed(FULL, progressive__envy=False), "uth/11.J.2.e.i"),
    (Code.ENVY_LEFT_OUT, changed(RIDE, progressive__envy=False), "letitride/11.E.5"),
    (Code.METER_BELOW_MINIMUM, changed(FULL, progressive__reset__mega=9999), "uth/12.D.3.b.iii.1"),
    (Code.METER_NOT_STATED, changed(FULL, progressive__reset__mega=OUT), "uth/12.D.3.b.iii.1"),
    (Code.METER_NOT_STATED, changed(RIDE, progressive__initial=OUT), "letitride/12.F.2.d.i"),
    (Code.RATE_NOT_STATED, changed(FULL, progressive__rate=OUT), "uth/12.D.3.a"),
    (Code.RATE_NOT_STATED, changed(FULL, progressive__rate__minor=OUT), "uth/12.D.3.a"),
    (Code.RATE_NOT_STATED, changed(RIDE, progressive__rate=OUT), "letitride/12.F.1"),
    (Code.ENVY_NOT_STATED, changed(FULL, progressive__envy=OUT), "uth/12.D.5.b"),
    (Code.ENVY_NOT_STATED, changed(RIDE, progressive__envy=OUT), "letitride/12.H.2"),
    (Code.ENVY_HOLDER_NOT_STATED, changed(FULL, progressive__envy_holder_must_bet=OUT), "uth/11.J.2.e.ii"),
    (Code.ENVY_ON_OTHER_CARDS, changed(RIDE, progressive__envy="B"), "letitride/12.H.2"),
    (Code.READING_FIXED, changed(UTH, readings={"U-02": "R2"}), "uth/2.B.8.b"),
    (Code.READING_OF_ANOTHER_GAME, changed(UTH, readings={"D-04": "R2"}), "dragon/1.B.4"),
    (Code.READING_NOT_CHOSEN, changed(FULL, readings={}), "uth/7.F.3"),
    (
        Code.WAGER_NEEDS_DEALING,
        changed(FULL, dealing="hand", dealer_cards="delivered", readings={"U-01": "R2", "U-05": "R4"}),
        "uth/7.F.4",
    ),
    (Code.MISSING_KEY, changed(UTH, facility=OUT), "uth/2.B.1"),
    (Code.MISSING_KEY, changed(DRAGON, facility=OUT), "dragon/2.B.1"),
    (Code.LAYOUT_AREA_MISSING, without(UTH, "layout.areas", "ante"), "uth/2.B.2"),
    (Code.INSCRIPTION_MISSING, without(UTH, "layout.inscriptions", "payout_odds"), "uth/2.B.7"),
    (Code.EQUIPMENT_MISSING, changed(UTH, equipment__discard_rack=False), "uth/2.D.2"),
    (Code.BOXES_SAME_SIDE, changed(UTH, equipment__tip_box="left"), "uth/2.D.1"),
    (Code.APPROVAL_MISSING, changed(UTH, approvals__layout=OUT), "uth/2.B"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "mapping", "clause"),
    [pytest.param(*case, marks=pytest.mark.clause(*filter(None, [case[2]])), id=f"{n}-{case[0].value}")
     for n, case in enumerate(VIOLATIONS)],
)  # fmt: skip
def test_each_violation(code: Code, mapping: object, clause: str) -> None:
    report = check(mapping)
    assert (code.value, clause) in [(v.code, v.clause) for v in report.violations]
    assert report.choices is None
    for violation in report.violations:
        assert violation.message
        assert violation.remedy
        assert not violation.clause or violation.clause in clauses()
        assert set(violation.readings) <= set(readings())


def test_every_violation_code_is_tested() -> None:
    assert {code for code, _, _ in VIOLATIONS} == set(Code)


def test_one_fault_gives_one_violation() -> None:
    """One broken key in an otherwise valid file causes no other violation."""
    several = [changed(UTH, game=OUT), changed(UTH, game="poker"), ["uth"]]
    for code, mapping, clause in VIOLATIONS:
        if mapping not in several and code not in (Code.NOT_A_TABLE, Code.UNKNOWN_PAYTABLE):
            found = faults(mapping)
            assert (code.value, clause) in found
            assert len(found) <= 3, (code, found)


WARNINGS: list[tuple[Caution, dict[str, Any], str]] = [
    (Caution.BETTER_HAND_PAYS_LESS, changed(RIDE, progressive__reset__minor=250), "letitride/12.E.4.b"),
    (Caution.METER_STANDS_STILL, changed(FULL, progressive__rate__mega="0"), "uth/12.D.3.a"),
    (Caution.METERS_GAIN_MORE_THAN_STAKE, changed(FULL, progressive__rate="0.34"), "uth/12.D.3.a"),
    (Caution.FIXED_SUM_OUTPAID, changed(FULL, limits__six_card__maximum=105), "uth/7.F.4"),
    (Caution.FIXED_SUM_OUTPAID, changed(RIDE, limits__six_card=OUT), "letitride/7.E.5"),
    (Caution.STANDARD_WAGER_LEFT_OUT, changed(UTH, paytables__trips=OUT, limits__trips=OUT), "uth/2.B.2"),
    (
        Caution.STANDARD_WAGER_LEFT_OUT,
        changed(DRAGON, paytables__dragon=OUT, limits__dragon=OUT),
        "dragon/7.F.3",
    ),
    (Caution.FLOOR_WITHOUT_MINIMUM, changed(FULL, limits__ante=OUT), "uth/12.F.1"),
    (Caution.WAGER_WITHOUT_SPOT, without(FULL, "layout.areas", "bad_beat"), "uth/7.A"),
    (Caution.WAGER_WITHOUT_SPOT, without(FULL, "layout.areas", "six_card_box"), "uth/10.B.1"),
    (
        Caution.MANUAL_SHOE_RESHUFFLES,
        changed(UTH, dealing="shoe", shuffler="reshuffling", approvals__shoe_place="letter 1",
                approvals__reshuffling_device="letter 2"),
        "uth/5.I",
    ),
    (Caution.AREA_NOT_OFFERED, added(UTH, "layout.areas", "bad_beat"), "uth/7.A"),
    (Caution.AREA_NOT_OFFERED, added(LIR, "layout.areas", "six_card"), "letitride/2.B.7"),
    (Caution.LIMITS_NOT_STATED, changed(UTH, limits__ante=OUT), "uth/7.F.1"),
    (Caution.LIMITS_NOT_STATED, changed(UTH, limits__ante={"minimum": 5}), "uth/7.F.1"),
    (Caution.WAGER_WITHOUT_SPOT, without(good("topfive"), "layout.areas", "dealer_cards"), "topfive/8.D.3"),
    (Caution.READING_WITHOUT_EFFECT, changed(LIR, readings={"X-02": "R2"}), "letitride/8.C.1"),
]  # fmt: skip


@pytest.mark.parametrize(("caution", "mapping", "clause"), WARNINGS)
def test_each_warning_is_independent_and_does_not_fail_the_file(
    caution: Caution, mapping: dict[str, Any], clause: str
) -> None:
    assert warnings(mapping) == [(caution.value, clause)]


def test_no_warning_if_meters_receive_the_entire_stake() -> None:
    rates = {"mega": "0.5", "major": "0.3", "minor": "0.2"}
    assert warnings(changed(FULL, progressive__rate=rates)) == []


def test_every_warning_code_is_tested() -> None:
    assert {caution for caution, _, _ in WARNINGS} == set(Caution)


def test_docs_list_every_code() -> None:
    listed = re.findall(r"^\| `([a-z_]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {code.value for code in Code} | {caution.value for caution in Caution} <= set(listed)


def test_reports_all_faults_at_once() -> None:
    broken = changed(
        FULL,
        colour="green",
        seats=9,
        adjacent_boxes=2,
        payout_limit=1,
        progressive__stake=2,
        progressive__reset__mega=1,
        progressive__rate=OUT,
        layout__inscriptions=[],
    )
    assert {code for code, _ in faults(broken)} == {
        "unknown_key",
        "too_many_seats",
        "too_many_boxes",
        "payout_limit_below_floor",
        "stake_not_allowed",
        "meter_below_minimum",
        "rate_not_stated",
        "inscription_missing",
        "equipment_missing",  # the table has nine positions but six sensors
    }


def test_fault_names_its_path_at_any_depth() -> None:
    report = check(changed(UTH, limits__ante={"minimum": 1.5, "most": 3}, layout__areas=["ante", 7]))
    where = {v.where for v in report.violations}
    assert {"limits.ante.minimum", "limits.ante.most", "layout.areas[1]"} <= where
    assert all(v.message.startswith(f"{v.where}: ") for v in report.violations)


def test_file_without_a_game_is_still_checked() -> None:
    assert faults({"game": "poker", "colour": 1, "seats": "six", "limits": {"ante": {"minimum": -1}}}) == [
        ("unknown_game", ""),
        ("unknown_key", ""),
        ("wrong_type", ""),
        ("bad_amount", ""),
    ]


def test_summary_of_a_valid_file() -> None:
    report = check(FULL)
    assert report.choices is not None
    facts = summary(report.choices)
    assert {w["wager"]: w["paytable"] for w in facts["wagers"]} == {
        "ante": None,
        "blind": "B",
        "play": None,
        "trips": "E",
        "progressive": "C",
        "six_card": "A",
        "ultimate_pairs": "C",
        "bad_beat": "B",
        "play_the_board": "A",
    }
    assert facts["readings"] == {"U-01": "R2", "U-06": "R2"}
    assert (facts["seats"], facts["payout_limit"]) == (6, 5_500_000)
    ride = check(RIDE).choices
    assert ride is not None
    assert [w["wager"] for w in summary(ride)["wagers"]][:3] == ["bet1", "bet2", "bet3"]


@pytest.mark.clause("uth/2.D.1", "uth/2.D.2", "uth/2.E")
def test_attestations_are_stored_with_their_clause() -> None:
    attested = check(FULL).attested
    assert attested["uth/2.D.1"] == "letter 2031-17, drawing 2"
    assert "uth/2.D.2" in attested
    assert attested["uth/2.E"].startswith("letter 2031-22")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_passes(path: Path) -> None:
    report = check(read_toml(path))
    assert (report.violations, report.warnings) == ((), ())


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**4290, max_value=10**4400)
    | st.floats()
    | st.text(max_size=6)
    | st.binary(max_size=3)
    | st.dates()
    | st.sampled_from(["A", "R1", "0.15", "uth", "hand", "main", "10"])
)
names = st.sampled_from(
    [
        *GAMES,
        *FULL,
        *FULL["progressive"],
        *FULL["limits"],
        *FULL["layout"],
        *RIDE["paytables"],
        "game",
        "mega",
        "U-01",
    ]
)
keys = names | st.text(max_size=6) | st.integers() | st.none()
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.long
@settings(max_examples=400)
@given(st.dictionaries(keys, values, max_size=6) | values)
def test_check_always_returns_a_report(mapping: object) -> None:
    report = check(mapping)
    assert isinstance(report, SubmissionReport)
    assert (report.choices is None) == bool(report.violations)
    msgspec.json.encode((report.violations, report.warnings))


@pytest.mark.long
@settings(max_examples=400)
@given(
    st.sampled_from([UTH, LIR, DRAGON, TOPFIVE, FULL, RIDE]),
    st.lists(st.tuples(names, names, values), max_size=4),
)
def test_mutated_file_always_gets_a_report(base: dict[str, Any], wounds: list[tuple[str, str, Any]]) -> None:
    mapping = changed(base)
    for outer, inner, value in wounds:
        if isinstance(mapping.get(outer), dict):
            mapping[outer][inner] = value
        else:
            mapping[outer] = value
    report = check(mapping)
    assert (report.choices is None) == bool(report.violations)


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_reports_all_faults_of_an_incomplete_progressive(game: str) -> None:
    """Without a paytable, the meters are unknown, but values that no paytable allows are still faults."""
    document = tomllib.loads(template(game))
    document["progressive"] = {"stake": 2, "initial": {"main": 5}, "rate": {"none": "0.1"}}
    found = {(v.code, v.where) for v in check(document).violations}
    assert {
        ("paytable_not_chosen", "progressive.paytable"),
        ("stake_not_allowed", "progressive.stake"),
        ("meter_below_minimum", "progressive.initial.main"),
        ("meter_not_stated", "progressive.reset"),
        ("envy_not_stated", "progressive.envy"),
        ("unknown_meter", "progressive.rate.'none'"),
    } <= found


@pytest.mark.parametrize("game", GAMES)
def test_template_names_its_schema(game: str) -> None:
    assert template(game).splitlines()[0] == f"#:schema {game}.schema.json"


def test_check_says_if_a_named_reading_is_the_default(tmp_path: Path) -> None:
    path = tmp_path / "full.toml"
    path.write_text((EXAMPLES / "uth-everything.toml").read_text(encoding="utf-8"), encoding="utf-8")
    told = CliRunner().invoke(app, ["check", str(path)]).output
    assert "Reading U-01: R2, the default\n" in told
    assert "Reading U-06: R2, instead of the default R1\n" in told
