"""The writer process stores the same data as the server, however it ends."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

from croupier.errors import BadInput, Refused
from croupier.journal import audit
from croupier.store import batch_writer, database
from croupier.store import schema as db
from croupier.store import writer_process as writer_module
from croupier.store.batches import Batch, Committed, LeaseLost, RepeatedCommand, StoreDown
from croupier.store.committer import MAX_FAILED_STARTS, Committer
from croupier.store.database import open_store
from croupier.store.writer_process import decode_outcome, encode_outcome
from tests.server.helpers.served import writer_processes_of
from tests.store.nodes import OwnedStream, answer, balances, count, node, run, to_drawer

pytestmark = pytest.mark.skipif(not writer_module.SUPPORTED, reason="no writer process on this system")


def writer_pid(committer: Committer) -> int:
    """Return the writer process."""
    (pid,) = writer_processes_of(os.getpid())
    assert committer.tally.transactions
    return pid


def test_writer_process_stores_the_same_data_as_the_server(address: str) -> None:
    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            own, other = OwnedStream("t1"), OwnedStream("t2")
            before = house.tally.entries
            done = await asyncio.gather(
                house.commit(own.batch(("ann", 500), answers=(answer("a1", reply=b"first"),))),
                house.commit(other.batch(("bob", 3), posts=(to_drawer("ann", 7),))),  # which is not allowed
            )
            assert done[0] == Committed() and done[1].steps[0][3] == {"ann": 7}
            assert house.tally.entries == before + 5 and writer_processes_of(os.getpid())
            await house.commit(own.batch(("ann", 1), rows=((db.played.name, ("ann", 1, "t1", 1, 5, -5)),)))
            assert own.stream.state == {"ann": 501} and count(house.store, db.played) == 1
            assert balances(house.store)["t1/wallet:ann"] == 501
            assert await house.answer("t1", "p1", "a1") == answer("a1", reply=b"first")
            for stream in ("t1", "t2", "drawer"):
                assert audit(house.store, stream, everything=True).ok
        assert not writer_processes_of(os.getpid())  # it ends with the server

    run(work())


def test_writer_process_reports_the_same_errors(address: str) -> None:
    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            own = OwnedStream("t1")
            await house.commit(own.batch(("ann", 5), answers=(answer("a1", reply=b"first"),)))
            mark = own.stream.mark()
            with pytest.raises(RepeatedCommand) as repeated:
                await house.commit(own.batch(("ann", 5), answers=(answer("a1", reply=b"second"),)))
            assert repeated.value.answer == answer("a1", reply=b"first")
            own.stream.rewind(mark)
            with pytest.raises(Refused) as refused:
                await house.commit(own.batch(("ann", 5), answers=(answer("a1", digest="other"),)))
            assert (refused.value.code, refused.value.remedy[:4]) == ("id_used", "Use ")
            own.stream.rewind(mark)
            with pytest.raises(LeaseLost, match="epoch 0, not 4"):
                await house.commit(Batch("t1", 4, own.batch(("ann", 5)).lines))
            with pytest.raises(LeaseLost, match="does not follow"):
                await house.commit(own.batch(("ann", 5)))  # its predecessor was not accepted
            own.stream.rewind(mark)
            unknown = OwnedStream("t9")
            unknown.stream.take()  # its opening is lost
            with pytest.raises(BadInput, match="no stream 't9'"):
                await house.commit(unknown.batch(("ann", 5)))
            assert house.tally.turned_away == 5
            await house.commit(own.batch(("ann", 5)))
            assert audit(house.store, "t1", everything=True).ok

    run(work())


def test_server_writes_batches_that_cannot_be_encoded(address: str) -> None:
    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            own, other = OwnedStream("t1"), OwnedStream("t2")
            mark = other.stream.mark()
            far = ((db.played.name, ("ann", 2**70, "t2", 1, 5, -5)),)  # not a database number
            outcomes = await asyncio.gather(
                house.commit(own.batch(("ann", 1))),
                house.commit(other.batch(("ann", 1), rows=far)),
                return_exceptions=True,
            )
            assert outcomes[0] == Committed() and isinstance(outcomes[1], Exception)
            other.stream.rewind(mark)
            await house.commit(own.batch(("ann", 1)))
            assert (
                house.uses_writer_process
                and own.stream.state == {"ann": 2}
                and "t2" not in house.store.heads()
            )

    run(work())


@pytest.mark.parametrize(
    "outcome",
    [
        Committed(),
        RepeatedCommand(answer("a1", reply=b"\x00\xff")),
        Refused("id_used", "said before", (), "Say something else."),
        LeaseLost("another's"),
        StoreDown("full"),
        BadInput("no stream"),
    ],
)
def test_outcomes_survive_encoding(outcome: Committed | Exception) -> None:
    again = decode_outcome(encode_outcome(outcome))
    assert type(again) is type(outcome) and str(again) == str(outcome)
    if isinstance(outcome, RepeatedCommand):
        assert isinstance(again, RepeatedCommand) and again.answer == outcome.answer


def test_other_faults_are_encoded_by_type_name() -> None:
    assert (
        str(decode_outcome(encode_outcome(KeyError("a card")))) == "the writer process failed with KeyError"
    )


@pytest.mark.parametrize("strike", [signal.SIGKILL, signal.SIGTERM])
def test_killed_writer_process_loses_and_doubles_nothing(address: str, strike: int) -> None:
    chance, tables = random.Random(7), 12

    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            over = asyncio.Event()
            owns = [OwnedStream(f"t{number}") for number in range(tables)]
            puts = [0] * tables

            async def play(number: int) -> None:
                while not over.is_set():
                    puts[number] += 1
                    id_ = f"a{puts[number]}"
                    await house.commit(owns[number].batch(("ann", 1), answers=(answer(id_),)))

            playing = [asyncio.create_task(play(number)) for number in range(tables)]
            kills = 0
            while kills < 3:
                await asyncio.sleep(chance.uniform(0.0, 0.2))
                if house.uses_writer_process:
                    os.kill(writer_pid(house), strike)
                    kills += 1
                    while house.uses_writer_process:
                        await asyncio.sleep(0.01)
            over.set()
            await asyncio.gather(*playing)
            for number, own in enumerate(owns):
                assert own.stream.state == {"ann": puts[number]}
                assert audit(house.store, f"t{number}", everything=True).ok
                assert balances(house.store)[f"t{number}/wallet:ann"] == puts[number]
            assert count(house.store, db.answers) == sum(puts)

    run(work())


def test_server_takes_over_from_a_stopped_writer_process(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "PATIENCE", 0.5)
    monkeypatch.setattr(writer_module, "STATEMENTS", 0.5)

    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            own = OwnedStream("t1")
            await house.commit(own.batch(("ann", 1)))
            os.kill(writer_pid(house), signal.SIGSTOP)
            await house.commit(own.batch(("ann", 1), answers=(answer("a1"),)))
            await house.commit(own.batch(("ann", 1)))
            assert own.stream.state == {"ann": 3} and audit(house.store, "t1", everything=True).ok

    run(work())


def test_writer_process_starts_only_under_load(address: str) -> None:
    async def work() -> None:
        async with node(address, writer_process_from=20) as house:
            own = OwnedStream("t1")
            await house.commit(own.batch(("ann", 1)))
            await asyncio.sleep(1.1)
            await house.commit(own.batch(("ann", 1)))
            assert not writer_processes_of(os.getpid())  # two in a second
            until = time.monotonic() + 30
            while not writer_processes_of(os.getpid()):
                await house.commit(own.batch(("ann", 1)))
                assert time.monotonic() < until

    run(work())


def test_server_writes_by_itself_if_the_process_cannot_start(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls = tmp_path / "calls"
    broken = tmp_path / "python"
    broken.write_text(f"#!/bin/sh\necho called >> '{calls}'\nexit 1\n")
    broken.chmod(0o700)

    async def work() -> None:
        monkeypatch.setattr(sys, "executable", str(broken))
        async with node(address, writer_process_from=0) as house:
            own = OwnedStream("t1")
            for _ in range(6):
                await house.commit(own.batch(("ann", 1)))
                await asyncio.sleep(1.1)
            assert own.stream.state == {"ann": 6} and audit(house.store, "t1", everything=True).ok
        assert calls.read_text().split() == ["called"] * MAX_FAILED_STARTS

    run(work())


def test_command_line_of_the_process_does_not_contain_the_address(address: str) -> None:
    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            await house.commit(OwnedStream("t1").batch(("ann", 1)))
            process = Path(f"/proc/{writer_pid(house)}")
            for told_of in ("cmdline", "environ"):
                assert address.encode() not in (process / told_of).read_bytes()

    run(work())


def test_server_writes_batches_that_the_process_cannot_write(tmp_path: Path) -> None:
    """Limit only the writer process's file size, so that its writes fail half-way."""

    async def work() -> None:
        async with node(f"sqlite:///{tmp_path}/house.sqlite", writer_process_from=0) as house:
            own = OwnedStream("t1")
            await house.commit(own.batch(("ann", 1)))
            limit = (4096, resource.RLIM_INFINITY)
            resource.prlimit(writer_pid(house), resource.RLIMIT_FSIZE, limit)
            await house.commit(own.batch(("ann", 2)))
            assert house.tally.failed == 1 and not house.down and not house.uses_writer_process
            await house.commit(own.batch(("ann", 3)))
            assert own.stream.state == {"ann": 6} and audit(house.store, "t1", everything=True).ok

    run(work())


