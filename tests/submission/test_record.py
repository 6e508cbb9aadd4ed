"""Test a round record's partial submission: house defaults and the exception for each fault."""

from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import BadInput, Refused
from croupier.rulebook import declaration, defaults, games, paytables
from croupier.submission import Limit, OperatorChoices, Rules, partial
from croupier.submission.complete import complete, paytables_chosen
from croupier.submission.faults import Faults
from croupier.submission.reader import Draft

GAMES = games()


def rules(game: str = "uth", dealing: str = "hand", **mapping: Any) -> Rules:
    return partial(mapping, game, dealing)


HOUSE = {
    "uth": {"blind": "A", "trips": "A"},
    "letitride": {"main": "A"},
    "dragon": {"ante_bonus": "A", "three_card": "A", "dragon": "A"},
    "topfive": {},
}
BOXES = {"uth": 1, "letitride": 2, "dragon": 1, "topfive": 2}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", ["shoe", "hand", "automated"])
def test_empty_submission_gives_the_defaults(game: str, dealing: str) -> None:
    assert partial({}, game, dealing).choices == OperatorChoices(
        game=game,
        dealing=dealing,  # type: ignore[arg-type]
        paytables=HOUSE[game],
        adjacent_boxes=BOXES[game],
    )
    assert partial(None, game, dealing) == partial({}, game, dealing)
    assert partial({}, game, dealing).readings == defaults()


def test_naming_one_wager_keeps_the_default_wagers() -> None:
    offered = rules(paytables={"six_card": "B"})
    assert offered.choices.paytables == {"blind": "A", "trips": "A", "six_card": "B"}
    assert rules(paytables={"trips": "D"}).choices.paytables == {"blind": "A", "trips": "D"}
    assert rules("letitride", paytables={"five_card": "G"}).offers("main")
    assert not rules().offers("six_card")


@pytest.mark.parametrize("game", GAMES)
def test_every_paytable_of_the_rules_can_be_chosen(game: str) -> None:
    for wager, tables in paytables(game).items():
        if wager in ("progressive", "envy_1", "envy_5"):
            continue
        for letter, table in tables.items():
            assert rules(game, paytables={wager: letter}).paytable(wager) == table


@pytest.mark.parametrize("game", ["uth", "letitride"])
@pytest.mark.parametrize("stake", [1, 5, "1", "5.00"])
def test_progressive_meters_default_to_the_minimum(game: str, stake: int | str) -> None:
    for letter, table in paytables(game)["progressive"].items():
        offered = rules(game, progressive={"paytable": letter, "stake": stake})
        progressive = offered.progressive
        assert progressive is not None
        assert progressive.initial == progressive.resets == {m: v.cents for m, v in table.minimums.items()}
        assert progressive.rates == dict.fromkeys(table.minimums, "0")
        assert progressive.envy == letter
        assert not progressive.envy_holder_must_bet
        assert offered.paytable("progressive") == table
        assert offered.paytable("envy").wager == f"envy_{int(float(stake))}"


def test_the_stake_is_one_dollar_by_default() -> None:
    progressive = rules(progressive={"paytable": "A"}).progressive
    assert progressive is not None
    assert progressive.stake == 100


def test_record_sets_meters_even_below_the_minimum() -> None:
    """A share that was paid in an earlier round may have left a meter below its minimum."""
    progressive = rules(progressive={"paytable": "C", "meters": {"mega": "9000.25", "minor": 0}}).progressive
    assert progressive is not None
    assert progressive.initial == {"mega": 900_025, "major": 100_000, "minor": 0}
    assert progressive.resets == {"mega": 1_000_000, "major": 100_000, "minor": 25_000}


def test_a_rate_is_given_for_all_meters_or_per_meter() -> None:
    alike = rules(progressive={"paytable": "B", "rate": "0.15"})
    assert [alike.rate("major"), alike.rate("minor")] == [Fraction(3, 20)] * 2
    by_meter = rules(progressive={"paytable": "B", "rate": {"major": "0.1", "minor": 0}})
    assert [by_meter.rate("major"), by_meter.rate("minor")] == [Fraction(1, 10), 0]
    assert rules(progressive={"paytable": "B", "rate": {"major": "1"}}).rate("minor") == 0
    assert rules(progressive={"paytable": "A", "rate": 0}).rate("main") == 0


def test_envy_can_be_a_different_schedule_or_none() -> None:
    for value, letter in ((True, "A"), ("C", "C"), (False, None)):
        progressive = rules(progressive={"paytable": "A", "envy": value}).progressive
        assert progressive is not None
        assert progressive.envy == letter
    assert not rules(progressive={"paytable": "A", "envy": False}).offers("envy")


