"""Test chapter 7: wagers, amounts, deadlines and chips banked before the deal."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from croupier import Refused, play_record
from croupier.games.game import Collect, Requirement
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.machine import can
from tests.helpers import now
from tests.helpers.table_help import (
    EVERYTHING,
    GAMES,
    MAIN,
    METHODS,
    SIDES,
    STAY,
    Mapped,
    at_table,
    play,
    record,
    refusal,
    seat,
)

clause = pytest.mark.clause


def cents(wagers: Mapped) -> dict[str, int]:
    return {name: 100 * amount for name, amount in wagers.items()}


def every(short: dict[str, tuple[str, ...]]) -> list[object]:
    """Return one parameter per game, marked with its clauses."""
    return [
        pytest.param(game, marks=clause(*(f"{game}/{one}" for one in ids)), id=game)
        for game, ids in short.items()
    ]


# --- Chips, spots and chairs --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", every({"uth": ("7.A",), "letitride": ("7.A",), "dragon": ("7.A",), "topfive": ("7.A",)})
)
def test_7_A_rejects_wagers_on_unknown_areas(game: str) -> None:
    table = at_table(game)
    first = next(iter(MAIN[game]))
    for wagers, code in (
        ({"elsewhere": 500}, "no_such_wager"),
        ({**cents(MAIN[game]), first: 0}, "bad_amount"),
        ({**cents(MAIN[game]), first: -500}, "bad_amount"),
        ({}, "no_wagers"),
    ):
        refused = refusal(table, now.bet(seat=1, wagers=wagers))
        assert refused.code == code
        assert refused.clauses
    table.do(now.bet(seat=1, wagers=dict.fromkeys(MAIN[game], 1)))


@pytest.mark.parametrize("game", every({"uth": ("7.B",), "dragon": ("7.B",), "letitride": (), "topfive": ()}))
def test_7_B_verbal_and_cash_bets_need_chips(game: str) -> None:
    table = at_table(game, purse=0)
    bet = now.bet(seat=1, wagers=cents(MAIN[game]))
    total = sum(bet.wagers.values())
    assert refusal(table, bet).code == "insufficient_funds"
    table.do(do.BuyIn(player="ann", cents=total - 1))
    refused = refusal(table, bet)
    assert refused.code == "insufficient_funds"
    assert set(refused.clauses) & {f"{game}/7.A", f"{game}/7.B"}
    table.do(do.BuyIn(player="ann", cents=1))
    table.do(bet)
    assert table.state.seating.purses == {"ann": 0}


@pytest.mark.parametrize("game", every({"uth": (), "letitride": (), "dragon": (), "topfive": ("7.B.1",)}))
def test_7_only_a_seated_player_wagers_and_only_at_their_own_seat(game: str) -> None:
    table = at_table(game, seated={1: "ann"})
    table.do(do.BuyIn(player="bob", cents=100_000))
    bet = cents(MAIN[game])
    assert refusal(table, now.bet(seat=2, wagers=bet)).code == "seat_empty"
    assert refusal(table, now.bet(seat=1, wagers=bet, by="player:bob")).code == "not_your_seat"
    assert can(table.state, now.filled(table.state, now.bet(1, bet, by="player:ann")))


@pytest.mark.parametrize(
    "game",
    every(
        {
            "uth": ("7.C.1", "7.E"),
            "letitride": ("7.B.1", "7.D"),
            "dragon": ("7.C.1", "7.E"),
            "topfive": ("7.B.2", "7.D"),
        }
    ),
)
def test_7_a_player_with_cards_stays_until_the_round_is_complete(game: str) -> None:
    played = play(record(game, [seat(1, MAIN[game], STAY[game], "ann"), seat(2, MAIN[game], STAY[game])]))
    ids = {"uth": "7.C.1", "letitride": "7.B.1", "dragon": "7.C.1", "topfive": "7.B.2"}
    closed = {"uth": "7.E", "letitride": "7.D", "dragon": "7.E", "topfive": "7.D"}
    grounds = set()
    for step in played.steps:
        if 1 in step.before.round.in_play:
            refused = refusal(Driver(step.before, None), do.GetUp(seat=1))  # type: ignore[arg-type]
            assert refused.code == "stay_seated"
            dealt = "seat1" in step.before.layout.cards or "seat1" in dict(step.before.layout.rack)
            assert refused.clauses == (f"{game}/{(ids if dealt else closed)[game]}",)
            assert ("has cards" in refused.message) is dealt
            grounds.add(refused.clauses)
    assert len(grounds) == 2
    assert can(played.closing, do.GetUp(seat=1))
    assert can(at_table(game).state, do.GetUp(seat=1))


def test_leaving_before_no_more_bets_returns_the_chips() -> None:
    table = at_table("uth", purse=100_000)
    table.do(now.bet(seat=1, wagers=cents(MAIN["uth"])))
    events = table.do(do.GetUp(seat=1))
    assert [type(event) for event in events] == [ev.WagerTakenBack, ev.WagerTakenBack, ev.SeatLeft]
    assert table.state.seating.purses["ann"] == 100_000


@pytest.mark.parametrize(
    "game",
    every({"uth": ("7.C.2",), "letitride": ("7.B.2",), "dragon": ("7.C.2",), "topfive": ("7.B.3",)}),
)
def test_7_abandoned_wagers_lose_only_by_floor_ruling(game: str) -> None:
    ids = {"uth": "7.C.2", "letitride": "7.B.2", "dragon": "7.C.2", "topfive": "7.B.3"}
    table = at_table(game, seated={1: "ann", 2: "bob"})
    for number in (1, 2):
        table.do(now.bet(seat=number, wagers=cents(MAIN[game])))
    table.do(do.CloseBetting())
    table.run()
    abandoned = do.DeclareAbandoned(seat=1, reason="left the table", by="floor:cy")
    for wrong, code in (
        (replace(abandoned, by="dealer"), "not_your_role"),
        (replace(abandoned, reason=""), "reason_missing"),
        (replace(abandoned, seat=3), "not_in_play"),
    ):
        assert refusal(table, wrong).code == code
    events = table.do(abandoned)
    lost = {event.wager: event for event in events if isinstance(event, ev.WagerSettled)}
    assert set(lost) == set(MAIN[game])
    for event in lost.values():
        assert (event.returned, event.result) == (0, "forfeit")
        assert event.clauses == (f"{game}/{ids[game]}",)
        assert event.readings == ("X-14",)
    assert table.state.bets.wagers[2] == cents(MAIN[game])  # bob's round continues


# --- "No more bets" -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    every(
        {
            "uth": ("7.D", "7.E"),
            "letitride": ("7.C", "7.D"),
            "dragon": ("7.D", "7.E"),
            "topfive": ("7.C", "7.D"),
        }
    ),
)
@pytest.mark.parametrize("dealing", METHODS)
def test_7_no_wager_is_made_increased_or_withdrawn_after_no_more_bets(game: str, dealing: str) -> None:
    table = at_table(game, dealing=dealing, seated={1: "ann", 2: "bob"})
    bet = cents(MAIN[game])
    table.do(now.bet(seat=1, wagers=bet))
    # while bets are open, the wager can change
    table.do(now.bet(seat=1, wagers={name: 2 * amount for name, amount in bet.items()}))
    table.do(now.take_back(seat=1))  # while bets are open, the wager can be withdrawn
    table.do(now.bet(seat=1, wagers=bet))
    assert table.state.bets.wagers == {1: bet}
    table.do(do.CloseBetting())
    names = {"uth": {"7.D", "7.E"}, "dragon": {"7.D", "7.E"}}.get(game, {"7.C", "7.D"})
    for late in (now.bet(seat=2, wagers=bet), now.bet(seat=1, wagers=bet), now.take_back(seat=1)):
        refused = refusal(table, late)
        assert refused.code == "bets_closed"
        assert set(refused.clauses) == {f"{game}/{one}" for one in names}


@pytest.mark.parametrize(
    ("game", "dealing", "ids"),
    [
        pytest.param(game, dealing, ids, marks=clause(*marked))
        for game, dealing, ids, marked in [
            ("uth", "shoe", "8.C.1", ("uth/8.C.1",)),
            ("uth", "hand", "9.A.3", ()),
            ("uth", "automated", "10.A.2.a", ("uth/10.A.2.a",)),
            ("letitride", "shoe", "8.C", ()),
            ("letitride", "hand", "9.A.3", ()),
            ("letitride", "automated", "10.A.1.a", ("letitride/10.A.1.a",)),
            ("dragon", "shoe", "8.C", ("dragon/8.C",)),
            ("dragon", "hand", "9.B", ("dragon/9.B",)),
            ("dragon", "automated", "7.D", ("dragon/7.D",)),  # chapter 10 omits the announcement (D-11)
            ("topfive", "shoe", "8.C", ("topfive/8.C",)),
            ("topfive", "hand", "9.A.5", ("topfive/9.A.5",)),
            ("topfive", "automated", "10.A.2", ("topfive/10.A.2",)),
        ]
    ],
)
def test_no_more_bets_is_announced_before_the_first_card(game: str, dealing: str, ids: str) -> None:
    played = play(record(game, dealing=dealing))
    closed = next(event for event in played.events if isinstance(event, ev.BetsClosed))
    assert closed.clauses == (f"{game}/{ids}",)
    for step in played.steps:
        if any(isinstance(event, ev.CardsDealt) for event in step.events):
            break
    first_deal = step.command
    table = at_table(game, dealing=dealing)
    table.do(now.bet(seat=1, wagers=cents(MAIN[game])))
    assert refusal(table, first_deal).code == "bets_open"


# --- Prerequisites ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", every({"uth": ("7.F.1",), "letitride": ("7.E.1",), "dragon": ("7.F.1",)}))
def test_7_required_wagers_must_be_complete_and_equal(game: str) -> None:
    table = at_table(game)
    main = cents(MAIN[game])
    own = f"{game}/{'7.E.1' if game == 'letitride' else '7.F.1'}"
    for name in main:
        missing = refusal(table, now.bet(seat=1, wagers={k: v for k, v in main.items() if k != name}))
        assert missing.code == "wager_missing"
        assert missing.clauses == (own,)
        for off in (-1, 1):
            unequal = refusal(table, now.bet(seat=1, wagers={**main, name: main[name] + off}))
            assert unequal.code == "wager_unequal"
            assert unequal.clauses == (own,)
    table.do(now.bet(seat=1, wagers=main))


@clause("topfive/7.E.1", "dragon/7.F.1", "uth/7.F.1")
@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_7_play_is_wagered_only_after_the_deal(game: str) -> None:
    table = at_table(game)
    early = refusal(table, now.bet(seat=1, wagers={**cents(MAIN[game]), "play": 1000}))
    assert early.code == "wager_not_offered"
    seats = play_record(record(game, [seat(1, MAIN[game], STAY[game])], submission={}))["seats"]
    assert seats[0]["wagers"]["play"]["staked"] == 1000 * (4 if game == "uth" else 1)


SIDE_CLAUSES = {
    "uth": {
        "trips": "7.F.2",
        "progressive": "7.F.3.a",
        "six_card": "7.F.4.b",
        "ultimate_pairs": "7.F.5",
        "bad_beat": "7.F.6",
        "play_the_board": "7.F.7",
    },
    "letitride": {
        "five_card": "7.E.3",
        "three_card": "7.E.4",
        "six_card": "7.E.5",
        "progressive": "7.E.6.a",
    },
    "dragon": {"three_card": "7.F.2", "dragon": "7.F.3"},
    "topfive": {"top_five": "7.E.2.a", "poker": "7.E.2.b"},
}
SIDE_WAGERS = [
    pytest.param(game, wager, f"{game}/{one}", marks=clause(f"{game}/{one}"), id=f"{game}-{wager}")
    for game, sides in SIDE_CLAUSES.items()
    for wager, one in sides.items()
]
ALWAYS_OFFERED = {("uth", "trips"), ("dragon", "three_card"), ("dragon", "dragon")}  # house default


@pytest.mark.parametrize(("game", "wager", "own"), SIDE_WAGERS)
def test_7_a_side_wager_requires_the_main_wagers_and_must_be_offered(game: str, wager: str, own: str) -> None:
    table = at_table(game)
    stake = 100 * SIDES[game][wager]
    alone = refusal(table, now.bet(seat=1, wagers={wager: stake}))
    assert alone.code in ("wager_missing", "prerequisite_missing")
    rules = table.state.rules
    assert [need.clauses for need in rules.played.requirements(rules) if need.wager == wager] == [(own,)]
    needed = {"trips": 500} if (game, wager) == ("uth", "six_card") else {}
    table.do(now.bet(seat=1, wagers={**cents(MAIN[game]), **needed, wager: stake}))
    placed = table.state.bets.wagers[1]
    assert placed[wager] == stake
    if (game, wager) not in ALWAYS_OFFERED:
        plain = at_table(game, {})
        refused = refusal(plain, now.bet(seat=1, wagers={**cents(MAIN[game]), wager: stake}))
        assert refused.code == "wager_not_offered"
        assert own in refused.clauses


def test_a_side_wager_without_the_main_wager_still_needs_its_prerequisites(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game may allow one side wager alone and require the main wager for another."""
    needs = (
        Requirement("three_card", (), ("dragon/7.F.2",)),
        Requirement("dragon", ("ante",), ("dragon/7.F.3",)),
    )
    module = sys.modules["croupier.games.game"]  # the package has a function of the same name
    monkeypatch.setattr(module, "_requirements", lambda rules: needs)
    table = at_table("dragon")
    refused = refusal(table, now.bet(seat=1, wagers={"dragon": 500}))
    assert (refused.code, refused.clauses) == ("prerequisite_missing", ("dragon/7.F.3",))
    assert refused.message == "seat 1: dragon requires ante"
    table.do(now.bet(seat=1, wagers={"three_card": 500}))


