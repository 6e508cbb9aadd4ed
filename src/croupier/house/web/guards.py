"""Guards: every route is guarded by its row of the matrix, and what changes anything by where it came from.

Against pages of other sites that make a browser send its cookie here (CSRF), three things together, and no
token that would have to be kept:
- the session cookie is SameSite=Strict: no other site's page sends it;
- a browser says where a request comes from (Sec-Fetch-Site, Origin): another site's is refused;
- what changes anything needs the header X-Croupier: a form cannot send one, and another site's script may
  not without asking first, which this house never grants.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from croupier.errors import Refused
from croupier.house.people.matrix import ANYONE, MATRIX, SIGNED_IN, Row, acting_as, check_place
from croupier.house.people.sessions import Person

Connection = ASGIConnection[Any, Any, Any, Any]
Guard = Callable[[Connection, BaseRouteHandler], Awaitable[None]]
HEADER = "x-croupier"
SAFE = ("GET", "HEAD", "OPTIONS")


def needs(route: str) -> Guard:
    """The guard of a route, by its row. Who acts is then in `connection.state.by`."""
    row = MATRIX["route", route]
    method = route.partition(" ")[0]

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        if method not in SAFE:
            check_origin(connection)
        person: Person | None = connection.scope.get("user")
        if ANYONE in row.marks:
            return
        if person is None:
            raise Refused("sign_in", "nobody is signed in here", (), "POST /api/guest, or log in.")
        try:
            connection.state.by = acting(connection, row, person)
        except Refused as refused:
            await connection.app.state.people.denied(person, route, str(refused.code))
            raise

    guard.__qualname__ = f"needs({route!r})"
    GUARDS[guard] = route
    return guard


GUARDS: dict[Guard, str] = {}  # which route each of them guards: a test asks


def acting(connection: Connection, row: Row, person: Person) -> str:
    """The role in which somebody does it; a dealer at their own table alone."""
    if SIGNED_IN in row.marks:
        return f"player:{person.id}"
    by = f"{acting_as(row, person.roles)}:{person.id}"
    table = connection.path_params.get("table")
    if table is not None:
        check_place(connection.app.state.desk.state, str(table), row, by)
    return by


def check_origin(connection: Connection) -> None:
    """A program that is no browser sends neither header, and no browser's cookie either."""
    if not from_our_pages(connection):
        raise Refused("other_origin", "this comes from another site's page", (), "Use the house's own pages.")
    if HEADER not in connection.headers:
        raise Refused("header_missing", f"the header {HEADER} is missing", (), f"Send {HEADER}: 1.")


def from_our_pages(connection: Connection) -> bool:
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None or origin in connection.app.state.get("origins", ()):
        return True
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""
