"""Test that every selectable reading changes a visible result in every game where it can be chosen.

A case is a round record whose result depends on the reading, with the expected result for each option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pytest

from croupier import play_record
from croupier.errors import Refused
from croupier.rulebook import games, readings

GAMES = games()

Answer = Mapping[str, Any]
Case = tuple[str, str, dict[str, Any], Callable[[Answer], Any], dict[str, Any]]


def played(record: dict[str, Any], reading: str, choice: str) -> Answer:
    submission = dict(record.get("submission", {}))
    submission["readings"] = {**submission.get("readings", {}), reading: choice}
    try:
        return play_record({**record, "submission": submission})
    except Refused as refused:
        return {"refused": refused.code, "readings": refused.readings}


def told(answer: Answer) -> Any:
    return answer.get("refused", "played")


def net(seat: int = 1) -> Callable[[Answer], Any]:
    return lambda answer: answer.get("refused") or {s["seat"]: s["net"] for s in answer["seats"]}[seat]


def result(wager: str) -> Callable[[Answer], Any]:
    def of(answer: Answer) -> Any:
        entry = answer["seats"][0]["wagers"][wager]
        return entry["result"], entry["net"]

    return of


def results(answer: Answer) -> Any:
    return {name: entry["result"] for name, entry in answer["seats"][0]["wagers"].items()}


def void(answer: Answer) -> Any:
    return answer.get("refused") or answer["void"]


def box(answer: Answer) -> Any:
    return answer.get("refused") or answer["box"]


def seat(wagers: dict[str, Any], *decisions: str, number: int = 1) -> dict[str, Any]:
    return {"seat": number, "wagers": wagers, "decisions": list(decisions)}


def uth(deck: str, wagers: dict[str, Any], *decisions: str, **more: Any) -> dict[str, Any]:
    """Deal to one seat from a shoe: player, dealer, player, dealer, Flop, last two cards."""
    return {"game": "uth", "dealing": "shoe", "deck": deck, "seats": [seat(wagers, *decisions)], **more}


def offer(**paytables: str) -> dict[str, Any]:
    return {"paytables": {"blind": "A", "trips": "A", **paytables}}


def ride(deck: str, wagers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Deal to one seat from a shoe: player, board, player, board, player."""
    seats = [seat(wagers, "ride", "ride")]
    return {"game": "letitride", "dealing": "shoe", "deck": deck, "seats": seats, **more}


def dragon(deck: str, wagers: dict[str, Any], alone: bool = False, **more: Any) -> dict[str, Any]:
    """Deal to one seat from a shoe, alternating player and dealer. A side wager alone requires no
    decision.
    """
    seats = [seat(wagers, *([] if alone else ["play"]))]
    return {"game": "dragon", "dealing": "shoe", "deck": deck, "seats": seats, **more}


def topfive(deck: str, wagers: dict[str, Any], alone: bool = False, **more: Any) -> dict[str, Any]:
    return {**dragon(deck, wagers, alone, **more), "game": "topfive"}


def against(dealer: str, player: str = "2s 2d 3d 4d 5d 6d 7d") -> str:
    """Return a Top Five deck for one seat. The cards alternate between player and dealer."""
    return " ".join(card for pair in zip(player.split(), dealer.split(), strict=True) for card in pair)


def meter(answer: Answer) -> Any:
    return answer["meters"]


def qualifies(answer: Answer) -> Any:
    return answer["dealer"]["qualifies"]


def counted(cards: int) -> list[dict[str, Any]]:
    """Return the incidents of a wrong stub count after which a recount finds no fault."""
    return [
        {"what": "stub_count", "when": "stub", "cards": 1},
        {"what": "recount", "when": "stub", "total": cards, "misdealt": False},
    ]


ANTES = {"ante": 10, "ante_bonus": 10}
VOID = {"R1": False, "R2": True}
MAIN = {"ante": 10, "blind": 10}
RIDE = {"bet1": 5, "bet2": 5, "bet3": 5}
PROGRESSIVE = {"paytables": {"blind": "A", "trips": "A"}, "progressive": {"paytable": "A", "stake": 1}}
# The last two cards give the player three sixes. The dealer has no pair.
TRIPS_LATE = "6h 2c 6d 7s Ks Qd 9c 6s 3h"
FLUSH_OVER_TRIPS = "Ah 9c Kh 9d 9h 4h 2h 3s 7d"  # the player's flush beats the dealer's three nines
ROYAL_BOARD = "2c 3c 4d 5d Ah Kh Qh Jh Th"
IN_ORDER = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d"
FACE_UP = {"what": "face_up", "when": "Flop"}
EXPOSED = {"what": "exposed", "when": "before the Flop", "place": "dealer"}
COUNTED = counted(52)
PLAIN = {"shuffler": "plain"}
SIDES = {**MAIN, "trips": 5, "six_card": 5, "ultimate_pairs": 5, "bad_beat": 5, "play_the_board": 5}
ALL_SIDES = offer(six_card="A", ultimate_pairs="A", bad_beat="A", play_the_board="A")

