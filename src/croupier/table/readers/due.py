"""The act that is due at a table: whose it is, by which clause, with a command ready to send.

A dealer's screen is a picture of it, automation a filter over it; neither knows a game.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec

from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.table import commands as do
from croupier.table.acts.dealing import plan_of
from croupier.table.acts.preparation import (
    MAY_SHUFFLE,
    STEPS,
    by_machine_alone,
    hours_over,
    life_of_deck,
    player_came,
)
from croupier.table.acts.settlement import unseen
from croupier.table.acts.stub import count_due
from croupier.table.progress import bettors
from croupier.table.state import Pack, TableState


class Act(StrEnum):
    """Every act that can be due."""

    # Chapters 3 to 5.
    RECEIVE = "receive"
    PREPARE = "prepare"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    CHANGE_DECK = "change_deck"
    PUT_ASIDE = "put_aside"  # a device that failed
    SWITCH = "switch"  # another way of shuffling or dealing
    # Chapters 7 to 12.
    BET = "bet"
    CLOSE = "close"
    LOCK = "lock"
    COLLECT = "collect"
    BANK = "bank"
    DEAL = "deal"
    TURN = "turn"
    STUB = "stub"
    COUNT = "count"
    ASK = "ask"
    NAME = "name"
    REVEAL = "reveal"
    SETTLE = "settle"
    VALIDATE = "validate"
    PAY = "pay"
    RACK = "rack"
    # Chapter 13 and what it does not cover.
    RECOUNT = "recount"
    RULE = "rule"
    # Nobody is there.
    WAIT = "wait"


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


def act(
    what: Act,
    words: str,
    command: do.Command,
    clauses: tuple[str, ...],
    readings: tuple[str, ...] = (),
    blanks: tuple[str, ...] = (),
    seat: int | None = None,
    place: str | None = None,
    cards: int = 0,
    whose: tuple[str, ...] = (),
) -> Due:
    return Due(what, words, whose or command.roles, clauses, readings, command, blanks, seat, place, cards)


def due(state: TableState, live: bool = True) -> Due:
    """What the table waits for now.

    `live`: cards that nobody has seen are named by people as they are turned. A table that deals from its own
    shoe knows them, also where the one who asks does not."""
    table = state.round
    if table.ruling:
        rule = state.game.irregularities[table.ruling]
        return act(
            Act.RULE,
            f"Call the floor: {table.ruling.replace('_', ' ')} waits for a ruling",
            do.Rule(outcome=rule.default, reason="", by=do.FLOOR),
            rule.clauses,
            rule.readings,
            blanks=("outcome", "reason"),
        )
    phase = state.phase
    if phase is None:
        return for_the_cards(state) or for_the_bets(state)
    if table.inquiry:
        assert isinstance(phase, Stub)
        return act(
            Act.RECOUNT,
            "Recount all cards: the count of the stub was wrong",
            do.Recount(total=len(state.game.deck.order), misdealt=False),
            phase.misdeal,
            ("X-08",),
            blanks=("total", "misdealt"),
        )
    wanted = PHASES[type(phase)](state, phase)
    if live or not wanted.blanks or "cards" not in wanted.blanks:
        return wanted
    if wanted.act is Act.NAME:
        wanted = KNOWN[type(phase)](state, phase)
    return msgspec.structs.replace(wanted, blanks=())


def for_the_bets(state: TableState) -> Due:
    game, seats = state.game, state.seating.seats
    if any(state.bets.wagers.values()):
        return act(
            Act.CLOSE,
            'Announce "no more bets"',
            do.CloseBetting(),
            game.close[state.rules.dealing],
        )
    if not seats:
        return Due(Act.WAIT, "Nobody is seated", clauses=(game.seated_only,))
    players = tuple(dict.fromkeys(f"player:{player}" for _, player in sorted(seats.items())))
    return Due(Act.BET, "Bets are open", players, game.bets_by)


def for_the_cards(state: TableState) -> Due | None:
    """What chapters 3 to 5 want done before a card can be dealt; None if a deck is loaded and all is well."""
    care, rules = state.care, state.game.care
    ways = state.game.dead_device
    for device, how in sorted(care.devices.items()) if care.devices else ():
        if how == "failed":
            return act(
                Act.PUT_ASIDE,
                f"Put the {device} aside: it has failed",
                do.HandleDevice(device=device, how=next(iter(ways))),
                tuple(clause for clauses in ways.values() for clause in clauses),
                blanks=("how",),
            )
    if not care.packs:
        backs = ("red", "blue")[: state.rules.choices.decks]
        return act(
            Act.RECEIVE,
            "Receive the cards",
            do.ReceiveDecks(backs=backs),
            rules.one_deck if len(backs) == 1 else rules.two_decks,
        )
    if care.loaded is not None:
        if hours_over(state, care.packs[care.loaded]):
            return over(state, care.packs[care.loaded])
        if len(care.packs) < 2:
            return None
    if care.devices and (("shuffler" in care.devices and by_machine_alone(state)) or shoe_is_out(state)):
        return act(
            Act.SWITCH,
            "Choose another way of shuffling and dealing",
            do.SwitchMethod(dealing="shoe", shuffler="none", by=do.FLOOR),
            rules.by_machine if not shoe_is_out(state) else rules.load["shoe"],
            blanks=("dealing", "shuffler"),
        )
    for pack in care.packs.values():
        wanted = next_step(state, pack)
        if wanted is not None:
            return wanted
    if care.loaded is None:
        return next_load(state)
    return None


def shoe_is_out(state: TableState) -> bool:
    return "shoe" in state.care.devices and state.rules.dealing == "automated"


STEP_FROM = {before: step for step, (before, _, _) in STEPS.items()} | {"spread_idle": "view"}


def next_step(state: TableState, pack: Pack) -> Due | None:
    """The step of preparation that a deck waits for; None where it is ready, loaded or waits for a player."""
    care, size = state.game.care, len(state.game.deck.order)
    step = STEP_FROM.get(pack.stage)
    if step is not None:
        if step == "view" and not player_came(state):
            return None  # the cards lie spread until the first player comes
        clauses: tuple[str, ...] = getattr(care, step)
        return act(
            Act.PREPARE,
            f"{step.replace('_', ' ').capitalize()}: the {pack.back} deck",
            do.Prepare(deck=pack.back, step=step, by=STEPS[step][2]),
            care.idle_view if pack.stage == "spread_idle" else clauses,
            whose=(STEPS[step][2],),
        )
    if pack.stage in MAY_SHUFFLE:
        by_machine = state.rules.choices.shuffler != "none" and "shuffler" not in state.care.devices
        return act(
            Act.SHUFFLE,
            f"Shuffle the {pack.back} deck {'by machine' if by_machine else 'by hand'}",
            do.Shuffle(deck=pack.back, by_machine=by_machine, counted=size if by_machine else None),
            care.after_round if pack.stage == "used" else care.first_shuffle,
        )
    if pack.stage == "shuffled":
        return act(
            Act.CUT,
            f"Offer the {pack.back} deck for the cut",
            do.Cut(deck=pack.back, depth=size // 2),
            care.must_cut,
        )
    return None


def next_load(state: TableState) -> Due | None:
    care = state.care
    ready = [pack for pack in care.packs.values() if pack.stage == "ready"]
    if len(care.packs) == 2:  # one is stored in the shuffler while the other is played with (3.B)
        ready = [pack for pack in ready if pack.back != care.last] if len(ready) == 2 else []
    for pack in ready:
        if not hours_over(state, pack):
            return act(
                Act.LOAD,
                f"Load the {pack.back} deck",
                do.Load(deck=pack.back),
                state.game.care.load[state.rules.dealing],
            )
    return over(state, ready[0]) if ready else None


def over(state: TableState, pack: Pack) -> Due:
    _, hours, clauses = life_of_deck(state)
    return act(
        Act.CHANGE_DECK,
        f"Change the {pack.back} deck: it has been in use for {hours} hours",
        do.RemoveDeck(deck=pack.back, reason=f"in use for {hours} hours"),
        clauses,
    )


def chips(state: TableState, phase: Collect) -> Due:
    if state.round.cursor == 0:
        return act(Act.LOCK, "Lock the progressive system", do.LockProgressive(), phase.lock)
    if state.round.cursor == 1:
        count = len(bettors(state, phase.wager))
        collect = do.CollectChips(wager=phase.wager, chips=count)
        words = f"Collect and count the chips: {count} accepted"
        return act(Act.COLLECT, words, collect, (*phase.gather, *phase.tally))
    return act(Act.BANK, "Put the chips into the tray", do.BankChips(wager=phase.wager), phase.bank)


def deal(state: TableState, phase: Deal) -> Due:
    if state.care.loaded is None:
        wanted = for_the_cards(state)
        if wanted is not None:
            return wanted
    plan = plan_of(state, phase)
    count = sum(plan.sizes[state.round.cursor :])
    return act(
        Act.DEAL,
        f"Deal the {phase.name}: {count} card{'s' if count > 1 else ''}",
        do.Deal(cards=(None,) * count),
        plan.clauses,
        plan.readings,
        blanks=("cards",) if phase.face_up else (),  # all see them: a live table names them as they fall
        cards=count,
    )


def turn(state: TableState, phase: Turn) -> Due:
    lying = state.layout.cards[phase.place][phase.first : phase.first + phase.count]
    return act(
        Act.TURN,
        f"Turn up the {phase.name}",
        do.TurnUp(),
        phase.clauses,
        phase.readings,
        blanks=("cards",) if None in lying else (),
        place=phase.place,
        cards=phase.count,
    )


def ask(state: TableState, phase: Ask) -> Due:
    seat = state.round.in_play[state.round.cursor]
    asked = do.Decide(
        seat=seat, choice="", round=state.round.number, question=phase.name, by=player_at(state, seat)
    )
    answers = ", ".join(choice.name for choice in phase.choices)
    return act(
        Act.ASK,
        f"Ask seat {seat}: {phase.name} ({answers})",
        asked,
        phase.clauses,
        blanks=("choice",),
        seat=seat,
        whose=(player_at(state, seat),),
    )


def player_at(state: TableState, seat: int) -> str:
    return f"player:{state.seating.seats[seat]}"


def reveal(state: TableState, phase: Reveal) -> Due:
    for place in phase.places:
        if None in state.layout.cards.get(place, ()):
            return naming(state, place, phase.clauses)
    return reveal_known(state, phase)


def reveal_known(state: TableState, phase: Reveal) -> Due:
    return act(Act.REVEAL, "Reveal the dealer's cards", do.RevealDealer(), phase.clauses, phase.readings)


def naming(state: TableState, place: str, clauses: tuple[str, ...], seat: int | None = None) -> Due:
    """Cards that a person turns up and names before the table can go on."""
    lying = state.layout.cards[place]
    first = lying.index(None)
    unseen = next((n for n, card in enumerate(lying[first:]) if card is not None), len(lying) - first)
    return act(
        Act.NAME,
        f"Turn up and name {unseen} card{'s' if unseen > 1 else ''} at {place}",
        do.NameCards(place=place, cards=(), first=first),
        clauses,
        blanks=("cards",),
        seat=seat,
        place=place,
        cards=unseen,
    )


def stub(state: TableState, phase: Stub) -> Due:
    if count_due(state):
        count = do.CountStub(cards=state.layout.stub)
        return act(Act.COUNT, "Count the stub face down", count, phase.count, ("X-08",))
    return act(Act.STUB, "Place the stub in the discard rack", do.RackStub(), phase.rack)


def settle(state: TableState, phase: Settle) -> Due:
    table = state.round
    seat = table.order[table.cursor]  # counterclockwise
    if table.awaiting == "validation":
        return act(
            Act.VALIDATE,
            f"Call the floor: seat {seat} has won the progressive",
            do.ValidateProgressive(seat=seat, by=do.FLOOR),
            state.game.validate,
            seat=seat,
        )
    if table.awaiting:
        pay = do.PayProgressive(seat=seat)
        return act(Act.PAY, f"Pay the progressive of seat {seat}", pay, state.game.meter_clauses, seat=seat)
    place = unseen(state, seat)
    if place is not None:
        return naming(state, place, phase.clauses, seat)
    return settle_known(state, phase)


def settle_known(state: TableState, phase: Settle) -> Due:
    seat = state.round.order[state.round.cursor]
    return act(Act.SETTLE, f"Settle seat {seat}", do.SettleSeat(seat=seat), phase.clauses, seat=seat)


def rack(state: TableState, phase: Rack) -> Due:
    return act(Act.RACK, "Place all cards in the discard rack", do.RackCards(), phase.clauses)


PHASES: dict[type, Callable[[TableState, Any], Due]] = {
    Ask: ask,
    Collect: chips,
    Deal: deal,
    Rack: rack,
    Reveal: reveal,
    Settle: settle,
    Stub: stub,
    Turn: turn,
}
KNOWN: dict[type, Callable[[TableState, Any], Due]] = {Reveal: reveal_known, Settle: settle_known}
