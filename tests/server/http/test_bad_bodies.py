"""Test that invalid bodies and paths get a 4xx response with a clear message, never a server error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from croupier.server.house import HouseServer
from croupier.server.http.app import create_app
from croupier.server.http.errors import explain_invalid
from croupier.server.settings import Settings

DEEP = 100_000


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    house: Any = HouseServer(Settings())
    house.people = house.desk_office = house.cage_office = None
    with TestClient(
        create_app(house), base_url="http://127.0.0.1:8000", raise_server_exceptions=False
    ) as one:
        yield one


@pytest.mark.parametrize("path", ["/api/guest", "/api/login", "/api/designer/uth-1"])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"[" * DEEP + b"]" * DEEP, "the JSON is nested too deeply"),
        (b'{"name":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}", "the JSON is nested too deeply"),
        (b'{"name": "\xff\xfe"}', "the body is not valid UTF-8"),
    ],
)
def test_rejects_a_body_that_cannot_be_decoded(
    client: TestClient[Any], path: str, body: bytes, message: str
) -> None:
    headers = {"x-croupier": "1", "content-type": "application/json"}
    answer = client.post(path, content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    assert answer.json()["message"] == message


@pytest.mark.parametrize(
    "path", ["/static/%00", "/static/js/%00.js", "/static/%ff", "/static/%2e%2e/%00.html"]
)
def test_rejects_a_file_name_that_cannot_exist(client: TestClient[Any], path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            "WelcomeGuest: Expected `str` of length >= 1 - at `$.name`",
            ("the name is missing", "Enter the name."),
        ),
        ("Object missing required field `reason`", ("the reason is missing", "Enter the reason.")),
        (
            "Expected `str` of length <= 40 - at `$.name`",
            ("the name is too long", "Use at most 40 characters."),
        ),
        (
            "Expected `array` of length >= 2 - at `$.tables`",
            ("the tables are too short", "Use at least 2 entries."),
        ),
        ("Expected `int` >= 1 - at `$.cents`", ("the amount is too small", "Enter at least 1.")),
        ("Expected `int` <= 5000 - at `$.cents`", ("the amount is too large", "Enter at most 5,000.")),
        ("Expected `int`, got `str` - at `$.chips[...]`", ("the chips are not valid", "Correct the chips.")),
        (
            "Invalid enum value 'c' - at `$.new_password`",
            ("the new password is not valid", "Correct the new password."),
        ),
    ],
)
def test_explains_an_invalid_field_in_plain_words(fault: str, words: tuple[str, str]) -> None:
    assert explain_invalid(fault) == words


def test_leaves_other_messages_unchanged() -> None:
    assert explain_invalid("there is no sign named moon") is None


def test_answers_a_missing_field_without_developer_text(client: TestClient[Any]) -> None:
    answer = client.post("/api/guest", json={}, headers={"x-croupier": "1"}).json()
    assert (answer["code"], answer["message"], answer["remedy"]) == (
        "bad_input",
        "the name is missing",
        "Enter the name.",
    )
    assert "name" in answer["detail"]


def test_answers_an_unknown_address_in_plain_words(client: TestClient[Any]) -> None:
    answer = client.get("/api/nothing").json()
    assert (answer["code"], answer["message"]) == ("not_found", "this address does not exist")
