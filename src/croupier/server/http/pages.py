"""Serves the HTML pages. The pages load their data from the API and the socket."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from croupier.pages import FILES
from croupier.pages.generated import generated_files
from croupier.server.http.guards import check_permission
from croupier.server.http.origins import other_nodes
from croupier.server.http.static_files import StaticFiles

AppRequest = Request[Any, Any, Any]


def nodes_of(request: AppRequest) -> str:
    """Return the addresses of the other nodes for a page's Content-Security-Policy.

    They are part of the ETag, because after a 304 response the browser uses the policy in its cache.
    """
    return " ".join(other_nodes(request.scope))


files = StaticFiles(FILES, nodes_of, generated_files())


@get("/", guards=[check_permission], include_in_schema=False)
async def lobby_page(request: AppRequest) -> Response[bytes]:
    return files.answer("index.html", request)


@get("/tables/{table:str}", guards=[check_permission], include_in_schema=False)
async def table_page(request: AppRequest, table: FromPath[str]) -> Response[bytes]:
    return files.answer("table.html", request)


@get("/history", guards=[check_permission], include_in_schema=False)
async def history_page(request: AppRequest) -> Response[bytes]:
    return files.answer("history.html", request)


@get("/rules/{table:str}", guards=[check_permission], include_in_schema=False)
async def rules_page(request: AppRequest, table: FromPath[str]) -> Response[bytes]:
    return files.answer("rules.html", request)


@get("/designer/{table:str}", guards=[check_permission], include_in_schema=False)
async def designer_page(request: AppRequest, table: FromPath[str]) -> Response[bytes]:
    return files.answer("designer.html", request)


@get("/evening", guards=[check_permission], include_in_schema=False)
async def evening_page(request: AppRequest) -> Response[bytes]:
    return files.answer("evening.html", request)


@get("/practice", guards=[check_permission], include_in_schema=False)
async def practice_page(request: AppRequest) -> Response[bytes]:
    return files.answer("practice.html", request)


@get("/challenge", guards=[check_permission], include_in_schema=False)
async def challenge_page(request: AppRequest) -> Response[bytes]:
    return files.answer("challenge.html", request)


@get("/drills", guards=[check_permission], include_in_schema=False)
async def drills_page(request: AppRequest) -> Response[bytes]:
    return files.answer("drills.html", request)  # the page itself checks that the person is staff


@get("/strategy/{game:str}", guards=[check_permission], include_in_schema=False)
async def strategy_page(request: AppRequest, game: FromPath[str]) -> Response[bytes]:
    return files.answer("strategy.html", request)


@get("/mistakes", guards=[check_permission], include_in_schema=False)
async def mistakes_page(request: AppRequest) -> Response[bytes]:
    return files.answer("mistakes.html", request)


@get("/lessons", guards=[check_permission], include_in_schema=False)
async def lessons_page(request: AppRequest) -> Response[bytes]:
    return files.answer("lessons.html", request)  # the page itself checks that the person is a dealer


@get("/pit", guards=[check_permission], include_in_schema=False)
async def pit_page(request: AppRequest) -> Response[bytes]:
    return files.answer("pit.html", request)  # the script of the page checks that the person is staff


@get("/pit/{table:str}", guards=[check_permission], include_in_schema=False)
async def console_page(request: AppRequest, table: FromPath[str]) -> Response[bytes]:
    return files.answer("dealer.html", request)


@get("/surveillance", guards=[check_permission], include_in_schema=False)
async def surveillance_page(request: AppRequest) -> Response[bytes]:
    return files.answer("surveillance.html", request)


@get("/regulator", guards=[check_permission], include_in_schema=False)
async def regulator_page(request: AppRequest) -> Response[bytes]:
    return files.answer("regulator.html", request)


@get("/sign/{table:str}", guards=[check_permission], include_in_schema=False)
async def sign_page(request: AppRequest, table: FromPath[str]) -> Response[bytes]:
    return files.answer("sign.html", request)


@get("/table-tests", guards=[check_permission], include_in_schema=False)
async def table_tests_page(request: AppRequest) -> Response[bytes]:
    return files.answer("table-tests.html", request)


@get("/reading", guards=[check_permission], include_in_schema=False)
async def reading_page(request: AppRequest) -> Response[bytes]:
    """Explain how to read and check journals, records and files without this server."""
    return files.answer("reading.html", request)


@get("/cage", guards=[check_permission], include_in_schema=False)
async def cage_page(request: AppRequest) -> Response[bytes]:
    return files.answer("cage.html", request)


@get("/security", guards=[check_permission], include_in_schema=False)
async def security_page(request: AppRequest) -> Response[bytes]:
    return files.answer("security.html", request)


@get("/hand-pays", guards=[check_permission], include_in_schema=False)
async def hand_pays_page(request: AppRequest) -> Response[bytes]:
    return files.answer("hand-pays.html", request)


@get("/exclusions", guards=[check_permission], include_in_schema=False)
async def exclusions_page(request: AppRequest) -> Response[bytes]:
    return files.answer("exclusions.html", request)


@get("/count", guards=[check_permission], include_in_schema=False)
async def count_page(request: AppRequest) -> Response[bytes]:
    return files.answer("count.html", request)


@get("/accounting", guards=[check_permission], include_in_schema=False)
async def accounting_page(request: AppRequest) -> Response[bytes]:
    return files.answer("accounting.html", request)


@get("/administration", guards=[check_permission], include_in_schema=False)
async def administration_page(request: AppRequest) -> Response[bytes]:
    return files.answer("administration.html", request)


@get("/card-readers", guards=[check_permission], include_in_schema=False)
async def card_readers_page(request: AppRequest) -> Response[bytes]:
    return files.answer("card-readers.html", request)


@get("/link/{token:str}", guards=[check_permission], include_in_schema=False)
async def link_page(request: AppRequest, token: FromPath[str]) -> Response[bytes]:
    """Show a button to sign in. A chat program may load this page for a preview, and that must not use up the
    link.
    """
    return files.answer("link.html", request)


@get("/static/{name:path}", include_in_schema=False)
async def static(request: AppRequest, name: FromPath[str]) -> Response[bytes]:
    return files.answer(name, request)


ALL = (
    lobby_page,
    table_page,
    history_page,
    rules_page,
    designer_page,
    evening_page,
    practice_page,
    challenge_page,
    strategy_page,
    mistakes_page,
    drills_page,
    lessons_page,
    pit_page,
    console_page,
    surveillance_page,
    regulator_page,
    sign_page,
    reading_page,
    table_tests_page,
    cage_page,
    count_page,
    security_page,
    hand_pays_page,
    exclusions_page,
    accounting_page,
    administration_page,
    card_readers_page,
    link_page,
    static,
)
