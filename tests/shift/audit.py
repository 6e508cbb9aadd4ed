"""Check the invariants of a table after every event, command, refusal and round."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from croupier.errors import Refused
from croupier.games import script
from croupier.games.game import Ask, Collect, Deal, Settle, Stub
from croupier.meters.amounts import add_deltas
from croupier.records.export import ActedStep, record_of
from croupier.records.record import play_record
from croupier.rulebook import clauses, readings
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import plan_of
from croupier.table.codec import (
    decode_command,
    decode_event,
    decode_state,
    encode_command,
    encode_event,
    encode_state,
)
from croupier.table.driving.driver import OFF_THE_DECK
from croupier.table.machine import decide, fold
from croupier.table.progress import is_asked
from croupier.table.readers.ledger import LAYOUT, meter_deltas, player, postings
from croupier.table.readers.views import view
from croupier.table.refusals import TableCode
from croupier.table.state import BETTING, TableState

CODES = frozenset(code.value for code in TableCode)
MOVES_THE_DECK = (
    ev.CardsDealt,
    ev.FaceUpFound,
    ev.DecksReceived,
    ev.DeckShuffled,
    ev.DeckCut,
    ev.DeckLoaded,
    ev.DeckRemoved,
    ev.DealCommitted,
    ev.DealMixed,
    ev.DealDiscarded,
)
# Only these events name a card to everyone.
TELLS_ALL = (
    ev.CardsTurned,
    ev.DealerRevealed,
    ev.HandShown,
    ev.CardExposed,
    ev.FaceUpFound,
    ev.NamingCorrected,
)
# These events need no clause. Naming a card is covered by the clauses of the deal.
UNCITED = (
    ev.BoughtIn,
    ev.CashedOut,
    ev.SeatLeft,
    ev.WagerTakenBack,
    ev.CardsNamed,
    ev.RulesChanged,
    ev.RoundEnded,
    ev.DeckRemoved,  # the casino may remove a deck for its own reasons
    ev.DeviceHandled,  # a device was repaired
    ev.HandReturned,  # the event that undoes the round has the clauses
)
# A record can contain neither device failures, nor changes of the dealing method, nor hands that were first
# settled with a wrong card.
NOT_IN_RECORDS = (ev.DeviceHandled, ev.HandReopened)


class Audit:
    """Audit a table with books that are independent of the table's own."""

    def __init__(self, opening: TableState, alone: bool = True) -> None:
        self.alone = alone  # true if no other table shares its meters
        self.balances: Counter[str] = Counter()
        self.deck = Counter(opening.game.deck.order)
        self.uncounted = 0  # rounds since a stub, or a deck before its deal, was last counted
        self.stub_counted = False  # whether this round's stub has been counted
        self.unseen_stub = False  # whether this round's stub went to the rack uncounted
        self.void = False  # whether the round is void; a void round does not count (N-25)
        self.counted: set[str] = set()  # decks that a device counted while shuffling them
        # seats whose wagers were declared lost; their players may leave
        self.given_up: set[int] = set()
        self.dealt_from: str | None = None  # the deck of the previous round
        self.start = opening  # the table at the start of the round
        self.steps: list[ActedStep] = []  # the steps of the current round

    def event(self, before: TableState, event: ev.TableEvent, after: TableState) -> None:
        assert decode_event(encode_event(event)) == event, "the event does not survive JSON"
        self.cites(event.clauses, event.readings)
        assert event.clauses or event.readings or isinstance(event, UNCITED), (
            f"{event} cites no clause or reading"
        )
        self.money(before, event, after)
        self.cards(after)
        self.place_in_round(event, after)
        self.decks(before, event, after)

    @staticmethod
    def cites(cited: tuple[str, ...], relied_on: tuple[str, ...]) -> None:
        assert all(clause in clauses() for clause in cited), f"unknown clause among {cited}"
        assert all(reading in readings() for reading in relied_on), f"unknown reading among {relied_on}"

    def money(self, before: TableState, event: ev.TableEvent, after: TableState) -> None:
        lines = postings(event)
        assert sum(cents for _, cents in lines) == 0, "postings do not sum to zero"
        for account, cents in lines:
            self.balances[account] += cents
        for name, purse in after.seating.purses.items():
            assert self.balances[player(name)] == purse, f"the purse of {name} does not match the ledger"
        at_risk = sum(
            cents
            for wagers in after.bets.wagers.values()
            for wager, cents in wagers.items()
            if wager not in after.bets.banked
        )
        assert self.balances[LAYOUT] == at_risk, "chips on the layout do not match the ledger"

    def cards(self, state: TableState) -> None:
        layout = state.layout
        lying = [card for cards in layout.cards.values() for card in cards]
        lying += [card for _, cards in layout.rack for card in cards]
        total = len(lying) + layout.stub + layout.racked_stub
        size = self.deck.total()
        assert total == size or (total == 0 and state.round.phase == BETTING), f"{total} cards of {size}"
        known = [card for card in lying if card is not None]
        assert len(set(known)) == len(known) or Counter(known) <= self.deck, "duplicate card name"
        for place, up in layout.turned.items():
            there = layout.cards.get(place)  # the cards may also be in the rack with the hand
            assert there is None or 0 <= up <= len(there), (
                f"more cards face up at {place} than were dealt there"
            )
            assert there is None or None not in there[:up], f"a card face up at {place} has no name"

    def place_in_round(self, event: ev.TableEvent, state: TableState) -> None:
        if isinstance(event, ev.BetsClosed):
            self.given_up = set()
        elif isinstance(event, ev.SeatForfeited):
            self.given_up.add(event.seat)
        table = state.round
        if table.phase == BETTING:
            assert not (table.in_play or table.folded or table.settled or table.ruling or table.inquiry)
            assert not (table.void or table.awaiting or table.cursor or state.bets.banked)
            return
        phase = script(state.rules)[table.phase]
        assert table.in_play == tuple(sorted(set(table.in_play))), "seats in play are out of order"
        assert {*table.folded, *table.progressive_seats, *state.bets.wagers} <= {*table.in_play}
        assert {*table.in_play} - self.given_up <= {*state.seating.seats}, "a player left with cards in play"
        assert not table.awaiting or isinstance(phase, Settle), "validation pending outside settlement"
        assert not table.inquiry or isinstance(phase, Stub), "recount pending without a stub"
        if isinstance(phase, Ask | Settle):
            assert 0 <= table.cursor < len(table.in_play)
        elif isinstance(phase, Deal):
            assert 0 <= table.cursor < len(plan_of(state, phase).steps)
        elif isinstance(phase, Collect):
            assert 0 <= table.cursor <= 2
        else:
            assert table.cursor == 0

    @staticmethod
    def care(state: TableState) -> None:
        care = state.care
        assert len(care.packs) <= state.rules.choices.decks, "more decks than configured"
        assert [back for back, pack in care.packs.items() if pack.stage == "loaded"] == (
            [care.loaded] if care.loaded is not None else []
        ), "loaded deck does not match the deck stages"
        assert care.last is None or care.last in care.packs

    def decks(self, before: TableState, event: ev.TableEvent, after: TableState) -> None:
        """Check deck changes (3.C), the alternation of decks (3.B) and a stub count every five rounds
        (X-08).
        """
        care = after.care
        match event:
            case ev.BetsClosed() if care.loaded is not None:
                since = care.packs[care.loaded].since
                hours = 4 if after.rules.dealing == "hand" else 8
                assert since is not None and after.clock - since < hours * 3600, (
                    "a deck was used beyond its maximum hours"
                )
            case ev.DeckLoaded():
                assert len(care.packs) == 1 or event.deck != self.dealt_from, (
                    "the same one of two decks was used twice in a row"
                )
            case ev.DeckRemoved() if event.deck == self.dealt_from:
                self.dealt_from = None
            case ev.StubCounted():
                self.uncounted, self.stub_counted = 0, True
            case ev.StubRacked():
                if care.loaded in self.counted or self.stub_counted:
                    self.uncounted, self.unseen_stub = 0, False
                else:
                    self.unseen_stub = True
                    assert self.uncounted < 4, "stub count overdue"
            case ev.DeckShuffled():
                self.counted -= {event.deck}
                self.counted |= {event.deck} if event.counted is not None else set()
            case ev.RoundVoided():
                self.void = True
            case ev.RoundEnded():
                self.dealt_from = None if self.void else before.care.loaded
                self.uncounted += self.unseen_stub and not self.void
                self.void = self.unseen_stub = self.stub_counted = False

    def entry(
        self,
        before: TableState,
        command: do.TableCommand,
        events: tuple[ev.TableEvent, ...],
        after: TableState,
    ) -> None:
        assert events, "accepted command without events"
        assert decode_command(encode_command(command)) == command, "the command does not survive JSON"
        told = {event.player: -event.cents for event in events if isinstance(event, ev.PlayerOwes)}
        for name, purse in after.seating.purses.items():
            owed = told.get(name, before.seating.purses.get(name, 0))
            assert purse >= 0 or purse >= owed, f"{name} has {purse}, and no debt was reported"
        assert after.clock >= before.clock
        phase, table = after.phase, after.round
        if isinstance(phase, Ask):
            assert is_asked(after, phase, table.in_play[table.cursor]), (
                "the table waits for a seat that was not asked anything"
            )
        if type(command) in OFF_THE_DECK:
            assert not any(isinstance(event, MOVES_THE_DECK) for event in events), (
                "the card source is out of sync with the table"
            )
        self.care(after)
        self.secrets(before, events)
        self.steps.append(ActedStep(command, events, after))

    @staticmethod
    def secrets(before: TableState, events: tuple[ev.TableEvent, ...]) -> None:
        """Check that no event reveals a card to someone who may not see it."""
        for event in events:
            if event.audience == ev.EVERYONE:
                assert type(event) is not ev.CardsNamed, "hidden card named to everyone"
                shows = {"cards", "card"} & {*type(event).__struct_fields__}
                counts = isinstance(getattr(event, "cards", None), int)
                assert not shows or counts or isinstance(event, TELLS_ALL), f"{event} names cards"
            elif event.audience == ev.OVERSEERS:
                assert isinstance(events[-1], ev.RoundEnded), (
                    "hidden card revealed before the end of the round"
                )
            elif event.audience:
                assert isinstance(event, ev.CardsNamed | ev.NamingCorrected)
                owner = before.round.players[int(event.place.removeprefix("seat"))]
                assert event.audience == (f"player:{owner}",), "card revealed to a different player"

    def refusal(self, before: bytes, state: TableState, refused: Refused) -> None:
        assert refused.code in CODES, f"{refused.code} is not a refusal code of the table"
        assert refused.clauses or refused.readings or refused.remedy, (
            f"{refused}: refusal without clause, reading or remedy"
        )
        self.cites(refused.clauses, refused.readings)
        assert encode_state(state) == before, "refusal changed the table"

    def round(self, state: TableState) -> bool:
        """Check a finished round. Return True if its record was replayed and settled in the same way."""
        history = [event for step in self.steps for event in step.events]
        assert fold(self.start, history) == state, "replay gives a different state"
        written = encode_state(state)
        assert decode_state(written) == state, "the state does not survive JSON"
        self.read_back()
        self.views(history)
        void = [event for event in history if isinstance(event, ev.RoundVoided)]
        if void:
            self.voided(void[-1], history)
        played_back = self.record(history)
        self.start, self.steps = state, []
        return played_back

    def read_back(self) -> None:
        """Check that a table decoded from JSON decides commands like the original."""
        states = [self.start, *(step.state for step in self.steps)]
        at = states[-1].round.number % len(self.steps)
        step = self.steps[at]
        assert step.command is not None
        read = decode_state(encode_state(states[at]))
        assert decide(read, step.command) == step.events, "decoded table decides differently"

    def views(self, history: list[ev.TableEvent]) -> None:
        """Check that no view contains another person's hidden card."""
        held: dict[str, set[str]] = {}
        for number, name in self.start.seating.seats.items():
            held.setdefault(name, set()).add(f"seat{number}")
        for event in history:
            if isinstance(event, ev.SeatTaken):
                held.setdefault(event.player, set()).add(f"seat{event.seat}")
        for name, places in held.items():
            seen = [e.place for e in view(history, f"player:{name}") if isinstance(e, ev.CardsNamed)]
            assert {*seen} <= places, f"{name} can see hidden cards at {seen}"
        for person in ("everyone", "role:dealer", "role:floor"):
            assert not [e for e in view(history, person) if isinstance(e, ev.CardsNamed)]

    def voided(self, void: ev.RoundVoided, history: list[ev.TableEvent]) -> None:
        """Check that a void round restored stakes and meters, except for wagers that are settled anyway."""
        closed = max(n for n, e in enumerate(history) if isinstance(e, ev.BetsClosed))
        stakes: Counter[tuple[int, str]] = Counter()
        for event in history[:closed]:
            if isinstance(event, ev.WagerPlaced | ev.WagerTakenBack):
                sign = 1 if isinstance(event, ev.WagerPlaced) else -1
                stakes[event.seat, event.wager] += sign * event.cents
        for seat, wagers in self.start.bets.wagers.items():
            for wager, cents in wagers.items():
                stakes[seat, wager] += cents
        for event in history[closed:]:
            if isinstance(event, ev.WagerPlaced):
                stakes[event.seat, event.wager] += event.cents
            elif isinstance(event, ev.WagerSettled):
                stakes[event.seat, event.wager] -= event.returned
            elif isinstance(event, ev.WagerReopened):
                stakes[event.seat, event.wager] += event.returned
            elif isinstance(event, ev.WagerTakenBack | ev.ChipReturned):
                stakes[event.seat, event.wager] -= event.cents
            elif isinstance(event, ev.SettlementReversed | ev.SettlementCorrected):
                return  # a floorperson's correction is final
            elif isinstance(event, ev.EnvyPaid | ev.EnvyCorrected):
                stakes[event.seat, f"envy {event.holder}"] -= event.cents
            elif isinstance(event, ev.EnvyReversed):
                stakes[event.seat, f"envy {event.holder}"] += event.cents
        left = {key: cents for key, cents in stakes.items() if cents and key[1] not in void.settles}
        assert not left, f"a void round kept {left}"
        grew: dict[str, Fraction] = {}
        for event in history[closed:]:
            if isinstance(event, ev.MeterContributed | ev.MeterTakenBack):
                grew = add_deltas(grew, meter_deltas(event))
        # under U-21 R2, the progressive wager is still settled, so its contribution stays in the meter
        kept = "progressive" in void.settles
        assert kept or not any(grew.values()), "void round left a contribution on a meter"

    def record(self, history: list[ev.TableEvent]) -> bool:
        """Replay the round's record and compare the settlement. Return False if no record is possible."""
        if any(isinstance(event, NOT_IN_RECORDS) for event in history):
            return False
        closed = next(step.state for step in self.steps if isinstance(step.command, do.CloseBetting))
        if closed.round.in_play[-1] > closed.game.seats:
            # only electronic tables have these positions, and no record may name their cards (U-25)
            return False
        boxes: dict[str, list[int]] = {}
        for seat in closed.round.in_play:
            boxes.setdefault(closed.seating.seats[seat], []).append(seat)
        if any(held[-1] - held[0] >= len(held) for held in boxes.values()):
            # a record seats players only where they bet, and a player's spots must be adjacent
            return False
        paid = [
            e for e in history if isinstance(e, ev.WagerSettled | ev.SettlementCorrected) and e.from_meter
        ]
        if len(paid) > 1 and not self.alone:
            return False  # a record contains the meters as a single table read them
        played = play_record(record_of(self.start, self.steps))
        expected: dict[int, dict[str, tuple[int, int, str]]] = {}
        envy: Counter[int] = Counter()
        for event in history:
            if isinstance(event, ev.WagerSettled):
                outcome = (event.staked, event.returned, event.result)
                expected.setdefault(event.seat, {})[event.wager] = outcome
            elif isinstance(event, ev.ChipReturned):
                expected.setdefault(event.seat, {})[event.wager] = (event.cents, event.cents, "returned")
            elif isinstance(event, ev.SettlementCorrected) and event.round == self.start.round.number:
                result = event.result if event.returned else "lose"
                expected[event.seat][event.wager] = (event.staked, event.returned, result)
            elif isinstance(event, ev.EnvyPaid):
                envy[event.seat] += event.cents
            elif isinstance(event, ev.EnvyReversed) and event.round == self.start.round.number:
                envy[event.seat] -= event.cents
            elif isinstance(event, ev.EnvyCorrected) and event.round == self.start.round.number:
                envy[event.seat] += event.cents
        found = {
            seat["seat"]: {
                wager: (one["staked"], one["returned"], one["result"])
                for wager, one in seat["wagers"].items()
            }
            for seat in played["seats"]
        }
        assert found == expected, f"the record settles differently: {found} instead of {expected}"
        assert {one["seat"]: one["envy"] for one in played["seats"]} == {seat: envy[seat] for seat in found}
        assert played["void"] is any(isinstance(event, ev.RoundVoided) for event in history)
        return True
