"""Test properties that every game has with any dealing method, number of seats and wagers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.rulebook import clauses, readings
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import cards_due, plan_of
from croupier.table.codec import (
    decode_command,
    decode_event,
    decode_events,
    decode_state,
    encode_command,
    encode_event,
    encode_events,
    encode_state,
)
from croupier.table.driving.driver import AUTOMATIONS, next_command
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import apply, can, decide, fold, verify
from croupier.table.machine import do as carry_out
from croupier.table.readers.ledger import INVENTORY, LAYOUT, player, postings
from croupier.table.refusals import TableCode
from croupier.table.state import BETTING, TableState
from tests.helpers import now
from tests.helpers.table_help import (
    DECISIONS,
    EVERYTHING,
    GAMES,
    MAIN,
    METHODS,
    SEATS,
    SIDES,
    Mapped,
    Played,
    play,
    record,
    seat,
)
from tests.independent.dealing import new_deck

ROUNDS = 3  # random rounds per kind of table


def random_round(game: str, dealing: str, full: bool, sides: bool, number: int) -> Mapped:
    rng = random.Random(f"{game} {dealing} {full} {sides} {number}")
    seats = range(1, SEATS[game] + 1) if full else [rng.randint(1, SEATS[game])]
    bets = {**MAIN[game], **SIDES[game]} if sides else MAIN[game]
    written = record(
        game,
        [seat(one, bets, rng.choice(DECISIONS[game]), f"p{one}") for one in seats],
        dealing=dealing,
        submission=EVERYTHING[game] if sides else {},
    )
    deck = new_deck(game)
    rng.shuffle(deck)
    written["deck"] = " ".join(deck)
    return written


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((game, dealing, full, sides), id=f"{game}-{dealing}-{'full' if full else 'one'}-{note}")
        for game in GAMES
        for dealing in METHODS
        for full in (False, True)
        for sides, note in ((False, "main"), (True, "sides"))
    ],
)
def rounds(request: pytest.FixtureRequest) -> list[Played]:
    name, dealing, full, sides = request.param
    return [play(random_round(name, dealing, full, sides, number)) for number in range(ROUNDS)]


def at_every_event(played: Played) -> Iterator[tuple[ev.TableEvent, TableState]]:
    state = played.opening
    for event in played.events:
        state = apply(state, event)
        yield event, state


def test_every_card_is_accounted_for_at_every_event(rounds: list[Played]) -> None:
    for played in rounds:
        deck = Counter(played.opening.game.deck.order)
        for event, state in at_every_event(played):
            layout = state.layout
            lying = [card for cards in layout.cards.values() for card in cards]
            racked = [card for _, cards in layout.rack for card in cards]
            assert len(lying) + len(racked) + layout.stub + layout.racked_stub == deck.total(), event
            known = Counter(card for card in lying + racked if card is not None)
            assert known <= deck, event
            assert all(
                0 <= up <= len(layout.cards.get(place, range(99))) for place, up in layout.turned.items()
            )


def test_money_is_conserved_at_every_event(rounds: list[Played]) -> None:
    for played in rounds:
        balances: Counter[str] = Counter()
        for event, state in at_every_event(played):
            lines = postings(event)
            assert sum(cents for _, cents in lines) == 0, event
            for account, cents in lines:
                balances[account] += cents
            for name, purse in state.seating.purses.items():
                assert balances[player(name)] == purse >= 0, event
            at_risk = sum(
                cents
                for wagers in state.bets.wagers.values()
                for wager, cents in wagers.items()
                if wager not in state.bets.banked
            )
            assert balances[LAYOUT] == at_risk, event
        assert balances[LAYOUT] == 0
        assert not played.closing.bets.wagers


def test_every_wager_placed_is_settled_once(rounds: list[Played]) -> None:
    for played in rounds:
        placed = Counter((e.seat, e.wager, e.cents) for e in played.events if isinstance(e, ev.WagerPlaced))
        settled = Counter(
            (e.seat, e.wager, e.staked) for e in played.events if isinstance(e, ev.WagerSettled)
        )
        assert placed == settled
        assert set(placed.values()) == {1}


def test_acts_follow_the_required_order(rounds: list[Played]) -> None:
    for played in rounds:
        kinds = [type(event) for event in played.events]

        def at(*wanted: type[ev.TableEvent], kinds: list[type[ev.TableEvent]] = kinds) -> list[int]:
            return [index for index, kind in enumerate(kinds) if kind in wanted]

        closed, ended = at(ev.BetsClosed), at(ev.RoundEnded)
        assert len(closed) == 1
        assert len(ended) == 1
        readied = {ev.DeckShuffled, ev.DeckCut, ev.DeckLoaded}  # the driver loads the deck for the next round
        assert set(kinds[ended[0] + 1 :]) <= readied
        dealt, stub = at(ev.CardsDealt), at(ev.StubRacked)
        assert closed[0] < dealt[0]
        assert dealt[-1] < stub[0]
        assert len(stub) == 1
        assert max(at(ev.ChipsBanked, ev.LammersPlaced, ev.ProgressiveLocked), default=0) < dealt[0]
        decided, shown = at(ev.Decided), at(ev.HandShown)
        revealed = at(ev.DealerRevealed)
        assert decided[-1] < min(revealed + shown, default=len(kinds))
        assert max(revealed, default=0) < min(shown, default=len(kinds))
        assert max(at(ev.SeatSettled), default=0) < at(ev.CardsRacked)[-1]
        settled = [event.seat for event in played.events if isinstance(event, ev.SeatSettled)]
        assert settled == sorted(settled, reverse=True)
        questions: dict[str, list[int]] = {}
        for event in played.events:
            if isinstance(event, ev.Decided):
                questions.setdefault(event.question, []).append(event.seat)
        for asked in questions.values():
            assert asked == sorted(asked)
        done: set[int] = set()
        for event in played.events:
            if isinstance(event, ev.SeatSettled):
                done.add(event.seat)
            elif isinstance(event, ev.WagerSettled | ev.HandShown):
                assert event.seat not in done


def test_replay_gives_the_same_states(rounds: list[Played]) -> None:
    for played in rounds:
        assert fold(played.opening, played.events) == played.closing
        for step in played.steps:
            assert decide(step.before, step.command) == step.events
            assert carry_out(step.before, step.command) == (step.after, step.events)


def test_events_commands_and_states_survive_json(rounds: list[Played]) -> None:
    for played in rounds:
        for step in played.steps:
            assert decode_command(encode_command(step.command)) == step.command
            assert decode_events(encode_events(step.events)) == step.events
            for event in step.events:
                assert decode_event(encode_event(event)) == event
            written = encode_state(step.after)
            assert decode_state(written) == step.after
            assert encode_state(decode_state(written)) == written


def test_decoded_table_decides_the_same(rounds: list[Played]) -> None:
    for played in rounds:
        for step in played.steps:
            state = decode_state(encode_state(step.before))
            assert decide(state, decode_command(encode_command(step.command))) == step.events


def test_events_cite_existing_clauses(rounds: list[Played]) -> None:
    money = (ev.BoughtIn, ev.CashedOut, ev.RoundEnded)  # no clause covers the cage or the round count
    for played in rounds:
        for event in played.events:
            assert all(cited in clauses() for cited in event.clauses), event
            assert all(cited in readings() for cited in event.readings), event
            # naming a card is covered by the clauses of the deal
            if not isinstance(event, (*money, ev.CardsNamed)):
                assert event.clauses, event


# Acts allowed in each phase of the script. All others are out of order.
OPEN_TO: dict[type | None, set[type[do.TableCommand]]] = {
    None: {do.Bet, do.TakeBack, do.CloseBetting},
    Collect: {do.LockProgressive, do.CollectChips, do.BankChips},
    Deal: {do.DealCards},
    Ask: {do.Decide},
    Turn: {do.TurnUp},
    Stub: {do.RackStub},
    Reveal: {do.RevealDealer},
    Settle: {do.SettleSeat, do.ValidateProgressive, do.PayProgressive},
    Rack: {do.RackCards},
}
ORDERED = set().union(*OPEN_TO.values())


def wrong_acts(state: TableState, rng: random.Random) -> list[do.TableCommand]:
    """Return various commands. At any given moment, most of them are illegal."""
    last = state.game.seats
    somebody = rng.choice(list(state.seating.seats.values()) or ["nobody"])
    wagers = {rule.name: 500 for rule in state.game.wagers}
    known = [card for cards in state.layout.cards.values() for card in cards if card is not None]
    acts: list[do.TableCommand] = [
        do.SitDown(seat=0, player="x", by="player:x"),
        do.SitDown(seat=last + 1, player="x", by="player:x"),
        do.SitDown(seat=rng.randint(1, last), player="x", by="cage"),
        do.BuyIn(player=somebody, cents=0),
        do.BuyIn(player=somebody, cents=-5),
        do.CashOut(player="a stranger"),
        do.CloseBetting(),
        do.CloseBetting(by=f"player:{somebody}"),
        do.LockProgressive(),
        do.DealCards(cards=()),
        do.DealCards(cards=(None,) * 60),
        do.DealCards(cards=(Card("Zz"),) * max(1, cards_due(state))),
        do.DealCards(cards=tuple(known[:1]) * max(1, cards_due(state))),
        do.DealCards(cards=(None,) * (cards_due(state) + 1)),
        do.TurnUp(),
        do.TurnUp(cards=(Card("Zz"),)),
        do.TurnUp(by="floor"),
        do.RackStub(),
        do.RackStub(by=f"player:{somebody}"),
        do.RevealDealer(),
        do.RackCards(),
        do.CollectChips(wager="progressive", chips=99),
        do.CollectChips(wager="no such wager", chips=1),
        do.BankChips(wager="progressive"),
        do.BankChips(wager="five_card"),
    ]
    for one in {0, 1, rng.randint(1, last), last, *state.round.in_play}:
        acts += [
            now.bet(seat=one, wagers={}),
            now.bet(seat=one, wagers=wagers),
            now.bet(seat=one, wagers={"no such wager": 500}),
            now.bet(seat=one, wagers={state.game.wagers[0].name: -500}),
            now.bet(seat=one, wagers={state.game.wagers[0].name: 10**15}),
            now.bet(seat=one, wagers={state.game.wagers[0].name: 500}, by="player:a stranger"),
            now.take_back(seat=one),
            do.GetUp(seat=one),
            now.decide(seat=one, choice="no such choice"),
            now.decide(seat=one, choice=rng.choice(["check", "play", "fold"]), by="player:a stranger"),
            now.decide(seat=one, choice="play"),
            now.decide(seat=one, choice="check"),
            now.decide(seat=one, choice="ride"),
            now.decide(seat=one, choice="4x"),
            do.SettleSeat(seat=one),
            do.SettleSeat(seat=one, by="floor"),
            do.ValidateProgressive(seat=one, by="floor"),
            do.ValidateProgressive(seat=one, by="dealer"),
            do.PayProgressive(seat=one),
        ]
    return acts


def must_be_refused(state: TableState, act: do.TableCommand) -> bool:
    """Return whether an act is certainly illegal, without asking the state machine."""
    phase, round_ = state.phase, state.round
    kind = type(act)
    role = act.by.partition(":")[0]
    if role not in kind.roles or "stranger" in act.by:
        return True
    if kind in ORDERED and type(phase) in OPEN_TO and kind not in OPEN_TO[type(phase) if phase else None]:
        return True
    if isinstance(act, do.Decide) and isinstance(phase, Ask):
        names = {choice.name for choice in phase.choices}
        return act.seat != round_.in_play[round_.cursor] or act.choice not in names
    if isinstance(act, do.SettleSeat | do.ValidateProgressive | do.PayProgressive):
        wanted = {do.SettleSeat: "", do.ValidateProgressive: "validation", do.PayProgressive: "payment"}
        turn = round_.order[round_.cursor]
        return act.seat != turn or round_.awaiting != wanted[kind]
    if isinstance(act, do.DealCards):
        return len(act.cards) > cards_due(state) or not act.cards or Card("Zz") in act.cards
    if isinstance(act, do.Bet):
        return act.seat not in state.seating.seats or not act.wagers or min(act.wagers.values()) <= 0
    if isinstance(act, do.GetUp):
        return act.seat not in state.seating.seats or act.seat in round_.in_play
    if isinstance(act, do.SitDown):
        return not 1 <= act.seat <= state.game.seats or act.seat in state.seating.seats
    if isinstance(act, do.BuyIn):
        return act.cents <= 0
    return False


def test_no_illegal_act_is_accepted_and_a_refusal_changes_nothing(rounds: list[Played]) -> None:
    rng = random.Random(7)
    codes = {code.value for code in TableCode}
    for step in rounds[0].steps:
        state = step.before
        before = encode_state(state)
        for wrong in wrong_acts(state, rng):
            act = now.filled(state, wrong)
            refused = verify(state, act)
            assert can(state, act) is (refused is None)
            if refused is None:
                assert not must_be_refused(state, act), act
                after, _ = carry_out(state, act)
                assert all(purse >= 0 for purse in after.seating.purses.values())
                continue
            assert refused.code in codes, refused
            assert all(cited in clauses() for cited in refused.clauses), refused
            assert all(cited in readings() for cited in refused.readings), refused
            with pytest.raises(Refused, match=refused.code):
                carry_out(state, act)
        assert encode_state(state) == before


def test_the_routine_act_is_always_legal(rounds: list[Played]) -> None:
    for played in rounds:
        for step in played.steps:
            proposed = next_command(step.before, AUTOMATIONS, StackedDeck(step.before.game.deck))
            if isinstance(proposed, do.DealCards):
                assert len(proposed.cards) == cards_due(step.before)
            elif isinstance(proposed, do.SettleSeat | do.PayProgressive):
                assert msgspec.structs.replace(proposed, meters=step.command.meters) == step.command  # type: ignore[attr-defined]
            elif proposed is not None:
                assert can(step.before, proposed), proposed


def test_the_deal_may_come_card_by_card(rounds: list[Played]) -> None:
    """Dealing one delivery at a time gives the same state as dealing all cards at once."""
    for step in rounds[0].steps:
        if not isinstance(step.command, do.DealCards):
            continue
        state, left = step.before, list(step.command.cards)
        phase = state.phase
        assert isinstance(phase, Deal)
        for size in plan_of(state, phase).sizes:
            state, events = carry_out(state, do.DealCards(cards=tuple(left[:size])))
            assert isinstance(events[0], ev.CardsDealt)
            assert len(events[0].deliveries) == 1
            assert events[0].clauses
            del left[:size]
        assert state == step.after


def test_refuses_bets_after_no_more_bets(rounds: list[Played]) -> None:
    for step in rounds[0].steps:
        if step.before.round.phase == BETTING:
            continue
        for one in step.before.round.in_play:
            for act in (now.bet(seat=one, wagers={"ante": 500}), now.take_back(seat=one), do.GetUp(seat=one)):
                assert not can(step.before, now.filled(step.before, act))


def test_the_house_wins_what_the_players_lose(rounds: list[Played]) -> None:
    """In every round, tray, meters and house gain exactly what the players lose."""
    for played in rounds:
        balances: Counter[str] = Counter()
        bought = 0
        for event in played.events:
            bought += event.cents if isinstance(event, ev.BoughtIn) else 0
            for account, cents in postings(event):
                balances[account] += cents
        players = sum(cents for account, cents in balances.items() if account.startswith("player:"))
        meters = sum(cents for account, cents in balances.items() if account.startswith("meter:"))
        seeded = sum(event.cents for event in played.events if isinstance(event, ev.MeterReset))
        assert players - bought == -(balances[INVENTORY] + meters - seeded)
