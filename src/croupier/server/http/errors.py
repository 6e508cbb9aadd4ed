"""Refusals over HTTP: the response body, the status codes and plain words for invalid input."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec

from croupier.errors import Refused


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    message: str
    clauses: list[str]
    readings: list[str]
    remedy: str
    address: str = ""  # address of the node that runs the table, if it is not this one
    detail: str = ""  # details for developers about the invalid field


class TableElsewhere(Refused):
    """Another node runs the table."""

    def __init__(self, table: str, address: str) -> None:
        super().__init__("moved", f"{table} has moved to another server", (), f"Open the table at {address}.")
        self.address = address


# Any other code is 409: the request was understood, but it is not allowed in the current state.
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
    "own_review": 403,
    "alert_of_others": 403,
    "own_exclusion": 403,
    "own_hand_pay": 403,
    "excluded": 403,
    "winner_excluded": 403,
    "no_such_exclusion": 404,
    "no_such_reader": 404,
    "no_such_dispute": 404,
    "reading_unsigned": 403,
    "own_reader": 403,
    "no_such_hand_pay": 404,
    "rank_too_low": 403,
    "roles_apart": 403,
    "has_roles": 403,
    "no_such_person": 404,
    "no_such_grant": 404,
    "no_such_review": 404,
    "no_such_alert": 404,
    "no_such_submission": 404,
    "no_such_version": 404,
    "no_such_table": 404,
    "no_such_change": 404,
    "no_such_slip": 404,
    "no_such_chip": 400,
    "unequal_chips": 400,
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


def error_body(refused: Refused) -> ErrorBody:
    message, remedy, detail = refused.message, refused.remedy, ""
    if refused.code in INVALID and (words := explain_invalid(message)) is not None:
        (message, remedy), detail = words, message
    return ErrorBody(
        str(refused.code),
        message,
        list(refused.clauses),
        list(refused.readings),
        remedy,
        refused.address if isinstance(refused, TableElsewhere) else "",
        detail,
    )


INVALID = ("not_understood", "bad_input")
# Messages of msgspec about an invalid value, for example: Expected `str` of length >= 1 - at `$.name`
_FIELD = re.compile(r"(Expected|Invalid) (?P<fault>.*) - at `\$\.?(?P<field>\w*)[^`]*`")
_MISSING = re.compile(r"Object missing required field `(?P<field>\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`")
_LIMIT = re.compile(r"(?P<length>of length )?(?P<sign>>=|<=) (?P<limit>\d+)")
_NAMES = {"cents": "amount", "words": "text", "at": "time", "until": "date", "document": "submission"}


def explain_invalid(fault: str) -> tuple[str, str] | None:
    """Turn a validation error into a message and a remedy for people. Return None for any other error."""
    if (match := _MISSING.search(fault)) is not None:
        name, subject = _field_name(match["field"])
        return f"{subject} missing", f"Enter the {name}."
    if (match := _UNKNOWN.search(fault)) is not None:
        return "the request contains an unknown field", "Reload the page and try again."
    if (match := _FIELD.search(fault)) is None:
        return None
    name, subject = _field_name(match["field"])
    limit = _LIMIT.search(match["fault"])
    if limit is None:
        return f"{subject} not valid", f"Correct the {name}."
    count, longer = int(limit["limit"]), limit["sign"] == ">="
    if not limit["length"]:
        bound = f"at least {count:,}" if longer else f"at most {count:,}"
        return f"{subject} too {'small' if longer else 'large'}", f"Enter {bound}."
    if longer and count == 1:
        return f"{subject} missing", f"Enter the {name}."
    unit = "entries" if "array" in match["fault"] or "object" in match["fault"] else "characters"
    bound = f"at least {count:,}" if longer else f"at most {count:,}"
    return f"{subject} too {'short' if longer else 'long'}", f"Use {bound} {unit}."


def _field_name(field: str) -> tuple[str, str]:
    """Return a field's name in words, and the beginning of a sentence about it."""
    name = _NAMES.get(field, field.replace("_", " ")) or "request"
    return name, f"the {name} {'are' if name.endswith('s') else 'is'}"


def on_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[ErrorBody]:
    return Response(error_body(refused), status_code=status_of(str(refused.code)))


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the refusals of a handler for the OpenAPI document."""
    return {
        status: ResponseSpec(ErrorBody, generate_examples=False, description=_WORDS[status])
        for status in statuses
    }


_WORDS = {
    400: "Invalid request",
    401: "Not signed in",
    403: "Not permitted for this role, or sent from another site's page",
    404: "Not found",
    409: "Not allowed in the current state",
    421: "Another node runs the table: send the request to `address`",
    422: "The submission does not pass the check",
    429: "Too many requests, or locked out",
    503: "The server is full or busy, or its store is down",
}
DENIED = refusals(400, 401, 403, 409, 429, 503)
MISSING = refusals(400, 401, 403, 404, 409, 421, 429, 503)
CHECKED = refusals(400, 401, 403, 404, 409, 422, 429, 503)
