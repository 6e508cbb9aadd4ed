"""Test failing shufflers and shoes by chapter 13, and their repair (X-16)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from croupier.games.game import Ask, Rack, Settle
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.readers.next_act import next_act
from croupier.table.readers.offers import offers
from croupier.table.state import BETTING
from tests.helpers import now
from tests.helpers.mishaps import IDS, before_bets, check_round_undone, moments, shown, worth
from tests.helpers.pit import Pit, bets_down, cited, each_game, in_round, play_another, table
from tests.helpers.table_help import GAMES, MAIN, METHODS

replace = msgspec.structs.replace


@each_game(IDS, "shoe")
def test_a_failure_of_the_dealing_shoe_voids_the_round_at_any_moment(game: str) -> None:
    failure = do.ReportDeviceFailure(device="shoe")
    voided = 0
    for pit in moments(game, "automated"):
        if isinstance(pit.state.phase, Settle | Rack):
            put_aside(pit, game, failure)
            continue
        failed = pit.do(failure)[0]
        assert isinstance(failed, ev.DeviceFailed)
        assert failed.clauses == cited(IDS, game, "shoe")
        check_round_undone(pit, game, "automated", cited(IDS, game, "shoe"))
        voided += 1
        if voided % 4 == 0:
            play_another(pit)
    assert voided > 4
    for dealing in ("shoe", "hand"):  # only an automated shoe can fail
        assert in_round(game, dealing).refused(failure).code == "no_such_device"


def put_aside(pit: Pit, game: str, failure: do.ReportDeviceFailure) -> None:
    """Check N-33: after settlement has begun, the results stay, and a dead device must be covered or
    marked.
    """
    alive = pit.fork().one(failure)
    assert (alive.dead, alive.clauses, alive.readings) == (False, (), ("N-33",))
    failed = pit.one(replace(failure, dead=True))
    assert failed.readings == ("N-33",)
    ways = cited(IDS, game, "covered") + cited(IDS, game, "marked")
    assert {*ways} <= {*failed.clauses}
    pit.do(do.HandleDevice(device=failure.device, how="covered"))
    pit.run()
    assert not pit.of(ev.RoundVoided)
    assert pit.state.round.number == 2


@each_game(IDS, "covered", "marked")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_device_that_fails_during_settlement_is_set_aside_and_every_hand_is_settled(
    game: str, device: str
) -> None:
    """topfive/13.E and the corresponding clauses: the device has no more cards to deal in this round."""
    pit = in_round(game, "automated")
    pit.run(until=lambda state: isinstance(state.phase, Settle) and bool(state.round.settled))
    pit.one(do.ReportDeviceFailure(device=device, dead=True))
    pit.do(do.HandleDevice(device=device, how="covered"))
    pit.run()
    assert not pit.of(ev.RoundVoided)
    assert pit.state.care.devices == {device: "covered"}
    assert {event.seat for event in pit.of(ev.SeatSettled)} == {1, 3}
    again = pit.refused(do.ReportDeviceFailure(device=device))
    ways = {c for way in ("covered", "removed", "marked") if way in IDS[game] for c in cited(IDS, game, way)}
    assert (again.code, {*again.clauses}) == ("device_out_of_order", ways)


@pytest.mark.clause("uth/13.I", "letitride/13.G", "dragon/13.G", "topfive/13.D")
@pytest.mark.parametrize("game", GAMES)
def test_n33_a_failed_shoe_voids_the_round_in_every_phase_before_the_settlement(game: str) -> None:
    for pit in moments(game, "automated"):
        late = isinstance(pit.state.phase, Settle | Rack)
        told = pit.do(do.ReportDeviceFailure(device="shoe"))
        assert any(isinstance(event, ev.RoundVoided) for event in told) is not late
        assert ("N-33" in told[0].readings) is late
    between = bets_down(game, "automated")
    failed = between.one(do.ReportDeviceFailure(device="shoe"))
    assert (failed.clauses, failed.readings) == ((), ("N-33",))
    assert between.state.bets.wagers


@each_game(IDS, "shuffler", games=("uth",))
@pytest.mark.parametrize("dealing", METHODS)
def test_uth_13_H_a_jam_of_the_deck_in_play_returns_all_wagers(game: str, dealing: str) -> None:
    failure = do.ReportDeviceFailure(device="shuffler")
    for number, pit in enumerate(moments(game, dealing)):
        if isinstance(pit.state.phase, Settle | Rack):
            put_aside(pit, game, failure)
            continue
        failed = pit.do(failure)[0]
        assert failed.clauses == cited(IDS, game, "shuffler")
        assert failed.readings == ("X-16",)
        check_round_undone(pit, game, dealing, cited(IDS, game, "shuffler"))
        if number % 5 == 0:
            play_another(pit)


@each_game(IDS, "shuffler", games=("uth",))
def test_uth_13_H_a_jam_before_the_deal_returns_chips_and_the_cards_are_reshuffled(game: str) -> None:
    pit = bets_down(game)
    told = pit.do(do.ReportDeviceFailure(device="shuffler"))
    assert {type(event) for event in told} == {ev.DeviceFailed, ev.WagerTakenBack}
    assert worth(pit) == before_bets(game, "hand")
    assert pit.state.care.loaded is None
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    shuffled = pit.one(do.Shuffle(deck="red", counted=52))
    assert "uth/13.H.1" in shuffled.clauses
    play_another(pit)


@each_game(IDS, "shuffler", games=("letitride", "dragon"))
@pytest.mark.parametrize("dealing", METHODS)
def test_jam_in_other_games_reshuffles_and_keeps_the_round(game: str, dealing: str) -> None:
    failure = do.ReportDeviceFailure(device="shuffler")
    betting = bets_down(game, dealing)
    failed = betting.one(failure)
    assert failed.clauses == cited(IDS, game, "shuffler")
    assert failed.decks == ("red",)
    assert betting.refused(do.Load(deck="red")).code == "deck_not_ready"
    shuffled = betting.one(do.Shuffle(deck="red", counted=len(betting.state.game.deck.order)))
    assert set(cited(IDS, game, "shuffler")) <= set(shuffled.clauses)
    for pit in moments(game, dealing):
        if shown(pit.state):
            continue
        dealt = bool(pit.state.layout.cards)
        failed = pit.one(failure)
        assert failed.decks == (() if dealt else ("red",))
        assert (pit.state.care.loaded is None) is not dealt
        pit.run()  # if no card was dealt, the deck is shuffled again first
        assert not pit.of(ev.RoundVoided)
        assert pit.state.round.number == 2


@each_game(IDS, "idle", games=("uth", "letitride", "dragon"))
def test_x16_jam_of_the_idle_deck_does_not_affect_the_round(game: str) -> None:
    pit = in_round(game, decks=2)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    assert pit.state.care.packs["blue"].stage == "ready"
    failed = pit.one(do.ReportDeviceFailure(device="shuffler", idle_deck=True))
    assert failed.clauses == cited(IDS, game, "idle")
    assert failed.decks == ("blue",)
    assert pit.state.care.packs["blue"].stage == "jammed"
    assert pit.state.care.loaded == "red"
    pit.run(until=lambda state: state.round.number == 2)
    assert not pit.of(ev.RoundVoided)
    assert pit.refused(do.Load(deck="blue")).code == "deck_not_ready"
    play_another(pit)
    assert pit.of(ev.DeckShuffled)


@pytest.mark.parametrize("game", GAMES)
def test_x16_the_only_deck_is_never_idle(game: str) -> None:
    idle = do.ReportDeviceFailure(device="shuffler", idle_deck=True)
    for pit in (bets_down(game), in_round(game)):
        alone = pit.refused(idle)
        assert alone.code == "no_such_deck"
        assert alone.readings == ("X-16",)
        assert set(alone.clauses) == {*cited(IDS, game, "shuffler")}


@each_game(IDS, "shuffler", games=("uth",))
@pytest.mark.parametrize("closed", [False, True])
def test_x16_before_the_first_card_a_jam_of_the_idle_deck_returns_the_wagers_too(
    game: str, closed: bool
) -> None:
    pit = in_round(game, decks=2) if closed else bets_down(game, decks=2)
    failed = pit.do(do.ReportDeviceFailure(device="shuffler", idle_deck=True))[0]
    assert isinstance(failed, ev.DeviceFailed)
    assert failed.decks == ("blue",)
    assert set(failed.clauses) == {*cited(IDS, game, "shuffler")}
    assert worth(pit) == before_bets(game, "hand")
    assert pit.state.care.packs["red"].stage == "loaded"
    play_another(pit)


@each_game(IDS, "idle", games=("uth", "letitride", "dragon"))
def test_x16_the_idle_deck_may_jam_while_hands_are_being_settled(game: str) -> None:
    seen = 0
    for pit in moments(game, "hand", decks=2):
        if shown(pit.state):
            failed = pit.one(do.ReportDeviceFailure(device="shuffler", idle_deck=True))
            assert failed.decks == ("blue",)
            pit.run()
            assert not pit.of(ev.RoundVoided)
            seen += 1
    assert seen


@pytest.mark.parametrize("idle", [False, True])
def test_x16_topfive_has_no_rule_for_a_jam_so_the_floor_rules_on_the_deck_in_play(idle: bool) -> None:
    betting = bets_down("topfive", decks=2)
    assert betting.one(do.ReportDeviceFailure(device="shuffler", idle_deck=idle)).readings == ("X-16", "T-20")
    pit = in_round("topfive", decks=2)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    told = pit.do(do.ReportDeviceFailure(device="shuffler", idle_deck=idle))
    assert [type(event) for event in told[1:]] == ([] if idle else [ev.RulingAsked])


@pytest.mark.parametrize("game", GAMES)
def test_rejects_failure_of_a_missing_device(game: str) -> None:
    pit = in_round(game, "shoe", shuffler="none")
    for device in ("shuffler", "shoe", "coffee machine"):
        assert pit.refused(do.ReportDeviceFailure(device=device)).code == "no_such_device"
        assert pit.refused(do.HandleDevice(device=device, how="covered")).code == "no_such_device"


WAYS = [(game, way) for game in GAMES for way in ("covered", "removed", "marked") if way in IDS[game]]


@pytest.mark.parametrize(
    ("game", "way"),
    [pytest.param(g, way, marks=pytest.mark.clause(*cited(IDS, g, way))) for g, way in WAYS],
)
def test_failed_shuffler_is_removed_before_another_method(game: str, way: str) -> None:
    pit = table(game, "shoe")
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    ways = {c for w in ("covered", "removed", "marked") if w in IDS[game] for c in cited(IDS, game, w)}
    assert pit.state.care.packs["red"].stage == "jammed"
    size = len(pit.state.game.deck.order)
    assert pit.refused(do.Shuffle(deck="red", counted=size)).code == "device_out_of_order"
    for other in (
        do.Shuffle(deck="red", by_machine=False),
        do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"),
    ):
        uncovered = pit.refused(other)
        assert uncovered.code == "device_uncovered"
        assert set(uncovered.clauses) == ways
    assert not pit.routine()
    assert pit.refused(do.HandleDevice(device="shuffler", how="kicked")).code == "no_such_outcome"
    handled = pit.one(do.HandleDevice(device="shuffler", how=way))
    assert handled.clauses == cited(IDS, game, way)
    switched = pit.fork()
    pit.do(do.Shuffle(deck="red", by_machine=False), do.Cut(deck="red", depth=30), do.Load(deck="red"))
    play_another(pit)
    assert not [e for e in pit.of(ev.DeckShuffled) if e.by_machine]
    event = switched.one(do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    assert set(cited(IDS, game, way)) <= set(event.clauses)
    play_another(switched)
    again = switched.refused(do.SwitchMethod(dealing="hand", shuffler="plain", by="floor"))
    assert again.code == "device_out_of_order"
    switched.do(do.HandleDevice(device="shuffler", how="repaired"))
    switched.do(do.SwitchMethod(dealing="hand", shuffler="plain", by="floor"))
    play_another(switched)


@each_game(IDS, "covered", "marked")
def test_failed_dealing_shoe_is_removed_before_another_method(game: str) -> None:
    pit = in_round(game, "automated")
    pit.do(do.ReportDeviceFailure(device="shoe", dead=True))
    pit.run(until=lambda state: state.round.phase == BETTING)
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    assert pit.refused(do.Load(deck="red")).code == "device_out_of_order"
    assert pit.refused(do.ReportDeviceFailure(device="shoe")).code == "device_out_of_order"
    by_hand = do.SwitchMethod(dealing="hand", shuffler="counting", by="floor")
    assert pit.refused(by_hand).code == "device_uncovered"
    assert not pit.routine()
    pit.do(do.HandleDevice(device="shoe", how="covered"))
    pit.do(do.HandleDevice(device="shoe", how="marked"))
    assert pit.refused(do.Load(deck="red")).code == "device_out_of_order"
    pit.do(by_hand)
    play_another(pit)
    assert pit.state.rules.dealing == "hand"


@each_game(IDS, "covered", "marked")
def test_shoe_that_fails_between_rounds_is_removed_before_another_method(
    game: str,
) -> None:
    pit = bets_down(game, "automated")
    before = worth(pit)
    failed = pit.one(do.ReportDeviceFailure(device="shoe", dead=True))
    assert {*cited(IDS, game, "covered"), *cited(IDS, game, "marked")} <= set(failed.clauses)
    assert worth(pit) == before  # no round is in play, so nothing is voided and no wager moves
    assert pit.state.care.loaded is None
    closing = pit.refused(do.CloseBetting())
    assert closing.code == "device_out_of_order"
    assert pit.refused(do.Load(deck="red")).code == "device_out_of_order"
    for seat in (1, 3):
        pit.do(now.take_back(seat=seat))
    by_hand = do.SwitchMethod(dealing="hand", shuffler="counting", by="floor")
    assert pit.refused(by_hand).code == "device_uncovered"
    pit.do(do.HandleDevice(device="shoe", how="marked"))
    pit.do(by_hand)
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
def test_a_dealing_shoe_repaired_between_rounds_is_loaded_again(game: str) -> None:
    pit = bets_down(game, "automated")
    pit.one(do.ReportDeviceFailure(device="shoe"))
    assert pit.state.care.packs["red"].stage == "ready"
    pit.do(do.CloseBetting())
    pit.run()
    assert not pit.of(ev.RoundVoided)
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
def test_repair_cites_no_clause(game: str) -> None:
    pit = table(game)
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    assert pit.one(do.HandleDevice(device="shuffler", how="repaired")).clauses == ()


@each_game(IDS, "covered")
def test_hand_dealing_and_two_decks_require_the_shuffler(game: str) -> None:
    pit = table(game, "hand", decks=2)
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    pit.do(do.HandleDevice(device="shuffler", how="covered"))
    assert not pit.routine()
    needed = pit.refused(do.Shuffle(deck="red", by_machine=False))
    assert needed.code == "machine_needed"
    assert needed.clauses == (f"{game}/9.A.1",)
    assert pit.refused(do.SwitchMethod(dealing="hand", shuffler="none", by="floor")).code == "machine_needed"
    two = pit.refused(do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    assert two.code == "no_shuffler"
    assert two.clauses == (f"{game}/3.B",)
    pit.do(do.RemoveDeck(deck="blue", reason="no shuffler for two"))
    pit.do(do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    play_another(pit)
    assert pit.refused(do.ReceiveDecks(backs=("blue",))).code == "too_many_decks"


@pytest.mark.parametrize("moment", [bets_down, in_round])
@pytest.mark.parametrize("game", ["letitride", "dragon"])
def test_round_without_cards_goes_on_by_another_method(game: str, moment: Callable[..., Pit]) -> None:
    """If a shuffler fails before the first card, the round goes on from the shoe with its wagers."""
    pit = moment(game, "hand", decks=2)
    wagers, number = pit.state.bets.wagers, pit.state.round.number
    to_shoe = do.SwitchMethod(dealing="shoe", shuffler="none", by="floor")
    assert pit.refused(to_shoe).code == "round_open"  # the method of the table still works
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    for act in ("put_aside", "change_deck", "switch"):
        offered = [offer for offer in offers(pit.state, "floor:flo") if offer.due]
        assert (str(next_act(pit.state).act), bool(offered)) == (act, True)
        pit.do(to_shoe if act == "switch" else offered[0].sample)
    (switched,) = pit.of(ev.MethodSwitched)
    assert switched.readings == ("X-16",) and pit.state.bets.wagers == wagers
    if pit.state.phase is None:
        pit.do(do.CloseBetting())
    pit.run()
    assert pit.state.round.number == number + 1 and not pit.of(ev.RoundVoided)


@pytest.mark.parametrize("game", GAMES)
def test_method_change_requires_a_clear_layout_and_a_known_method(game: str) -> None:
    pit = table(game, "shoe", submission={})
    pit.seat(1, "ann")
    to_hand = do.SwitchMethod(dealing="hand", shuffler="counting", by="floor")
    assert pit.refused(do.SwitchMethod(dealing="hand", shuffler="counting", by="dealer")).code == (
        "not_your_role"
    )
    for dealing, shuffler in (("thrown", "none"), ("shoe", "blender")):
        odd = do.SwitchMethod(dealing=dealing, shuffler=shuffler, by="floor")
        assert pit.refused(odd).code == "no_such_outcome"
    pit.bet(1, MAIN[game])
    assert pit.refused(to_hand).code == "round_open"
    pit.do(do.CloseBetting())
    assert pit.refused(to_hand).code == "round_open"


@pytest.mark.parametrize("game", GAMES)
def test_after_a_switch_to_hand_dealing_manually_shuffled_cards_are_not_dealt(game: str) -> None:
    pit = table(game, "shoe", shuffler="none", submission={})
    pit.seat(1, "ann")
    pit.do(do.OrderShuffle(deck="red", reason="x", by="floor"), do.Shuffle(deck="red", by_machine=False))
    pit.do(do.Cut(deck="red", depth=10), do.Load(deck="red"))
    pit.do(do.SwitchMethod(dealing="hand", shuffler="plain", by="floor"))
    assert pit.state.care.loaded is None
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    shuffled = pit.one(do.Shuffle(deck="red"))
    assert f"{game}/9.A.1" in shuffled.clauses
    play_another(pit)
