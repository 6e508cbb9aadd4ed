"""Test chapters 11 and 12 of Ultimate Texas Hold 'Em: decisions, dealer, settlement and payout limit."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import Refused, play_record
from croupier.cards import STANDARD, parse_cards
from croupier.games.game import Ask, Settle
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import LiveCards, StackedDeck
from croupier.table.state import open_table
from tests.helpers import now
from tests.helpers.table_help import METHODS, Mapped, Played, at_table, play, record, refusal, seat, settle

clause = pytest.mark.clause

TEN = {"ante": 10, "blind": 10}
CHECKED_DOWN = ["check", "check", "1x"]
FOLDED = ["check", "check", "fold"]


def heads_up(
    hole: str,
    dealer: str,
    board: str,
    wagers: Mapped | None = None,
    decisions: list[str] | None = None,
    submission: Mapped | None = None,
    **more: Any,
) -> Mapped:
    """Play one player against the dealer, $10 per wager by default."""
    return record(
        "uth",
        [seat(1, wagers or TEN, decisions or CHECKED_DOWN)],
        laid={"seat 1": hole, "dealer": dealer, "board": board, **more},
        submission=submission,
    )


def nets(written: Mapped) -> dict[str, int]:
    return {name: one["net"] for name, one in settle(written)[1]["wagers"].items()}


def cited(written: Mapped, wager: str) -> list[str]:
    return list(settle(written)[1]["wagers"][wager]["clauses"])


# --- 11.B to 11.F: the three questions ----------------------------------------------------------------


def asking(*decisions: str) -> Driver:
    """Return a table where seat 1 has given these answers and must give the next one."""
    table = at_table("uth", {})
    table.do(now.bet(seat=1, wagers={"ante": 1000, "blind": 1000}))
    table.do(do.CloseBetting())
    table.run()
    for choice in decisions:
        table.do(now.decide(seat=1, choice=choice))
        table.run()
    assert isinstance(table.state.phase, Ask)
    return table


@pytest.mark.parametrize(
    ("before", "lawful"),
    [
        pytest.param((), {"check", "3x", "4x"}, marks=clause("uth/11.B.1"), id="before the Flop"),
        pytest.param(("check",), {"check", "2x"}, marks=clause("uth/11.D.1"), id="after the Flop"),
        pytest.param(("check", "check"), {"fold", "1x"}, marks=clause("uth/11.F.2"), id="after the River"),
    ],
)
def test_11_each_decision_has_its_own_choices(before: tuple[str, ...], lawful: set[str]) -> None:
    table = asking(*before)
    for choice in ("check", "1x", "2x", "3x", "4x", "5x", "fold", "play", "ride"):
        command = now.decide(seat=1, choice=choice)
        if choice not in lawful:
            refused = refusal(table, command)
            assert refused.code == "no_such_choice"
            assert refused.clauses
    for choice in lawful:
        asking(*before).do(now.decide(seat=1, choice=choice))


@pytest.mark.parametrize(
    ("decisions", "multiple"),
    [
        pytest.param(["4x"], 4, marks=clause("uth/11.B.1", "uth/11.B.2.a")),
        pytest.param(["3x"], 3, marks=clause("uth/11.B.1", "uth/11.B.2.a")),
        pytest.param(["check", "2x"], 2, marks=clause("uth/11.B.2.b", "uth/11.D.1", "uth/11.D.2.a")),
        pytest.param(["check", "check", "1x"], 1, marks=clause("uth/11.D.2.b", "uth/11.F.1")),
    ],
)
def test_11_play_is_the_chosen_multiple_of_the_ante(decisions: list[str], multiple: int) -> None:
    written = heads_up("2c 3d", "As Ah", "Kc Kd 9s 8s 4h", {"ante": "7.30", "blind": "7.30"}, decisions)
    assert settle(written)[1]["wagers"]["play"]["staked"] == 730 * multiple


@clause("uth/11.B.2.b", "uth/11.D.2.b")
def test_11_later_questions_go_only_to_players_who_checked() -> None:
    seats = [seat(1, TEN, ["4x"]), seat(2, TEN, ["check", "2x"]), seat(3, TEN, CHECKED_DOWN)]
    played = play(record("uth", seats, submission={}))
    asked = [(e.question, e.seat) for e in played.events if isinstance(e, ev.Decided)]
    assert [s for q, s in asked if q == "before the Flop"] == [1, 2, 3]
    assert [s for q, s in asked if q == "after the Flop"] == [2, 3]
    assert [s for q, s in asked if q == "after the last two cards"] == [3]


def test_11_B_questions_go_clockwise_and_out_of_turn_is_refused() -> None:
    table = at_table("uth", {}, seated={1: "ann", 4: "bob"})
    for number in (1, 4):
        table.do(now.bet(seat=number, wagers={"ante": 1000, "blind": 1000}))
    table.do(do.CloseBetting())
    table.run()
    refused = refusal(table, now.decide(seat=4, choice="check"))
    assert (refused.code, refused.clauses) == ("out_of_turn", ("uth/11.B",))
    assert refusal(table, now.decide(seat=1, choice="check", by="player:bob")).code == "not_your_seat"
    table.do(now.decide(seat=1, choice="check", by="player:ann"))
    table.do(now.decide(seat=4, choice="4x", by="player:bob"))


def test_11_a_play_wager_needs_enough_chips() -> None:
    table = at_table("uth", {}, purse=2000 + 3000)
    table.do(now.bet(seat=1, wagers={"ante": 1000, "blind": 1000}))
    table.do(do.CloseBetting())
    table.run()
    refused = refusal(table, now.decide(seat=1, choice="4x"))
    assert (refused.code, refused.readings) == ("insufficient_funds", ("X-25", "X-33"))
    table.do(now.decide(seat=1, choice="3x"))


@clause("uth/11.F.2")
def test_11_F_2_fold_loses_only_ante_and_blind_at_once() -> None:
    wagers = {**TEN, "trips": 5, "bad_beat": 5, "progressive": 1}
    played = play(heads_up("2c 7d", "As Ah", "Kc Kd 9s 8s 4h", wagers, FOLDED))
    fold = next(
        step for step in played.steps if step.command == now.filled(step.before, now.decide(1, "fold"))
    )
    lost = {e.wager: (e.staked, e.returned) for e in fold.events if isinstance(e, ev.WagerSettled)}
    assert lost == {"ante": (1000, 0), "blind": (1000, 0)}
    assert set(fold.after.bets.wagers[1]) == {"trips", "bad_beat", "progressive"}


def folded_with(wagers: Mapped, submission: Mapped | None = None) -> Played:
    return play(heads_up("2c 7d", "As Ah", "Kc Kd 9s 8s 4h", wagers, FOLDED, submission))


@pytest.mark.parametrize(
    ("wagers", "own"),
    [
        pytest.param({**TEN, "trips": 5}, ("uth/11.F.3.a",), marks=clause("uth/11.F.3.a")),
        pytest.param(
            {**TEN, "trips": 5, "six_card": 5},
            ("uth/11.F.3.a", "uth/11.F.3.c"),
            marks=clause("uth/11.F.3.a", "uth/11.F.3.c"),
        ),
        pytest.param({**TEN, "six_card": 5}, ("uth/11.F.3.c",), marks=clause("uth/11.F.3.c")),
        pytest.param({**TEN, "progressive": 1}, ("uth/11.F.3",), id="any other side wager (U-07)"),
    ],
)
def test_11_F_3_a_folders_cards_stay_under_an_open_side_wager(wagers: Mapped, own: tuple[str, ...]) -> None:
    submission = {
        "paytables": {"six_card": "A"},
        "progressive": {"paytable": "A"},
        "readings": {"U-06": "R2"},
    }
    played = folded_with(wagers, submission)
    fold = next(
        step for step in played.steps if step.command == now.filled(step.before, now.decide(1, "fold"))
    )
    kept = next(event for event in fold.events if isinstance(event, ev.HandKept))
    assert (kept.clauses, kept.readings) == (own, ("U-07", "X-04"))
    assert "seat1" in fold.after.layout.cards
    # The folded hand is not compared with the dealer's hand, so 11.H does not apply.
    for event in played.events:
        if isinstance(event, ev.HandShown | ev.SeatSettled) and event.seat == 1:
            assert (event.clauses, event.readings) == (own, ("U-07", "X-04"))


@clause("uth/11.F.3.b", "uth/11.F.3.d")
def test_11_F_3_a_folder_without_side_wagers_is_mucked_at_once() -> None:
    played = folded_with(TEN)
    fold = next(
        step for step in played.steps if step.command == now.filled(step.before, now.decide(1, "fold"))
    )
    mucked = next(event for event in fold.events if isinstance(event, ev.HandMucked))
    assert mucked.clauses == ("uth/11.F.3.b", "uth/11.F.3.d")
    assert "seat1" not in fold.after.layout.cards
    assert fold.after.layout.rack[-1] == ("seat1", ("2c", "7d"))
    assert not any(isinstance(event, ev.HandShown) for event in played.events)


# --- 11.G: the dealer's hand --------------------------------------------------------------------------


@clause("uth/11.G.1", "uth/11.G.2", "uth/11.G.3")
@pytest.mark.parametrize("submission", [{}, {"dealer_cards": "held"}], ids=["delivered", "held"])
def test_11_G_after_the_last_decision_the_dealer_shows_the_best_hand_of_seven_cards(
    submission: Mapped,
) -> None:
    written = record(
        "uth",
        [seat(1, TEN, CHECKED_DOWN)],
        dealing="automated",
        submission=submission,
        laid={"seat 1": "2c 3d", "dealer": "Kh 4s", "board": "Kc Kd 9s 9h 4d"},
    )
    played = play(written)
    for step in played.steps:
        if not any(isinstance(event, ev.DealerRevealed) for event in step.events):
            continue
        assert "dealer" not in step.before.layout.turned
        (revealed,) = step.events
        assert isinstance(revealed, ev.DealerRevealed)
        assert revealed.cards["dealer"] == ("Kh", "4s")
        assert (revealed.hand, revealed.qualifies) == ("full_house", True)
        assert revealed.words == "full house, kings full of nines"
        assert {"uth/11.G.1", "uth/11.G.2", "uth/11.G.3"} <= set(revealed.clauses)
    assert play_record(written)["dealer"] == {"cards": "Kh 4s", "hand": "full_house", "qualifies": True}


# --- 11.H: the main wagers ----------------------------------------------------------------------------

UNPAIRED_BOARD = "2s 9h Jd Kc 3s"


@pytest.mark.parametrize(
    ("hole", "ante", "blind", "play"),
    [
        pytest.param("Ah 8d", 0, 0, 1000, id="higher: Play wins, the Blind pushes below a straight"),
        pytest.param("4h 6d", 0, -1000, -1000, id="lower: Blind and Play lose, the Ante comes back"),
        pytest.param("7h 5s", 0, 0, 0, id="tie"),
    ],
)
@clause("uth/11.H.1")
def test_11_H_1_dealer_below_a_pair_returns_only_the_ante(
    hole: str, ante: int, blind: int, play: int
) -> None:
    written = heads_up(hole, "7c 5d", UNPAIRED_BOARD)
    assert nets(written) == {"ante": ante, "blind": blind, "play": play}
    if hole != "7h 5s":
        assert cited(written, "ante") == ["uth/11.H.1"]
        assert settle(written)[1]["wagers"]["ante"]["readings"] == ["U-08"]
    assert play_record(written)["dealer"]["qualifies"] is False


@clause("uth/11.H.1", "uth/11.H.3.a", "uth/11.H.3.b")
def test_11_H_the_dealers_lowest_pair_puts_the_ante_at_stake() -> None:
    higher = heads_up("Kh 8d", "2d 5d", UNPAIRED_BOARD)  # the player's kings beat the dealer's deuces
    assert nets(higher) == {"ante": 1000, "blind": 0, "play": 1000}
    lower = heads_up("Ah 8d", "2d 5d", UNPAIRED_BOARD)  # ace high loses to the dealer's deuces
    assert nets(lower) == {"ante": -1000, "blind": -1000, "play": -1000}


@clause("uth/11.H.1")
def test_11_H_1_a_folders_ante_does_not_come_back_from_an_unpaired_dealer() -> None:
    assert nets(heads_up("4h 6d", "7c 5d", UNPAIRED_BOARD, decisions=FOLDED)) == {
        "ante": -1000,
        "blind": -1000,
    }


@clause("uth/11.H.3.a")
def test_11_H_3_a_a_lower_hand_loses_ante_blind_and_play() -> None:
    written = heads_up("As Kd", "Qs Qd", "2c 7h 9d Jc 3s", decisions=["4x"])
    assert nets(written) == {"ante": -1000, "blind": -1000, "play": -4000}
    assert all(cited(written, wager) == ["uth/11.H.3.a"] for wager in ("ante", "blind", "play"))


@clause("uth/11.H.3.b", "uth/12.A")
@pytest.mark.parametrize(("decisions", "play"), [(["4x"], 4000), (["check", "2x"], 2000)])
def test_11_H_3_b_a_higher_hand_is_paid_ante_and_play_even_and_the_blind_by_its_table(
    decisions: list[str], play: int
) -> None:
    written = heads_up("9s 9c", "Qs Qd", "2c 7h 9d 7c 3s", decisions=decisions)  # a full house pays 3 to 1
    assert nets(written) == {"ante": 1000, "blind": 3000, "play": play}
    assert cited(written, "ante") == cited(written, "play") == ["uth/11.H.3.b", "uth/12.A"]
    assert cited(written, "blind") == ["uth/11.H.3.b", "uth/12.B.1.d"]


@clause("uth/11.H.3.c")
@pytest.mark.parametrize(
    ("letter", "hole", "board", "net"),
    [
        ("A", "9s 9c", "9d 2c 7h Kc 3s", 0),  # three of a kind is below a straight
        ("A", "9s 8c", "7d 6c 5h Kc 2s", 1000),  # under paytable A a straight pays 1 to 1
        ("B", "9s 8c", "7d 6c 5h Kc 2s", 0),  # under paytable B a straight pushes (U-02)
        ("B", "9s 8s", "2s 6s 5s Kc 2d", 1500),  # the lowest hand that B pays is a flush, at 3 to 2
    ],
)
def test_11_H_3_c_a_winning_hand_below_the_paytable_pushes_the_blind(
    letter: str, hole: str, board: str, net: int
) -> None:
    written = heads_up(hole, "Qd Qh", board, submission={"paytables": {"blind": letter}})
    assert nets(written)["blind"] == net
    assert ("uth/11.H.3.c" in cited(written, "blind")) is (net == 0)
    assert nets(written)["ante"] == 1000


@clause("uth/11.H.3.d")
def test_11_H_3_d_a_tie_returns_all_three() -> None:
    written = heads_up("2c 3d", "2h 3s", "As Ks Qd Jd Th", decisions=["4x"])
    assert nets(written) == {"ante": 0, "blind": 0, "play": 0}
    assert {one["result"] for one in settle(written)[1]["wagers"].values()} == {"push"}
    assert cited(written, "blind") == ["uth/11.H.3.d"]


@clause("uth/11.H.2.a", "uth/11.H.2.b", "uth/11.H.2.c", "uth/11.H.2.d")
def test_11_H_2_settles_from_the_dealers_right_and_announces_each_hand() -> None:
    seats = [seat(number, {**TEN, "trips": 5}, ["4x"]) for number in (2, 3, 6)]
    laid = {"seat 2": "As Ad", "seat 3": "Ks Kd", "seat 6": "2s 2d", "board": "2c 2h 9c 9d Jc"}
    played = play(record("uth", seats, submission={}, laid=laid))
    told = [
        (type(e).__name__, e.seat)
        for e in played.events
        if isinstance(e, ev.HandShown | ev.WagerSettled | ev.SeatSettled)
    ]
    assert told == [
        (kind, number) for number in (6, 3, 2) for kind in ("HandShown", *["WagerSettled"] * 4, "SeatSettled")
    ]
    words = {e.seat: e.words for e in played.events if isinstance(e, ev.HandShown)}
    assert words == {
        6: "four of a kind, deuces",
        3: "two pair, kings and nines",
        2: "two pair, aces and nines",
    }
    for step in played.steps:
        if step.command == do.SettleSeat(seat=3):
            assert "seat3" not in step.before.layout.turned
            assert step.after.layout.turned["seat3"] == 2


def test_11_H_2_settlement_out_of_turn_is_refused() -> None:
    table = at_table("uth", {}, seated={1: "ann", 4: "bob"})
    for number in (1, 4):
        table.do(now.bet(seat=number, wagers={"ante": 1000, "blind": 1000}))
    table.automations = AUTOMATIONS - {"settle"}
    table.do(do.CloseBetting())
    table.run()
    for number in (1, 4):
        table.do(now.decide(seat=number, choice="4x"))
    table.run()
    assert isinstance(table.state.phase, Settle)
    refused = refusal(table, do.SettleSeat(seat=1))
    assert (refused.code, refused.readings) == ("out_of_turn", ("X-23",))
    table.do(do.SettleSeat(seat=4))
    assert refusal(table, do.SettleSeat(seat=4)).code == "out_of_turn"
    table.do(do.SettleSeat(seat=1))


# --- 11.I: side wagers --------------------------------------------------------------------------------

# the player's full house loses to four nines
LOSING_HAND = {"hole": "4s 4d", "dealer": "9s 9d", "board": "4c 9h 9c 2s Jh"}


@clause("uth/11.I.1", "uth/11.I.2")
def test_11_I_trips_is_settled_by_its_table_even_when_the_hand_loses() -> None:
    written = heads_up(**LOSING_HAND, wagers={**TEN, "trips": 5}, decisions=["4x"])
    assert nets(written) == {
        "ante": -1000,
        "blind": -1000,
        "play": -4000,
        "trips": 4500,
    }  # a full house pays 9 to 1
    assert cited(written, "trips") == ["uth/11.I.1", "uth/11.I.2", "uth/12.C.1.d"]
    # the hand wins, but it has no trips
    pair = heads_up("As Ah", "Ks Kd", "2c 7h 9d Jc 3s", {**TEN, "trips": 5})
    assert nets(pair)["trips"] == -500
    assert cited(pair, "trips") == ["uth/11.I.1"]


@clause("uth/11.I.3", "uth/11.I.4")
def test_11_I_six_card_is_settled_by_its_table_even_when_the_hand_loses_or_folds() -> None:
    box = {"box": "4h 7d 8d Qc"}
    wagers = {**TEN, "trips": 5, "six_card": 5}
    lost = heads_up(**LOSING_HAND, wagers=wagers, decisions=["4x"], **box)
    # with the box, the hand is three fours, which pay 5 to 1; the board does not count
    assert nets(lost)["six_card"] == 2500
    assert cited(lost, "six_card") == ["uth/11.I.3", "uth/11.I.4", "uth/12.E.1.i"]
    folded = heads_up(**LOSING_HAND, wagers=wagers, decisions=FOLDED, **box)
    assert nets(folded)["six_card"] == 2500
    without = heads_up(**LOSING_HAND, wagers=wagers, decisions=["4x"], box="5h 7d 8d Qc")
    assert nets(without)["six_card"] == -500


@clause("uth/7.F.4.a")
def test_7_F_4_a_the_super_royal_uses_all_six_hole_and_box_cards() -> None:
    wagers = {**TEN, "trips": 5, "six_card": 5}
    spades = heads_up("As 9s", "2c 2d", "3c 7h 8d Jc 4h", wagers, box="Ks Qs Js Ts")
    assert nets(spades)["six_card"] == 10_000_000  # the award is $100,000, and the stake is returned
    assert "uth/7.F.4.a" in cited(spades, "six_card")
    diamonds = heads_up("Ad 9d", "2c 2h", "3c 7h 8s Jc 4h", wagers, box="Kd Qd Jd Td")
    assert nets(diamonds)["six_card"] == 100_000_000
    # the 9 is on the board, so it does not count
    short = heads_up("As 8s", "2c 2d", "3c 7h 8d Jc 9s", wagers, box="Ks Qs Js Ts")
    assert nets(short)["six_card"] == 500_000  # a royal flush pays 1,000 to 1


@clause("uth/7.F.5")
def test_7_F_5_ultimate_pairs_counts_hole_cards_and_in_one_row_the_dealers() -> None:
    paytables = {"paytables": {"ultimate_pairs": "B"}}
    wagers = {**TEN, "ultimate_pairs": 5}
    board = "3c 7h 8d Jc 4h"
    assert nets(heads_up("As Ac", "Ah Ad", board, wagers, FOLDED, paytables))["ultimate_pairs"] == 500_000
    assert nets(heads_up("As Ac", "Ah Kd", board, wagers, FOLDED, paytables))["ultimate_pairs"] == 15_000
    # A pair made with the board does not count, so jack and queen lose.
    assert nets(heads_up("Qs Jd", "Ah Kd", board, wagers, FOLDED, paytables))["ultimate_pairs"] == -500


@clause("uth/7.F.6")
@pytest.mark.parametrize(("reading", "net"), [("R1", 4500), ("R2", -500)])
def test_7_F_6_bad_beat_compares_both_final_hands(reading: str, net: int) -> None:
    """The dealer's three fours lose. R1 pays for this. R2 pays only if the player's hand loses."""
    submission = {"paytables": {"bad_beat": "A"}, "readings": {"U-03": reading}}
    written = heads_up("9s 9d", "4h 4d", "4s 9h Jd Kc 2s", {**TEN, "bad_beat": 5}, ["4x"], submission)
    assert nets(written)["bad_beat"] == net


@clause("uth/7.F.7")
def test_7_F_7_play_the_board_uses_only_the_community_cards() -> None:
    submission = {"paytables": {"play_the_board": "A"}}
    wagers = {**TEN, "play_the_board": 5}
    assert (
        nets(heads_up("As Ac", "2c 2d", "Ah Ad 9c 8h 3s", wagers, ["4x"], submission))["play_the_board"]
        == 500
    )
    assert (
        nets(heads_up("As Ac", "2c 2d", "Ah 7d 9c 8h 3s", wagers, ["4x"], submission))["play_the_board"]
        == -500
    )


# --- 12.F: the payout limit, and 3 to 2 ---------------------------------------------------------------

ROYAL = {"hole": "As Ks", "dealer": "2c 2d", "board": "Qs Js Ts 3h 4d"}


@clause("uth/12.F.2")
def test_12_F_the_limit_reduces_only_ante_blind_play_and_trips_in_that_order() -> None:
    submission: Mapped = {
        "payout_limit": 50000,
        "paytables": {"six_card": "A", "play_the_board": "A"},
        "progressive": {"paytable": "A", "meters": {"main": 60000}},
    }
    wagers = {"ante": 200, "blind": 200, "trips": 10, "six_card": 5, "play_the_board": 5, "progressive": 1}
    written = heads_up(**ROYAL, wagers=wagers, decisions=["4x"], submission=submission, box="5s 6d 7d 8h")
    # The Ante wins $200. The Blind's 500 x $200 = $100,000 is cut to the remaining $49,800, which leaves
    # nothing for Play and Trips.
    # The Six Card flush and the full meter are outside the limit. Play the Board pays nothing.
    assert nets(written) == {
        "ante": 20_000,
        "blind": 4_980_000,
        "play": 0,
        "trips": 0,
        "six_card": -500,
        "play_the_board": -500,
        "progressive": 6_000_000 - 100,
    }
    assert {"uth/12.F", "uth/12.F.2"} <= set(cited(written, "blind"))
    results = settle(written)[1]["wagers"]
    # the result is a win although the limit left nothing to pay
    assert results["play"]["result"] == results["trips"]["result"] == "win"
    cuts = {e.wager: e.cut for e in play(written).events if isinstance(e, ev.WagerSettled)}
    assert (cuts["ante"], cuts["blind"], cuts["play"], cuts["trips"]) == (0, 5_020_000, 80_000, 50_000)


@clause("uth/12.F.2")
@pytest.mark.parametrize(
    ("trips", "net"),
    [("0.08", 400), ("0.10", 500), ("0.12", 500)],
    ids=["below the limit", "on it", "above it"],
)
def test_12_F_the_limit_is_exact_to_the_cent(trips: str, net: int) -> None:
    # With an Ante of $99, the main wagers win 99 + 49,500 + 396 = $49,995, which leaves $5 for Trips at 50 to
    # 1.
    wagers = {"ante": 99, "blind": 99, "trips": trips}
    written = heads_up(**ROYAL, wagers=wagers, decisions=["4x"], submission={"payout_limit": 50000})
    assert nets(written) == {"ante": 9_900, "blind": 4_950_000, "play": 39_600, "trips": net}
    assert ("uth/12.F" in cited(written, "trips")) is (trips == "0.12")


@clause("uth/12.F.2")
def test_12_F_limit_applies_per_player_and_round() -> None:
    submission = {"payout_limit": 50000}
    wagers = {"ante": 100, "blind": 100}
    seats = [seat(1, wagers, ["4x"]), seat(2, wagers, ["4x"])]
    laid = {"board": "As Ks Qs Js 2c", "seat 1": "Ts 3d", "seat 2": "9s 8d", "dealer": "2d 2h"}
    results = settle(record("uth", seats, submission=submission, laid=laid))
    assert results[1]["net"] == 5_000_000  # the royal's 100 + 50,000 + 400 is cut by $500
    assert results[2]["net"] == 10_000 + 15_000 + 40_000  # the limit does not affect seat 2's flush


@clause("uth/12.F.1")
def test_12_F_1_rejects_a_payout_limit_below_its_minimum() -> None:
    def limit(amount: Any, **limits: Mapped) -> None:
        play_record(heads_up(**ROYAL, submission={"payout_limit": amount, "limits": limits}))

    limit(50000)
    with pytest.raises(Refused) as refused:
        limit("49999.99")
    assert "uth/12.F.1" in refused.value.clauses
    # With a minimum Ante of $100 and Trips of $5 one player can win 100 + 50,000 + 400 + 250 = $50,750.
    minimums = {"ante": {"minimum": 100}, "blind": {"minimum": 100}, "trips": {"minimum": 5}}
    with pytest.raises(Refused):
        limit("50749.99", **minimums)


@clause("uth/12.B.1.e")
@pytest.mark.parametrize(
    ("blind", "won"),
    [("10", 1500), ("10.01", 1502), ("10.02", 1503), ("0.01", 2)],
)
def test_12_B_3_to_2_rounds_up_to_the_cent(blind: str, won: int) -> None:
    flush = {"hole": "9s 8s", "dealer": "Qd Qh", "board": "2s 6s 5s Kc 2d"}
    written = heads_up(**flush, wagers={"ante": blind, "blind": blind})
    assert nets(written)["blind"] == won
    assert "X-13" in settle(written)[1]["wagers"]["blind"]["readings"]


def test_x_13_r2_accepts_only_blinds_that_3_to_2_pays_without_rounding() -> None:
    table = at_table("uth", {"readings": {"X-13": "R2"}})
    refused = refusal(table, now.bet(seat=1, wagers={"ante": 1001, "blind": 1001}))
    assert (refused.code, refused.readings) == ("not_divisible", ("X-13",))
    table.do(now.bet(seat=1, wagers={"ante": 1002, "blind": 1002}))


# --- 11.K and 11.L ------------------------------------------------------------------------------------


@clause("uth/11.K")
@pytest.mark.parametrize("dealing", METHODS)
def test_11_K_every_hand_can_be_rebuilt_from_the_rack(dealing: str) -> None:
    seats = [seat(1, TEN, FOLDED), seat(2, TEN, ["4x"])]
    laid = {"seat 1": "2c 7d", "seat 2": "As Ad", "dealer": "Ks Kd", "board": "3h 4h 9s Ts Jd"}
    played = play(record("uth", seats, dealing=dealing, submission={}, laid=laid))
    rack = {place: " ".join(map(str, cards)) for place, cards in played.closing.layout.rack}
    assert {place: rack[place] for place in ("seat1", "seat2", "dealer", "board")} == {
        place.replace(" ", ""): cards for place, cards in laid.items()
    }
    assert played.closing.layout.cards == {}
    # the folded hand was mucked during the round
    assert played.closing.layout.rack[0][0] == "seat1"


@clause("uth/11.L.1", "uth/11.L.2")
def test_11_L_the_electronic_version_deals_dealer_and_community_cards_from_a_live_deck() -> None:
    rules = partial({"electronic": True}, "uth", "automated")
    with pytest.raises(Refused) as refused:
        Driver(open_table(rules), StackedDeck(STANDARD))
    assert (refused.value.code, refused.value.readings) == ("no_random_cards", ("U-25",))
    table = now.AskingDriver(open_table(rules), LiveCards())
    table.run()
    table.do(do.SitDown(seat=1, player="ann"))
    table.do(do.BuyIn(player="ann", cents=6000))
    table.do(now.bet(seat=1, wagers={"ante": 1000, "blind": 1000}))
    table.do(do.CloseBetting())
    table.run()
    lying = {place: len(cards) for place, cards in table.state.layout.cards.items()}
    assert lying == {"board": 5, "dealer": 2, "seat1": 2}
    table.automations = AUTOMATIONS - {"turn", "reveal", "settle"}
    table.do(now.decide(seat=1, choice="4x"))
    assert refusal(table, do.TurnUp()).code == "cards_not_named"
    table.do(do.TurnUp(cards=tuple(parse_cards("3h 4h 9s", STANDARD))))
    table.do(do.TurnUp(cards=tuple(parse_cards("Ts Jd", STANDARD))))
    table.do(do.NameCards(place="dealer", cards=tuple(parse_cards("Ks Kd", STANDARD))))
    table.do(do.RevealDealer())
    table.do(do.NameCards(place="seat1", cards=tuple(parse_cards("As Ad", STANDARD))))
    table.automations = AUTOMATIONS
    table.run()
    assert table.state.seating.purses == {"ann": 6000 + 1000 + 4000}  # aces beat kings, and the Blind pushes


@clause("uth/11.F.3.a", "uth/11.F.3.b", "uth/11.F.3.c", "uth/11.F.3.d")
@pytest.mark.parametrize(
    ("sides", "clauses"),
    [
        ({"trips": 5}, ("uth/11.F.3.a",)),
        ({"trips": 5, "six_card": 5}, ("uth/11.F.3.a", "uth/11.F.3.c")),
        # the player has neither of the two wagers that the clause's items name
        ({"progressive": 1}, ("uth/11.F.3",)),
        ({}, ()),
    ],
)
def test_11_F_3_folded_cards_cite_the_open_wager(sides: Mapped, clauses: tuple[str, ...]) -> None:
    terms = {
        "paytables": {"blind": "A", "trips": "A", "six_card": "A"},
        "progressive": {"paytable": "A", "stake": 1, "rate": "0.1"},
        "readings": {"U-06": "R1"},
    }
    written = heads_up("2c 7d", "As Ad", "9s 8h Qd Jc 4h", {**TEN, **sides}, FOLDED, terms)
    told = play(written).events
    kept = [(e.clauses, e.readings) for e in told if isinstance(e, ev.HandKept | ev.HandShown)]
    mucked = [(e.clauses, e.readings) for e in told if isinstance(e, ev.HandMucked)]
    if clauses:
        assert (kept, mucked) == ([(clauses, ("U-07", "X-04"))] * 2, [])
    else:
        assert (kept, mucked) == ([], [(("uth/11.F.3.b", "uth/11.F.3.d"), ("U-07",))])
