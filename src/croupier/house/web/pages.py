"""The plain pages: enough to look around and to play."""

from __future__ import annotations

from pathlib import Path

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from croupier.house.web.guards import needs

PAGES = Path(__file__).parent / "pages"


def page(name: str) -> Response[bytes]:
    return Response((PAGES / name).read_bytes(), media_type=MediaType.HTML)


@get("/", guards=[needs("GET /")], include_in_schema=False)
async def lobby_page() -> Response[bytes]:
    return page("index.html")


@get("/tables/{table:str}", guards=[needs("GET /tables/{table}")], include_in_schema=False)
async def table_page(table: FromPath[str]) -> Response[bytes]:
    return page("table.html")


@get("/link/{token:str}", guards=[needs("GET /link/{token}")], include_in_schema=False)
async def link_page(token: FromPath[str]) -> Response[bytes]:
    """A page with a button: to look at a link must not use it up."""
    return page("link.html")


static = create_static_files_router(path="/static", directories=[PAGES], include_in_schema=False)
