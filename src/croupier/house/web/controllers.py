"""Every way into the house but the sockets."""

from __future__ import annotations

from typing import Any

from croupier.house.web import (
    cage,
    designer,
    eye,
    history,
    meters,
    operations,
    pages,
    papers,
    people,
    pit,
    regulator,
    shift,
    submissions,
    tables,
    training,
    trays,
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
    trays.CageTrays,
    trays.TableTrays,
    submissions.Submissions,
    pit.Pit,
    shift.Shift,
    training.Training,
    meters.Meters,
    papers.SubmissionPapers,
    papers.TablePapers,
    papers.DayPapers,
    eye.Rounds,
    eye.numbers,
    eye.CaseFiles,
    regulator.Journals,
    regulator.verify,
    regulator.figures,
    regulator.rules_covered,
    regulator.readings,
)