@clause("uth/7.F.2")
def test_uth_7_F_2_trips_is_not_compulsory() -> None:
    table = at_table("uth")
    table.do(now.bet(seat=1, wagers=cents(MAIN["uth"])))
    table.do(do.CloseBetting())


@clause("uth/7.F.4.b")
def test_uth_7_F_4_b_six_card_needs_trips_except_under_a_different_u_06_reading() -> None:
    wagers = {**cents(MAIN["uth"]), "six_card": 500}
    refused = refusal(at_table("uth"), now.bet(seat=1, wagers=wagers))
    assert (refused.code, refused.clauses, refused.readings) == (
        "prerequisite_missing",
        ("uth/7.F.4.b",),
        ("U-06",),
    )
    relaxed = at_table("uth", {**EVERYTHING["uth"], "readings": {"U-06": "R2"}})
    relaxed.do(now.bet(seat=1, wagers=wagers))


@clause("letitride/7.E.5")
def test_letitride_7_E_5_six_card_needs_the_three_bets_and_under_r1_the_two_bonuses_too() -> None:
    wagers = {**cents(MAIN["letitride"]), "six_card": 500}
    at_table("letitride").do(now.bet(seat=1, wagers=wagers))
    strict = at_table("letitride", {**EVERYTHING["letitride"], "readings": {"L-06": "R1"}})
    for some in ({}, {"five_card": 100}, {"three_card": 500}):
        refused = refusal(strict, now.bet(seat=1, wagers={**wagers, **some}))
        assert (refused.code, refused.readings) == ("prerequisite_missing", ("L-06",))
    strict.do(now.bet(seat=1, wagers={**wagers, "five_card": 100, "three_card": 500}))


