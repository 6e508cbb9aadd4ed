"""Build an HTTP application for sessions, cage and submissions on an in-memory committer."""

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

from croupier.errors import Refused
from croupier.server.http.cage import Counter, OwnWallet
from croupier.server.http.cage_inventory import CageInventory
from croupier.server.http.commands import do
from croupier.server.http.controllers import ALIASES
from croupier.server.http.day_close import DayClose
from croupier.server.http.documents import DayPapers, SubmissionPapers, TablePapers
from croupier.server.http.errors import on_refused
from croupier.server.http.exclusions import Exclusions, Namesakes
from croupier.server.http.floor import Shift
from croupier.server.http.guards import HEADER
from croupier.server.http.hand_pays import HandPays
from croupier.server.http.meters import MeterController
from croupier.server.http.people import SignInController, Staff
from croupier.server.http.pit import Pit
from croupier.server.http.submissions import Submissions
from croupier.server.http.trays import CageTrays, Escorts, TableTrays
from croupier.server.services.administration import AdministrationService
from croupier.server.services.cage import CageService
from croupier.server.sessions.passwords import Hasher
from croupier.server.sessions.service import SignInService
from croupier.server.sessions.tokens import COOKIE
from croupier.server.settings import Settings
from croupier.server.workers.print_shop import PrintShop
from tests.server.helpers.committers import MemoryCommitter, Now
from tests.server.helpers.desks import FOUND

URL = "http://127.0.0.1:8000"
CONTROLLERS = (
    SignInController,
    Staff,
    OwnWallet,
    Counter,
    CageInventory,
    Exclusions,
    Namesakes,
    HandPays,
    CageTrays,
    Escorts,
    TableTrays,
    Submissions,
    SubmissionPapers,
    TablePapers,
    DayPapers,
    DayClose,
    Pit,
    Shift,
    MeterController,
    do,
    *(one for one in ALIASES if "/api/files" not in min(one.paths)),  # dispute files need a store
)


class Sessions(AbstractAuthenticationMiddleware):
    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        people: SignInService = connection.app.state.people
        return AuthenticationResult(await people.person_of(connection.cookies.get(COOKIE, "")), None)


class House:
    """A test client with a session for every staff member and guest."""

    def __init__(self) -> None:
        self.now, self.committer = Now(), MemoryCommitter()
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.people = SignInService(self.committer, self.now, Hasher(cheap))
        for throttle in (self.people.tries, self.people.known_tries, self.people.denials):
            throttle._clock = self.now
        self.desk, self.cage = (
            AdministrationService(self.committer, self.now),
            CageService(self.committer, self.now),
        )
        asyncio.run(self.people.found_house(FOUND.staff))
        self.app = Litestar(
            CONTROLLERS,
            middleware=[DefineMiddleware(Sessions)],
            exception_handlers={Refused: on_refused},
            debug=False,
        )
        self.app.state.people, self.app.state.desk, self.app.state.cage = self.people, self.desk, self.cage
        self.print_shop = PrintShop()
        self.app.state.house = SimpleNamespace(
            print_shop=self.print_shop,
            settings=Settings(),
            committer=self.committer,
            tables={},  # this node runs no table
            is_known=lambda table: table in self.committer.state("desk").tables,
            cluster=SimpleNamespace(summary=lambda table: (None, self.kept_at.get(table, ""))),
        )
        self.kept_at: dict[str, str] = {}  # maps a table to the address of another node
        self.client: TestClient[Litestar]
        self.tokens: dict[str, str] = {}

    def token(self, person: str) -> str:
        """Return the session of a staff member, or of a guest with this name."""
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
        """Send a request as a page would. With an empty `as_`, send no cookie."""
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
