"""Run a server with human dealers. Its staff sign in by the one-time links that it prints."""

from __future__ import annotations

import contextlib
import re
import time
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from croupier.rulebook.registry import read
from tests.pages.helpers.opened import LONG, Opened

LINK = re.compile(r"^ +(\w+(?: \w+)?) +http://\S+/link/(\S+)$", re.MULTILINE)


def by_people(game: str, dealing: str, folder: Path, decks: int = 1) -> Path:
    """Write the game's example, dealt from a shoe or by hand with a shuffler (9.A.1)."""
    text = read(game, "example.toml")
    shuffler = "plain" if dealing == "hand" else "none"
    for was, now in (
        ('dealing = "automated"', f'dealing = "{dealing}"'),
        ('shuffler = "counting"', f'shuffler = "{shuffler}"'),
        *((("decks = 2", "decks = 1"), ('backs = ["red", "blue"]', 'backs = ["red"]')) if decks == 1 else ()),
    ):
        assert was in text, (game, was)
        text = text.replace(was, now)
    if dealing == "shoe":  # 8.A: the regulator approves the location of the shoe
        text = text.replace("[approvals]\n", '[approvals]\nshoe_place = "example"\n')
    path = folder / f"{game}-{dealing}.toml"
    path.write_text(text, encoding="utf-8")
    return path


class Member:
    """A staff member who uses HTTP. `token` is their session cookie."""

    def __init__(self, url: str, token: str = "") -> None:
        self._url, self.token = url, token

    def call(self, method: str, path: str, body: object = None) -> Any:
        data = msgspec.json.encode(body) if body is not None else None
        headers = {"x-croupier": "1", "content-type": "application/json", "cookie": f"croupier={self.token}"}
        with urlopen(Request(self._url + path, data, headers, method=method), timeout=30) as answer:
            cookie = SimpleCookie(answer.headers.get("set-cookie", "")).get("croupier")
            self.token = cookie.value if cookie is not None else self.token
            return msgspec.json.decode(answer.read())

    def post(self, path: str, body: object = None) -> Any:
        return self.call("POST", path, body if body is not None else {})


class Staff(dict[str, Member]):
    """The staff by role. Each person signs in by link when first needed."""

    def __init__(self, url: str, links: dict[str, str]) -> None:
        super().__init__()
        self.url, self.links = url, links

    def __missing__(self, role: str) -> Member:
        self[role] = Member(self.url)
        self[role].post(f"/api/link/{self.links.pop(role)}")
        return self[role]


class PitHouse(Opened):
    """A running server and its staff by role, such as `staff["dealer"]`."""

    def __init__(self, folder: Path, games: tuple[str, ...], dealing: str = "shoe", decks: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        files = tuple(by_people(game, dealing, folder, decks) for game in games)
        super().__init__(folder, LONG, LONG, files)
        self.staff = Staff("", {})

    def open(self) -> PitHouse:
        super().open()
        self.staff = Staff(self.url, self._links())
        return self

    def _links(self) -> dict[str, str]:
        until = time.monotonic() + 30
        while not (found := LINK.findall(self.log.read_text())):
            assert time.monotonic() < until, self.log.read_text()[-2000:]
            time.sleep(0.05)
        return {role.replace(" ", "_"): token for role, token in found}

    def live_table(self, submission: str, name: str) -> str:
        """Open a table with live cards and inspected devices, and log the dealer on."""
        self.open_live(submission, name)
        self.log_on(name)
        return name

    def open_live(self, submission: str, name: str) -> None:
        opened = {"table": name, "submission": submission, "money": "play", "dealing": "live"}
        self.staff["pit_manager"].post("/api/pit", opened)
        self._opened(name)
        self.staff["floor"].post(f"/api/pit/{name}/inspection")

    def _opened(self, table: str) -> None:
        """Wait until a server process runs the table."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with contextlib.suppress(HTTPError):
                self.staff["floor"].call("GET", f"/api/tables/{table}")
                return
            time.sleep(0.05)
        raise AssertionError(f"{table} did not open")

    def log_on(self, table: str) -> None:
        """Log the dealer off every other table and on to this one."""
        dealer = self.staff["dealer"]
        person = dealer.call("GET", "/api/me")["person"]
        for one in dealer.call("GET", "/api/pit"):
            if one["dealer"] == person and one["table"] != table:
                dealer.post(f"/api/pit/{one['table']}/log-off")
        dealer.post(f"/api/pit/{table}/log-on")
