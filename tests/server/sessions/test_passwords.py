"""Test the password rules, hashing in threads, and limits on attempts."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest
from argon2 import PasswordHasher

from croupier import Refused
from croupier.server.sessions.passwords import QUEUE, Hasher, Throttle, Turnstile, check_password, login_name
from tests.server.helpers.committers import Now

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.mark.parametrize("password", ["short", "x" * 11, "aaaaaaaaaaaaaaaa", "x" * 129, "kim-and-more-of-it"])
@pytest.mark.clause("COMAR 36.04.01.22B")
def test_rejects_weak_passwords(password: str) -> None:
    with pytest.raises(Refused) as refused:
        check_password(password, "kim", "Kim Doe")
    assert refused.value.code == "password_unfit" and refused.value.clauses == ("COMAR 36.04.01.22B",)


@pytest.mark.parametrize("password", ["abcdefghijkl", "correct horse battery", "пароль-длинный"])
def test_accepts_strong_passwords(password: str) -> None:
    check_password(password, "kim", "Kim Doe")


@pytest.mark.parametrize("login", ["", "ab", "a b c", "-abc", "x" * 33, "käthe", "a:b:c"])
def test_rejects_invalid_log_in_names(login: str) -> None:
    with pytest.raises(Refused):
        login_name(login)
    assert login_name(" Kim.Doe ") == "kim.doe"


def test_hashes_are_computed_and_compared_in_a_different_thread() -> None:
    threads = []

    class Watched(PasswordHasher):
        def verify(self, *args: object) -> bool:  # type: ignore[override]
            threads.append(threading.current_thread())
            return super().verify(*args)

    hasher = Hasher(Watched(time_cost=1, memory_cost=8, parallelism=1))

    async def run() -> None:
        made = await hasher.hash("café au lait!")
        assert made.startswith("$argon2id$") and "caf" not in made
        # the same password in a different Unicode form
        assert await hasher.matches(made, "cafe\u0301 au lait!")
        assert not await hasher.matches(made, "cafe au lait!!")
        assert not await hasher.matches("no hash at all", "café au lait!")
        assert not await hasher.matches(None, "not the password of any account")

    asyncio.run(run())
    assert len(threads) == 4 and threading.main_thread() not in threads


def test_refuses_a_flood_of_attempts_at_once() -> None:
    async def run() -> list[object]:
        hasher = Hasher(CHEAP)
        made = await hasher.hash("correct horse battery")
        tries = (hasher.matches(made, "correct horse battery") for _ in range(QUEUE + 10))
        return await asyncio.gather(*tries, return_exceptions=True)

    answers = asyncio.run(run())
    assert answers.count(True) == QUEUE
    assert all(isinstance(one, Refused) and one.code == "too_often" for one in answers if one is not True)


def test_strangers_cannot_fill_the_queue_of_known_devices() -> None:
    async def run() -> object:
        hasher = Hasher(CHEAP)
        made = await hasher.hash("correct horse battery")
        flood = [asyncio.create_task(hasher.matches(None, "x")) for _ in range(QUEUE + 10)]
        await asyncio.sleep(0)
        known = await hasher.matches(made, "correct horse battery", is_known=True)
        await asyncio.gather(*flood, return_exceptions=True)
        return known

    assert asyncio.run(run()) is True


def test_turnstile_serves_addresses_in_rotation() -> None:
    async def run() -> tuple[list[str], str]:
        gate, came = Turnstile(burst=1, rate=100, patience=30), []

        async def come(address: str) -> None:
            await gate.enter(address)
            came.append(address)

        await gate.enter("first")
        flood = [asyncio.create_task(come("flood")) for _ in range(20)]
        await asyncio.sleep(0)
        other = [asyncio.create_task(come("other")) for _ in range(3)]
        await asyncio.gather(*flood, *other)
        impatient = Turnstile(burst=1, rate=0.01, patience=0.05)
        await impatient.enter("a")
        with pytest.raises(Refused) as refused:
            await impatient.enter("a")
        assert impatient.queue_length == gate.queue_length == 0
        return came, refused.value.code

    came, code = asyncio.run(run())
    assert came[:6].count("other") == 3 and code == "too_often"


def test_a_throttle_limits_each_key_and_the_total() -> None:
    now = Now(0)
    throttle = Throttle(burst=2, rate=0.5, all_burst=3, all_rate=1, clock=now)
    throttle.spend("a")
    throttle.spend("a")
    with pytest.raises(Refused, match="too many attempts"):
        throttle.spend("a")
    throttle.spend("b")
    with pytest.raises(Refused):
        throttle.spend("c")  # there are three attempts in total
    now.pass_by(1)
    throttle.spend("c")
    now.pass_by(1)
    throttle.spend("a")
    with pytest.raises(Refused) as refused:
        throttle.spend("a")
    assert refused.value.remedy == "Try again in 2 seconds."


def test_throttle_forgets_idle_keys() -> None:
    throttle = Throttle(burst=1, rate=0.001, all_burst=1e9, all_rate=1, clock=Now(0), keys=10)
    for n in range(1000):
        throttle.spend(str(n))
    assert len(throttle._buckets) == 10


def test_several_nodes_together_admit_as_many_people_as_one() -> None:
    def let_in(nodes: int, seconds: int) -> int:
        """Return how many people all nodes together admit in `seconds` seconds under full load."""
        now, count = Now(0), 0
        throttles = [Throttle(burst=12, rate=6, all_burst=12, all_rate=6, clock=now) for _ in range(nodes)]
        for throttle in throttles:
            throttle.among(nodes)
        for _ in range(seconds * 2):
            for throttle in throttles:
                with contextlib.suppress(Refused):
                    while True:
                        throttle.spend("guests")
                        count += 1
            now.pass_by(0.5)
        return count

    assert let_in(1, 10) == 12 + 6 * 9 + 3
    assert let_in(2, 10) == let_in(1, 10) - 1  # each node rounds down
    assert let_in(3, 10) == let_in(1, 10)
    lone = Throttle(burst=2, rate=1, all_burst=2, all_rate=1, clock=Now(0))
    lone.among(5)
    lone.spend("one")  # a node's share is at least one, however many nodes there are
    with pytest.raises(Refused):
        lone.spend("one")
