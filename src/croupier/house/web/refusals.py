"""How a refusal looks over HTTP: what, by which clauses, and the way out; and the status that fits it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec

from croupier.errors import Refused


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    message: str
    clauses: list[str]
    readings: list[str]
    remedy: str
    address: str = ""  # of the node to ask, where it is another one


class Elsewhere(Refused):
    """Another node of this house keeps the table."""

    def __init__(self, table: str, address: str) -> None:
        super().__init__("moved", f"{table} is kept by another node", (), f"Ask {address}.")
        self.address = address


# All others are 409: understood, and not allowed as things stand.
STATUS = {
    "not_understood": 400,
    "bad_input": 400,
    "not_toml": 400,
    "name_unfit": 400,
    "login_unfit": 400,
    "password_unfit": 400,
    "reason_missing": 400,
    "sign_in": 401,
    "wrong_password": 401,
    "password_expired": 401,
    "link_over": 401,
    "not_your_role": 403,
    "not_your_seat": 403,
    "not_your_wallet": 403,
    "not_logged_on": 403,
    "other_origin": 403,
    "header_missing": 403,
    "own_grant": 403,
    "own_slip": 403,
    "own_submission": 403,
    "own_adjustment": 403,
    "roles_apart": 403,
    "has_roles": 403,
    "no_such_person": 404,
    "no_such_grant": 404,
    "no_such_submission": 404,
    "no_such_version": 404,
    "no_such_table": 404,
    "no_such_change": 404,
    "no_such_slip": 404,
    "no_such_chip": 400,
    "no_such_adjustment": 404,
    "no_such_meter": 404,
    "no_such_file": 404,
    "no_such_item": 404,
    "no_stream": 404,
    "no_wallet": 404,
    "no_table": 404,
    "no_round": 404,
    "no_game": 404,
    "no_clause": 404,
    "no_reading": 404,
    "not_found": 404,
    "moved": 421,
    "fails_check": 422,
    "locked": 429,
    "locked_out": 429,
    "too_often": 429,
    "table_between": 503,
    "maths_busy": 503,
    "maths_slow": 503,
    "no_maths": 503,
    "press_busy": 503,
    "press_slow": 503,
    "no_papers": 503,
    "house_paused": 503,
    "house_full": 503,
    "cage_full": 503,
    "desk_full": 503,
}
OTHERWISE = 409


def status_of(code: str) -> int:
    return STATUS.get(code, OTHERWISE)


def told(refused: Refused) -> Refusal:
    return Refusal(
        str(refused.code),
        refused.message,
        list(refused.clauses),
        list(refused.readings),
        refused.remedy,
        refused.address if isinstance(refused, Elsewhere) else "",
    )


def on_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    return Response(told(refused), status_code=status_of(str(refused.code)))


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What the OpenAPI document says of a handler's refusals."""
    return {
        status: ResponseSpec(Refusal, generate_examples=False, description=_WORDS[status])
        for status in statuses
    }


_WORDS = {
    400: "Not understood",
    401: "Not signed in",
    403: "Not for this role, or not from a page of this house",
    404: "There is no such thing",
    409: "Not allowed as things stand",
    421: "Another node keeps the table: ask it at `address`",
    422: "The submission does not pass the check",
    429: "Too often, or locked out",
    503: "The house is full, or its store is down",
}
DENIED = refusals(400, 401, 403, 409, 429, 503)
MISSING = refusals(400, 401, 403, 404, 409, 421, 429, 503)
CHECKED = refusals(400, 401, 403, 404, 409, 422, 429, 503)
