"""Shared parts of route modules, such as the request type, its services, and common bodies."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.params import QueryParameter
from msgspec import Meta

from croupier.server.services.administration import AdministrationService
from croupier.server.services.cage import CageService
from croupier.server.sessions.service import SignInService
from croupier.server.sessions.tokens import SignedInPerson

Asked = Request[Any, Any, Any]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
Typed = Annotated[str, Meta(max_length=200)]  # a name or password as typed
# Litestar ignores the Meta of a query or path parameter, so its own classes state the bounds.
Before = Annotated[int | None, QueryParameter(ge=0, le=10**15)]


class ReasonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason


class NewStaffBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Typed


def people_of(request: Asked) -> SignInService:
    found: SignInService = request.app.state.people
    return found


def desk_of(request: Asked) -> AdministrationService:
    found: AdministrationService = request.app.state.desk
    return found


def cage_of(request: Asked) -> CageService:
    found: CageService = request.app.state.cage
    return found


def person_of(request: Asked) -> SignedInPerson:
    found: SignedInPerson = request.user
    return found
