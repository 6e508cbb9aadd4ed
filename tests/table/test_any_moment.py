"""Test that names, counts, decks and decisions can be corrected at any moment, so every round can end
lawfully.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.cards import Card, parse_cards
from croupier.games import game as game_of
from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Turn
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.naming import cards_at
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import BETTING, TableState
from tests.helpers.mishaps import FOLDS, IDS, before_bets, moments, worth
from tests.helpers.pit import Pit, bets_down, cited, each_game, in_round, play_another, table
from tests.helpers.table_help import GAMES, MAIN, METHODS

replace = msgspec.structs.replace

DEFECTIVE = {  # the clauses of a wrong count and of a defective deck, by game and method
    ("uth", "shoe"): "8.G 8.G.2", ("uth", "hand"): "9.E 9.E.2", ("uth", "automated"): "10.E 10.E.2",
    ("letitride", "shoe"): "8.F 8.F.2", ("letitride", "hand"): "9.H 9.H.2",
    ("letitride", "automated"): "10.G 10.G.2",
    ("dragon", "shoe"): "8.G 8.G.2", ("dragon", "hand"): "9.F 9.H", ("dragon", "automated"): "10.E 10.G",
    ("topfive", "shoe"): "8.F.3 8.F.5", ("topfive", "hand"): "9.D.3 9.D.5",
    ("topfive", "automated"): "10.C.2 10.C.4",
}  # fmt: skip


def settling(state: TableState) -> bool:
    return isinstance(state.phase, Settle)


def one_settled(state: TableState) -> bool:
    """Return whether the first of two hands is settled."""
    return isinstance(state.phase, Settle) and state.round.cursor == 1


def free_card(pit: Pit) -> Card:
    """Return a card that is not on the table."""
    layout = pit.state.layout
    known = [card for cards in layout.cards.values() for card in cards]
    known += [card for _, cards in layout.rack for card in cards]
    return next(card for card in pit.state.game.deck.order if known.count(card) == 0)


def misread(place: str, index: int, card: Card, **more: Any) -> do.CorrectNaming:
    return do.CorrectNaming(place=place, index=index, card=card, reason="misread", by="floor:meg", **more)


def outcome(pit: Pit) -> dict[tuple[int, str], tuple[str, int]]:
    return {(s.seat, s.wager): (s.result, s.returned) for s in pit.state.round.settled}


# Corrected names, and payments based on a wrong name.


@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("uth", "board"), ("uth", "dealer"), ("uth", "box"), ("letitride", "board"), ("letitride", "box"),
        ("dragon", "dealer"), ("topfive", "dealer"), ("uth", "seat3"), ("letitride", "seat3"),
        ("dragon", "seat3"), ("topfive", "seat3"),
    ],
)  # fmt: skip
def test_card_correction_after_the_first_payment_resettles_the_round(game: str, place: str) -> None:
    late = in_round(game)
    late.run(until=one_settled)
    early = in_round(game)
    early.run(until=settling)
    right = free_card(late)
    told = late.do(misread(place, 0, right))
    assert isinstance(told[0], ev.NamingCorrected)
    assert told[0].audience == ev.EVERYONE
    reopened = [event for event in told if isinstance(event, ev.WagerReopened)]
    again = [event for event in told if isinstance(event, ev.HandReopened)]
    assert bool(reopened) is bool(again)
    if reopened:
        assert {event.seat for event in reopened} == {3}
        assert late.state.round.cursor == 0
        assert all("X-06" in event.readings for event in reopened)
    early.do(misread(place, 0, right))
    for pit in (late, early):
        pit.run(until=lambda state: isinstance(state.phase, Rack))
    assert outcome(late) == outcome(early)
    assert worth(late) == worth(early)
    play_another(late)


@pytest.mark.parametrize("game", GAMES)
def test_card_correction_after_settlement_reopens_it(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    pit.do(misread("seat1", 0, free_card(pit)))
    assert one_settled(pit.state)  # seat 1's hand, which is settled last
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    play_another(pit)


def test_swapped_card_names_are_corrected_in_one_command() -> None:
    pit = in_round("uth")
    pit.run(until=settling)
    one, two = pit.state.layout.cards["board"][:2]
    assert one is not None and two is not None
    crossed = misread("board", 0, two)
    twice = pit.refused(crossed)
    assert (twice.code, twice.clauses) == ("card_twice", ("uth/3.A.1",))
    assert "declare the deck defective" in twice.remedy
    told = pit.do(replace(crossed, others=(do.CardName("board", 1, one),)))
    assert [type(event) for event in told[:2]] == [ev.NamingCorrected, ev.NamingCorrected]
    assert pit.state.layout.cards["board"][:2] == (two, one)
    pit.run()
    assert pit.state.round.number == 2


@pytest.mark.parametrize("game", ["uth", "topfive"])
def test_corrected_mucked_card_is_renamed_in_the_rack(game: str) -> None:
    pit = table(game, submission={})
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, MAIN[game])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: "seat1" in dict(state.layout.rack), decisions=FOLDS[game])
    right = free_card(pit)
    told = pit.one(misread("seat1", 0, right))
    assert told.audience == ("player:p1",)
    assert dict(pit.state.layout.rack)["seat1"][0] == right
    assert cards_at(pit.state, "seat1")[0] == right
    pit.run()
    assert dict(pit.state.layout.rack)["seat1"][0] == right


@pytest.mark.clause("uth/11.J.2.e.i")
@pytest.mark.parametrize("when", ["before its turn", "after it"])
def test_corrected_mucked_hand_earns_others_the_envy_bonus(when: str) -> None:
    """Seat 1 mucks the nine and eight of spades, a straight flush with the Flop. The eight was misread."""
    deck = game_of("uth").deck
    laid = parse_cards("9s Kd 3c 2d Qh 4d 2h 7s 6s 5s 3h Jc Tc", deck)
    submission = {"progressive": {"paytable": "A", "stake": 1}}
    pit = table("uth", source=StackedDeck(deck, laid), submission=submission)
    for seat, bets in ((1, MAIN["uth"]), (3, {**MAIN["uth"], "progressive": 1})):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, bets)
    pit.do(do.CloseBetting())
    pit.run(until=settling, decisions={1: ["check", "check", "fold"], 3: ["4x"]})
    if when == "after it":
        pit.run(until=lambda state: isinstance(state.phase, Rack))
        assert not pit.of(ev.EnvyPaid)
    pit.do(misread("seat1", 1, Card("8s")))
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    (envy,) = pit.of(ev.EnvyPaid)
    assert (envy.seat, envy.holder, envy.cents) == (3, 1, 30_000)
    shown = next(event for event in pit.of(ev.HandShown) if event.seat == 1)
    assert (shown.clauses, shown.readings) == (
        envy.clauses,
        envy.readings,
    )  # the clauses for showing a folded hand


def test_card_in_the_rack_counts_as_used() -> None:
    """A card in the rack cannot be named again elsewhere."""
    pit = table("uth", submission={})
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, MAIN["uth"])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: "seat1" in dict(state.layout.rack), decisions=FOLDS["uth"])
    racked = dict(pit.state.layout.rack)["seat1"][0]
    assert racked is not None
    assert pit.refused(misread("dealer", 0, racked)).code == "card_twice"


def test_corrects_names_of_face_up_cards_in_the_rack() -> None:
    pit = in_round("uth", "shoe")
    pit.deal_next()
    pit.do(do.ReportFaceUp(cards=(None,)))
    right = free_card(pit)
    told = pit.one(misread("face up", 0, right))
    assert told.audience == ev.EVERYONE
    assert dict(pit.state.layout.rack)["face up"] == (right,)


# Defective decks.


@pytest.mark.parametrize(
    ("game", "dealing"),
    [
        pytest.param(game, dealing, marks=pytest.mark.clause(*(f"{game}/{n}" for n in ids.split())))
        for (game, dealing), ids in DEFECTIVE.items()
    ],
)
def test_defective_deck_voids_the_round_and_is_removed_at_any_moment(game: str, dealing: str) -> None:
    wrong, defective = (f"{game}/{number}" for number in DEFECTIVE[game, dealing].split())
    declared = 0
    for pit in moments(game, dealing):
        if pit.state.round.phase == BETTING:
            continue
        paid = pit.state.round.envy or [
            s for s in pit.state.round.settled[pit.state.round.before_showdown :] if s.result == "win"
        ]
        found, *rest = pit.do(do.DeclareDefective(reason="the king of spades twice", by="floor:meg"))
        assert found == ev.DeckDefective(
            deck="red",
            reason="the king of spades twice",
            by="floor:meg",
            clauses=(wrong, defective),
            readings=("X-08", "X-06") if paid else ("X-08",),
            audience=ev.EVERYONE,
        )
        (voided,) = [event for event in rest if isinstance(event, ev.RoundVoided)]
        assert (voided.clauses, voided.readings) == ((defective,), ("X-08", "X-05"))
        removed = rest[-1]
        assert isinstance(removed, ev.DeckRemoved)
        assert (removed.deck, removed.clauses, removed.readings) == ("red", (defective,), ("X-08",))
        for event in rest:
            if isinstance(event, ev.WagerSettled):
                assert (event.clauses, event.readings) == ((defective,), ("X-08", "X-05"))
        assert worth(pit) == before_bets(game, dealing)
        pit.do(do.RackCards())
        assert not pit.state.care.packs
        declared += 1
    assert declared > 4
    early = bets_down(game, dealing).refused(do.DeclareDefective(reason="so", by="floor"))
    assert (early.code, early.clauses) == ("not_in_play", (defective,))


# Matters that no clause covers, and payments already made.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", METHODS)
def test_x06_ruling_reverses_or_keeps_payments_at_any_moment(game: str, dealing: str) -> None:
    ruled = 0
    for pit in moments(game, dealing):
        asked = pit.one(do.ReportOther(matter="other", detail="a glass fell over", by="floor"))
        assert isinstance(asked, ev.RulingAsked)
        stands = pit.fork()
        stands.do(do.RuleOnIncident(outcome="play_on", reason="no harm", by="floor"))
        before = (stands.state.seating, stands.state.bets)
        assert before == (pit.state.seating, pit.state.bets)
        word, *_ = pit.do(do.RuleOnIncident(outcome="void", reason="all wet", by="floor:meg"))
        assert isinstance(word, ev.Ruled)
        assert word.clauses == cited(IDS, game, "number")  # applied by analogy
        assert {"X-15", "X-05"} <= {*word.readings}
        (voided,) = pit.of(ev.RoundVoided)
        assert voided.clauses == cited(IDS, game, "number")
        assert worth(pit) == before_bets(game, dealing)
        ruled += 1
        if ruled % 5 == 0:
            play_another(pit)
    assert ruled > 8


def test_ruling_cites_x06_only_after_a_payment() -> None:
    for moment, late in ((lambda s: isinstance(s.phase, Reveal), False), (one_settled, True)):
        pit = in_round("letitride")
        pit.run(until=moment)
        pit.do(do.ReportOther(matter="other", detail="a glass fell over"))
        ruled = pit.do(do.RuleOnIncident(outcome="void", reason="so", by="floor"))[0]
        paid = any(event.result == "win" for event in pit.of(ev.WagerSettled))
        assert ("X-06" in ruled.readings) is (late and paid)


def test_void_with_empty_purse_leaves_a_debt_paid_by_later_chips() -> None:
    pit = in_round("letitride")
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    seat, winner = next((s.seat, s.player) for s in pit.state.round.settled if s.result == "win")
    pit.do(do.CashOut(player=winner))
    pit.do(do.ReportWrongNumber(place="seat1", cards=9))
    told = pit.do(do.RuleOnIncident(outcome="void", reason="misdealt", by="floor"))
    owes = next(event for event in told if isinstance(event, ev.PlayerOwes))
    assert (owes.player, owes.readings) == (winner, ("X-06",))
    assert pit.state.seating.purses[winner] == -owes.cents < 0
    pit.run()
    bet = do.Bet(seat=seat, wagers={"bet1": 100, "bet2": 100, "bet3": 100}, round=2)
    assert pit.refused(bet).code == "insufficient_funds"
    pit.do(do.BuyIn(player=winner, cents=owes.cents + 500))
    assert pit.state.seating.purses[winner] == 500


# Decisions that were entered wrongly.

CORRECTED = [  # the game, the entered decision and the actual decision
    ("uth", "4x", "check"), ("uth", "check", "3x"), ("uth", "4x", "3x"),
    ("letitride", "withdraw", "ride"), ("letitride", "ride", "withdraw"),
    ("dragon", "fold", "play"), ("dragon", "play", "fold"),
    ("topfive", "fold", "play"), ("topfive", "play", "fold"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "keyed", "said"), CORRECTED)
def test_x15_a_wrongly_entered_decision_is_corrected_before_the_next_card(
    game: str, keyed: str, said: str
) -> None:
    submissions: tuple[dict[str, Any] | None, ...] = (None, {})
    # with side wagers the folded hand stays on the table; without them it is mucked
    for submission in submissions:
        wrong, right = (
            (in_round(game, submission=submission) for _ in range(2))
            if submission is None
            else (plain(game), plain(game))
        )
        for pit, word in ((wrong, keyed), (right, said)):
            pit.run(until=lambda state: isinstance(state.phase, Ask))
            pit.do(decision(pit, 1, word))
        fix = correction(wrong, 1, said)
        assert wrong.refused(replace(fix, by="dealer")).code == "not_your_role"
        assert wrong.refused(replace(fix, reason="")).code == "reason_missing"
        assert wrong.refused(replace(fix, choice=keyed)).code == "nothing_wrong"
        assert wrong.refused(replace(fix, round=7)).code == "too_late"
        assert wrong.refused(replace(fix, seat=3)).code == "too_late"
        corrected = wrong.do(fix)[0]
        assert isinstance(corrected, ev.DecisionCorrected)
        assert (corrected.was, corrected.choice, corrected.by) == (keyed, said, "floor:meg")
        assert corrected.readings == ("X-15",)
        assert wrong.state.bets == right.state.bets
        assert wrong.state.seating == right.state.seating
        assert wrong.state.layout == right.state.layout
        assert (wrong.state.round.folded, wrong.state.round.settled) == (
            right.state.round.folded, right.state.round.settled
        )  # fmt: skip
        for pit in (wrong, right):
            pit.run()
        assert worth(wrong) == worth(right)


def plain(game: str) -> Pit:
    pit = table(game, submission={})
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, MAIN[game])
    pit.do(do.CloseBetting())
    return pit


def decision(pit: Pit, seat: int, word: str) -> do.Decide:
    phase = pit.state.phase
    assert isinstance(phase, Ask)
    return do.Decide(seat=seat, choice=word, round=pit.state.round.number, question=phase.name)


def correction(pit: Pit, seat: int, word: str) -> do.CorrectDecision:
    asked = pit.state.round.answers[0].question
    number = pit.state.round.number
    return do.CorrectDecision(
        seat=seat, choice=word, round=number, question=asked, reason="misheard", by="floor:meg"
    )


@pytest.mark.parametrize("game", GAMES)
def test_x15_decision_is_final_after_the_next_card(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(decision(pit, 1, DEFAULT[game]))
    fix = correction(pit, 1, OTHER[game])
    while isinstance(pit.state.phase, Ask):
        pit.do(decision(pit, pit.state.round.in_play[pit.state.round.cursor], DEFAULT[game]))
    assert isinstance(pit.state.phase, Deal | Turn | Reveal)
    pit.fork().do(fix)  # all players have decided, but no card has been turned since
    pit.run(until=lambda state: isinstance(state.phase, Ask | Settle))
    late = pit.refused(fix)
    assert (late.code, late.readings) == ("too_late", ("X-15",))
    assert late.remedy


DEFAULT = {"uth": "check", "letitride": "ride", "dragon": "play", "topfive": "play"}
OTHER = {"uth": "4x", "letitride": "withdraw", "dragon": "fold", "topfive": "fold"}


# A chip that the progressive system did not register (7.F.3.b).


def locked(state: TableState) -> bool:
    """Return whether the progressive system is locked and its chips are not yet collected."""
    phase = state.phase
    return isinstance(phase, Collect) and phase.wager == "progressive" and state.round.cursor == 1


ACCEPTED = {"uth": "7.F.3.b", "letitride": "7.E.6.b"}


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.clause(f"{g}/{n}")) for g, n in ACCEPTED.items()]
)
def test_unaccepted_progressive_wager_is_returned_before_the_deal(game: str) -> None:
    pit = bets_down(game)
    meters = pit.meters
    pit.do(do.CloseBetting())
    pit.run(until=locked)
    phase = pit.state.phase
    assert isinstance(phase, Collect)
    mismatch = pit.refused(do.CollectChips(wager="progressive", chips=1))
    assert (mismatch.code, mismatch.clauses) == ("chips_mismatch", phase.tally)
    purse = pit.state.seating.purses["p1"]
    chip = do.ReturnChip(wager="progressive", seat=1, reason="no light")
    assert pit.refused(replace(chip, seat=2)).code == "no_wagers"
    assert pit.refused(replace(chip, reason="")).code == "reason_missing"
    back, *_ = pit.do(chip)
    assert isinstance(back, ev.ChipReturned)
    assert back.clauses == (*phase.tally, f"{game}/{ACCEPTED[game]}")
    assert pit.state.seating.purses["p1"] == purse + back.cents
    assert pit.state.round.progressive_seats == (3,)
    pit.do(do.CollectChips(wager="progressive", chips=1))
    late = pit.refused(replace(chip, seat=3))
    assert (late.code, late.clauses) == ("out_of_order", phase.bank)
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    alone = bets_down(game, seats=(3,))
    alone.do(do.CloseBetting())
    alone.run(until=lambda state: isinstance(state.phase, Deal))
    assert pit.meters == alone.meters != meters
    pit.run()
    assert pit.state.round.number == 2


# Players who leave (7.C.2 and the corresponding clauses of other games).


@each_game({"uth": {"left": "7.C.2"}, "letitride": {"left": "7.B.2"}, "dragon": {"left": "7.C.2"},
            "topfive": {"left": "7.B.3"}}, "left")  # fmt: skip
def test_player_may_abandon_wagers_and_leave_at_any_moment(game: str) -> None:
    left = 0
    for pit in moments(game, "hand"):
        stay = pit.refused(do.GetUp(seat=1))
        assert stay.code == "stay_seated"
        at_risk = pit.state.bets.wagers.get(1)
        assert ("abandoned" in stay.remedy) is bool(at_risk)
        gone = do.DeclareAbandoned(seat=1, reason="went home", by="floor")
        if not at_risk:
            assert pit.refused(gone).code == "not_in_play"
            continue
        pit.do(gone)
        pit.do(do.GetUp(seat=1))
        pit.seat(1, "someone new")  # separate chips from those of the player who left
        void = pit.fork()
        pit.run()
        assert pit.state.round.number == 2
        assert pit.state.seating.purses["someone new"] == 1_000_000
        void.do(do.DeclareDefective(reason="a card twice", by="floor"))
        assert void.state.seating.purses == {"p1": 1_000_000, "p3": 1_000_000, "someone new": 1_000_000}
        left += 1
    assert left > 4
