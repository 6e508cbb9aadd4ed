"""Test chapter 2 of every game with each area, inscription and fixture missing and present."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.submission import check
from tests.helpers.submission_cases import OUT, added, changed, everything, faults, good, without

# each row: game, name, clause, the key that makes the item necessary ("" for always), and whether the item
# may be on a sign instead
AREAS = [
    ("uth", "ante", "uth/2.B.2", ""),
    ("uth", "blind", "uth/2.B.2", ""),
    ("uth", "play", "uth/2.B.2", ""),
    ("uth", "trips", "uth/2.B.2", ""),
    ("uth", "community_cards", "uth/2.B.3", ""),
    ("uth", "dealer_cards", "uth/2.B.4", ""),
    ("uth", "progressive", "uth/2.B.5", "progressive"),
    ("uth", "six_card", "uth/2.B.6", "paytables__six_card"),
    ("letitride", "bet1", "letitride/2.B.2", ""),
    ("letitride", "bet2", "letitride/2.B.2", ""),
    ("letitride", "bet3", "letitride/2.B.2", ""),
    ("letitride", "player_cards", "letitride/2.B.3", ""),
    ("letitride", "community_cards", "letitride/2.B.4", ""),
    ("letitride", "five_card", "letitride/2.B.5", "paytables__five_card"),
    ("letitride", "three_card", "letitride/2.B.6", "paytables__three_card"),
    ("letitride", "six_card", "letitride/2.B.7", "paytables__six_card"),
    ("letitride", "progressive", "letitride/2.B.8", "progressive"),
    ("dragon", "ante", "dragon/2.B.2", ""),
    ("dragon", "ante_bonus", "dragon/2.B.2", ""),
    ("dragon", "three_card", "dragon/2.B.2", ""),
    ("dragon", "dragon", "dragon/2.B.2", ""),
    ("dragon", "play", "dragon/2.B.2", ""),
    ("topfive", "ante", "topfive/2.B.2", ""),
    ("topfive", "play", "topfive/2.B.2", ""),
    ("topfive", "top_five", "topfive/2.B.3.a", "paytables__top_five"),
    ("topfive", "poker", "topfive/2.B.3.b", "paytables__poker"),
]
INSCRIPTIONS = [
    ("uth", "operator_name", "uth/2.B.1", "", False),
    ("uth", "equal_symbol", "uth/2.B.2", "", False),
    ("uth", "payout_odds", "uth/2.B.7", "", True),
    ("uth", "ante_push", "uth/2.B.8.a", "", True),
    ("uth", "blind_push", "uth/2.B.8.b", "", True),
    ("uth", "play_multiples", "uth/2.B.8.c", "", True),
    ("uth", "payout_limit", "uth/2.B.8.d", "payout_limit", True),
    ("letitride", "operator_name", "letitride/2.B.1", "", False),
    ("letitride", "payout_odds", "letitride/2.B.9", "", True),
    ("dragon", "operator_name", "dragon/2.B.1", "", False),
    ("dragon", "payout_odds", "dragon/2.B.3", "", True),
    ("dragon", "play_equals_ante", "dragon/2.B.3", "", True),
    ("topfive", "operator_name", "topfive/2.B.1", "", False),
    ("topfive", "payout_odds", "topfive/2.B.4", "", True),
]


def marked(cases: list[Any]) -> list[Any]:
    """Mark each case with its clause. A notice under uth/2.B.8 also covers the sign of uth/2.B.9."""
    return [
        pytest.param(
            *case,
            marks=pytest.mark.clause(case[2], *(["uth/2.B.9"] if case[2].startswith("uth/2.B.8") else [])),
            id=f"{case[0]}-{case[1]}",
        )
        for case in cases
    ]


def not_offering(mapping: dict[str, Any], key: str) -> dict[str, Any]:
    wager = key.removeprefix("paytables__")
    bare = changed(mapping, **{key: OUT})
    return changed(bare, **{f"limits__{wager}": OUT}) if wager in bare["limits"] else bare


@pytest.mark.parametrize(("game", "name", "clause", "when"), marked(AREAS))
def test_required_areas_must_be_on_the_layout(game: str, name: str, clause: str, when: str) -> None:
    whole = everything(game)
    assert faults(whole) == []
    bare = without(whole, "layout.areas", name)
    assert faults(bare) == [("layout_area_missing", clause)]
    if when:
        assert faults(not_offering(bare, when)) == []


@pytest.mark.parametrize(("game", "name", "clause", "when", "sign"), marked(INSCRIPTIONS))
def test_required_notices_are_on_the_layout_or_an_allowed_sign(
    game: str, name: str, clause: str, when: str, sign: bool
) -> None:
    bare = without(without(everything(game), "layout.inscriptions", name), "layout.signs", name)
    missing = [("inscription_missing", clause)]
    assert faults(bare) == missing
    assert faults(added(bare, "layout.inscriptions", name)) == []
    assert faults(added(bare, "layout.signs", name)) == ([] if sign else missing)
    if when:
        assert faults(changed(bare, **{when: OUT})) == []


SEATS = [
    ("uth", 6, "uth/2.A"),
    ("letitride", 7, "letitride/2.A.1"),
    ("dragon", 6, "dragon/2.A"),
    ("topfive", 6, "topfive/2.A.1"),
]


@pytest.mark.parametrize(
    ("game", "most", "clause"), [pytest.param(*c, marks=pytest.mark.clause(c[2]), id=c[0]) for c in SEATS]
)
def test_rejects_too_many_positions(game: str, most: int, clause: str) -> None:
    for seats in (2, most - 1, most):
        assert faults(changed(good(game), seats=seats)) == []
    assert faults(changed(good(game), seats=most + 1)) == [("too_many_seats", clause)]
    assert faults(changed(good(game), seats=OUT)) == []


@pytest.mark.clause("uth/11.L", "uth/2.A")
def test_the_electronic_version_has_six_seats_like_the_table() -> None:
    assert faults(changed(good("uth"), electronic=True, seats=6)) == []
    assert faults(changed(good("uth"), electronic=True, seats=7)) == [("too_many_seats", "uth/2.A")]
    assert check(changed(good("uth"), electronic=True, seats=7)).violations[0].readings == ("U-25", "X-07")


@pytest.mark.parametrize("game", ["uth", "letitride"])
@pytest.mark.clause("uth/2.C.1", "letitride/2.C.1")
def test_one_progressive_sensor_at_each_position(game: str) -> None:
    whole = everything(game)
    seats = whole["seats"]
    missing = [("equipment_missing", f"{game}/2.C.1")]
    assert faults(changed(whole, equipment__progressive_sensors=seats)) == []
    assert faults(changed(whole, equipment__progressive_sensors=seats + 1)) == []
    assert faults(changed(whole, equipment__progressive_sensors=seats - 1)) == missing
    assert faults(changed(whole, equipment__progressive_sensors=OUT)) == missing
    assert faults(changed(whole, equipment__progressive_sensors=4, seats=4)) == []
    bare = without(
        changed(whole, progressive=OUT, equipment__progressive_sensors=OUT), "layout.areas", "progressive"
    )
    assert faults(bare) == []


@pytest.mark.parametrize("game", ["uth", "letitride"])
@pytest.mark.clause("uth/2.C.2", "letitride/2.C.2")
def test_the_progressive_system_locks_out_late_wagers(game: str) -> None:
    whole = everything(game)
    for value in (False, OUT):
        assert faults(changed(whole, equipment__progressive_lock_out=value)) == [
            ("equipment_missing", f"{game}/2.C.2")
        ]


FIXTURES = [
    ("uth", "discard_rack", "uth/2.D.2"),
    ("letitride", "discard_rack", "letitride/2.F"),
    ("letitride", "dealer_place", "letitride/2.A.2"),
    ("dragon", "discard_rack", "dragon/2.C.2"),
    ("topfive", "discard_rack", "topfive/2.C.2"),
    ("topfive", "dealer_place", "topfive/2.A.2"),
]


@pytest.mark.parametrize(
    ("game", "key", "clause"),
    [pytest.param(*c, marks=pytest.mark.clause(c[2]), id=f"{c[0]}-{c[1]}") for c in FIXTURES],
)
def test_fixtures_must_be_attested(game: str, key: str, clause: str) -> None:
    for value in (False, OUT):
        assert faults(changed(good(game), **{f"equipment__{key}": value})) == [("equipment_missing", clause)]


BOXES = {
    "uth": "uth/2.D.1",
    "letitride": "letitride/2.D",
    "dragon": "dragon/2.C.1",
    "topfive": "topfive/2.C.1",
}
TIP_BOX = {"uth": "uth/2.E", "letitride": "letitride/2.E", "dragon": "dragon/2.D", "topfive": "topfive/2.E"}


@pytest.mark.parametrize(
    ("game", "clause"), [pytest.param(*c, marks=pytest.mark.clause(c[1])) for c in BOXES.items()]
)
def test_drop_box_and_tip_box_flank_the_dealer(game: str, clause: str) -> None:
    mapping = good(game)
    assert faults(changed(mapping, equipment__drop_box="right", equipment__tip_box="left")) == []
    assert faults(changed(mapping, equipment__tip_box="left")) == [("boxes_same_side", clause)]
    assert faults(changed(mapping, equipment__drop_box=OUT)) == [("equipment_missing", clause)]
    assert faults(changed(mapping, equipment__tip_box=OUT)) == [("equipment_missing", clause)]
    assert faults(changed(mapping, approvals__drop_and_tip_box=OUT)) == [("approval_missing", clause)]


@pytest.mark.parametrize(
    ("game", "clause"), [pytest.param(*c, marks=pytest.mark.clause(c[1])) for c in TIP_BOX.items()]
)
def test_a_different_tip_box_location_needs_approval(game: str, clause: str) -> None:
    moved = changed(good(game), equipment__tip_box="alternative")
    assert faults(moved) == [("approval_missing", clause)]
    assert faults(changed(moved, approvals__tip_box_place="letter 1")) == []


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
@pytest.mark.clause("uth/8.A", "letitride/8.A", "dragon/8.A", "topfive/8.A")
def test_the_location_of_a_manual_shoe_needs_approval(game: str) -> None:
    shoe = changed(good(game), dealing="shoe")
    assert faults(shoe) == [("approval_missing", f"{game}/8.A")]
    assert faults(changed(shoe, approvals__shoe_place="pending")) == []


RESHUFFLING = {
    "uth": "uth/5.I",
    "letitride": "letitride/5.I",
    "dragon": "dragon/5.I",
    "topfive": "topfive/5.G",
}


@pytest.mark.parametrize(
    ("game", "clause"), [pytest.param(*c, marks=pytest.mark.clause(c[1])) for c in RESHUFFLING.items()]
)
def test_a_reshuffling_device_needs_approval(game: str, clause: str) -> None:
    device = changed(good(game), dealing="automated", shuffler="reshuffling")
    assert faults(device) == [("approval_missing", clause)]
    assert faults(changed(device, approvals__reshuffling_device="letter 1")) == []


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_missing_layout_reports_every_missing_item(game: str) -> None:
    missing = {clause for code, clause in faults(changed(good(game), layout=OUT))}
    always = {c for g, _, c, when, *_ in [*AREAS, *INSCRIPTIONS] if g == game and not when}
    assert always <= missing
