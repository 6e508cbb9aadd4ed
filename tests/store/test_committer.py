"""Test that each batch is stored completely or not at all and that each caller gets its own outcome."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.errors import BadInput, Refused
from croupier.journal import audit, fold
from croupier.meters.amounts import Exact
from croupier.meters.machine import AdjustMeter, OpenMeter
from croupier.meters.stream import charter_of
from croupier.store import raw_statements, rows
from croupier.store import schema as db
from croupier.store.batches import Batch, Committed, LeaseLost, Post, RepeatedCommand, StoreDown
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from tests.store.drawer import put
from tests.store.nodes import OwnedStream, answer, balances, committing, count, node, run, to_drawer

A_DAY = 86_400


def test_commits_entries_posts_postings_balances_and_answers_together(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            own = OwnedStream("t1")
            batch = own.batch(
                ("ann", 500), posts=(to_drawer("ann", 7), to_drawer("bob", 5)), answers=(answer("a1"),)
            )
            done = await house.commit(batch)
            assert [(stream, command) for stream, command, _, _ in done.steps] == [
                ("drawer", put("ann", 7, 10)),
                ("drawer", put("bob", 5, 10)),
            ]
            assert done.steps[0][3] == {"ann": 7} and done.steps[1][3] == {"ann": 7, "bob": 5}
            assert house.state("drawer") == {"ann": 7, "bob": 5} == await house.refresh("drawer")
            assert await house.answer("t1", "p1", "a1") == answer("a1")
            assert await house.answer("t1", "p1", "a2") is None
            store = house.store
            assert store.heads() == {
                "drawer": (3, (await audited(house, "drawer"))),
                "t1": (2, own.stream.head),
            }
            assert balances(store) == {
                "t1/wallet:ann": 500,
                "t1/cash": -500,
                "drawer/wallet:ann": 7,
                "drawer/wallet:bob": 5,
                "drawer/cash": -12,
            }
            with store.reading() as connection:
                assert connection.execute(sa.select(db.answers.c.n)).scalar() == 1

    run(work())


async def audited(house: Committer, stream: str) -> str:
    found = audit(house.store, stream, everything=True)
    assert found.ok, found.fault
    return found.head


def test_refused_post_fails_only_its_own_batch(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            good, bad, late = OwnedStream("t1"), OwnedStream("t2"), OwnedStream("t3")
            refused = bad.batch(("ann", 1), posts=(to_drawer("ann", 9), to_drawer("ann", 13)))
            outcomes = await asyncio.gather(
                house.commit(good.batch(("ann", 1), posts=(to_drawer("ann", 1),))),
                house.commit(refused),
                house.commit(late.batch(("ann", 1), posts=(to_drawer("ann", 2),))),
                return_exceptions=True,
            )
            assert isinstance(outcomes[1], Refused) and outcomes[1].code == "thirteen"
            assert house.state("drawer") == {"ann": 3}
            assert set(house.store.heads()) == {"drawer", "t1", "t3"}
            assert house.tally.transactions < 5 and house.tally.rejections == 1

    run(work())


def test_commits_queued_batches_in_one_transaction(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            tables = [OwnedStream(f"t{k}") for k in range(30)]
            before = house.tally.transactions
            batches = [table.batch(("ann", 1), posts=(to_drawer("ann", 1),)) for table in tables]
            await asyncio.gather(*(house.commit(batch) for batch in batches))
            assert house.tally.transactions - before <= 3
            assert house.state("drawer") == {"ann": 30}
            await audited(house, "drawer")

    run(work())


def test_repeated_id_gets_the_same_answer_without_a_second_write(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            own = OwnedStream("t1")
            await house.commit(own.batch(("ann", 5), answers=(answer("a1", reply=b"first"),)))
            mark = own.stream.mark()
            again = own.batch(("ann", 5), answers=(answer("a1", reply=b"second"),))
            with pytest.raises(RepeatedCommand) as repeated:
                await house.commit(again)
            assert repeated.value.answer.reply == b"first"
            own.stream.rewind(mark)
            with pytest.raises(Refused) as refused:
                await house.commit(own.batch(("ann", 5), answers=(answer("a1", digest="other"),)))
            assert refused.value.code == "id_used"
            own.stream.rewind(mark)
            await house.commit(own.batch(("ann", 5), answers=(answer("a1", person="p2"),)))
            assert own.stream.state == {"ann": 10}
            other = OwnedStream("t2")
            await house.commit(other.batch(("ann", 5), answers=(answer("a1"),)))
        async with node(address) as house:  # the answer is the same after a restart
            kept = await house.answer("t1", "p1", "a1")
            assert kept is not None and kept.reply == b"first"

    run(work())


def test_same_id_twice_in_one_transaction_is_executed_once(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            twice = [
                house.commit(Batch(posts=(to_drawer("ann", 5),), answers=(answer("a1"),))) for _ in range(2)
            ]
            outcomes = await asyncio.gather(*twice, return_exceptions=True)
            assert [type(outcome).__name__ for outcome in outcomes] == ["Committed", "RepeatedCommand"]
            assert house.state("drawer") == {"ann": 5}
            kept = await house.answer("drawer", "p1", "a1")
            assert kept == answer("a1")

    run(work())


def test_rejects_batches_that_do_not_follow_or_balance(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            own = OwnedStream("t1")
            first = own.batch(("ann", 5))
            with pytest.raises(BadInput, match="no stream 't1'"):
                await house.commit(Batch("t1", 0, first.lines[1:]))
            await house.commit(first)
            with pytest.raises(LeaseLost, match="does not follow"):
                await house.commit(first)
            stranger = OwnedStream("t1")
            stranger.batch(("bob", 1))
            with pytest.raises(LeaseLost, match="does not follow the stored entry 1"):
                await house.commit(stranger.batch(("bob", 2)))
            second = own.batch(("ann", 5))
            unbalanced = ((2, "t1/wallet:ann", 5), (2, "t1/cash", -4))
            with pytest.raises(BadInput, match="entry 2 sum to 1 cents"):
                await house.commit(Batch("t1", 0, second.lines, unbalanced))
            elsewhere = ((2, "t2/wallet:ann", 5), (2, "t2/cash", -5))
            with pytest.raises(BadInput, match="is not an account of t1"):
                await house.commit(Batch("t1", 0, second.lines, elsewhere))
            with pytest.raises(BadInput, match="entry 9 sum to 0"):
                await house.commit(Batch("t1", 0, second.lines, ((9, "t1/a", 1), (9, "t1/b", -1))))
            with pytest.raises(BadInput, match="command id: use 1 to"):
                await house.commit(Batch("t1", 0, second.lines, answers=(answer("a\x00b"),)))
            with pytest.raises(BadInput, match="no stream 'nowhere'"):
                await house.commit(Batch(posts=(Post("nowhere", put("ann", 1)),)))
            await house.commit(second)
            await audited(house, "t1")

    run(work())


def test_additional_rows_are_stored_or_undone_with_their_batch(address: str) -> None:
    def mark(account: str) -> Callable[[sa.Connection], None]:
        def also(connection: sa.Connection) -> None:
            connection.execute(sa.insert(db.balances).values(account=account, cents=0))

        return also

    def failing(connection: sa.Connection) -> None:
        mark("x/undone")(connection)
        raise Refused("name_taken", "another person has that name")

    async def work() -> None:
        async with node(address) as house:
            outcomes = await asyncio.gather(
                house.commit(Batch(posts=(to_drawer("ann", 1),), also=mark("x/kept"))),
                house.commit(Batch(posts=(to_drawer("ann", 2),), also=failing)),
                house.commit(Batch(posts=(to_drawer("ann", 4),), also=mark("x/kept"))),
                house.commit(Batch(posts=(to_drawer("ann", 8),))),
                return_exceptions=True,
            )
            assert [type(outcome).__name__ for outcome in outcomes] == [
                "Committed",
                "Refused",
                "IntegrityError",
                "Committed",
            ]
            assert house.state("drawer") == {"ann": 9}
            kept = balances(house.store)
            assert "x/kept" in kept and "x/undone" not in kept
            assert kept["drawer/wallet:ann"] == 9
            await audited(house, "drawer")

    run(work())


def test_shared_stream_starts_a_segment_by_count_and_gaming_day(address: str) -> None:
    async def work() -> None:
        async with node(address, longest=5, day=lambda at: at // A_DAY) as house:
            for k in range(8):
                await house.commit(Batch(posts=(to_drawer("ann", 1, at=100 + k),)))
            assert house.store.segments("drawer") == 2
            await house.commit(Batch(posts=(to_drawer("ann", 1, at=A_DAY + 1),)))
            await house.commit(Batch(posts=(to_drawer("ann", 1, at=A_DAY + 2),)))
            assert house.store.segments("drawer") == 3
            assert [step.n for step in fold(house.store, "drawer")] == [10, 11, 12]
            assert house.state("drawer") == {"ann": 10}
            await audited(house, "drawer")
        async with node(address) as house:
            assert house.state("drawer") == {"ann": 10}

    run(work())


def test_shared_clock_does_not_run_backward(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            await house.open("meters.g", "meter", charter_of("g"), 1)
            opened = OpenMeter(meter="main", amount=Exact(100), at=50)
            raised = AdjustMeter(meter="main", amount=Exact(5), reason="found", at=48)
            done = await house.commit(Batch(posts=(Post("meters.g", opened), Post("meters.g", raised))))
            assert [step[1].at for step in done.steps] == [50, 50]
            assert house.state("meters.g").meters["main"].shown == 105
            await audited(house, "meters.g")

    run(work())


def test_two_nodes_take_turns_at_a_shared_stream(postgres: object) -> None:
    from tests.server.helpers.postgres import new_database

    address = new_database(postgres)

    async def work() -> None:
        async with node(address) as one, node(address) as two:
            tables = [OwnedStream(f"t{k}") for k in range(10)]
            batches = [table.batch(("ann", 1), posts=(to_drawer("ann", 1),)) for table in tables]
            await asyncio.gather(
                *(house.commit(b) for b, house in zip(batches, (one, two) * 5, strict=True)),
                *(
                    house.commit(Batch(posts=(to_drawer("bob", 1),)))
                    for house in (one, two)
                    for _ in range(20)
                ),
            )
            assert await one.refresh("drawer") == await two.refresh("drawer") == {"ann": 10, "bob": 40}
            await audited(one, "drawer")
            assert balances(one.store)["drawer/cash"] == -50
            assert one.store.heads() == two.store.heads()

    run(work())


def test_rejects_writes_of_an_owner_that_lost_its_lease(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            with house.store.writing() as connection:
                connection.execute(
                    sa.insert(db.owners).values(stream="t1", node="n1", address="a", epoch=3, until=0.0)
                )
            stale = OwnedStream("t1", epoch=2)
            with pytest.raises(LeaseLost, match="epoch 3, not 2"):
                await house.commit(stale.batch(("ann", 1), posts=(to_drawer("ann", 1),)))
            assert house.state("drawer") == {} and "t1" not in house.store.heads()
            await house.commit(OwnedStream("t1", epoch=3).batch(("ann", 1)))

    run(work())


class Failing:
    """A database whose next statements fail, as on a full disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails, self._run = False, raw_statements.run
        monkeypatch.setattr(rows, "run", self._look)

    def _look(self, connection: sa.Connection, statement: str, given: tuple[Any, ...]) -> Any:
        if self.fails and "insert into balances" in statement:
            raise OSError(28, "No space left on device")
        return self._run(connection, statement, given)


