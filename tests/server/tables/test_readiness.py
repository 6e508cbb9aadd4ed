"""Test that a real-money live table deals and closes only if its tray, devices and supervision are in
order.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.casino.administration import commands as desk_do
from croupier.casino.administration import shift_commands as shift
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.submissions import passing
from croupier.casino.cage import commands as cage_do
from croupier.casino.cage import tray_commands as chips
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND as CAGE
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.errors import Refused
from croupier.server.tables.decision_engine import CAGE as CAGE_STREAM
from croupier.server.tables.readiness import check_counted_out, check_ready, largest_payout, missing_steps
from croupier.store.batches import Batch, Post
from croupier.table import commands as do
from croupier.table.state import BETTING
from tests.server.helpers.cards import Pack
from tests.server.helpers.desks import BY, approved, desk, document, opened
from tests.server.helpers.floor import NOW
from tests.server.helpers.in_process_server import serve_in_process
from tests.server.helpers.shift import Shift, staff_client, submitted
from tests.server.tables.test_correction_reviews import live_table
from tests.server.tables.test_live import shuffled
from tests.server.tables.test_payouts import TABLE, post

DAY = 20_000
LARGE = 10**9


def table_desk(*commands: Any, money: str = "real", dealing: str = "live") -> AdministrationState:
    return desk(*approved(document()), opened("t1", money=money, dealing=dealing), *commands)


READY = (
    desk_do.NoteInspection(table="t1", day=DAY, by=BY["flo"]),
    shift.TakeTables(tables=("t1",), by=BY["flo"]),
)


def counted(*kinds: str) -> CageState:
    state = CAGE.step(CAGE.begin(cage_charter()), cage_do.EnrolTable(table="t1", money="real", by="house"))[1]
    for number, what in enumerate(kinds, 1):
        count = chips.CountTray(
            id=f"k{number}",
            table="t1",
            what=what,
            chips={"10000": 50},
            by=BY["dina"],  # type: ignore[arg-type]
        )
        for command in (count, chips.VerifyCount(slip=number, by=BY["flo"])):
            state = CAGE.step(state, command)[1]
    return state


def missing(
    desk_state: AdministrationState, cage: CageState, float_: int = LARGE, day: int = DAY
) -> list[str]:
    return [one.kind for one in missing_steps(desk_state, cage, desk_state.tables["t1"], float_, day)]


@pytest.mark.clause("COMAR 36.05.03.02-.08", "COMAR 36.05.02.17H", "COMAR 36.05.03.01")
def test_table_deals_only_with_opener_inspection_supervisor_and_float() -> None:
    bare = table_desk()
    assert missing(bare, counted(), 0) == ["opener", "inspection", "floor", "float"]
    with pytest.raises(Refused) as refused:
        check_ready(bare, counted(), bare.tables["t1"], 0, DAY)
    told = refused.value
    assert told.code == "table_not_ready" and "opener" in told.message and "fill" in told.remedy
    assert told.clauses == ("COMAR 36.05.03.02-.08", "COMAR 36.05.02.17H", "COMAR 36.05.03.01")
    ready = table_desk(*READY)
    assert missing(ready, counted("opener")) == []
    assert missing(ready, counted("opener"), day=DAY + 1) == ["inspection"]
    assert missing(ready, counted("opener", "closer")) == ["opener"]  # the next shift counts again
    check_ready(ready, counted("opener"), ready.tables["t1"], LARGE, DAY)


@pytest.mark.parametrize(("money", "dealing"), [("play", "live"), ("real", "machine")])
def test_other_tables_need_no_readiness_check(money: str, dealing: str) -> None:
    state = table_desk(money=money, dealing=dealing)
    assert missing(state, counted(), 0) == []
    check_counted_out(counted("opener"), state.tables["t1"], 100)


def test_floor_accepts_a_small_float_for_one_gaming_day() -> None:
    accepted = shift.AcceptFloat(table="t1", day=DAY, cents=5_000, largest=LARGE, by=BY["flo"])
    state = table_desk(*READY)
    assert missing(state, counted("opener"), 5_000) == ["float"]
    state = desk(accepted, accepted, state=state)
    assert missing(state, counted("opener"), 5_000) == []
    assert "float" in missing(state, counted("opener"), 5_000, DAY + 1)


def test_largest_payout_follows_the_posted_limits_and_the_payout_limit() -> None:
    choices = passing(document())
    blind = 500 * 500_00  # a royal flush pays 500 to 1 on the Blind, whose bet equals the Ante
    assert largest_payout(msgspec.structs.replace(choices, payout_limit=None)) == blind
    assert largest_payout(msgspec.structs.replace(choices, payout_limit=50_000_00)) == 50_000_00
    assert largest_payout(msgspec.structs.replace(choices, limits={})) is None


def test_table_closes_only_with_a_verified_closer() -> None:
    table = table_desk().tables["t1"]
    check_counted_out(counted(), table, 0)  # never used
    check_counted_out(counted("opener", "closer"), table, 100)
    for cage, float_ in ((counted("opener"), 100), (counted(), 100)):
        with pytest.raises(Refused) as refused:
            check_counted_out(cage, table, float_)
        assert (refused.value.code, refused.value.clauses) == (
            "table_not_counted",
            ("COMAR 36.05.03.02-.08",),
        )


def test_dealer_is_refused_until_the_table_is_ready(tmp_path: Path) -> None:
    """Over the network, the dealer can close betting only after the floor has prepared the table."""
    path = tmp_path / "uth-hand.toml"
    path.write_text(submitted("uth", "hand"))

    async def scene() -> None:
        async with (
            asyncio.timeout(120),
            serve_in_process(tmp_path, submissions=(path,)) as house,
            AsyncExitStack() as stack,
        ):
            pit, dealing, floor = [
                await stack.enter_async_context(await staff_client(house, role))
                for role in ("pit_manager", "dealer", "floor")
            ]
            opened_ = {"table": "real-1", "submission": "uth-hand", "money": "real", "dealing": "live"}
            await pit.ask("POST", "/api/pit", opened_)
            me = (await dealing.ask("GET", "/api/me"))["person"]
            await floor.ask(
                "POST", f"/api/pit/dealers/{me}/licence", {"number": "MD-1", "until": "2999-01-01"}
            )
            tests = {"game": "uth", "trained": "2020-01-01", "passed": "2020-02-01"}
            await pit.ask("POST", f"/api/pit/dealers/{me}/tests", tests)
            await dealing.ask("POST", "/api/pit/real-1/log-on")
            await house.house.reconcile()
            async with dealing.join("real-1", "dealer") as dealer, floor.join("real-1", "floor") as flo:
                shift_ = Shift(dealer, flo, Pack(shuffled("uth")))
                await shift_.walk_in(1)
                (alert,) = house.house.desk.alerts.values()
                assert alert.kind == "float" and "below zero" in alert.words
                await shift_.bets()
                with pytest.raises(Refused, match="table_not_ready"):
                    await shift_.key(do.CloseBetting())
                count = {"id": "k1", "what": "opener", "chips": {"10000": 100}}
                await dealing.ask("POST", "/api/pit/real-1/counts", count)
                await floor.ask("POST", "/api/pit/real-1/counts/1/verify")
                await floor.ask("POST", "/api/pit/real-1/inspection", {})
                await floor.ask("POST", "/api/pit/watch", {"tables": ["real-1"]})
                with pytest.raises(Refused, match="accepts the float"):
                    await shift_.key(do.CloseBetting())
                await floor.ask("POST", "/api/pit/real-1/float")
                await shift_.key(do.CloseBetting())
                assert house.house.committer.state(CAGE_STREAM).trays.counted == {"real-1": "opener"}

    asyncio.run(scene())


def test_readiness_is_checked_in_the_transaction_that_closes_betting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the closer is counted between the table's decision and its commit, the table does not deal."""

    async def scene() -> None:
        async with live_table(tmp_path, money="real") as (one, staff):
            day = NOW // 86_400
            inspected = desk_do.NoteInspection(table=TABLE, day=day, by=BY["flo"])
            await post(one, inspected, shift.TakeTables(tables=(TABLE,), by=BY["flo"]))
            await post(one, shift.AcceptFloat(table=TABLE, day=day, cents=0, largest=LARGE, by=BY["flo"]))

            async def count(what: str, slip: int) -> None:
                tray: Any = {"table": TABLE, "what": what, "chips": {"10000": 50}, "by": BY["dina"]}
                steps = (
                    chips.CountTray(id=f"k{slip}", at=NOW, **tray),
                    chips.VerifyCount(slip=slip, by=BY["flo"], at=NOW),
                )
                await commit(Batch(posts=tuple(Post(CAGE_STREAM, step) for step in steps)))

            commit, late = one.committer.commit, ["closer"]
            await count("opener", 1)
            await staff.bet(1)

            async def commit_after_the_count(batch: Batch) -> Any:
                if late:
                    await count(late.pop(), 2)
                return await commit(batch)

            monkeypatch.setattr(one.committer, "commit", commit_after_the_count)
            refused = await staff.do(do.CloseBetting())
            assert (refused["type"], refused["code"]) == ("refused", "table_not_ready")
            assert "no opener is counted" in refused["message"]
            assert one.owner.state.round.phase == BETTING
            await count("opener", 3)
            assert (await staff.do(do.CloseBetting()))["type"] == "done"

    asyncio.run(scene())
