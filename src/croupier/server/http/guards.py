"""Route guards that check the permission matrix and the origin of requests that change data.

Three measures together protect against cross-site request forgery (CSRF) without a CSRF token:
- The session cookie is SameSite=Strict, so other sites' pages do not send it.
- Browsers state a request's source (Sec-Fetch-Site, Origin). Requests from other sites are refused.
- Requests that change data need the header X-Croupier. An HTML form cannot send this header, and another
  site's script needs a CORS preflight, which this server never grants.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from croupier.errors import Refused
from croupier.server.sessions.permissions import (
    ANYONE,
    MATRIX,
    SIGNED_IN,
    PermissionRow,
    acting_as,
    check_account,
    check_place,
)
from croupier.server.sessions.tokens import SignedInPerson

Connection = ASGIConnection[Any, Any, Any, Any]
HEADER = "x-croupier"
SAFE = ("GET ", "HEAD ", "OPTIONS ")  # prefixes of routes that change no data


async def check_permission(connection: Connection, _: BaseRouteHandler) -> None:
    """Check the request against its row in the matrix, and set `connection.state.by` to the actor."""
    route = route_of(connection)
    row = MATRIX["route", route]
    if not route.startswith(SAFE):
        check_origin(connection)
    person: SignedInPerson | None = connection.scope.get("user")
    if ANYONE in row.marks:
        return
    if person is None:
        raise Refused("sign_in", "you are not signed in", (), "Sign in, or enter as a guest.")
    try:
        connection.state.by = acting(connection, row, person)
    except Refused as refused:
        await connection.app.state.people.note_denial(person, route, str(refused.code))
        raise


def route_of(connection: Connection) -> str:
    """Return the route in the form of the matrix, for example `GET /api/pit/{table}/tray`."""
    scope: Any = connection.scope  # the scope is an HTTPScope, because sockets do not use this guard
    return f"{scope['method']} {scope['path_template'] or '/'}"


def acting(connection: Connection, row: PermissionRow, person: SignedInPerson) -> str:
    """Return the actor, as `role:person`. Dealers may act only at their own table."""
    if SIGNED_IN in row.marks:
        check_account(row, person.kind)
        return f"player:{person.id}"
    by = f"{acting_as(row, person.roles)}:{person.id}"
    table = connection.path_params.get("table")
    if table is not None:
        check_place(connection.app.state.desk.state, str(table), row, by)
    return by


def check_origin(connection: Connection) -> None:
    """Raise `Refused` for requests from other sites. Clients that are not browsers pass."""
    if not from_our_pages(connection):
        raise Refused(
            "other_origin", "this request came from another site's page", (), "Use the casino's own pages."
        )
    if HEADER not in connection.headers:
        raise Refused("header_missing", f"the header {HEADER} is missing", (), f"Send {HEADER}: 1.")


def from_our_pages(connection: Connection) -> bool:
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None or origin in connection.app.state.get("origins", ()):
        return True
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""
