"""When a change of a table's rules may go in (36.05.03.21), as a pure question that a table's owner asks.

Limits: the operator may raise or lower the highest wager and lower the lowest, at any time while nobody plays
there; with players at the table after thirty minutes' notice, a sign and an announcement. The lowest wager is
never raised so: that is a change of the rules, and needs an approved amendment. An approved amendment goes in
by the same notice; one that raises the lowest wager waits until nobody sits there. All of it between rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.errors import Refused
from croupier.house.desk import events as ev
from croupier.house.desk.commands import Code
from croupier.house.desk.state import TRAINING, Change, Desk
from croupier.house.law import AMENDMENT, LIMITS, LIMITS_NOTICE
from croupier.house.machinery import Event, refuse
from croupier.submission import Choices, Limit
from croupier.table import commands as table
from croupier.table.roles import FLOOR, PIT_MANAGER, role_of

NOTICE = 30 * 60  # seconds
EVERYONE = ("everyone",)


class NotYet(msgspec.Struct, frozen=True):
    """Why a change does not go in yet; `until` where time alone is missing."""

    refusal: Refused
    until: int | None = None


def least(limit: Limit | None) -> int:
    return (limit.minimum or 0) if limit else 0


def raises_minimum(before: Choices, after: Choices) -> bool:
    """Whether somebody would have to wager more than now."""
    stakes = before.progressive, after.progressive
    if all(stakes) and stakes[1].stake > stakes[0].stake:  # type: ignore[union-attr]
        return True
    wagers = {*before.limits, *after.limits}
    return any(least(after.limits.get(name)) > least(before.limits.get(name)) for name in wagers)


def notice_given(change: Change) -> int | None:
    """When the notice began to run: the change posted, the sign up, the players told. None before that."""
    if change.sign_at is None or change.announced_at is None:
        return None
    return max(change.posted_at, change.sign_at, change.announced_at)


def notice_ends(change: Change) -> int | None:
    given = notice_given(change)
    return None if given is None else given + NOTICE


def held_back(change: Change, now: int, seated: bool, between_rounds: bool) -> NotYet | None:
    """Why the change may not go in now; None if it may."""
    clauses = (LIMITS if change.limits_alone else AMENDMENT,)
    if not between_rounds:
        return NotYet(
            refuse(
                Code.ROUND_OPEN,
                "rules do not change while a round is open or wagers lie on the layout",
                "Wait until the layout is clear.",
                *clauses,
            )
        )
    if not seated:
        return None  # 36.05.03.21C(1)
    if change.raises_minimum:
        return NotYet(
            refuse(
                Code.PLAYERS_SEATED,
                "the lowest wager is not raised over players at the table",
                "It goes in when nobody sits there.",
                *clauses,
            )
        )
    for missing, code, words in (
        (change.sign_at is None, Code.SIGN_MISSING, "no sign at the table says what changes, and when"),
        (change.announced_at is None, Code.ANNOUNCEMENT_MISSING, "the players have not been told"),
    ):
        if missing:
            return NotYet(
                refuse(code, words, "Do it, and attest it; the notice runs from then.", LIMITS_NOTICE)
            )
    ends = notice_ends(change)
    assert ends is not None
    if now < ends:
        words = f"the notice runs for {ends - now} seconds more"
        waits = refuse(Code.NOTICE_RUNS, words, "Wait, or until nobody sits there.", LIMITS_NOTICE)
        return NotYet(waits, ends)
    return None


def change_rules(change: Change, at: int) -> table.ChangeRules:
    """The table's own command. An amendment is carried out by the floor; limits by whoever changed them."""
    by = change.by if role_of(change.by) in (FLOOR, PIT_MANAGER) else PIT_MANAGER
    reason = change.reason or "an approved amendment"
    return table.ChangeRules(choices=change.choices, by=by, at=at, reason=reason)


def amendments(
    state: Desk, submission: str, version: int, choices: Choices, by: str, now: int
) -> Iterator[Event]:
    """An approval posts the change at every table that plays under the submission; a change that waited there
    is overtaken by it."""
    number = state.changed
    for name, one in sorted(state.tables.items()):
        if one.submission != submission or one.dealing == TRAINING:  # a new version is learnt at a new table
            continue
        if one.change is not None:
            yield ev.ChangeWithdrawn(
                table=name,
                change=one.change.number,
                by=by,
                reason=f"version {version} of {submission} was approved",
                audience=EVERYONE,
            )
        number += 1
        yield ev.ChangePosted(
            table=name,
            change=Change(
                number=number,
                version=version,
                choices=choices,
                limits_alone=False,
                raises_minimum=raises_minimum(one.choices, choices),
                posted_at=now,
                by=by,
                reason=f"version {version} of {submission}",
            ),
            audience=EVERYONE,
            clauses=(AMENDMENT,),
        )