@pytest.mark.parametrize(
    ("game", "reading"),
    [
        pytest.param("dragon", "D-06", marks=clause("dragon/7.F.2", "dragon/7.F.3")),
        pytest.param("topfive", "T-14", marks=clause("topfive/7.E.2.a", "topfive/7.E.2.b")),
    ],
)
def test_bonus_without_main_wager_depends_on_the_reading(game: str, reading: str) -> None:
    for wager in SIDES[game]:
        bet = now.bet(seat=1, wagers={wager: 500})
        assert refusal(at_table(game), bet).code == "wager_missing"
        relaxed = at_table(game, {**EVERYTHING[game], "readings": {reading: "R2"}})
        relaxed.do(bet)
        relaxed.do(do.CloseBetting())
        relaxed.run()  # no player has a decision, so the round runs to its end
        assert relaxed.state.round.number == 2


@pytest.mark.parametrize(
    ("game", "wager", "lawful", "reading"),
    [
        pytest.param("uth", "progressive", 100, "X-11", marks=clause("uth/7.F.3.a")),
        pytest.param("letitride", "progressive", 100, "X-11", marks=clause("letitride/7.E.6.a")),
        pytest.param("letitride", "five_card", 100, "L-04", marks=clause("letitride/7.E.3")),
    ],
)
def test_7_a_wager_of_one_chip_has_one_value(game: str, wager: str, lawful: int, reading: str) -> None:
    main = cents(MAIN[game])
    for wrong in (lawful - 1, lawful + 1, 500):
        refused = refusal(at_table(game), now.bet(seat=1, wagers={**main, wager: wrong}))
        assert (refused.code, refused.readings) == ("stake_fixed", (reading,))
    at_table(game).do(now.bet(seat=1, wagers={**main, wager: lawful}))


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_7_the_progressive_takes_five_dollars_where_that_is_the_denomination(game: str) -> None:
    table = at_table(game, {"progressive": {"paytable": "A", "stake": 5}})
    assert refusal(table, now.bet(seat=1, wagers={**cents(MAIN[game]), "progressive": 100}))
    table.do(now.bet(seat=1, wagers={**cents(MAIN[game]), "progressive": 500}))


