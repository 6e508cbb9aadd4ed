"""Routes for signing in and out, for the user's own account, and for staff and their roles."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from croupier.casino.administration import commands as do
from croupier.casino.administration.state import Grant
from croupier.rulebook import regulations
from croupier.server.http.access import (
    AppRequest,
    Before,
    NewStaffBody,
    Reason,
    ReasonBody,
    SignInText,
    desk_of,
    people_of,
    person_of,
)
from croupier.server.http.commands import Events, Fields, alias, runs, supplies
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.spectators import origin_of
from croupier.server.services.administration import AdministrationLogEntry
from croupier.server.services.cage import CageService, WalletView
from croupier.server.sessions.permissions import PermissionView, as_document
from croupier.server.sessions.service import SignedIn
from croupier.server.sessions.tokens import (
    COOKIE,
    DEVICE,
    DEVICE_COOKIE,
    LONGEST_TOKEN,
    Origin,
    SignedInPerson,
    new_person,
)
from croupier.table.roles import page_of, role_title


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: SignInText


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    login: SignInText
    password: SignInText
    new_password: SignInText = ""  # required if the old password has expired


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: SignInText
    login: SignInText = ""  # log-in name, chosen with the first password and permanent
    old_password: SignInText = ""


class RoleProposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: do.Role
    reason: Reason


class SessionState(TypedDict):
    signed_in: bool


class OwnSeat(TypedDict):
    """One of the signed-in person's seats, on any node."""

    table: str
    seat: int
    chips: int  # in cents
    node: str  # address of the node that runs the table, or empty if this node does


class Me(msgspec.Struct, frozen=True):
    person: str
    name: str
    kind: str
    roles: list[str]
    titles: list[str]  # titles of the roles, for people
    page: str  # start page for these roles
    wallet: WalletView | None
    seats: list[OwnSeat]
    deals_at: str  # the table where a dealer is logged on


class MemberView(msgspec.Struct, frozen=True):
    person: str
    name: str
    kind: str
    roles: list[str]
    locked: bool
    dismissed: bool
    wants_link: bool  # True if the person asked for a new one-time link, which an administrator may issue now


class SessionsView(msgspec.Struct, frozen=True):
    """The open sessions of a staff member or patron."""

    person: str
    name: str
    sessions: int
    since: int  # the oldest session began
    until: int  # the last session expires


class Link(msgspec.Struct, frozen=True):
    """A one-time link, displayed only once."""

    person: str
    link: str


def me(request: AppRequest, person: SignedInPerson) -> Me:
    cage: CageService = request.app.state.cage
    seats_of = request.app.state.get("seats_of")  # set by the server; missing in tests
    return Me(
        person.id,
        person.name,
        person.kind,
        sorted(person.roles),
        [role_title(role) for role in sorted(person.roles)],
        page_of(person.roles),
        cage.wallet(person.id),
        list(seats_of(person.id)) if seats_of else [],
        desk_of(request).state.dealt_by(person.id),
    )


def sign_in_response(request: AppRequest, came: SignedIn) -> Response[Me]:
    """Set the session cookie. The cookie is Secure if the client uses TLS, directly or through a proxy."""
    origin = request.headers.get("origin", "")  # the guard has checked this
    cookie = Cookie(
        key=COOKIE,
        value=came.token,
        max_age=came.seconds,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https" or origin.startswith("https://"),
        path="/",
    )
    cookies = [cookie]
    if came.device:
        cookies.append(
            Cookie(
                key=DEVICE_COOKIE,
                value=came.device,
                max_age=DEVICE,
                httponly=True,
                samesite="strict",
                secure=cookie.secure,
                path="/api",
            )
        )
    return Response(me(request, came.person), cookies=cookies)


def sign_in_origin(request: AppRequest) -> Origin:
    return Origin(origin_of(request), request.cookies.get(DEVICE_COOKIE, "")[:LONGEST_TOKEN])


class SignInController(Controller):
    path = "/api"
    tags = ("people",)

    @post(
        "/guest",
        guards=[check_permission],
        responses=DENIED,
        summary="Enter as a guest with play money",
        status_code=200,
    )
    async def guest(self, request: AppRequest, data: JSONBody[Guest]) -> Response[Me]:
        return sign_in_response(request, await people_of(request).welcome(data.name, origin_of(request)))

    @post("/login", guards=[check_permission], responses=DENIED, summary="Log in", status_code=200)
    async def login(self, request: AppRequest, data: JSONBody[Login]) -> Response[Me]:
        came = await people_of(request).log_in(
            data.login, data.password, data.new_password, sign_in_origin(request)
        )
        return sign_in_response(request, came)

    @post(
        "/link/{token:str}",
        guards=[check_permission],
        responses=DENIED,
        summary="Sign in with a one-time link",
        status_code=200,
    )
    async def link(self, request: AppRequest, token: FromPath[str]) -> Response[Me]:
        return sign_in_response(request, await people_of(request).follow(token, sign_in_origin(request)))

    @post("/logout", guards=[check_permission], responses=DENIED, summary="Log out", status_code=200)
    async def logout(self, request: AppRequest) -> Response[dict[str, str]]:
        await people_of(request).log_out(request.cookies.get(COOKIE, ""), person_of(request))
        expired = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="strict", path="/")
        return Response({"status": "signed out"}, cookies=[expired])

    @get("/me", guards=[check_permission], responses=DENIED, summary="Your account, wallet and seats")
    async def who(self, request: AppRequest) -> Me:
        await request.app.state.cage.fresh()
        return me(request, person_of(request))

    @get("/session", guards=[check_permission], summary="Return whether the session is valid")
    async def session(self, request: AppRequest) -> SessionState:
        """Return whether the session is valid. Unlike `/api/me`, this route answers 200 without a
        session.
        """
        return {"signed_in": request.user is not None}

    @post(
        "/password",
        guards=[check_permission],
        responses=DENIED,
        summary="Set or change your own password",
        status_code=200,
    )
    async def password(self, request: AppRequest, data: JSONBody[NewPassword]) -> Me:
        person, token = person_of(request), request.cookies.get(COOKIE, "")
        await people_of(request).set_password(token, person, data.login, data.password, data.old_password)
        return me(request, person)

    @post(
        "/me/link",
        guards=[check_permission],
        responses=DENIED,
        summary="Ask for a new one-time link, which an administrator may then issue",
        status_code=200,
    )
    async def request_link(self, request: AppRequest) -> dict[str, str]:
        await people_of(request).request_link(person_of(request))
        return {"status": "requested"}

    @get("/roles", guards=[check_permission], summary="The permission matrix")
    async def roles(self) -> list[PermissionView]:
        return as_document()

    @get("/law", guards=[check_permission], summary="The regulations cited in refusals, summarized")
    async def law(self) -> dict[str, str]:
        return {each.id: each.gist for each in regulations().values()}


