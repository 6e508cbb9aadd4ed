"""Test the exact payments of records with irregularities and rulings, and their export from a journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import BadInput, Refused, play_record
from croupier.games import game
from croupier.games.game import Ask, Deal
from croupier.journal import Journal
from croupier.records.export import ActedStep, record_of, record_of_round
from croupier.records.record import read_record
from croupier.table import commands as do_
from croupier.table.driving.driver import A_ROUND
from croupier.table.driving.sources import LiveCards
from croupier.table.machine import TableStep
from tests.helpers import now
from tests.helpers.journals import keep
from tests.helpers.pit import Pit, bets_down

BASE: dict[str, Any] = {
    "game": "uth",
    "submission": {"progressive": {"paytable": "A", "rate": "0.1"}},
    "seats": [
        {
            "seat": 1,
            "wagers": {"ante": 10, "blind": 10, "trips": 5, "progressive": 1},
            "decisions": ["check", "check", "1x"],
        },
        {"seat": 3, "wagers": {"ante": 10, "blind": 10}, "decisions": ["check", "check", "fold"]},
    ],
}
FLOP, RIVER = "after the Flop", "after the last two cards"
SHOE_FAILED = ("uth/13.I.1", "uth/13.I.2", "uth/13.I.3")


def happened(*incidents: dict[str, Any]) -> dict[str, Any]:
    return {**BASE, "incidents": list(incidents)}


def results(document: dict[str, Any]) -> dict[int, dict[str, str]]:
    return {s["seat"]: {name: w["result"] for name, w in s["wagers"].items()} for s in document["seats"]}


VOID_ALL = {
    1: {"ante": "returned", "blind": "returned", "trips": "returned", "progressive": "returned"},
    3: {"ante": "returned", "blind": "returned"},
}
TRIPS_SAVED = {**VOID_ALL, 1: {**VOID_ALL[1], "trips": "win"}}
CASES: dict[str, tuple[dict[str, Any], bool, dict[int, dict[str, str]] | None]] = {
    "one face-up card is thrown away": (
        happened({"when": "starting cards", "after": 3, "what": "face_up"}),
        False,
        None,
    ),
    "two void the round": (
        happened({"when": "starting cards", "after": 3, "what": "face_up", "count": 2}),
        True,
        VOID_ALL,
    ),
    "two after the hole cards: Trips is settled": (
        happened({"when": "Flop", "what": "face_up", "count": 2}),
        True,
        TRIPS_SAVED,
    ),
    "a dealer's card exposed: Trips is settled, the Play and the fold undone": (
        happened({"when": RIVER, "after": 1, "what": "exposed", "place": "dealer"}),
        True,
        {**TRIPS_SAVED, 1: {**TRIPS_SAVED[1], "play": "returned"}},
    ),
    "the wrong number of cards": (
        happened({"when": "reveal", "what": "wrong_number", "place": "seat 1", "cards": 3}),
        True,
        {**VOID_ALL, 1: {**VOID_ALL[1], "play": "returned"}},
    ),
    "a defective deck": (
        happened(
            {"when": "stub", "what": "stub_count", "cards": 38},
            {"when": "stub", "what": "recount", "total": 51, "misdealt": False},
        ),
        True,
        VOID_ALL,
    ),
    "a shuffler that fails before the deal": (
        happened({"when": "betting", "what": "shuffler_failed"}),
        True,
        VOID_ALL,
    ),
    "a player's card exposed, play goes on": (
        happened({"when": FLOP, "what": "exposed", "place": "seat1", "card": 2, "ruling": "play_on"}),
        False,
        None,
    ),
    "a missed burn ruled void": (
        happened(
            {"when": FLOP, "what": "missed_burn", "ruling": "void", "ruling_reason": "cannot be put right"}
        ),
        True,
        VOID_ALL,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_incidents_in_a_record(name: str) -> None:
    record, void, expected = CASES[name]
    document = play_record(record)
    assert document["void"] is void
    if expected is not None:
        assert results(document) == expected
        trips = document["seats"][0]["wagers"]["trips"]
        assert document["seats"][0]["net"] == trips["net"]
        assert document["seats"][1]["net"] == 0
    if void:
        assert document["meters"] == {"main": 1_000_000}, "a void round must not change the meter"


def test_abandoned_and_corrected() -> None:
    left = play_record(
        happened({"when": "before the Flop", "what": "abandoned", "seat": 3, "reason": "left"})
    )
    assert results(left)[3] == {"ante": "forfeit", "blind": "forfeit"}
    mispaid = play_record(
        happened(
            {
                "when": "end",
                "what": "correction",
                "seat": 1,
                "wager": "trips",
                "returned": 5,
                "reason": "misread",
            }
        )
    )
    assert mispaid["seats"][0]["wagers"]["trips"]["net"] == 0


@pytest.mark.parametrize(
    ("incident", "code", "cited"),
    [
        ({"when": FLOP, "what": "exposed", "place": "seat 1"}, "ruling_missing", ((), ("X-15",))),
        (  # uth/13.E covers this report, but a player has already been paid
            {"when": "rack", "what": "wrong_number", "place": "seat 1", "cards": 3},
            "ruling_missing",
            ((), ("X-06",)),
        ),
        ({"when": "stub", "what": "stub_count", "cards": 38}, "recount_missing", ((), ("X-08",))),
        ({"when": "settlement", "after": 5, "what": "drawn_in_error"}, "incident_left_over", ((), ())),
        ({"when": FLOP, "what": "face_up"}, "too_late", (("uth/13.A",), ())),
        ({"when": FLOP, "what": "shoe_failed"}, "no_such_device", (SHOE_FAILED, ())),
    ],
)
def test_refuses_incidents_that_the_rules_exclude(
    incident: dict[str, Any], code: str, cited: tuple[Any, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        play_record(happened(incident))
    assert refused.value.code == code
    assert (refused.value.clauses, refused.value.readings) == cited


@pytest.mark.parametrize(
    ("decisions", "code", "clauses"),
    [
        (["check", "check", "1x", "1x"], "decision_left_over", ("uth/7.E",)),
        (["check", "check"], "decision_missing", ("uth/11.F",)),
    ],
)
def test_a_superfluous_or_missing_decision_cites_the_question(
    decisions: list[str], code: str, clauses: tuple[str, ...]
) -> None:
    seats = [{"seat": 1, "wagers": {"ante": 10, "blind": 10}, "decisions": decisions}]
    with pytest.raises(Refused) as refused:
        play_record({"game": "uth", "seats": seats})
    assert (refused.value.code, refused.value.clauses, refused.value.readings) == (code, clauses, ())


@pytest.mark.parametrize(
    "incident",
    [
        {},
        {"what": "earthquake", "when": FLOP},
        {"what": "face_up"},
        {"what": "face_up", "when": "breakfast"},
        {"what": "face_up", "when": FLOP, "count": "two"},
        {"what": "face_up", "when": FLOP, "place": "dealer"},
        {"what": "missed_burn", "when": FLOP, "ruling": "maybe"},
        "face_up",
    ],
)
def test_rejects_malformed_incidents(incident: Any) -> None:
    with pytest.raises(BadInput) as bad:
        play_record({**BASE, "incidents": [incident]})
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize("name", [name for name in CASES if "before the deal" not in name])
def test_a_round_with_incidents_exports_and_plays_back(name: str, tmp_path: Path) -> None:
    record = CASES[name][0]
    path = tmp_path / "journal"
    keep(path, record)
    exported = record_of_round(path, 1)
    first, again = play_record(record), play_record(exported)
    del first["events"], again["events"]
    # the export lists every card, but the record left some cards unspecified
    del first["warnings"], again["warnings"]
    assert again == first


@pytest.mark.parametrize("game", ["letitride", "dragon"])
def test_a_round_that_changed_its_method_exports_and_plays_back(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shuffler fails after "no more bets". The record is that of a round dealt from the shoe."""
    steps: list[ActedStep] = []
    audit = Pit.audit

    def follow(self: Pit, step: TableStep, sealed: bytes | None) -> None:
        audit(self, step, sealed)
        steps.append(ActedStep(step.command, step.events, step.state))

    monkeypatch.setattr(Pit, "audit", follow)
    pit = bets_down(game, "hand")
    before = pit.state
    steps.clear()
    pit.do(do_.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do_.ReportDeviceFailure(device="shuffler", dead=True))
    pit.do(do_.HandleDevice(device="shuffler", how="covered"))
    pit.do(do_.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    pit.run(until=lambda state: state.round.number == 2)
    played = play_record(record_of(before, steps))
    nets = dict.fromkeys((1, 3), 0)
    for settled in pit.state.previous:
        nets[settled.seat] += settled.returned - settled.staked
    assert {seat["seat"]: seat["net"] for seat in played["seats"]} == nets


def test_a_live_round_exports_with_its_unseen_cards(tmp_path: Path) -> None:
    """Unseen cards are exported as ??, turned cards by name. The record settles in the same way."""
    record = read_record({**BASE, "submission": {}, "dealing": "shoe"})
    path = tmp_path / "journal"
    shown = {"dealer": ("Kd", "7c"), "seat1": ("As", "Ah")}
    with Journal.create(path, record.rules) as journal:
        table = now.AskingDriver(record.opening(), LiveCards(), A_ROUND - {"deal"}, journal.keep)
        for seat, wagers in (
            (1, {"ante": 1000, "blind": 1000, "trips": 500}),
            (3, {"ante": 500, "blind": 500}),
        ):
            table.do(do_.SitDown(seat=seat, player=f"p{seat}"))
            table.do(do_.BuyIn(player=f"p{seat}", cents=100_000))
            table.do(now.bet(seat=seat, wagers=wagers))
        table.do(do_.CloseBetting())
        table.do(do_.DealCards(cards=(None,) * 6))
        answers = {1: ["check", "check", "1x"], 3: ["check", "check", "fold"]}
        boards = [("2c", "9h", "Jd"), ("3s", "4d")]
        while table.state.round.number == 1:
            phase = table.state.phase
            if isinstance(phase, Ask):
                seat = table.state.round.in_play[table.state.round.cursor]
                table.do(now.decide(seat=seat, choice=answers[seat].pop(0)))
            elif boards and type(phase).__name__ == "Deal":
                table.do(do_.DealCards(cards=boards.pop(0)))  # type: ignore[arg-type]
            else:
                if type(phase).__name__ == "Reveal":
                    for place, cards in shown.items():
                        table.do(do_.NameCards(place=place, cards=cards))  # type: ignore[arg-type]
                table.run()
    exported = record_of_round(path, 1)
    assert exported["deck"].split().count("??") == 2
    document = play_record(exported)
    assert document["seats"][1]["hand"] is None
    assert document["seats"][0]["net"] == table.state.seating.purses["p1"] - 100_000
    assert game("uth").id == document["game"]


def test_the_record_of_an_electronic_table_plays_back() -> None:
    """The state machine does not see the cards during play (U-25), but the record lists them."""
    seats = [{"seat": 5, "wagers": {"ante": 5, "blind": 5}, "decisions": ["4x"]}]
    submission = {"electronic": True, "seats": 6}
    document = play_record({"game": "uth", "submission": submission, "deck": "As Kd Ah Kc", "seats": seats})
    assert document["seats"][0]["cards"] == "As Ah"
    assert not document["seats"][0]["folded"]


def test_a_forfeited_seat_did_not_fold() -> None:
    left = play_record(
        happened({"when": "before the Flop", "what": "abandoned", "seat": 3, "reason": "left"})
    )
    assert [seat["folded"] for seat in left["seats"]] == [False, False]


def test_superfluous_decisions_are_refused_even_after_an_incident() -> None:
    """A face-up card does not excuse a decision that was not due."""
    record = happened({"when": "starting cards", "what": "face_up"})
    record["seats"] = [{**record["seats"][0], "decisions": ["4x", "fold"]}]
    with pytest.raises(Refused) as refused:
        play_record(record)
    assert refused.value.code == "decision_left_over"


def test_a_void_round_undoes_a_fold() -> None:
    void = play_record(CASES["the wrong number of cards"][0])
    assert [seat["folded"] for seat in void["seats"]] == [False, False]


def test_correction_reports_its_result() -> None:
    fixed = play_record(
        happened(
            {
                "when": "end",
                "what": "correction",
                "seat": 1,
                "wager": "trips",
                "returned": 0,
                "reason": "misread",
            }
        )
    )
    trips = fixed["seats"][0]["wagers"]["trips"]
    assert (trips["result"], trips["net"], trips["corrected"]) == ("lose", -500, "misread")


def test_wagers_returned_before_the_deal_are_listed() -> None:
    document = play_record(happened({"when": "betting", "what": "shuffler_failed"}))
    assert document["seats"][1]["wagers"] == {
        wager: {
            "staked": 1000,
            "returned": 1000,
            "net": 0,
            "result": "returned",
            "clauses": ["uth/13.H.1", "uth/13.H.2", "uth/13.H.3"],
            "readings": ["X-16"],
        }
        for wager in ("ante", "blind")
    }
