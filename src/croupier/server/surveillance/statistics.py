"""Statistics by dealer, table or game: pace, corrections, irregularities, rulings and voids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.store import schema as db
from croupier.store.round_index import KINDS

By = Literal["dealer", "table", "game"]


class StatisticsLine(msgspec.Struct, frozen=True):
    """One dealer, table or game over a period."""

    name: str
    rounds: int
    seconds: int  # total seconds of the timed rounds, from first wager to end
    timed: int  # rounds with a known start time
    an_hour: float | None  # rounds per hour; None without timed rounds
    marked: dict[str, int]  # entries by kind of mark


def statistics(
    connection: Connection,
    by: By,
    since: int,
    until: int,
    game_of: Callable[[str], str],
    learnt_at: Collection[str] = (),
) -> list[StatisticsLine]:
    """Count rounds and marks. A mark counts for the dealer of its round.

    `game_of` maps a table to its game. Training tables (`learnt_at`) are excluded.
    """
    key_of = _naming(by, game_of)
    rounds: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in connection.execute(_rounds(since, until)):
        if row.stream in learnt_at:
            continue
        for place, count in enumerate((row.rounds, row.timed, row.seconds)):
            rounds[key_of(row)][place] += int(count or 0)
    marked: defaultdict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(KINDS, 0))
    for row in connection.execute(_marks(since, until)):
        if row.stream not in learnt_at:
            marked[key_of(row)][row.kind] += row.entries
    return [
        StatisticsLine(
            name, count, seconds, timed, round(timed * 3600 / seconds, 1) if seconds else None, marked[name]
        )
        for name, (count, timed, seconds) in sorted(rounds.items())
    ]


def _naming(by: By, game_of: Callable[[str], str]) -> Callable[[Any], str]:
    if by == "dealer":
        return lambda row: str(row.dealer or "not known")
    return (lambda row: str(row.stream)) if by == "table" else (lambda row: game_of(row.stream))


def _within(since: int, until: int) -> Any:
    r = db.rounds.c
    return (r.at >= since) & (r.at <= until) if until else r.at >= since


def _rounds(since: int, until: int) -> sa.Select[Any]:
    r = db.rounds.c
    lasted = sa.case((r.began > 0, r.at - r.began), else_=0)
    timed = sa.case((r.began > 0, 1), else_=0)
    sums = (sa.func.count().label("rounds"), sa.func.sum(timed).label("timed"), sa.func.sum(lasted))
    query = sa.select(r.stream, r.dealer, sums[0], sums[1], sums[2].label("seconds"))
    return query.where(_within(since, until)).group_by(r.stream, r.dealer)


def _marks(since: int, until: int) -> sa.Select[Any]:
    r, m = db.rounds.c, db.marks.c
    marks_and_rounds = db.marks.join(db.rounds, (m.stream == r.stream) & (m.round == r.round))
    entries = sa.func.count(sa.distinct(m.n)).label("entries")
    query = sa.select(r.stream, r.dealer, m.kind, entries).select_from(marks_and_rounds)
    return query.where(_within(since, until)).group_by(r.stream, r.dealer, m.kind)
