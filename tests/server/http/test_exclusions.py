"""Test that excluded people are refused, list changes need two people, and the stream contains no names."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from croupier.server.services.identity import ExcludedIdentity, compare, same_name
from croupier.store import schema as db
from tests.server.helpers.desks import BY
from tests.server.helpers.doors import House
from tests.server.http.test_cage import open_drawer

PERSON = {"name": "Jane Q. Public", "born": "1980-02-03", "id_number": "MD 123-456"}


def excluded(house: House, kind: str = "voluntary", until: str = "", **more: Any) -> int:
    entry = {"kind": kind, "identity": {**PERSON, **more}, "until": until}
    found = house.post("/api/exclusions", "gus", entry)
    assert found.status_code == 201, found.text
    number = int(found.json()[0]["number"])
    confirmed = house.post(f"/api/exclusions/{number}/confirm", "reg")
    assert confirmed.status_code == 200, confirmed.text
    return number


def alerts(house: House) -> list[str]:
    return [f"{one.kind}: {one.words}" for one in house.desk.state.alerts.values()]


@pytest.mark.parametrize(
    ("name", "listed", "same"),
    [
        ("Jane Public", "Jane Q. Public", True),
        ("PUBLIC, jane q", "Jane Q. Public", True),
        ("José Núñez", "Jose Nunez", True),
        ("Jane", "Jane Q. Public", False),
        ("Jane", "Jane", True),
        ("Jane Doe", "Jane Q. Public", False),
        ("", "Jane Q. Public", False),
    ],
)
def test_names_fit_without_case_accents_and_middle_names(name: str, listed: str, same: bool) -> None:
    assert same_name(name, listed) is same


def test_date_of_birth_and_identification_decide_between_namesakes() -> None:
    listed = ExcludedIdentity(**PERSON, aliases=("Jenny P",))
    assert compare(listed, "Jane Public", "1980-02-03", "") is True
    assert compare(listed, "Jane Public", "1981-02-03", "") is False
    assert compare(listed, "Jane Public", "", "") is None
    assert compare(listed, "jenny p", "1980-02-03", "") is True
    assert compare(listed, "Another Name", "", "md 123 456") is True


@pytest.mark.clause("COMAR 36.03.06.01", "COMAR 36.03.10.10E(2)")
def test_two_people_keep_the_list_and_only_keepers_see_it(house: House) -> None:
    for person in ("kim", "flo", "lee", "ada", "dina"):
        assert house.get("/api/exclusions", person).status_code == 403
    assert house.get("/api/exclusions").status_code == 401
    for person in ("kim", "sam", "flo", "ada"):
        told = house.post("/api/exclusions", person, {"kind": "evicted", "identity": PERSON})
        assert told.status_code == 403
    made = house.post("/api/exclusions", "gus", {"kind": "evicted", "identity": PERSON}).json()
    assert (made[0]["standing"], made[0]["yours"]) == ("proposed", True)
    assert house.post("/api/cage/patrons", "kim", {"name": "Jane Public"}).status_code == 201  # not confirmed
    own = house.post("/api/exclusions/1/confirm", "gus")
    assert (own.status_code, own.json()["code"]) == (403, "own_exclusion")
    assert house.post("/api/exclusions/1/confirm", "reg").json()[0]["standing"] == "confirmed"
    assert house.get("/api/exclusions", "sam").json()[0]["identity"]["name"] == PERSON["name"]
    assert house.post("/api/exclusions/1/confirm", "reg").json()["code"] == "exclusion_decided"


@pytest.mark.clause("COMAR 36.03.06.01")
def test_cage_opens_no_account_for_an_excluded_person(house: House) -> None:
    excluded(house)
    maybe = house.post("/api/cage/patrons", "kim", {"name": "Jane Public"})
    assert (maybe.status_code, maybe.json()["code"]) == (409, "maybe_excluded")
    assert "date of birth" in maybe.json()["remedy"] and alerts(house) == []
    told = house.post("/api/cage/patrons", "kim", {"name": "Jane Public", "born": "1980-02-03"})
    assert (told.status_code, told.json()["code"]) == (403, "excluded")
    assert told.json()["clauses"] == ["COMAR 36.03.06.01"] and "security" in told.json()["remedy"]
    (alert,) = alerts(house)
    assert alert.startswith("excluded: New account: the person of entry 1") and "Jane" not in alert
    assert house.post("/api/alerts/1/acknowledge", "sam", {}).status_code == 200
    other = house.post("/api/cage/patrons", "kim", {"name": "Jane Public", "born": "1990-05-05"})
    assert other.status_code == 201
    person = other.json()["person"]
    assert house.desk.state.people[person].cleared == (1,)


@pytest.mark.clause("COMAR 36.03.07")
def test_front_money_and_chips_are_refused_where_a_name_is_known(house: House) -> None:
    person = house.post("/api/cage/patrons", "kim", {"name": "Jane Public"}).json()["person"]
    open_drawer(house)
    excluded(house, kind="evicted")
    deposit = {"id": "s1", "person": person, "cents": 100_00}
    told = house.post("/api/cage/deposits", "kim", deposit)
    assert (told.status_code, told.json()["clauses"]) == (403, ["COMAR 36.03.07"])
    for name in ("sell_cage_chips@1", "cash_chips@1"):
        command = {"type": name, "id": name, "chips": {"10000": 1}, "name": "Jane Public"}
        told = house.post("/api/do", "kim", {"id": name, "stream": "cage", "command": command})
        assert told.json()["code"] == "maybe_excluded", told.text
    wrong = house.post(f"/api/cage/patrons/{person}/namesake", "kim", {"born": "1980-02-03"})
    assert wrong.json()["code"] == "excluded"
    cleared = house.post(f"/api/cage/patrons/{person}/namesake", "kim", {"born": "1991-01-01"})
    assert cleared.json() == {"person": person, "cleared": [1]}
    # surveillance gets an alert, because one person by themselves entered the date of birth
    alert = list(house.desk.state.alerts.values())[-1]
    assert (alert.kind, alert.who) == ("excluded", BY["kim"])
    assert "The cage cleared a person with the name of entry 1" in alert.words
    assert house.post("/api/cage/deposits", "kim", deposit).status_code == 201


def test_exclusion_ends_on_its_last_day_or_with_two_people(house: House) -> None:
    today = house.desk.identity.today
    excluded(house, until=today)
    asked = {"name": PERSON["name"], "born": PERSON["born"]}
    assert house.post("/api/cage/patrons", "kim", asked).json()["code"] == "excluded"
    house.now.pass_by(86_400)
    house.tokens.clear()
    assert house.post("/api/cage/patrons", "kim", asked).status_code == 201
    number = excluded(house, id_number="other")
    assert house.post(f"/api/exclusions/{number}/removal", "gus", {"reason": "mistake"}).status_code == 200
    assert house.post(f"/api/exclusions/{number}/removal/confirm", "gus").json()["code"] == "own_exclusion"
    assert house.post("/api/cage/patrons", "kim", asked).json()["code"] == "excluded"
    left = house.post(f"/api/exclusions/{number}/removal/confirm", "reg").json()
    assert [one["number"] for one in left] == [1]
    assert house.post("/api/cage/patrons", "kim", asked).status_code == 201


def test_names_are_in_one_table_only_and_are_deleted_with_the_entry(house: House) -> None:
    number = excluded(house)
    text = "\n".join(repr(entry) for entry in house.committer.entries)
    assert "Public" not in text and "1980-02-03" not in text and "123-456" not in text

    def rows() -> list[str]:
        with house.committer.engine.connect() as connection:
            lines = connection.execute(sa.select(db.entries.c.line)).scalars()
            assert not any(b"Public" in line or b"1980" in line for line in lines)
            return [str(data) for data in connection.execute(sa.select(db.personal.c.data)).scalars()]

    (data,) = rows()
    assert PERSON["name"] in data
    house.post(f"/api/exclusions/{number}/removal", "reg", {"reason": "ended"})
    house.post(f"/api/exclusions/{number}/removal/confirm", "gus")
    assert rows() == [] and house.get("/api/exclusions", "gus").json() == []


def test_declined_proposal_deletes_its_data_and_a_declined_removal_does_not(house: House) -> None:
    entry = {"kind": "voluntary", "identity": PERSON}
    house.post("/api/exclusions", "gus", entry)
    assert house.post("/api/exclusions/1/decline", "reg", {"reason": "no"}).json() == []
    number = excluded(house)
    refused = house.post(f"/api/exclusions/{number}/decline", "reg", {"reason": "no"})
    assert refused.json()["code"] == "exclusion_decided"
    house.post(f"/api/exclusions/{number}/removal", "gus", {"reason": "ended"})
    (left,) = house.post(f"/api/exclusions/{number}/decline", "reg", {"reason": "no"}).json()
    assert left["standing"] == "confirmed" and BY["gus"] == "security:gus"
