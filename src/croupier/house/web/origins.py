"""Whether a request comes from a page of this house, and is meant for it: a browser says so."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import Scope

from croupier.house.settings import Settings

FOR_ALL = ("0.0.0.0", "::", "")


def own_names(settings: Settings) -> frozenset[str]:
    """The names under which this house answers, so that no other site's name can be pointed at it. On an
    address for all the world they are the operator's to know, and none is given here."""
    if settings.host in FOR_ALL:
        return frozenset()
    names = {settings.host, "127.0.0.1", "localhost", "[::1]"}
    return frozenset(names | {f"{name}:{settings.port}" for name in names})


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
    """A program that is no browser sends no Origin, and no browser's cookie either."""
    host = connection.headers.get("host", "").lower()
    names = own_names(settings)
    if names and host not in names:
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return origin in settings.origins or urlsplit(origin).netloc.lower() == host != ""


def other_nodes(scope: Scope) -> tuple[str, ...]:
    """Where the other nodes of this house are that are alive: pages may ask those whether they are there."""
    around = getattr(scope["litestar_app"].state.house, "around", None)  # none before the house is open
    return () if around is None else tuple(map(_origin, around.addresses))


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
