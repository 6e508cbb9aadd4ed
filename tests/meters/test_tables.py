"""Test tables with their own and with shared meters: stakes, Envy and the order of winners."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier import Refused, play_record
from croupier.cards import parse_cards
from croupier.games import game as game_of
from croupier.meters.bank import Bank
from croupier.submission import partial
from croupier.submission.checking import check
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import open_table
from tests.helpers import now
from tests.helpers.meter_books import MeterBooks
from tests.helpers.submission_cases import changed, everything
from tests.helpers.table_help import Mapped, play, record, seat

TEN = {"ante": 10, "blind": 10}
METER = 1_200_000
FLOP = "7s 8s 9s"


def progressive(letter: str = "A", **keys: Any) -> Mapped:
    return {"paytable": letter, "stake": 1, "rate": "0.155", "meters": {"main": 12_000}, **keys}


def royal_round(stakes: tuple[int | None, ...], readings: Mapped | None = None, **keys: Any) -> Mapped:
    """Play a round in which seat 1 has a royal flush on the Flop. `stakes` are the seats' progressive
    bets.
    """
    wagers = [TEN if stake is None else {**TEN, "progressive": stake} for stake in stakes]
    seats = [seat(n, placed, ["4x"]) for n, placed in enumerate(wagers, 1)]
    submission = {"progressive": progressive(**{"rate": "0", **keys}), "readings": readings or {}}
    laid = {"seat 1": "As Ks", "board": "Qs Js Ts 2c 3d", "dealer": "4h 4d"}
    return play_record(record("uth", seats, submission=submission, laid=laid))


@pytest.mark.clause("uth/7.F.3.a", "uth/12.D.5.a", "uth/12.D.6.a.i", "uth/12.D.7.a.i")
def test_x11_with_both_stakes_each_player_chooses_and_envy_depends_on_the_recipients_stake() -> None:
    document = royal_round((None, 1, 5), stake=[1, 5])
    assert [one["envy"] for one in document["seats"]] == [0, 100_000, 500_000]
    assert "uth/12.D.6.a.i" in document["seats"][1]["envy_clauses"]
    assert "uth/12.D.7.a.i" in document["seats"][2]["envy_clauses"]


@pytest.mark.clause("uth/12.D.1.a.i", "uth/12.D.1.a.iii")
@pytest.mark.parametrize("stake", [1, 5])
def test_x11_odds_grow_with_the_stake_but_a_meter_share_does_not(stake: int) -> None:
    whole = royal_round((stake, None), stake=[1, 5])
    assert whole["seats"][0]["wagers"]["progressive"]["returned"] == METER
    submission = {"progressive": progressive(stake=[1, 5])}
    laid = {"seat 1": "7h 7d", "board": "7s 7c 2s 3c 4d", "dealer": "Kh Qd"}
    four = play_record(
        record("uth", [seat(1, {**TEN, "progressive": stake}, ["4x"])], submission=submission, laid=laid)
    )
    assert four["seats"][0]["wagers"]["progressive"]["returned"] == 301 * 100 * stake
    assert four["meters"] == {"main": METER + int(Fraction("15.5") * stake)}


@pytest.mark.parametrize("stake", [2, 4, 10])
def test_x11_other_chips_are_refused_at_a_table_with_both(stake: int) -> None:
    with pytest.raises(Refused) as refused:
        royal_round((stake,), stake=[1, 5])
    assert (refused.value.code, refused.value.clauses) == ("stake_fixed", ("uth/7.F.3.a",))
    assert refused.value.readings == ("X-11",)
    assert "$1 or $5" in refused.value.remedy


@pytest.mark.clause("uth/7.F.3.a", "letitride/7.E.6.a")
@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_x11_a_table_accepts_one_denomination_or_both(game: str) -> None:
    """Under R1, a table accepts one chip value. Under R3, it accepts one, or both if the submission says
    so.
    """
    main, decisions = {
        "uth": (TEN, ["4x"]),
        "letitride": ({"bet1": 10, "bet2": 10, "bet3": 10}, ["ride", "ride"]),
    }[game]

    def told(reading: str, stake: Any, chip: int) -> str:
        submission = {"progressive": {"paytable": "A", "stake": stake}, "readings": {"X-11": reading}}
        seats = [seat(1, {**main, "progressive": chip}, decisions)]
        try:
            play_record(record(game, seats, submission=submission))
        except Refused as refused:
            return f"{refused.code} {' '.join(refused.readings)}"
        return "played"

    assert [told("R3", [1, 5], chip) for chip in (1, 5, 2)] == ["played", "played", "stake_fixed X-11"]
    assert [told("R1", [1, 5], chip) for chip in (1, 5)] == ["two_stakes_on_one_meter X-11"] * 2
    for reading in ("R1", "R3"):
        assert [told(reading, 5, chip) for chip in (5, 1)] == ["played", "stake_fixed X-11"]


@pytest.mark.clause("uth/11.J.2.e.i", "uth/11.J.2.e.ii")
@pytest.mark.parametrize(
    ("must_bet", "holder_bets", "paid"), [(False, False, 1), (False, True, 1), (True, False, 0)]
)
def test_n01_envy_is_paid_at_the_holders_turn_even_if_the_holder_did_not_bet(
    must_bet: bool, holder_bets: bool, paid: int
) -> None:
    document = royal_round((1 if holder_bets else None, 1), envy_holder_must_bet=must_bet)
    assert [one["envy"] for one in document["seats"]] == [0, 100_000 * paid]
    bonus = [event for event in document["events"] if event["type"] == "envy_paid@1"]
    assert ["N-01" in event["readings"] for event in bonus] == [not holder_bets] * paid


@pytest.mark.clause("uth/11.J.2.e.i", "letitride/11.E.5")
@pytest.mark.parametrize(("game", "clause"), [("uth", "uth/11.J.2.e.i"), ("letitride", "letitride/11.E.5")])
def test_n02_envy_is_mandatory_with_the_progressive_or_optional(game: str, clause: str) -> None:
    without = changed(everything(game), progressive__envy=False)
    (fault,) = check(without).violations
    assert (fault.code, fault.clause) == ("envy_left_out", clause)
    assert fault.readings == ("N-02", "X-10")
    allowed = {**without, "readings": {**without.get("readings", {}), "N-02": "R2"}}
    assert check(allowed).violations == ()
    assert royal_round((1, 1), {"N-02": "R2"}, envy=False)["seats"][1]["envy"] == 0


@pytest.mark.clause("uth/11.F.3.a", "uth/12.D.4")
@pytest.mark.parametrize(("reading", "first"), [("R1", 3), ("R2", 1)])
def test_n06_folders_read_the_meter_in_seat_order_or_after_all_others(reading: str, first: int) -> None:
    """Two seats have a straight flush on the Flop. Seat 3 is closer to the dealer's right, but has folded."""
    seats = [
        seat(1, {**TEN, "progressive": 1}, ["4x"]),
        seat(3, {**TEN, "progressive": 1}, ["check", "check", "fold"]),
    ]
    submission = {"progressive": progressive(rate="0"), "readings": {"N-06": reading}}
    laid = {"seat 1": "Ts Js", "seat 3": "5s 6s", "board": f"{FLOP} 2c 3d", "dealer": "Kh Kd"}
    written = record("uth", seats, submission=submission, laid=laid)
    paid = [
        event for event in play(written).events if isinstance(event, ev.WagerSettled) and event.from_meter
    ]
    assert [(event.seat, event.returned) for event in paid] == [(first, 120_000), (4 - first, 108_000)]


