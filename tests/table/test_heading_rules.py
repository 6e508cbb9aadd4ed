"""Test the rules that headings and the definitions of chapter 1 contain and that affect the table."""

from __future__ import annotations

import pytest

from croupier import play_record
from croupier.cards import parse_cards
from croupier.games import script
from croupier.games.game import Ask, Deal, Reveal, Turn
from croupier.hands import best_five, dragon_hand
from croupier.hands.dragon import DRAGON
from croupier.submission import check
from croupier.table import commands as do
from tests.helpers import now
from tests.helpers.pit import bare, in_round, table
from tests.helpers.submission_cases import OUT, changed, everything
from tests.helpers.table_help import MAIN, METHODS

clause = pytest.mark.clause


def per_game(**ids: str) -> pytest.MarkDecorator:
    """Parametrize a test by game, and mark each case with the game's clauses."""
    params = [
        pytest.param(game, marks=clause(*(f"{game}/{each}" for each in numbers.split())))
        for game, numbers in ids.items()
    ]
    return pytest.mark.parametrize("game", params)


@per_game(uth="9.A.2", letitride="9.A.2", dragon="9.A.2", topfive="9.A.2")
def test_9_dealing_by_hand_starts_after_chapter_5(game: str) -> None:
    pit = bare(game, "hand", submission={}, shuffler="plain")
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.seat(1, "ann")
    pit.prepare()
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    pit.do(do.Shuffle(deck="red"))
    assert f"{game}/9.A.2" in pit.one(do.Load(deck="red")).clauses


@pytest.mark.parametrize(
    ("game", "dealing", "number"),
    [
        pytest.param(game, dealing, number, marks=clause(f"{game}/{number}"))
        for game, dealing, number in [
            ("uth", "hand", "9.A.3"),
            ("letitride", "shoe", "8.C"),
            ("letitride", "hand", "9.A.3"),
        ]
    ],
)
def test_betting_is_closed_aloud_before_the_first_card(game: str, dealing: str, number: str) -> None:
    pit = table(game, dealing)
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    early = pit.refused(do.DealCards(cards=(None,)))
    assert (early.code, early.clauses) == ("bets_open", (f"{game}/{number}",))
    assert pit.one(do.CloseBetting()).clauses == (f"{game}/{number}",)


@per_game(uth="7.C", letitride="7.B", dragon="7.C", topfive="7.B.1")
def test_7_only_a_seated_player_wagers(game: str) -> None:
    pit = table(game)
    pit.seat(1, "ann")
    stranger = pit.refused(now.bet(seat=2, wagers=dict.fromkeys(MAIN[game], 1000)))
    assert stranger.code == "seat_empty"
    assert {
        "uth": "uth/7.C",
        "letitride": "letitride/7.B",
        "dragon": "dragon/7.C",
        "topfive": "topfive/7.B.1",
    }[game] in stranger.clauses


