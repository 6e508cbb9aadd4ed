"""Check the examples of docs/protocol.md against the schema, the routes and a running server."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.client import House
from croupier.errors import Refused
from croupier.server.house import HouseServer
from croupier.server.http.app import create_app
from croupier.server.sessions.permissions import MATRIX
from croupier.server.settings import Settings
from croupier.server.tables.console import DueActView, NextActView, Timers
from croupier.server.tables.dry_run import HandView, Move
from croupier.server.tables.player_decisions import OfferedAdvice
from croupier.server.tables.preview_words import PreviewOutcome, PreviewStep
from tests.server.helpers.in_process_server import say, serve_in_process, told

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
SCHEMA = json.loads((DOCS / "protocol.schema.json").read_text(encoding="utf-8"))
ANYTHING = "…"  # marks omitted text, members or fields in an example
# Routes in a table cell or in the text, such as `POST /api/guest` and `…/decline`.
CALL = re.compile(r"`(?:(GET|POST|DELETE) )?((?:…|/api|/ws|/health)[^`]*)`")
BODY = re.compile(r"`(\{[^`]*\})`")

# The schema does not describe these message fields. The server encodes them from these types.
OPEN_TYPES = {
    "advice": OfferedAdvice,
    "due": DueActView,
    "next": list[NextActView],
    "timers": Timers,
    "moves": list[Move],
    "hands": list[HandView],
    "outcome": PreviewOutcome,
    "steps": list[PreviewStep],
}
_found, _definitions = msgspec.json.schema_components(OPEN_TYPES.values(), ref_template="#/$defs/{name}")
OPEN = dict(zip(OPEN_TYPES, _found, strict=True)) | {
    "command": {"$ref": "#/$defs/command"},
    "entries": {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/event"}}},
}
DEFINITIONS = _definitions | SCHEMA["$defs"]
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def without_placeholders(text: str) -> str:
    """Drop each ellipsis that replaces members, and quote each ellipsis that replaces an object."""
    text = re.sub(r"\{…\}", f'"{ANYTHING}"', text)
    return re.sub(r", …(?=[,}\]])", "", text)


def examples() -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Yield the name and value of every JSON example on the page, and whether its block omits fields."""
    for block in re.findall(r"^```json\n(.*?)^```$", PAGE, flags=re.M | re.S):
        text, at, decoder = without_placeholders(block), 0, json.JSONDecoder()
        while text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            value, at = decoder.raw_decode(text, at)
            name = value.get("command", {}).get("type") or value.get("type") or ", ".join(value)
            yield name, value, ANYTHING in block


EXAMPLES = [*examples()]
SENT = {name: value for name, value, _ in EXAMPLES}


def faults(schema: Any, value: Any, partial: bool, at: str = "") -> Iterator[str]:
    """Yield every difference between an example and a JSON schema. An ellipsis matches any value."""
    if schema is True or not schema or (isinstance(value, str) and ANYTHING in value):
        return
    if "$ref" in schema:
        yield from faults(DEFINITIONS[schema["$ref"].removeprefix("#/$defs/")], value, partial, at)
        return
    if "discriminator" in schema:
        names = schema["discriminator"]["mapping"]
        kind = value.get("type") if isinstance(value, dict) else None
        if kind not in names:
            yield f"{at}: unknown type {kind}"
        else:
            yield from faults({"$ref": names[kind]}, value, partial, at)
        return
    if "anyOf" in schema:
        tried = [[*faults(one, value, partial, at)] for one in schema["anyOf"]]
        yield from min(tried, key=len)
        return
    kinds = TYPES.get(schema.get("type", ""), object)
    if not isinstance(value, kinds) or (
        isinstance(value, bool) and schema.get("type") in ("integer", "number")
    ):
        yield f"{at}: {value!r} is not {schema['type']}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    elif isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at}: {value!r} does not match {schema['pattern']}"
    elif isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{at}: {value} is out of range"
    elif isinstance(value, dict):
        yield from member_faults(schema, value, partial, at)
    elif isinstance(value, list):
        places = schema.get("prefixItems", [])
        for n, one in enumerate(value):
            yield from faults(
                places[n] if n < len(places) else schema.get("items"), one, partial, f"{at}[{n}]"
            )


def member_faults(schema: Any, value: dict[str, Any], partial: bool, at: str) -> Iterator[str]:
    known = schema.get("properties")
    for name, one in value.items():
        if known is not None and name not in known and schema.get("additionalProperties", False) is not True:
            yield f"{at}.{name}: no such field"
        else:
            part = (known or {}).get(name) or schema.get("additionalProperties")
            is_open = known is not None and (name == "command" or not set(part or {}) - {"default"})
            nested = OPEN.get(name, True) if is_open else part
            yield from faults(nested, one, partial, f"{at}.{name}")
    if not partial:
        yield from (f"{at}: {name} is missing" for name in schema.get("required", ()) if name not in value)