@pytest.mark.clause("letitride/11.E.4")
@pytest.mark.parametrize("reading", ["R1", "R2"])
def test_n19_let_it_ride_pays_a_winner_at_once_or_after_the_floor_validates(reading: str) -> None:
    submission = {
        "progressive": {"paytable": "A", "stake": 1, "meters": {"main": 12_000}},
        "readings": {"N-19": reading},
    }
    wagers = {"bet1": 10, "bet2": 10, "bet3": 10, "progressive": 1}
    laid = {"seat 1": "As Ks Qs", "board": "Js Ts"}
    played = play(record("letitride", [seat(1, wagers, ["ride", "ride"])], submission=submission, laid=laid))
    asked = [event for event in played.events if isinstance(event, ev.ProgressiveValidated)]
    paid = next(e for e in played.events if isinstance(e, ev.WagerSettled) and e.from_meter == "main")
    assert (paid.returned, paid.meters["main"].amount.shown) == (METER, METER)
    assert bool(asked) is (reading == "R2")
    assert ("N-19" in paid.readings) is (reading == "R1")
    assert "letitride/11.E.4" in (paid.clauses if reading == "R1" else asked[0].clauses)


# Three tables on one meter.


class Shared:
    """Tables A, B and C share one meter."""

    def __init__(self, **laid: str) -> None:
        self.books = MeterBooks()
        self.tables = {name: self.open(name, laid.get(name, "")) for name in "ABC"}

    def open(self, name: str, laid: str) -> Driver:
        rules = partial({"progressive": {**progressive(), "meters": {"main": 12_000}}}, "uth", "hand")
        state = open_table(rules)
        self.books.join(state, name)
        deck = game_of("uth").deck
        source = StackedDeck(deck, parse_cards(laid, deck))
        driver = now.AskingDriver(state, source, AUTOMATIONS, meters=self.books.bank, table=name)
        driver.do(do.SitDown(seat=1, player="ann"))
        driver.do(do.BuyIn(player="ann", cents=1_000_000))
        return driver

    def bet(self, name: str) -> None:
        table = self.tables[name]
        table.do(now.bet(seat=1, wagers={"ante": 1000, "blind": 1000, "progressive": 100}))
        table.do(do.CloseBetting())
        table.run()

    def finish(self, name: str) -> None:
        self.tables[name].do(now.decide(seat=1, choice="4x"))
        self.tables[name].run()

    @property
    def meter(self) -> Fraction:
        return self.books.exactly()["main"]

    def won(self, name: str) -> int:
        settled = self.tables[name].state.previous
        return next(s.returned for s in settled if s.wager == "progressive")

    def put_right(self, name: str, **how: Any) -> tuple[ev.TableEvent, ...]:
        return self.tables[name].do(
            do.CorrectSettlement(
                round=1, seat=1, wager="progressive", reason="misread", by="floor:Ida", **how
            )
        )


