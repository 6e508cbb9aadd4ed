"""Test roles, abandoned wagers, inactive players, corrections, rule changes and attestations."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.errors import Refused
from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle
from croupier.rulebook import clauses
from croupier.submission import Limit, OperatorChoices
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts import bounds
from croupier.table.machine import verify
from croupier.table.roles import ROLES, or_above
from tests.helpers import now
from tests.helpers.pit import (
    Pit,
    any_command,
    bets_down,
    cited,
    each_game,
    full_bets,
    in_round,
    play_another,
    rules_for,
    table,
)
from tests.helpers.table_help import DECISIONS, GAMES, MAIN, METHODS

replace = msgspec.structs.replace

IDS = {
    "uth": {"left": "7.C.2"},
    "letitride": {"left": "7.B.2"},
    "dragon": {"left": "7.C.2"},
    "topfive": {"left": "7.B.3", "touch": "11.A.2", "view": "11.A.3", "tell": "11.A.4", "cost": "11.A.5"},
}


# Test roles.


@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_refused_to_other_roles(game: str) -> None:
    pit = bets_down(game)
    commands = list(any_command(pit.state))
    assert len(commands) > 40
    for command in commands:
        for role in (*ROLES, "", "floorperson", "Dealer"):
            for by in (role, f"{role}:somebody"):
                refused = verify(pit.state, replace(command, by=by))
                mine = refused is None or refused.code != "not_your_role"
                # the dealer inspected the deck, and the floor verified it
                if isinstance(command, do.Prepare):
                    assert mine is (role == "dealer"), (command, by)
                else:
                    assert mine is (role in or_above(type(command).roles)), (command, by)
                if refused is not None and not mine:
                    assert refused.remedy or isinstance(command, do.Prepare)


@pytest.mark.clause("uth/11.J.2.c", "uth/4.A", "uth/7.C")
def test_role_refusals_cite_exactly_the_assigning_clause() -> None:
    pit = bets_down("uth")
    said: list[tuple[do.TableCommand, set[str]]] = [
        (do.ValidateProgressive(seat=1), {"uth/11.J.2.a", "uth/11.J.2.b", "uth/11.J.2.c"}),
        (do.Prepare(deck="red", step="inspect", by="player:p1"), {"uth/4.A"}),
        (do.SitDown(seat=2, player="x", by="cage"), {"uth/7.C"}),
        (do.ChangeRules(choices=pit.state.rules.choices), {"X-15"}),  # no clause assigns this act to a role
        (do.RackCards(by="floor"), {"uth/11.K"}),
    ]
    for command, wanted in said:
        refused = pit.refused(command)
        assert (refused.code, {*refused.clauses, *refused.readings}) == ("not_your_role", wanted)


def test_surveillance_may_send_no_command() -> None:
    for kind in do.TableCommand.__subclasses__():
        assert "surveillance" not in kind.roles
        assert kind.roles, kind


SUPERVISOR = {
    do.CorrectDecision, do.DeclareDefective,
    do.OrderRecut, do.OrderShuffle, do.CorrectNaming, do.SwitchMethod, do.RuleOnIncident, do.DeclareAbandoned,
    do.DeclareForfeit, do.ActFor, do.CorrectSettlement, do.CorrectEnvy, do.ChangeRules,
    do.ValidateProgressive,
}  # fmt: skip


def test_only_the_floor_supervises_and_must_give_a_reason() -> None:
    alone = {kind for kind in do.TableCommand.__subclasses__() if kind.roles == ("floor",)}
    assert alone == SUPERVISOR
    without = {kind for kind in alone if "reason" not in kind.__struct_fields__}
    assert without == {do.SwitchMethod, do.ValidateProgressive}


@pytest.mark.parametrize("game", GAMES)
def test_players_act_only_for_themselves(game: str) -> None:
    pit = table(game, submission={})
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    for act in (
        do.SitDown(seat=2, player="ann", by="player:bob"),
        do.GetUp(seat=1, by="player:bob"),
        now.take_back(seat=1, by="player:bob"),
        now.bet(seat=1, wagers={"ante": 100}, by="player:bob"),
    ):
        other = pit.refused(act)
        assert other.code == "not_your_seat"
        assert other.clauses
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    choice = DECISIONS[game][0][0]
    assert pit.refused(now.decide(seat=1, choice=choice, by="player:bob")).code == "not_your_seat"
    pit.do(now.decide(seat=1, choice=choice, by="player:ann"))


# Wagers that are abandoned, or forfeited at Top Five.


def wagers_of(pit: Pit, seat: int) -> dict[str, int]:
    return dict(pit.state.bets.wagers.get(seat, {}))


@each_game(IDS, "left")
@pytest.mark.parametrize("dealing", METHODS)
def test_x14_abandoned_wagers_are_lost_and_the_others_play_on(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    had = pit.state.seating.purses["p1"]
    lay = wagers_of(pit, 1)
    told = pit.do(do.DeclareAbandoned(seat=1, reason="went to the car", by="floor:meg"))
    lost = [event for event in told if isinstance(event, ev.WagerSettled)]
    assert {event.wager: event.staked for event in lost} == lay
    for event in lost:
        assert (event.result, event.returned) == ("forfeit", 0)
        assert event.clauses == cited(IDS, game, "left")
        assert event.readings == ("X-14",)
        assert event.banked is (event.wager in ("progressive", "five_card"))
    gone = told[-1]
    assert isinstance(gone, ev.SeatForfeited)
    assert (gone.by, gone.reason) == ("floor:meg", "went to the car")
    assert "seat1" not in pit.state.layout.cards
    assert pit.refused(do.DeclareAbandoned(seat=1, reason="twice", by="floor")).code == "not_in_play"
    pit.run()
    assert not [event for event in pit.of(ev.Decided) if event.seat == 1]
    assert pit.state.seating.purses["p1"] == had
    assert [event for event in pit.of(ev.HandShown) if event.seat == 3]
    play_another(pit)


@each_game(IDS, "left")
@pytest.mark.parametrize("phase", [Collect, Deal, Ask, Reveal])
def test_x14_wagers_may_be_abandoned_at_any_moment_of_a_round(game: str, phase: type) -> None:
    pit = bets_down(game)
    pit.do(do.CloseBetting())
    if phase is Collect and game in ("dragon", "topfive"):
        phase = Deal
    pit.run(until=lambda state: isinstance(state.phase, phase))
    if phase is Deal:
        pit.deal_next()
        pit.deal_next()
    for seat in (1, 3):
        pit.do(do.DeclareAbandoned(seat=seat, reason="left", by="floor"))
    pit.run()
    staked = 100 * sum(full_bets(game).values())
    raised = sum(event.cents for event in pit.of(ev.WagerPlaced) if event.wager == "play") // 2
    # in Let It Ride, players may have withdrawn bets before
    withdrawn = sum(event.returned for event in pit.of(ev.WagerSettled)) // 2
    left = 1_000_000 - staked - raised + withdrawn
    assert pit.state.seating.purses == {"p1": left, "p3": left}
    play_another(pit)


@each_game(IDS, "left")
def test_x14_only_the_floor_declares_wagers_abandoned_during_a_round_with_a_reason(game: str) -> None:
    pit = bets_down(game)
    left = do.DeclareAbandoned(seat=1, reason="left", by="floor")
    early = pit.refused(left)
    assert early.code == "not_in_play"
    assert early.clauses == cited(IDS, game, "left")
    pit.do(do.CloseBetting())
    assert pit.refused(replace(left, by="dealer")).code == "not_your_role"
    assert pit.refused(replace(left, reason="")).code == "reason_missing"
    assert pit.refused(replace(left, seat=2)).code == "not_in_play"
    pit.run()
    assert not [event for event in pit.of(ev.WagerSettled) if event.result == "forfeit"]


@each_game(IDS, "left")
def test_x06_a_void_round_returns_abandoned_wagers_too(game: str) -> None:
    pit = in_round(game)
    before = {f"p{seat}": 1_000_000 for seat in (1, 3)}
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.DeclareAbandoned(seat=1, reason="left", by="floor"))
    pit.do(do.ReportWrongNumber(place="seat3", cards=1))
    assert pit.state.seating.purses == before
    play_another(pit)


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_forfeited_progressive_earns_no_envy_bonus(game: str) -> None:
    decks = {"uth": "2c 3c 4c 5c 9s Kd 2h 8s Qd 2d 3h 7s 6s 5s 3d Ah Ad", "letitride": ""}
    # Three cards go to the box. Then seat 1, seat 3 and the board get cards in turn.
    if game == "letitride":
        decks[game] = "2c 3c 4c 9s Kd 6s 8s Qd 5s 7s Jd"
    plain = in_round(game, deck=decks[game])
    plain.run()
    assert [event.seat for event in plain.of(ev.EnvyPaid)] == [3]
    pit = in_round(game, deck=decks[game])
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.DeclareAbandoned(seat=3, reason="left", by="floor"))
    pit.run()
    assert not pit.of(ev.EnvyPaid)


BREACHES = ("touch", "view", "tell")


@pytest.mark.parametrize(
    "breach", [pytest.param(b, marks=pytest.mark.clause(*cited(IDS, "topfive", b))) for b in BREACHES]
)
@pytest.mark.clause("topfive/11.A.5")
@pytest.mark.parametrize("dealing", METHODS)
def test_topfive_11_A_5_a_breach_of_conduct_forfeits_every_wager_of_the_round(
    breach: str, dealing: str
) -> None:
    (number,) = cited(IDS, "topfive", breach)
    pit = in_round("topfive", dealing)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(now.decide(seat=1, choice="play"))
    told = pit.do(do.DeclareForfeit(seat=1, clause=number, reason="showed his neighbour", by="floor"))
    lost = [event for event in told if isinstance(event, ev.WagerSettled)]
    assert {event.wager for event in lost} == {"ante", "play", "top_five", "poker"}
    for event in lost:
        assert (event.result, event.returned) == ("forfeit", 0)
        assert event.clauses == (number, "topfive/11.A.5")
        assert event.readings == ("T-08", "X-24")
    pit.run()
    assert pit.state.seating.purses["p1"] == 1_000_000 - 3000
    play_another(pit)


@pytest.mark.clause("topfive/11.A.5")
@pytest.mark.parametrize("seat", [1, 2])
def test_topfive_11_A_5_forfeits_the_wagers_on_all_of_the_players_spots(seat: int) -> None:
    pit = table("topfive", adjacent_boxes=2)
    for number, player in ((1, "ann"), (2, "ann"), (3, "bob")):
        pit.seat(number, player)
        pit.bet(number, full_bets("topfive"))
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    purse = pit.state.seating.purses["ann"]
    left = pit.fork()
    left.do(do.DeclareAbandoned(seat=seat, reason="left one box", by="floor"))
    # only the spot that the floorperson names is abandoned
    assert {1, 2} & {*left.state.bets.wagers} == {3 - seat}
    told = pit.do(do.DeclareForfeit(seat=seat, clause="topfive/11.A.4", reason="told", by="floor"))
    assert [e.seat for e in told if isinstance(e, ev.SeatForfeited)] == [seat, 3 - seat]
    assert {*pit.state.bets.wagers} == {3}
    pit.run()
    assert pit.state.seating.purses["ann"] == purse
    play_another(pit)


@pytest.mark.clause("topfive/11.A.5")
def test_topfive_11_A_5_forfeits_end_when_the_dealers_hand_is_revealed() -> None:
    breach = do.DeclareForfeit(seat=1, clause="topfive/11.A.4", reason="told his cards", by="floor")
    pit = in_round("topfive")
    pit.run(until=lambda state: isinstance(state.phase, Reveal))
    pit.fork().do(breach)
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    late = pit.refused(breach)
    assert late.code == "too_late"
    assert late.readings == ("T-08",)
    assert pit.refused(replace(breach, by="dealer")).code == "not_your_role"
    for wrong in ("topfive/11.A.1", "topfive/11.A.5", "topfive/12.A", ""):
        refused = pit.refused(replace(breach, clause=wrong))
        assert (refused.code, refused.readings) == ("no_such_outcome", ("T-08",))


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon"])
def test_no_other_game_forfeits_wagers_for_conduct(game: str) -> None:
    pit = in_round(game)
    for clause in ("topfive/11.A.4", f"{game}/11.A.1", ""):
        refused = pit.refused(do.DeclareForfeit(seat=1, clause=clause, reason="so", by="floor"))
        assert (refused.code, refused.clauses, refused.readings) == ("no_such_outcome", (), ())


# Players who do not act.

DEFAULTS = {
    "uth": ["check", "check", "fold"],
    "letitride": ["ride", "ride"],
    "dragon": ["fold"],
    "topfive": ["fold"],
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", METHODS)
def test_x25_an_inactive_player_checks_or_folds_and_their_bets_ride(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    words = {3: [DECISIONS[game][0][0]] * 2}
    asked = 0
    while True:
        pit.run(until=lambda state: isinstance(state.phase, Ask) and state.round.cursor == 0, decisions=words)
        if not isinstance(pit.state.phase, Ask):
            break
        late = pit.refused(do.ActFor(seat=3, reason="asleep", by="floor"))
        assert late.code == "out_of_turn"
        assert pit.refused(do.ActFor(seat=1, reason="", by="floor")).code == "reason_missing"
        assert pit.refused(do.ActFor(seat=1, reason="asleep", by="dealer")).code == "not_your_role"
        acted, decided, *_ = pit.do(do.ActFor(seat=1, reason="asleep", by="floor:meg"))
        assert isinstance(acted, ev.ActedFor)
        assert acted.readings == ("X-25",)
        assert acted.by == "floor:meg"
        assert isinstance(decided, ev.Decided)
        assert decided.choice == DEFAULTS[game][asked]
        asked += 1
    assert asked == len(DEFAULTS[game])
    assert pit.refused(do.ActFor(seat=1, reason="asleep", by="floor")).code == "bets_open"
    play_another(pit)


# Corrections by reversing entries.


def settled(pit: Pit, seat: int, wager: str) -> Any:
    return next(e for e in reversed(pit.of(ev.WagerSettled)) if (e.seat, e.wager) == (seat, wager))


def wager_of(game: str) -> str:
    return "bet3" if game == "letitride" else "ante"


def correct(game: str, returned: int, number: int = 1, seat: int = 1) -> do.CorrectSettlement:
    return do.CorrectSettlement(
        round=number, seat=seat, wager=wager_of(game), returned=returned, reason="misread", by="floor:meg"
    )


def most(pit: Pit, was: Any) -> int:
    """Return the largest amount, other than the actual one, that the wager `was` could have returned."""
    return max(bounds.results(pit.state, was, pit.state.previous) - {was.returned})


@pytest.mark.parametrize("game", GAMES)
def test_a_settlement_is_corrected_by_a_reversal_and_a_new_entry(game: str) -> None:
    pit = in_round(game)
    pit.run()
    was = settled(pit, 1, wager_of(game))
    purse = pit.state.seating.purses["p1"]
    won = most(pit, was)
    reversed_, right = pit.do(correct(game, won))
    assert isinstance(reversed_, ev.SettlementReversed)
    assert isinstance(right, ev.SettlementCorrected)
    assert reversed_.cents == was.returned
    assert right.returned == won
    assert reversed_.reason == right.reason == "misread"
    assert reversed_.by == right.by == "floor:meg"
    assert reversed_.clauses == was.clauses
    same = right.result == was.result  # the clauses of a loss do not apply to a win
    assert right.clauses == (was.clauses if same else ())
    assert "N-32" in right.readings and "N-32" not in reversed_.readings
    assert pit.state.seating.purses["p1"] == purse + won - was.returned
    assert was in pit.events  # the original entry is unchanged
    again, _ = pit.do(correct(game, 0))
    assert isinstance(again, ev.SettlementReversed)
    assert again.cents == won
    assert pit.state.seating.purses["p1"] == purse - was.returned
    play_another(pit)


def another(pit: Pit, game: str, number: int = 1) -> do.CorrectSettlement:
    """Return a correction of seat 1's wager to a push, or to a loss if the wager was a push."""
    table = pit.state.round.settled if number == pit.state.round.number else pit.state.previous
    now = next(one for one in reversed(table) if (one.seat, one.wager) == (1, wager_of(game)))
    return correct(game, 0 if now.returned == now.staked else now.staked, number)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_current_and_the_last_round_can_be_corrected(game: str) -> None:
    pit = in_round(game)
    none = pit.refused(correct(game, 500))
    assert none.code == "no_such_settlement"
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    pit.do(another(pit, game))  # a correction in this round
    pit.run()
    pit.do(another(pit, game))  # a correction of the last round while bets are open
    for seat in (1, 3):
        pit.bet(seat, MAIN[game])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    pit.do(another(pit, game))  # a correction of the last round while the next round is played
    pit.do(another(pit, game, 2))
    pit.run()
    old = pit.refused(correct(game, 127))
    assert old.code == "no_such_settlement"
    assert old.remedy
    for wrong in (
        replace(correct(game, 5, number=2), wager="no such wager"),
        replace(correct(game, 5, number=2), seat=2),
        correct(game, 5, number=3),
        correct(game, 5, number=0),
    ):
        assert pit.refused(wrong).code == "no_such_settlement"