def test_only_non_default_readings_are_stored() -> None:
    chosen = rules(readings={"U-01": "R1", "U-06": "R1", "X-02": "R1", "U-02": "R1"})
    assert chosen.choices.readings == {"U-01": "R1"}
    assert chosen.reading("U-01") == "R1"
    assert chosen.reading("U-06") == "R1"


def test_limits_are_stored_in_cents() -> None:
    chosen = rules(limits={"ante": {"minimum": 10, "maximum": "100.50"}, "trips": {"increment": "0.50"}})
    assert chosen.choices.limits == {
        "ante": Limit(minimum=1000, maximum=10050),
        "trips": Limit(increment=50),
    }


@pytest.mark.clause("letitride/10.H")
def test_a_three_card_stack_implies_a_reshuffling_shoe() -> None:
    chosen = rules("letitride", "automated", community_stack=3).choices
    assert (chosen.community_stack, chosen.shuffler) == (3, "reshuffling")
    assert rules("letitride", "automated", community_stack=2).choices.shuffler == "counting"


def test_record_may_contain_other_submission_keys() -> None:
    chosen = rules(seats=4, decks=2, shuffler="plain", layout={"areas": ["ante"]}, facility="Example").choices
    assert (chosen.seats, chosen.decks, chosen.shuffler) == (4, 2, "plain")


def test_input_mapping_is_unchanged() -> None:
    mapping = {"progressive": {"paytable": "A", "rate": "0.1"}, "limits": {"ante": {"minimum": 5}}}
    before = deepcopy(mapping)
    partial(mapping, "uth", "hand")
    assert mapping == before


NOT_UNDERSTOOD: list[dict[str, Any]] = [
    {"colour": "green"},
    {"game": "uth"},
    {"dealing": "hand"},
    {"paytables": {"sixcard": "A"}},
    {"paytables": {"five_card": "A"}},
    {"paytables": {"progressive": "A"}},
    {"paytables": {"blind": "C"}},
    {"paytables": {"blind": "a"}},
    {"paytables": {"trips": False}},
    {"paytables": {"trips": "off"}},
    {"paytables": []},
    {"paytables": None},
    {"progressive": {}},
    {"progressive": {"stake": 1}},
    {"progressive": True},
    {"progressive": {"paytable": "E"}},
    {"progressive": {"paytable": "A", "rate": 0.15}},
    {"progressive": {"paytable": "A", "rate": "15%"}},
    {"progressive": {"paytable": "A", "rate": "1.01"}},
    {"progressive": {"paytable": "A", "rate": "-0.1"}},
    {"progressive": {"paytable": "A", "rate": 2}},
    {"progressive": {"paytable": "A", "rate": {"major": "0.1"}}},
    {"progressive": {"paytable": "A", "rate": {"main": {"x": 1}}}},
    {"progressive": {"paytable": "A", "meters": {"mega": 10000}}},
    {"progressive": {"paytable": "A", "meters": {"main": -1}}},
    {"progressive": {"paytable": "A", "meters": {"main": 10000.0}}},
    {"progressive": {"paytable": "A", "meters": 10000}},
    {"progressive": {"paytable": "A", "meters": {"grand": 10000}}},
    {"progressive": {"paytable": "A", "stake": "one"}},
    {"progressive": {"paytable": "A", "stake": []}},
    {"progressive": {"paytable": "A", "envy": "E"}},
    {"progressive": {"paytable": "A", "envy": 1}},
    {"progressive": {"paytable": "A", "envy_holder_must_bet": "no"}},
    {"readings": {"Q-01": "R1"}},
    {"readings": {"U-01": "R7"}},
    {"readings": {"U-01": 1}},
    {"payout_limit": 50000.0},
    {"payout_limit": "lots"},
    {"adjacent_boxes": 0},
    {"adjacent_boxes": "1"},
    {"adjacent_boxes": True},
    {"dealer_cards": "hidden"},
    {"community_stack": 4},
    {"community_stack": "3"},
    {"decks": 3},
    {"shuffler": "fast"},
    {"electronic": 1},
    {"limits": {"ante": 10}},
    {"limits": {"ante": {"least": 10}}},
    {"limits": {"ante": {"minimum": 0}}},
    {"limits": {"bet1": {"minimum": 5}}},
    {1: 2},  # type: ignore[dict-item]
]


