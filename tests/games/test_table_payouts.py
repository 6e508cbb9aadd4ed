"""Test each payout row of chapter 12 with the weakest hand that earns it and the best hand that does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

import pytest

from croupier import Refused, play_record
from croupier.rulebook import MeterShare, Paytable, Push, Row, meter_minimums, paytables
from tests.helpers.payout_ladders import (
    BEATEN,
    COUNT,
    DRAGON_HAND,
    DRAGON_WAGER,
    FIVE,
    HOLE,
    POKER,
    SIX,
    THREE,
    Rung,
)
from tests.helpers.table_help import MAIN, STAY, Mapped, record, seat
from tests.independent.hands import best
from tests.independent.paytables import MINIMUMS
from tests.independent.printed import printed_payouts

Laid = dict[str, str]
PRINTED = printed_payouts()
# amounts in cents that do not divide evenly
METERS = {"main": 1234567, "mega": 1234567, "major": 123457, "minor": 33333}


def cards(text: str) -> list[str]:
    return text.split()


def weaker_dealer(hole: str, board: str) -> str:
    """Return the dealer's hole cards, first in deck order, that lose to `hole` on this board."""
    held, common = cards(hole), cards(board)
    deck = [r + s for s in "cdhs" for r in "23456789TJQKA" if r + s not in held + common]
    mine = best(held + common)
    return next(" ".join(two) for two in combinations(deck, 2) if best([*two, *common]) < mine)


# --- The places of the cards that decide each wager --------------------------------------------------

BLANKS = {"low": "9h 7d", "high": "2c 3d"}  # last two board cards that improve no hand in these tests


def hole_and_flop(hand: str) -> Laid:
    five = cards(hand)
    used = {card[0] for card in five}
    last = BLANKS["high"] if used >= {"A", "K"} or used >= {"K", "Q"} else BLANKS["low"]
    hole, board = " ".join(five[:2]), " ".join(five[2:]) + " " + last
    return {"seat 1": hole, "board": board, "dealer": weaker_dealer(hole, board)}


def on_board(hand: str) -> Laid:
    return {"board": hand}


def hole_and_box(hand: str) -> Laid:
    six = cards(hand)
    return {"seat 1": " ".join(six[:2]), "box": " ".join(six[2:])}


def hole_cards(hand: str) -> Laid:
    hole, _, dealer = hand.partition(" | ")
    return {"seat 1": hole, "dealer": dealer} if dealer else {"seat 1": hole, "dealer": "4c 9h"}


def three_and_board(hand: str) -> Laid:
    five = cards(hand)
    return {"seat 1": " ".join(five[:3]), "board": " ".join(five[3:])}


def three_and_box(hand: str) -> Laid:
    six = cards(hand)
    return {"seat 1": " ".join(six[:3]), "box": " ".join(six[3:])}


def own_cards(hand: str) -> Laid:
    return {"seat 1": hand}


def own_cards_and_weak_dealer(hand: str) -> Laid:
    return {"seat 1": hand, "dealer": "Pa Mo Ra"}  # these are the lowest cards of the deck


class Place(NamedTuple):
    ladder: tuple[Rung, ...]
    lay: Callable[[str], Laid]


def where(game: str, wager: str, letter: str) -> Place | None:
    """Return the places of the cards that decide a wager, or None for Bad Beat, which compares two hands."""
    if game == "letitride" and wager in ("progressive", "envy_1", "envy_5") and letter in "BC":
        return Place(THREE, own_cards)  # L-02
    return {
        ("uth", "blind"): Place(FIVE, hole_and_flop),
        ("uth", "trips"): Place(FIVE, hole_and_flop),
        ("uth", "progressive"): Place(FIVE, hole_and_flop),
        ("uth", "envy_1"): Place(FIVE, hole_and_flop),
        ("uth", "envy_5"): Place(FIVE, hole_and_flop),
        ("uth", "six_card"): Place(SIX, hole_and_box),
        ("uth", "ultimate_pairs"): Place(HOLE, hole_cards),
        ("uth", "play_the_board"): Place(FIVE, on_board),
        ("letitride", "main"): Place(FIVE, three_and_board),
        ("letitride", "five_card"): Place(FIVE, three_and_board),
        ("letitride", "three_card"): Place(THREE, own_cards),
        ("letitride", "six_card"): Place(SIX, three_and_box),
        ("letitride", "progressive"): Place(FIVE, three_and_board),
        ("letitride", "envy_1"): Place(FIVE, three_and_board),
        ("letitride", "envy_5"): Place(FIVE, three_and_board),
        ("dragon", "ante_bonus"): Place(DRAGON_HAND, own_cards_and_weak_dealer),
        ("dragon", "three_card"): Place(DRAGON_HAND, own_cards),
        ("dragon", "dragon"): Place(DRAGON_WAGER, own_cards),
        ("topfive", "top_five"): Place(COUNT, own_cards),
        ("topfive", "poker"): Place(POKER, own_cards),
    }.get((game, wager))


