"""The list of all HTTP route handlers."""

from __future__ import annotations

from typing import Any

from croupier.server.http import (
    cage,
    commands,
    designer,
    documents,
    floor,
    health_and_bots,
    history,
    meters,
    pages,
    people,
    pit,
    regulator,
    slips,
    submissions,
    surveillance,
    tables,
    training,
    trays,
)

# Routes that send one command each.
ALIASES: tuple[Any, ...] = (
    *people.ALIASES,
    *cage.ALIASES,
    *trays.ALIASES,
    *submissions.ALIASES,
    *pit.ALIASES,
    *floor.ALIASES,
    *meters.ALIASES,
    *surveillance.ALIASES,
)
ALL: tuple[Any, ...] = (
    *pages.ALL,
    health_and_bots.health,
    health_and_bots.metrics,
    health_and_bots.BotController,
    tables.TableController,
    tables.RuleBookController,
    history.History,
    designer.Designer,
    people.SignInController,
    people.Staff,
    cage.OwnWallet,
    cage.Counter,
    trays.CageTrays,
    trays.Escorts,
    trays.TableTrays,
    submissions.Submissions,
    pit.Pit,
    floor.Shift,
    training.Training,
    meters.MeterController,
    documents.SubmissionPapers,
    documents.TablePapers,
    documents.DayPapers,
    slips.CageSlips,
    surveillance.Rounds,
    surveillance.numbers,
    surveillance.CaseFiles,
    regulator.Journals,
    regulator.verify,
    regulator.figures,
    regulator.rules_covered,
    regulator.readings,
    commands.do,
    *ALIASES,
)