@clause("dragon/7.F.4")
def test_dragon_7_F_4_a_progressive_without_paytable_or_meter_cannot_be_offered() -> None:
    written = record("dragon", submission={"progressive": {"paytable": "A"}})
    with pytest.raises(Refused) as refused:
        play_record(written)
    assert "dragon/7.F.4" in refused.value.clauses
    assert "D-02" in refused.value.readings


@clause("letitride/7.E.7")
@pytest.mark.parametrize("decisions", [["ride", "ride"], ["withdraw", "ride"], ["withdraw", "withdraw"]])
def test_letitride_7_E_7_bonuses_and_other_bets_are_independent(
    decisions: list[str],
) -> None:
    laid = {"seat 1": "Js Jh Jd", "board": "2c 3d", "box": "Jc 9s 8s"}
    sides = {**MAIN["letitride"], **SIDES["letitride"]}
    with_sides, without = (
        play_record(record("letitride", [seat(1, bets, decisions)], laid=laid))["seats"][0]["wagers"]
        for bets in (sides, MAIN["letitride"])
    )
    for bet in MAIN["letitride"]:
        assert with_sides[bet] == without[bet]
    paid = {name: with_sides[name]["returned"] for name in SIDES["letitride"]}
    # Three of a kind pays $4 on the Five Card Bonus, 30 to 1 on the Three Card Bonus and 10 for 1 on the
    # Progressive. Four of a kind with the box pays 50 to 1 on the Six Card Bonus.
    assert paid == {"five_card": 400, "three_card": 15500, "six_card": 25500, "progressive": 1000}