@pytest.mark.parametrize("game", GAMES)
def test_only_the_floor_corrects_with_a_reason_and_a_change(game: str) -> None:
    pit = in_round(game)
    pit.run()
    was = settled(pit, 1, wager_of(game))
    assert pit.refused(correct(game, was.returned)).code == "nothing_wrong"
    assert pit.refused(correct(game, -1)).code == "nothing_wrong"
    assert pit.refused(replace(correct(game, 5), reason=" ")).code == "reason_missing"
    for other in ("dealer", "player:p1", "surveillance"):
        assert pit.refused(replace(correct(game, 5), by=other)).code == "not_your_role"


@pytest.mark.parametrize("game", GAMES)
def test_reversal_beyond_the_purse_leaves_a_debt(game: str) -> None:
    pit = in_round(game)
    pit.run()
    if settled(pit, 1, wager_of(game)).returned != 2000:
        pit.do(correct(game, 2000))
    pit.do(do.CashOut(player="p1"), do.GetUp(seat=1))
    *_, owes = pit.do(correct(game, 1000))
    assert owes == ev.PlayerOwes(player="p1", cents=1000, readings=("X-06",), audience=ev.EVERYONE)
    assert pit.refused(do.CashOut(player="p1")).code == "bad_amount"
    *_, more = pit.do(correct(game, 0))
    assert isinstance(more, ev.PlayerOwes)
    assert more.cents == 2000
    pit.do(do.BuyIn(player="p1", cents=1000))
    # the player has left, so the table holds the amount for them, minus debts
    told = pit.do(correct(game, 2000))
    assert not [event for event in told if isinstance(event, ev.PlayerOwes)]
    assert pit.state.seating.purses["p1"] == 1000
    pit.do(do.CashOut(player="p1"))


