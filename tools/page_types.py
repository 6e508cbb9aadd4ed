"""Write protocol-types.d.ts: TypeScript types for the JSON that pages receive and send.

    python tools/page_types.py          # write the file
    python tools/page_types.py --check  # exit with code 1 if the file is out of date

The tool generates the types from the msgspec structs of the socket messages, table events, table commands and
HTTP routes. Browsers never load the file. Only the type checker reads it, through core/types.js. Run this
tool after you change a message, event, command or response. A test checks that the file is up to date.
"""

from __future__ import annotations

import enum
import json
import re
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from litestar import Litestar, Response
from litestar.routes import HTTPRoute

from croupier.casino.administration.state import FloorCall
from croupier.protocol import messages
from croupier.server.http.controllers import ALL as CONTROLLERS
from croupier.server.http.errors import ErrorBody
from croupier.server.http.tables import TableDetails
from croupier.server.surveillance.playback import Playback
from croupier.server.tables.console import DueActView, MenuAct, NextActView, Timers
from croupier.server.tables.correction_reviews import ReviewNeeded
from croupier.server.tables.dry_run import HandView, Move
from croupier.server.tables.player_decisions import OfferedAdvice
from croupier.server.tables.posted_rules import LobbyTable, PostedTable
from croupier.server.tables.preview_words import PreviewOutcome, PreviewStep
from croupier.server.tables.round_history import ShownRound
from croupier.server.tables.round_replay import ReplayEntry
from croupier.table.commands import TableCommand
from croupier.table.driving.openings import CardOpening
from croupier.table.events import TableEvent
from croupier.table.machine import APPLY, DECIDE
from croupier.table.readers.offers import Offer
from croupier.table.readers.sight import Sight

FILE = Path(__file__).parents[1] / "src" / "croupier" / "pages" / "protocol-types.d.ts"

# The server encodes these fields separately, so the message structs declare them as Any.
ENCODED: dict[tuple[type, str], Any] = {
    (messages.Frame, "entries"): list[list[TableEvent]],
    (messages.Frame, "sight"): Sight,
    (messages.Frame, "offers"): list[Offer],
    (messages.Frame, "due"): DueActView,
    (messages.Frame, "then"): list[str],
    (messages.Frame, "next"): list[NextActView],
    (messages.Frame, "timers"): Timers,
    (messages.Frame, "words"): list[list[str]],
    (messages.Tried, "entries"): list[list[TableEvent]],
    (messages.Tried, "sight"): Sight,
    (messages.Tried, "due"): DueActView,
    (messages.Tried, "then"): list[str],
    (messages.Tried, "moves"): list[Move],
    (messages.Tried, "hands"): list[HandView],
    (messages.Tried, "outcome"): PreviewOutcome,
    (messages.Tried, "steps"): list[PreviewStep],
    (messages.Tried, "review"): ReviewNeeded | None,
    (messages.Welcome, "acts"): list[MenuAct],
    (messages.Calls, "calls"): list[FloorCall],
    (messages.OpeningMessage, "openings"): list[CardOpening],
    (messages.Advised, "advice"): OfferedAdvice,
    (messages.Do, "command"): TableCommand,
    (messages.Try, "command"): TableCommand,
    (ReplayEntry, "events"): list[TableEvent],
}
# Pages read some fields of any event or command, so one merged interface has the fields of all of them.
MERGED: dict[type, Iterable[type[msgspec.Struct]]] = {TableEvent: APPLY, TableCommand: DECIDE}
# These routes declare a dict as their response but return the fields of these structs.
PLAIN_ANSWERS: dict[str, tuple[Any, ...]] = {
    "GET /api/rounds/{table}/{number}": (Playback,),
    "GET /api/tables/{table}": (LobbyTable, PostedTable, TableDetails),
    "GET /api/tables/{table}/rounds/{number}": (ShownRound,),
}
ROOTS = (ErrorBody,)  # no message or route declares this type, but pages use it
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", bytes: "string"}


class StructField(NamedTuple):
    name: str
    type: str
    optional: bool


