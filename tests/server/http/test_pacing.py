"""Test that a client within the announced rate is never disconnected.

A client that is too fast reconnects and loses no message.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.client import House, Table
from croupier.client.pacing import SLOWEST, Pacing
from croupier.protocol import Pace
from croupier.server.limits import Limits
from tests.server.helpers.in_process_server import closed_with, say, serve_in_process, told
from tests.server.helpers.regulars import QUICK
from tests.server.http.test_misbehaving import TABLE

pytestmark = pytest.mark.long

LIMITS = Limits(messages=60.0, burst=20)
MANY = 90  # more than the burst limit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def sent(pacing: Pacing, clock: Clock, count: int) -> list[float]:
    """Return the times at which a paced client sends its messages."""
    times = []
    for _ in range(count):
        clock.now += pacing.next()
        times.append(clock.now)
    return times


@pytest.mark.parametrize("pace", [Pace(50, 10.0), Pace(5, 2.0), Pace(1, 0.5), Pace(20, 300.0)])
def test_client_stays_below_the_announced_rate(pace: Pace) -> None:
    clock = Clock()
    pacing = Pacing(clock)
    pacing.set_pace(pace)
    times = sent(pacing, clock, 400)
    assert times[max(0, int(pace.at_once * 0.8) - 1)] == 100.0  # the burst
    left, last = float(pace.at_once), 100.0  # the server's count of messages
    for at in times:
        left = min(pace.at_once, left + pace.a_second * (at - last)) - 1
        last = at
        assert left > -1e-9, at
    assert 400 / (times[-1] - 100.0) > 0.9 * pace.a_second  # the client is no slower than necessary


def test_messages_before_the_welcome_count() -> None:
    clock = Clock()
    pacing = Pacing(clock)
    pacing.next()
    pacing.set_pace(Pace(10, 1.0))
    assert [at - 100.0 for at in sent(pacing, clock, 8)][:7] == [0.0] * 7
    assert clock.now > 100.0


def test_client_halves_its_rate_after_a_rate_close() -> None:
    clock = Clock()
    pacing = Pacing(clock)
    rates = []
    for _ in range(12):
        pacing.slow_down()
        pacing.begin()
        pacing.set_pace(Pace(50, 10.0))
        sent(pacing, clock, 40)
        began = clock.now
        sent(pacing, clock, 20)
        rates.append(20 / (clock.now - began))
    assert rates[0] == pytest.approx(4.75) and rates[1] == pytest.approx(2.375)
    assert rates[-1] == pytest.approx(SLOWEST)


async def asked_at_once(table: Table) -> None:
    answers = await asyncio.gather(*(table.more_time() for _ in range(MANY)))
    assert len(answers) == MANY


def test_never_closes_a_client_within_the_rate(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            asyncio.timeout(60),
            serve_in_process(tmp_path, limits=LIMITS) as one,
            House(one.url) as house,
        ):
            await house.guest("Ada")
            async with house.join(TABLE) as table:
                assert table.welcome is not None and table.welcome.pace == Pace(20, 60.0)
                await asked_at_once(table)
                assert table.reconnected == 0

    asyncio.run(scene())


def test_client_resumes_after_a_rate_close_without_duplicates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.client.pacing.SHARE", 40.0)  # behave like a client without rate limiting
    monkeypatch.setattr("croupier.client.pacing.AT_ONCE", 40.0)

    async def scene() -> None:
        async with (
            asyncio.timeout(60),
            serve_in_process(tmp_path, limits=Limits(messages=1.0, burst=20)) as one,
            House(one.url) as house,
        ):
            me = await house.guest("Ada")
            table = house.join(TABLE)
            table.pauses = QUICK
            async with table:
                await asyncio.gather(*(table.chips(100) for _ in range(MANY)))
                assert table.reconnected > 0
                purses = one.house.tables[TABLE].state.seating.purses
                assert purses[me["person"]] == MANY * 100
            assert one.faults.lines == []

    asyncio.run(scene())


def test_closes_at_one_message_over_the_burst(tmp_path: Path) -> None:
    limits = Limits(messages=0.01, burst=8)

    async def scene() -> None:
        async with asyncio.timeout(60), serve_in_process(tmp_path, limits=limits) as one:
            ada = await one.guest()
            async with one.line(TABLE, ada.token) as socket:
                await say(socket, type="hello")
                assert (await told(socket, "welcome"))["pace"] == {"at_once": 8, "a_second": 0.01}
                for n in range(7):  # hello counts as one message
                    await say(socket, type="more_time", id=f"m{n}")
                    assert (await told(socket, "done"))["id"] == f"m{n}"
                await say(socket, type="more_time", id="m7")
                assert await closed_with(socket) == 1008

    asyncio.run(scene())


def test_client_reconnects_after_a_lost_connection(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            asyncio.timeout(60),
            serve_in_process(tmp_path) as one,
            House(one.url) as house,
        ):
            await house.guest("Ada")
            table = house.join(TABLE)
            table.pauses = QUICK
            async with table:
                assert table._socket is not None
                table._socket.transport.abort()  # closes without a close code
                await table.until(lambda: table.reconnected)
                await table.chips(100)
                assert table.reconnected == 1

    asyncio.run(scene())