# --- Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_posted_limits_are_exact_to_the_cent(game: str) -> None:
    name = next(iter(MAIN[game]))
    limits = {one: {"minimum": 10, "maximum": 100, "increment": 5} for one in MAIN[game]}
    table = at_table(game, {"limits": limits})
    for amount, code in (
        (999, "below_minimum"),
        (1000, ""),
        (1001, "off_increment"),
        (1500, ""),
        (10000, ""),
        (10001, "above_maximum"),
    ):
        refused = None
        bet = now.bet(seat=1, wagers=dict.fromkeys(MAIN[game], amount))
        if code:
            refused = refusal(table, bet)
            assert refused.code == code, (name, amount)
            assert refused.readings == ("X-32",)
            assert refused.clauses
        else:
            table.do(bet)


# --- Several positions --------------------------------------------------------------------------------


@clause("uth/7.G")
def test_uth_7_G_each_player_has_one_position() -> None:
    table = at_table("uth", seated={3: "ann"})
    for other in (1, 2, 4):
        refused = refusal(table, do.SitDown(seat=other, player="ann"))
        assert (refused.code, refused.clauses) == ("second_position", ("uth/7.G",))
    with pytest.raises(Refused):
        play_record(record("uth", submission={"adjacent_boxes": 2}))


@pytest.mark.parametrize(
    ("game", "boxes", "own"),
    [
        pytest.param("letitride", None, "letitride/7.F", marks=clause("letitride/7.F")),
        pytest.param("letitride", 3, "letitride/7.F", marks=clause("letitride/7.F")),
        pytest.param("topfive", None, "topfive/7.F", marks=clause("topfive/7.F")),
        pytest.param("topfive", 1, "topfive/7.F", marks=clause("topfive/7.F")),
        pytest.param("dragon", None, "dragon/7.G", marks=clause("dragon/7.G")),
        pytest.param("dragon", 2, "dragon/7.G", marks=clause("dragon/7.G")),
    ],
)
def test_7_submission_limits_adjacent_positions(game: str, boxes: int | None, own: str) -> None:
    most = boxes or (1 if game == "dragon" else 2)  # the default of round records
    table = at_table(game, {} if boxes is None else {"adjacent_boxes": boxes}, seated={3: "ann"})
    if most > 1:
        apart = refusal(table, do.SitDown(seat=5, player="ann"))
        assert (apart.code, apart.clauses) == ("not_adjacent", (own,))
    for extra in range(1, most):
        table.do(do.SitDown(seat=3 + extra, player="ann"))
    one_more = refusal(table, do.SitDown(seat=3 + most, player="ann"))
    assert (one_more.code, one_more.clauses) == ("second_position", (own,))
    assert can(table.state, do.SitDown(seat=2, player="bob"))