def members(request: AppRequest) -> list[MemberView]:
    """Return staff and patrons. Guests have no account and are omitted."""
    desk, now = desk_of(request).state, people_of(request).now
    return [
        MemberView(
            id_,
            member.name,
            member.kind,
            list(member.roles),
            member.is_locked(desk.clock),
            member.dismissed,
            now < member.link_until,
        )
        for id_, member in sorted(desk.people.items())
        if member.kind != "guest"
    ]


class Staff(Controller):
    path = "/api"
    tags = ("staff",)

    @get("/people", guards=[check_permission], responses=DENIED, summary="Staff and patrons")
    async def people(self, request: AppRequest) -> list[MemberView]:
        return members(request)

    @post(
        "/people/{person:str}/link",
        guards=[check_permission],
        responses=MISSING,
        summary="Issue a one-time link for a patron, or for staff without a role or on their request",
    )
    async def link(self, request: AppRequest, person: FromPath[str]) -> Link:
        token = await people_of(request).issue_link(person, request.state.by, reset=True)
        return Link(person, token)

    @get("/sessions", guards=[check_permission], responses=DENIED, summary="Open sessions")
    async def sessions(self, request: AppRequest) -> list[SessionsView]:
        """Return the open sessions of staff and patrons. Guests are omitted."""
        people = desk_of(request).state.people
        return [
            SessionsView(row.person, people[row.person].name, row.sessions, row.since, row.until)
            for row in await people_of(request).open_sessions()
            if row.person in people and people[row.person].kind != "guest"
        ]

    @get(
        "/grants",
        guards=[check_permission],
        responses=DENIED,
        summary="Role proposals that wait for approval",
    )
    async def grants(self, request: AppRequest) -> list[Grant]:
        return list(desk_of(request).state.grants.values())

    @get(
        "/log",
        guards=[check_permission],
        responses=DENIED,
        summary="The administration's log, newest first",
    )
    async def log(self, request: AppRequest, before: Before = None) -> list[AdministrationLogEntry]:
        return await desk_of(request).log(before)


@supplies(do.EnlistStaff, "person")
async def new_member(request: AppRequest, fields: Fields) -> Fields:
    return {"person": new_person()}


@supplies(do.ApproveRole, "renew")
async def renewed_password(request: AppRequest, fields: Fields) -> Fields:
    """State that a first role ends the person's password."""
    return {"renew": True}


@runs(do.DismissStaff, do.RevokeRole, do.ApproveRole, do.EndSessions)
async def change_roles(request: AppRequest, command: Any) -> Events:
    return await people_of(request).change(command)


async def all_members(request: AppRequest, command: Any) -> list[MemberView]:
    return members(request)


async def one_member(request: AppRequest, command: do.EnlistStaff) -> MemberView:
    return next(member for member in members(request) if member.person == command.person)


async def new_grant(request: AppRequest, command: do.ProposeRole) -> Grant:
    state = desk_of(request).state
    return state.grants[str(state.proposed)]


async def all_grants(request: AppRequest, command: Any) -> list[Grant]:
    return list(desk_of(request).state.grants.values())


ALIASES = (
    alias(
        "/api/people",
        do.EnlistStaff,
        one_member,
        "Add a staff member",
        body=NewStaffBody,
        created=True,
        responses=DENIED,
    ),
    alias(
        "/api/people/{person:str}/dismiss",
        do.DismissStaff,
        all_members,
        "Dismiss a staff member; all roles and sessions end",
        body=ReasonBody,
    ),
    alias(
        "/api/people/{person:str}/unlock",
        do.Unlock,
        all_members,
        "Unlock an account after wrong passwords",
        body=ReasonBody,
    ),
    alias(
        "/api/people/{person:str}/roles",
        do.ProposeRole,
        new_grant,
        "Propose a role; a second person must approve it",
        body=RoleProposal,
        created=True,
    ),
    alias(
        "/api/people/{person:str}/roles/revoke",
        do.RevokeRole,
        all_members,
        "Revoke a role immediately",
        body=RoleProposal,
    ),
    alias(
        "/api/grants/{grant:int}/approve",
        do.ApproveRole,
        all_members,
        "Approve a role proposed by another person",
    ),
    alias(
        "/api/grants/{grant:int}/decline",
        do.DeclineRole,
        all_grants,
        "Decline a role proposal",
        body=ReasonBody,
    ),
)
