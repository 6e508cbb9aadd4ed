"""The command endpoint `POST /api/do`, and its aliases with one route per command.

The endpoint and the aliases send a command to administration ("desk"), the cage ("cage") or a dispute file
("file"). The permission matrix has one row for the command, and the row of an alias refers to it. A route
module declares its aliases with `alias`. With `supplies`, `runs` and `placed` it declares the data that the
server adds to a command.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from croupier.casino import disputes
from croupier.casino.administration import stream as administration
from croupier.casino.cage import stream as cage
from croupier.casino.machines import CasinoCommand, CasinoEvent, CasinoKind
from croupier.errors import Refused
from croupier.server.http.access import AppRequest, Key, cage_of, desk_of, person_of
from croupier.server.http.errors import CHECKED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.services.disputes import PREFIX, DisputeService
from croupier.server.sessions.permissions import MATRIX, acting_as, check_place, name_of

ROOMS: dict[str, CasinoKind[Any]] = {"desk": administration.KIND, "cage": cage.KIND, "file": disputes.KIND}
# Fields that no client may send. The server fills in `by` and `at`. `noted` skips the license check, for
# stored entries that are older than this check.
HIDDEN = frozenset({"by", "at", "noted"})
# Event fields that the response omits: the text of a submission, and the expected amounts that a person must
# not know while counting.
OMITTED = {
    "submission_drafted@1": ("document",),
    "drop_box_collected@1": ("expected",),
    "drop_box_counted@1": ("expected",),
    "tokes_counted@1": ("expected",),
    "bank_counted@1": ("expected_cash", "expected_chips", "expected_cents"),
}
SEPARATE = frozenset(
    {
        "issue_link",
        "close_gaming_day",
        "register_patron",
        "open_wallet",
        "to_table",
        "from_table",
        "propose_exclusion",
        "clear_namesake",
        "identify_winner",
        "delete_identity",
    }
)
PARAMETER = re.compile(r"\{(\w+):(str|int)\}")

Events = tuple[CasinoEvent, ...]
Fields = dict[str, Any]
Supply = Callable[[AppRequest, Fields], Awaitable[Fields]]
Run = Callable[[AppRequest, Any], Awaitable[Events]]
Answer = Callable[[AppRequest, Any], Awaitable[Any]]
Check = Callable[[AppRequest, Fields], None]


class Action(NamedTuple):
    """A command that people can send over HTTP."""

    room: str  # kind of the command in the permission matrix
    command: type[CasinoCommand]


ACTIONS = {
    (room, name_of(command)): Action(room, command)
    for room, kind in ROOMS.items()
    for command in kind.deciders
    if MATRIX[room, name_of(command)].marks and name_of(command) not in SEPARATE
}
BY_COMMAND = {action.command: action for action in ACTIONS.values()}
# body type, if it differs from the command's own fields
BODY: dict[type[CasinoCommand], type[msgspec.Struct]] = {}
SUPPLIED: dict[type[CasinoCommand], tuple[frozenset[str], Supply]] = {}
RUN: dict[type[CasinoCommand], Run] = {}
PLACE: dict[type[CasinoCommand], Callable[[AppRequest, Any], str | None]] = {}


def supplies(command: type[CasinoCommand], *fields: str) -> Callable[[Supply], Supply]:
    """Declare a function that supplies these fields of a command. It may also refuse the command."""

    def declare(supply: Supply) -> Supply:
        SUPPLIED[command] = frozenset(fields), supply
        return supply

    return declare


def runs(*commands: type[CasinoCommand]) -> Callable[[Run], Run]:
    """Declare a function that handles these commands instead of the stream's service."""

    def declare(run: Run) -> Run:
        RUN.update(dict.fromkeys(commands, run))
        return run

    return declare


def files_of(request: AppRequest) -> DisputeService:
    house = request.app.state.house
    return DisputeService(house.committer, desk_of(request).clock)


async def carry_out(
    request: AppRequest, action: Action, fields: Fields, file: str = ""
) -> tuple[CasinoCommand, Events]:
    """Add the server's own fields to a command, carry it out, and return it with its events."""
    if action.command in SUPPLIED:
        fields = fields | await SUPPLIED[action.command][1](request, fields)
    own_fields = {name: fields[name] for name in action.command.__struct_fields__ if name in fields}
    command = action.command(**own_fields | {"by": request.state.by, "at": desk_of(request).now})
    if (run := RUN.get(action.command)) is not None:
        return command, await run(request, command)
    match action.room:
        case "desk":
            return command, await desk_of(request).do(command)
        case "cage":
            return command, await cage_of(request).do(command)
        case _:
            events, request.state.file = await files_of(request).do(file, command)
            return command, events


