"""Test chapters 11 and 12 of Dragon Poker: decisions, the Gold Dragon, side wagers and settlement."""

from __future__ import annotations

import pytest

from croupier import play_record
from croupier.table import commands as do
from croupier.table import events as ev
from tests.helpers import now
from tests.helpers.table_help import METHODS, Mapped, at_table, play, record, refusal, seat, settle

clause = pytest.mark.clause

TEN = {"ante": 10, "ante_bonus": 10}
SIDES = {"three_card": 5, "dragon": 5}


def one_player(
    cards: str,
    dealer: str,
    wagers: Mapped | None = None,
    decision: str = "play",
    submission: Mapped | None = None,
) -> Mapped:
    laid = {"seat 1": cards, "dealer": dealer}
    return record("dragon", [seat(1, wagers or TEN, [decision])], laid=laid, submission=submission)


def nets(written: Mapped) -> dict[str, int]:
    return {name: one["net"] for name, one in settle(written)[1]["wagers"].items()}


def cited(written: Mapped, wager: str) -> list[str]:
    return list(settle(written)[1]["wagers"][wager]["clauses"])


# --- 11.B and 11.C: Play or fold ----------------------------------------------------------------------


@clause("dragon/11.B")
def test_11_B_players_play_or_fold_clockwise() -> None:
    table = at_table("dragon", {}, seated={2: "ann", 5: "bob"})
    for number, ante in ((2, 730), (5, 1000)):
        table.do(now.bet(seat=number, wagers={"ante": ante, "ante_bonus": ante}))
    table.do(do.CloseBetting())
    table.run()
    refused = refusal(table, now.decide(seat=5, choice="play"))
    assert (refused.code, refused.clauses) == ("out_of_turn", ("dragon/11.B",))
    for wrong in ("check", "2x", "ride", ""):
        assert refusal(table, now.decide(seat=2, choice=wrong)).code == "no_such_choice"
    table.do(now.decide(seat=2, choice="play"))
    assert table.state.bets.wagers[2]["play"] == 730
    table.do(now.decide(seat=5, choice="fold"))
    table.run()
    assert table.state.round.number == 2


@pytest.mark.parametrize(
    ("side", "own"),
    [
        pytest.param("three_card", "dragon/11.C.1", marks=clause("dragon/11.C.1")),
        pytest.param("dragon", "dragon/11.C.2", marks=clause("dragon/11.C.2")),
    ],
)
def test_11_C_a_fold_forfeits_ante_and_ante_bonus_and_not_the_side_wager(side: str, own: str) -> None:
    won = one_player("Dr Db Dg", "Ra Ra Ra", {**TEN, side: 5}, "fold")
    pays = {"three_card": 40, "dragon": 200}[side]  # three dragons, one of them gold
    assert nets(won) == {"ante": -1000, "ante_bonus": -1000, side: 500 * pays}
    fold = next(step for step in play(won).steps if isinstance(step.command, do.RevealDealer))
    kept = next(event for event in fold.events if isinstance(event, ev.HandKept))
    assert kept.clauses == (own, "dragon/11.D.1")
    assert "seat1" in fold.after.layout.cards
    lost = one_player("Dr Ph Ra", "Ra Ra Ra", {**TEN, side: 5}, "fold")
    assert nets(lost)[side] == -500


@clause("dragon/11.D.1")
def test_11_D_1_forfeited_wagers_are_collected_before_the_reveal() -> None:
    seats = [seat(1, TEN, ["fold"]), seat(2, TEN, ["play"]), seat(3, TEN, ["fold"])]
    steps = play(record("dragon", seats)).steps
    for step in steps:
        # the dealer collects nothing while any player still has to decide
        if isinstance(step.command, do.Decide):
            assert not [e for e in step.events if isinstance(e, ev.WagerSettled | ev.HandMucked)]
            assert step.after.bets.wagers[1] == {"ante": 1000, "ante_bonus": 1000}
    reveal = next(step for step in steps if isinstance(step.command, do.RevealDealer))
    kinds = [type(event) for event in reveal.events]
    assert kinds == [ev.WagerSettled, ev.WagerSettled, ev.HandMucked] * 2 + [ev.DealerRevealed]
    for event in reveal.events:
        if isinstance(event, ev.WagerSettled):
            assert (event.result, event.returned) == ("lose", 0)
            assert event.clauses == ("dragon/11.B", "dragon/11.D.1")
            assert event.readings == ("X-04",)
        elif isinstance(event, ev.HandMucked):
            assert event.clauses == ("dragon/11.D.1",)
    assert [place for place, _ in reveal.after.layout.rack] == ["seat1", "seat3"]


