"""The act that is due at a table: whose it is, by which clause, with a command ready to send.

A dealer's screen is a picture of it, automation a filter over it; neither knows a game. `next_act` finds the
act, the words and clauses are put to it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.games.game import DEALER, Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.rulebook import clauses
from croupier.table import commands as do
from croupier.table.acts.dealing import plan_of
from croupier.table.acts.preparation import STEPS, life_of_deck
from croupier.table.fields import seat_of
from croupier.table.progress import announcement
from croupier.table.readers.next_act import Act as Act
from croupier.table.readers.next_act import NextAct, next_act, shoe_is_out
from croupier.table.state import TableState


class Due(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One act. A `command` without `blanks` can be sent as it is; a person fills in the blanks."""

    act: Act
    words: str  # for a dealer's screen
    whose: tuple[str, ...] = ()  # roles, those above included, or one player; empty: nobody's yet
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    command: do.Command | None = None
    blanks: tuple[str, ...] = ()
    seat: int | None = None
    place: str | None = None
    cards: int = 0  # how many are dealt, turned or named

    @property
    def ready(self) -> bool:
        return self.command is not None and not self.blanks

    @property
    def idle(self) -> bool:
        """Nothing to do until somebody comes."""
        return self.act is Act.WAIT


class Said(msgspec.Struct, frozen=True, gc=False):
    """An act in words, and where it is written."""

    words: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()
    whose: tuple[str, ...] = ()  # where it is not that of the command's roles


def due(state: TableState, live: bool = True) -> Due:
    """What the table waits for now; `live` as for `next_act`."""
    found = next_act(state, live)
    if found.act is Act.ASK:
        found = question(state, now(state))
    said = SAID[found.act](state, found)
    whose = said.whose or (found.command.roles if found.command else ())
    return Due(
        found.act,
        said.words,
        whose,
        said.clauses,
        said.readings,
        found.command,
        found.blanks,
        found.seat,
        found.place,
        found.cards,
    )


def question(state: TableState, phase: Ask) -> NextAct:
    """The answer that the dealer waits for, with its choice left open."""
    table = state.round
    seat = table.in_play[table.cursor]
    by = f"player:{state.seating.seats[seat]}"
    asked = do.Decide(seat=seat, choice="", round=table.number, question=phase.name, by=by)
    return NextAct(Act.ASK, asked, ("choice",), seat)


def now(state: TableState) -> Any:
    """The phase that the round is in."""
    phase = state.phase
    assert phase is not None
    return phase


def rule(state: TableState, found: NextAct) -> Said:
    matter = state.round.ruling
    how = state.game.irregularities[matter]
    return Said(f"Call the floor: {matter.replace('_', ' ')} waits for a ruling", how.clauses, how.readings)


def recount(state: TableState, found: NextAct) -> Said:
    phase: Stub = now(state)
    return Said("Recount all cards: the count of the stub was wrong", phase.wrong, ("X-08",))


def close(state: TableState, found: NextAct) -> Said:
    return Said('Announce "no more bets"', *announcement(state))


def wait(state: TableState, found: NextAct) -> Said:
    return Said("Nobody is seated", (state.game.seated_only,))


def bet(state: TableState, found: NextAct) -> Said:
    seats = state.seating.seats
    players = tuple(dict.fromkeys(f"player:{player}" for _, player in sorted(seats.items())))
    return Said("Bets are open", state.game.bets_by, whose=players)


def put_aside(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.HandleDevice)
    ways = state.game.dead_device
    clauses = tuple(clause for clauses in ways.values() for clause in clauses)
    return Said(f"Put the {command.device} aside: it has failed", clauses)


def receive(state: TableState, found: NextAct) -> Said:
    care, command = state.game.care, found.command
    assert isinstance(command, do.ReceiveDecks)
    words = f"Receive the {' and the '.join(command.backs)} deck"
    return Said(words, care.one_deck if state.rules.choices.decks == 1 else care.two_decks)


def switch(state: TableState, found: NextAct) -> Said:
    care = state.game.care
    clauses = care.load["shoe"] if shoe_is_out(state) else care.by_machine
    return Said("Choose another way of shuffling and dealing", clauses)


STEP_WORDS = {  # chapter 4, as a dealer is told to do it
    "inspect": "Inspect the {deck} deck: every back and every side",
    "verify": "Verify the inspection of the {deck} deck",
    "spread": "Spread the {deck} deck face up, by suits",
    "view": "Let the first player look at the {deck} deck",
    "face_down": "Turn the {deck} deck face down",
    "wash": "Wash the {deck} deck",
    "stack": "Stack the {deck} deck",
}


def prepare(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.Prepare)
    care, step, deck = state.game.care, command.step, command.deck
    clauses: tuple[str, ...] = getattr(care, step)
    if state.care.packs[deck].stage == "spread_idle":
        clauses = care.idle_view
    return Said(STEP_WORDS[step].format(deck=deck), clauses, whose=(STEPS[step][2],))


def shuffle(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.Shuffle)
    care, deck = state.game.care, command.deck
    used = state.care.packs[deck].stage == "used"
    how = "by machine" if command.by_machine else "by hand"
    clauses = care.after_round if used else care.first_shuffle
    return Said(f"Shuffle the {deck} deck {how}", clauses + care.one_stack)


