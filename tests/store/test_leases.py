"""Test that a table has one owner at a time and that the epoch locks out an owner that stalled too long."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
import sqlalchemy as sa

from croupier.journal import audit
from croupier.store.batches import Batch, LeaseLost
from croupier.store.database import open_store
from croupier.store.leases import Leases
from tests.server.helpers.postgres import new_database
from tests.store.nodes import OwnedStream, node, run, to_drawer

pytestmark = pytest.mark.long


def test_claims_renews_and_releases_a_lease(address: str) -> None:
    async def work() -> None:
        with open_store(address) as store:
            leases = Leases(store, "n1", "127.0.0.1:8001")
            assert await leases.owner("t1") is None
            assert await leases.claim("t1") == 1
            assert await leases.claim("t2") == 1
            assert await leases.renew() == {"t1": 1, "t2": 1}
            owner = await leases.owner("t1")
            assert owner is not None
            assert (owner.node, owner.address, owner.epoch, owner.alive) == ("n1", "127.0.0.1:8001", 1, True)
            await leases.release("t1", 1)
            owner = await leases.owner("t1")
            assert owner is not None and not owner.alive
            assert await leases.renew() == {"t2": 1}
            assert await leases.claim("t1") == 2, "an epoch must never be reused"
            leases.close()
        with open_store(address) as store:  # a restarted process has a new node name
            again = Leases(store, "n2", "127.0.0.1:8001", seconds=0.3)
            until = time.monotonic() + 20
            while (epoch := await again.claim("t2")) is None:
                assert time.monotonic() < until
                await asyncio.sleep(0.2)
            assert epoch == 2
            again.close()

    run(work())


def test_only_one_node_owns_a_table(postgres: object) -> None:
    address = new_database(postgres)

    async def work() -> None:
        with open_store(address) as store:
            nodes = [Leases(store, f"n{k}", f"host{k}", seconds=30) for k in range(5)]
            for table in ("t1", "t2", "t3"):
                epochs = await asyncio.gather(*(leases.claim(table) for leases in nodes))
                assert sorted(map(str, epochs)) == ["1", "None", "None", "None", "None"]
            for leases in nodes:
                leases.close()

    run(work())


def test_owner_with_an_expired_lease_cannot_write(postgres: object) -> None:
    address = new_database(postgres)

    async def work() -> None:
        async with node(address) as one, node(address) as two:
            first = Leases(one.store, "n1", "host1", seconds=0.3)
            second = Leases(two.store, "n2", "host2", seconds=30)
            own = OwnedStream("t1", epoch=await first.claim("t1") or 0)
            await one.commit(own.batch(("ann", 1)))
            assert await second.claim("t1") is None
            await asyncio.sleep(0.5)
            assert await second.claim("t1") == 2
            assert await first.renew() == {}
            with pytest.raises(LeaseLost, match="epoch 2, not 1"):
                await one.commit(own.batch(("ann", 1), posts=(to_drawer("ann", 1),)))
            taken = OwnedStream.again(two.store, "t1", epoch=2)
            assert taken.stream.state == {"ann": 1}
            await two.commit(taken.batch(("ann", 5), posts=(to_drawer("ann", 5),)))
            assert await one.refresh("drawer") == {"ann": 5}
            assert audit(one.store, "t1", everything=True).ok
            first.close()
            second.close()

    run(work())


def test_racing_stalled_writers_leave_one_gapless_chain(postgres: object) -> None:
    """Three nodes claim one table repeatedly, and each sometimes stalls until its lease has expired."""
    address = new_database(postgres)
    written: list[int] = []

    async def writer(k: int, until: float) -> None:
        async with node(address) as house:
            leases = Leases(house.store, f"n{k}", f"host{k}", seconds=0.15)
            while time.monotonic() < until:
                epoch = await leases.claim("t1")
                if epoch is None:
                    await asyncio.sleep(0.02)
                    continue
                there = "t1" in house.store.streams()
                own = OwnedStream.again(house.store, "t1", epoch) if there else OwnedStream("t1", epoch)
                try:
                    for turn in range(6):
                        await house.commit(own.batch(("ann", 1), posts=(to_drawer("ann", 1),)))
                        written.append(1)
                        if turn == 3 + k % 2:
                            await asyncio.sleep(0.25)  # longer than the lease
                except LeaseLost:
                    pass
            leases.close()

    until = time.monotonic() + 4
    threads = [threading.Thread(target=lambda k=k: run(writer(k, until))) for k in range(3)]  # type: ignore[misc]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open_store(address) as store:
        found = audit(store, "t1", everything=True)
        assert found.ok, found.fault
        assert found.state == {"ann": len(written)} == audit(store, "drawer", everything=True).state
        with store.reading() as connection:
            assert int(connection.execute(sa.text("select max(epoch) from owners")).scalar_one()) >= 3


def test_node_stopped_in_mid_transaction_does_not_block_others(postgres: object) -> None:
    """The database ends the idle transaction, which unlocks the stream's head."""
    address = new_database(postgres)

    async def work() -> None:
        async with node(address) as one:
            with open_store(address) as other, other.engine.connect() as stopped:
                stopped.execute(sa.text("select * from streams for update"))
                began = time.monotonic()
                await one.commit(Batch(posts=(to_drawer("ann", 1),)))
                assert 1 < time.monotonic() - began < 8
                stopped.invalidate()

    run(work())


def test_claim_does_not_wait_for_a_locked_lease(postgres: object) -> None:
    """A node was suspended during a transaction and its lease has expired. Other nodes retry later."""
    address = new_database(postgres)

    async def work() -> None:
        with open_store(address) as store, open_store(address) as other:
            stopped = Leases(other, "n1", "host1", seconds=0.1)
            one = Leases(store, "n2", "host2", seconds=5)
            assert (await stopped.claim("t1"), await one.claim("t2")) == (1, 1)
            with other.engine.connect() as transaction:
                transaction.execute(sa.text("select * from owners where stream = 't1' for share"))
                await asyncio.sleep(0.2)
                began = time.monotonic()
                assert await one.claim("t1") is None
                assert await one.renew() == {"t2": 1}
                # the database would end the transaction after three seconds
                assert time.monotonic() - began < 2.5
                transaction.rollback()
            assert await one.claim("t1") == 2
            stopped.close()
            one.close()

    run(work())
