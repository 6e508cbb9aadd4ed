"""Passwords: length, hashing apart from the loop, and how often one may try."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest
from argon2 import PasswordHasher

from croupier import Refused
from croupier.house.people.passwords import QUEUE, Hasher, Throttle, fit, login_name
from tests.house.helpers.committers import Now

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.mark.parametrize("password", ["short", "x" * 11, "aaaaaaaaaaaaaaaa", "x" * 129, "kim-and-more-of-it"])
def test_what_is_no_password(password: str) -> None:
    with pytest.raises(Refused) as refused:
        fit(password, "kim", "Kim Doe")
    assert refused.value.code == "password_unfit" and refused.value.clauses == ("COMAR 36.04.01.22B",)


@pytest.mark.parametrize("password", ["abcdefghijkl", "correct horse battery", "пароль-длинный"])
def test_what_is_a_password(password: str) -> None:
    fit(password, "kim", "Kim Doe")


@pytest.mark.parametrize("login", ["", "ab", "a b c", "-abc", "x" * 33, "käthe", "a:b:c"])
def test_what_is_no_log_in_name(login: str) -> None:
    with pytest.raises(Refused):
        login_name(login)
    assert login_name(" Kim.Doe ") == "kim.doe"


def test_hashes_are_made_in_another_thread_and_compared_there() -> None:
    threads = []

    class Watched(PasswordHasher):
        def verify(self, *args: object) -> bool:  # type: ignore[override]
            threads.append(threading.current_thread())
            return super().verify(*args)

    hasher = Hasher(Watched(time_cost=1, memory_cost=8, parallelism=1))

    async def run() -> None:
        made = await hasher.hash("café au lait!")
        assert made.startswith("$argon2id$") and "caf" not in made
        assert await hasher.matches(made, "cafe\u0301 au lait!")  # the same, typed otherwise
        assert not await hasher.matches(made, "cafe au lait!!")
        assert not await hasher.matches("no hash at all", "café au lait!")
        assert not await hasher.matches(None, "nobody has this one")

    asyncio.run(run())
    assert len(threads) == 4 and threading.main_thread() not in threads


def test_a_flood_of_tries_is_turned_away_at_once() -> None:
    async def run() -> list[object]:
        hasher = Hasher(CHEAP)
        made = await hasher.hash("correct horse battery")
        tries = (hasher.matches(made, "correct horse battery") for _ in range(QUEUE + 10))
        return await asyncio.gather(*tries, return_exceptions=True)

    answers = asyncio.run(run())
    assert answers.count(True) == QUEUE
    assert all(isinstance(one, Refused) and one.code == "too_often" for one in answers if one is not True)


def test_a_throttle_counts_each_key_and_all_together() -> None:
    now = Now(0)
    throttle = Throttle(burst=2, rate=0.5, all_burst=3, all_rate=1, clock=now)
    throttle.spend("a")
    throttle.spend("a")
    with pytest.raises(Refused, match="too many tries"):
        throttle.spend("a")
    throttle.spend("b")
    with pytest.raises(Refused):
        throttle.spend("c")  # three in all
    now.pass_by(1)
    throttle.spend("c")
    now.pass_by(1)
    throttle.spend("a")
    with pytest.raises(Refused) as refused:
        throttle.spend("a")
    assert refused.value.remedy == "Wait 2 seconds."


def test_a_throttle_forgets_keys_it_has_not_seen_for_long() -> None:
    throttle = Throttle(burst=1, rate=0.001, all_burst=1e9, all_rate=1, clock=Now(0), keys=10)
    for n in range(1000):
        throttle.spend(str(n))
    assert len(throttle._left) == 10


def test_nodes_of_one_house_let_in_as_many_together_as_one_does() -> None:
    def let_in(nodes: int, seconds: int) -> int:
        """By all of them together, in so many seconds, where as many come as can be."""
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
    lone.spend("one")  # one at least, however many nodes there are
    with pytest.raises(Refused):
        lone.spend("one")
