"""Find the next act of a table and its command. `due` adds the text, the actors and the clauses."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.games.game import NEVER_SEEN, Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.table import commands as do
from croupier.table.acts.decks import hours_over, life_of_deck
from croupier.table.acts.preparation import STEPS, has_player
from croupier.table.acts.proving import needs_mix
from croupier.table.acts.settlement import unseen
from croupier.table.acts.shuffling import MAY_SHUFFLE, method_is_out
from croupier.table.acts.stub import count_due
from croupier.table.acts.vouching import required_attestations
from croupier.table.progress import bettors, deal_plan, stays_face_down
from croupier.table.state import DeckState, TableState


class ActKind(StrEnum):
    """Every act that can be due."""

    # Chapters 3 to 5.
    RECEIVE = "receive"
    PREPARE = "prepare"
    SHUFFLE = "shuffle"
    CUT = "cut"
    ATTEST = "attest"  # attestations that come before the first deck is loaded
    LOAD = "load"
    CHANGE_DECK = "change_deck"
    PUT_ASIDE = "put_aside"  # a failed device
    SWITCH = "switch"  # another dealing method
    # Chapters 7 to 12.
    BET = "bet"
    CLOSE = "close"
    LOCK = "lock"
    COLLECT = "collect"
    BANK = "bank"
    MIX = "mix"  # a committed deal
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
    # Irregularities of chapter 13, and matters that it does not cover.
    RECOUNT = "recount"
    RULE = "rule"
    # No players.
    WAIT = "wait"

    __hash__ = str.__hash__  # the hash of the string, so that a set of strings can contain the member


class NextAct(msgspec.Struct, frozen=True, gc=False):
    """An act and its command, with blanks for a person to fill in. Players' bets and answers have none."""

    act: ActKind
    command: do.TableCommand | None = None
    blanks: tuple[str, ...] = ()
    seat: int | None = None
    place: str | None = None
    cards: int = 0  # number of cards to deal, turn or name


# These names are at module level because every act of every round uses them, and a lookup is faster here.
_DEAL, _TURN, _COUNT = ActKind.DEAL, ActKind.TURN, ActKind.COUNT
_NAME, _SETTLE, _SHUFFLE, _LOAD = ActKind.NAME, ActKind.SETTLE, ActKind.SHUFFLE, ActKind.LOAD
_RACK = NextAct(ActKind.RACK, do.RackCards())
_REVEAL = NextAct(ActKind.REVEAL, do.RevealDealer())
_STUB = NextAct(ActKind.STUB, do.RackStub())
_LOCK = NextAct(ActKind.LOCK, do.LockProgressive())
_CLOSE = NextAct(ActKind.CLOSE, do.CloseBetting())
_BET, _ASK, _WAIT = NextAct(ActKind.BET), NextAct(ActKind.ASK, blanks=("choice",)), NextAct(ActKind.WAIT)
_TURN_UP = do.TurnUp()
_CARDS = ("cards",)


def next_act(state: TableState, live: bool = True) -> NextAct:
    """Return the act that the table is waiting for.

    With `live`, people name unseen cards when they turn them up. A virtual table knows its cards, even if
    they are hidden in `state`."""
    table = state.round
    if table.ruling:
        rule = state.game.irregularities[table.ruling]
        ruling = do.RuleOnIncident(outcome=rule.default, reason="", by=do.FLOOR)
        return NextAct(ActKind.RULE, ruling, ("outcome", "reason"))
    if table.phase < 0:
        return for_the_cards(state) or for_the_bets(state)
    if table.inquiry:
        recount = do.Recount(total=len(state.game.deck.order), misdealt=False)
        return NextAct(ActKind.RECOUNT, recount, ("total", "misdealt"))
    phase = state.rules.script[table.phase]
    return (LIVE if live else KNOWN)[type(phase)](state, phase)


def for_the_bets(state: TableState) -> NextAct:
    if any(state.bets.wagers.values()):
        return _CLOSE
    return _BET if state.seating.seats else _WAIT


