"""Coming in and going out; who people are; staff and their roles."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from croupier.house.cage.service import CageService, WalletView
from croupier.house.desk import commands as do
from croupier.house.desk.service import DeskService
from croupier.house.desk.state import Desk, Grant
from croupier.house.law import LAW
from croupier.house.people.matrix import as_document
from croupier.house.people.service import Entered, People
from croupier.house.people.sessions import COOKIE, Person, new_person
from croupier.house.web.guards import needs
from croupier.house.web.refusals import DENIED, MISSING

Asked = Request[Any, Any, Any]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Typed = Annotated[str, Meta(max_length=200)]  # a name or password as somebody typed it
Before = FromQuery[Annotated[int | None, Meta(ge=0, le=10**15)]]


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Typed


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    login: Typed
    password: Typed
    new_password: Typed = ""  # where the old one has to be changed


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: Typed
    login: Typed = ""  # chosen with the first password; it stays
    old_password: Typed = ""


class Enlisted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Typed


class Because(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason


class Proposed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: do.Role
    reason: Reason


class Me(msgspec.Struct, frozen=True):
    person: str
    name: str
    kind: str
    roles: list[str]
    wallet: WalletView | None
    seats: list[dict[str, Any]]  # where they sit: table, seat, chips
    deals_at: str  # the table that a dealer is logged on to


class Member(msgspec.Struct, frozen=True):
    person: str
    name: str
    kind: str
    roles: list[str]
    locked: bool
    dismissed: bool


class Link(msgspec.Struct, frozen=True):
    """A one-time link, told once and to nobody else."""

    person: str
    link: str


def people_of(request: Asked) -> People:
    found: People = request.app.state.people
    return found


def desk_of(request: Asked) -> DeskService:
    found: DeskService = request.app.state.desk
    return found


def person_of(request: Asked) -> Person:
    found: Person = request.user
    return found


def me(request: Asked, person: Person) -> Me:
    cage: CageService = request.app.state.cage
    seats_of = request.app.state.get("seats_of")  # where somebody sits is for the tables' owners to say
    return Me(
        person.id,
        person.name,
        person.kind,
        sorted(person.roles),
        cage.wallet(person.id),
        list(seats_of(person.id)) if seats_of else [],
        desk_of(request).state.dealt_by(person.id),
    )


def entered(request: Asked, came: Entered) -> Response[Me]:
    """The cookie is for encrypted lines alone where this is one; on loopback the house runs without."""
    cookie = Cookie(
        key=COOKIE,
        value=came.token,
        max_age=came.seconds,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )
    return Response(me(request, came.person), cookies=[cookie])


class Coming(Controller):
    path = "/api"
    tags = ("people",)

    @post(
        "/guest",
        guards=[needs("POST /api/guest")],
        responses=DENIED,
        summary="Come in as a guest, with play money",
        status_code=200,
    )
    async def guest(self, request: Asked, data: JSONBody[Guest]) -> Response[Me]:
        return entered(request, await people_of(request).welcome(data.name))

    @post("/login", guards=[needs("POST /api/login")], responses=DENIED, summary="Log in", status_code=200)
    async def login(self, request: Asked, data: JSONBody[Login]) -> Response[Me]:
        came = await people_of(request).log_in(data.login, data.password, data.new_password)
        return entered(request, came)

    @post(
        "/link/{token:str}",
        guards=[needs("POST /api/link/{token}")],
        responses=DENIED,
        summary="Come in by a one-time link",
        status_code=200,
    )
    async def link(self, request: Asked, token: FromPath[str]) -> Response[Me]:
        return entered(request, await people_of(request).follow(token))

    @post("/logout", guards=[needs("POST /api/logout")], responses=DENIED, summary="Log out", status_code=200)
    async def logout(self, request: Asked) -> Response[dict[str, str]]:
        await people_of(request).log_out(request.cookies.get(COOKIE, ""), person_of(request))
        gone = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="strict", path="/")
        return Response({"status": "signed out"}, cookies=[gone])

    @get("/me", guards=[needs("GET /api/me")], responses=DENIED, summary="Who I am, what I have, where I sit")
    async def who(self, request: Asked) -> Me:
        await request.app.state.cage.fresh()
        return me(request, person_of(request))

    @get("/session", guards=[needs("GET /api/session")], summary="Whether this cookie is somebody's")
    async def session(self, request: Asked) -> dict[str, bool]:
        """For a page that does not know yet: to be nobody is no fault."""
        return {"signed_in": request.user is not None}

    @post(
        "/password",
        guards=[needs("POST /api/password")],
        responses=DENIED,
        summary="Set or change the own password",
        status_code=200,
    )
    async def password(self, request: Asked, data: JSONBody[NewPassword]) -> Me:
        person, token = person_of(request), request.cookies.get(COOKIE, "")
        await people_of(request).set_password(token, person, data.login, data.password, data.old_password)
        return me(request, person)

    @get("/roles", guards=[needs("GET /api/roles")], summary="Who may do what: the whole table")
    async def roles(self) -> list[dict[str, object]]:
        return as_document()

    @get(
        "/law", guards=[needs("GET /api/law")], summary="The regulations that refusals cite, in our own words"
    )
    async def law(self) -> dict[str, str]:
        return LAW


def members(desk: Desk) -> list[Member]:
    """Staff and patrons; guests have a name for show and nothing else."""
    return [
        Member(id_, one.name, one.kind, list(one.roles), one.locked_until > desk.clock, one.dismissed)
        for id_, one in sorted(desk.people.items())
        if one.kind != "guest"
    ]


class Staff(Controller):
    path = "/api"
    tags = ("staff",)

    @get("/people", guards=[needs("GET /api/people")], responses=DENIED, summary="Staff and patrons")
    async def people(self, request: Asked) -> list[Member]:
        return members(desk_of(request).state)

    @post("/people", guards=[needs("POST /api/people")], responses=DENIED, summary="Enlist somebody")
    async def enlist(self, request: Asked, data: JSONBody[Enlisted]) -> Member:
        desk, person = desk_of(request), new_person()
        command = do.EnlistStaff(person=person, name=data.name, by=request.state.by, at=desk.now)
        await desk.do(command)
        return next(one for one in members(desk.state) if one.person == person)

    @post(
        "/people/{person:str}/dismiss",
        guards=[needs("POST /api/people/{person}/dismiss")],
        responses=MISSING,
        summary="Dismiss somebody: all roles and sessions end",
        status_code=200,
    )
    async def dismiss(self, request: Asked, person: FromPath[str], data: JSONBody[Because]) -> list[Member]:
        command = do.DismissStaff(
            person=person, reason=data.reason, by=request.state.by, at=people_of(request).now
        )
        await people_of(request).change(command)
        return members(desk_of(request).state)

    @post(
        "/people/{person:str}/unlock",
        guards=[needs("POST /api/people/{person}/unlock")],
        responses=MISSING,
        summary="Unlock an account after wrong passwords",
        status_code=200,
    )
    async def unlock(self, request: Asked, person: FromPath[str], data: JSONBody[Because]) -> list[Member]:
        desk = desk_of(request)
        await desk.do(do.Unlock(person=person, reason=data.reason, by=request.state.by, at=desk.now))
        return members(desk.state)

    @post(
        "/people/{person:str}/link",
        guards=[needs("POST /api/people/{person}/link")],
        responses=MISSING,
        summary="A one-time link for staff without a role, or for a patron",
    )
    async def link(self, request: Asked, person: FromPath[str]) -> Link:
        token = await people_of(request).issue_link(person, request.state.by, reset=True)
        return Link(person, token)

    @post(
        "/people/{person:str}/roles",
        guards=[needs("POST /api/people/{person}/roles")],
        responses=MISSING,
        summary="Propose a role; somebody else approves it",
    )
    async def propose(self, request: Asked, person: FromPath[str], data: JSONBody[Proposed]) -> Grant:
        desk = desk_of(request)
        command = do.ProposeRole(
            person=person, role=data.role, reason=data.reason, by=request.state.by, at=desk.now
        )
        await desk.do(command)
        return desk.state.grants[str(desk.state.proposed)]

    @post(
        "/people/{person:str}/roles/revoke",
        guards=[needs("POST /api/people/{person}/roles/revoke")],
        responses=MISSING,
        summary="Take a role away, at once",
        status_code=200,
    )
    async def revoke(self, request: Asked, person: FromPath[str], data: JSONBody[Proposed]) -> list[Member]:
        command = do.RevokeRole(
            person=person,
            role=data.role,
            reason=data.reason,
            by=request.state.by,
            at=people_of(request).now,
        )
        await people_of(request).change(command)
        return members(desk_of(request).state)

    @get(
        "/grants", guards=[needs("GET /api/grants")], responses=DENIED, summary="Roles that wait for approval"
    )
    async def grants(self, request: Asked) -> list[Grant]:
        return list(desk_of(request).state.grants.values())

    @post(
        "/grants/{grant:int}/approve",
        guards=[needs("POST /api/grants/{grant}/approve")],
        responses=MISSING,
        summary="Approve a role that somebody else proposed",
        status_code=200,
    )
    async def approve(self, request: Asked, grant: FromPath[int]) -> list[Member]:
        people = people_of(request)
        await people.change(do.ApproveRole(grant=grant, by=request.state.by, at=people.now))
        return members(desk_of(request).state)

    @post(
        "/grants/{grant:int}/decline",
        guards=[needs("POST /api/grants/{grant}/decline")],
        responses=MISSING,
        summary="Decline it",
        status_code=200,
    )
    async def decline(self, request: Asked, grant: FromPath[int], data: JSONBody[Because]) -> list[Grant]:
        desk = desk_of(request)
        await desk.do(do.DeclineRole(grant=grant, reason=data.reason, by=request.state.by, at=desk.now))
        return list(desk.state.grants.values())

    @get(
        "/log",
        guards=[needs("GET /api/log")],
        responses=DENIED,
        summary="The house's own entries, newest first",
    )
    async def log(self, request: Asked, before: Before = None) -> list[dict[str, Any]]:
        return await desk_of(request).log(before)
