"""Shared parts of the route modules: the request type, its services, and common bodies."""

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

AppRequest = Request[Any, Any, Any]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
SignInText = Annotated[str, Meta(max_length=200)]  # a name or password as typed
# Litestar ignores the Meta of query and path parameters, so these parameters use Litestar's own classes.
Before = Annotated[int | None, QueryParameter(ge=0, le=10**15)]


class ReasonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason


class NewStaffBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: SignInText


def people_of(request: AppRequest) -> SignInService:
    service: SignInService = request.app.state.people
    return service


def desk_of(request: AppRequest) -> AdministrationService:
    service: AdministrationService = request.app.state.desk
    return service


def cage_of(request: AppRequest) -> CageService:
    service: CageService = request.app.state.cage
    return service


def person_of(request: AppRequest) -> SignedInPerson:
    person: SignedInPerson = request.user
    return person
