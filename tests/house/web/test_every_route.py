"""The whole application: no way in that is not a row of the matrix and guarded by it."""

from __future__ import annotations

from typing import Any

from litestar.routes import HTTPRoute, WebSocketRoute

from croupier.house.house import House
from croupier.house.people.matrix import MATRIX
from croupier.house.settings import Settings
from croupier.house.web.app import create_app
from croupier.house.web.guards import GUARDS

# Files and the document of the API: for anybody, and nothing behind them.
OPEN = ("/static", "/schema")


def test_every_route_of_the_application_is_guarded_by_its_row() -> None:
    house: Any = House(Settings())
    house.people = house.desk_office = house.cage_office = None  # nothing is asked of them here
    found, sockets = set(), []
    for route in create_app(house).routes:
        if isinstance(route, WebSocketRoute):
            sockets.append(route.path_format)
        elif isinstance(route, HTTPRoute) and not route.path_format.startswith(OPEN):
            for method, (handler, _) in route.route_handler_map.items():
                if method == "OPTIONS":
                    continue
                name = f"{method} {route.path_format}"
                assert [GUARDS.get(guard) for guard in handler.resolve_guards()] == [name]  # type: ignore[call-overload]
                found.add(name)
    assert found == {name for kind, name in MATRIX if kind == "route"}
    assert sockets == ["/ws/tables/{table}"]
