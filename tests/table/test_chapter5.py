"""Test chapter 5: shuffles, cuts, counting devices and idle tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier.games.game import Deal, Stub
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import decode_command
from croupier.table.readers.offers import offers
from tests.helpers import now
from tests.helpers.pit import OPENING, Pit, bare, cited, each_game, in_round, table
from tests.helpers.table_help import GAMES, MAIN, METHODS

POKER = {
    "before": "5.A.1",
    "after": "5.A.2",
    "ordered": "5.A.3",
    "stack": "5.B",
    "feeds": "5.C",
    "no cut": "5.D.1",
    "must cut": "5.D.2",
    "counts": "5.E.1",
    "wrong": "5.E.2",
    "cut": "5.F.1",
    "into shoe": "5.F.2",
    "recut": "5.G",
    "idle": "5.H.1 5.H.2",
    "idle view": "5.H.3",
    "by itself": "5.I",
}
IDS = {
    "uth": {**POKER, "idle": "5.H.1", "idle view": "5.H.2"},
    "letitride": POKER,
    "dragon": {
        **POKER, "counts": "5.D.1", "wrong": "5.D.2", "no cut": "5.E.1", "must cut": "5.E.2",
        "by itself": "5.I 5.J",
    },
    "topfive": {
        "before": "5.A.1", "after": "5.A.2", "ordered": "5.A.3", "stack": "5.C", "feeds": "5.B",
        "no cut": "5.C.1", "must cut": "5.C.2", "counts": "5.B.1", "wrong": "5.B.2", "cut": "5.D.1",
        "into shoe": "5.D.2", "recut": "5.E", "idle": "5.F.1 5.F.2", "idle view": "5.F.3",
        "by itself": "5.G 5.H",
    },
}  # fmt: skip
SIZE = {"uth": 52, "letitride": 52, "dragon": 53, "topfive": 52}


def stacked(game: str, dealing: str = "shoe", **choices: object) -> Pit:
    """Return a table with one bettor and a new deck before its first shuffle."""
    pit = bare(game, dealing, submission={}, **choices)
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.seat(1, "ann")
    pit.prepare()
    pit.bet(1, MAIN[game])
    return pit


def shows(event: ev.TableEvent, game: str, *what: str) -> bool:
    return {c for key in what for c in cited(IDS, game, key)} <= set(event.clauses)


@each_game(IDS, "before")
@pytest.mark.parametrize("dealing", METHODS)
def test_5_A_1_cards_are_shuffled_before_play(game: str, dealing: str) -> None:
    pit = stacked(game, dealing)
    early = pit.refused(do.Load(deck="red"))
    assert early.code == "deck_not_ready"
    assert early.clauses == cited(IDS, game, "before")
    pit.do(do.CloseBetting())
    none = pit.refused(do.DealCards(cards=(None,)))
    assert none.code == "deck_not_ready"
    assert set(cited(IDS, game, "before")) <= set(none.clauses)
    assert shows(pit.one(do.Shuffle(deck="red", counted=SIZE[game])), game, "before", "stack")


@each_game(IDS, "after")
@pytest.mark.parametrize("dealing", METHODS)
def test_5_A_2_cards_are_shuffled_after_every_round(game: str, dealing: str) -> None:
    pit = table(game, dealing, submission={})
    pit.seat(1, "ann")
    for number in (1, 2, 3):
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting())
        pit.run(until=lambda state, number=number: state.round.number > number)  # type: ignore[misc]
        assert pit.state.care.packs["red"].stage == "used"
        assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
        shuffled = pit.one(do.Shuffle(deck="red", counted=SIZE[game]))
        assert shows(shuffled, game, "after", "stack")
        pit.do(do.Load(deck="red"))


@each_game(IDS, "ordered")
def test_5_A_3_cards_are_shuffled_when_a_floorperson_orders_it(game: str) -> None:
    pit = table(game, "shoe", submission={})
    order = do.OrderShuffle(deck="red", reason="the shoe was knocked over", by="floor:meg")
    assert pit.refused(do.OrderShuffle(deck="red", reason="x", by="dealer")).code == "not_your_role"
    assert pit.refused(do.OrderShuffle(deck="red", reason="", by="floor")).code == "reason_missing"
    ordered = pit.one(order)
    assert ordered.clauses == cited(IDS, game, "ordered")
    assert pit.state.care.loaded is None
    assert shows(pit.one(do.Shuffle(deck="red", counted=SIZE[game])), game, "ordered")
    pit.do(do.Load(deck="red"))
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    pit.do(do.CloseBetting())
    pit.do(order)  # no card is dealt yet
    pit.run(until=lambda state: bool(state.layout.cards))
    late = pit.refused(order)
    assert late.code == "step_out_of_order"
    assert late.clauses == cited(IDS, game, "ordered")


@each_game(IDS, "stack", "feeds", "no cut")
def test_5_C_a_shuffler_may_fill_the_shoe_itself_and_its_cards_are_not_cut(game: str) -> None:
    pit = stacked(game, shuffler="plain")
    shuffled = pit.one(do.Shuffle(deck="red"))
    assert shows(shuffled, game, "stack")
    assert shuffled.counted is None
    cut = pit.refused(do.Cut(deck="red", depth=20))
    assert cut.code == "not_to_be_cut"
    assert cut.clauses == cited(IDS, game, "no cut")
    assert shows(pit.one(do.Load(deck="red")), game, "feeds", "no cut")


@each_game(IDS, "must cut", "cut", "into shoe")
@pytest.mark.parametrize("dealing", ["shoe", "automated"])
def test_5_F_cards_shuffled_by_hand_are_cut_at_least_ten_deep_and_put_into_the_shoe(
    game: str, dealing: str
) -> None:
    pit = stacked(game, dealing, shuffler="none")
    assert pit.refused(do.Shuffle(deck="red")).code == "no_shuffler"
    assert shows(pit.one(do.Shuffle(deck="red", by_machine=False)), game, "stack")
    uncut = pit.refused(do.Load(deck="red"))
    assert uncut.code == "deck_not_ready"
    assert uncut.clauses == cited(IDS, game, "must cut")
    for depth in (-1, 0, 9, SIZE[game]):
        shallow = pit.refused(do.Cut(deck="red", depth=depth))
        assert shallow.code == "cut_too_shallow"
        assert set(cited(IDS, game, "cut")) <= set(shallow.clauses)
    for depth in (10, 11, SIZE[game] - 1):
        again = pit.fork()
        assert shows(again.one(do.Cut(deck="red", depth=depth)), game, "must cut", "cut")
        assert shows(again.one(do.Load(deck="red")), game, "into shoe")


@each_game(IDS, "counts", "wrong")
@pytest.mark.parametrize("more", [-52, -1, 1])
def test_5_E_a_counting_shuffler_that_finds_a_wrong_number_removes_the_deck(game: str, more: int) -> None:
    pit = stacked(game, shuffler="counting")
    silent = pit.refused(do.Shuffle(deck="red"))
    assert silent.code == "count_missing"
    assert silent.clauses == cited(IDS, game, "counts")
    right = pit.fork()
    assert shows(right.one(do.Shuffle(deck="red", counted=SIZE[game])), game, "counts")
    shuffled, removed = pit.do(do.Shuffle(deck="red", counted=SIZE[game] + more))
    assert isinstance(shuffled, ev.DeckShuffled)
    assert isinstance(removed, ev.DeckRemoved)
    assert shows(removed, game, "counts", "wrong")
    assert not pit.state.care.packs
    # The game continues with a different deck.
    pit.do(do.ReceiveDecks(backs=("blue",)))
    pit.prepare("blue")
    pit.run()
    pit.do(do.CloseBetting())
    pit.run()
    assert pit.of(ev.RoundEnded)


@each_game(IDS, "wrong")
def test_5_E_a_deck_lost_after_no_more_bets_can_be_replaced_before_the_deal(game: str) -> None:
    pit = table(game, "shoe", submission={})
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    pit.do(do.CloseBetting())
    pit.do(do.OrderShuffle(deck="red", reason="the shoe fell", by="floor"))
    pit.do(do.Shuffle(deck="red", counted=SIZE[game] - 1))
    pit.do(do.ReceiveDecks(backs=("blue",), prepared=True))
    pit.run()
    assert pit.of(ev.RoundEnded)


def cut_deck(game: str) -> Pit:
    pit = table(game, "shoe", shuffler="none", submission={})
    pit.seat(1, "ann")
    pit.do(do.OrderShuffle(deck="red", reason="a new dealer", by="floor"))
    pit.do(do.Shuffle(deck="red", by_machine=False), do.Cut(deck="red", depth=10))
    return pit


RECUT = do.OrderRecut(deck="red", reason="the cover card slipped", by="floor:meg")


@each_game(IDS, "recut")
@pytest.mark.parametrize(
    "then",
    [
        lambda pit: None,
        lambda pit: pit.do(do.Load(deck="red")),
        lambda pit: (pit.do(do.Load(deck="red")), pit.do(do.CloseBetting())),
    ],
    ids=["cut", "loaded", "bets closed"],
)
def test_5_G_a_floorperson_may_order_a_second_cut_before_the_deal(
    game: str, then: Callable[[Pit], None]
) -> None:
    pit = cut_deck(game)
    pit.bet(1, MAIN[game])
    then(pit)
    assert pit.refused(do.OrderRecut(deck="red", reason="x", by="dealer")).code == "not_your_role"
    assert pit.refused(do.OrderRecut(deck="red", reason="  ", by="floor")).code == "reason_missing"
    again = pit.refused(do.Cut(deck="red", depth=20))
    assert again.code == "not_to_be_cut"
    assert again.clauses == cited(IDS, game, "recut")
    ordered = pit.one(RECUT)
    assert ordered.clauses == cited(IDS, game, "recut")
    assert pit.refused(do.Load(deck="red")).code == ("deck_not_ready")
    pit.do(do.Cut(deck="red", depth=20), do.Load(deck="red"))
    if not isinstance(pit.state.phase, Deal):
        pit.do(do.CloseBetting())
    # Once a card is on the layout, it is too late for a second cut.
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.deal(1)
    late = pit.refused(RECUT)
    assert late.code == "not_to_be_cut"
    assert late.clauses == cited(IDS, game, "recut")
    pit.run()
    assert pit.of(ev.RoundEnded)


@each_game(IDS, "recut")
def test_5_G_refuses_second_cut_of_uncut_cards(game: str) -> None:
    pit = table(game, "shoe", submission={})  # the machine shuffled this deck
    assert pit.refused(RECUT).code == "not_to_be_cut"
    uncut = table(game, "shoe", shuffler="none", submission={})
    uncut.do(do.OrderShuffle(deck="red", reason="x", by="floor"), do.Shuffle(deck="red", by_machine=False))
    assert uncut.refused(RECUT).code == "not_to_be_cut"


@each_game(IDS, "idle", "idle view")
@pytest.mark.parametrize("face_up", [False, True])
@pytest.mark.parametrize("when", ["loaded", "in the rack"])
def test_5_H_an_idle_table_spreads_the_cards_and_the_next_player_views_them(
    game: str, face_up: bool, when: str
) -> None:
    pit = table(game, decks=2, submission={})
    pit.seat(1, "ann")
    if when == "in the rack":
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting())
        pit.run(until=lambda state: state.round.number == 2)
    if not face_up:  # a player is present to request it
        pit.do(do.GetUp(seat=1))
    idle = pit.one(do.GoIdle(face_up=face_up))
    assert idle.clauses == cited(IDS, game, "idle")
    assert idle.face_up is face_up
    assert idle.decks == ("blue", "red")
    assert pit.state.care.loaded is None
    assert {pack.stage for pack in pit.state.care.packs.values()} == {"spread_idle"}
    assert pit.refused(do.Shuffle(deck="red", counted=SIZE[game])).code == "step_out_of_order"
    assert pit.refused(do.Prepare(deck="red", step="wash")).code == "step_out_of_order"
    if face_up:
        pit.do(do.GetUp(seat=1))
    assert pit.refused(do.Prepare(deck="red", step="view")).code == "seat_empty"
    pit.seat(2, "bob")
    viewed = pit.one(do.Prepare(deck="red", step="view"))
    assert viewed.clauses == cited(IDS, game, "idle view")
    pit.prepare("red", OPENING[4:])
    pit.prepare("blue", OPENING[3:])
    pit.run()
    assert pit.state.care.loaded in ("red", "blue")


FACE_UP = {
    "uth": "uth/5.H.1",
    "letitride": "letitride/5.H.2",
    "dragon": "dragon/5.H.2",
    "topfive": "topfive/5.F.2",
}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.clause(FACE_UP[game])) for game in GAMES]
)
def test_rejects_cards_face_up_where_no_player_is_seated(game: str) -> None:
    pit = table(game, decks=2, submission={})
    refused = pit.refused(do.GoIdle(face_up=True))
    assert (refused.code, refused.clauses) == ("seat_empty", (FACE_UP[game],))
    flags = [offer.blanks for offer in offers(pit.state, "dealer") if isinstance(offer.sample, do.GoIdle)]
    assert flags == [()]
    old = decode_command(b'{"type":"go_idle@1","face_up":true}')
    assert pit.fork().one(old).face_up
    pit.seat(1, "ann")
    flags = [offer.blanks for offer in offers(pit.state, "dealer") if isinstance(offer.sample, do.GoIdle)]
    assert [blank.field for blank in flags[0]] == ["face_up"]
    assert pit.one(do.GoIdle(face_up=True)).face_up


@pytest.mark.parametrize("game", GAMES)
def test_5_H_a_table_with_wagers_is_not_idle_and_new_cards_are_inspected_first(game: str) -> None:
    pit = table(game, submission={})
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    assert pit.refused(do.GoIdle()).code == "round_open"
    pit.do(do.CloseBetting())
    assert pit.refused(do.GoIdle()).code == "round_open"
    fresh = bare(game, submission={})
    assert fresh.refused(do.GoIdle()).code == "no_such_deck"
    fresh.do(do.ReceiveDecks(backs=("red",)))
    fresh.seat(1, "ann")
    for step in OPENING[:3]:
        assert fresh.refused(do.GoIdle()).code == "no_such_deck"
        fresh.prepare("red", [step])


@each_game(IDS, "by itself")
@pytest.mark.parametrize("more", [-1, 1])
def test_5_I_a_wrong_count_by_a_reshuffling_device_removes_the_deck_too(game: str, more: int) -> None:
    pit = stacked(game, shuffler="reshuffling")
    assert set(cited(IDS, game, "by itself")) <= set(pit.refused(do.Shuffle(deck="red")).clauses)
    shuffled, removed = pit.do(do.Shuffle(deck="red", counted=SIZE[game] + more))
    assert isinstance(removed, ev.DeckRemoved)
    assert "X-18" in removed.readings
    # these games' clause explicitly exempts the device from the section on counting
    excused = game in ("uth", "letitride")
    assert shows(removed, game, "by itself") is excused
    for event in (shuffled, removed):
        assert shows(event, game, "counts") is not excused
    assert not pit.state.care.packs


@each_game(IDS, "by itself")
@pytest.mark.parametrize("dealing", METHODS)
def test_5_I_cards_from_a_reshuffling_and_counting_device_are_not_cut(game: str, dealing: str) -> None:
    pit = stacked(game, dealing, shuffler="reshuffling")
    shuffled = pit.one(do.Shuffle(deck="red", counted=SIZE[game]))
    assert shows(shuffled, game, "by itself")
    assert "X-18" in shuffled.readings
    assert pit.refused(do.Cut(deck="red", depth=20)).code == "not_to_be_cut"
    pit.do(do.Load(deck="red"))
    assert pit.refused(RECUT).code == "not_to_be_cut"
    pit.do(now.take_back(seat=1))
    if game in ("dragon", "topfive"):  # exempt from the idle-table rule
        kept = pit.refused(do.GoIdle())
        assert kept.code == "step_out_of_order"
        assert kept.clauses == cited(IDS, game, "by itself")
    else:
        pit.do(do.GoIdle())


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_cannot_be_loaded_during_a_round(game: str) -> None:
    pit = in_round(game, decks=2)
    pit.run(until=lambda state: bool(state.layout.cards))
    assert pit.refused(do.Load(deck="blue")).code == "step_out_of_order"
    # After a void round whose deck was removed, the other deck waits for the next round.
    pit = in_round(game, "shoe", shuffler="plain", decks=2)
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    pit.do(do.CountStub(cards=1), do.Recount(total=51, misdealt=False))
    assert pit.state.care.loaded is None
    assert pit.refused(do.Load(deck="blue")).code == "round_open"
    pit.run()
    assert pit.state.care.loaded == "blue"