def for_the_cards(state: TableState) -> NextAct | None:
    """Return the act due before cards can be dealt (chapters 3 to 5), or None if a deck is ready."""
    care = state.care
    if care.devices:
        for device, how in sorted(care.devices.items()):
            if how == "failed":
                aside = do.HandleDevice(device=device, how=next(iter(state.game.dead_device)))
                return NextAct(ActKind.PUT_ASIDE, aside, ("how",))
    packs = care.packs
    if not packs:
        return NextAct(ActKind.RECEIVE, do.ReceiveDecks(backs=("red", "blue")[: state.rules.choices.decks]))
    if care.loaded is not None:
        if hours_over(state, packs[care.loaded]):
            return over(state, packs[care.loaded])
        if len(packs) < 2:
            return None
    if method_is_out(state):
        if "shuffler" in care.devices and len(packs) > 1:  # two decks need a shuffler
            spare = next(back for back in sorted(packs) if back != care.loaded)
            return NextAct(ActKind.CHANGE_DECK, do.RemoveDeck(deck=spare, reason="two decks need a shuffler"))
        switch = do.SwitchMethod(dealing="shoe", shuffler="none", by=do.FLOOR)
        return NextAct(ActKind.SWITCH, switch, ("dealing", "shuffler"))
    for pack in packs.values():
        found = next_step(state, pack)
        if found is not None:
            return found
    if care.loaded is None:
        return next_load(state)
    return None


def shoe_is_out(state: TableState) -> bool:
    return "shoe" in state.care.devices and state.rules.dealing == "automated"


STEP_FROM = {before: step for step, (before, _, _) in STEPS.items()} | {"spread_idle": "view"}