# --- 11.D.2: the dealer's hand ------------------------------------------------------------------------


@clause("dragon/11.D.2")
@pytest.mark.parametrize(
    ("dealer", "hand"),
    [
        ("Dg Ph Ti", "pair"),  # the Gold Dragon makes a pair with the higher card, the Phoenix
        ("Dg Ra Ra", "trips"),
        ("Ph Ti Pa", "high_card"),
    ],
)
@pytest.mark.parametrize("submission", [{}, {"dealer_cards": "held"}], ids=["delivered", "held"])
def test_11_D_2_the_dealers_cards_make_their_highest_hand(dealer: str, hand: str, submission: Mapped) -> None:
    written = record(
        "dragon",
        [seat(1, TEN, ["play"])],
        dealing="automated",
        submission=submission,
        laid={"seat 1": "Mo Ra Pa", "dealer": dealer},
    )
    document = play_record(written)
    assert document["dealer"] == {"cards": dealer, "hand": hand, "qualifies": None}
    played = play(written)
    decided = max(i for i, event in enumerate(played.events) if isinstance(event, ev.Decided))
    revealed = next(i for i, event in enumerate(played.events) if isinstance(event, ev.DealerRevealed))
    assert decided < revealed
    assert played.events[revealed].clauses == ("dragon/11.D.2",)


# --- 11.D.3: settlement -------------------------------------------------------------------------------


@clause("dragon/11.D.3.a", "dragon/11.D.3.b", "dragon/11.D.3.d", "dragon/11.D.3.f")
def test_11_D_3_settles_from_the_right_side_wagers_first() -> None:
    seats = [seat(number, {**TEN, **SIDES}, ["play"]) for number in (1, 4)]
    played = play(record("dragon", seats))
    told = [
        event.wager if isinstance(event, ev.WagerSettled) else f"seat {event.seat}"
        for event in played.events
        if isinstance(event, ev.HandShown | ev.WagerSettled)
    ]
    order = ["three_card", "dragon", "ante", "ante_bonus", "play"]
    assert told == ["seat 4", *order, "seat 1", *order]
    for step in played.steps:
        if step.command == do.SettleSeat(seat=4):
            assert "seat4" not in step.before.layout.turned
            assert step.after.layout.turned["seat4"] == 3


@clause("dragon/11.D.3.c", "dragon/11.D.3.e")
def test_11_D_3_side_wagers_are_paid_even_if_the_hand_loses() -> None:
    # a pair of dragons loses to three of a kind
    written = one_player("Dr Db Ph", "Dr Db Db", {**TEN, **SIDES})
    assert nets(written) == {
        "three_card": 2000,  # 4 to 1
        "dragon": 3500,  # 7 to 1
        "ante": -1000,
        "ante_bonus": -1000,
        "play": -1000,
    }
    assert cited(written, "three_card") == ["dragon/11.D.3.b", "dragon/11.D.3.c", "dragon/12.C.1.e"]
    assert cited(written, "dragon") == ["dragon/11.D.3.d", "dragon/11.D.3.e", "dragon/12.D.1.e"]
    nothing = one_player("Dr Ph Ra", "Ti Ti Ti", {**TEN, **SIDES})
    assert cited(nothing, "three_card") == ["dragon/11.D.3.b"]
    assert cited(nothing, "dragon") == ["dragon/11.D.3.d"]


@clause("dragon/11.D.3.f")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [("Dg Ph Ti", "pair"), ("Dg Ra Ra", "trips"), ("Dg Dr Db", "trips"), ("Mo Ra Pa", "high_card")],
)
def test_11_D_3_f_the_gold_dragon_makes_the_players_highest_hand(cards: str, hand: str) -> None:
    assert settle(one_player(cards, "Mo Ra Pa"))[1]["hand"] == hand


