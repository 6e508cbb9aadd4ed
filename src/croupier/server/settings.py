"""Server settings, from the command line and the settings file."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from croupier.casino.tax import TaxSettings
from croupier.errors import BadInput
from croupier.files import printable
from croupier.server.limits import Limits
from croupier.server.tables.settings import Controls
from croupier.server.tables.timers import Times
from croupier.store import FILE
from croupier.submission import read_toml
from croupier.training.table_test.scoring import ExamTerms

T = TypeVar("T")


class WebSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server's public addresses and the proxies in front of it."""

    origins: tuple[str, ...] = ()  # origins as a browser shows them, such as https://casino.example
    proxies: tuple[str, ...] = ()  # trusted addresses or networks that send X-Forwarded-* headers


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("croupier-data")
    database: str = ""  # database URL; empty for SQLite in the data folder
    submissions: tuple[Path, ...] = ()  # submission files; empty for every game's example
    gaming_day: int = 6 * 3600  # start of the gaming day, in seconds after midnight UTC
    times: Times = Times()
    limits: Limits = Limits()
    controls: Controls = Controls()
    tax: TaxSettings = TaxSettings()
    table_test: ExamTerms = ExamTerms()
    unused: tuple[str, ...] = ()  # sections of the settings file that no longer have an effect
    company: int = 0  # number of bots at each table from the start
    origins: frozenset[str] = frozenset()  # more origins whose pages may use this server
    proxies: tuple[str, ...] = ()  # trusted addresses or networks that send X-Forwarded-* headers
    metrics_port: int = 0  # port on the loopback address, or 0 for no metrics server
    heads: str = ""  # file or "!command" that receives the stream heads
    heads_every: float = 300.0  # seconds between exports of heads
    links: bool = False  # print one-time staff links even if the store is not new
    migrate: bool = False  # migrate an older PostgreSQL database
    node: str = ""  # address of this node that other nodes give to clients

    @property
    def address(self) -> str:
        return self.database or f"sqlite:///{self.data / FILE}"

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


LEAST = 1.0  # the shortest allowed time limit for people, in seconds


class SettingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings file, with the sections `[times]`, `[limits]`, `[controls]`, `[tax]`, `[table_test]` and
    `[web]`."""

    times: Times = Times()
    limits: Limits = Limits()
    controls: Controls = Controls()
    tax: TaxSettings = TaxSettings()
    table_test: ExamTerms = ExamTerms()
    # accepted and ignored, because the process that it configured no longer exists
    scribe: dict[str, Any] | None = None
    web: WebSettings = WebSettings()

    @property
    def unused(self) -> tuple[str, ...]:
        return () if self.scribe is None else ("scribe",)


def read_posted(
    path: Path | None,
    options: Mapping[str, float | None],
    origins: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
) -> SettingsFile:
    """Read the settings file and apply the command-line options. Raise `BadInput` on a bad value."""
    file = SettingsFile()
    if path is not None:
        file = _converted(read_toml(path), SettingsFile, printable(str(path)))
    given_options = {name: value for name, value in options.items() if value is not None}
    for name, value in given_options.items():
        _converted({name: value}, Times, f"--{name}")
    times = msgspec.structs.replace(file.times, **given_options)
    for name in ("betting", "decision", "unseated"):
        if getattr(times, name) < LEAST:
            source = f"--{name}" if name in given_options else f"{printable(str(path))}: times.{name}"
            raise BadInput(f"{source}: {getattr(times, name):g} seconds is too short; use {LEAST:g} or more")
    source = printable(str(path))
    web = WebSettings(
        tuple(_origin(text, "--origin") for text in origins)
        or tuple(_origin(text, f"{source}: web.origins") for text in file.web.origins),
        tuple(_network(text, "--proxy") for text in proxies)
        or tuple(_network(text, f"{source}: web.proxies") for text in file.web.proxies),
    )
    return SettingsFile(times, file.limits, file.controls, file.tax, file.table_test, file.scribe, web)


def _origin(text: str, source: str) -> str:
    """Normalize an origin to the form that a browser sends, or raise `BadInput`."""
    try:
        parts = urlsplit(text.strip().lower())
        port, host = parts.port, parts.hostname
    except ValueError:
        parts, port, host = urlsplit(""), None, None
    elsewhere = parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in ("http", "https") or not host or elsewhere:
        raise BadInput(f"{source} {printable(text, 80)}: an origin looks like https://casino.example")
    if port == {"http": 80, "https": 443}[parts.scheme]:
        return f"{parts.scheme}://{parts.netloc.rpartition(':')[0]}"
    return f"{parts.scheme}://{parts.netloc}"


def _network(text: str, source: str) -> str:
    try:
        ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadInput(
            f"{source} {printable(text, 80)}: give a proxy as an address or network, "
            "such as 127.0.0.1 or 10.0.0.0/8"
        ) from None
    return text.strip()


def _converted(document: object, kind: type[T], source: str) -> T:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{source}: {printable(str(fault))}; see docs/server.md for the settings") from None
