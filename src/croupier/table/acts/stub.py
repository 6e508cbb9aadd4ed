"""Rack and count the stub (chapters 8 to 10), and handle a wrong count (X-08)."""

from __future__ import annotations

import msgspec

from croupier.games import script
from croupier.rulebook import Irregularity, Stub
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.irregularities import in_round, void_round
from croupier.table.acts.reopening import won_already
from croupier.table.acts.shuffling import self_shuffling_shoe, shuffler_counted
from croupier.table.progress import expect, next_phase
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import TableState

replace = msgspec.structs.replace

EVERY = 5  # number of rounds from one count of the stub to the next


def count_due(state: TableState) -> bool:
    """Return whether the stub must be counted: every five rounds, unless the shuffler counts the cards."""
    return not shuffler_counted(state) and state.care.uncounted >= EVERY - 1


@decides(do.RackStub, lambda s: s.game.stub[s.rules.dealing].rack)
def decide_rack_stub(state: TableState, command: do.RackStub) -> tuple[ev.TableEvent, ...]:
    phase = stub_phase(state, "racking the stub")
    if count_due(state):
        raise refuse(
            TableCode.COUNT_DUE,
            f"the stub has not been counted for {state.care.uncounted} rounds",
            phase.count,
            "Count the stub face down on the layout.",
            ("X-08",),
        )
    # Under N-04, a shoe that shuffles and counts the cards by itself is exempt.
    spared = self_shuffling_shoe(state) and state.game.care.count_excused
    return (rack_event(state, phase.rack, ("N-04",) if spared else ()),)


def stub_phase(state: TableState, act: str) -> Stub:
    phase = expect(state, Stub, act)
    if state.round.inquiry:
        raise refuse(
            TableCode.RECOUNT_DUE,
            "the stub count was wrong, so the cards must be recounted first",
            phase.wrong,
            "Recount all cards.",
            ("X-08",),
        )
    return phase


@decides(do.CountStub, lambda s: s.game.stub[s.rules.dealing].count)
def decide_count_stub(state: TableState, command: do.CountStub) -> tuple[ev.TableEvent, ...]:
    phase = stub_phase(state, "counting the stub")
    right = command.cards == state.layout.stub
    counted = ev.StubCounted(
        cards=command.cards,
        right=right,
        clauses=phase.count + (phase.right if right else phase.wrong),
        readings=("X-08",),
        audience=ev.EVERYONE,
    )
    if right:
        return (counted, rack_event(state, phase.right))
    return (counted,)


def rack_event(state: TableState, clauses: tuple[str, ...], readings: tuple[str, ...] = ()) -> ev.StubRacked:
    return ev.StubRacked(cards=state.layout.stub, clauses=clauses, readings=readings, audience=ev.EVERYONE)


@decides(do.Recount, lambda s: (s.game.stub[s.rules.dealing].count, ("X-08",)))
def decide_recount(state: TableState, command: do.Recount) -> tuple[ev.TableEvent, ...]:
    phase = expect(state, Stub, "a recount")
    if not state.round.inquiry:
        raise refuse(
            TableCode.NOTHING_WRONG,
            "there is no wrong count to check",
            phase.count,
            "Count the stub first, or place it in the discard rack.",
            ("X-08",),
        )
    if command.hand and not (command.misdealt and command.hand in state.layout.cards):
        raise refuse(
            TableCode.NO_SUCH_PLACE,
            f"there is no hand at {command.hand}",
            phase.wrong,
            "Choose a place with cards, or leave the hand out if none was misdealt.",
            ("X-08",),
        )
    size = len(state.game.deck.order)
    recounted = ev.CardsRecounted(
        total=command.total,
        misdealt=command.misdealt,
        hand=command.hand,
        clauses=phase.wrong,
        readings=("X-08",),
        audience=ev.EVERYONE,
    )
    if command.total != size or (not command.misdealt and state.rules.reading("X-08") == "R2"):
        reason = f"{command.total} cards in the deck, not {size}"
        if command.total == size:
            reason = "the count was wrong and the cards were not misdealt"
        return (recounted, *defective_deck(state, phase, reason, command.by))
    if command.misdealt:
        rule = Irregularity("void", phase.misdeal, ("X-08", "X-05"))
        reason = f"the cards of {command.hand} were misdealt" if command.hand else "the cards were misdealt"
        return (recounted, *void_round(state, rule, reason, command.by))
    # The deck and all hands are correct, so the stub was miscounted and play continues.
    return (recounted, rack_event(state, phase.right, ("X-08",)))


def defective_deck(state: TableState, phase: Stub, reason: str, by: str) -> tuple[ev.TableEvent, ...]:
    """Void the round and remove the deck (X-08)."""
    rule = Irregularity("void", phase.defective, ("X-08", "X-05"))
    deck = state.care.loaded
    assert deck is not None
    removed = ev.DeckRemoved(
        deck=deck, reason=reason, clauses=phase.defective, readings=("X-08",), audience=ev.EVERYONE
    )
    return (*void_round(state, rule, reason, by), removed)


@decides(do.DeclareDefective, lambda s: s.game.deck_clauses)
def decide_defective(state: TableState, command: do.DeclareDefective) -> tuple[ev.TableEvent, ...]:
    """Declare the deck defective (duplicate or foreign card) at any point of the round, and void it."""
    phase = next(phase for phase in script(state.rules) if isinstance(phase, Stub))
    with_reason(command.reason, phase.defective)
    in_round(state, "a defective deck", phase.defective)
    deck = state.care.loaded
    if deck is None:
        raise refuse(
            TableCode.NO_SUCH_DECK, "no deck is in play", phase.defective, "Remove the deck from the table."
        )
    found = ev.DeckDefective(
        deck=deck,
        reason=command.reason,
        by=command.by,
        clauses=phase.wrong + phase.defective,
        readings=("X-08", "X-06") if won_already(state) else ("X-08",),
        audience=ev.EVERYONE,
    )
    return (found, *defective_deck(state, phase, command.reason, command.by))


@applies(ev.StubCounted)
def apply_counted(state: TableState, event: ev.StubCounted) -> TableState:
    table = replace(state.round, counted=True, inquiry=not event.right)
    return replace(state, care=replace(state.care, uncounted=0), round=table)


@applies(ev.CardsRecounted)
def apply_recounted(state: TableState, event: ev.CardsRecounted) -> TableState:
    return replace(state, round=replace(state.round, inquiry=False))


@applies(ev.StubRacked)
def apply_racked(state: TableState, event: ev.StubRacked) -> TableState:
    return next_phase(state, layout=replace(state.layout, stub=0, racked_stub=event.cards))
