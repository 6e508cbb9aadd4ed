"""Describe the act that is due at a table: its text, its actors, its clauses and a command to send.

The dealer's console shows the act, and the automation decides whether to do it, so neither needs to know the
games. `next_act` finds the act. This module adds the text and the clauses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.games.game import DEALER, Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.rulebook import clauses
from croupier.table import commands as do
from croupier.table.acts.dealing import plan_of
from croupier.table.acts.decks import hours_over, life_of_deck
from croupier.table.acts.preparation import STEP_WORDS, STEPS
from croupier.table.fields import seat_of
from croupier.table.progress import announcement, stays_face_down
from croupier.table.readers.next_act import ActKind as ActKind
from croupier.table.readers.next_act import NextAct, next_act, shoe_is_out
from croupier.table.state import TableState


class Due(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The act due now.

    A `command` without `blanks` can be sent unchanged. Otherwise a person fills in the blanks.
    """

    act: ActKind
    words: str  # description of the act for the dealer's screen
    whose: tuple[str, ...] = ()  # roles (with higher ranks) or one player; empty if no one may act yet
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    command: do.TableCommand | None = None
    blanks: tuple[str, ...] = ()
    seat: int | None = None
    place: str | None = None
    cards: int = 0  # number of cards to deal, turn or name

    @property
    def ready(self) -> bool:
        return self.command is not None and not self.blanks

    @property
    def idle(self) -> bool:
        """Return whether the table is waiting for a player to arrive."""
        return self.act is ActKind.WAIT


class ActWords(msgspec.Struct, frozen=True, gc=False):
    """The text of an act, with its clauses and readings."""

    words: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()
    whose: tuple[str, ...] = ()  # roles that may act, if different from the command's roles


def due(state: TableState, live: bool = True) -> Due:
    """Return the act that the table is waiting for. `live` is explained at `next_act`."""
    found = next_act(state, live)
    if found.act is ActKind.ASK:
        found = question(state, now(state))
    words = SAID[found.act](state, found)
    whose = words.whose or (found.command.roles if found.command else ())
    return Due(
        found.act,
        words.words,
        whose,
        words.clauses,
        words.readings,
        found.command,
        found.blanks,
        found.seat,
        found.place,
        found.cards,
    )


def question(state: TableState, phase: Ask) -> NextAct:
    """Return the decision that the dealer is waiting for, with a blank choice."""
    table = state.round
    seat = table.in_play[table.cursor]
    by = f"player:{state.seating.seats[seat]}"
    command = do.Decide(seat=seat, choice="", round=table.number, question=phase.name, by=by)
    return NextAct(ActKind.ASK, command, ("choice",), seat)


def now(state: TableState) -> Any:
    """Return the current phase."""
    phase = state.phase
    assert phase is not None
    return phase


def rule(state: TableState, found: NextAct) -> ActWords:
    matter = state.round.ruling
    how = state.game.irregularities[matter]
    return ActWords(f"Call the floor: {matter.replace('_', ' ')} needs a ruling", how.clauses, how.readings)


def recount(state: TableState, found: NextAct) -> ActWords:
    phase: Stub = now(state)
    return ActWords("Recount all cards: the stub count was wrong", phase.wrong, ("X-08",))


def close(state: TableState, found: NextAct) -> ActWords:
    return ActWords('Announce "no more bets"', *announcement(state))


def wait(state: TableState, found: NextAct) -> ActWords:
    return ActWords("Waiting for players", (state.game.seated_only,))


def bet(state: TableState, found: NextAct) -> ActWords:
    seats = state.seating.seats
    players = tuple(dict.fromkeys(f"player:{player}" for _, player in sorted(seats.items())))
    return ActWords("Bets are open", state.game.bets_by, whose=players)


def put_aside(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.HandleDevice)
    ways = state.game.dead_device
    clauses = tuple(clause for clauses in ways.values() for clause in clauses)
    return ActWords(f"Put the {command.device} aside: it has failed", clauses)


def receive(state: TableState, found: NextAct) -> ActWords:
    care, command = state.game.care, found.command
    assert isinstance(command, do.ReceiveDecks)
    words = f"Receive the {' and the '.join(command.backs)} deck"
    return ActWords(words, care.one_deck if state.rules.choices.decks == 1 else care.two_decks)


def switch(state: TableState, found: NextAct) -> ActWords:
    care = state.game.care
    clauses = care.load["shoe"] if shoe_is_out(state) else care.by_machine
    return ActWords("Choose another dealing method", clauses)


def prepare(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.Prepare)
    care, step, deck = state.game.care, command.step, command.deck
    clauses: tuple[str, ...] = getattr(care, step)
    if state.care.packs[deck].stage == "spread_idle":
        clauses = care.idle_view
    return ActWords(STEP_WORDS[step].format(deck=deck), clauses, whose=(STEPS[step][2],))


def shuffle(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.Shuffle)
    care, deck = state.game.care, command.deck
    used = state.care.packs[deck].stage == "used"
    how = "by machine" if command.by_machine else "by hand"
    clauses = care.after_round if used else care.first_shuffle
    return ActWords(f"Shuffle the {deck} deck {how}", clauses + care.one_stack)


def cut(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.Cut)
    care = state.game.care
    return ActWords(f"Cut the {command.deck} deck with the cover card", care.must_cut + care.cut)


def attest(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.Attest)
    return ActWords(f"Check and attest: {clauses()[command.clause].gist}", (command.clause,))


def load(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.Load)
    return ActWords(f"Load the {command.deck} deck", state.game.care.load[state.rules.dealing])


