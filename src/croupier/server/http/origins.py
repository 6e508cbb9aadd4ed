"""Check the Host and Origin headers, so that only this server's pages can use it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import Scope

from croupier.server.settings import Settings

FOR_ALL = ("0.0.0.0", "::", "")


def own_names(settings: Settings) -> frozenset[str]:
    """Return the host names of this server, from its own address and its public origins.

    Checking the Host header prevents DNS rebinding. A server that listens on all addresses accepts every
    name.
    """
    if settings.host in FOR_ALL:
        return frozenset()
    names = {settings.host, "127.0.0.1", "localhost", "[::1]"}
    public = {urlsplit(origin).netloc for origin in settings.origins}
    return frozenset(names | {f"{name}:{settings.port}" for name in names} | public)


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
    """Return whether a request comes from this server's pages, or from a program that sends no Origin."""
    host = connection.headers.get("host", "").lower()
    names = own_names(settings)
    if names and host not in names:
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return origin in settings.origins or urlsplit(origin).netloc.lower() == host != ""


def other_nodes(scope: Scope) -> tuple[str, ...]:
    """Return the origins of the other live nodes. Pages may query the health of these nodes."""
    cluster = getattr(scope["litestar_app"].state.house, "cluster", None)  # missing until the server is open
    return () if cluster is None else tuple(map(_origin, cluster.addresses))


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