def test_writer_process_starts_with_many_open_descriptors(address: str) -> None:
    """Open a descriptor with a number above the limit of select()."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = hard != resource.RLIM_INFINITY and hard < 2048
    if few and not os.environ.get("CI"):
        pytest.skip("this system does not allow this many descriptors")

    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            own = OwnedStream("t1")
            await house.commit(own.batch(("ann", 1)))
            assert house.uses_writer_process and own.stream.state == {"ann": 1}

    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        run(work())
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_one_stream_keeps_its_order_across_both_writers(address: str) -> None:
    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            own, other = OwnedStream("t1"), OwnedStream("t2")
            await house.commit(own.batch(("ann", 1)))
            first = own.batch(("ann", 1), posts=(to_drawer("ann", 7),))  # for the server itself
            second, third = own.batch(("ann", 1)), own.batch(("ann", 1))
            commits = (house.commit(one) for one in (first, second, other.batch(("bob", 1)), third))
            done = await asyncio.gather(*commits)
            assert done[1:] == [Committed()] * 3 and own.stream.state == {"ann": 4}
            assert audit(house.store, "t1", everything=True).ok

    run(work())


def test_writer_process_imports_croupier_from_the_server_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "croupier").mkdir()
    (tmp_path / "croupier" / "__init__.py").write_text("raise SystemExit('another program')")
    monkeypatch.chdir(tmp_path)

    async def work() -> None:
        async with node(
            "sqlite:///house.sqlite", writer_process_from=0
        ) as house:  # its address is passed in full
            await house.commit(OwnedStream("t1").batch(("ann", 1)))
            assert house.uses_writer_process

    run(work())


@pytest.mark.parametrize("where", ["nowhere/house.sqlite", "other.sqlite"])
def test_writer_process_does_not_create_a_missing_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    (tmp_path / "other.sqlite").touch()  # of something else
    monkeypatch.setattr(writer_module, "_address", lambda _store: f"sqlite:///{tmp_path}/{where}")

    async def work() -> None:
        async with node(f"sqlite:///{tmp_path}/house.sqlite", writer_process_from=0) as house:
            await house.commit(OwnedStream("t1").batch(("ann", 1)))
            assert not house.uses_writer_process
        assert not (tmp_path / "nowhere").exists() and not (tmp_path / "other.sqlite").stat().st_size

    run(work())


def test_all_callers_fail_at_once_if_the_store_is_down(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server looks up each batch. After the first failed lookup the others fail at once."""
    monkeypatch.setattr(batch_writer, "RETRY_SECONDS", 0.5)
    looked = list[str]()

    async def work() -> None:
        async with node(address, writer_process_from=0) as house:
            owns = [OwnedStream(f"t{number}") for number in range(8)]
            for own in owns:
                await house.commit(own.batch(("ann", 1)))
            monkeypatch.setattr(house._writer, "is_stored", gone)
            os.kill(writer_pid(house), signal.SIGKILL)
            outcomes = await asyncio.gather(
                *(house.commit(own.batch(("ann", 1))) for own in owns), return_exceptions=True
            )
            assert all(isinstance(one, StoreDown) for one in outcomes) and len(looked) < len(owns)

    def gone(batch: Batch) -> bool:
        looked.append(batch.stream)
        raise StoreDown("it cannot be reached")

    run(work())


def test_writer_process_keeps_the_store_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that inherited the lock keeps it after the server has ended."""
    monkeypatch.setattr(database, "LOCK_PATIENCE", 0.2)
    address = f"sqlite:///{tmp_path}/house.sqlite"
    store = open_store(address)
    assert store.lock is not None
    inherited = os.dup(store.lock)
    store.close()
    with pytest.raises(BadInput, match="another server has this store open"):
        open_store(address)
    os.close(inherited)
    open_store(address).close()
