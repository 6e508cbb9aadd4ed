"""Build the Litestar application: routes, session middleware, security headers and error handlers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.allowed_hosts import AllowedHostsConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult, DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from croupier import __version__
from croupier.errors import BadInput, Refused
from croupier.pages import FILES
from croupier.server.http import controllers
from croupier.server.http.errors import ErrorBody, error_body, explain_invalid, on_refused
from croupier.server.http.origins import other_nodes, own_names
from croupier.server.sessions.tokens import COOKIE
from croupier.server.socket import table_socket
from croupier.server.tables.refusals import PAUSED
from croupier.store.batches import StoreDown

if TYPE_CHECKING:
    from croupier.server.house import HouseServer

log = logging.getLogger("croupier.server.http")


def policy(*nodes: str) -> str:
    """Return the Content-Security-Policy: pages load files only from this server and may query nodes."""
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
LARGEST = 1 << 20  # maximum bytes of a request body; a submission has a few kilobytes


class SessionMiddleware(AbstractAuthenticationMiddleware):
    """Sets the request's user from the session cookie, or None if the session is not valid."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        house: HouseServer = connection.app.state.house
        token = connection.cookies.get(COOKIE, "")
        person = await house.people.person_of(token) if token else None
        return AuthenticationResult(user=person, auth=token)


class HouseRequest(Request[Any, Any, Any]):
    """A request class: an invalid JSON body gets status 400 instead of 500."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("the JSON is nested too deeply") from None
        except UnicodeDecodeError:
            raise ClientException("the body is not valid UTF-8") from None


async def harden(message: Message, scope: Scope) -> None:
    """Add the security headers to every response, including files and errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message=message)
        if nodes := other_nodes(scope):
            headers.setdefault("content-security-policy", policy(*nodes))
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if str(scope.get("path", "")).startswith("/api"):
            headers.setdefault("cache-control", "no-store")


def route_of(request: Request[Any, Any, Any]) -> str:
    """Return the path template of the route, for the log. The actual path may contain the token of a link."""
    return str(request.scope.get("path_template", "unknown route"))


def on_bad_input(request: Request[Any, Any, Any], bad: BadInput) -> Response[ErrorBody]:
    return on_refused(request, Refused("bad_input", str(bad), (), "Correct your entry and try again."))


def on_store_down(request: Request[Any, Any, Any], down: StoreDown) -> Response[ErrorBody]:
    log.error("%s %s: %s", request.method, route_of(request), down)
    return on_refused(request, PAUSED)


MISSING = FILES / "missing.html"
CODES = {
    400: "bad_input",
    401: "sign_in",
    403: "not_your_role",
    404: "not_found",
    405: "not_found",
    429: "too_often",
}


def on_http(request: Request[Any, Any, Any], fault: HTTPException) -> Response[Any]:
    if fault.status_code == 404 and wants_page(request):
        return Response(MISSING.read_bytes(), status_code=404, media_type="text/html; charset=utf-8")
    extra = fault.extra if isinstance(fault.extra, list) else []
    details = [
        (str(problem.get("key", "")), str(problem.get("message", "")))
        for problem in extra
        if isinstance(problem, dict)
    ]
    code = CODES.get(fault.status_code, "http")
    body = error_body(Refused(code, *words_for(fault, details)))
    if details:
        detail = "; ".join(f"{key}: {message}" for key, message in details)[:500]
        body = msgspec.structs.replace(body, detail=detail)
    return Response(body, status_code=fault.status_code, headers=fault.headers)


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether the request comes from a person's browser, not from a script or a client program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")


def words_for(fault: HTTPException, details: list[tuple[str, str]]) -> tuple[str, tuple[str, ...], str]:
    """Return an error's message, clauses and remedy for people. `details` holds the invalid fields."""
    if details:
        key, message = details[0]
        words = explain_invalid(f"{message} - at `$.{key}`") or explain_invalid(message)
        return (words[0], (), words[1]) if words else (f"the {key} is not valid", (), f"Correct the {key}.")
    if fault.status_code in (404, 405):
        return "this address does not exist", (), "Check the address, or go back to the lobby."
    return fault.detail[:500], (), ""


def on_fault(request: Request[Any, Any, Any], fault: Exception) -> Response[ErrorBody]:
    log.exception("%s %s failed", request.method, route_of(request))
    remedy = "Try again. If it fails again, tell the operator; the error is in the log."
    refused = Refused("house_fault", "something went wrong on the server", (), remedy)
    return Response(error_body(refused), status_code=500)


def allowed_hosts(house: HouseServer) -> AllowedHostsConfig | None:
    """Limit HTTP requests to the server's own host names. The socket has a separate check."""
    names = own_names(house.settings)
    if not names:
        return None
    return AllowedHostsConfig(allowed_hosts=sorted(names), scopes={ScopeType.HTTP}, www_redirect=False)


def create_app(house: HouseServer) -> Litestar:
    handlers: Sequence[Any] = (table_socket, *controllers.ALL)
    app = Litestar(
        route_handlers=handlers,
        middleware=[DefineMiddleware(SessionMiddleware, exclude=["^/health$", "^/schema", "^/static"])],
        before_send=[harden],
        exception_handlers={
            Refused: on_refused,
            StoreDown: on_store_down,
            BadInput: on_bad_input,
            HTTPException: on_http,
            Exception: on_fault,
        },
        request_class=HouseRequest,
        request_max_body_size=LARGEST,
        allowed_hosts=allowed_hosts(house),
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=__version__,
            description="A casino of table games. See docs/protocol.md for the WebSocket of a table.",
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        debug=False,
    )
    state = app.state
    state.house, state.people = house, house.people
    state.desk, state.cage, state.origins = house.desk_office, house.cage_office, house.settings.origins
    state.seats_of, state.chips_of = house.presence.seats_of, house.presence.chips_of
    return app
