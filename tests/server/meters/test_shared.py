"""Test meters that several tables share in one stream: equal terms, exact sums and a lost link."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.errors import Refused
from croupier.journal import audit, fold
from croupier.meters import machine as m
from croupier.meters.amounts import Exact
from croupier.meters.reconciliation import MeterDay, reconcile
from croupier.server.meters import is_stale, joining, leaving, link_due
from croupier.store import schema as db
from croupier.store.batches import Batch, Post
from croupier.store.committer import Committer
from croupier.table import commands as do
from croupier.table import events as ev
from tests.server.meters.owned_tables import GROUP, STREAM, OwnedTable, house, royal, rules_of

DAY = 86_400


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


def shown(committer: Committer) -> int:
    return int(committer.state(STREAM).meters["main"].shown)


async def opened(committer: Committer, *names: str) -> list[OwnedTable]:
    tables = [await OwnedTable(committer, name, rules_of()).open() for name in names]
    for table in tables:
        await table.sit(1, 2)
    return tables


def test_wagers_at_every_table_of_a_group_feed_one_meter(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            one, two = await opened(committer, "uth-1", "uth-2")
            before = committer.state(STREAM).meters["main"].amount.value
            assert committer.state(STREAM).meters["main"].tables == ("uth-1", "uth-2")
            for table in (one, two, one):
                await table.play(1, 2, deck="2c 3d 4h 5s 7c 8d 9h Js Qc Kd 2h 3s 4d 6c")
            rate = one.rules.rate("main")
            assert committer.state(STREAM).meters["main"].amount.value == before + 6 * 100 * rate
            assert one.meters.amounts_shown() == two.meters.amounts_shown() == {"main": shown(committer)}

    run(work())


def test_second_winner_is_paid_from_the_reset_meter(
    tmp_path: Path,
) -> None:
    """If two tables have a royal flush at the same time, the second is paid from the reset meter (X-12)."""

    async def work() -> None:
        async with house(tmp_path) as committer:
            one, two = await opened(committer, "uth-1", "uth-2")
            for table in (one, two):
                table.lay(royal(1))
                await table.bet(1)
                await table.do(do.CloseBetting())
            full = shown(committer)
            batches = []
            for table in (one, two):  # each table first decides to pay the whole meter
                phase: Any = table.state.phase
                batches.append(
                    table.decide(
                        do.Decide(seat=1, choice=phase.choices[-1].name, round=1, question=phase.name)
                    )
                )
            assert paid(one.gathered) == paid(two.gathered) == [full]
            await one.commit(batches[0])
            reset = shown(committer)
            with pytest.raises(Refused) as refused:
                await two.commit(batches[1])
            assert refused.value.code == "stale_reading" and refused.value.readings == ("X-12",)
            assert is_stale(refused.value)
            two.back()
            await two.meters.refresh()
            assert two.asks, "the meter is unchanged"
            await two.answer()
            assert paid(one.steps) == [full] and paid(two.steps) == [reset]
            resets = rules_of().progressive
            assert resets is not None and reset == resets.resets["main"] == shown(committer)
            for stream in ("uth-1", "uth-2", STREAM):
                assert audit(committer.store, stream).ok

    run(work())


def paid(steps: list[Any]) -> list[int]:
    return [
        event.returned
        for step in steps
        for event in step.events
        if isinstance(event, ev.WagerSettled) and event.from_meter == "main"
    ]


def test_the_actors_retry_gives_the_same_result(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            one, two = await opened(committer, "uth-1", "uth-2")
            for table in (one, two):
                table.lay(royal(1))
                await table.bet(1)
                await table.do(do.CloseBetting())
            before = one.tries + two.tries
            await asyncio.gather(one.answer(), two.answer())
            assert sorted(paid(one.steps) + paid(two.steps)) == sorted(
                {paid(one.steps)[0], paid(two.steps)[0]}
            ), "one winner gets the meter and the other the reset amount"
            assert one.tries + two.tries >= before + 2

    run(work())


# Tests of equal terms.


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"rates": {"main": "0.2"}}, "rate of main 0.2 instead of 0.155"),
        ({"stakes": (500,)}, "wager $5 instead of $1"),
        ({"resets": {"main": 5_000_000}}, "reset of main $50,000"),
    ],
)
def test_36_05_03_24_a_table_with_different_terms_does_not_open(
    tmp_path: Path, changes: dict[str, Any], named: str
) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            await OwnedTable(committer, "uth-1", rules_of()).open()
            with pytest.raises(Refused) as refused:
                await OwnedTable(committer, "uth-2", rules_of(**changes)).open()
            assert refused.value.code == "terms_differ" and refused.value.clauses == ("COMAR 36.05.03.24",)
            assert named in refused.value.message and "uth-1" in refused.value.message
            assert set(committer.store.heads()) == {STREAM, "uth-1"}, "nothing was stored"
            await OwnedTable(committer, "uth-3", rules_of()).open()
            await OwnedTable(committer, "uth-1", rules_of()).committer.commit(
                Batch(posts=joining(rules_of(), "uth-1"))
            )

    run(work())


def test_terms_may_change_when_no_other_table_is_in_the_group(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            for name in ("uth-1", "uth-2"):
                await OwnedTable(committer, name, rules_of()).open()
            other = rules_of(rates={"main": "0.2"})
            with pytest.raises(Refused):
                await committer.commit(Batch(posts=joining(other, "uth-1")))
            before = shown(committer)
            await committer.commit(Batch(posts=leaving(rules_of(), "uth-2", "closed for good")))
            await committer.commit(Batch(posts=joining(other, "uth-1")))
            state = committer.state(STREAM)
            assert state.terms["rate of main"] == "0.2" and state.meters["main"].tables == ("uth-1",)
            assert shown(committer) == before

    run(work())


def test_table_without_a_group_has_its_own_meter() -> None:
    rules = rules_of(group="")
    (post,) = joining(rules, "uth-7")
    assert post.stream == "meters.uth-7" and post.command.terms == {}
    assert joining(rules_of(), "uth-7")[0].stream == f"meters.{GROUP}"


# Tests of a lost link.


def test_lost_link_refuses_only_progressive_wagers(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            one, two = await opened(committer, "uth-1", "uth-2")
            await one.bet(1)
            before = one.state
            lost = m.LoseMeterLink(reason="the cable is cut", by="floor:ida", at=200)
            await committer.commit(Batch(posts=(Post(STREAM, lost),)))
            assert one.meters.lost_link == "the cable is cut"
            for table in (one, two):
                command = link_due(table.state, committer.state(STREAM))
                assert isinstance(command, do.LoseLink) and command.reason == "the cable is cut"
                await table.do(command)
                assert link_due(table.state, committer.state(STREAM)) is None
            assert one.state.bets.wagers == {1: {"ante": 1000, "blind": 1000}}, (
                "progressive wagers that were not yet accepted are returned"
            )
            with pytest.raises(Refused) as refused:
                await two.bet(1)
            assert refused.value.code == "link_lost" and "the cable is cut" in refused.value.message
            meter = shown(committer)
            for table in (one, two):
                await table.play(1, 2, progressive=False)
            assert shown(committer) == meter
            await committer.commit(Batch(posts=(Post(STREAM, m.RestoreMeterLink(by="floor:ida", at=201)),)))
            for table in (one, two):
                command = link_due(table.state, committer.state(STREAM))
                assert isinstance(command, do.RestoreLink)
                await table.do(command)
                assert not table.state.link_lost
                await table.play(1, 2)
            assert shown(committer) > meter
            assert before.rules == one.state.rules

    run(work())


# Tests of the books.


async def shift(committer: Committer) -> list[OwnedTable]:
    """Play two gaming days at three tables with full and partial meter wins and a correction."""
    tables = [await OwnedTable(committer, f"uth-{n}", rules_of(), at=1_000 + n).open() for n in (1, 2, 3)]
    for table in tables:
        await table.sit(1, 2)
    for round_number in range(10):
        for n, table in enumerate(tables):
            table.at = 1_000 + 60 * round_number + 7 * n + (DAY if round_number > 5 else 0)
            await table.play(1, 2, deck=royal(1, 2) if (round_number, n) in ((2, 1), (7, 0), (8, 2)) else "")
    adjust = m.AdjustMeter(
        meter="main", amount=Exact(12_345), reason="a display test", by="accounting:lee", at=2 * DAY
    )
    await committer.commit(Batch(posts=(Post(STREAM, adjust),)))
    return tables


def test_a_shift_is_reconciled_day_by_day(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            tables = await shift(committer)
            steps = [
                step for step in fold(committer.store, STREAM, everything=True) if step.command is not None
            ]
            days = reconcile([(step.events, step.state) for step in steps], lambda at: at // DAY)
            assert [(day.day, day.meter) for day in days] == [(0, "main"), (1, "main"), (2, "main")]
            check_days(days, committer, tables)

    run(work())


def check_days(days: tuple[MeterDay, ...], committer: Committer, tables: list[OwnedTable]) -> None:
    assert all(day.difference == 0 for day in days)
    for before, after in pairwise(days):
        assert before.closing == after.opening
    initial = rules_of().progressive
    assert initial is not None
    assert (days[0].opening.value, days[0].put_in.value) == (0, initial.initial["main"])
    assert days[-1].closing == committer.state(STREAM).meters["main"].amount
    assert (days[2].adjustments.value, days[2].contributions.value) == (12_345, 0)
    assert [day.hits for day in days] == [1, 2, 0]
    # The second source is the tables' own entries.
    told: Counter[str] = Counter()
    for table in tables:
        for delta in table.deltas():
            told[delta.cause] += delta.amount.value  # type: ignore[assignment]
    assert sum((day.contributions.value for day in days), Fraction(0)) == told["contributed"] > 0
    assert sum((day.payouts.value for day in days), Fraction(0)) == -told["paid"] > 0
    assert sum((day.resets.value for day in days), Fraction(0)) == told["reset"] > 0
    # The third source is the store's balances, in whole cents.
    with committer.store.reading() as connection:
        account = db.balances.c.account == f"{STREAM}/meter:main"
        cents = connection.execute(sa.select(db.balances.c.cents).where(account)).scalar()
    assert cents == days[-1].closing.shown == shown(committer)


def test_reconciles_part_of_a_stream(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as committer:
            await shift(committer)
            steps = [
                step for step in fold(committer.store, STREAM, everything=True) if step.command is not None
            ]
            later = [step for step in steps if step.events[0].at >= DAY]
            days = reconcile(
                [(step.events, step.state) for step in later], lambda at: at // DAY, later[0].before
            )
            whole = reconcile([(step.events, step.state) for step in steps], lambda at: at // DAY)
            assert days == whole[1:]

    run(work())


def test_reconciliation_finds_a_missing_cent() -> None:
    good = m.step(m.Meters(), m.JoinMeter(meter="main", table="t", amount=Exact(100), at=5))
    (day,) = reconcile([(good.events, good.state)], lambda at: 1)
    assert (day.difference, day.closing.value) == (0, 100)
    wrong = m.replace(good.state, meters={"main": m.Meter(Exact(99))})
    (day,) = reconcile([(good.events, wrong)], lambda at: 1)
    assert day.difference == 1