def cut(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.Cut)
    care = state.game.care
    return Said(f"Cut the {command.deck} deck with the cover card", care.must_cut + care.cut)


def attest(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.Attest)
    return Said(f"Look, and vouch: {clauses()[command.clause].gist}", (command.clause,))


def load(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.Load)
    return Said(f"Load the {command.deck} deck", state.game.care.load[state.rules.dealing])


def change_deck(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.RemoveDeck)
    _, hours, clauses = life_of_deck(state)
    return Said(f"Change the {command.deck} deck: it has been in use for {hours} hours", clauses)


def lock(state: TableState, found: NextAct) -> Said:
    phase: Collect = now(state)
    return Said("Lock the progressive system", phase.lock)


def collect(state: TableState, found: NextAct) -> Said:
    command = found.command
    assert isinstance(command, do.CollectChips)
    phase: Collect = now(state)
    words = f"Collect and count the {label_of(state, phase)} chips: {command.chips} accepted"
    return Said(words, tuple(dict.fromkeys((*phase.gather, *phase.lammer, *phase.tally))))


def bank(state: TableState, found: NextAct) -> Said:
    phase: Collect = now(state)
    return Said(f"Put the {label_of(state, phase)} chips into the tray", phase.bank)


def label_of(state: TableState, phase: Collect) -> str:
    """The wager whose chips are collected, as it stands on the layout."""
    rule = state.game.wager(phase.wager)
    return rule.label if rule is not None else phase.wager


def deal(state: TableState, found: NextAct) -> Said:
    phase: Deal = now(state)
    plan = plan_of(state, phase)
    words = f"Deal the {phase.name}: {found.cards} card{'s' if found.cards > 1 else ''}"
    return Said(words, plan.clauses, plan.readings)


def mix(state: TableState, found: NextAct) -> Said:
    return Said("Mix the deal by what the players reveal", state.game.deck_clauses)


def turn(state: TableState, found: NextAct) -> Said:
    phase: Turn = now(state)
    return Said(f"Turn up the {phase.name}", phase.clauses, phase.readings)


def ask(state: TableState, found: NextAct) -> Said:
    phase: Ask = now(state)
    assert found.command is not None
    answers = ", ".join(choice.name for choice in phase.choices)
    words = f"Ask seat {found.seat}: {phase.name} ({answers})"
    return Said(words, phase.clauses, whose=(found.command.by,))


def reveal(state: TableState, found: NextAct) -> Said:
    phase: Reveal = now(state)
    # A game without a dealer's hand shows the cards of another place alone, such as a box (letitride/10.B.1).
    own = ["the dealer's cards"] if DEALER in phase.places else []
    others = [f"the cards of {place_words(place)}" for place in phase.places if place != DEALER]
    return Said(f"Reveal {' and '.join(own + others)}", phase.clauses, phase.readings)


def name(state: TableState, found: NextAct) -> Said:
    phase: Reveal | Settle = now(state)
    cards = f"{found.cards} card{'s' if found.cards > 1 else ''}"
    assert found.place is not None
    return Said(f"Turn up and name {cards} of {place_words(found.place)}", phase.clauses)


def place_words(place: str) -> str:
    """ "seat 3", "the dealer": where cards lie, as it is said."""
    return f"seat {seat_of(place)}" if seat_of(place) else f"the {place}"


def stub(state: TableState, found: NextAct) -> Said:
    phase: Stub = now(state)
    return Said("Place the stub in the discard rack", phase.rack)


def count(state: TableState, found: NextAct) -> Said:
    phase: Stub = now(state)
    return Said("Count the stub face down", phase.count, ("X-08",))


def validate(state: TableState, found: NextAct) -> Said:
    return Said(f"Call the floor: seat {found.seat} has won the progressive", state.game.validate)


def pay(state: TableState, found: NextAct) -> Said:
    return Said(f"Pay the progressive of seat {found.seat}", state.game.meter_clauses)


def settle(state: TableState, found: NextAct) -> Said:
    phase: Settle = now(state)
    return Said(f"Settle seat {found.seat}", phase.clauses)


def rack(state: TableState, found: NextAct) -> Said:
    phase: Rack = now(state)
    return Said("Place all cards in the discard rack", phase.clauses)


SAID: dict[Act, Callable[[TableState, NextAct], Said]] = {
    Act.RECEIVE: receive,
    Act.PREPARE: prepare,
    Act.SHUFFLE: shuffle,
    Act.CUT: cut,
    Act.ATTEST: attest,
    Act.LOAD: load,
    Act.CHANGE_DECK: change_deck,
    Act.PUT_ASIDE: put_aside,
    Act.SWITCH: switch,
    Act.BET: bet,
    Act.CLOSE: close,
    Act.LOCK: lock,
    Act.COLLECT: collect,
    Act.BANK: bank,
    Act.MIX: mix,
    Act.DEAL: deal,
    Act.TURN: turn,
    Act.STUB: stub,
    Act.COUNT: count,
    Act.ASK: ask,
    Act.NAME: name,
    Act.REVEAL: reveal,
    Act.SETTLE: settle,
    Act.VALIDATE: validate,
    Act.PAY: pay,
    Act.RACK: rack,
    Act.RECOUNT: recount,
    Act.RULE: rule,
    Act.WAIT: wait,
}