@clause("letitride/7.F")
def test_letitride_7_F_the_remaining_spots_stay_adjacent() -> None:
    table = at_table("letitride", {"adjacent_boxes": 3}, seated={2: "ann", 3: "ann", 4: "ann", 6: "bob"})
    inner = refusal(table, do.GetUp(seat=3))
    assert (inner.code, inner.clauses, inner.readings) == ("not_adjacent", ("letitride/7.F",), ("X-24",))
    table.do(do.GetUp(seat=4))
    table.do(do.SitDown(seat=1, player="ann"))
    table.do(do.GetUp(seat=1))
    table.do(do.GetUp(seat=2))
    table.do(do.GetUp(seat=3))


@pytest.mark.parametrize(
    ("game", "own"),
    [
        pytest.param("letitride", "letitride/7.F", marks=clause("letitride/7.F")),
        pytest.param("topfive", "topfive/7.F", marks=clause("topfive/7.F")),
    ],
)
def test_7_F_a_player_bets_on_adjacent_spots(game: str, own: str) -> None:
    table = at_table(game, {"adjacent_boxes": 3}, seated={2: "ann", 3: "ann", 4: "ann", 6: "bob"})
    wagers = dict.fromkeys(MAIN[game], 1000)
    for box in (2, 4, 6):
        table.do(now.bet(seat=box, wagers=wagers))
    apart = refusal(table, do.CloseBetting())
    assert (apart.code, apart.clauses) == ("not_adjacent", (own,))
    table.do(now.bet(seat=3, wagers=wagers))
    assert can(table.state, do.CloseBetting())
    table.do(now.take_back(seat=4))
    table.do(do.CloseBetting())


@clause("uth/7.E")
def test_chips_bought_during_a_round_are_wagered_only_as_chapter_11_allows() -> None:
    """No clause prohibits buying chips (X-33). 7.E restricts only wagers."""
    table = at_table("uth", {}, seated={1: "ann"}, purse=2000)
    table.do(now.bet(seat=1, wagers={"ante": 1000, "blind": 1000}))
    table.do(do.CloseBetting())
    table.run()
    short = refusal(table, now.decide(seat=1, choice="4x"))
    assert (short.code, short.readings) == ("insufficient_funds", ("X-25", "X-33"))
    assert "Buy in" in short.remedy
    (bought,) = table.do(do.BuyIn(player="ann", cents=4000))
    assert bought.readings == ("X-28", "X-33")
    assert refusal(table, now.bet(seat=1, wagers={"ante": 2000, "blind": 2000})).code == "bets_closed"
    table.do(now.decide(seat=1, choice="4x"))


