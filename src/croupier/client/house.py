"""The house over HTTP: who one is, which tables there are, what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import httpx

from croupier.client.table import Table
from croupier.errors import Refused

COOKIE = "croupier"
MOVED = 421  # another node keeps the table; the answer has its address
KEPT = 3.0  # seconds a line is used again; a house closes it later, never while a call is on its way
HOPS = 4  # nodes asked for one call


class House:
    """One person's way into a house."""

    def __init__(self, url: str, token: str = "", timeout: float = 30.0, others: Sequence[str] = ()) -> None:
        """`others`: further nodes of the same house, for a table whose node does not answer."""
        self.url, self.others = url.rstrip("/"), tuple(other.rstrip("/") for other in others)
        self._http = httpx.AsyncClient(
            base_url=self.url,
            timeout=timeout,
            headers={"x-croupier": "1"},
            trust_env=False,
            limits=httpx.Limits(keepalive_expiry=KEPT),
        )
        if token:
            self._http.cookies.set(COOKIE, token)
        self.me: dict[str, Any] = {}

    async def __aenter__(self) -> House:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    @property
    def token(self) -> str:
        """What the house knows this person by; keep it to come back as the same person."""
        return self._http.cookies.get(COOKIE, "") or ""

    @property
    def person(self) -> str:
        return str(self.me.get("person", ""))

    async def ask(self, method: str, path: str, document: Any = None) -> Any:
        """One call, at the node that is named where it is another one; `Refused` where the house says no."""
        url = path
        for _ in range(HOPS):
            cookie = {"cookie": f"{COOKIE}={self.token}"} if self.token and url != path else None
            answer = await self._http.request(method, url, json=document, headers=cookie)
            told: Any = answer.json() if answer.content else None
            if answer.status_code < 400:
                return told
            if answer.status_code != MOVED or not told.get("address"):
                break
            url = f"{told['address'].rstrip('/')}{path}"
        raise refused(answer.status_code, told)

    async def guest(self, name: str) -> dict[str, Any]:
        """Come in under a name, with play money."""
        self.me = await self.ask("POST", "/api/guest", {"name": name})
        return self.me

    async def who(self) -> dict[str, Any]:
        self.me = await self.ask("GET", "/api/me")
        return self.me

    async def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.ask("GET", "/api/tables")
        return found

    async def table(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.ask("GET", f"/api/tables/{table}")
        return found

    async def history(self, table: str = "") -> list[dict[str, Any]]:
        """One's own rounds, the last first."""
        asked = f"?table={table}" if table else ""
        found: list[dict[str, Any]] = await self.ask("GET", f"/api/me/rounds{asked}")
        return found

    def join(self, table: str, role: str = "player", proofs: bool = False) -> Table:
        """A place at a table; `async with` opens the line and keeps it open."""
        return Table(self.url, table, role, self.token, proofs, self.others)


def refused(status: int, told: Any) -> Refused:
    if isinstance(told, dict) and "code" in told:
        return Refused(
            str(told["code"]),
            str(told.get("message", "")),
            tuple(told.get("clauses", ())),
            str(told.get("remedy", "")),
            tuple(told.get("readings", ())),
        )
    detail = told.get("detail", "") if isinstance(told, dict) else ""
    return Refused(f"http_{status}", str(detail) or "the house says no")
