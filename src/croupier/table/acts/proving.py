"""Commit a virtual table to the order of its cards, for verifiable dealing.

The table commits to the order of the loaded deck while bets are open. After bets are closed, the table mixes
the deal with the numbers that players reveal, or discards the deal if a player does not reveal. The round
itself is played as at any other table.
"""

from __future__ import annotations

import msgspec

from croupier.cards import commitment
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.preparation import undealt, unload
from croupier.table.progress import announcement, check_round
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, PEOPLE, DealProof, TableState

replace = msgspec.structs.replace


def proof_of(state: TableState) -> DealProof | None:
    """Return the commitment to the loaded deck, or None if it was made for another deck."""
    proof = state.round.proof
    return proof if proof is not None and proof.deck == state.care.loaded else None


def needs_mix(state: TableState) -> bool:
    """Return whether the deal is waiting for the players' numbers."""
    proof = proof_of(state)
    return proof is not None and not proof.seed and undealt(state)


def out_of_order(state: TableState, why: str, remedy: str) -> None:
    raise refuse(TableCode.OUT_OF_ORDER, why, state.game.deck_clauses, remedy)


@decides(do.CommitDeal, lambda s: s.game.deck_clauses)
def decide_commit(state: TableState, command: do.CommitDeal) -> tuple[ev.TableEvent, ...]:
    check_round(state, command.round, "a commitment")
    clauses = state.game.deck_clauses
    if state.rules.choices.electronic or state.cards_from == PEOPLE:
        raise refuse(
            TableCode.NO_RANDOM_CARDS,
            "this table uses real cards, whose order is unknown",
            clauses,
            "Deal the cards.",
            ("U-25",),
        )
    if state.care.loaded != command.deck:
        raise refuse(
            TableCode.DECK_NOT_READY,
            f"the {command.deck} deck is not loaded",
            clauses,
            "Commit to the loaded deck.",
        )
    if not undealt(state):
        out_of_order(state, "cards of this round have already been dealt", "Commit before the first card.")
    proof = proof_of(state)
    number = state.round.deals + 1 if proof is None else proof.deal
    event = ev.DealCommitted(
        round=command.round,
        deal=number,
        deck=command.deck,
        table=command.table,
        book=command.book,
        submission=command.submission,
        cards=len(state.game.deck.order),
        root=command.root,
        fixed=command.fixed,
        clauses=clauses,
        audience=ev.EVERYONE,
    )
    if proof is not None:
        check_more_take_part(state, proof, event)
    check_seated(state, command.fixed.keys() - (proof.fixed if proof is not None else {}).keys())
    return (event,)


def context_of(event: ev.DealCommitted) -> bytes:
    return commitment.context(event.table, event.round, event.deal, event.deck, event.book, event.submission)


def check_more_take_part(state: TableState, proof: DealProof, event: ev.DealCommitted) -> None:
    """Refuse changes to a commitment. Only more players may join it, while bets are open."""
    same = (proof.root, proof.context) == (event.root, context_of(event).hex())
    joined = event.fixed.items() > proof.fixed.items()
    if not (same and joined and not proof.seed and state.round.phase == BETTING):
        out_of_order(
            state,
            "the table has already committed to the order of this deck",
            "While bets are open, more players may fix their numbers under the same root.",
        )


def check_seated(state: TableState, players: set[str]) -> None:
    for player in sorted(players):
        if player not in state.seating.seats.values():
            raise refuse(
                TableCode.SEAT_EMPTY,
                f"{player} has no seat here",
                (state.game.seated_only,),
                "Only seated players take part in the mix.",
            )


def the_proof(state: TableState, act: str) -> DealProof:
    """Return a commitment that is not yet mixed, or refuse the act."""
    proof = proof_of(state)
    if proof is None or proof.seed or not undealt(state):
        out_of_order(
            state, f"{act} comes after a commitment and before the first card", "Commit to the deal first."
        )
    assert proof is not None
    return proof


@decides(do.MixDeal, lambda s: s.game.deck_clauses)
def decide_mix(state: TableState, command: do.MixDeal) -> tuple[ev.TableEvent, ...]:
    check_round(state, command.round, "a mix")
    proof = the_proof(state, "mixing the deal")
    clauses = state.game.deck_clauses
    if state.round.phase == BETTING:
        announced, readings = announcement(state)
        raise refuse(
            TableCode.BETS_OPEN,
            "the deal cannot be mixed while bets are open",
            announced,
            'Announce "no more bets" first.',
            readings,
        )
    numbers = {player: bytes.fromhex(number) for player, number in command.reveals.items()}
    if {player: commitment.commit_number(number).hex() for player, number in numbers.items()} != proof.fixed:
        raise refuse(
            TableCode.WRONG_REVEAL,
            "the numbers revealed do not match the players' digests",
            clauses,
            "Mix with every player's number. If a number is missing, discard the deal.",
        )
    seed = commitment.seed(bytes.fromhex(proof.context), bytes.fromhex(proof.root), numbers)
    return (
        ev.DealMixed(
            round=command.round,
            deal=proof.deal,
            deck=proof.deck,
            reveals=command.reveals,
            seed=seed.hex(),
            clauses=clauses,
            audience=ev.EVERYONE,
        ),
    )


@decides(do.DiscardDeal, lambda s: (*s.game.deck_clauses, *s.game.care.on_order))
def decide_discard(state: TableState, command: do.DiscardDeal) -> tuple[ev.TableEvent, ...]:
    check_round(state, command.round, "discarding a deal")
    proof = the_proof(state, "discarding a deal")
    if not command.missing or not {*command.missing} <= proof.fixed.keys():
        raise refuse(
            TableCode.WRONG_REVEAL,
            "a deal is discarded only if a player did not reveal their number",
            state.game.deck_clauses,
            f"Name the players who did not: {', '.join(sorted(proof.fixed)) or 'no player fixed a number'}.",
        )
    return (
        ev.DealDiscarded(
            round=command.round,
            deal=proof.deal,
            deck=proof.deck,
            missing=tuple(sorted({*command.missing})),
            clauses=(*state.game.deck_clauses, *state.game.care.on_order),
            audience=ev.EVERYONE,
        ),
    )


@applies(ev.DealCommitted)
def apply_committed(state: TableState, event: ev.DealCommitted) -> TableState:
    proof = DealProof(event.deal, event.deck, context_of(event).hex(), event.root, event.fixed)
    is_next_deal = event.deal > max(state.round.deals, 1)  # True if the previous deal was never dealt
    table = replace(state.round, deals=event.deal, proof=proof)
    return replace(state, round=table, discarded=state.discarded + is_next_deal)


@applies(ev.DealMixed)
def apply_mixed(state: TableState, event: ev.DealMixed) -> TableState:
    proof = state.round.proof
    assert proof is not None
    return replace(state, round=replace(state.round, proof=replace(proof, seed=event.seed)))


@applies(ev.DealDiscarded)
def apply_discarded(state: TableState, event: ev.DealDiscarded) -> TableState:
    return unload(replace(state, round=replace(state.round, proof=None)), event.deck, "to_shuffle")