@clause("dragon/7.G")
def test_dragon_7_G_at_most_two_adjacent_spots() -> None:
    with pytest.raises(Refused) as refused:
        play_record(record("dragon", submission={"adjacent_boxes": 3}))
    assert "dragon/7.G" in refused.value.clauses


# --- Chips taken in before the deal -------------------------------------------------------------------


class Steps:
    """The clauses for one wager's chips under one dealing method."""

    def __init__(self, wager: str, lock: str, gather: str, tally: str, bank: str, lammer: str = "") -> None:
        self.wager, self.lock, self.gather = wager, lock, gather
        self.tally, self.bank, self.lammer = tally, bank, lammer

    def all(self, game: str) -> list[str]:
        ids = (self.lock, self.gather, self.tally, self.bank, self.lammer)
        return [f"{game}/{one}" for one in dict.fromkeys(ids) if one]


CHIPS = {
    ("uth", "shoe"): Steps("progressive", "8.C.2", "8.C.3", "8.C.3", "8.C.4"),
    ("uth", "hand"): Steps("progressive", "9.A.3.a", "9.A.3.b", "9.A.3.b", "9.A.3.c"),
    ("uth", "automated"): Steps(
        "progressive", "10.A.2.b.i", "10.A.2.b.ii", "10.A.2.b.ii", "10.A.2.b.iii"
    ),
    ("letitride", "shoe"): Steps("progressive", "8.C.2", "8.C.3.a", "8.C.3.b", "8.C.3.c"),
    ("letitride", "hand"): Steps("progressive", "9.A.3.b", "9.A.3.c.i", "9.A.3.c.ii", "9.A.3.c.iii"),
    ("letitride", "automated"): Steps(
        "progressive", "10.A.1.c", "10.A.1.d.i", "10.A.1.d.ii", "10.A.1.d.iii"
    ),
}  # fmt: skip
LAMMERS = {
    "shoe": Steps("five_card", "", "8.C.1.a", "8.C.1.c", "8.C.1.d", "8.C.1.b"),
    "hand": Steps("five_card", "", "9.A.3.a.i", "9.A.3.a.iii", "9.A.3.a.iv", "9.A.3.a.ii"),
    "automated": Steps("five_card", "", "10.A.1.b.i", "10.A.1.b.iii", "10.A.1.b.iv", "10.A.1.b.ii"),
}


def closed_table(game: str, dealing: str, wager: str, submission: Mapped, bettors: int = 2) -> Driver:
    """Return a table with three players, some with the wager, just after betting closes."""
    table = at_table(game, submission, dealing=dealing, seated={1: "ann", 3: "bob", 5: "cy"})
    for index, number in enumerate((1, 3, 5)):
        extra = {wager: 100} if index < bettors else {}
        table.do(now.bet(seat=number, wagers={**cents(MAIN[game]), **extra}))
    table.do(do.CloseBetting())
    routine = AUTOMATIONS - {"lock", "collect", "bank"}
    table.automations = routine
    table.run()
    return table


def run_until(table: Driver, wager: str) -> None:
    """Run the table until this wager's chips are due."""
    table.run()
    phase = table.state.phase
    assert isinstance(phase, Collect)
    assert phase.wager == wager


