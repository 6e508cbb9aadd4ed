"""The application: controllers, sessions, headers, and how a refusal looks."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response
from litestar.config.allowed_hosts import AllowedHostsConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult, DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from croupier import __version__
from croupier.errors import BadInput, Refused
from croupier.house.floor.refusals import PAUSED
from croupier.house.people.sessions import COOKIE
from croupier.house.store.batches import StoreDown
from croupier.house.web import controllers
from croupier.house.web.origins import other_nodes, own_names
from croupier.house.web.refusals import Refusal, on_refused, told
from croupier.house.web.socket import table_socket

if TYPE_CHECKING:
    from croupier.house.house import House

log = logging.getLogger("croupier.house.web")


def policy(*nodes: str) -> str:
    """Pages load from the house alone; where it has several nodes, they may ask the others whether they are
    there."""
    connect = " ".join(("'self'", *nodes))
    return "; ".join((*LOADED, f"connect-src {connect}", *ELSE))


LOADED = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
)
ELSE = (
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
)
POLICY = policy()
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST = 1 << 20  # bytes of a request: a submission is some kilobytes


class Sessions(AbstractAuthenticationMiddleware):
    """Who is there, by the cookie; nobody, if it is unknown, over or stolen and revoked."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        house: House = connection.app.state.house
        token = connection.cookies.get(COOKIE, "")
        person = await house.people.person_of(token) if token else None
        return AuthenticationResult(user=person, auth=token)


async def harden(message: Message, scope: Scope) -> None:
    """Headers that reach every answer, files and faults too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message=message)
        if nodes := other_nodes(scope):
            headers.setdefault("content-security-policy", policy(*nodes))
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if str(scope.get("path", "")).startswith("/api"):
            headers.setdefault("cache-control", "no-store")


def route_of(request: Request[Any, Any, Any]) -> str:
    """Which route was asked, without what somebody put into it: a link's token stands in the path."""
    return str(request.scope.get("path_template", "a route that is not there"))


def on_bad_input(request: Request[Any, Any, Any], bad: BadInput) -> Response[Refusal]:
    return on_refused(request, Refused("bad_input", str(bad), (), "See /schema/openapi.json."))


def on_store_down(request: Request[Any, Any, Any], down: StoreDown) -> Response[Refusal]:
    log.error("%s %s: %s", request.method, route_of(request), down)
    return on_refused(request, PAUSED)


CODES = {
    400: "bad_input",
    401: "sign_in",
    403: "not_your_role",
    404: "not_found",
    405: "not_found",
    429: "too_often",
}


def on_http(request: Request[Any, Any, Any], fault: HTTPException) -> Response[Refusal]:
    extra = fault.extra if isinstance(fault.extra, list) else []
    details = "; ".join(
        f"{one.get('key', '')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)
    )
    message = f"{fault.detail}{': ' if details else ''}{details}"[:500]
    code = CODES.get(fault.status_code, "http")
    return Response(told(Refused(code, message)), status_code=fault.status_code, headers=fault.headers)


def on_fault(request: Request[Any, Any, Any], fault: Exception) -> Response[Refusal]:
    log.exception("%s %s failed", request.method, route_of(request))
    refused = Refused("house_fault", "the house could not do that", (), "Try again; the fault is logged.")
    return Response(told(refused), status_code=500)


def allowed_hosts(house: House) -> AllowedHostsConfig | None:
    """Pages and calls only under the house's own names; the socket checks for itself."""
    names = own_names(house.settings)
    if not names:
        return None
    return AllowedHostsConfig(allowed_hosts=sorted(names), scopes={ScopeType.HTTP}, www_redirect=False)


def create_app(house: House) -> Litestar:
    handlers: Sequence[Any] = (table_socket, *controllers.ALL)
    app = Litestar(
        route_handlers=handlers,
        middleware=[DefineMiddleware(Sessions, exclude=["^/health$", "^/schema", "^/static"])],
        before_send=[harden],
        exception_handlers={
            Refused: on_refused,
            StoreDown: on_store_down,
            BadInput: on_bad_input,
            HTTPException: on_http,
            Exception: on_fault,
        },
        request_max_body_size=LARGEST,
        allowed_hosts=allowed_hosts(house),
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=__version__,
            description="A house of casino tables. The socket of a table is described in docs/protocol.md.",
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        debug=False,
    )
    state = app.state
    state.house, state.people = house, house.people
    state.desk, state.cage, state.origins = house.desk_office, house.cage_office, house.settings.origins
    state.seats_of, state.chips_of = house.seats_of, house.chips_of
    return app
