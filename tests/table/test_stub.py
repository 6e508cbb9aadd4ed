"""Test racking and counting the stub (chapters 8 to 10) and wrong counts (X-08)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.game import Ask, Deal, Stub
from croupier.table import commands as do
from croupier.table import events as ev
from tests.helpers.pit import Pit, bets_down, in_round, play_another, table
from tests.helpers.table_help import GAMES, MAIN, METHODS

# By game and method, the clauses for racking the stub unseen, counting it, a right count, a misdeal, a
# defective deck and a wrong count.
IDS = {
    ("uth", "shoe"): ("8.D.4", "8.E", "8.F", "8.G.1", "8.G.2", "8.G"),
    ("uth", "hand"): ("9.B.4", "9.C", "9.D", "9.E.1", "9.E.2", "9.E"),
    ("uth", "automated"): ("10.B.5", "10.C", "10.D", "10.E.1", "10.E.2", "10.E"),
    ("letitride", "shoe"): ("8.D.4", "8.D.5 8.D.6", "8.E", "8.F.1", "8.F.2", "8.F"),
    ("letitride", "hand"): ("9.D", "9.E 9.F", "9.G", "9.H.1", "9.H.2", "9.H"),
    ("letitride", "automated"): ("10.C", "10.D 10.E", "10.F", "10.G.1", "10.G.2", "10.G"),
    ("dragon", "shoe"): ("8.D.3", "8.E", "8.F", "8.G.1", "8.G.2", "8.G"),
    ("dragon", "hand"): ("9.C.4", "9.D", "9.E", "9.G", "9.H", "9.F"),
    ("dragon", "automated"): ("10.B.5", "10.C", "10.D", "10.F", "10.G", "10.E"),
    ("topfive", "shoe"): ("8.D.3.a 8.D.3.b", "8.E 8.F.1", "8.F.2", "8.F.4", "8.F.5", "8.F.3"),
    ("topfive", "hand"): ("9.B.2.a 9.B.2.b", "9.C 9.D.1", "9.D.2", "9.D.4", "9.D.5", "9.D.3"),
    ("topfive", "automated"): ("10.B.2.a 10.B.2.b", "10.B.2.b", "10.C.1", "10.C.3", "10.C.4", "10.C.2"),
}
RACK, COUNT, RIGHT, MISDEAL, DEFECTIVE, WRONG = range(6)


def ids(game: str, dealing: str, what: int) -> tuple[str, ...]:
    return tuple(f"{game}/{number}" for number in IDS[game, dealing][what].split())


def each_method(*what: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("game", "dealing"),
        [
            pytest.param(
                game, dealing, marks=pytest.mark.clause(*(c for w in what for c in ids(game, dealing, w)))
            )
            for game, dealing in IDS
        ],
    )


def at_stub(game: str, dealing: str, **options: Any) -> Pit:
    pit = in_round(game, dealing, **options)
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    return pit


def next_stub(pit: Pit) -> None:
    """Finish the round and play the next one up to its stub."""
    pit.run()
    pit.bet(1, MAIN[pit.state.rules.game])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Stub))


def seated(game: str, dealing: str, shuffler: str) -> Pit:
    pit = table(game, dealing, shuffler=shuffler, submission={})
    pit.seat(1, "ann")
    return pit


@each_method(RACK, COUNT)
def test_without_a_counting_shuffler_the_stub_is_counted_at_least_once_in_five_rounds(
    game: str, dealing: str
) -> None:
    pit = seated(game, dealing, "plain")
    for number in range(1, 16):
        next_stub(pit)
        assert pit.state.round.number == number
        if number % 5:
            racked = pit.one(do.RackStub())
            assert racked.clauses == ids(game, dealing, RACK)
        else:
            due = pit.refused(do.RackStub())
            assert due.code == "count_due"
            assert due.clauses == ids(game, dealing, COUNT)
            assert "X-08" in due.readings
            pit.do(do.CountStub(cards=pit.state.layout.stub))


@each_method(COUNT)
def test_an_early_count_restarts_the_five_rounds(game: str, dealing: str) -> None:
    pit = seated(game, dealing, "plain")
    for number in range(1, 9):
        next_stub(pit)
        if number == 8:
            assert pit.refused(do.RackStub()).code == "count_due"
        elif number == 3:
            pit.do(do.CountStub(cards=pit.state.layout.stub))
        else:
            pit.do(do.RackStub())


@each_method(RACK)
@pytest.mark.parametrize("shuffler", ["counting", "reshuffling"])
def test_a_counting_shuffler_makes_the_count_unnecessary(game: str, dealing: str, shuffler: str) -> None:
    pit = seated(game, dealing, shuffler)
    for _ in range(7):
        next_stub(pit)
        pit.do(do.RackStub())


@pytest.mark.parametrize("game", GAMES)
def test_a_counting_shuffler_counts_only_the_decks_that_it_shuffles(game: str) -> None:
    pit = seated(game, "shoe", "counting")
    for _ in range(7):
        next_stub(pit)
        pit.do(do.RackStub())
    pit.run()
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    pit.do(do.HandleDevice(device="shuffler", how="covered"))
    for _ in range(4):
        next_stub(pit)
        pit.do(do.RackStub())
    next_stub(pit)  # the fifth round with a hand-shuffled deck
    assert pit.refused(do.RackStub()).code == "count_due"
    pit.run()  # the driver counts the stub
    assert pit.of(ev.StubCounted)


@each_method(COUNT, RIGHT)
def test_after_a_right_count_the_stub_goes_to_the_rack_unseen(game: str, dealing: str) -> None:
    pit = at_stub(game, dealing, shuffler="plain")
    stub = pit.state.layout.stub
    counted, racked = pit.do(do.CountStub(cards=stub))
    assert isinstance(counted, ev.StubCounted)
    assert counted.right
    assert counted.clauses == ids(game, dealing, COUNT) + ids(game, dealing, RIGHT)
    assert isinstance(racked, ev.StubRacked)
    assert racked.cards == stub
    assert racked.clauses == ids(game, dealing, RIGHT)
    assert pit.state.layout.racked_stub == stub
    assert not pit.state.layout.stub
    play_another(pit)


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon"])
def test_a_discarded_face_up_card_is_not_in_the_stub(game: str) -> None:
    pit = in_round(game, "shoe", shuffler="plain")
    pit.do(do.ReportFaceUp(cards=(None,)))
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    without = pit.state.layout.stub
    assert without == at_stub(game, "shoe", shuffler="plain").state.layout.stub - 1
    counted, _ = pit.do(do.CountStub(cards=without))
    assert isinstance(counted, ev.StubCounted)
    assert counted.right


@each_method(COUNT, WRONG)
def test_wrong_count_blocks_play_until_the_recount(game: str, dealing: str) -> None:
    pit = at_stub(game, dealing, shuffler="plain")
    early = pit.refused(do.Recount(total=52, misdealt=False))
    assert early.code == "nothing_wrong"
    counted = pit.one(do.CountStub(cards=pit.state.layout.stub - 1))
    assert not counted.right
    assert counted.clauses == ids(game, dealing, COUNT) + ids(game, dealing, WRONG)
    assert counted.readings == ("X-08",)
    for act in (do.RackStub(), do.CountStub(cards=pit.state.layout.stub)):
        waits = pit.refused(act)
        assert waits.code == "recount_due"
        assert (waits.clauses, waits.readings) == (ids(game, dealing, WRONG), ("X-08",))
    for other in (do.RevealDealer(), do.RackCards(), do.TurnUp(), do.DealCards(cards=(None,))):
        assert pit.refused(other).code == "out_of_order"
    assert pit.refused(do.Recount(total=52, misdealt=False, by="player:p1")).code == "not_your_role"
    assert not pit.routine()  # the driver never recounts


def purses(pit: Pit) -> dict[str, int]:
    return dict(pit.state.seating.purses)


@each_method(MISDEAL)
@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_misdeal_voids_the_round_and_returns_every_wager(game: str, dealing: str, wrong: int) -> None:
    before = purses(table_before_bets(game, dealing))
    pit = at_stub(game, dealing, shuffler="plain")
    meters = bets_down(game, dealing).meters
    pit.do(do.CountStub(cards=pit.state.layout.stub + wrong))
    told = pit.do(do.Recount(total=len(pit.state.game.deck.order), misdealt=True))
    voided = told[-1]
    assert isinstance(voided, ev.RoundVoided)
    assert voided.clauses == ids(game, dealing, MISDEAL)
    assert not voided.settles
    for settled in pit.of(ev.WagerSettled):
        assert settled.result == "returned"
        assert settled.returned == settled.staked
        assert settled.clauses == ids(game, dealing, MISDEAL)
    assert purses(pit) == before
    assert pit.meters == meters
    assert "red" in pit.state.care.packs
    play_another(pit)


def table_before_bets(game: str, dealing: str) -> Pit:
    pit = table(game, dealing)
    pit.seat(1, "p1")
    pit.seat(3, "p3")
    return pit


@each_method(DEFECTIVE)
@pytest.mark.parametrize("misdealt", [False, True])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_defective_deck_voids_the_round_and_leaves_the_table(
    game: str, dealing: str, misdealt: bool, more: int
) -> None:
    before = purses(table_before_bets(game, dealing))
    pit = at_stub(game, dealing, shuffler="plain")
    pit.do(do.CountStub(cards=pit.state.layout.stub + more))
    told = pit.do(do.Recount(total=len(pit.state.game.deck.order) + more, misdealt=misdealt, by="floor"))
    voided, removed = told[-2:]
    assert isinstance(voided, ev.RoundVoided)
    assert isinstance(removed, ev.DeckRemoved)
    assert voided.clauses == removed.clauses == ids(game, dealing, DEFECTIVE)
    assert purses(pit) == before
    assert not pit.state.care.packs
    pit.run()
    pit.do(do.ReceiveDecks(backs=("blue",), prepared=True))
    play_another(pit)


@each_method(RIGHT)
def test_complete_deck_and_hands_mean_a_wrong_count(game: str, dealing: str) -> None:
    pit = at_stub(game, dealing, shuffler="plain")
    stub = pit.state.layout.stub
    pit.do(do.CountStub(cards=stub - 1))
    recounted, racked = pit.do(do.Recount(total=len(pit.state.game.deck.order), misdealt=False))
    assert isinstance(recounted, ev.CardsRecounted)
    assert isinstance(racked, ev.StubRacked)
    assert racked.cards == stub
    assert "X-08" in racked.readings
    pit.run()
    assert not pit.of(ev.RoundVoided)
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("outcome", ["void", "goes on"])
def test_wrong_count_also_restarts_the_five_rounds(game: str, outcome: str) -> None:
    pit = seated(game, "shoe", "plain")
    next_stub(pit)
    pit.do(do.CountStub(cards=0))
    pit.do(do.Recount(total=len(pit.state.game.deck.order), misdealt=outcome == "void"))
    for _ in range(4):
        next_stub(pit)
        pit.do(do.RackStub())
    next_stub(pit)
    assert pit.refused(do.RackStub()).code == "count_due"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", METHODS)
def test_the_count_comes_after_the_last_card_and_before_anything_is_settled(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    seen = []
    while not pit.of(ev.RoundEnded):
        if isinstance(pit.state.phase, Stub):
            assert not pit.of(ev.WagerSettled)
        else:
            refused = pit.refused(do.CountStub(cards=pit.state.layout.stub))
            assert refused.code == "out_of_order"
        seen.append(type(pit.state.phase))
        pit.run(until=lambda state, before=pit.state: state != before)  # type: ignore[misc]
    assert Deal not in seen[seen.index(Stub) :]
    if game != "uth" or dealing == "automated":
        assert seen.index(Stub) < seen.index(Ask)