def change_deck(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.RemoveDeck)
    _, hours, clauses = life_of_deck(state)
    if not hours_over(state, state.care.packs[command.deck]):
        return ActWords(f"Take the {command.deck} deck out: {command.reason}", state.game.care.two_decks)
    return ActWords(f"Change the {command.deck} deck: it has been in use for {hours} hours", clauses)


def lock(state: TableState, found: NextAct) -> ActWords:
    phase: Collect = now(state)
    return ActWords("Lock the progressive system", phase.lock)


def collect(state: TableState, found: NextAct) -> ActWords:
    command = found.command
    assert isinstance(command, do.CollectChips)
    phase: Collect = now(state)
    words = f"Collect and count the {label_of(state, phase)} chips: {command.chips} accepted"
    return ActWords(words, tuple(dict.fromkeys((*phase.gather, *phase.lammer, *phase.tally))))


def bank(state: TableState, found: NextAct) -> ActWords:
    phase: Collect = now(state)
    return ActWords(f"Put the {label_of(state, phase)} chips into the tray", phase.bank)


def label_of(state: TableState, phase: Collect) -> str:
    """Return the label of the wager whose chips are collected."""
    rule = state.game.wager(phase.wager)
    return rule.label if rule is not None else phase.wager


def deal(state: TableState, found: NextAct) -> ActWords:
    phase: Deal = now(state)
    plan = plan_of(state, phase)
    words = f"Deal the {phase.name}: {found.cards} card{'s' if found.cards > 1 else ''}"
    return ActWords(words, plan.clauses, plan.readings)


def mix(state: TableState, found: NextAct) -> ActWords:
    return ActWords("Mix the deal with the players' numbers", state.game.deck_clauses)


def turn(state: TableState, found: NextAct) -> ActWords:
    phase: Turn = now(state)
    return ActWords(f"Turn up the {phase.name}", phase.clauses, phase.readings)


def ask(state: TableState, found: NextAct) -> ActWords:
    phase: Ask = now(state)
    assert found.command is not None
    answers = ", ".join(choice.name for choice in phase.choices)
    words = f"Ask seat {found.seat}: {phase.name} ({answers})"
    return ActWords(words, phase.clauses, whose=(found.command.by,))


def reveal(state: TableState, found: NextAct) -> ActWords:
    phase: Reveal = now(state)
    # A game without a dealer's hand may reveal a different place, such as a box (letitride/10.B.1).
    own = ["the dealer's cards"] if DEALER in phase.places else []
    places = [place for place in phase.places if place != DEALER]
    others = [f"the cards of {place_words(place)}" for place in places if not stays_face_down(state, place)]
    if not own and not others:
        words = f"Leave the cards of {place_words(places[0])} face down: no wager needs them"
        return ActWords(words, phase.clauses, phase.readings)
    return ActWords(f"Reveal {' and '.join(own + others)}", phase.clauses, phase.readings)


def name(state: TableState, found: NextAct) -> ActWords:
    phase: Reveal | Settle = now(state)
    cards = f"{found.cards} card{'s' if found.cards > 1 else ''}"
    assert found.place is not None
    return ActWords(f"Turn up and name {cards} of {place_words(found.place)}", phase.clauses)


def place_words(place: str) -> str:
    """Return a place in words, such as "seat 3" or "the dealer"."""
    return f"seat {seat_of(place)}" if seat_of(place) else f"the {place}"


def stub(state: TableState, found: NextAct) -> ActWords:
    phase: Stub = now(state)
    return ActWords("Place the stub in the discard rack", phase.rack)


def count(state: TableState, found: NextAct) -> ActWords:
    phase: Stub = now(state)
    return ActWords("Count the stub face down", phase.count, ("X-08",))


def validate(state: TableState, found: NextAct) -> ActWords:
    return ActWords(f"Call the floor: seat {found.seat} has won the progressive", state.game.validate)


def pay(state: TableState, found: NextAct) -> ActWords:
    return ActWords(f"Pay seat {found.seat} the progressive", state.game.meter_clauses)


def settle(state: TableState, found: NextAct) -> ActWords:
    phase: Settle = now(state)
    return ActWords(f"Settle seat {found.seat}", phase.clauses)


def rack(state: TableState, found: NextAct) -> ActWords:
    phase: Rack = now(state)
    return ActWords("Place all cards in the discard rack", phase.clauses)


SAID: dict[ActKind, Callable[[TableState, NextAct], ActWords]] = {
    ActKind.RECEIVE: receive,
    ActKind.PREPARE: prepare,
    ActKind.SHUFFLE: shuffle,
    ActKind.CUT: cut,
    ActKind.ATTEST: attest,
    ActKind.LOAD: load,
    ActKind.CHANGE_DECK: change_deck,
    ActKind.PUT_ASIDE: put_aside,
    ActKind.SWITCH: switch,
    ActKind.BET: bet,
    ActKind.CLOSE: close,
    ActKind.LOCK: lock,
    ActKind.COLLECT: collect,
    ActKind.BANK: bank,
    ActKind.MIX: mix,
    ActKind.DEAL: deal,
    ActKind.TURN: turn,
    ActKind.STUB: stub,
    ActKind.COUNT: count,
    ActKind.ASK: ask,
    ActKind.NAME: name,
    ActKind.REVEAL: reveal,
    ActKind.SETTLE: settle,
    ActKind.VALIDATE: validate,
    ActKind.PAY: pay,
    ActKind.RACK: rack,
    ActKind.RECOUNT: recount,
    ActKind.RULE: rule,
    ActKind.WAIT: wait,
}
