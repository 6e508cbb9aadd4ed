"""Password rules, password hashing in threads, and rate limits for sign-in attempts."""

from __future__ import annotations

import asyncio
import re
import time
import unicodedata
from collections import OrderedDict, deque
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from croupier.errors import Refused
from croupier.rulebook import regulation

ACCOUNTS = regulation("user_accounts")
LEAST, MOST = 12, 128  # allowed number of characters in a password
AGE = 90 * 86_400  # seconds until a password expires
LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{2,31}")
AT_ONCE = 2  # concurrent hash computations; each keeps a core busy for about 0.1 s
QUEUE = 16  # attempts that may wait; further attempts are refused immediately
KNOWN_QUEUE = 16  # additional places in the queue for known devices
MOST_WAITING, MOST_ADDRESSES = 200, 1_000  # a turnstile's limits: people waiting per address, and addresses


def too_often(seconds: float) -> Refused:
    wait = max(1, int(seconds + 0.999))
    plural = "s" if wait > 1 else ""
    return Refused("too_often", "too many attempts", (ACCOUNTS,), f"Try again in {wait} second{plural}.")


def login_name(text: str) -> str:
    """Normalize a log-in name for comparison. Raise `Refused` if the name is not valid."""
    login = text.strip().lower()
    if not LOGIN.fullmatch(login):
        raise Refused(
            "login_unfit",
            "a log-in name has 3 to 32 lowercase letters, digits, dots, hyphens or underscores",
            (ACCOUNTS,),
            "Choose another log-in name.",
        )
    return login


def plain(password: str) -> bytes:
    """Normalize a password, so that the same characters typed on a different keyboard match."""
    return unicodedata.normalize("NFC", password).encode()


def check_password(password: str, *names: str) -> None:
    """Check a new password's length and variety of characters, and that it contains none of the names."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(
            "password_unfit",
            f"a password needs {LEAST} to {MOST} characters",
            (ACCOUNTS,),
            "Choose a password of that length.",
        )
    folded = password.casefold()
    if len(set(folded)) < 5 or any(name and name.casefold() in folded for name in names):
        raise Refused(
            "password_unfit",
            "this password repeats a few characters or contains your name",
            (ACCOUNTS,),
            "Choose another password.",
        )


class Hasher:
    """Hashes passwords with Argon2 in threads, a few at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._queue_length = 0
        self._dummy = ""  # hash to check for unknown names, so that they take as long as known ones

    async def _run(self, work: Callable[[], str | bool], is_known: bool = False) -> str | bool:
        if self._queue_length >= (QUEUE if not is_known else QUEUE + KNOWN_QUEUE):
            raise too_often(self._queue_length * 0.1)
        self._queue_length += 1
        try:
            async with self._room:
                return await asyncio.to_thread(work)
        finally:
            self._queue_length -= 1

    async def hash(self, password: str) -> str:
        return str(await self._run(lambda: self._hasher.hash(plain(password))))

    async def matches(self, hash_: str | None, password: str, is_known: bool = False) -> bool:
        """Verify a password. Without a hash, take the same time and return False.

        With `is_known`, the attempt comes from a known device and uses a separate part of the queue.
        """
        if hash_ is None and not self._dummy:
            self._dummy = await self.hash("not the password of any account")
        stored_hash = hash_ or self._dummy
        return (
            bool(await self._run(lambda: self._verify(stored_hash, password), is_known)) and hash_ is not None
        )

    def _verify(self, hash_: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash_, plain(password))
        except (Argon2Error, InvalidHashError):
            return False


class Turnstile:
    """A token bucket with a queue. Addresses take turns, so that a flood from one address does not block the
    others.
    """

    def __init__(
        self, burst: float, rate: float, patience: float = 10.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._whole_rate, self._rate, self._clock = burst, rate, rate, clock
        self._patience = patience  # maximum seconds that a person waits
        self._tokens, self._since = burst, clock()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def among(self, nodes: int) -> None:
        self._rate = self._whole_rate / nodes

    @property
    def queue_length(self) -> int:
        return sum(map(len, self._queues.values()))

    async def enter(self, address: str) -> None:
        """Wait for this address's turn. Raise `Refused` if the queue is full or the wait is too long."""
        self._fill()
        if not self._queues and self._tokens >= 1:
            self._tokens -= 1
            return
        queue = self._queues.setdefault(address, deque())
        if len(queue) >= MOST_WAITING or len(self._queues) > MOST_ADDRESSES:
            raise too_often(len(queue) / self._rate)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._wait()
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except TimeoutError:
            raise too_often(self._patience) from None
        finally:
            if turn in queue:
                queue.remove(turn)
            if not queue and self._queues.get(address) is queue:
                del self._queues[address]

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + self._rate * (now - self._since))
        self._since = now

    def _wait(self) -> None:
        if self._timer is None:
            delay = max(0.0, (1 - self._tokens) / self._rate)
            self._timer = asyncio.get_running_loop().call_later(delay, self._admit)

    def _admit(self) -> None:
        self._timer = None
        self._fill()
        while self._queues and self._tokens >= 1:
            address, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[address] = queue  # put the address after all other addresses
            if not turn.done():
                turn.set_result(None)
                self._tokens -= 1
        if self._queues:
            self._wait()


class Throttle:
    """Token bucket per key and for all keys together. The least recently used keys are dropped."""

    def __init__(
        self,
        burst: float,
        rate: float,
        all_burst: float,
        all_rate: float,
        clock: Callable[[], float] = time.monotonic,
        keys: int = 10_000,
    ) -> None:
        self._whole_terms = (burst, rate), (all_burst, all_rate)
        (self._each, self._all), self._clock, self._keys = self._whole_terms, clock, keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._all_bucket = (all_burst, clock())

    def among(self, nodes: int) -> None:
        """Divide the limits among the nodes, with a burst of at least one."""
        (burst, rate), (all_burst, all_rate) = self._whole_terms
        self._each = max(1.0, burst / nodes), rate / nodes
        self._all = max(1.0, all_burst / nodes), all_rate / nodes

    def spend(self, key: str) -> None:
        """Count one attempt. If the limit is reached, raise `Refused` without counting."""
        now = self._clock()
        own_tokens = self._filled(self._buckets.get(key, (self._each[0], now)), self._each, now)
        all_tokens = self._filled(self._all_bucket, self._all, now)
        if own_tokens < 1 or all_tokens < 1:
            wait = max((1 - own_tokens) / self._each[1], (1 - all_tokens) / self._all[1])
            raise too_often(wait)
        self._buckets[key] = (own_tokens - 1, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)
        self._all_bucket = (all_tokens - 1, now)

    def refund(self, key: str) -> None:
        """Take back one attempt, because it succeeded."""
        tokens, since = self._buckets.get(key, (self._each[0], self._clock()))
        self._buckets[key] = (min(self._each[0], tokens + 1), since)
        tokens, since = self._all_bucket
        self._all_bucket = (min(self._all[0], tokens + 1), since)

    @staticmethod
    def _filled(bucket: tuple[float, float], terms: tuple[float, float], now: float) -> float:
        return min(terms[0], bucket[0] + terms[1] * (now - bucket[1]))
