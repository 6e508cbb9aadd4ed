"""The pages: each is one thin file with one module; what they show comes over the API and the socket."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from croupier.felt import FILES
from croupier.house.web.files import Files
from croupier.house.web.guards import needs
from croupier.house.web.origins import other_nodes

Asked = Request[Any, Any, Any]


def nodes_of(request: Asked) -> str:
    """What the policy of a page names beside the house itself. A browser that has the page already keeps the
    policy with it, whatever an answer of "not modified" says: with other nodes it is another answer."""
    return " ".join(other_nodes(request.scope))


files = Files(FILES, nodes_of)


@get("/", guards=[needs("GET /")], include_in_schema=False)
async def lobby_page(request: Asked) -> Response[bytes]:
    return files.answer("index.html", request)


@get("/tables/{table:str}", guards=[needs("GET /tables/{table}")], include_in_schema=False)
async def table_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    return files.answer("table.html", request)


@get("/history", guards=[needs("GET /history")], include_in_schema=False)
async def history_page(request: Asked) -> Response[bytes]:
    return files.answer("history.html", request)


@get("/rules/{table:str}", guards=[needs("GET /rules/{table}")], include_in_schema=False)
async def rules_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    return files.answer("rules.html", request)


@get("/designer/{table:str}", guards=[needs("GET /designer/{table}")], include_in_schema=False)
async def designer_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    return files.answer("designer.html", request)


@get("/evening", guards=[needs("GET /evening")], include_in_schema=False)
async def evening_page(request: Asked) -> Response[bytes]:
    return files.answer("evening.html", request)


@get("/pit", guards=[needs("GET /pit")], include_in_schema=False)
async def pit_page(request: Asked) -> Response[bytes]:
    """Whoever is not of the pit is told so there."""
    return files.answer("pit.html", request)


@get("/pit/{table:str}", guards=[needs("GET /pit/{table}")], include_in_schema=False)
async def console_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    return files.answer("dealer.html", request)


@get("/surveillance", guards=[needs("GET /surveillance")], include_in_schema=False)
async def surveillance_page(request: Asked) -> Response[bytes]:
    return files.answer("surveillance.html", request)


@get("/regulator", guards=[needs("GET /regulator")], include_in_schema=False)
async def regulator_page(request: Asked) -> Response[bytes]:
    return files.answer("regulator.html", request)


@get("/sign/{table:str}", guards=[needs("GET /sign/{table}")], include_in_schema=False)
async def sign_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    return files.answer("sign.html", request)


@get("/reading", guards=[needs("GET /reading")], include_in_schema=False)
async def reading_page(request: Asked) -> Response[bytes]:
    """How journals, records and files are read and checked without this house."""
    return files.answer("reading.html", request)


@get("/link/{token:str}", guards=[needs("GET /link/{token}")], include_in_schema=False)
async def link_page(request: Asked, token: FromPath[str]) -> Response[bytes]:
    """A page with a button: to look at a link must not use it up."""
    return files.answer("link.html", request)


@get("/static/{name:path}", include_in_schema=False)
async def static(request: Asked, name: FromPath[str]) -> Response[bytes]:
    return files.answer(name, request)


ALL = (
    lobby_page,
    table_page,
    history_page,
    rules_page,
    designer_page,
    evening_page,
    pit_page,
    console_page,
    surveillance_page,
    regulator_page,
    sign_page,
    reading_page,
    link_page,
    static,
)
