"""Read round records and play them by the rules. A round record is a readable file that describes one round.

Records are for disputes, training and tests. `play_record` takes a record as a mapping and returns the
document that `croupier round --json` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.cards import Card, show_cards
from croupier.errors import BadInput, Refused
from croupier.games import Game, game, script
from croupier.games.game import (
    BOARD,
    BOX,
    DEALER,
    PLAYERS,
    Ask,
    Deal,
    Reveal,
    Settle,
    Showdown,
    Turn,
    seat_place,
)
from croupier.meters.bank import Bank
from croupier.records.incidents import (
    END,
    RecordIncident,
    cards_before,
    commands_for,
    is_due,
    left_over,
    read_incidents,
    ruling_missing,
)
from croupier.records.placed import SHARED, PlacedDeck, filled_in, in_dealing_order, read_cards, read_places
from croupier.records.transcript import tell
from croupier.rulebook import declaration, games
from croupier.submission import Rules
from croupier.submission.money import dollars, short_text
from croupier.submission.record import partial
from croupier.submission.shape import PROGRESSIVE
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.acts.betting import required_purse
from croupier.table.commands import TableCommand
from croupier.table.driving.driver import AUTOMATIONS, TABLE, Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.readers.legal import answer
from croupier.table.state import BETTING, TableState, open_table

KEYS = ("game", "dealing", "deck", *SHARED, "submission", "seats", "incidents")
SEAT_KEYS = ("seat", "player", "cards", "wagers", "decisions")
FOLD = "fold"
MOST_SEATS = 1000  # far more seats than any table has


class RecordSeat(msgspec.Struct, frozen=True):
    seat: int
    player: str
    wagers: dict[str, int]
    decisions: tuple[str, ...]


class Record(msgspec.Struct, frozen=True):
    rules: Rules
    deck: tuple[Card | None, ...]
    seats: tuple[RecordSeat, ...]
    incidents: tuple[RecordIncident, ...] = ()
    carried: dict[str, Fraction] = {}
    filled: frozenset[int] = frozenset()  # positions of the deck that the record does not give

    def opening(self) -> TableState:
        """Return the table's state when the round begins."""
        return open_table(self.rules)

    def meters(self) -> Bank:
        """Return the meters when the round begins."""
        bank = Bank()
        if self.rules.progressive is not None:
            initial = self.rules.progressive.initial
            bank.join(TABLE, {name: cents + self.carried.get(name, 0) for name, cents in initial.items()})
        return bank


def read_record(mapping: Mapping[str, Any]) -> Record:
    """Read a record. If it is not valid, raises ``BadInput`` with the reason in one line."""
    if not isinstance(mapping, Mapping):
        raise BadInput(f"a round record is a table of keys, not {short_text(mapping)}")
    known_keys("the record", mapping, KEYS)
    game_id = mapping.get("game")
    if not isinstance(game_id, str) or game_id not in games():
        raise BadInput(f"game: {short_text(game_id)} is not a game; write one of {', '.join(games())}")
    dealing = mapping.get("dealing", declaration(game_id).usual_dealing)
    ways = tuple(declaration(game_id).close)
    if dealing not in ways:
        raise BadInput(
            f"dealing: {short_text(dealing)} is not a dealing method; write one of {', '.join(ways)}"
        )
    submission, carried = take_carry(mapping.get("submission", {}))
    rules = history_of(partial(submission, game_id, dealing))
    spec = game(game_id)
    deck = read_cards(mapping.get("deck", ""), spec, "deck")
    places = read_places(mapping, spec)
    seats = read_seats(mapping.get("seats"), spec, rules)
    incidents = read_incidents(mapping.get("incidents", []), rules)
    if places and any(incident.what == "face_up" for incident in incidents):
        raise BadInput(
            "incidents: a card found face up leaves the deck before others; write the deck in its order,"
            f" and leave out {', '.join(places)}"
        )
    order = in_dealing_order(deck, places, (seat.seat for seat in seats), rules)
    return Record(rules, order.cards, seats, incidents, carried, order.filled)


def history_of(rules: Rules) -> Rules:
    """Return the rules to play a record by. An electronic table's record has all cards already (U-25)."""
    if not rules.choices.electronic:
        return rules
    return Rules(msgspec.structs.replace(rules.choices, electronic=False))


