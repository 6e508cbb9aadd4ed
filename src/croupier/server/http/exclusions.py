"""Routes for the exclusion list. Only people who enforce the list see its names."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from croupier.casino.administration import exclusion_commands as do
from croupier.server.http.access import AppRequest, Key, ReasonBody, desk_of
from croupier.server.http.commands import Events, alias, runs
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.services.identity import Date, ExcludedIdentity, OptionalDate
from croupier.store.batches import Batch, Post
from croupier.table.roles import id_of


class NewExclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: do.ExclusionKind
    identity: ExcludedIdentity
    until: OptionalDate = ""


class ExclusionView(msgspec.Struct, frozen=True):
    """An entry of the exclusion list with its names."""

    number: int
    kind: str
    standing: str  # "proposed", "confirmed" or "removal proposed"
    identity: ExcludedIdentity
    until: str
    proposed_by: str  # name of the person who proposed the entry or its removal
    yours: bool  # whether you proposed this; another person must then confirm it
    at: int
    reason: str


def exclusion_view(request: AppRequest, one: do.Exclusion, identity: ExcludedIdentity) -> ExclusionView:
    people = desk_of(request).state.people
    by = one.removal_by or one.by
    standing = "removal proposed" if one.removal_by else "confirmed" if one.confirmed_by else "proposed"
    member = people.get(id_of(by))
    return ExclusionView(
        one.number,
        one.kind,
        standing,
        identity,
        one.until,
        member.name if member else id_of(by),
        id_of(by) == request.user.id,
        one.at,
        one.removal_reason,
    )


async def exclusions_now(request: AppRequest, command: Any = None) -> list[ExclusionView]:
    service = desk_of(request).identity
    identities = await service.listed()
    return [
        exclusion_view(request, one, identities[one.record])
        for one in reversed(service.state.exclusions.values())
        if one.record in identities
    ]


class Exclusions(Controller):
    path = "/api/exclusions"
    tags = ("exclusions",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The exclusion list")
    async def every(self, request: AppRequest) -> list[ExclusionView]:
        return await exclusions_now(request)

    @post(
        "/",
        guards=[check_permission],
        responses=DENIED,
        summary="Propose to exclude a person; a second person confirms it",
    )
    async def propose(self, request: AppRequest, data: JSONBody[NewExclusion]) -> list[ExclusionView]:
        await desk_of(request).identity.propose(data.kind, data.identity, data.until, request.state.by)
        return await exclusions_now(request)


class NamesakeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    born: Date  # date of birth on the patron's identification


class Cleared(msgspec.Struct, frozen=True):
    person: str
    cleared: list[int]  # entries of the exclusion list with this name that are about other people


class Namesakes(Controller):
    path = "/api/cage/patrons"
    tags = ("cage",)

    @post(
        "/{person:str}/namesake",
        guards=[check_permission],
        responses=MISSING,
        summary="Compare a patron with an excluded person of the same name, by date of birth",
        status_code=200,
    )
    async def clear(
        self, request: AppRequest, person: FromPath[Key], data: JSONBody[NamesakeBody]
    ) -> Cleared:
        service, by = desk_of(request).identity, request.state.by
        member = service.state.people.get(person)
        name = member.name if member is not None else ""
        found = await service.check(name, by, f"Namesake check of {person}", born=data.born)
        if found:
            posts = tuple(Post(service.stream, each) for each in service.clearance(person, found, by))
            await service.committer.commit(Batch(posts=posts))
        member = service.state.people.get(person)
        return Cleared(person, list(member.cleared if member else ()))


@runs(do.DeclineExclusion, do.ConfirmRemoval)
async def drop(request: AppRequest, command: do.DeclineExclusion | do.ConfirmRemoval) -> Events:
    await desk_of(request).identity.drop(command)
    return ()


ALIASES = (
    alias(
        "/api/exclusions/{exclusion:int}/confirm",
        do.ConfirmExclusion,
        exclusions_now,
        "Confirm a proposal of another person",
    ),
    alias(
        "/api/exclusions/{exclusion:int}/decline",
        do.DeclineExclusion,
        exclusions_now,
        "Decline or withdraw a proposal",
        body=ReasonBody,
    ),
    alias(
        "/api/exclusions/{exclusion:int}/removal",
        do.ProposeRemoval,
        exclusions_now,
        "Propose to remove a person from the list",
        body=ReasonBody,
    ),
    alias(
        "/api/exclusions/{exclusion:int}/removal/confirm",
        do.ConfirmRemoval,
        exclusions_now,
        "Confirm a removal; the personal data is deleted",
    ),
)
