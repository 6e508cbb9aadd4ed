"""Simulate verifiable dealing and the link to the meters, with legal and illegal acts."""

from __future__ import annotations

from croupier.cards import commitment
from croupier.table import commands as do
from croupier.table.acts.proving import needs_mix, proof_of
from croupier.table.refusals import TableCode
from croupier.table.state import BETTING
from tests.helpers import now
from tests.shift.mischief import STRANGER, Acts, between, earns
from tests.shift.table import Table

SOME = "5a" * 32


def number_of(player: str) -> bytes:
    return player.encode().ljust(32)


def commit(t: Table) -> None:
    """Commit a deal with some of the seated players. Others may join while bets are open."""
    state = t.state
    proof = proof_of(state)
    if state.care.loaded is None or state.rules.choices.electronic:
        return
    fixed = dict(proof.fixed) if proof is not None else {}
    for player in sorted({*state.seating.seats.values()} - {*fixed}):
        if t.chance(0.7):
            fixed[player] = commitment.commit_number(number_of(player)).hex()
    if proof is None or len(fixed) > len(proof.fixed):
        t.act(
            do.CommitDeal(
                round=state.round.number,
                deck=state.care.loaded,
                table=t.name,
                book=SOME,
                submission=SOME,
                root=SOME,
                fixed=fixed,
            )
        )


def mix(t: Table) -> None:
    """After bets close, mix the deal, or discard it if a player does not reveal.

    This has to come first, because most other commands are refused until the deal is mixed.
    """
    state = t.state
    if state.round.phase == BETTING or not needs_mix(state):
        return
    fixed = state.round.proof.fixed if state.round.proof is not None else {}
    silent = tuple(player for player in fixed if t.chance(0.1))
    discard = do.DiscardDeal(round=state.round.number, missing=silent)
    reveals = {player: number_of(player).hex() for player in fixed}
    refused = t.attempt(discard if silent else do.MixDeal(round=state.round.number, reveals=reveals))
    assert refused is None, refused


def link(t: Table) -> None:
    if t.state.link_lost:
        t.act(do.RestoreLink(by="floor:Ida"))
    elif t.state.rules.metered:
        t.act(do.LoseLink(reason="the display is dark", by=t.rng.choice(["dealer", "floor:Ida"])))


@earns(TableCode.WRONG_REVEAL)
def wrong_reveal(t: Table) -> Acts:
    if needs_mix(t.state):
        yield do.DiscardDeal(round=t.state.round.number, missing=(STRANGER,))
        yield do.DiscardDeal(round=t.state.round.number, missing=())


@earns(TableCode.LINK_LOST)
def link_lost(t: Table) -> Acts:
    if between(t) and t.state.link_lost and t.state.rules.metered:
        for seat in t.state.seating.seats:
            yield now.bet(seat=seat, wagers={t.state.rules.metered: 100})