def take_carry(submission: object) -> tuple[object, dict[str, Fraction]]:
    """Remove `carry` from a submission and return it: the fraction of a cent that each meter has beyond its
    shown amount.

    Only records contain it, because it is part of the table's state and not a choice of the operator.
    """
    progressive = submission.get(PROGRESSIVE) if isinstance(submission, Mapping) else None
    if not isinstance(progressive, Mapping) or "carry" not in progressive:
        return submission, {}
    assert isinstance(submission, Mapping)
    carried = {}
    written = progressive["carry"]
    if not isinstance(written, Mapping):
        raise BadInput('submission.progressive.carry: write a table such as { main = "1/2" }')
    for meter, text in written.items():
        try:
            carried[meter] = Fraction(text) if isinstance(text, str) and len(text) < 40 else Fraction(-1)
        except (ValueError, ZeroDivisionError):
            carried[meter] = Fraction(-1)
        if not 0 <= carried[meter] < 1:
            raise BadInput(
                f'submission.progressive.carry: {short_text(text)} is not a fraction of a cent such as "1/2"'
            )
    plain = {key: value for key, value in progressive.items() if key != "carry"}
    return {**submission, PROGRESSIVE: plain}, carried


def known_keys(where: str, mapping: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in mapping:
        if key not in keys:
            raise BadInput(f"{where}: unknown key {short_text(key)}; it may hold {', '.join(keys)}")


def read_seats(value: object, spec: Game, rules: Rules) -> tuple[RecordSeat, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise BadInput("seats: a record needs at least one [[seats]] table")
    named = {
        entry.get("player") for entry in value if isinstance(entry, Mapping) and _is_text(entry.get("player"))
    }
    return tuple(read_seat(entry, number, spec, rules, named) for number, entry in enumerate(value, 1))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def read_seat(entry: object, number: int, spec: Game, rules: Rules, named: set[object]) -> RecordSeat:
    where = f"seats, entry {number}"
    if not isinstance(entry, Mapping):
        raise BadInput(f"{where}: a seat is a table, not {short_text(entry)}")
    known_keys(where, entry, SEAT_KEYS)
    seat = entry.get("seat")
    if type(seat) is not int or not -MOST_SEATS < seat < MOST_SEATS:
        raise BadInput(f"{where}: seat is a whole number, not {short_text(seat)}")
    unnamed = f"seat {seat}"
    while unnamed in named:  # A default name must differ from all given names.
        unnamed += " (unnamed)"
    player = entry.get("player", unnamed)
    if not isinstance(player, str) or not player or not player.isprintable():
        raise BadInput(f"{where}: player is a name, not {short_text(player)}")
    wagers = entry.get("wagers")
    if not isinstance(wagers, Mapping):
        raise BadInput(f"{where}: wagers is a table such as {{ ante = 10 }}, not {short_text(wagers)}")
    amounts = {}
    for name, amount in wagers.items():
        if spec.wager(name) is None:
            names = ", ".join(wager.name for wager in spec.wagers)
            raise BadInput(f"{where}: {spec.title} has no wager {short_text(name)}; it has {names}")
        amounts[name] = dollars(amount, f"{where}, wager {name}")
    decisions = entry.get("decisions", [])
    if not isinstance(decisions, list):
        raise BadInput(f'{where}: decisions is a list such as ["check", "4x"], not {short_text(decisions)}')
    words = vocabulary(rules)
    for word in decisions:
        if word not in words:
            raise BadInput(f"{where}: no decision {short_text(word)}; {spec.title} knows {', '.join(words)}")
    return RecordSeat(seat, player, amounts, tuple(decisions))


def vocabulary(rules: Rules) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            choice.name for phase in script(rules) if isinstance(phase, Ask) for choice in phase.choices
        )
    )