@clause("dragon/11.D.3.g", "dragon/12.A")
def test_11_D_3_g_a_higher_hand_is_paid_ante_play_and_the_bonus_by_its_table() -> None:
    written = one_player("Ph Ph Ra", "Ti Ti Dr")
    assert nets(written) == {"ante": 1000, "ante_bonus": 1000, "play": 1000}  # a pair of Phoenix pays 1 to 1
    assert cited(written, "ante") == ["dragon/11.D.3.g", "dragon/12.A"]
    assert cited(written, "ante_bonus") == ["dragon/11.D.3.g", "dragon/12.B.1.e"]
    assert settle(written)[1]["wagers"]["play"]["readings"] == ["D-01"]
    push = one_player("Ti Ti Ra", "Pa Pa Dr")  # the hand wins, and its only bonus row is "winning hand"
    assert nets(push) == {"ante": 1000, "ante_bonus": 0, "play": 1000}


@clause("dragon/11.D.3.h")
def test_11_D_3_h_a_lower_hand_loses_all_three() -> None:
    written = one_player("Ph Ph Ti", "Ph Ph Dr")  # the hand loses only by its kicker
    assert nets(written) == {"ante": -1000, "ante_bonus": -1000, "play": -1000}
    assert cited(written, "ante_bonus") == ["dragon/11.D.3.h"]


@clause("dragon/11.D.3.i")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("Ph Ph Ti", "Ph Ph Ti"), ("Dr Dr Ra", "Db Db Ra"), ("Dg Ph Ti", "Ph Ph Ti"), ("Ra Ra Ra", "Ra Ra Ra")],
    ids=["the same pair", "colour breaks no tie", "gold equals the natural hand", "the same trips"],
)
def test_11_D_3_i_a_tie_returns_all_three(cards: str, dealer: str) -> None:
    written = one_player(cards, dealer)
    assert nets(written) == {"ante": 0, "ante_bonus": 0, "play": 0}
    assert {one["result"] for one in settle(written)[1]["wagers"].values()} == {"push"}
    assert cited(written, "ante") == ["dragon/11.D.3.i"]


def test_the_dealer_always_plays_however_low_the_hand() -> None:
    """No clause requires the dealer to qualify (D-19)."""
    assert nets(one_player("Ti Mo Ra", "Pa Mo Ra")) == {"ante": 1000, "ante_bonus": 0, "play": 1000}


@pytest.mark.parametrize(
    ("cards", "reading", "net"),
    [
        ("Dr Dr Dg", "R1", 100_000),  # gold stays gold: three dragons including it pay 200 to 1
        ("Dr Dr Dg", "R2", 500_000),  # gold becomes the third red dragon, which pays 1,000 to 1
        ("Dg Dr Ra", "R1", 3500),  # two dragons pay 7 to 1
        ("Dg Dr Ra", "R3", 2500),  # a gold dragon by itself pays 5 to 1
    ],
)
def test_d_04_gold_dragon_counts_for_the_dragon_wager_by_reading(cards: str, reading: str, net: int) -> None:
    written = one_player(cards, "Mo Ra Pa", {**TEN, "dragon": 5}, submission={"readings": {"D-04": reading}})
    assert nets(written)["dragon"] == net


@clause("dragon/11.E")
@pytest.mark.parametrize("dealing", METHODS)
def test_11_E_every_hand_can_be_rebuilt_from_the_rack(dealing: str) -> None:
    laid = {"seat 1": "Dr Ph Ra", "seat 3": "Ti Ti Pa", "dealer": "Mo Mo Mo"}
    seats = [seat(1, TEN, ["fold"]), seat(3, TEN, ["play"])]
    closing = play(record("dragon", seats, dealing=dealing, submission={}, laid=laid)).closing
    assert closing.layout.cards == {}
    rack = {place: " ".join(map(str, cards)) for place, cards in closing.layout.rack}
    assert rack == {place.replace(" ", ""): cards for place, cards in laid.items()}