class TypeWriter:
    """Collect the TypeScript declarations of types and of all types that they use."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._owners: dict[str, Any] = {}

    def of(self, hint: Any) -> str:
        """Return the TypeScript type for a Python type, and declare the types that it uses."""
        if hint in PLAIN:
            return PLAIN[hint]
        if hint in (Any, object, msgspec.Raw):
            return "unknown"
        if isinstance(hint, typing.NewType):
            return self.of(hint.__supertype__)
        origin, given = get_origin(hint), get_args(hint)
        if origin in (typing.Annotated, typing.NotRequired):
            return self.of(given[0])
        if origin is Literal:
            return " | ".join(quoted(value) for value in given)
        if origin in (typing.Union, types.UnionType):
            return union(self.of(one) for one in given if one is not msgspec.UnsetType)
        if origin is tuple and given[-1:] != (...,):
            return f"[{', '.join(map(self.of, given))}]"
        if origin in (tuple, list, set, frozenset):
            return array(self.of(given[0]))
        if origin is dict or (isinstance(origin, type) and issubclass(origin, typing.Mapping)):
            key = self.of(given[0])
            return f"Record<{key if key in ('string', 'number') else 'string'}, {self.of(given[1])}>"
        if isinstance(hint, type):
            return self._named(hint)
        raise TypeError(f"{hint!r} has no TypeScript type")

    def _named(self, kind: type) -> str:
        name = kind.__name__
        if self._owners.setdefault(name, kind) is not kind:
            raise TypeError(f"two types have the name {name}")
        if name in self.found:
            return name
        self.found[name] = ""  # marked as known first, because the type may refer to itself
        if issubclass(kind, enum.Enum):
            self.found[name] = alias(name, [quoted(one.value) for one in kind])
        elif kind in MERGED:
            self.found[name] = self._merged(kind)
        elif issubclass(kind, msgspec.Struct) or hasattr(kind, "_fields") or typing.is_typeddict(kind):
            self.found[name] = interface(name, summary(kind), self.fields(kind))
        else:
            raise TypeError(f"{kind!r} has no TypeScript type")
        return name

    def fields(self, kind: Any) -> list[StructField]:
        hints = get_type_hints(kind, include_extras=True)
        if typing.is_typeddict(kind):
            return [
                StructField(name, self.of(hint), is_optional(kind, name, hint))
                for name, hint in hints.items()
            ]
        found = []
        if issubclass(kind, msgspec.Struct) and (tag := kind.__struct_config__.tag):
            found.append(StructField(kind.__struct_config__.tag_field or "type", quoted(tag), False))
        for field in msgspec.structs.fields(kind):
            hint = ENCODED.get((kind, field.name), hints[field.name])
            unset = msgspec.UnsetType in get_args(hint)
            omitted = kind.__struct_config__.omit_defaults and not field.required
            made = self.of(hint)
            if omitted and field.default is None:  # the server leaves the field out instead of sending null
                made = made.removesuffix(" | null")
            found.append(StructField(field.encode_name, made, unset or omitted))
        return found

    def _merged(self, base: type) -> str:
        """Declare an interface with the fields of several structs, and an interface with their names.

        In the first interface, all fields except `type` are optional. The second has one field for each
        struct, named after its tag without the version.
        """
        kinds = {str(kind.__struct_config__.tag): kind for kind in MERGED[base]}
        by_name: dict[str, list[str]] = {}
        for tag in sorted(kinds):
            for field in self.fields(kinds[tag])[1:]:
                by_name.setdefault(field.name, []).append(field.type)
        if base is TableEvent:
            by_name["sentence"] = ["string"]  # the server adds this field to every event that it sends
        fields = [StructField(name, union(by_name[name]), True) for name in sorted(by_name)]
        name = base.__name__
        listed = [StructField(tag.partition("@")[0], self.of(kinds[tag]), False) for tag in sorted(kinds)]
        return "\n\n".join(
            (
                alias(f"{name}Type", [quoted(tag) for tag in sorted(kinds)]),
                interface(name, summary(base), [StructField("type", f"{name}Type", False), *fields]),
                interface(f"{name}s", "", listed),
            )
        )


def is_optional(kind: Any, name: str, hint: Any) -> bool:
    """Return whether a TypedDict may omit a key.

    `__optional_keys__` is not enough, because Python 3.11 overlooks `NotRequired` in postponed annotations.
    """
    return name in kind.__optional_keys__ or get_origin(hint) is typing.NotRequired


def quoted(value: object) -> str:
    return (
        "'" + json.dumps(value)[1:-1].replace("'", "\\'") + "'"
        if isinstance(value, str)
        else json.dumps(value)
    )


def union(parts: Iterable[str]) -> str:
    """Join types into a union without duplicates. A union inside brackets counts as a single alternative."""
    return " | ".join(
        dict.fromkeys(one for part in parts for one in re.split(r" \| (?![^(<\[]*[)>\]])", part))
    )


def array(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def summary(kind: type) -> str:
    """Return the first sentence of a struct's own docstring."""
    text = kind.__dict__.get("__doc__") or ""
    return " ".join(text.partition("\n\n")[0].split())


def alias(name: str, values: list[str]) -> str:
    lines = "".join(f"\n  | {value}" for value in values)
    return f"export type {name} ={lines};"


def interface(name: str, about: str, fields: list[StructField]) -> str:
    comment = f"/** {about} */\n" if about else ""
    lines = "".join(f"  {field.name}{'?' if field.optional else ''}: {field.type};\n" for field in fields)
    return f"{comment}export interface {name} {{\n{lines}}}"


def answers() -> Iterator[tuple[str, Any]]:
    """Yield every JSON route and the type of its response."""
    for route in Litestar(CONTROLLERS, openapi_config=None).routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            answer = handler.parsed_fn_signature.return_type.annotation
            if get_origin(answer) is Response:
                answer = get_args(answer)[0]
            if method != "OPTIONS" and (
                route.path_format.startswith("/api/") or route.path_format == "/health"
            ):
                yield f"{method} {route.path_format}", answer


def text() -> str:
    writer = TypeWriter()
    for root in ROOTS:
        writer.of(root)
    from_server, from_client = writer.of(messages.FromHouse), writer.of(messages.FromPerson)
    routes = sorted(answers(), key=lambda pair: pair[0])
    fields = [
        StructField(quoted(route), " & ".join(map(writer.of, PLAIN_ANSWERS.get(route, (answer,)))), False)
        for route, answer in routes
    ]
    parts = [
        "// Generated from the server's structs by tools/page_types.py (make docs). Do not edit.",
        *(writer.found[name] for name in sorted(writer.found)),
        alias("FromServer", from_server.split(" | ")),
        alias("FromClient", from_client.split(" | ")),
        interface(
            "Answers",
            "The type of each JSON route's response, or unknown if the route declares no type.",
            fields,
        ),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if FILE.read_text(encoding="utf-8") == text() else f"{FILE.name} is out of date")
    FILE.write_text(text(), encoding="utf-8")