# --- Records ------------------------------------------------------------------------------------------


def offering(game: str, wager: str, letter: str, stake: int = 1) -> Mapped:
    if wager.startswith(("progressive", "envy")):
        meters = {name: written(METERS[name]) for name in meter_minimums(game, letter)}
        return {"progressive": {"paytable": letter, "stake": stake, "meters": meters}}
    return {"paytables": {wager: letter}}


def written(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


# Stakes in cents. An amount that the player chooses is odd.
STAKE = {"blind": 1000, "ante_bonus": 1000, "main": 1000, "five_card": 100, "progressive": 100}
ODD = 735


def bets(game: str, wager: str, stake: int) -> Mapped:
    name = "bet3" if wager == "main" else wager
    wagers: Mapped = dict(MAIN[game])
    if name not in wagers:
        wagers[name] = written(stake)
    if name == "six_card" and game == "uth":
        wagers["trips"] = 1  # U-06
    return wagers


def due(row: Row | None, stake: int, wager: str) -> int:
    """Compute the returned amount from the regulator's printed row, not from our own paytable."""
    if row is None:
        return 0
    return PRINTED[row.clause].returned(stake, keeps_stake=wager == "five_card", meters=METERS)  # L-04


def row_named(table: Paytable, names: tuple[str, ...]) -> Row | None:
    return next((row for name in names for row in table.rows if row.hand == name), None)


def settled(written_record: Mapped, wager: str) -> Mapped:
    name = "bet3" if wager == "main" else wager
    wagers: Mapped = play_record(written_record)["seats"][0]["wagers"]
    return wagers[name]


def check(game: str, wager: str, table: Paytable, laid: Laid, row: Row | None, stake: int) -> None:
    submission = offering(game, wager, table.letter, stake // 100)
    seats = [seat(1, bets(game, wager, stake), STAY[game])]
    result = settled(record(game, seats, submission=submission, laid=laid), wager)
    assert result["staked"] == stake
    assert result["returned"] == due(row, stake, wager), laid
    if row is None:
        assert result["result"] == "lose"
        assert not any(one.clause in result["clauses"] for one in table.rows)
        return
    assert result["result"] == ("push" if isinstance(row.pays, Push) else "win")
    assert row.clause in result["clauses"]
    assert [one.clause for one in table.rows if one.clause in result["clauses"]] == [row.clause]


def rows(envy: bool) -> Iterator[tuple[str, str, Paytable, Row]]:
    for game in ("uth", "letitride", "dragon", "topfive"):
        for wager, letters in paytables(game).items():
            for table in letters.values():
                for row in table.rows:
                    if wager.startswith("envy") is envy:
                        yield game, wager, table, row


def rung_for(ladder: tuple[Rung, ...], condition: str) -> Rung:
    return next(rung for rung in ladder if rung.condition == condition)


@pytest.mark.parametrize(
    ("game", "wager", "table", "row"),
    [
        pytest.param(
            *entry, id=f"{entry[3].clause}-{entry[3].hand}", marks=pytest.mark.clause(entry[3].clause)
        )
        for entry in rows(envy=False)
        if entry[1] != "bad_beat"
    ],
)
def test_12_each_row_pays_its_weakest_hand_but_no_weaker(
    game: str, wager: str, table: Paytable, row: Row
) -> None:
    place = where(game, wager, table.letter)
    assert place is not None
    rung = rung_for(place.ladder, row.hand)
    for stake in (100, 500) if wager == "progressive" else (STAKE.get(wager, ODD),):
        check(game, wager, table, place.lay(rung.on), row, stake)
        below = row_named(table, rung.falls_to)
        assert below is not row
        check(game, wager, table, place.lay(rung.below), below, stake)


@pytest.mark.parametrize(
    ("table", "row"),
    [
        pytest.param(table, row, id=row.clause, marks=pytest.mark.clause(row.clause))
        for game, wager, table, row in rows(envy=False)
        if wager == "bad_beat"
    ],
)
def test_uth_12_F2_bad_beat_pays_the_beaten_hand_of_player_or_dealer(table: Paytable, row: Row) -> None:
    names = list(BEATEN)
    beneath = names[names.index(row.hand) + 1]
    for name, paid in ((row.hand, row), (beneath, row_named(table, (beneath,)))):
        beaten, winner, board = BEATEN[name]
        for mine, dealers in ((beaten, winner), (winner, beaten)):
            check("uth", "bad_beat", table, {"seat 1": mine, "dealer": dealers, "board": board}, paid, ODD)


def test_uth_7_F_6_tie_is_not_beaten() -> None:
    table = paytables("uth")["bad_beat"]["A"]
    laid = {"seat 1": "2c 3d", "dealer": "2h 3s", "board": "9s Ts Js Qd Kh"}  # the board is a straight
    check("uth", "bad_beat", table, laid, None, ODD)


@pytest.mark.parametrize(
    ("game", "wager", "table", "row"),
    [
        pytest.param(*entry, id=entry[3].clause, marks=pytest.mark.clause(entry[3].clause))
        for entry in rows(envy=True)
    ],
)
def test_12_envy_pays_for_the_weakest_hand_but_no_weaker(
    game: str, wager: str, table: Paytable, row: Row
) -> None:
    """Seat 1 holds the hand without a progressive wager. Seat 2 bets the progressive and receives the Envy
    Bonus.
    """
    place = where(game, wager, table.letter)
    assert place is not None
    rung = rung_for(place.ladder, row.hand)
    stake = 1 if wager == "envy_1" else 5
    below = row_named(table, rung.falls_to)
    for hand, paid in ((rung.on, row), (rung.below, below)):
        seats = [
            seat(1, MAIN[game], STAY[game]),
            seat(2, {**MAIN[game], "progressive": stake}, STAY[game]),
        ]
        written_record = record(
            game, seats, submission=offering(game, "progressive", table.letter, stake), laid=place.lay(hand)
        )
        holder, bettor = play_record(written_record)["seats"]
        assert holder["envy"] == 0
        if paid is None:
            assert bettor["envy"] == 0
            continue
        assert PRINTED[paid.clause].unit == "dollars"
        assert bettor["envy"] == PRINTED[paid.clause].number * 100
        assert paid.clause in bettor["envy_clauses"]
        assert bettor["net"] == bettor["envy"] + sum(one["net"] for one in bettor["wagers"].values())


# --- Meters -------------------------------------------------------------------------------------------


def progressive_tables() -> Iterator[tuple[str, Paytable]]:
    for game in ("uth", "letitride"):
        for table in paytables(game)["progressive"].values():
            yield game, table


@pytest.mark.parametrize(
    ("game", "table", "meter"),
    [
        pytest.param(game, table, meter, id=minimum.clause, marks=pytest.mark.clause(minimum.clause))
        for game, table in progressive_tables()
        for meter, minimum in table.minimums.items()
    ],
)
def test_12_meter_starts_and_resets_at_its_minimum(game: str, table: Paytable, meter: str) -> None:
    place = where(game, "progressive", table.letter)
    assert place is not None
    minimum = table.minimums[meter]
    assert minimum.cents == MINIMUMS[game][table.letter][meter] * 100
    row = next(r for r in table.rows if r.pays == MeterShare(100, meter))
    laid = place.lay(rung_for(place.ladder, row.hand).on)
    seats = [seat(1, {**MAIN[game], "progressive": 1}, STAY[game])]
    submission: Mapped = {"progressive": {"paytable": table.letter, "stake": 1}}
    document = play_record(record(game, seats, submission=submission, laid=laid))
    assert document["seats"][0]["wagers"]["progressive"]["returned"] == minimum.cents
    assert document["meters"][meter] == minimum.cents
    # A reset amount at the minimum is allowed, but one cent less is not.
    submission["progressive"]["reset"] = {meter: written(minimum.cents)}
    play_record(record(game, seats, submission=submission, laid=laid))
    submission["progressive"]["reset"] = {meter: written(minimum.cents - 1)}
    with pytest.raises(Refused) as refused:
        play_record(record(game, seats, submission=submission, laid=laid))
    assert refused.value.code == "meter_below_minimum"
    assert minimum.clause in refused.value.clauses


@pytest.mark.parametrize(
    ("game", "table"), [pytest.param(g, t, id=t.clause) for g, t in progressive_tables()]
)
def test_12_share_is_deducted_and_full_payout_resets_the_meter(game: str, table: Paytable) -> None:
    place = where(game, "progressive", table.letter)
    assert place is not None
    for row in table.rows:
        if not isinstance(row.pays, MeterShare):
            continue
        laid = place.lay(rung_for(place.ladder, row.hand).on)
        seats = [seat(1, {**MAIN[game], "progressive": 1}, STAY[game])]
        submission = offering(game, "progressive", table.letter)
        document = play_record(record(game, seats, submission=submission, laid=laid))
        meter = row.pays.meter
        paid = METERS[meter] * row.pays.percent // 100
        left = METERS[meter] - paid if row.pays.percent < 100 else table.minimums[meter].cents
        assert document["seats"][0]["wagers"]["progressive"]["returned"] == paid
        assert document["meters"] == {name: METERS[name] for name in table.minimums} | {meter: left}
