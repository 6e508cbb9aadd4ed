"""Check the server against its OpenAPI document with valid and invalid requests.

A guest and an authorized staff member send the requests. None may cause a server error, and every response
must match the document.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import sampled_from
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.rulebook import games
from croupier.server.sessions.permissions import MATRIX
from croupier.server.workers.print_shop import PrintShop
from croupier.table.roles import PLAYER
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process

EXAMPLES = 12  # the number of requests per operation and person
# The document does not allow status 500. It allows 503 for missing maths libraries or a full casino.
CHECKS = [
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ENDS_SESSIONS = ("/api/logout", "/api/password")


class Served:
    """Run a server on its own event loop in a thread."""

    def __init__(self, one: InProcessServer, loop: asyncio.AbstractEventLoop) -> None:
        self.one, self._loop = one, loop
        self._guest = ""

    def ask(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def token(self, role: str) -> str:
        if role:
            return str(self.ask(self.one.staff(role)).token)
        self._guest = self._guest or str(self.ask(self.one.guest()).token)
        return self._guest


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    opened: Future[Served] = Future()
    over = threading.Event()

    async def run() -> None:
        async with serve_in_process(folder) as one:
            one.house.print_shop = PrintShop(limit=0.2, long=0.2)  # other tests check the documents' contents
            opened.set_result(Served(one, asyncio.get_running_loop()))
            while not over.is_set():
                await asyncio.sleep(0.05)

    def begin() -> None:
        try:
            asyncio.run(run())
        except BaseException as fault:
            if opened.done():
                raise
            opened.set_exception(fault)

    thread = threading.Thread(target=begin)
    thread.start()
    try:
        yield opened.result(90)
    finally:
        over.set()
        thread.join(30)


def any_call(operation: Any) -> Any:
    """Generate valid requests, and invalid ones where the operation has parameters."""
    lawful = operation.as_strategy()
    if not operation.body and not list(operation.iter_parameters()):
        return lawful
    return lawful | operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)


def settle(case: Any, known: dict[str, Any]) -> None:
    """Fill in names of existing objects, so that requests get past the lookup."""
    for part in (case.path_parameters, case.body):
        if isinstance(part, dict):
            part.update({name: value for name, value in known.items() if name in part})


def tried(operation: Any, headers: dict[str, str], known: dict[str, Any], statuses: Counter[int]) -> str:
    """Send some requests and describe the first response that does not match."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=any_call(operation), real=sampled_from((True, True, False)))
    def attempt(case: Any, real: bool) -> None:
        if real:
            settle(case, known)
        answer = case.call(headers=headers)
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    try:
        attempt()
    except (FailureGroup, Exception) as fault:  # continue with the next operation
        why = "; ".join(map(str, getattr(fault, "exceptions", (fault,))))
        return f"{operation.label}: {why}"[:1500]
    return ""


@pytest.mark.long
def test_every_response_matches_the_openapi_document(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        document = httpx.get(f"{house.one.url}/schema/openapi.json", trust_env=False, timeout=60).json()
        schema = schemathesis.openapi.from_dict(document)
        schema.config.update(base_url=house.one.url)
        known = {
            "table": sorted(house.one.house.tables)[0],
            "submission": games()[0],
            "game": games()[0],
            "version": 1,
            "person": house.ask(house.one.guest("Gus")).person.id,
            "role": "dealer",
            "money": "play",
            "name": "Zoë",
            "reason": "a reason",
            "players": 1,
            "id": "X-01",
        }
        faults: list[str] = []
        statuses: Counter[int] = Counter()
        for found in schema.get_all_operations():
            operation: Any = found.ok()  # type: ignore[union-attr]
            if operation.path in ENDS_SESSIONS:
                continue
            roles = MATRIX["route", f"{operation.method.upper()} {operation.path}"].roles
            staff = [role for role in roles if role != PLAYER][:1]
            for role in ("", *staff):
                headers = {"x-croupier": "1", "cookie": f"croupier={house.token(role)}"}
                if fault := tried(operation, headers, known, statuses):
                    faults.append(f"as {role or 'guest'}, {fault}")
        assert faults == [], "\n".join(faults)
        assert house.one.faults.lines == []
        assert statuses.total() > 400 and {200, 201, 400, 403, 404, 409} <= statuses.keys(), statuses
        assert statuses[200] + statuses[201] > 60, statuses
