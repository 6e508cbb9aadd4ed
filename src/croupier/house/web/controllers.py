"""Every way into the house but the sockets."""

from __future__ import annotations

from typing import Any

from croupier.house.web import (
    cage,
    designer,
    history,
    meters,
    operations,
    pages,
    people,
    pit,
    reports,
    submissions,
    tables,
)

ALL: tuple[Any, ...] = (
    *pages.ALL,
    operations.health,
    operations.metrics,
    operations.Company,
    tables.Tables,
    tables.Book,
    history.History,
    designer.Designer,
    people.Coming,
    people.Staff,
    cage.OwnWallet,
    cage.Counter,
    submissions.Submissions,
    pit.Pit,
    meters.Meters,
    reports.Reports,
)
