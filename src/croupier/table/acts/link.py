"""Record that the progressive system's link is lost or restored. It affects only progressive wagers."""

from __future__ import annotations

import msgspec

from croupier.games import script
from croupier.games.game import Collect
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.duties import of_the_link
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, TableState, player_of

replace = msgspec.structs.replace


@decides(do.LoseLink, of_the_link)
def decide_lose(state: TableState, command: do.LoseLink) -> tuple[ev.TableEvent, ...]:
    """Return progressive wagers that the system has not accepted. Accepted wagers are settled as usual."""
    clauses = state.game.meter_clauses
    if not state.rules.metered or state.link_lost:
        raise refuse(
            TableCode.NOTHING_WRONG,
            "the link is already lost" if state.link_lost else "this table has no progressive meter",
            clauses,
            "Continue the round.",
        )
    with_reason(command.reason, clauses)
    lost = ev.LinkLost(reason=command.reason, by=command.by, clauses=clauses, audience=ev.EVERYONE)
    return (lost, *given_back(state, clauses))


def given_back(state: TableState, clauses: tuple[str, ...]) -> tuple[ev.TableEvent, ...]:
    if is_accepted(state):
        return ()
    wager, open_ = state.rules.metered, state.round.phase == BETTING
    kind = ev.WagerTakenBack if open_ else ev.ChipReturned
    return tuple(
        kind(
            seat=seat,
            player=state.seating.seats[seat] if open_ else player_of(state, seat),
            wager=wager,
            cents=placed[wager],
            clauses=clauses,
            audience=ev.EVERYONE,
        )
        for seat, placed in sorted(state.bets.wagers.items())
        if wager in placed
    )


def is_accepted(state: TableState) -> bool:
    """Return whether the system has accepted this round's wagers. It accepts them at "no more bets"."""
    at = (state.round.phase, state.round.cursor)
    locks = [
        index
        for index, phase in enumerate(script(state.rules))
        if isinstance(phase, Collect) and phase.lock and phase.wager == state.rules.metered
    ]
    return at > (locks[0], 0) if locks else state.round.phase != BETTING


@decides(do.RestoreLink, of_the_link)
def decide_restore(state: TableState, command: do.RestoreLink) -> tuple[ev.TableEvent, ...]:
    clauses = state.game.meter_clauses
    if not state.link_lost:
        raise refuse(TableCode.NOTHING_WRONG, "the link is not lost", clauses, "Continue the round.")
    return (ev.LinkRestored(by=command.by, clauses=clauses, audience=ev.EVERYONE),)


@applies(ev.LinkLost)
def apply_lost(state: TableState, event: ev.LinkLost) -> TableState:
    return replace(state, link_lost=event.reason)


@applies(ev.LinkRestored)
def apply_restored(state: TableState, event: ev.LinkRestored) -> TableState:
    return replace(state, link_lost="")