def test_the_page_has_an_example_of_every_message_of_a_person() -> None:
    kinds = {value.get("type") for _, value, _ in EXAMPLES}
    assert {"welcome", "frame", "done", "refused", "advised", "tried", "opening"} <= kinds
    assert set(SCHEMA["$defs"]["from_person"]["discriminator"]["mapping"]) <= kinds


@pytest.mark.parametrize(("name", "value", "partial"), EXAMPLES, ids=[name for name, _, _ in EXAMPLES])
def test_examples_fit_the_schema(name: str, value: dict[str, Any], partial: bool) -> None:
    if "type" in value:
        kinds = {kind for side in ("from_person", "from_house") for kind in mapping(side)}
        assert value["type"] in kinds
        side = "from_person" if value["type"] in mapping("from_person") else "from_house"
        assert [*faults({"$ref": f"#/$defs/{side}"}, value, partial)] == []
    else:  # bodies of HTTP requests
        assert set(value) in (
            {"code", "message", "clauses", "readings", "remedy"},
            {"id", "stream", "command"},
        )


def mapping(side: str) -> dict[str, str]:
    found: dict[str, str] = SCHEMA["$defs"][side]["discriminator"]["mapping"]
    return found


def test_the_check_of_examples_finds_faults() -> None:
    house, person = ({"$ref": f"#/$defs/from_{side}"} for side in ("house", "person"))
    assert [*faults(person, {"type": "chips", "id": "a b", "cents": "5"}, False)] != []
    assert [*faults(person, {"type": "chips", "id": "a"}, False)] == [": cents is missing"]
    assert [*faults(person, {"type": "do", "id": "a", "command": {"type": "sit@1"}}, False)] != []
    assert [*faults(house, {"type": "frame", "due": {"acts": "deal"}}, True)] == [".due.acts: no such field"]
    assert [*faults(house, {"type": "frame", "entries": [[{"type": "placed@1"}]]}, True)] != []


# The routes.


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    house: Any = HouseServer(Settings())
    house.people = house.desk_office = house.cage_office = None  # not used here
    found: dict[str, Any] = create_app(house).openapi_schema.to_schema()
    return found