def next_step(state: TableState, pack: DeckState) -> NextAct | None:
    """Return a deck's next preparation step, or None if it is ready, loaded or waiting for a player."""
    stage = pack.stage
    step = STEP_FROM.get(stage)
    if step is not None:
        if step == "view" and not has_player(state):
            return None  # the cards stay spread until the first player arrives
        return NextAct(ActKind.PREPARE, do.Prepare(deck=pack.back, step=step, by=STEPS[step][2]))
    if stage in MAY_SHUFFLE:
        by_machine = state.rules.choices.shuffler != "none" and "shuffler" not in state.care.devices
        counted = len(state.game.deck.order) if by_machine else None
        return NextAct(_SHUFFLE, do.Shuffle(deck=pack.back, by_machine=by_machine, counted=counted))
    if stage == "shuffled":
        return NextAct(ActKind.CUT, do.Cut(deck=pack.back, depth=len(state.game.deck.order) // 2))
    return None


def next_load(state: TableState) -> NextAct | None:
    care = state.care
    ready = [pack for pack in care.packs.values() if pack.stage == "ready"]
    if len(care.packs) == 2:  # with two decks, one is in the shuffler while the other is in play (3.B)
        ready = [pack for pack in ready if pack.back != care.last] if len(ready) == 2 else []
    for pack in ready:
        if not hours_over(state, pack):
            for clause in required_attestations(state):
                return NextAct(ActKind.ATTEST, do.Attest(clause=clause))
            return NextAct(_LOAD, do.Load(deck=pack.back))
    return over(state, ready[0]) if ready else None


def over(state: TableState, pack: DeckState) -> NextAct:
    _, hours, _ = life_of_deck(state)
    return NextAct(ActKind.CHANGE_DECK, do.RemoveDeck(deck=pack.back, reason=f"in use for {hours} hours"))


def chips(state: TableState, phase: Collect) -> NextAct:
    if state.round.cursor == 0:
        return _LOCK
    if state.round.cursor == 1:
        count = len(bettors(state, phase.wager))
        return NextAct(ActKind.COLLECT, do.CollectChips(wager=phase.wager, chips=count))
    return NextAct(ActKind.BANK, do.BankChips(wager=phase.wager))


def deal(state: TableState, phase: Deal) -> NextAct:
    if state.care.loaded is None:
        found = for_the_cards(state)
        if found is not None:
            return found
    table = state.round
    if table.proof is not None and needs_mix(state):
        blanks = ("reveals",) if table.proof.fixed else ()
        return NextAct(ActKind.MIX, do.MixDeal(round=table.number), blanks)
    plan, cursor = deal_plan(state), table.cursor
    count = sum(plan.sizes[cursor:]) if cursor else plan.total
    return NextAct(_DEAL, do.DealCards(cards=(None,) * count), (), None, None, count)


def deal_live(state: TableState, phase: Deal) -> NextAct:
    """Return the act of dealing live cards. Cards dealt face up are named at once."""
    found = deal(state, phase)
    return replace(found, blanks=_CARDS) if phase.face_up and found.act is _DEAL else found


def dealt_face_up(state: TableState) -> tuple[bool, ...]:
    """Return, for each of the next cards, whether it is dealt face up, so that a person must name it."""
    phase, table = state.phase, state.round
    if not isinstance(phase, Deal):
        return ()
    steps = deal_plan(state).steps[table.cursor :]
    return tuple(
        [phase.face_up and step.place not in NEVER_SEEN for step in steps for _ in range(step.count)]
    )


def turn(state: TableState, phase: Turn) -> NextAct:
    return NextAct(_TURN, _TURN_UP, (), None, phase.place, phase.count)


def turn_live(state: TableState, phase: Turn) -> NextAct:
    dealt = state.layout.cards[phase.place][phase.first : phase.first + phase.count]
    found = turn(state, phase)
    return replace(found, blanks=_CARDS) if None in dealt else found


def ask(state: TableState, phase: Ask) -> NextAct:
    return _ASK


def reveal(state: TableState, phase: Reveal) -> NextAct:
    return _REVEAL


def reveal_live(state: TableState, phase: Reveal) -> NextAct:
    dealt = state.layout.cards
    for place in phase.places:
        if place in dealt and None in dealt[place] and not stays_face_down(state, place):
            return naming(state, place)
    return _REVEAL


def naming(state: TableState, place: str, seat: int | None = None) -> NextAct:
    """Return the act of turning up and naming the cards at a place."""
    dealt = state.layout.cards[place]
    first = dealt.index(None)
    unseen = next((n for n, card in enumerate(dealt[first:]) if card is not None), len(dealt) - first)
    return NextAct(_NAME, do.NameCards(place=place, cards=(), first=first), _CARDS, seat, place, unseen)


def stub(state: TableState, phase: Stub) -> NextAct:
    return NextAct(_COUNT, do.CountStub(cards=state.layout.stub)) if count_due(state) else _STUB


def settle(state: TableState, phase: Settle) -> NextAct:
    table = state.round
    seat = table.order[table.cursor]  # counterclockwise
    if table.awaiting == "validation":
        validate = do.ValidateProgressive(seat=seat, by=do.FLOOR)
        return NextAct(ActKind.VALIDATE, validate, seat=seat)
    if table.awaiting:
        return NextAct(ActKind.PAY, do.PayProgressive(seat=seat), seat=seat)
    return NextAct(_SETTLE, do.SettleSeat(seat=seat), (), seat)


def settle_live(state: TableState, phase: Settle) -> NextAct:
    found = settle(state, phase)
    if found.act is _SETTLE and found.seat is not None:
        place = unseen(state, found.seat)
        if place is not None:
            return naming(state, place, found.seat)
    return found


def rack(state: TableState, phase: Rack) -> NextAct:
    return _RACK


# Each phase has one function for tables that know their cards, and one for live tables.
KNOWN: dict[type, Callable[[TableState, Any], NextAct]] = {
    Ask: ask,
    Collect: chips,
    Deal: deal,
    Rack: rack,
    Reveal: reveal,
    Settle: settle,
    Stub: stub,
    Turn: turn,
}
LIVE = KNOWN | {Deal: deal_live, Reveal: reveal_live, Settle: settle_live, Turn: turn_live}