@per_game(uth="11.A 11.C 11.E 11.G", letitride="11.A 11.C", dragon="11.A 11.D", topfive="11.A 11.B")
@pytest.mark.parametrize("dealing", METHODS)
def test_11_questions_come_after_the_deal_and_before_the_next_card(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    first = next(phase for phase in script(pit.state.rules) if isinstance(phase, Ask))
    early = pit.refused(do.Decide(seat=1, choice=first.choices[0].name, round=1, question=first.name))
    assert early.code in ("out_of_order", "stale")
    asked = 0
    while pit.state.round.number == 1:
        phase = pit.state.phase
        if isinstance(phase, Ask):
            asked += 1
            for hasty in (do.DealCards(cards=(None,)), do.TurnUp(), do.RevealDealer()):
                assert pit.refused(hasty).code == "out_of_order"
            seat = pit.state.round.in_play[pit.state.round.cursor]
            pit.do(do.Decide(seat=seat, choice=phase.choices[0].name, round=1, question=phase.name))
        elif isinstance(phase, Deal):
            pit.deal_next()
        else:
            assert isinstance(phase, Turn | Reveal) or phase is not None
            assert pit.routine()
    assert asked == sum(isinstance(phase, Ask) for phase in script(pit.state.rules)) * 2


@per_game(uth="12.D.3", letitride="12.F")
@pytest.mark.parametrize("key", ["rate", "initial", "reset"])
def test_12_the_submission_states_how_the_meters_begin_and_grow(game: str, key: str) -> None:
    report = check(changed(everything(game), **{f"progressive__{key}": OUT}))
    heading = {"uth": "uth/12.D.3", "letitride": "letitride/12.F"}[game]
    assert report.violations
    assert all(fault.clause.startswith(f"{heading}.") for fault in report.violations)


@clause("uth/6.D", "letitride/6.C")
def test_6_hand_classes_rank_in_this_order() -> None:
    best_first = [
        "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "4s 4h 4d 4c 2s", "3s 3h 3d 2c 2s", "Kd 9d 7d 4d 2d",
        "6s 5h 4d 3c 2s", "2s 2h 2d 5c 4s", "3s 3h 2d 2c 4s", "Ts Th 4d 3c 2s", "As Kh Qd Jc 9s",
    ]  # fmt: skip
    hands = [best_five(parse_cards(cards)) for cards in best_first]
    assert [hand.category for hand in hands] == [
        "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush",
        "straight", "three_of_a_kind", "two_pair", "pair", "high_card",
    ]  # fmt: skip
    assert hands == sorted(hands, reverse=True)


def main_record(game: str, deck: str, *decisions: str, **more: object) -> dict[str, object]:
    wagers = {**MAIN[game], **more.pop("wagers", {})}  # type: ignore[dict-item]
    seats = [{"seat": 1, "wagers": wagers, "decisions": list(decisions)}]
    return {"game": game, "dealing": "shoe", "deck": deck, "seats": seats, **more}


PROGRESSIVE = {"progressive": {"paytable": "A", "stake": 1}}


@per_game(uth="1.B.6", letitride="1.B.6 1.B.4")
def test_1_B_the_progressive_wins_from_trips_up(game: str) -> None:
    decks = {
        "uth": ("6h 2c 6d 7s 6s Qd 9c Ks 3h", "6h 2c 6d 7s Qs Qd 9c Ks 3h"),
        "letitride": ("6h 6s 6d Qd 9c", "6h Qs 6d Qd 9c"),
    }
    words = {"uth": ["4x"], "letitride": ["ride", "ride"]}[game]
    found = [
        play_record(main_record(game, deck, *words, wagers={"progressive": 1}, submission=PROGRESSIVE))
        for deck in decks[game]
    ]
    results = [answer["seats"][0]["wagers"]["progressive"]["result"] for answer in found]
    assert results == ["win", "lose"]


@per_game(uth="1.B.3", letitride="1.B.3")
def test_1_B_envy_comes_from_a_straight_flush_up(game: str) -> None:
    decks = {
        "uth": ("6h 2c 3d 7h 2s 4s 8h 9h Th Ks 3c", "6h 2c 3d 6d 2s 4s 6s 6c Th Ks 3c"),
        "letitride": ("6h 2c 8h 7h 3d 9h Th Ks", "6h 2c 6d 6s 3d 6c Th Ks"),
    }
    words = {"uth": ["4x"], "letitride": ["ride", "ride"]}[game]
    for deck, envied in zip(decks[game], (True, False), strict=True):
        seats = [
            {"seat": number, "wagers": {**MAIN[game], "progressive": 1}, "decisions": words}
            for number in (1, 2)
        ]
        record = {"game": game, "dealing": "shoe", "deck": deck, "seats": seats, "submission": PROGRESSIVE}
        answer = play_record(record)
        assert (answer["seats"][1]["envy"] > 0) is envied


@clause("uth/1.B.1", "uth/1.B.4")
def test_uth_1_B_a_check_keeps_the_player_in_and_a_fold_does_not() -> None:
    checked = play_record(main_record("uth", "", "check", "check", "1x"))
    folded = play_record(main_record("uth", "", "check", "check", "fold"))
    assert "play" in checked["seats"][0]["wagers"]
    assert not checked["seats"][0]["folded"]
    assert folded["seats"][0]["folded"]
    assert {entry["result"] for entry in folded["seats"][0]["wagers"].values()} == {"lose"}


@clause("dragon/1.B.1", "dragon/1.B.6")
def test_dragon_1_B_ante_and_bonus_are_due_and_a_fold_forfeits_both() -> None:
    pit = table("dragon")
    pit.seat(1, "ann")
    assert pit.refused(now.bet(seat=1, wagers={"ante": 1000})).code == "wager_missing"
    folded = play_record(main_record("dragon", "", "fold"))["seats"][0]
    assert {name: entry["result"] for name, entry in folded["wagers"].items()} == {
        "ante": "lose",
        "ante_bonus": "lose",
    }


@clause("topfive/1.B.1", "topfive/1.B.2")
def test_topfive_1_B_the_ante_is_due_and_play_keeps_the_player_in() -> None:
    pit = table("topfive")
    pit.seat(1, "ann")
    assert pit.refused(now.bet(seat=1, wagers={"poker": 500})).code == "wager_missing"
    assert play_record(main_record("topfive", "", "play"))["seats"][0]["folded"] is False
    assert play_record(main_record("topfive", "", "fold"))["seats"][0]["folded"] is True


@clause("dragon/6.B")
def test_dragon_6_B_trips_beat_pairs_and_pairs_beat_three_different() -> None:
    trips, pair, high = ("Ra Ra Ra", "Dr Dr Ra", "Dr Ph Ti")
    hands = [dragon_hand(parse_cards(cards, DRAGON)) for cards in (trips, pair, high)]
    assert hands == sorted(hands, reverse=True)
    assert [hand.category for hand in hands] == ["trips", "pair", "high_card"]