@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_a_wager_returned_in_a_void_round_is_corrected_once(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: isinstance(state.phase, Reveal), decisions={1: DEFAULTS[game]})
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    pit.run()
    purse = pit.state.seating.purses["p1"]
    reversed_, _ = pit.do(correct(game, 0))
    assert isinstance(reversed_, ev.SettlementReversed)
    assert reversed_.cents == 1000
    assert pit.state.seating.purses["p1"] == purse - 1000
    assert [s.returned for s in pit.state.previous if (s.seat, s.wager) == (1, "ante")] == [0]
    pit.do(correct(game, 1000))
    assert pit.state.seating.purses["p1"] == purse


# Changes of the rules.


def changed(pit: Pit, **choices: Any) -> do.ChangeRules:
    return do.ChangeRules(choices=replace(pit.state.rules.choices, **choices), by="floor:meg")


@pytest.mark.parametrize("game", GAMES)
def test_rules_change_only_while_the_layout_is_clear(game: str) -> None:
    pit = table(game)
    pit.seat(1, "p1")
    new = changed(pit, limits={wager_of(game): Limit(minimum=2500)})
    assert pit.refused(replace(new, by="dealer")).code == "not_your_role"
    pit.bet(1, MAIN[game])
    lying = pit.refused(new)
    assert lying.code == "round_open"
    assert lying.clauses
    pit.do(do.CloseBetting())
    while pit.state.round.number == 1:
        assert pit.refused(new).code == "round_open"
        before = pit.state
        pit.run(until=lambda state, before=before: state != before)  # type: ignore[misc]
    (told,) = pit.do(new)
    assert isinstance(told, ev.RulesChanged)
    assert told.by == "floor:meg"
    low = pit.refused(now.bet(seat=1, wagers=dict.fromkeys(MAIN[game], 1000)))
    assert low.code == "below_minimum"
    pit.do(now.bet(seat=1, wagers=dict.fromkeys(MAIN[game], 2500)), do.CloseBetting())
    pit.run()
    assert pit.state.round.number == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_its_game_its_decks_and_its_broken_devices(game: str) -> None:
    pit = table(game, "shoe", decks=2)
    other = next(name for name in GAMES if name != game)
    assert pit.refused(do.ChangeRules(choices=rules_for(other).choices, by="floor")).code == (
        "no_such_outcome"
    )
    assert pit.refused(changed(pit, decks=1)).code == "too_many_decks"
    assert pit.refused(changed(pit, shuffler="none")).code == "no_shuffler"
    pit.do(do.RemoveDeck(deck="blue", reason="one is enough"))
    assert pit.refused(changed(pit, dealing="hand", shuffler="none")).code == "machine_needed"
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    assert pit.refused(changed(pit, shuffler="none", decks=1)).code == "device_uncovered"
    pit.do(do.HandleDevice(device="shuffler", how="marked"))
    assert pit.refused(changed(pit, shuffler="plain", decks=1)).code == "device_out_of_order"
    pit.do(changed(pit, shuffler="none", decks=1))
    pit.seat(1, "p1")
    play_another(pit)
    with pytest.raises(Refused, match="no_such_outcome"):
        pit.do(changed(pit, paytables=dict.fromkeys(pit.state.rules.choices.paytables, "Z")))