def shape(route: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", route.split("?")[0])


def documented() -> Iterator[tuple[str, str]]:
    """Yield the method and path of every call on the page. Complete paths that begin with an ellipsis."""
    for line in PAGE.splitlines():
        method = path = ""
        for new, found in CALL.findall(line):
            method = new or (method if found.startswith(ANYTHING) else "GET")
            path = found if not found.startswith(ANYTHING) else continued(path, found)
            yield method, path


def continued(before: str, rest: str) -> str:
    """Complete an abbreviated path from the path before it, such as `…/log-off` after `/pit/t1/log-on`."""
    parts, tail = before.split("?")[0].split("/"), rest.removeprefix(ANYTHING).strip("/").split("/")
    known = {shape(name) for kind, name in MATRIX if kind == "route"}
    for keep in range(len(parts), 0, -1):
        path = "/".join([*parts[:keep], *tail])
        if {shape(f"GET {path}"), shape(f"POST {path}")} & known:
            return path
    return before + rest


def test_every_call_of_the_page_exists() -> None:
    known = {shape(name) for kind, name in MATRIX if kind == "route"} | {"GET /ws/tables/{}"}
    known |= {"GET /api/rules/clauses", "GET /health"}
    assert [
        f"{method} {path}" for method, path in documented() if f"{method} {shape(path)}" not in known
    ] == []
    assert len({*documented()}) > 90


def bodies() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each request body in the page's tables, with the POST calls in the same row."""
    for line in PAGE.splitlines():
        cells = line.split("|")
        if len(cells) < 3 or "`POST " not in cells[1]:
            continue
        named = re.findall(r"`POST ([^`]*)`", cells[1])
        calls = (*named, *(continued(named[-1], rest) for rest in re.findall(r"`(…/[^`]*)`", cells[1])))
        answers = re.findall(r"returns `(\{[^`]*\})`", cells[-2])
        for text in BODY.findall("|".join(cells[2:])):
            if text not in answers:
                yield calls, text


def fields_of(text: str) -> dict[str, Any]:
    """Parse the page's short form of a body, in which a field without a value may have any value."""
    found: dict[str, Any] = {}
    for name, value in re.findall(r'"(\w+)"(?:: ("[^"]*"|\{[^}]*\}+|\[[^\]]*\]|[\w.]+))?', text[1:-1]):
        try:
            found[name] = json.loads(without_placeholders(value)) if value else ANYTHING
        except json.JSONDecodeError:  # the short form allows values that are not JSON
            found[name] = ANYTHING
    return found


def body_schema(openapi: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the schema of a POST call's body, or an empty schema if it has none."""
    paths = {shape(route): operations for route, operations in openapi["paths"].items()}
    content = paths[shape(path)]["post"].get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = next(iter(content.values()))["schema"] if content else {}
    while "$ref" in schema:
        schema = openapi["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


@pytest.mark.parametrize(("calls", "text"), [*bodies()], ids=[calls[0] for calls, _ in bodies()])
def test_bodies_of_the_page_fit_their_routes(
    calls: tuple[str, ...], text: str, openapi: dict[str, Any]
) -> None:
    """Each body must contain only fields of one call in its row, and every field that the call requires."""
    given = set(fields_of(text))
    schemas = [body_schema(openapi, call) for call in calls]
    assert any(
        set(schema.get("required", ())) <= given <= set(schema.get("properties", {})) for schema in schemas
    ), [(schema.get("required"), list(schema.get("properties", {}))) for schema in schemas]


# A running server.


def at_table(name: str, person: str, number: int, **more: Any) -> dict[str, Any]:
    """Return an example with its player and round replaced by those of the running table."""
    message: dict[str, Any] = json.loads(json.dumps(SENT[name])) | more
    command = message.get("command", {})
    if "player" in command:
        command["player"] = person
    for part in (message, command):
        if "round" in part:
            part["round"] = number
    return message


def test_the_examples_of_a_player_work_on_a_running_server(tmp_path: Path) -> None:
    """Sign in, sit down, bet and decide with the page's messages, and check the fields of the responses."""

    async def scene() -> None:
        async with serve_in_process(tmp_path, maths=True) as server, House(server.url) as house:
            me = await house.ask("POST", "/api/guest", fields_of(dict(bodies())["/api/guest",]))
            named = re.search(r"`GET /api/me` returns these fields:\n\n(.*?)\n\n", PAGE, flags=re.S)
            assert named is not None and set(me) == set(re.findall(r"`(\w+)`", columns(named[1])))
            example = re.search(r"`GET /api/wallet` \| your own wallet, as `([^`]*)`", PAGE)
            wallet = await house.ask("GET", "/api/wallet")
            assert example is not None and wallet == {**fields_of(example[1]), "person": me["person"]}
            with pytest.raises(Refused) as refused:
                await house.ask("GET", "/api/tables/none")
            assert refused.value.code == "no_table"
            async with server.line("uth-1", house.token) as line:
                await say(line, **{name: one for name, one in SENT["hello"].items() if name != "after"})
                welcome = await told(line, "welcome")
                assert set(welcome) <= set(SENT["welcome"]) and welcome["name"] == SENT["welcome"]["name"]
                frame = await told(line, "frame")
                assert set(frame) <= {*SENT["frame"], *SCHEMA["$defs"]["Frame"]["properties"]}
                number = frame["cursor"][0]

                async def send(name: str, answer: str = "done", **more: Any) -> dict[str, Any]:
                    await say(line, **at_table(name, me["person"], number, **more))
                    got = await told(line, answer)
                    side = {"$ref": "#/$defs/from_house"}
                    assert [*faults(side, got, False)] == [] and set(got) <= set(SENT[answer])
                    return got

                await send("sit_down@1")
                await send("chips")
                await send("bet@1")
                await send("take_back@1")
                low = {**SENT["bet@1"]["command"], "wagers": {"ante": 1, "blind": 1}}
                refusal = await send("bet@1", "refused", id="low", command=low)
                assert refusal["code"] == SENT["code, message, clauses, readings, remedy"]["code"]
                await send("bet@1", id="again")
                await send("ready")
                advised = await send("advice", "advised")
                assert set(advised["advice"]) == set(SENT["advised"]["advice"])
                first, example_choice = (one["advice"]["choices"][0] for one in (advised, SENT["advised"]))
                assert set(first) == set(example_choice)
                await send("more_time")
                await send("decide@1")
                await send("cash_out")
                await send("get_up@1")
            assert server.faults.lines == []

    asyncio.run(scene())


def columns(table: str) -> str:
    """Return the first column of a Markdown table."""
    return "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))


def test_the_command_over_http_works_on_a_running_server(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serve_in_process(tmp_path) as server:
            house = House(server.url, (await server.staff("pit_manager")).token)
            async with house:
                body = SENT["close_table@1"]
                answer = await house.ask("POST", "/api/do", body)
                assert re.search(r"The answer is `\{\"id\", \"stream\", \"events\"\}`", PAGE)
                assert set(answer) == {"id", "stream", "events"} and answer["id"] == body["id"]
                assert [one["type"] for one in answer["events"]] == ["table_stands@1"]

    asyncio.run(scene())