CASES: list[Case] = [
    (
        "U-01", "uth",
        uth(TRIPS_LATE, {**MAIN, "progressive": 1}, "4x", submission=PROGRESSIVE),
        result("progressive"), {"R1": ("win", 900), "R2": ("lose", -100)},
    ),
    (
        "U-03", "uth",
        uth(FLUSH_OVER_TRIPS, {**MAIN, "bad_beat": 5}, "4x", submission=offer(bad_beat="A")),
        result("bad_beat"), {"R1": ("win", 4500), "R2": ("lose", -500)},
    ),
    (
        "U-05", "uth",
        uth(IN_ORDER, {**MAIN, "trips": 5, "six_card": 5}, "4x", submission=offer(six_card="A")),
        box, {"R1": "2c 3c 4c 5c", "R2": "6c 7c 8c 9c", "R3": "Jc Qc Kc Ac", "R4": "wager_needs_dealing"},
    ),
    (
        "U-06", "uth", uth("", {**MAIN, "six_card": 5}, "4x", submission=offer(six_card="A")),
        told, {"R1": "prerequisite_missing", "R2": "played"},
    ),
    (
        "U-12", "uth",
        uth(ROYAL_BOARD, {**MAIN, "play_the_board": 100}, "4x",
            submission={**offer(play_the_board="A"), "payout_limit": 50_000}),
        result("play_the_board"), {"R1": ("win", 10_000_000), "R2": ("win", 5_000_000)},
    ),
    (
        "U-20", "uth",
        uth(FLUSH_OVER_TRIPS, {**MAIN, "trips": 5}, "check", "check", "fold", incidents=[FACE_UP]),
        results,
        {
            "R1": {"ante": "lose", "blind": "lose", "trips": "lose"},
            "R2": {"ante": "returned", "blind": "returned", "trips": "lose"},
        },
    ),
    (
        "U-21", "uth", uth("", SIDES, "4x", submission=ALL_SIDES, incidents=[EXPOSED]), results,
        {
            "R1": {**dict.fromkeys(SIDES, "returned"), "trips": "win"},
            "R2": {**dict.fromkeys(SIDES, "returned"), "trips": "win", "six_card": "win",
                   "play_the_board": "win"},
        },
    ),
    (
        "X-02", "uth",
        uth("6h 2c 6d 7s 6s Qd 9c Ks 3h", {**MAIN, "progressive": 1}, "4x", submission=PROGRESSIVE),
        result("progressive"), {"R1": ("win", 900), "R2": ("win", 800)},
    ),
    (
        "X-04", "uth",
        uth(FLUSH_OVER_TRIPS, {**MAIN, "trips": 5, "bad_beat": 5}, "check", "check", "fold",
            submission=offer(bad_beat="A")),
        results,
        {
            "R1": {"ante": "lose", "blind": "lose", "trips": "win", "bad_beat": "win"},
            "R2": {"ante": "lose", "blind": "lose", "trips": "win", "bad_beat": "lose"},
        },
    ),
    ("X-08", "uth", uth("", MAIN, "4x", submission=PLAIN, incidents=COUNTED), void, VOID),
    ("X-08", "letitride", ride("", RIDE, submission=PLAIN, incidents=COUNTED), void, VOID),
    ("X-08", "dragon", dragon("", ANTES, submission=PLAIN, incidents=counted(53)), void, VOID),
    ("X-08", "topfive", topfive("", {"ante": 10}, submission=PLAIN, incidents=COUNTED), void, VOID),
    (
        "X-12", "uth",
        uth("6h 2c 7h Kd 8h 9h Th Ks 3c", {**MAIN, "progressive": 1}, "4x", submission=PROGRESSIVE),
        meter, {"R1": {"main": 900_000}, "R2": {"main": 1_000_000}},
    ),
    (
        "X-12", "letitride",
        ride("5s 8s 6s 9s 7s", {**RIDE, "progressive": 1},
             submission={"progressive": {"paytable": "A", "stake": 1, "meters": {"main": 10_000}}}),
        meter, {"R1": {"main": 900_000}, "R2": {"main": 1_000_000}},
    ),
    (
        "X-13", "uth", uth("", {"ante": "5.01", "blind": "5.01"}, "4x"),
        told, {"R1": "played", "R2": "not_divisible"},
    ),
    (
        "L-03", "letitride",
        ride("Ts 2c Td 4h 7s", {**RIDE, "five_card": 1}, submission={"paytables": {"five_card": "A"}}),
        result("five_card"), {"R1": ("win", 100), "R2": ("lose", -100)},
    ),
    (
        "L-04", "letitride",
        ride("Ts 2c Td 4h 7s", {**RIDE, "five_card": 1}, submission={"paytables": {"five_card": "A"}}),
        result("five_card"), {"R1": ("win", 100), "R2": ("win", 200)},
    ),
    ("L-05", "letitride", ride("2c 3c 4c 5c 6c 7c 8c 9c", RIDE), box, {"R1": None, "R2": "2c 3c 4c"}),
    (
        "L-06", "letitride",
        ride("", {**RIDE, "six_card": 5},
             submission={"paytables": {"five_card": "A", "three_card": "A", "six_card": "A"}}),
        told, {"R1": "prerequisite_missing", "R2": "played"},
    ),
    (
        "D-04", "dragon", dragon("Dr Ra Dr Ra Dg Mo", {**ANTES, "dragon": 5}), result("dragon"),
        {"R1": ("win", 100_000), "R2": ("win", 500_000), "R3": ("win", 100_000)},
    ),
    (
        "D-04", "dragon", dragon("Dr Ra Dg Ra Ph Mo", {**ANTES, "dragon": 5}), result("dragon"),
        {"R1": ("win", 3500), "R2": ("win", 3500), "R3": ("win", 2500)},
    ),
    (
        "D-06", "dragon", dragon("", {"dragon": 5}, alone=True), told,
        {"R1": "wager_missing", "R2": "played"},
    ),
    (
        "T-02", "topfive", topfive(against("Ac 2c 3c 4c 5c 6c 7c"), {"ante": 10}), qualifies,
        {"R1": False, "R2": True, "R3": False, "R4": False},
    ),
    (
        "T-02", "topfive", topfive(against("Jc Tc 3c 4c 5c 6c 7c"), {"ante": 10}), qualifies,
        {"R1": False, "R2": False, "R3": True, "R4": False},
    ),
    (
        "T-02", "topfive", topfive(against("Jc Jd 3c 4c 5c 6c 7c"), {"ante": 10}), qualifies,
        {"R1": True, "R2": True, "R3": True, "R4": False},
    ),
    (
        "T-03", "topfive",
        topfive(against("Ac Qc 3c 4c 5c 6c 7c", "As Ks 3s 4s 5s 6s 7s"), {"ante": 10}), net(),
        {"R1": 2000, "R2": 0, "R3": 2000},
    ),
    (
        "T-03", "topfive",
        topfive(against("Ah Ac Kh Kc Qh Th 2h", "As Ad Ks Kd Qs Js 2s"), {"ante": 10}), net(),
        {"R1": 0, "R2": 0, "R3": 2000},
    ),
    (
        "T-14", "topfive",
        topfive("", {"poker": 5}, alone=True, submission={"paytables": {"poker": "A"}}), told,
        {"R1": "wager_missing", "R2": "played"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reading", "game", "record", "seen", "expected"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES]
)
def test_reading_changes_the_outcome(
    reading: str, game: str, record: dict[str, Any], seen: Callable[[Answer], Any], expected: dict[str, Any]
) -> None:
    choices = readings()[reading].choices_in(game)
    assert {choice: seen(played(record, reading, choice)) for choice in choices} == expected
    assert len({repr(answer) for answer in expected.values()}) > 1


# Other files test both options of these readings, in every game that has them.
ELSEWHERE = {
    "X-11": "meters.test_tables:test_x11_a_table_accepts_one_denomination_or_both",
    "X-16": "table.test_floor_readings:test_x16_a_jam_of_the_idle_deck_refunds_always_or_never",
    "U-29": "table.test_floor_readings:test_u29_trips_during_the_first_deal",
    "N-02": "meters.test_tables:test_n02_envy_is_mandatory_with_the_progressive_or_optional",
    "N-04": "table.test_floor_readings:test_n04_reshuffling_shoe_needs_the_count_by_reading",
    "N-06": "meters.test_tables:test_n06_folders_read_the_meter_in_seat_order_or_after_all_others",
    "N-07": "table.test_floor_readings:test_n07_cards_waiting_in_the_shuffler_count_by_reading",
    "N-08": "table.test_floor_readings:test_n08_a_face_up_card_in_a_stack_is_replaced_or_voids_the_round",
    "N-19": "meters.test_tables:test_n19_let_it_ride_pays_a_winner_at_once_or_after_the_floor_validates",
    "N-25": "table.test_floor_readings:test_decks_take_turns_but_not_after_a_void_round",
}  # fmt: skip


def test_every_reading_is_covered() -> None:
    switches = {(r.id, game) for r in readings().values() for game in GAMES if r.choices_in(game)}
    shown = {(case[0], case[1]) for case in CASES}
    assert {pair for pair in switches if pair[0] not in ELSEWHERE} == shown
    for where in ELSEWHERE.values():
        module, _, name = where.partition(":")
        assert callable(getattr(import_module(f"tests.{module}"), name))
