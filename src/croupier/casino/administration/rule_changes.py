"""Decide when a change of a table's rules may take effect (36.05.03.21). The table's node calls this.

- The operator may raise or lower the maximum wager, and lower the minimum wager. With no players at the
  table, the change needs no notice. With players, the change needs thirty minutes' notice, a sign and an
  announcement.
- Raising the minimum wager needs an approved amendment and waits until no player is seated.
- Other amendments need the same notice as a change of limits.
- Every change takes effect between rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.casino.administration import events as ev
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.state import TRAINING, AdministrationState, Change
from croupier.casino.machines import CasinoEvent, refuse
from croupier.errors import Refused
from croupier.rulebook import figures, regulation
from croupier.submission import Limit, OperatorChoices
from croupier.table import commands as table
from croupier.table.roles import FLOOR, PIT_MANAGER, role_of

AMENDMENT = regulation("amendments")
LIMITS = regulation("limit_changes")
LIMITS_NOTICE = regulation("limits_with_players")
NOTICE = 60 * figures().limits_notice_minutes  # seconds
EVERYONE = ("everyone",)


class NotYet(msgspec.Struct, frozen=True):
    """The reason why a change cannot take effect yet. `until` is set if the change only has to wait."""

    refusal: Refused
    until: int | None = None


def least(limit: Limit | None) -> int:
    return (limit.minimum or 0) if limit else 0


def raises_minimum(before: OperatorChoices, after: OperatorChoices) -> bool:
    """Return whether the change would raise the minimum of any wager."""
    stakes = before.progressive, after.progressive
    if all(stakes) and stakes[1].stake > stakes[0].stake:  # type: ignore[union-attr]
        return True
    wagers = {*before.limits, *after.limits}
    return any(least(after.limits.get(name)) > least(before.limits.get(name)) for name in wagers)


def notice_start(change: Change) -> int | None:
    """Return the start of the notice period, or None if it has not started.

    The period starts when the change is posted, the sign is up and the players are informed.
    """
    if change.sign_at is None or change.announced_at is None:
        return None
    return max(change.posted_at, change.sign_at, change.announced_at)


def notice_end(change: Change) -> int | None:
    start = notice_start(change)
    return None if start is None else start + NOTICE


def blocker_of(change: Change, now: int, seated: bool, between_rounds: bool) -> NotYet | None:
    """Return why the change cannot take effect now, or None if it can."""
    clauses = (LIMITS if change.limits_alone else AMENDMENT,)
    if not between_rounds:
        return NotYet(
            refuse(
                AdministrationCode.ROUND_OPEN,
                "rules cannot change while a round is open or wagers are on the layout",
                "Wait until the layout is clear.",
                *clauses,
            )
        )
    if not seated:
        return None  # 36.05.03.21C(1)
    if change.raises_minimum:
        return NotYet(
            refuse(
                AdministrationCode.PLAYERS_SEATED,
                "the minimum wager cannot be raised while players are seated",
                "The new minimum takes effect when no one is seated.",
                *clauses,
            )
        )
    for is_missing, code, words in (
        (
            change.sign_at is None,
            AdministrationCode.SIGN_MISSING,
            "no sign at the table announces the change",
        ),
        (
            change.announced_at is None,
            AdministrationCode.ANNOUNCEMENT_MISSING,
            "the change has not been announced to the players",
        ),
    ):
        if is_missing:
            return NotYet(
                refuse(
                    code,
                    words,
                    ("Give this notice and confirm it here. The notice period then starts."),
                    LIMITS_NOTICE,
                )
            )
    end = notice_end(change)
    assert end is not None
    if now < end:
        words = f"the notice period ends in {end - now} seconds"
        waits = refuse(
            AdministrationCode.NOTICE_RUNS,
            words,
            ("Wait until the notice period ends or no one is seated."),
            LIMITS_NOTICE,
        )
        return NotYet(waits, end)
    return None


def change_rules(change: Change, at: int) -> table.ChangeRules:
    """Return the table's command for this change.

    The command names the author of the change if that person is a floorperson or pit manager. Otherwise it
    names the role of pit manager.
    """
    by = change.by if role_of(change.by) in (FLOOR, PIT_MANAGER) else PIT_MANAGER
    reason = change.reason or "an approved amendment"
    return table.ChangeRules(choices=change.choices, by=by, at=at, reason=reason)


def amendments(
    state: AdministrationState, submission: str, version: int, choices: OperatorChoices, by: str, now: int
) -> Iterator[CasinoEvent]:
    """Post an approved amendment at every table of the submission. It replaces the table's pending change."""
    number = state.changed  # training tables keep their version
    for name, house_table in sorted(state.tables.items()):
        if house_table.submission != submission or house_table.dealing == TRAINING:
            continue
        if house_table.change is not None:
            yield ev.ChangeWithdrawn(
                table=name,
                change=house_table.change.number,
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
                raises_minimum=raises_minimum(house_table.choices, choices),
                posted_at=now,
                by=by,
                reason=f"version {version} of {submission}",
            ),
            audience=EVERYONE,
            clauses=(AMENDMENT,),
        )