def alias(
    path: str,
    command: type[CasinoCommand],
    answer: Answer,
    summary: str,
    *,
    body: type[msgspec.Struct] | None = None,
    check: Check | None = None,
    created: bool = False,
    responses: Mapping[int, Any] = MISSING,
) -> HTTPRouteHandler:
    """Return the handler of a route that sends one command.

    The fields come from the path and the body. `check` may refuse them. `answer` builds the response from
    the command, and its return type describes the response in the OpenAPI document. With `created`, the
    status is 201.
    """
    action = BY_COMMAND[command]

    async def handle(request: AppRequest, **arguments: Any) -> Any:
        data = arguments.pop("data", None)
        if data is not None:
            arguments |= {name: getattr(data, name) for name in data.__struct_fields__}
        if check is not None:
            check(request, arguments)
        result, _ = await carry_out(request, action, arguments, str(arguments.get("file", "")))
        return await answer(request, result)

    types: dict[str, Any] = {"request": AppRequest}
    types |= {name: FromPath[int if kind == "int" else str] for name, kind in PARAMETER.findall(path)}  # type: ignore[misc]
    if body is not None:
        types["data"] = JSONBody[body]  # type: ignore[misc,valid-type]
    returned = get_type_hints(answer)["return"]
    handle.__name__ = handle.__qualname__ = name_of(command)
    handle.__annotations__ = types | {"return": returned}
    keyword = inspect.Parameter.KEYWORD_ONLY
    handle.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, keyword, annotation=type_) for name, type_ in types.items()],
        return_annotation=returned,
    )
    route = post(
        path,
        guards=[check_permission],
        responses=dict(responses),
        summary=summary,
        status_code=201 if created else 200,
        tags=(path.split("/")[2],),
    )
    return route(handle)


class DoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command for one stream: `desk`, `cage`, `file` (to open a file) or the stream of a file."""

    id: Key  # request id, returned with the response
    stream: Key
    command: dict[str, Any]  # command as in the schema, without `by` and `at`


class DoneBody(msgspec.Struct, frozen=True):
    id: str
    stream: str
    events: list[dict[str, Any]]


@post(
    "/api/do",
    guards=[check_permission],
    responses=CHECKED,
    summary="Send a command to administration, the cage or a dispute file",
    status_code=200,
    tags=("commands",),
)
async def do(request: AppRequest, data: JSONBody[DoBody]) -> DoneBody:
    action, fields = _parsed(data)
    row, person = MATRIX[action.room, name_of(action.command)], person_of(request)
    try:
        request.state.by = f"{acting_as(row, person.roles)}:{person.id}"
        checked: Any = _converted(action, fields)
        table_of = PLACE.get(action.command)
        table = getattr(checked, "table", None) if table_of is None else table_of(request, checked)
        if table is not None:
            check_place(desk_of(request).state, str(table), row, request.state.by)
    except Refused as refused:
        if refused.code != "not_understood":
            subject = f"{action.room} {name_of(action.command)}"
            await request.app.state.people.note_denial(person, subject, str(refused.code))
        raise
    values = {name: getattr(checked, name) for name in checked.__struct_fields__}
    _, events = await carry_out(request, action, values, data.stream.removeprefix(PREFIX))
    plain = [msgspec.to_builtins(event) for event in events]
    return DoneBody(data.id, data.stream, [_shortened(event) for event in plain])


def _shortened(event: dict[str, Any]) -> dict[str, Any]:
    omitted = OMITTED.get(event["type"], ())
    return {name: value for name, value in event.items() if name not in omitted}


def _parsed(data: DoBody) -> tuple[Action, Fields]:
    fields = dict(data.command)
    room = "file" if data.stream.startswith(PREFIX) else data.stream
    tag = str(fields.pop("type", ""))
    action = ACTIONS.get((room, tag.partition("@")[0]))
    if action is None or ("@" in tag and tag != action.command.__struct_config__.tag):
        raise _not_understood(f"{tag[:40]!r} is not a command for {data.stream[:40]!r}")
    return action, fields


def _converted(action: Action, fields: Fields) -> msgspec.Struct:
    try:
        return msgspec.convert(fields, _body_of(action.command))
    except msgspec.ValidationError as fault:
        raise _not_understood(str(fault)) from None


@functools.cache
def _body_of(kind: type[CasinoCommand]) -> type[msgspec.Struct]:
    """Return a struct with a command's fields, except those that the server fills in."""
    if kind in BODY:
        return BODY[kind]
    supplied = SUPPLIED[kind][0] if kind in SUPPLIED else frozenset[str]()
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.name in HIDDEN | supplied:
            continue
        if field.default_factory is not msgspec.NODEFAULT:
            default = msgspec.field(default_factory=field.default_factory)
            fields.append((field.name, field.type, default))
        else:
            required = field.default is msgspec.NODEFAULT
            fields.append((field.name, field.type) if required else (field.name, field.type, field.default))
    return msgspec.defstruct(kind.__name__, fields, kw_only=True, forbid_unknown_fields=True)


def _not_understood(message: str) -> Refused:
    remedy = "See the protocol documentation for this command."
    return Refused("not_understood", message, (), remedy)