# The deck deals to player and dealer alternately, then a burn, the Flop, a burn and the last two cards.
ROYAL = "As 4h Ks 4d 2c Qs Js Ts 2d 3c 3d"
STRAIGHT_FLUSH = "Ts 4h Js 4d 2c 7s 8s 9s 2d 3c 3d"
NOTHING = "2s 4h 7h 4d 2c Qs Jd Tc 2d 3c 3d"
SHARE = Fraction(31, 2)


def test_one_meter_gains_from_every_table_exactly() -> None:
    shared = Shared()
    for name in "ABC":
        shared.bet(name)
    assert shared.meter == METER + 3 * SHARE
    assert shared.books.bank.shown() == {"main": METER + 46}


@pytest.mark.clause("uth/12.D.4", "uth/12.D.3.b.i")
def test_x12_winner_is_paid_all_contributions_and_the_next_the_reset() -> None:
    shared = Shared(A=ROYAL, B=ROYAL, C=NOTHING)
    for name in "ABC":
        shared.bet(name)
    shared.finish("A")
    assert shared.won("A") == METER + 46
    shared.finish("B")  # the house added the reset amount; the meter had also kept half a cent
    assert shared.won("B") == 1_000_000
    assert shared.meter == 1_000_000 + Fraction(1, 2)


def test_x06_void_removes_its_own_contribution_despite_later_payments() -> None:
    shared = Shared(A=STRAIGHT_FLUSH)
    for name in "ABC":
        shared.bet(name)
    shared.finish("A")
    before = shared.meter
    shared.tables["B"].do(do.ReportWrongNumber(place="seat1", cards=3))
    assert shared.meter == before - SHARE
    assert shared.tables["B"].state.round.contributed == {}


@pytest.mark.clause("uth/12.D.4")
def test_x12_payment_is_correctable_until_another_table_is_paid() -> None:
    shared = Shared(A=STRAIGHT_FLUSH, B=STRAIGHT_FLUSH)
    for name in "ABC":
        shared.bet(name)
    shared.finish("A")
    paid = shared.won("A")
    reversed_, right = shared.put_right("A", row="uth/12.D.1.a.i")  # the hand was a royal flush
    assert isinstance(reversed_, ev.SettlementReversed) and isinstance(right, ev.SettlementCorrected)
    assert (reversed_.cents, right.returned, right.result, right.from_meter) == (
        paid,
        METER + 46,
        "win",
        "main",
    )
    assert shared.meter == 1_000_000 + Fraction(1, 2)
    shared.put_right("A", row="uth/12.D.1.a.ii")  # the hand was not a royal flush
    assert shared.meter == METER + 3 * SHARE - paid
    shared.finish("B")
    with pytest.raises(Refused) as refused:
        shared.put_right("A", returned=0)
    assert (refused.value.code, refused.value.clauses) == ("too_late", ("uth/12.D.4",))
    assert refused.value.readings == ("X-12",)


def test_a_leaving_table_takes_no_money_and_the_last_one_closes_the_meter() -> None:
    shared = Shared()
    shared.bet("A")
    plain = partial({}, "uth", "hand").choices
    for name in "BC":
        shared.tables[name].do(do.ChangeRules(choices=plain, reason="no progressive today", by="floor"))
    assert shared.meter == METER + SHARE
    shared.finish("A")
    shared.tables["A"].do(do.ChangeRules(choices=plain, reason="nor here", by="floor"))
    assert shared.books.exactly() == {}
    assert shared.books.balances["meter:main"] == 0


def test_a_transfer_has_the_same_id_in_both_streams() -> None:
    shared = Shared(A=STRAIGHT_FLUSH)
    shared.bet("A")
    shared.finish("A")
    state = shared.tables["A"].state
    paid = next(s for s in state.previous if s.from_meter)
    assert (paid.transfer, state.transfers) == (2, 2)
    ids = [getattr(event, "transfer", "") for step in shared.books.steps for event in step.events]
    assert [id_ for id_ in ids if id_] == ["A/1", "A/2"]
    assert shared.books.bank.state.taken == {"A": 2}


def test_ignores_a_meter_reading_sent_by_a_person() -> None:
    """Only the driver reads the meters. It ignores a reading in a person's command."""
    shared = Shared(A=ROYAL)
    shared.bet("A")
    table = shared.tables["A"]
    table.automations = AUTOMATIONS - {"pay"}
    shared.finish("A")
    table.do(do.PayProgressive(seat=1, meters=Bank().read("A")))
    assert next(s.returned for s in table.state.round.settled if s.wager == "progressive") == METER + 15
