"""What a house is opened with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from croupier.errors import BadInput
from croupier.files import printable
from croupier.house.floor.timing import Times
from croupier.house.limits import Limits
from croupier.house.store import FILE
from croupier.submission import read_toml

T = TypeVar("T")


class ScribeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a process of its own writes to the store."""

    busy: Annotated[int, msgspec.Meta(ge=0)] = 50  # transactions a second from which on; 0: from the start


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("croupier-data")
    database: str = ""  # an address; empty: SQLite in the data folder
    submissions: tuple[Path, ...] = ()  # empty: every game's own example
    gaming_day: int = 6 * 3600  # when a gaming day begins, in seconds after midnight UTC
    times: Times = Times()
    limits: Limits = Limits()
    scribe: ScribeSettings = ScribeSettings()
    company: int = 0  # simple players at each table from the start
    origins: frozenset[str] = frozenset()  # further origins whose pages may speak to this house
    metrics_port: int = 0  # on the loopback address alone; 0: none
    heads: str = ""  # a file, or "!command", that heads of all streams go to
    heads_every: float = 300.0  # seconds
    links: bool = False  # print one-time links for the staff also where the house is not new
    node: str = ""  # the address under which other nodes tell people to come here

    @property
    def address(self) -> str:
        return self.database or f"sqlite:///{self.data / FILE}"

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


LEAST = 1.0  # second: of a time that people have for anything


class Posted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of settings: `[times]`, `[limits]`, `[scribe]`, each line of it as in the class of that name."""

    times: Times = Times()
    limits: Limits = Limits()
    scribe: ScribeSettings = ScribeSettings()


def read_posted(path: Path | None, given: Mapping[str, float | None]) -> Posted:
    """What a file says, and what the command line says of times beside it; `BadInput` in one line."""
    posted = Posted()
    if path is not None:
        posted = _converted(read_toml(path), Posted, printable(str(path)))
    named = {name: value for name, value in given.items() if value is not None}
    for name, value in named.items():
        _converted({name: value}, Times, f"--{name}")
    times = msgspec.structs.replace(posted.times, **named)
    for name in ("betting", "decision", "unseated"):
        if getattr(times, name) < LEAST:
            where = f"--{name}" if name in named else f"{printable(str(path))}: times.{name}"
            raise BadInput(f"{where}: {getattr(times, name):g} seconds are too few; give {LEAST:g} or more")
    return Posted(times, posted.limits, posted.scribe)


def _converted(document: object, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{where}: {printable(str(fault))}; docs/house.md lists the settings") from None
