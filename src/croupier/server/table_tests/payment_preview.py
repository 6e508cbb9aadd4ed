"""The preview of a payment during a table test: the chips as they are cut out, without the right answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.protocol import Tried
from croupier.server.tables.console import Console
from croupier.server.tables.preview_words import PreviewOutcome

if TYPE_CHECKING:
    from croupier.server.tables.dry_run import Move

OUTCOME = PreviewOutcome("Settle the seat", "The chips are cut out.")


def with_payment(tried: Tried, facts: dict[str, str] | None, console: Console) -> Tried:
    """Return the preview with the amount of a planted error, and without words that give the answer."""
    moves = tuple(cut_out(move, facts) for move in tried.moves)
    return msgspec.structs.replace(
        tried,
        entries=((),),
        sight=None,
        due=console.due,
        then=console.next_words,
        moves=moves,
        outcome=OUTCOME,
        steps=(),
        departs="",
    )


def cut_out(move: Move, facts: dict[str, str] | None) -> Move:
    """Return the move of one wager with the chips that are cut out for it."""
    plain = msgspec.structs.replace(move, clauses=(), readings=(), pays="", cut=0)
    if facts is None or (str(move.seat), move.wager) != (facts["seat"], facts["wager_id"]):
        return plain
    returned = int(facts["paid"])
    stake = 0 if move.banked else move.staked
    out = returned - stake
    action, cents = ("pay", out) if out > 0 else ("collect", -out) if out < 0 else ("push", returned)
    return msgspec.structs.replace(
        plain,
        returned=returned,
        net=returned - move.staked,
        result="win" if returned > move.staked else "lose" if returned < move.staked else "push",
        action=action,
        cents=cents,
        chips=returned,
        tray=stake - returned,
    )
