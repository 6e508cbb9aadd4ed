"""Test chapters 11 and 12 of Let It Ride: both decisions, settlement, bonuses, progressive and Envy."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import play_record
from croupier.games.letitride import earned
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from tests.helpers import now
from tests.helpers.table_help import METHODS, Mapped, at_table, play, record, refusal, seat, settle

clause = pytest.mark.clause

TENS = {"bet1": 10, "bet2": 10, "bet3": 10}
RIDE = ["ride", "ride"]


def one_player(
    cards: str,
    board: str,
    wagers: Mapped | None = None,
    decisions: list[str] | None = None,
    submission: Mapped | None = None,
    box: str = "",
) -> Mapped:
    laid = {"seat 1": cards, "board": board} | ({"box": box} if box else {})
    return record("letitride", [seat(1, wagers or TENS, decisions or RIDE)], laid=laid, submission=submission)


def nets(written: Mapped) -> dict[str, int]:
    return {name: one["net"] for name, one in settle(written)[1]["wagers"].items()}


def wager(written: Mapped, name: str) -> Mapped:
    found: Mapped = settle(written)[1]["wagers"][name]
    return found


def asking(*decisions: str) -> Driver:
    table = at_table("letitride", {}, seated={1: "ann", 4: "bob"})
    for number in (1, 4):
        table.do(now.bet(seat=number, wagers={"bet1": 1000, "bet2": 1000, "bet3": 1000}))
    table.do(do.CloseBetting())
    table.run()
    for choice in decisions:
        for number in (1, 4):
            table.do(now.decide(seat=number, choice=choice))
        table.run()
    return table


# --- 11.A to 11.C: the two questions ------------------------------------------------------------------


@clause("letitride/11.B.1.a.i", "letitride/11.B.1.a.ii", "letitride/11.C.1.a.i", "letitride/11.C.1.a.ii")
def test_11_a_bet_that_rides_stays_until_the_end() -> None:
    played = play(one_player("Ts Th 2d", "3c 4s", decisions=RIDE, submission={}))
    for step in played.steps:
        if step.command == now.filled(step.before, now.decide(1, "ride")):
            assert step.after.bets.wagers[1] == {"bet1": 1000, "bet2": 1000, "bet3": 1000}
            (decided,) = step.events
            assert len(decided.clauses) == 2  # tucking the cards and waving mean the same answer
    assert nets(one_player("Ts Th 2d", "3c 4s")) == {"bet1": 1000, "bet2": 1000, "bet3": 1000}


@pytest.mark.parametrize(
    ("decisions", "left"),
    [
        pytest.param(
            ["withdraw", "ride"], {"bet2", "bet3"}, marks=clause("letitride/11.B.1.b", "letitride/7.E.2")
        ),
        pytest.param(
            ["ride", "withdraw"],
            {"bet1", "bet3"},
            marks=clause(
                "letitride/11.C.1.b.i",
                "letitride/11.C.1.b.ii",
                "letitride/11.C.1.b.iii",
                "letitride/7.E.2",
            ),
        ),
        pytest.param(["withdraw", "withdraw"], {"bet3"}, marks=clause("letitride/7.E.2")),
    ],
)
def test_11_withdrawn_bet_returns_at_once_and_bet_3_cannot_be_withdrawn(
    decisions: list[str], left: set[str]
) -> None:
    written = one_player("Ts 9h 2d", "3c 4s", decisions=decisions, submission={})
    for name, one in settle(written)[1]["wagers"].items():
        assert one["net"] == (-1000 if name in left else 0)
        assert one["result"] == ("lose" if name in left else "returned")
    played = play(written)
    for step in played.steps:
        if isinstance(step.command, do.Decide) and step.command.choice == "withdraw":
            purse = step.after.seating.purses["seat 1"] - step.before.seating.purses["seat 1"]
            assert purse == 1000


@clause("letitride/11.A.4", "letitride/11.B.1.b", "letitride/11.C.1.b.i")
def test_11_each_question_is_asked_of_every_player_clockwise_and_once() -> None:
    table = asking()
    assert refusal(table, now.decide(seat=4, choice="ride")).code == "out_of_turn"
    for wrong in ("check", "fold", "play", "raise"):
        assert refusal(table, now.decide(seat=1, choice=wrong)).code == "no_such_choice"
    table.do(now.decide(seat=1, choice="withdraw"))
    assert refusal(table, now.decide(seat=1, choice="ride")).code == "out_of_turn"
    played = play(record("letitride", [seat(n, TENS, ["withdraw", "ride"]) for n in (1, 4)], submission={}))
    asked = [(e.question, e.seat) for e in played.events if isinstance(e, ev.Decided)]
    assert asked == [("Bet 1", 1), ("Bet 1", 4), ("Bet 2", 1), ("Bet 2", 4)]


@clause("letitride/11.B.2", "letitride/11.C.2", "letitride/11.A.4")
@pytest.mark.parametrize("dealing", METHODS)
def test_11_each_shared_card_is_turned_after_all_have_decided_and_not_before(dealing: str) -> None:
    seats = [seat(n, TENS, RIDE) for n in (1, 4)]
    played = play(record("letitride", seats, dealing=dealing, submission={}, laid={"board": "Ah Kd"}))
    story = [
        event.question if isinstance(event, ev.Decided) else event.cards
        for event in played.events
        if isinstance(event, ev.Decided | ev.CardsTurned)
    ]
    assert story == ["Bet 1", "Bet 1", ("Ah",), "Bet 2", "Bet 2", ("Kd",)]
    table = asking()
    assert refusal(table, do.TurnUp()).code == "out_of_order"


# --- 11.D: settlement ---------------------------------------------------------------------------------


@clause("letitride/11.D.1", "letitride/11.D.2", "letitride/11.D.3")
def test_11_D_each_hand_combines_own_and_shared_cards_and_pays_by_the_table() -> None:
    written = one_player("9s 9h 4d", "9c 4s", decisions=["withdraw", "ride"], submission={})
    assert nets(written) == {"bet1": 0, "bet2": 11_000, "bet3": 11_000}  # a full house pays 11 to 1
    assert wager(written, "bet3")["clauses"] == ["letitride/11.D.3", "letitride/12.A.1.d"]
    shown = next(event for event in play(written).events if isinstance(event, ev.HandShown))
    assert shown.words == "full house, nines full of fours"
    assert shown.cards == ("9s", "9h", "4d")


@clause("letitride/11.D.3")
@pytest.mark.parametrize(
    ("cards", "net"),
    [("Ts Th 2d", 1000), ("9s 9h Ad", -1000), ("As Kh Jd", -1000)],
    ids=["tens", "nines", "nothing"],
)
def test_11_D_3_pair_of_tens_is_the_lowest_paid_hand(cards: str, net: int) -> None:
    assert nets(one_player(cards, "3c 4s", submission={})) == {"bet1": net, "bet2": net, "bet3": net}


@clause("letitride/11.D.1", "letitride/11.F")
def test_11_D_players_are_settled_from_the_dealers_right_and_cards_stay_up_until_all_are() -> None:
    played = play(record("letitride", [seat(n, TENS, RIDE) for n in (2, 3, 7)], submission={}))
    assert [e.seat for e in played.events if isinstance(e, ev.HandShown)] == [7, 3, 2]
    assert [e.seat for e in played.events if isinstance(e, ev.SeatSettled)] == [7, 3, 2]
    for step in played.steps:
        if any(isinstance(event, ev.CardsRacked) for event in step.events):
            assert set(step.before.layout.cards) == {"seat2", "seat3", "seat7", "board"}
            assert step.before.layout.turned == {"seat2": 3, "seat3": 3, "seat7": 3, "board": 2}
            assert not step.before.bets.wagers
            break
    else:
        pytest.fail("the cards were not racked")


@clause("letitride/11.G.1", "letitride/11.G.2")
@pytest.mark.parametrize("dealing", METHODS)
def test_11_G_the_table_is_cleared_and_every_hand_can_be_rebuilt(dealing: str) -> None:
    laid = {"seat 1": "2c 7d Js", "seat 4": "As Ad Ah", "board": "3h 4h", "box": "9s Ts Jd"}
    seats = [seat(1, TENS, RIDE), seat(4, TENS, ["withdraw", "withdraw"])]
    submission = {"paytables": {"six_card": "A"}}
    closing = play(record("letitride", seats, dealing=dealing, submission=submission, laid=laid)).closing
    assert closing.layout.cards == {}
    rack = {place: " ".join(map(str, cards)) for place, cards in closing.layout.rack}
    assert rack == {place.replace(" ", ""): cards for place, cards in laid.items()}


# --- 11.E: bonuses ------------------------------------------------------------------------------------


@clause("letitride/11.E.1")
@pytest.mark.parametrize(
    ("cards", "letter", "reading", "back"),
    [
        ("Ts Th 2d", "A", "R1", 200),  # under R1, the row for a pair of tens pays
        ("Ts Th 2d", "A", "R2", 0),  # under R2, 11.E.1 requires two pair, so that row never pays
        ("9s 9h 2d", "A", "R1", 0),
        ("Ts Th 3d", "A", "R2", 300),  # both readings pay two pair
        ("Ts Th 3d", "C", "R1", 600),
        ("Ts Th 3d", "G", "R1", 0),  # the lowest row of table G is three of a kind
    ],
)
def test_11_E_1_the_five_card_bonus_is_paid_by_its_paytable(
    cards: str, letter: str, reading: str, back: int
) -> None:
    submission = {"paytables": {"five_card": letter}, "readings": {"L-03": reading}}
    written = one_player(cards, "3c 4s", {**TENS, "five_card": 1}, submission=submission)
    assert wager(written, "five_card")["returned"] == back
    assert "letitride/11.E.1" in wager(written, "five_card")["clauses"]


@clause("letitride/11.E.1")
@pytest.mark.parametrize(("reading", "back"), [("R1", 200), ("R2", 300)])
def test_11_E_1_five_card_bonus_stake_is_kept_unless_l_04_says_otherwise(reading: str, back: int) -> None:
    submission = {"paytables": {"five_card": "A"}, "readings": {"L-04": reading}}
    written = one_player("Ts Th 2d", "3c 4s", {**TENS, "five_card": 1}, submission=submission)
    assert wager(written, "five_card")["returned"] == back


@clause("letitride/11.E.2")
@pytest.mark.parametrize(
    ("cards", "net"), [("2s 2h 3d", 500), ("As Kh Jd", -500)], ids=["the lowest pair", "the highest of none"]
)
def test_11_E_2_the_three_card_bonus_wins_with_a_pair_in_the_players_own_cards(cards: str, net: int) -> None:
    submission = {"paytables": {"three_card": "A"}}
    written = one_player(cards, "Ac Ad", {**TENS, "three_card": 5}, submission=submission)
    assert nets(written)["three_card"] == net
    assert "letitride/11.E.2" in wager(written, "three_card")["clauses"]


@clause("letitride/11.E.3")
@pytest.mark.parametrize(
    ("box", "net"), [("9c Kd 2h", 2500), ("Ac Kd 2h", -500)], ids=["three of a kind", "two pair at most"]
)
def test_11_E_3_the_six_card_bonus_combines_the_players_cards_with_the_box_cards(box: str, net: int) -> None:
    """The board would complete a full house, but it is not part of these six cards."""
    submission = {"paytables": {"six_card": "A"}}
    written = one_player("9s 9h 4d", "9d 4s", {**TENS, "six_card": 5}, submission=submission, box=box)
    assert nets(written)["six_card"] == net
    revealed = next(event for event in play(written).events if isinstance(event, ev.DealerRevealed))
    assert " ".join(revealed.cards["box"]) == box


def test_11_E_the_box_is_shown_after_the_second_shared_card_and_before_settlement() -> None:
    written = one_player("9s 9h 4d", "9d 4s", {**TENS, "six_card": 5})
    kinds = [type(event) for event in play(written).events]
    turned = max(index for index, kind in enumerate(kinds) if kind is ev.CardsTurned)
    assert turned < kinds.index(ev.DealerRevealed) < kinds.index(ev.HandShown)


@clause("letitride/11.E.1", "letitride/11.E.2", "letitride/11.E.3", "letitride/11.E.4", "letitride/11.E.5")
def test_11_E_bonuses_are_settled_after_the_bets_in_the_order_of_the_clause() -> None:
    wagers = {**TENS, "progressive": 1, "six_card": 5, "three_card": 5, "five_card": 1}
    seats = [seat(1, wagers, RIDE), seat(2, {**TENS, "progressive": 1}, RIDE)]
    laid = {"seat 1": "9s 8s 7s", "board": "6s 5s", "seat 2": "2c 3d 4h"}
    submission = {
        "paytables": {"five_card": "A", "three_card": "A", "six_card": "A"},
        "progressive": {"paytable": "A"},
    }
    played = play(record("letitride", seats, submission=submission, laid=laid))
    order = [
        event.wager if isinstance(event, ev.WagerSettled) else "envy"
        for event in played.events
        if (isinstance(event, ev.WagerSettled) and event.seat == 1)
        or (isinstance(event, ev.EnvyPaid) and event.holder == 1)
    ]
    assert order == ["bet1", "bet2", "bet3", "five_card", "three_card", "six_card", "progressive", "envy"]


# --- The progressive and Envy -------------------------------------------------------------------------


def progressive(letter: str = "A", **keys: Any) -> Mapped:
    return {"progressive": {"paytable": letter, "stake": 1, **keys}}


@clause("letitride/11.E.4")
@pytest.mark.parametrize(
    ("letter", "cards", "board", "back"),
    [
        ("A", "2s 2h 2d", "4c 3s", 900),  # the lowest three of a kind pays 9 for 1
        ("A", "As Ah Kd", "Kc Qs", 0),  # the highest two pair loses
        ("E", "2s 2h 2d", "4c 3s", 1000),  # 10 for 1
        ("A", "As 2h 3d", "Ac Ad", 900),  # three of a kind only with the community cards
        ("B", "As 2h 9d", "Ac Ad", 0),  # tables B and C do not use the community cards
        ("B", "3s 2h Ad", "9c 9d", 600),  # a straight of three cards pays 6 for 1
        ("C", "3s 2h Ad", "9c 9d", 0),  # table C has no row for a straight
    ],
)
def test_11_E_4_the_progressive_wins_by_its_own_table_on_five_cards_or_on_three(
    letter: str, cards: str, board: str, back: int
) -> None:
    written = one_player(cards, board, {**TENS, "progressive": 1}, submission=progressive(letter))
    assert wager(written, "progressive")["returned"] == back
    assert "letitride/11.E.4" in wager(written, "progressive")["clauses"]


@clause("letitride/12.F.1")
def test_12_F_1_each_meter_gains_its_own_rate_of_the_wagers_accepted() -> None:
    rate = {"mega": "0.10", "major": "0.033", "minor": "0.07"}
    seats = [seat(n, {**TENS, "progressive": 1}, RIDE) for n in (1, 2, 3)]
    laid = {"board": "2c 7d", "seat 1": "Ks 9h 4c", "seat 2": "Kd 9c 4s", "seat 3": "Qs Jh 3c"}
    document = play_record(record("letitride", seats, submission=progressive("E", rate=rate), laid=laid))
    # the Major meter gains 9.9 cents and shows 9 of them
    assert document["meters"] == {"mega": 1_000_030, "major": 100_009, "minor": 25_021}


@clause("letitride/12.G")
def test_12_G_the_meter_is_read_at_each_winners_turn() -> None:
    seats = [seat(n, {**TENS, "progressive": 1}, RIDE) for n in (1, 2)]
    laid = {"board": "8s 9s", "seat 1": "5s 6s 7s", "seat 2": "Ts Js Qs"}
    submission = progressive(meters={"main": 12000})
    document = play_record(record("letitride", seats, submission=submission, laid=laid))
    back = {one["seat"]: one["wagers"]["progressive"]["returned"] for one in document["seats"]}
    assert back == {2: 120_000, 1: 108_000}  # each gets 10% of the current meter, from the dealer's right
    assert document["meters"] == {"main": 972_000}


@clause("letitride/11.E.5", "letitride/12.H.1")
@pytest.mark.parametrize(("stake", "envy"), [(1, 30_000), (5, 150_000)])
def test_12_H_1_envy_depends_on_the_recipients_stake(stake: int, envy: int) -> None:
    seats = [seat(1, {**TENS, "progressive": stake}, RIDE), seat(2, TENS, RIDE), seat(3, TENS, RIDE)]
    laid = {"board": "8s 9s", "seat 2": "5s 6s 7s", "seat 1": "2c 3d Kh"}
    submission = {"progressive": {"paytable": "A", "stake": stake}}
    document = play_record(record("letitride", seats, submission=submission, laid=laid))
    assert [one["envy"] for one in document["seats"]] == [envy, 0, 0]


@clause("letitride/12.H.2")
def test_12_H_2_envy_follows_the_schedule_that_the_operator_selects() -> None:
    seats = [seat(1, {**TENS, "progressive": 1}, RIDE), seat(2, TENS, RIDE)]
    laid = {"board": "8s 9s", "seat 2": "5s 6s 7s", "seat 1": "2c 3d Kh"}
    for letter, own in (("A", "letitride/12.I.1.b"), ("D", "letitride/12.I.4.b")):
        submission = progressive("D", envy=letter)
        bettor = play_record(record("letitride", seats, submission=submission, laid=laid))["seats"][0]
        assert own in bettor["envy_clauses"]


@clause("letitride/11.E.5")
def test_11_E_5_no_envy_bonus_for_the_players_own_second_spot() -> None:
    seats = [seat(n, {**TENS, "progressive": 1}, RIDE, "ann") for n in (1, 2)]
    seats.append(seat(3, {**TENS, "progressive": 1}, RIDE, "bob"))
    laid = {"board": "8s 9s", "seat 2": "5s 6s 7s", "seat 1": "2c 3d Kh"}
    document = play_record(record("letitride", seats, submission=progressive(), laid=laid))
    assert [one["envy"] for one in document["seats"]] == [0, 0, 30_000]


def test_a_progressive_winner_waits_for_the_floor() -> None:
    submission = {**progressive(), "readings": {"N-19": "R2"}}
    table = at_table("letitride", submission, laid="2s 4c 2h 3s 2d")
    table.automations = AUTOMATIONS - {"validate"}
    table.do(now.bet(seat=1, wagers={"bet1": 1000, "bet2": 1000, "bet3": 1000, "progressive": 100}))
    table.do(do.CloseBetting())
    table.run()
    for _ in range(2):
        table.do(now.decide(seat=1, choice="ride"))
        table.run()
    assert refusal(table, do.PayProgressive(seat=1)).code == "not_validated"
    table.do(do.ValidateProgressive(seat=1, by="floor"))
    table.run()
    assert table.state.round.number == 2


@pytest.mark.clause("letitride/11.E.1", "letitride/12.B.1.i")
@pytest.mark.parametrize(
    ("readings", "rows", "stake_back"),
    [
        ({}, "abcdefghi", False),
        ({"L-03": "R2"}, "abcdefgh", False),
        ({"L-04": "R2"}, "abcdefghi", True),
        ({"L-03": "R2", "L-04": "R2"}, "abcdefgh", True),
    ],
)
def test_l03_l04_the_wins_that_a_correction_may_pay(
    readings: dict[str, str], rows: str, stake_back: bool
) -> None:
    submission = {"paytables": {"main": "A", "five_card": "A"}, "readings": readings}
    won = earned(partial(submission, "letitride", "hand"), "five_card")
    assert [one.clauses[-1] for one in won] == [f"letitride/12.B.1.{row}" for row in rows]
    assert {one.stake_back for one in won} == {stake_back}
