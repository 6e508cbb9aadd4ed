"""An HTTP client that signs in to a server, lists tables, and reads rules and history."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import httpx

from croupier.client.table import Table
from croupier.errors import Refused

COOKIE = "croupier"
MOVED = 421  # another node runs the table; the response has its address
KEEPALIVE = 3.0  # seconds to keep an idle connection; the server keeps it longer
HOPS = 4  # maximum number of nodes to try for one request


class House:
    """One person's connection to a server."""

    def __init__(self, url: str, token: str = "", timeout: float = 30.0, others: Sequence[str] = ()) -> None:
        """Create the client. `others` are more nodes to try when a table's node does not respond."""
        self.url, self.others = url.rstrip("/"), tuple(other.rstrip("/") for other in others)
        self._http = httpx.AsyncClient(
            base_url=self.url,
            timeout=timeout,
            headers={"x-croupier": "1"},
            trust_env=False,
            limits=httpx.Limits(keepalive_expiry=KEEPALIVE),
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
        """The session token. With it, the same person can continue the session later."""
        return self._http.cookies.get(COOKIE, "") or ""

    @property
    def person(self) -> str:
        return str(self.me.get("person", ""))

    async def ask(self, method: str, path: str, document: Any = None) -> Any:
        """Send one request and follow redirects to other nodes.

        Raise `Refused` if the server refuses.
        """
        url = path
        for _ in range(HOPS):
            cookie = {"cookie": f"{COOKIE}={self.token}"} if self.token and url != path else None
            response = await self._http.request(method, url, json=document, headers=cookie)
            content: Any = response.json() if response.content else None
            if response.status_code < 400:
                return content
            if response.status_code != MOVED or not content.get("address"):
                break
            url = f"{content['address'].rstrip('/')}{path}"
        raise refusal_from(response.status_code, content)

    async def guest(self, name: str) -> dict[str, Any]:
        """Sign in as a guest with play money."""
        self.me = await self.ask("POST", "/api/guest", {"name": name})
        return self.me

    async def who(self) -> dict[str, Any]:
        self.me = await self.ask("GET", "/api/me")
        return self.me

    async def tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = await self.ask("GET", "/api/tables")
        return tables

    async def table(self, table: str) -> dict[str, Any]:
        details: dict[str, Any] = await self.ask("GET", f"/api/tables/{table}")
        return details

    async def history(self, table: str = "") -> list[dict[str, Any]]:
        """List your own rounds, latest first."""
        query = f"?table={table}" if table else ""
        rounds: list[dict[str, Any]] = await self.ask("GET", f"/api/me/rounds{query}")
        return rounds

    def join(self, table: str, role: str = "player", proofs: bool = False, clock: bool = False) -> Table:
        """Return a table client. Use `async with` to open its connection and keep it open.

        With `clock`, the posted times run even for a single player.
        """
        return Table(self.url, table, role, self.token, proofs, self.others, clock)


def refusal_from(status: int, content: Any) -> Refused:
    if isinstance(content, dict) and "code" in content:
        return Refused(
            str(content["code"]),
            str(content.get("message", "")),
            tuple(content.get("clauses", ())),
            str(content.get("remedy", "")),
            tuple(content.get("readings", ())),
        )
    detail = content.get("detail", "") if isinstance(content, dict) else ""
    return Refused(f"http_{status}", str(detail) or "the server refused the request")
