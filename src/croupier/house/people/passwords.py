"""Passwords: how long and how old they may be, hashed in a thread, tried only so often."""

from __future__ import annotations

import asyncio
import re
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from croupier.errors import Refused
from croupier.house.law import ACCOUNTS

LEAST, MOST = 12, 128  # signs of a password
AGE = 90 * 86_400  # seconds until it has to be changed
LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{2,31}")
AT_ONCE = 2  # hashes at a time: each takes a tenth of a second of a core
QUEUE = 16  # tries that wait for it; one more is turned away at once


def too_often(seconds: float) -> Refused:
    wait = max(1, int(seconds + 0.999))
    return Refused("too_often", "too many tries", (ACCOUNTS,), f"Wait {wait} seconds.")


def login_name(text: str) -> str:
    """A log-in name as it is compared; `Refused` if it could be nobody's."""
    login = text.strip().lower()
    if not LOGIN.fullmatch(login):
        raise Refused(
            "login_unfit",
            "a log-in name is 3 to 32 small letters, digits, dots, - or _",
            (ACCOUNTS,),
            "Choose one.",
        )
    return login


def plain(password: str) -> bytes:
    """The same password typed on another keyboard is the same password."""
    return unicodedata.normalize("NFC", password).encode()


def fit(password: str, *names: str) -> None:
    """A new password: long enough, not a name, not one sign over and over."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(
            "password_unfit", f"a password has {LEAST} to {MOST} signs", (ACCOUNTS,), "Choose a longer one."
        )
    folded = password.casefold()
    if len(set(folded)) < 5 or any(name and name.casefold() in folded for name in names):
        raise Refused(
            "password_unfit",
            "a password is neither one sign over and over nor somebody's name",
            (ACCOUNTS,),
            "Choose another one.",
        )


class Hasher:
    """argon2, never on the event loop, a few at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobodys = ""  # compared with where a name is nobody's, so that it takes as long

    async def _run(self, work: Callable[[], str | bool]) -> str | bool:
        if self._waiting >= QUEUE:
            raise too_often(self._waiting * 0.1)
        self._waiting += 1
        try:
            async with self._room:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    async def hash(self, password: str) -> str:
        return str(await self._run(lambda: self._hasher.hash(plain(password))))

    async def matches(self, hash_: str | None, password: str) -> bool:
        """Without a hash it takes as long, and the answer is no."""
        if hash_ is None and not self._nobodys:
            self._nobodys = await self.hash("nobody has this one")
        given = hash_ or self._nobodys
        return bool(await self._run(lambda: self._verify(given, password))) and hash_ is not None

    def _verify(self, hash_: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash_, plain(password))
        except (Argon2Error, InvalidHashError):
            return False


class Throttle:
    """So many at once and so many a second, for each key and for all keys together. Bounded: of keys that
    were not used for long nothing is kept."""

    def __init__(
        self,
        burst: float,
        rate: float,
        all_burst: float,
        all_rate: float,
        clock: Callable[[], float] = time.monotonic,
        keys: int = 10_000,
    ) -> None:
        self._whole = (burst, rate), (all_burst, all_rate)
        (self._each, self._all), self._clock, self._keys = self._whole, clock, keys
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._left_of_all = (all_burst, clock())

    def among(self, nodes: int) -> None:
        """The part of one of so many nodes, at least one at once."""
        (burst, rate), (all_burst, all_rate) = self._whole
        self._each = max(1.0, burst / nodes), rate / nodes
        self._all = max(1.0, all_burst / nodes), all_rate / nodes

    def spend(self, key: str) -> None:
        """`Refused` if that was one too many; it is not counted then."""
        now = self._clock()
        mine = self._filled(self._left.get(key, (self._each[0], now)), self._each, now)
        ours = self._filled(self._left_of_all, self._all, now)
        if mine < 1 or ours < 1:
            missing = max((1 - mine) / self._each[1], (1 - ours) / self._all[1])
            raise too_often(missing)
        self._left[key] = (mine - 1, now)
        self._left.move_to_end(key)
        if len(self._left) > self._keys:
            self._left.popitem(last=False)
        self._left_of_all = (ours - 1, now)

    @staticmethod
    def _filled(held: tuple[float, float], terms: tuple[float, float], now: float) -> float:
        return min(terms[0], held[0] + terms[1] * (now - held[1]))
