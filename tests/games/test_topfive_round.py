"""Test chapters 11 and 12 of Top Five Poker: decisions, top-card counts, qualifying and bonuses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier import play_record
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from tests.helpers import now
from tests.helpers.pit import in_round
from tests.helpers.table_help import METHODS, Mapped, at_table, play, record, refusal, seat, settle

clause = pytest.mark.clause

TEN = {"ante": 10}
LOW = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "2d", "3d", "4d", "5d", "6d", "7d"]


def one_player(
    top: str,
    dealer: str,
    wagers: Mapped | None = None,
    decision: str = "play",
    submission: Mapped | None = None,
) -> Mapped:
    """Return hands with the given top cards on each side, filled with low cards up to seven."""
    low = iter(LOW)
    full = []
    for side in (top.split(), dealer.split()):
        full.append(" ".join([*side, *(next(low) for _ in range(7 - len(side)))]))
    laid = {"seat 1": full[0], "dealer": full[1]}
    return record("topfive", [seat(1, wagers or TEN, [decision])], laid=laid, submission=submission)


def nets(written: Mapped) -> dict[str, int]:
    return {name: one["net"] for name, one in settle(written)[1]["wagers"].items()}


def cited(written: Mapped, wager: str) -> list[str]:
    return list(settle(written)[1]["wagers"][wager]["clauses"])


# --- 11.B: Play or fold -------------------------------------------------------------------------------


@clause("topfive/11.B.1.a", "topfive/11.B.1.b")
def test_11_B_1_players_play_or_fold_clockwise() -> None:
    table = at_table("topfive", {}, seated={2: "ann", 5: "bob"})
    for number, ante in ((2, 730), (5, 1000)):
        table.do(now.bet(seat=number, wagers={"ante": ante}))
    table.do(do.CloseBetting())
    table.run()
    refused = refusal(table, now.decide(seat=5, choice="play"))
    assert (refused.code, refused.clauses) == ("out_of_turn", ("topfive/11.B.1",))
    for wrong in ("check", "2x", "ride"):
        assert refusal(table, now.decide(seat=2, choice=wrong)).code == "no_such_choice"
    table.do(now.decide(seat=2, choice="play"))
    assert table.state.bets.wagers[2]["play"] == 730
    table.do(now.decide(seat=5, choice="fold"))
    table.run()
    assert table.state.round.number == 2


@clause("topfive/11.B.2.a", "topfive/11.B.2.b")
def test_11_B_2_a_fold_loses_the_ante_and_the_cards_at_once() -> None:
    played = play(one_player("As Ks", "Qs Js", decision="fold"))
    fold = next(step for step in played.steps if isinstance(step.command, do.Decide))
    _, lost, mucked = fold.events
    assert isinstance(lost, ev.WagerSettled)
    assert (lost.wager, lost.staked, lost.returned) == ("ante", 1000, 0)
    assert "topfive/11.B.2.a" in lost.clauses
    assert isinstance(mucked, ev.HandMucked)
    assert mucked.clauses == ("topfive/11.B.2.b",)
    assert [place for place, _ in fold.after.layout.rack] == ["seat1"]


@clause("topfive/11.B.3")
@pytest.mark.parametrize("side", ["top_five", "poker"])
def test_11_B_3_folded_cards_stay_until_the_bonus_is_settled(side: str) -> None:
    written = one_player("As Ah Ad Ks", "Qs Js", {**TEN, side: 5}, "fold")
    assert nets(written) == {"ante": -1000, side: {"top_five": 500, "poker": 3500}[side]}
    fold = next(step for step in play(written).steps if isinstance(step.command, do.Decide))
    kept = next(event for event in fold.events if isinstance(event, ev.HandKept))
    assert kept.clauses == ("topfive/11.B.3",)
    assert "seat1" in fold.after.layout.cards


@clause("topfive/11.B.4")
def test_11_B_4_dealer_is_revealed_after_all_decisions_without_twos_to_nines() -> None:
    document = play_record(one_player("As", "Ks Kh Qd"))
    assert document["dealer"] == {
        "cards": "Ks Kh Qd 8c 9c 2d 3d",
        "hand": "pair",
        "count": 3,
        "qualifies": True,
    }
    events = play(one_player("As", "Ks Kh Qd")).events
    decided = max(i for i, event in enumerate(events) if isinstance(event, ev.Decided))
    revealed = next(i for i, event in enumerate(events) if isinstance(event, ev.DealerRevealed))
    assert decided < revealed


@clause("topfive/10.B.1", "topfive/11.B.4")
@pytest.mark.parametrize("where", ["delivered", "held"])
def test_11_B_4_the_dealers_stack_may_wait_in_the_shuffler(where: str) -> None:
    pit = in_round("topfive", "automated", dealer_cards=where)
    pit.run(until=lambda state: bool(state.layout.cards))
    (dealt,) = pit.of(ev.CardsDealt)
    assert [place for place, _ in dealt.deliveries] == ["seat1", "seat3", "dealer"]
    held = where == "held"
    assert ("topfive/11.B.4" in dealt.clauses, "T-19" in dealt.readings) == (held, held)
    pit.run()
    assert pit.of(ev.RoundEnded)


# --- 11.C: settlement ---------------------------------------------------------------------------------


@clause("topfive/11.C.1")
def test_11_C_1_each_hand_is_formed_and_announced_from_the_dealers_right() -> None:
    seats = [seat(number, TEN, ["play"]) for number in (1, 4, 6)]
    laid = {"seat 6": "As Ah 2c 3c 4c 5c 6c", "seat 4": "Ks Qh Jd 2d 3d 4d 5d"}
    played = play(record("topfive", seats, submission={}, laid=laid))
    shown = [event for event in played.events if isinstance(event, ev.HandShown)]
    assert [event.seat for event in shown] == [6, 4, 1]
    assert [(event.hand, event.count) for event in shown[:2]] == [("pair", 2), ("high_card", 3)]
    assert all("topfive/11.C.1" in event.clauses for event in shown)


@clause("topfive/11.C.2")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("", False),
        ("Ac", False),  # one card never qualifies, however high it is
        ("Js Tc", False),
        ("Qs Tc", False),
        ("Qs Jc", True),  # the threshold
        ("Ks Tc", True),
        ("Ts Tc", True),  # a pair ranks above queen and jack
        ("Qs Jc Tc", True),
    ],
)
def test_11_C_2_a_dealer_short_of_queen_and_jack_pushes_the_ante(dealer: str, qualifies: bool) -> None:
    written = one_player("As Ah Ad Kd", dealer)
    assert play_record(written)["dealer"]["qualifies"] is qualifies
    assert nets(written) == {"ante": 1000 if qualifies else 0, "play": 1000}
    if not qualifies:
        assert cited(written, "ante") == ["topfive/11.C.2"]


@pytest.mark.parametrize(
    ("dealer", "reading", "qualifies"),
    [
        ("As", "R2", True),  # under this reading only rank counts, so an ace beats queen and jack
        ("Js Tc", "R3", True),  # under this reading only the count matters, so two cards are enough
        ("As", "R3", False),
        ("Js Jc", "R4", False),  # under this reading a pair is judged by its cards
        ("Qs Qc", "R4", True),
        ("Js Jc", "R1", True),
    ],
)
def test_t_02_other_readings_of_the_qualifier(dealer: str, reading: str, qualifies: bool) -> None:
    written = one_player("As Ah Ad Kd" if "As" not in dealer else "Ah Ad Kd Kc", dealer)
    written["submission"]["readings"] = {"T-02": reading}
    assert play_record(written)["dealer"]["qualifies"] is qualifies


SHORT = [  # the dealer does not qualify, so only the Play is decided
    pytest.param("", "Qs Tc", -1000, "a", marks=clause("topfive/11.C.3.a"), id="fewer"),
    pytest.param("As Kc Jd", "Qs Tc", 1000, "b", marks=clause("topfive/11.C.3.b"), id="more"),
    pytest.param("Jh Td", "Qs Tc", -1000, "c", marks=clause("topfive/11.C.3.c"), id="lower"),
    pytest.param("Kh Td", "Qs Tc", 1000, "d", marks=clause("topfive/11.C.3.d"), id="higher"),
    pytest.param("Qh Td", "Qs Tc", 0, "e", marks=clause("topfive/11.C.3.e"), id="tie"),
    pytest.param("", "", 0, "e", marks=clause("topfive/11.C.3.e"), id="nothing against nothing"),
]


@pytest.mark.parametrize(("top", "dealer", "play_net", "item"), SHORT)
def test_11_C_3_against_a_short_dealer_the_play_is_decided_by_count_then_rank(
    top: str, dealer: str, play_net: int, item: str
) -> None:
    written = one_player(top, dealer)
    assert nets(written) == {"ante": 0, "play": play_net}
    assert f"topfive/11.C.3.{item}" in cited(written, "play")


FULL = [  # the dealer qualifies, so both wagers are decided
    pytest.param("As Kc", "Qs Jc Th", -1000, "a", marks=clause("topfive/11.C.4.a"), id="fewer"),
    pytest.param("Jd Td Th", "As Ac", 1000, "b", marks=clause("topfive/11.C.4.b"), id="more"),
    pytest.param("As Kc", "Ts Tc", -1000, "c", marks=clause("topfive/11.C.4.c"), id="lower"),
    pytest.param("As Kc", "Ah Qc", 1000, "d", marks=clause("topfive/11.C.4.d"), id="higher"),
    pytest.param("As Kc", "Ah Kd", 0, "e", marks=clause("topfive/11.C.4.e"), id="tie"),
]


@pytest.mark.parametrize(("top", "dealer", "net", "item"), FULL)
@clause("topfive/12.A")
def test_11_C_4_against_a_qualifying_dealer_both_are_decided_at_even_money(
    top: str, dealer: str, net: int, item: str
) -> None:
    written = one_player(top, dealer)
    assert nets(written) == {"ante": net, "play": net}
    for wager in ("ante", "play"):
        assert f"topfive/11.C.4.{item}" in cited(written, wager)
        assert ("topfive/12.A" in cited(written, wager)) is (net > 0)


@pytest.mark.parametrize(
    ("top", "dealer", "reading", "net"),
    [
        ("As Ah", "Ks Kh", "R1", 1000),  # within a class, the higher ranks win
        ("As Ah", "Ks Kh", "R2", 0),  # if only the class counts, the hands tie
        ("As Ah Kd Kc Qs Ts", "Ac Ad Ks Kh Qd Js", "R1", 0),  # by default, the sixth card is not compared
        ("As Ah Kd Kc Qs Ts", "Ac Ad Ks Kh Qd Js", "R3", -1000),  # under this reading, the sixth card decides
    ],
)
def test_t_03_ranking_within_an_equal_count(top: str, dealer: str, reading: str, net: int) -> None:
    written = one_player(top, dealer)
    written["submission"]["readings"] = {"T-03": reading}
    assert nets(written)["play"] == net


@clause("topfive/11.C.5.a", "topfive/11.C.5.b")
def test_11_C_5_takes_losing_wagers_player_by_player_and_a_bonus_keeps_the_cards_out() -> None:
    written = one_player("As Kc", "Qs Jc Th", {**TEN, "top_five": 5, "poker": 5})
    assert nets(written) == {"ante": -1000, "play": -1000, "top_five": -500, "poker": -500}
    assert "topfive/11.C.5.a" in cited(written, "ante")
    played = play(written)
    settled = next(step for step in played.steps if step.command == do.SettleSeat(seat=1))
    assert "seat1" in settled.after.layout.cards
    assert "topfive/11.C.5.b" in cited(written, "ante")


@clause(
    "topfive/11.C.5.c", "topfive/11.C.5.d", "topfive/11.C.6", "topfive/11.C.7", "topfive/11.C.8",
    "topfive/11.C.9",
)  # fmt: skip
def test_11_C_bonuses_are_paid_once_after_the_main_wagers_regardless_of_the_hand() -> None:
    written = one_player("Js Jh Td Tc", "As Ah Ad Kc Kd", {**TEN, "poker": 5, "top_five": 5})
    # Four top cards lose Ante and Play to five. The bonuses pay 1 to 1 for four cards and 3 to 1 for
    # two pair, each only once (T-05).
    assert nets(written) == {"ante": -1000, "play": -1000, "top_five": 500, "poker": 1500}
    order = [event.wager for event in play(written).events if isinstance(event, ev.WagerSettled)]
    assert order == ["ante", "play", "top_five", "poker"]
    assert cited(written, "top_five") == [
        "topfive/11.C.5.c", "topfive/11.C.6", "topfive/11.C.7", "topfive/12.B.1.d",
    ]  # fmt: skip
    assert cited(written, "poker") == [
        "topfive/11.C.5.d", "topfive/11.C.8", "topfive/11.C.9", "topfive/12.B'2.1.f",
    ]  # fmt: skip
    lost = one_player("Js Th", "As Ah", {**TEN, "poker": 5, "top_five": 5})
    assert cited(lost, "top_five") == ["topfive/11.C.6"]
    assert cited(lost, "poker") == ["topfive/11.C.8"]


@clause("topfive/11.D")
@pytest.mark.parametrize("dealing", METHODS)
def test_11_D_every_hand_can_be_rebuilt_from_the_rack(dealing: str) -> None:
    laid = {
        "seat 1": "2c 3c 4c 5c 6c 7c As",
        "seat 3": "2d 3d 4d 5d 6d 7d Ks",
        "dealer": "2h 3h 4h 5h 6h 7h Qs",
    }
    seats = [seat(1, TEN, ["fold"]), seat(3, TEN, ["play"])]
    closing = play(record("topfive", seats, dealing=dealing, submission={}, laid=laid)).closing
    assert closing.layout.cards == {}
    rack = {place: " ".join(map(str, cards)) for place, cards in closing.layout.rack}
    assert rack == {place.replace(" ", ""): cards for place, cards in laid.items()}


@clause("topfive/11.C.5.a")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [("As", "Ks Kh Qd"), ("Ks Qh Jd", "As Kh Qd"), ("As", "Jd Th")],
    ids=["fewer cards", "lower cards", "only the Play, against a short dealer"],
)
def test_11_C_5_a_a_losers_cards_are_collected_before_the_next_player_is_settled(
    player: str, dealer: str
) -> None:
    settling = next(
        step for step in play(one_player(player, dealer)).steps if isinstance(step.command, do.SettleSeat)
    )
    assert any(e.result == "lose" for e in settling.events if isinstance(e, ev.WagerSettled))
    (racked,) = [e for e in settling.events if isinstance(e, ev.CardsRacked)]
    assert (racked.places, racked.clauses) == (("seat1",), ("topfive/11.C.5.a",))
    assert "seat1" not in settling.after.layout.cards
    assert [place for place, _ in settling.after.layout.rack] == ["seat1"]


@clause("topfive/11.C.5.b")
@pytest.mark.parametrize("side", ["top_five", "poker"])
@pytest.mark.parametrize(
    ("player", "dealer", "readings"),
    [
        ("As", "Ks Kh Qd", ()),  # the clause itself names the player with fewer cards
        # the cards rank lower under T-03, and T-11 applies the clause to this player too
        ("Ks Qh Jd", "As Kh Qd", ("T-03", "T-11")),
        # the hand ranks lower than a straight
        ("Ks Kh Qd Jc Jh", "As Kd Qc Jd Th", ("T-03", "T-01", "T-11")),
        ("As Kh Qd Jc", "Ad Kc Qs Js Th", ()),  # the number of cards decides; the straight does not matter
    ],
)
def test_11_C_5_b_a_loser_with_a_bonus_keeps_the_cards_out(
    side: str, player: str, dealer: str, readings: tuple[str, ...]
) -> None:
    written = one_player(player, dealer, {**TEN, side: 5})
    settling = next(step for step in play(written).steps if isinstance(step.command, do.SettleSeat))
    assert "seat1" in settling.after.layout.cards
    lost = [e for e in settling.events if isinstance(e, ev.WagerSettled) and e.wager in ("ante", "play")]
    assert [e.wager for e in lost] == ["ante", "play"]
    assert all("topfive/11.C.5.b" in e.clauses and e.readings == readings for e in lost)


@clause("topfive/11.C.3.a", "topfive/11.C.4.a", "topfive/11.C.4.c", "topfive/11.C.4.e")
@pytest.mark.parametrize(
    ("player", "dealer", "ante", "play_"),
    [
        # the dealer does not qualify, so the Ante pushes; the Play loses by count
        ("As", "Jd Th", ("T-02", "T-04"), ()),
        ("Ts", "Jd", ("T-02", "T-04"), ("T-03",)),  # the Play loses by rank
        ("As Kh", "Qd Jc", ("T-03",), ("T-03",)),
        ("As Kh Qd", "Qc Jc", (), ()),
        ("As Kh", "Ad Kc", ("T-03",), ("T-03",)),
    ],
)
def test_t_03_cited_for_equal_counts_and_t_02_for_unqualified_dealer(
    player: str, dealer: str, ante: tuple[str, ...], play_: tuple[str, ...]
) -> None:
    written = one_player(player, dealer, TEN)
    told = {e.wager: e.readings for e in play(written).events if isinstance(e, ev.WagerSettled)}
    assert told == {"ante": ante, "play": play_}


@clause("topfive/11.C.5.a")
def test_11_C_5_a_a_winners_cards_stay_until_all_are_settled() -> None:
    settling = next(
        step for step in play(one_player("As Ks", "Qs Js")).steps if isinstance(step.command, do.SettleSeat)
    )
    assert "seat1" in settling.after.layout.cards


# --- 11.A: conduct ------------------------------------------------------------------------------------


def dealt() -> Driver:
    table = at_table("topfive", seated={1: "ann", 2: "bob"})
    for number in (1, 2):
        table.do(now.bet(seat=number, wagers={"ante": 1000, "top_five": 500, "poker": 500}))
    table.do(do.CloseBetting())
    table.run()
    return table


@clause("topfive/11.A.4", "topfive/11.A.5")
@pytest.mark.parametrize("breach", ["topfive/11.A.2", "topfive/11.A.3", "topfive/11.A.4"])
def test_11_A_5_floor_ruling_on_conduct_forfeits_every_wager(breach: str) -> None:
    table = dealt()
    command = do.DeclareForfeit(seat=1, clause=breach, reason="talked about the cards", by="floor:cy")
    assert refusal(table, replace(command, by="dealer")).code == "not_your_role"
    assert refusal(table, replace(command, clause="topfive/11.A.1")).code == "no_such_outcome"
    events = table.do(command)
    lost = [event for event in events if isinstance(event, ev.WagerSettled)]
    assert {event.wager for event in lost} == {"ante", "top_five", "poker"}
    assert {(event.returned, event.result) for event in lost} == {(0, "forfeit")}
    assert all(event.clauses == (breach, "topfive/11.A.5") for event in lost)
    table.run()
    table.do(now.decide(seat=2, choice="play"))  # the other player's hand continues
    table.run()
    assert table.state.round.number == 2


@clause("topfive/11.A.4")
def test_11_A_4_the_ban_ends_when_the_dealers_hand_is_revealed() -> None:
    table = dealt()
    table.automations = AUTOMATIONS - {"settle"}
    for number in (1, 2):
        table.do(now.decide(seat=number, choice="play"))
    table.run()
    refused = refusal(
        table, do.DeclareForfeit(seat=1, clause="topfive/11.A.4", reason="spoke", by="floor:cy")
    )
    assert refused.code == "too_late"
    assert "topfive/11.A.5" in refused.clauses
