"""The stub, chapters 8 to 10: racked unseen, or counted, and what a wrong count does (X-08)."""

from __future__ import annotations

import msgspec

from croupier.rulebook import Irregularity, Stub
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.irregularities import void_round
from croupier.table.progress import expect, next_phase
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

replace = msgspec.structs.replace

EVERY = 5  # rounds


def count_due(state: TableState) -> bool:
    """At least once in every five rounds, unless the shuffler counts."""
    return not shuffler_counted(state) and state.care.uncounted >= EVERY - 1


def shuffler_counted(state: TableState) -> bool:
    """Whether a counting device shuffled the deck in play, not a person or another device."""
    deck = state.care.loaded
    return deck is not None and state.care.packs[deck].counted


def decide_rack_stub(state: TableState, command: do.RackStub) -> tuple[ev.Event, ...]:
    phase = stub_phase(state, "racking the stub")
    if count_due(state):
        raise refuse(
            Code.COUNT_DUE,
            f"the stub has not been counted for {state.care.uncounted} rounds",
            phase.count,
            "Count it face down on the layout.",
            ("X-08",),
        )
    return (ev.StubRacked(cards=state.layout.stub, clauses=phase.rack, audience=ev.EVERYONE),)


def stub_phase(state: TableState, act: str) -> Stub:
    phase = expect(state, Stub, act)
    if state.round.inquiry:
        raise refuse(
            Code.RECOUNT_DUE,
            "the count was wrong: the cards are recounted first",
            phase.misdeal,
            "Recount all cards.",
            ("X-08",),
        )
    return phase


def decide_count_stub(state: TableState, command: do.CountStub) -> tuple[ev.Event, ...]:
    phase = stub_phase(state, "counting the stub")
    right = command.cards == state.layout.stub
    counted = ev.StubCounted(
        cards=command.cards,
        right=right,
        clauses=phase.count + (phase.right if right else ()),
        readings=("X-08",),
        audience=ev.EVERYONE,
    )
    if right:
        return (counted, ev.StubRacked(cards=state.layout.stub, clauses=phase.right, audience=ev.EVERYONE))
    return (counted,)


def decide_recount(state: TableState, command: do.Recount) -> tuple[ev.Event, ...]:
    phase = expect(state, Stub, "a recount")
    if not state.round.inquiry:
        raise refuse(Code.NOTHING_WRONG, "no wrong count waits for a recount", phase.count, "", ("X-08",))
    size = len(state.game.deck.order)
    recounted = ev.CardsRecounted(
        total=command.total,
        misdealt=command.misdealt,
        clauses=phase.count,
        readings=("X-08",),
        audience=ev.EVERYONE,
    )
    if command.total != size or (not command.misdealt and state.rules.reading("X-08") == "R2"):
        rule = Irregularity("void", phase.defective, ("X-08", "X-05"))
        deck = state.care.loaded
        assert deck is not None
        reason = f"{command.total} cards in the deck, not {size}"
        if command.total == size:
            reason = "the count was wrong and the cards were not misdealt"
        removed = ev.DeckRemoved(deck=deck, reason=reason, clauses=phase.defective, audience=ev.EVERYONE)
        return (recounted, *void_round(state, rule, reason), removed)
    if command.misdealt:
        rule = Irregularity("void", phase.misdeal, ("X-08", "X-05"))
        return (recounted, *void_round(state, rule, "the cards were misdealt"))
    # The deck is whole and every hand is right: the count itself was wrong, and play goes on.
    return (
        recounted,
        ev.StubRacked(cards=state.layout.stub, clauses=phase.right, readings=("X-08",), audience=ev.EVERYONE),
    )


def apply_counted(state: TableState, event: ev.StubCounted) -> TableState:
    table = replace(state.round, counted=True, inquiry=not event.right)
    return replace(state, care=replace(state.care, uncounted=0), round=table)


def apply_recounted(state: TableState, event: ev.CardsRecounted) -> TableState:
    return replace(state, round=replace(state.round, inquiry=False))


def apply_racked(state: TableState, event: ev.StubRacked) -> TableState:
    care = state.care
    layout = replace(state.layout, stub=0, racked_stub=event.cards)
    uncounted = 0 if state.round.counted or shuffler_counted(state) else care.uncounted + 1
    return next_phase(replace(state, layout=layout, care=replace(care, uncounted=uncounted)))
