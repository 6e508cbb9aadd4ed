"""List the steps that a live real-money table needs before it may deal or close, and who can do them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.casino.administration.shifts import supervisor_of
from croupier.casino.administration.state import LIVE_CARDS, AdministrationState, HouseTable
from croupier.casino.administration.stream import STREAM as DESK
from croupier.casino.cage.commands import REAL
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import STREAM as CAGE
from croupier.casino.cage.tray_commands import CLOSER, OPENER
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.games.game import amount_returned, payout_limit
from croupier.rulebook import MeterShare, regulation
from croupier.store.batches import Batch, Guard
from croupier.store.ledgers import tray_account, tray_books
from croupier.submission import OperatorChoices, Rules
from croupier.submission.money import format_dollars

DEVICES = regulation("device_inspection")
PERSONNEL = regulation("supervision")
SLIPS = regulation("chip_slips")


class MissingStep(msgspec.Struct, frozen=True):
    """A step that is missing before a table may deal. `kind` is also the kind of its alert."""

    kind: str  # "opener", "inspection", "floor" or "float"
    words: str
    remedy: str
    clause: str


def is_gated(table: HouseTable) -> bool:
    return table.money == REAL and table.dealing == LIVE_CARDS


def largest_payout(choices: OperatorChoices) -> int | None:
    """Return the most that the tray can pay on one wager under the posted limits, in cents.

    If a wager has no limit of its own, the highest posted maximum applies. Meters pay their own shares.
    None means that no maximum is posted, so there is no bound.
    """
    maxima = [limit.maximum for limit in choices.limits.values() if limit.maximum is not None]
    if not maxima:
        return None
    rules, game = Rules(choices), game_of(choices.game)
    cap, reached = choices.payout_limit, payout_limit(rules).reaches
    largest = max(maxima)
    for wager in game.wagers:
        if not rules.offers(wager.name):
            continue
        limit = choices.limits.get(wager.name)
        stake = limit.maximum if limit is not None and limit.maximum is not None else max(maxima)
        if choices.progressive is not None and wager.paid_from == "meters":
            stake = max(choices.progressive.stakes)
        fixed = [win for win in game.earned(rules, wager.name) if type(win.pays) is not MeterShare]
        won = max((amount_returned(win, stake) - stake for win in fixed), default=0)
        largest = max(largest, min(won, cap) if cap is not None and wager.name in reached else won)
    return largest


def missing_steps(
    desk: AdministrationState, cage: CageState, table: HouseTable, float_: int, day: int
) -> Iterator[MissingStep]:
    """Yield the steps that the table needs before it may deal. `float_` is the tray by the books in cents."""
    if not is_gated(table):
        return
    if cage.trays.counted.get(table.id) != OPENER:
        yield MissingStep(
            "opener",
            "no opener is counted and verified",
            "One person counts the tray as the opener, and a floorperson verifies it.",
            SLIPS,
        )
    if table.inspected < day:
        yield MissingStep(
            "inspection",
            "the shoe and the shuffler are not inspected today",
            "A floorperson inspects the devices.",
            DEVICES,
        )
    if not supervisor_of(desk, table):
        yield MissingStep(
            "floor", "no floorperson supervises the table", "A floorperson takes the table.", PERSONNEL
        )
    largest = largest_payout(table.choices)
    if (largest is None or float_ < largest) and table.float_day < day:
        exposure = (
            "has no posted maximum" if largest is None else f"may have to pay {format_dollars(largest)}"
        )
        yield MissingStep(
            "float",
            f"the tray holds {format_dollars(float_)} and the table {exposure}",
            "A floorperson requests a fill, or accepts the float for this gaming day.",
            SLIPS,
        )


def check_ready(desk: AdministrationState, cage: CageState, table: HouseTable, float_: int, day: int) -> None:
    """Raise `Refused` with all steps that the table needs before it may deal."""
    missing = [*missing_steps(desk, cage, table, float_, day)]
    if missing:
        raise Refused(
            "table_not_ready",
            f"{table.id} may not deal yet: {'; '.join(step.words for step in missing)}",
            tuple(dict.fromkeys(step.clause for step in missing)),
            " ".join(step.remedy for step in missing),
        )


def readiness_guard(table: str, day: int) -> Guard:
    """Return a guard for the transaction that closes betting: the table must be ready to deal.

    During this transaction, no one can stop supervising the table, count its closer or move chips of its
    tray.
    """

    def check(connection: Connection, batch: Batch, states: Mapping[str, Any]) -> None:
        desk, cage = states[DESK], states[CAGE]
        won, _ = tray_books(connection, table)
        won += sum(cents for _, account, cents in batch.postings if account == tray_account(table))
        check_ready(desk, cage, desk.tables[table], cage.trays.held.get(table, 0) + won, day)

    return Guard((CAGE, DESK), check)


def check_counted_out(cage: CageState, table: HouseTable, float_: int) -> None:
    """Raise `Refused` unless the tray was counted as the closer, or was never used."""
    if not is_gated(table) or cage.trays.counted.get(table.id) == CLOSER:
        return
    if cage.trays.counted.get(table.id) is None and not float_:
        return
    raise Refused(
        "table_not_counted",
        f"{table.id} may not close yet: no closer is counted and verified",
        (SLIPS,),
        "One person counts the tray as the closer, and a floorperson verifies it. Then close the table.",
    )