def test_failed_transaction_leaves_memory_unchanged(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        with open_store(address) as store:
            disk = Failing(monkeypatch)
            async with committing(store) as house:
                own = OwnedStream("t1")
                await house.commit(own.batch(("ann", 1), posts=(to_drawer("ann", 1),)))
                heads, held = store.heads(), balances(store)
                disk.fails = True
                mark = own.stream.mark()
                outcomes = await asyncio.gather(
                    house.commit(own.batch(("ann", 2), posts=(to_drawer("ann", 2),))),
                    house.commit(Batch(posts=(to_drawer("bob", 2),), answers=(answer("a1"),))),
                    return_exceptions=True,
                )
                assert all(isinstance(outcome, StoreDown) for outcome in outcomes)
                assert "No space left" in str(outcomes[0]) and "No space left" in house.down
                assert house.state("drawer") == {"ann": 1}
                assert (store.heads(), balances(store), count(store, db.answers)) == (heads, held, 0)
                disk.fails = False
                own.stream.rewind(mark)
                await house.commit(own.batch(("ann", 2), posts=(to_drawer("ann", 2),)))
                assert house.down == "" and house.state("drawer") == {"ann": 3}
                await audited(house, "drawer")
                await audited(house, "t1")

    run(work())


def test_finds_out_whether_an_unacknowledged_commit_was_stored(address: str) -> None:
    async def work() -> None:
        with open_store(address) as store:
            async with committing(store) as house:

                def deaf(_connection: object) -> None:
                    raise OSError(104, "Connection reset by peer")

                sa.event.listen(store.engine, "commit", _then(store, deaf))
                done = await house.commit(Batch(posts=(to_drawer("ann", 1),)))
                assert done.steps[0][3] == {"ann": 1} == house.state("drawer")
                await house.commit(Batch(posts=(to_drawer("ann", 1),)))
                assert house.state("drawer") == {"ann": 2}
                await audited(house, "drawer")

    def _then(store: SqlStore, deaf: Callable[[object], None]) -> Callable[[sa.Connection], None]:
        heard: list[int] = []

        def commit(connection: sa.Connection) -> None:
            if not heard:
                heard.append(1)
                connection.connection.commit() if not store.embedded else connection.exec_driver_sql("COMMIT")
                deaf(connection)

        return commit

    run(work())


def test_queue_is_bounded_and_flushed_before_stopping(address: str) -> None:
    async def work() -> None:
        async with node(address, max_waiting=4, together=3) as house:
            await asyncio.gather(*(house.commit(Batch(posts=(to_drawer("ann", 1),))) for _ in range(50)))
            assert house.tally.largest <= 3
            last = [asyncio.create_task(house.commit(Batch(posts=(to_drawer("ann", 1),)))) for _ in range(4)]
            await asyncio.sleep(0)
            await house.stop()
            await asyncio.gather(*last)
            with pytest.raises(StoreDown, match="is not running"):
                await house.commit(Batch(posts=(to_drawer("ann", 1),)))
            assert OwnedStream.again(house.store, "drawer").stream.state == {"ann": 54}

    run(work())


def test_canceled_caller_does_not_undo_a_commit(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            leaving = asyncio.create_task(house.commit(Batch(posts=(to_drawer("ann", 1),))))
            await asyncio.sleep(0)
            leaving.cancel()
            until = time.monotonic() + 10
            while await house.refresh("drawer") != {"ann": 1}:
                assert time.monotonic() < until
            await house.commit(Batch(posts=(to_drawer("ann", 1),)))
            assert house.state("drawer") == {"ann": 2}

    run(work())


def test_rejects_posts_to_a_stream_changed_in_the_database(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            await house.commit(Batch(posts=(to_drawer("ann", 1),)))
            with house.store.writing() as connection:
                connection.execute(sa.update(db.streams).values(head="f" * 64))
            with pytest.raises(BadInput, match="entry 1 in the store differs"):
                await house.commit(Batch(posts=(to_drawer("ann", 1),)))
            assert house.state("drawer") == {"ann": 1}

    run(work())


def test_a_batch_that_cannot_be_encoded_fails_alone(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            own, other = OwnedStream("t1"), OwnedStream("t2")
            # too large for a database column
            far = ((db.played.name, ("ann", 2**70, "t2", 1, 5, -5)),)
            outcomes = await asyncio.gather(
                house.commit(own.batch(("ann", 1))),
                house.commit(other.batch(("ann", 1), rows=far)),
                return_exceptions=True,
            )
            assert outcomes[0] == Committed() and isinstance(outcomes[1], Exception)
            await house.commit(own.batch(("ann", 1)))
            assert own.stream.state == {"ann": 2} and "t2" not in house.store.heads()

    run(work())


def test_queued_batches_of_one_stream_keep_their_order(address: str) -> None:
    async def work() -> None:
        async with node(address) as house:
            own, other = OwnedStream("t1"), OwnedStream("t2")
            await house.commit(own.batch(("ann", 1)))
            first = own.batch(("ann", 1), posts=(to_drawer("ann", 7),))
            second, third = own.batch(("ann", 1)), own.batch(("ann", 1))
            commits = (house.commit(one) for one in (first, second, other.batch(("bob", 1)), third))
            done = await asyncio.gather(*commits)
            assert done[1:] == [Committed()] * 3 and own.stream.state == {"ann": 4}
            assert audit(house.store, "t1", everything=True).ok

    run(work())