def test_continuing_meters_keep_their_amount() -> None:
    pit = bets_down("uth")
    pit.do(do.CloseBetting())
    pit.run()
    shown = pit.meters["main"]
    progressive = pit.state.rules.choices.progressive
    assert progressive is not None
    pit.do(changed(pit, progressive=replace(progressive, initial={"main": 9_000_000})))
    assert pit.meters["main"] == shown
    unexplained = changed(pit, progressive=None)
    assert pit.refused(unexplained).code == "reason_missing", "a meter may close only with a reason"
    pit.do(replace(unexplained, reason="the link is withdrawn"))
    assert pit.meters == {}
    pit.do(changed(pit, progressive=progressive))
    assert pit.meters["main"] == progressive.initial["main"]


# Test attestations.

RECORDED = [c.id for c in clauses().values() if c.rule and c.status == "recorded"]


@pytest.mark.parametrize(
    "clause", [pytest.param(clause, marks=pytest.mark.clause(clause)) for clause in RECORDED]
)
def test_records_attestations_of_physical_facts(clause: str) -> None:
    game = clause.split("/")[0]
    pit = table(game)
    for by in ("dealer:joe", "floor:meg"):
        attested = pit.one(do.Attest(clause=clause, note="seen", by=by))
        assert isinstance(attested, ev.Attested)
        assert (attested.clause, attested.by, attested.note) == (clause, by, "seen")
        assert attested.clauses == (clause,)
    assert clause in pit.state.care.attested
    assert pit.refused(do.Attest(clause=clause, by="player:ann")).code == "not_your_role"
    elsewhere = table(next(name for name in GAMES if name != game))
    assert elsewhere.refused(do.Attest(clause=clause)).code == "not_recorded"


@pytest.mark.parametrize("game", GAMES)
def test_only_recorded_clauses_are_attested(game: str) -> None:
    pit = table(game)
    for entry in clauses().values():
        if entry.id not in RECORDED:
            assert pit.refused(do.Attest(clause=entry.id)).code == "not_recorded"
    assert pit.refused(do.Attest(clause="no such clause")).code == "not_recorded"


@pytest.mark.clause("uth/12.F.1", "uth/7.G")
@pytest.mark.parametrize(
    "change", [{"payout_limit": 100}, {"adjacent_boxes": 2}, {"readings": {"U-08": "R2"}}]
)
def test_rejects_change_to_unlawful_rules(change: dict[str, object]) -> None:
    pit = table("uth", submission={})
    assert pit.refused(changed(pit, **change)).clauses


def test_rule_change_replaces_all_choices() -> None:
    """A rule change replaces all choices, so no old choice stays by accident."""
    assert set(do.ChangeRules.__struct_fields__) == {"choices", "reason", "by", "at"}
    assert OperatorChoices.__struct_config__.forbid_unknown_fields