@pytest.mark.parametrize("mapping", NOT_UNDERSTOOD, ids=str)
def test_rejects_unreadable_values(mapping: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        partial(mapping, "uth", "hand")
    assert str(caught.value).startswith("submission.")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("mapping", [[], "uth", 7, False])
def test_the_submission_must_be_a_table(mapping: object) -> None:
    with pytest.raises(BadInput, match="not a table"):
        partial(mapping, "uth", "hand")


@pytest.mark.parametrize("game", ["poker", "", None, ["uth"]])
def test_rejects_unknown_game(game: Any) -> None:
    with pytest.raises(BadInput, match="game"):
        partial({}, game, "hand")


@pytest.mark.parametrize("dealing", ["machine", "", 8])
def test_rejects_unknown_dealing(dealing: Any) -> None:
    with pytest.raises(BadInput, match="dealing"):
        partial({}, "uth", dealing)


def progressive(**keys: Any) -> dict[str, Any]:
    return {"progressive": {"paytable": "A", **keys}}


REFUSED: list[tuple[str, str, dict[str, Any], str, str, str | None]] = [
    ("uth", "hand", progressive(reset={"main": 9999}), "meter_below_minimum", "uth/12.D.3.b.i", ""),
    ("uth", "hand", progressive(initial={"main": 9999}), "meter_below_minimum", "uth/12.D.3.b.i", ""),
    ("uth", "hand", progressive(stake=2), "stake_not_allowed", "uth/7.F.3.a", "X-11"),
    (
        "uth",
        "hand",
        {**progressive(stake=[1, 5]), "readings": {"X-11": "R1"}},
        "two_stakes_on_one_meter",
        "uth/7.F.3.a",
        "X-11",
    ),
    ("letitride", "hand", progressive(envy="B"), "envy_on_other_cards", "letitride/12.H.2", "N-03"),
    ("dragon", "hand", progressive(stake=1), "progressive_undefined", "dragon/7.F.4", "D-02"),
    ("dragon", "hand", {"progressive": {}}, "progressive_undefined", "dragon/7.F.4", "D-02"),
    ("topfive", "hand", progressive(stake=1), "not_in_this_game", "topfive/7.E.1", ""),
    ("uth", "hand", {"payout_limit": 49999}, "payout_limit_below_floor", "uth/12.F.1", "U-13"),
    ("letitride", "hand", {"payout_limit": 90000}, "not_in_this_game", "letitride/2.B.10", "L-07"),
    ("dragon", "hand", {"payout_limit": 90000}, "not_in_this_game", "dragon/12.A", "X-09"),
    ("topfive", "hand", {"payout_limit": 90000}, "not_in_this_game", "topfive/12.A", "X-09"),
    ("uth", "hand", {"adjacent_boxes": 2}, "too_many_boxes", "uth/7.G", "X-24"),
    ("dragon", "hand", {"adjacent_boxes": 3}, "too_many_boxes", "dragon/7.G", "X-24"),
    ("letitride", "hand", {"adjacent_boxes": 8}, "too_many_boxes", "letitride/7.F", "X-24"),
    ("topfive", "hand", {"adjacent_boxes": 7}, "too_many_boxes", "topfive/7.F", "X-24"),
    ("topfive", "hand", {"adjacent_boxes": 3, "seats": 2}, "too_many_boxes", "topfive/7.F", "X-24"),
    ("uth", "hand", {"readings": {"U-02": "R2"}}, "reading_fixed", "uth/2.B.8.b", "U-02"),
    ("uth", "hand", {"readings": {"U-03": "R3"}}, "reading_fixed", "uth/7.F.6", "U-03"),
    ("uth", "hand", {"readings": {"T-02": "R2"}}, "reading_of_another_game", "topfive/11.C.2", "T-02"),
    ("uth", "hand", {"shuffler": "none"}, "hand_needs_shuffler", "uth/9.A.1", ""),
    ("letitride", "hand", {"shuffler": "none"}, "hand_needs_shuffler", "letitride/9.A.1", ""),
    ("dragon", "hand", {"shuffler": "none"}, "hand_needs_shuffler", "dragon/9.A.1", ""),
    ("topfive", "hand", {"shuffler": "none"}, "hand_needs_shuffler", "topfive/9.A.1", ""),
    ("letitride", "automated", {"shuffler": "none"}, "machine_needs_shuffler", "letitride/10.A", ""),
    ("uth", "shoe", {"shuffler": "none", "decks": 2}, "two_decks_need_shuffler", "uth/3.B", ""),
    ("uth", "hand", {"dealer_cards": "held"}, "held_needs_automated", "uth/10.B.4", "U-23"),
    ("dragon", "shoe", {"dealer_cards": "held"}, "held_needs_automated", "dragon/10.B.4", "U-23"),
    ("topfive", "hand", {"dealer_cards": "held"}, "held_needs_automated", "topfive/11.B.4", "U-23"),
    ("letitride", "automated", {"dealer_cards": "held"}, "not_in_this_game", "letitride/10.A", ""),
    ("letitride", "shoe", {"community_stack": 3}, "stack_needs_reshuffling", "letitride/10.H", "L-12"),
    ("uth", "automated", {"community_stack": 3}, "not_in_this_game", "uth/10.A", None),
    ("dragon", "hand", {"electronic": True}, "not_in_this_game", "dragon/2.A", None),
    ("uth", "hand", {"seats": 7}, "too_many_seats", "uth/2.A", "X-07"),
    ("uth", "hand", {"limits": {"six_card": {"minimum": 5}}}, "limit_not_offered", "uth/7.F.4", ""),
    ("uth", "hand", {"limits": {"ante": {"minimum": 9, "maximum": 8}}}, "limits_crossed", "uth/7.F.1", ""),
]


@pytest.mark.parametrize(
    ("game", "dealing", "mapping", "code", "clause", "reading"),
    [pytest.param(*case, marks=pytest.mark.clause(case[4]), id=f"{case[0]}-{case[3]}-{n}")
     for n, case in enumerate(REFUSED)],
)  # fmt: skip
def test_rejects_forbidden_choices(
    game: str, dealing: str, mapping: dict[str, Any], code: str, clause: str, reading: str
) -> None:
    with pytest.raises(Refused) as caught:
        partial(mapping, game, dealing)
    refusal = caught.value
    assert (refusal.code, refusal.clauses) == (code, (clause,))
    assert not reading or reading in refusal.readings
    assert refusal.remedy


def test_reports_unreadable_values_before_forbidden_ones() -> None:
    with pytest.raises(BadInput):
        partial({"adjacent_boxes": 2, "colour": "green"}, "uth", "hand")


@pytest.mark.clause("uth/10.B.3", "uth/10.B.4", "dragon/10.B.3", "dragon/10.B.4")
@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_dealer_cards_are_held_only_in_automated_dealing(game: str) -> None:
    assert rules(game, "automated", dealer_cards="held").choices.dealer_cards == "held"
    assert rules(game, "hand", dealer_cards="delivered").choices.dealer_cards == "delivered"
    with pytest.raises(Refused):
        rules(game, "automated", dealer_cards="held", shuffler="none")


words = st.text(max_size=5)
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A", "0.5"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.integers(), inner, max_size=3),
    max_leaves=8,
)
KEYS = ["paytables", "progressive", "limits", "readings", "payout_limit", "adjacent_boxes", "shuffler"]


