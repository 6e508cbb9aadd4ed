"""Test the submission at, below and above each threshold."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.submission import Rules, check
from croupier.submission.law import least_lawful
from tests.helpers.submission_cases import OUT, added, changed, everything, faults, good, warnings

FULL, RIDE = everything("uth"), everything("letitride")

# each row: paytable, meter, dollars and clause
MINIMUMS = [
    ("uth", "A", "main", 10000, "uth/12.D.3.b.i"),
    ("uth", "B", "major", 1000, "uth/12.D.3.b.ii.1"),
    ("uth", "B", "minor", 250, "uth/12.D.3.b.ii.2"),
    ("uth", "C", "mega", 10000, "uth/12.D.3.b.iii.1"),
    ("uth", "C", "major", 1000, "uth/12.D.3.b.iii.2"),
    ("uth", "C", "minor", 250, "uth/12.D.3.b.iii.3"),
    ("uth", "D", "mega", 10000, "uth/12.D.3.b.iv.1"),
    ("uth", "D", "major", 1000, "uth/12.D.3.b.iv.2"),
    ("uth", "D", "minor", 250, "uth/12.D.3.b.iv.3"),
    ("letitride", "A", "main", 1000, "letitride/12.F.2.a"),
    ("letitride", "B", "main", 1000, "letitride/12.F.2.b"),
    ("letitride", "C", "main", 1000, "letitride/12.F.2.c"),
    ("letitride", "D", "major", 1000, "letitride/12.F.2.d.i"),
    ("letitride", "D", "minor", 250, "letitride/12.F.2.d.ii"),
    ("letitride", "E", "mega", 10000, "letitride/12.F.2.e.i"),
    ("letitride", "E", "major", 1000, "letitride/12.F.2.e.ii"),
    ("letitride", "E", "minor", 250, "letitride/12.F.2.e.iii"),
    ("letitride", "F", "mega", 10000, "letitride/12.F.2.f.i"),
    ("letitride", "F", "major", 1000, "letitride/12.F.2.f.ii"),
    ("letitride", "F", "minor", 250, "letitride/12.F.2.f.iii"),
]


def with_progressive(game: str, letter: str, stake: int = 1, **resets: Any) -> dict[str, Any]:
    meters = {meter: dollars for g, p, meter, dollars, _ in MINIMUMS if (g, p) == (game, letter)}
    return changed(
        FULL if game == "uth" else RIDE,
        progressive={
            "paytable": letter,
            "stake": stake,
            "rate": "0.1",
            "initial": meters,
            "reset": {**meters, **resets},
            "envy": True,
            "envy_holder_must_bet": False,
        },
    )


@pytest.mark.parametrize(
    ("game", "letter", "meter", "dollars", "clause"),
    [pytest.param(*c, marks=pytest.mark.clause(c[4]), id=f"{c[0]}-{c[1]}-{c[2]}") for c in MINIMUMS],
)
@pytest.mark.parametrize("table", ["initial", "reset"])
def test_meter_starts_and_resets_at_or_above_its_minimum(
    table: str, game: str, letter: str, meter: str, dollars: int, clause: str
) -> None:
    whole = with_progressive(game, letter)
    key = f"progressive__{table}__{meter}"
    assert faults(changed(whole, **{key: f"{dollars - 1}.99"})) == [("meter_below_minimum", clause)]
    assert faults(changed(whole, **{key: dollars})) == []
    assert faults(changed(whole, **{key: f"{dollars}.01"})) == []


def limited(limit: object, ante: int | None, trips: int | None = None) -> list[tuple[str, str]]:
    mapping = added(changed(good("uth"), payout_limit=limit), "layout.signs", "payout_limit")
    limits = {"ante": ante, "trips": trips}
    given = {w: {"minimum": m} for w, m in limits.items() if m is not None}
    return faults(changed(mapping, limits=given))


@pytest.mark.clause("uth/12.F.1")
@pytest.mark.parametrize(
    ("ante", "trips", "floor"),
    [
        (None, None, 50000),
        (10, 5, 50000),
        (99, None, 50000),  # 505 x 99 = 49,995
        (100, None, 50500),
        (99, 1, 50045),  # the smallest Trips wager adds 50 to 1
        (100, 25, 51750),
        (200, None, 101000),
    ],
)
def test_the_payout_limit_has_a_minimum(ante: int | None, trips: int | None, floor: int) -> None:
    below = [("payout_limit_below_floor", "uth/12.F.1")]
    assert limited(f"{floor - 1}.99", ante, trips) == below
    assert limited(floor, ante, trips) == []
    assert limited(f"{floor}.01", ante, trips) == []


@pytest.mark.clause("uth/12.F.1")
def test_minimum_payout_limit_uses_the_best_row_of_the_chosen_paytables() -> None:
    """Blind A and B pay 500 to 1, and Trips A and E pay 50 to 1."""
    mapping = changed(FULL, payout_limit=51750)
    assert faults(mapping) == []
    assert faults(changed(mapping, payout_limit=51749)) == [("payout_limit_below_floor", "uth/12.F.1")]


BOXES = [
    ("uth", 1, "uth/7.G"),
    ("letitride", 7, "letitride/7.F"),
    ("dragon", 2, "dragon/7.G"),
    ("topfive", 6, "topfive/7.F"),
]


@pytest.mark.parametrize(
    ("game", "most", "clause"), [pytest.param(*c, marks=pytest.mark.clause(c[2]), id=c[0]) for c in BOXES]
)
def test_number_of_positions_that_one_player_may_play(game: str, most: int, clause: str) -> None:
    assert faults(changed(good(game), adjacent_boxes=1)) == []
    assert faults(changed(good(game), adjacent_boxes=most)) == []
    assert faults(changed(good(game), adjacent_boxes=most + 1)) == [("too_many_boxes", clause)]


@pytest.mark.clause("letitride/7.F", "topfive/7.F")
@pytest.mark.parametrize("game", ["letitride", "topfive"])
def test_the_number_of_adjacent_spots_must_be_stated(game: str) -> None:
    assert faults(changed(good(game), adjacent_boxes=OUT)) == [("boxes_not_stated", f"{game}/7.F")]


@pytest.mark.clause("uth/7.G", "dragon/7.G")
@pytest.mark.parametrize("game", ["uth", "dragon"])
def test_other_games_default_to_one_spot(game: str) -> None:
    assert faults(changed(good(game), adjacent_boxes=OUT)) == []


OPTIONS = [
    ("uth", "six_card", "AB", "uth/7.F.4"),
    ("uth", "ultimate_pairs", "ABCDEF", "uth/7.F.5"),
    ("uth", "bad_beat", "ABC", "uth/7.F.6"),
    ("uth", "play_the_board", "ABC", "uth/7.F.7"),
    ("letitride", "five_card", "ABCDEFG", "letitride/7.E.3"),
    ("letitride", "three_card", "ABC", "letitride/7.E.4"),
    ("letitride", "six_card", "AB", "letitride/7.E.5"),
    ("topfive", "top_five", "ABC", "topfive/7.E.2.a"),
    ("topfive", "poker", "ABC", "topfive/7.E.2.b"),
]


@pytest.mark.parametrize(
    ("game", "wager", "letters", "clause"),
    [pytest.param(*c, marks=pytest.mark.clause(c[3]), id=f"{c[0]}-{c[1]}") for c in OPTIONS],
)
def test_an_optional_wager_is_offered_if_and_only_if_it_is_named(
    game: str, wager: str, letters: str, clause: str
) -> None:
    whole = changed(everything(game), **{f"limits__{wager}": {"maximum": 1}})
    for letter in letters:
        choices = check(changed(whole, **{f"paytables__{wager}": letter})).choices
        assert choices is not None
        assert Rules(choices).paytable(wager).letter == letter
    after = chr(ord(letters[-1]) + 1)
    assert [code for code, _ in faults(changed(whole, **{f"paytables__{wager}": after}))] == [
        "unknown_paytable"
    ]
    bare = changed(whole, **{f"paytables__{wager}": OUT})
    assert faults(bare) == [("limit_not_offered", clause)]
    choices = check(changed(bare, **{f"limits__{wager}": OUT})).choices
    assert choices is not None
    assert not Rules(choices).offers(wager)


@pytest.mark.clause("dragon/7.F.4")
def test_the_dragon_progressive_is_not_enabled() -> None:
    for table in ({}, {"paytable": "A", "stake": 1}, {"paytable": "A", "reset": {"main": 1000}}):
        assert faults(changed(good("dragon"), progressive=table)) == [
            ("progressive_undefined", "dragon/7.F.4")
        ]


@pytest.mark.clause("uth/7.F.3.a", "letitride/7.E.6.a")
@pytest.mark.parametrize(("game", "clause"), [("uth", "uth/7.F.3.a"), ("letitride", "letitride/7.E.6.a")])
def test_the_progressive_stake_is_one_dollar_or_five(game: str, clause: str) -> None:
    whole = everything(game)
    for stake in (1, 5, "1.00", [5], [1, 1]):
        assert faults(changed(whole, progressive__stake=stake)) == []
    for stake in (0, "0.99", "1.01", 2, 4, "4.99", "5.01", 25):
        assert faults(changed(whole, progressive__stake=stake)) == [("stake_not_allowed", clause)]
    both = changed(whole, progressive__stake=[1, 5])
    assert faults(both) == []
    one = {**both, "readings": {**both.get("readings", {}), "X-11": "R1"}}
    assert faults(one) == [("two_stakes_on_one_meter", clause)]


@pytest.mark.clause("uth/12.D.3.a", "letitride/12.F.1")
@pytest.mark.parametrize(("game", "clause"), [("uth", "uth/12.D.3.a"), ("letitride", "letitride/12.F.1")])
def test_progression_rate_is_between_zero_and_one(game: str, clause: str) -> None:
    whole = everything(game)
    for rate in ("0", 0, "0.000000001", "0.5", "1", 1, "1.0"):
        assert faults(changed(whole, progressive__rate=rate)) == []
    for rate in ("1.000000001", "-0.1", "x", "", ".5", "0,5", 2):
        assert faults(changed(whole, progressive__rate=rate)) == [("bad_rate", clause)]
    for wrong in (0.15, True, None, ["0.1"]):
        assert faults(changed(whole, progressive__rate=wrong)) == [("wrong_type", clause)]
    assert faults(changed(whole, progressive__rate=OUT)) == [("rate_not_stated", clause)]


@pytest.mark.clause("uth/11.J.2.e.ii")
def test_submission_must_state_whether_envy_holder_must_bet() -> None:
    for value in (True, False):
        assert faults(changed(FULL, progressive__envy_holder_must_bet=value)) == []
    bare = changed(FULL, progressive__envy_holder_must_bet=OUT)
    assert faults(bare) == [("envy_holder_not_stated", "uth/11.J.2.e.ii")]
    assert faults(changed(RIDE, progressive__envy_holder_must_bet=OUT)) == []


@pytest.mark.clause("uth/12.D.5.b")
@pytest.mark.parametrize("envy", ["A", "B", "C", "D", True])
def test_ultimate_texas_hold_em_allows_any_envy_schedule(envy: object) -> None:
    assert faults(changed(FULL, progressive__envy=envy)) == []


@pytest.mark.clause("letitride/12.H.2")
@pytest.mark.parametrize("letter", "ABCDEF")
@pytest.mark.parametrize("envy", "ABCDEF")
def test_envy_schedule_uses_the_cards_of_its_paytable(letter: str, envy: str) -> None:
    same_cards = (letter in "BC") == (envy in "BC")
    found = faults(changed(with_progressive("letitride", letter), progressive__envy=envy))
    assert found == ([] if same_cards else [("envy_on_other_cards", "letitride/12.H.2")])


def inverted(mapping: dict[str, Any]) -> list[str]:
    return [clause for code, clause in warnings(mapping) if code == "better_hand_pays_less"]


# Cases where a better hand is paid less. Each row: game, paytable, stake, meter, the smallest amount without
# the fault, and the paytable row.
INVERSIONS = [
    ("uth", "A", 5, "main", 15050, "uth/12.D.1.a.ii"),  # 300 to 1 also returns the stake
    ("uth", "B", 1, "minor", 300, "uth/12.D.1.b.ii"),
    ("uth", "B", 5, "minor", 1500, "uth/12.D.1.b.ii"),
    ("letitride", "A", 1, "main", 3000, "letitride/12.E.1.b"),
    ("letitride", "A", 5, "main", 15000, "letitride/12.E.1.b"),
    ("letitride", "D", 1, "minor", 300, "letitride/12.E.4.b"),
    ("letitride", "D", 5, "minor", 1500, "letitride/12.E.4.b"),
]


@pytest.mark.parametrize(("game", "letter", "stake", "meter", "enough", "row"), INVERSIONS)
def test_warns_if_a_better_hand_pays_less(
    game: str, letter: str, stake: int, meter: str, enough: int, row: str
) -> None:
    assert row in inverted(with_progressive(game, letter, stake))
    assert row in inverted(with_progressive(game, letter, stake, **{meter: f"{enough - 1}.99"}))
    assert row not in inverted(with_progressive(game, letter, stake, **{meter: enough}))


@pytest.mark.parametrize(
    "case", ["uth-A-1", "uth-C-1", "uth-C-5", "uth-D-5", "letitride-E-5", "letitride-F-5"]
)
def test_no_warning_if_the_better_hand_pays_the_same(case: str) -> None:
    game, letter, stake = case.split("-")
    assert inverted(with_progressive(game, letter, int(stake))) == []


def test_no_other_minimum_has_an_inversion_at_one_dollar() -> None:
    quiet = {(g, p) for g, p, *_ in MINIMUMS} - {(g, p) for g, p, s, *_ in INVERSIONS if s == 1}
    for game, letter in quiet:
        assert inverted(with_progressive(game, letter)) == []


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_the_six_card_maximum_is_a_hundred_dollars(game: str) -> None:
    """U-27: a super royal pays $100,000 and a royal 1,000 to 1, so above $100 the royal would pay more."""

    def warned(maximum: object) -> bool:
        limit = {"maximum": maximum} if maximum else {}
        found = warnings(changed(everything(game), limits__six_card=limit))
        return "fixed_sum_outpaid" in [code for code, _ in found]

    assert [warned(m) for m in ("99.99", 100, "100.01", None)] == [False, False, True, True]


def test_rejects_invalid_wager_limits() -> None:
    def found(minimum: object, maximum: object, increment: object) -> list[str]:
        limit = {"minimum": minimum, "maximum": maximum, "increment": increment}
        given = {key: value for key, value in limit.items() if value is not None}
        return [code for code, _ in faults(changed(good("uth"), limits__trips=given))]

    assert found(5, 100, 5) == []
    assert found(100, 100, 5) == []
    assert found(101, 100, 1) == ["limits_crossed"]
    assert found(5, 100, 10) == ["increment_does_not_fit"]
    assert found(5, 101, 5) == ["increment_does_not_fit"]
    assert found(None, None, "0.50") == []
    assert found("2.50", None, None) == []
    assert found(-5, None, None) == ["bad_amount"]
    assert found(2.5, None, None) == ["wrong_type"]


@pytest.mark.clause("uth/7.F.1", "letitride/7.E.1", "dragon/7.F.1")
@pytest.mark.parametrize(("game", "one", "twin"), [("uth", "ante", "blind"), ("letitride", "bet1", "bet2"),
                                                  ("dragon", "ante", "ante_bonus")])  # fmt: skip
def test_wagers_that_must_be_equal_have_equal_limits(game: str, one: str, twin: str) -> None:
    whole = good(game)
    same = whole["limits"][one]
    assert faults(changed(whole, **{f"limits__{twin}": same})) == []
    other = {**same, "maximum": same["maximum"] + same["increment"]}
    assert [code for code, _ in faults(changed(whole, **{f"limits__{twin}": other}))] == [
        "limit_follows_ante"
    ]


@pytest.mark.clause("letitride/7.E.3")
def test_the_five_card_bonus_is_one_dollar() -> None:
    assert faults(changed(RIDE, limits__five_card={"minimum": 1, "maximum": 1})) == []
    assert faults(changed(RIDE, limits__five_card={"maximum": 2})) == [("stake_is_fixed", "letitride/7.E.3")]


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
@pytest.mark.clause("uth/5.C", "letitride/5.C", "dragon/5.C", "topfive/5.B")
@pytest.mark.clause("uth/9.A.1", "letitride/9.A.1", "dragon/9.A.1", "topfive/9.A.1")
def test_rejects_shufflers_that_do_not_fit_the_dealing(game: str) -> None:
    mapping = changed(good(game), approvals__shoe_place="letter 1", approvals__reshuffling_device="letter 2")
    for dealing in ("shoe", "hand", "automated"):
        for shuffler in ("plain", "counting", "reshuffling"):
            assert faults(changed(mapping, dealing=dealing, shuffler=shuffler)) == []
    assert faults(changed(mapping, dealing="shoe", shuffler="none")) == []
    assert faults(changed(mapping, dealing="hand", shuffler="none")) == [
        ("hand_needs_shuffler", f"{game}/9.A.1")
    ]


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
@pytest.mark.clause("uth/3.B.2", "letitride/3.B.2", "dragon/3.B.1", "topfive/3.B.2")
def test_two_decks_have_different_backs_and_a_machine(game: str) -> None:
    mapping = changed(good(game), decks=2, cards__backs=["red", "blue"])
    assert faults(mapping) == []
    backs = "dragon/3.B.1" if game == "dragon" else f"{game}/3.B.2"
    for alike in (["red", "red"], ["red"], ["red", "blue", "green"], OUT):
        assert faults(changed(mapping, cards__backs=alike)) == [("deck_backs_alike", backs)]
    manual = changed(mapping, dealing="shoe", shuffler="none", approvals__shoe_place="letter 1")
    assert faults(manual) == [("two_decks_need_shuffler", f"{game}/3.B")]
    assert faults(changed(manual, decks=1)) == []


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        (
            "uth",
            {
                "main": "uth/12.D.3.b.i",
                "major": "uth/12.D.3.b.ii.1",
                "minor": "uth/12.D.3.b.ii.2",
                "mega": "uth/12.D.3.b.iii.1",
            },
        ),
        (
            "letitride",
            {
                "main": "letitride/12.F.2.a",
                "major": "letitride/12.F.2.d.i",
                "minor": "letitride/12.F.2.d.ii",
                "mega": "letitride/12.F.2.e.i",
            },
        ),
    ],
)
def test_meter_without_paytable_uses_the_first_minimum(game: str, clauses: dict[str, str]) -> None:
    assert {meter: found.clause for meter, found in least_lawful(game, None).items()} == clauses