def play_record(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """Play a round record. Return the same JSON document that `croupier round --json` prints.

    The argument is not modified.
    """
    record = read_record(mapping)
    history: list[ev.TableEvent] = []
    meters = record.meters()
    table = Driver(
        record.opening(),
        StackedDeck(game(record.rules.game).deck, record.deck),
        AUTOMATIONS,  # The deck is already loaded. A deck that jams before the deal is shuffled again.
        lambda step, sealed: history.extend(step.events),
        meters=meters,
    )
    happened = run(table, record)
    return {**document(record, table.state, history, happened), "meters": meters.shown()}


Happened = tuple[RecordIncident, tuple[ev.TableEvent, ...]]


def run(table: Driver, record: Record) -> list[Happened]:
    """Seat the players, place the wagers and run the round to its end. Return the incidents' events."""
    for seat in sorted(record.seats, key=lambda s: s.seat):  # A file may list seats in any order.
        by = f"player:{seat.player}"
        table.do(do_.SitDown(seat=seat.seat, player=seat.player, by=by))
        purse = required_purse(table.state, seat.wagers)
        if purse > 0:
            table.do(do_.BuyIn(player=seat.player, cents=purse))
        table.do(do_.Bet(seat=seat.seat, wagers=seat.wagers, round=table.state.round.number, by=by))
    left = {seat.seat: list(seat.decisions) for seat in record.seats}
    pending = list(record.incidents)
    first_round = table.state.round.number
    happened = happen(table, pending)
    if table.state.bets.wagers:  # If the shuffler failed before the deal, wagers may have been returned.
        table.do(do_.CloseBetting())
    while table.state.round.number == first_round and table.state.round.phase != BETTING:
        happened += happen(table, pending)
        if table.state.round.number != first_round:
            break
        phase = table.state.phase
        if isinstance(phase, Ask):
            decide_next(table, phase, left)
            continue
        due = cards_before(pending[0], table.state) if pending else None
        if due and table.state.care.loaded is not None:
            table.deal(due)
            continue
        table.do(table.proposal() or command_without_question(table.state))
    happened += happen(table, pending, ended=True)
    if pending:
        raise left_over(pending)
    for seat_number, words in left.items():
        if words and not is_excused(table.state, record, seat_number):
            raise Refused(
                "decision_left_over",
                f"seat {seat_number} has decisions left that were never asked for: {', '.join(words)}",
                (table.state.game.bets_by[-1],),
                "Remove them from the record.",
            )
    return happened


def is_excused(state: TableState, record: Record, seat: int) -> bool:
    """Return whether a seat has unused decisions because the round is void or the player left."""
    if not record.incidents:
        return False
    # Wagers returned by a void round cite a reading. A withdrawn Let It Ride bet does not.
    void = any(settled.result == "returned" and settled.readings for settled in state.previous)
    mine = [settled.result for settled in state.previous if settled.seat == seat]
    acted_for = any(i.what == "act_for" and i.details.get("seat") == seat for i in record.incidents)
    return void or acted_for or not mine or "forfeit" in mine


def command_without_question(state: TableState) -> TableCommand:
    """Return the next command in a state where the driver would wait for a person.

    Raises `Refused` if the record must supply the command and does not.
    """
    if state.round.inquiry:
        raise Refused(
            "recount_missing",
            "the stub count was wrong, but the record has no recount",
            (),
            "Add an incident recount with total and misdealt.",
            ("X-08",),
        )
    if isinstance(state.phase, Settle):  # The next hand has unseen cards. It is skipped if it has no wagers.
        return do_.SettleSeat(seat=state.round.order[state.round.cursor])
    if isinstance(state.phase, Turn):
        return do_.TurnUp()
    if isinstance(state.phase, Reveal):
        return do_.RevealDealer()
    return do_.DealCards(cards=())  # The deck is jammed in a broken device, so no cards can be dealt.


def decide_next(table: Driver, phase: Ask, left: dict[int, list[str]]) -> None:
    seat_in_turn = table.state.round.in_play[table.state.round.cursor]
    if not left[seat_in_turn]:
        raise Refused(
            "decision_missing",
            f"seat {seat_in_turn} must decide ({phase.name}), but the record has no decision left",
            phase.clauses,
            f"Add one of {', '.join(choice.name for choice in phase.choices)}.",
        )
    table.do(answer(table.state, seat_in_turn, left[seat_in_turn].pop(0)))


def happen(table: Driver, pending: list[RecordIncident], ended: bool = False) -> list[Happened]:
    """Apply the incidents that are due, in record order."""
    happened: list[Happened] = []
    while pending and (is_due(pending[0], table.state) if not ended else pending[0].when == END):
        reload(table)
        incident = pending.pop(0)
        events: list[ev.TableEvent] = []
        for command in commands_for(incident, table.state):
            events += table.do(command)
        if table.state.round.ruling:
            raise ruling_missing(table.state)
        happened.append((incident, tuple(events)))
    return happened


def reload(table: Driver) -> None:
    """If the deck jammed before the deal, shuffle it and load it first."""
    while isinstance(table.state.phase, Deal) and table.state.care.loaded is None:
        command = table.proposal()
        if command is None:
            return
        table.do(command)


def document(
    record: Record, state: TableState, history: list[ev.TableEvent], happened: list[Happened]
) -> dict[str, Any]:
    spec = game(record.rules.game)
    by_place = dict(state.layout.rack)
    revealed = next((e for e in history if isinstance(e, ev.DealerRevealed) and DEALER in e.cards), None)
    dealer: dict[str, Any] | None = None
    if DEALER in by_place:
        dealer = {
            "cards": show_cards(by_place[DEALER]),
            "hand": revealed.hand if revealed else None,
            "qualifies": revealed.qualifies if revealed else None,
        }
        if revealed and revealed.count is not None:
            dealer["count"] = revealed.count
    return {
        "game": record.rules.game,
        "void": any(isinstance(e, ev.RoundVoided) for e in history) or state.round.number == 1,
        "board": show_cards(by_place[BOARD]) if BOARD in by_place else None,
        "box": show_cards(by_place[BOX]) if BOX in by_place else None,
        "dealer": dealer,
        "seats": [
            seat_result(spec, record.rules, seat, by_place, history)
            for seat in sorted(record.seats, key=lambda s: s.seat)
        ],
        "meters": {},
        "incidents": [describe_incident(incident, events) for incident, events in happened],
        "warnings": [
            *spec.cautions(record.rules),
            *filled_in(PlacedDeck(record.deck, record.filled), spec, history),
        ],
        "events": msgspec.json.decode(msgspec.json.encode(history)),
    }


def describe_incident(incident: RecordIncident, events: tuple[ev.TableEvent, ...]) -> dict[str, Any]:
    """Describe an incident and its consequences in words. Money is listed with the wagers instead."""
    described = [event for event in events if not isinstance(event, ev.WagerSettled | ev.WagerTakenBack)]
    return {
        "what": incident.what,
        "when": incident.when,
        "told": [tell(event) for event in described],
        "clauses": list(dict.fromkeys(clause for event in described for clause in event.clauses)),
        "readings": list(dict.fromkeys(reading for event in described for reading in event.readings)),
    }


def seat_result(
    spec: Game,
    rules: Rules,
    seat: RecordSeat,
    by_place: dict[str, tuple[Card | None, ...]],
    history: list[ev.TableEvent],
) -> dict[str, Any]:
    cards = by_place.get(seat_place(seat.seat), ())
    wagers: dict[str, Any] = {}
    envy, envy_clauses = 0, dict[str, None]()
    folded = False
    for event in history:
        if getattr(event, "seat", None) != seat.seat:
            continue
        match event:
            case ev.WagerSettled():
                wagers[event.wager] = wager_document(event)
            case ev.WagerTakenBack() | ev.ChipReturned():
                # A Play wager that was entered by mistake is left out.
                if event.clauses and event.wager in seat.wagers:
                    wagers[event.wager] = returned_before_the_deal(event)
            case ev.SettlementCorrected():
                wagers[event.wager] |= corrected_document(event)
            case ev.EnvyPaid() | ev.EnvyCorrected():
                envy += event.cents
                envy_clauses.update(dict.fromkeys(event.clauses))
            case ev.EnvyReversed():
                envy -= event.cents
            case ev.Decided():
                folded |= event.choice == FOLD
            case ev.DecisionCorrected():
                folded = event.choice == FOLD
    order = [w.name for w in spec.wagers]
    result: dict[str, Any] = {
        "seat": seat.seat,
        "player": seat.player,
        "cards": show_cards(cards),
        "hand": None,
        "folded": folded and not any(isinstance(event, ev.RoundVoided) for event in history),
        "net": sum(w["net"] for w in wagers.values()) + envy,
        "envy": envy,
        "wagers": {name: wagers[name] for name in order if name in wagers},
    }
    if envy:
        result["envy_clauses"] = list(envy_clauses)
    board = by_place.get(BOARD, ())
    if complete_hand(rules, cards, board):
        hand = spec.player_hand(rules, Showdown({}, False, cards, board, (), ()))  # type: ignore[arg-type]
        result["hand"] = hand.hand
        if hand.count is not None:
            result["count"] = hand.count
    return result


def wager_document(event: ev.WagerSettled) -> dict[str, Any]:
    return {
        "staked": event.staked,
        "returned": event.returned,
        "net": event.returned - event.staked,
        "result": event.result,
        "clauses": list(event.clauses),
        "readings": list(event.readings),
    }


def corrected_document(event: ev.SettlementCorrected) -> dict[str, Any]:
    """Return the fields of a wager that a floorperson's correction changes."""
    return {
        "returned": event.returned,
        "net": event.returned - event.staked,
        "result": event.result if event.returned else "lose",
        "clauses": list(event.clauses),
        "corrected": event.reason,
    }


def returned_before_the_deal(event: ev.WagerTakenBack | ev.ChipReturned) -> dict[str, Any]:
    return {
        "staked": event.cents,
        "returned": event.cents,
        "net": 0,
        "result": "returned",
        "clauses": list(event.clauses),
        "readings": list(event.readings),
    }


def complete_hand(rules: Rules, cards: tuple[Card | None, ...], board: tuple[Card | None, ...]) -> bool:
    """Return whether all cards of a hand were dealt and seen, so that it can be named."""
    due = {PLAYERS: 0, BOARD: 0}
    for phase in script(rules):
        for delivery in phase.deliveries if isinstance(phase, Deal) else ():
            due[delivery.place] = due.get(delivery.place, 0) + delivery.count
    return (len(cards), len(board)) == (due[PLAYERS], due[BOARD]) and None not in (*cards, *board)