@pytest.mark.parametrize(
    ("game", "dealing", "steps"),
    [
        pytest.param(game, dealing, steps, marks=clause(*steps.all(game)), id=f"{game}-{dealing}")
        for (game, dealing), steps in CHIPS.items()
    ],
)
def test_progressive_chips_are_locked_collected_counted_and_banked(
    game: str, dealing: str, steps: Steps
) -> None:
    table = closed_table(game, dealing, "progressive", {"progressive": {"paytable": "A", "stake": 1}})
    run_until(table, "progressive")
    inventory_first = refusal(table, do.CollectChips(wager="progressive", chips=2))
    assert inventory_first.code == "out_of_order"
    (locked,) = table.do(do.LockProgressive())
    assert isinstance(locked, ev.ProgressiveLocked)
    assert locked.seats == (1, 3)
    assert f"{game}/{steps.lock}" in locked.clauses
    assert refusal(table, do.LockProgressive()).code == "out_of_order"
    assert refusal(table, do.BankChips(wager="progressive")).code == "out_of_order"
    for counted in (1, 3):  # one chip less and one chip more than the system accepted
        mismatch = refusal(table, do.CollectChips(wager="progressive", chips=counted))
        assert mismatch.code == "chips_mismatch"
        assert f"{game}/{steps.tally}" in mismatch.clauses
    (collected,) = table.do(do.CollectChips(wager="progressive", chips=2))
    assert isinstance(collected, ev.ChipsCollected)
    assert collected.cents == 200
    assert {f"{game}/{steps.gather}", f"{game}/{steps.tally}"} <= set(collected.clauses)
    (banked,) = table.do(do.BankChips(wager="progressive"))
    assert isinstance(banked, ev.ChipsBanked)
    assert banked.clauses == (f"{game}/{steps.bank}",)
    assert table.state.bets.banked == ("progressive",)


@pytest.mark.parametrize(
    ("dealing", "steps"),
    [
        pytest.param(dealing, steps, marks=clause(*steps.all("letitride")), id=dealing)
        for dealing, steps in LAMMERS.items()
    ],
)
def test_letitride_five_card_chips_are_replaced_by_lammers_counted_and_banked(
    dealing: str, steps: Steps
) -> None:
    table = closed_table("letitride", dealing, "five_card", {"paytables": {"five_card": "A"}})
    run_until(table, "five_card")
    for counted in (1, 3):
        mismatch = refusal(table, do.CollectChips(wager="five_card", chips=counted))
        assert mismatch.code == "chips_mismatch"
        assert f"letitride/{steps.tally}" in mismatch.clauses
    lammers, collected = table.do(do.CollectChips(wager="five_card", chips=2))
    assert isinstance(lammers, ev.LammersPlaced)
    assert lammers.seats == (1, 3)
    assert lammers.clauses == (f"letitride/{steps.lammer}",)
    assert {f"letitride/{steps.gather}", f"letitride/{steps.tally}"} == set(collected.clauses)
    (banked,) = table.do(do.BankChips(wager="five_card"))
    assert banked.clauses == (f"letitride/{steps.bank}",)


@pytest.mark.parametrize("game", ["uth", "letitride"])
@pytest.mark.parametrize("dealing", METHODS)
def test_locks_the_system_even_without_progressive_bets(game: str, dealing: str) -> None:
    table = closed_table(game, dealing, "progressive", {"progressive": {"paytable": "A"}}, bettors=0)
    run_until(table, "progressive")
    (locked,) = table.do(do.LockProgressive())
    assert isinstance(locked, ev.ProgressiveLocked)
    assert locked.seats == ()
    table.run()  # no chips are expected
    assert not isinstance(table.state.phase, Collect)


def test_a_banked_stake_is_returned_from_the_tray_on_a_push_or_a_to_one_win() -> None:
    """uth/12.D.1.a pays "to" odds, so the stake that was banked before the deal is returned (X-02)."""
    laid = {"seat 1": "Js Jh", "board": "Jd 2c 7h 9s Kc"}
    bets = {**MAIN["uth"], "progressive": 1}
    written = record("uth", [seat(1, bets, ["4x"])], submission={"progressive": {"paytable": "A"}}, laid=laid)
    wager = play_record(written)["seats"][0]["wagers"]["progressive"]
    assert (wager["staked"], wager["returned"]) == (100, 1000)  # 9 to 1
    written["submission"]["readings"] = {"X-02": "R2"}
    assert play_record(written)["seats"][0]["wagers"]["progressive"]["returned"] == 900