@pytest.mark.long
@given(st.dictionaries(st.sampled_from(KEYS) | words, anything, max_size=4), st.sampled_from(GAMES))
def test_any_record_gives_rules_or_a_known_error(mapping: dict[str, Any], game: str) -> None:
    with suppress(BadInput, Refused):
        assert isinstance(partial(mapping, game, "hand"), Rules)


def test_accepts_str_subclasses() -> None:
    class Text(str):
        pass

    assert partial({}, Text("uth"), Text("hand")) == partial({}, "uth", "hand")


@pytest.mark.parametrize(
    ("known", "usual", "told"),
    [
        (("shoe", "hand", "automated"), "hand", '"shoe", "hand" or "automated"'),
        (("automated", "shoe"), "automated", '"automated" or "shoe"'),
        (("shoe",), "shoe", '"shoe"'),
    ],
)
def test_default_dealing_is_hand_or_the_first_available(
    known: tuple[str, ...], usual: str, told: str
) -> None:
    facts = declaration("uth")
    other = msgspec.structs.replace(facts, close=dict.fromkeys(known, facts.close["shoe"]))  # type: ignore[misc]
    assert other.usual_dealing == usual
    faults = Faults()
    complete(Draft(), other, faults)
    (remedy,) = [one.remedy for one in faults.violations if one.where == "dealing"]
    assert remedy == f"write dealing = {told}"


def test_12_a_required_paytable_without_a_house_letter_must_be_named() -> None:
    """A third-party game gives a one-line message with its clause, not an error during the round."""
    facts = declaration("letitride")
    assert facts.required_paytables == ("main",)
    faults = Faults()
    paytables_chosen(Draft(), facts, faults)
    (fault,) = faults.violations
    assert (fault.code, fault.clause, fault.where) == (
        "paytable_not_chosen",
        "letitride/12.A",
        "paytables.main",
    )
    for draft, taken in ((Draft(stated=frozenset({"paytables.main"})), ()), (Draft(), ("main",))):
        named = Faults()
        paytables_chosen(draft, facts, named, taken)
        assert not named.violations
