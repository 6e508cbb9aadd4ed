"""The house's people, cage and submissions behind an application of their own, on a committer in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from argon2 import PasswordHasher
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult, DefineMiddleware
from litestar.testing import TestClient

from croupier.errors import BadInput, Refused
from croupier.house.cage.service import CageService
from croupier.house.desk.service import DeskService
from croupier.house.people.passwords import Hasher
from croupier.house.people.service import People
from croupier.house.people.sessions import COOKIE
from croupier.house.printing.shop import Job, PrintShop
from croupier.house.settings import Settings
from croupier.house.web.cage import Counter, OwnWallet
from croupier.house.web.guards import HEADER
from croupier.house.web.meters import Meters
from croupier.house.web.papers import DayPapers, SubmissionPapers, TablePapers
from croupier.house.web.people import Coming, Staff
from croupier.house.web.pit import Pit
from croupier.house.web.refusals import on_refused
from croupier.house.web.shift import Shift
from croupier.house.web.submissions import Submissions
from croupier.house.web.trays import CageTrays, TableTrays
from tests.house.helpers.committers import MemoryCommitter, Now
from tests.house.helpers.desks import FOUND

URL = "http://127.0.0.1:8000"
CONTROLLERS = (
    Coming,
    Staff,
    OwnWallet,
    Counter,
    CageTrays,
    TableTrays,
    Submissions,
    SubmissionPapers,
    TablePapers,
    DayPapers,
    Pit,
    Shift,
    Meters,
)


class HandPress(PrintShop):
    """Papers made in the test's own process."""

    async def _worked(self, job: Job, given: tuple[Any, ...], limit: float) -> bytes:
        try:
            return await asyncio.to_thread(job, *given)
        except BadInput as bad:
            raise Refused("bad_input", str(bad), (), "Ask for it as the protocol says.") from None


class Sessions(AbstractAuthenticationMiddleware):
    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        people: People = connection.app.state.people
        return AuthenticationResult(await people.person_of(connection.cookies.get(COOKIE, "")), None)


class House:
    """Everybody of the staff has a way in; requests are made as somebody."""

    def __init__(self) -> None:
        self.now, self.committer = Now(), MemoryCommitter()
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.people = People(self.committer, self.now, Hasher(cheap))
        self.people.tries._clock = self.people.denials._clock = self.now
        self.desk, self.cage = (
            DeskService(self.committer, self.now),
            CageService(self.committer, self.now),
        )
        asyncio.run(self.people.found(FOUND.staff))
        self.app = Litestar(
            CONTROLLERS,
            middleware=[DefineMiddleware(Sessions)],
            exception_handlers={Refused: on_refused},
            debug=False,
        )
        self.app.state.people, self.app.state.desk, self.app.state.cage = self.people, self.desk, self.cage
        self.printing = HandPress()
        self.app.state.house = SimpleNamespace(
            printing=self.printing,
            settings=Settings(),
            committer=self.committer,
            tables={},  # none is kept here
            is_known=lambda table: table in self.committer.state("desk").tables,
            around=SimpleNamespace(shown=lambda table: (None, self.kept_at.get(table, ""))),
        )
        self.kept_at: dict[str, str] = {}  # addresses of other nodes, by table
        self.client: TestClient[Litestar]
        self.tokens: dict[str, str] = {}

    def token(self, person: str) -> str:
        """The session of somebody of the staff, or of a guest of that name."""
        if person not in self.tokens:
            self.now.pass_by(60)
            if person in self.committer.state("desk").people:
                link = asyncio.run(self.people.issue_link(person, "house"))
                came = asyncio.run(self.people.follow(link))
            else:
                came = asyncio.run(self.people.welcome(person))
            self.tokens[person] = came.token
        return self.tokens[person]

    def ask(self, method: str, path: str, as_: str = "", json: Any = None, **headers: str) -> Any:
        """A request as a page of this house makes it; `as_` nobody: without a cookie."""
        given = {HEADER: "1", **{name.replace("_", "-"): value for name, value in headers.items()}}
        if as_:
            given["cookie"] = f"{COOKIE}={self.token(as_)}"
        self.client.cookies.clear()
        return self.client.request(method, path, json=json, headers=given)

    def get(self, path: str, as_: str = "", **headers: str) -> Any:
        return self.ask("GET", path, as_, **headers)

    def post(self, path: str, as_: str = "", json: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, as_, json, **headers)


@contextmanager
def open_house() -> Iterator[House]:
    house = House()
    with TestClient(house.app, base_url=URL) as client:
        house.client = client
        yield house
