"""Test that every route of the application has a guard and a row in the permission matrix."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from litestar.routes import HTTPRoute, WebSocketRoute

from croupier.server.house import HouseServer
from croupier.server.http.app import create_app
from croupier.server.http.guards import check_permission
from croupier.server.sessions.permissions import MATRIX
from croupier.server.sessions.tokens import person_in
from croupier.server.settings import Settings
from croupier.server.socket import not_in_role
from croupier.table.roles import ROLES
from tests.server.sessions.test_permissions import PERSON, STATE

# Static files and the OpenAPI document are public.
OPEN = ("/static", "/schema")


def test_every_application_route_is_guarded_by_its_row() -> None:
    house: Any = HouseServer(Settings())
    house.people = house.desk_office = house.cage_office = None  # not used here
    found, sockets = set(), []
    for route in create_app(house).routes:
        if isinstance(route, WebSocketRoute):
            sockets.append(route.path_format)
        elif isinstance(route, HTTPRoute) and not route.path_format.startswith(OPEN):
            for method, (handler, _) in route.route_handler_map.items():
                if method == "OPTIONS":
                    continue
                name = f"{method} {route.path_format}"
                assert list(handler.resolve_guards()) == [check_permission], name
                found.add(name)
    assert found == {name for kind, name in MATRIX if kind == "route"}
    assert sockets == ["/ws/tables/{table}"]


@pytest.mark.parametrize("role", ROLES)
def test_a_socket_opens_for_the_roles_that_the_matrix_marks(role: str) -> None:
    house: Any = SimpleNamespace(desk=STATE)
    person = person_in(STATE, PERSON[role])
    assert person is not None and role in person.roles
    denied = not_in_role(house, "t1", person, role)
    if role in MATRIX["socket", "hello"].marks:
        assert denied is None
    else:
        assert denied is not None and (denied.code, denied.remedy) == (
            "not_your_role",
            "Connect as everyone.",
        )


def test_roles_without_table_duties_have_no_socket() -> None:
    assert set(ROLES) - {*MATRIX["socket", "hello"].roles} == {
        "cage",
        "administrator",
        "count_team",
        "security",
    }
