"""Test hand pays: identity, signatures, an excluded winner, printed forms, and access to the winner's
data.
"""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from pypdf import PdfReader

from croupier.casino.administration import hand_pay_commands as do
from croupier.casino.administration.hand_pay_commands import HandPay, WinLine
from croupier.casino.administration.hand_pays import RETENTION
from croupier.casino.cage.commands import Withdraw
from croupier.errors import Refused
from croupier.server.http.cage import pay_once
from croupier.store import schema as db
from croupier.store.batches import Batch
from tests.server.helpers.desks import BY, approved, document, opened
from tests.server.helpers.doors import House
from tests.server.http.test_cage import open_drawer
from tests.server.http.test_exclusions import PERSON, excluded

WINNER = {
    "name": "Wendy Winner",
    "born": "1975-06-07",
    "address": "12 Harbor Street",
    "city": "Baltimore, MD 21201",
    "id_kind": "driver_license",
    "id_number": "W-555-000-1234",
    "taxpayer": "987-65-4321",
}
SECRETS = ("Wendy", "Harbor", "W-555", "987-65-4321", "4321")
LINE = WinLine("trips", 5_00, 2_500_00, 0, 600_00)
BIG = WinLine("trips", 100_00, 50_000_00, 12_000_00, 12_000_00)


def raised(
    house: House, *lines: WinLine, settled: bool = False, seat: int = 1, player: str = "walk-1"
) -> None:
    if "t1" not in house.desk.state.tables:
        for command in (*approved(document()), opened("t1", money="real", dealing="live")):
            asyncio.run(house.desk.do(command))
    command = do.RaiseHandPay(
        table="t1",
        round=7,
        seat=seat,
        player=player,
        lines=lines or (LINE,),
        year=2026,
        settled=settled,
        by="table:t1",
        at=house.desk.now,
    )
    asyncio.run(house.desk.do(command))


def paid(number: int = 1, who: str = BY["dina"], *lines: WinLine) -> do.NoteHandPaid:
    return do.NoteHandPaid(table="t1", hand_pay=number, lines=lines or (LINE,), who=who, by="table:t1", at=1)


def state(house: House, number: int = 1) -> HandPay:
    found: HandPay = house.desk.state.hand_pays[str(number)]
    return found


def act(house: House, what: str, person: str, body: Any = None, number: int = 1) -> Any:
    return house.post(f"/api/hand-pays/{number}/{what}", person, body)


def alerts(house: House) -> list[str]:
    return [one.kind for one in house.desk.state.alerts.values()]


@pytest.mark.clause("IRC 6041", "IRC 6109")
def test_dealer_pays_only_after_identity_and_the_floor_s_signature(house: House) -> None:
    raised(house)
    raised(house)  # reporting the same win again raises no second form
    assert len(house.desk.state.hand_pays) == 1 and alerts(house) == ["hand_pay"]
    with pytest.raises(Refused, match="needs_form"):
        asyncio.run(house.desk.do(paid()))
    assert act(house, "sign", "flo").json()["code"] == "no_identity"
    (told,) = act(house, "identity", "flo", WINNER).json()
    assert (told["status"], told["next_step"]) == ("open", "a floorperson signs")
    with pytest.raises(Refused, match="a floorperson signs"):
        asyncio.run(house.desk.do(paid()))
    assert act(house, "sign", "kim").json()["code"] == "hand_pay_at_table"
    (told,) = act(house, "sign", "flo").json()
    assert (told["status"], told["floor"]) == ("ready", "Flo")
    assert act(house, "sign", "pit").json()["code"] == "hand_pay_signed"
    with pytest.raises(Refused, match="own_hand_pay"):
        asyncio.run(house.desk.do(paid(1, "dealer:flo")))
    asyncio.run(house.desk.do(paid()))
    assert (state(house).status, state(house).payer) == ("paid", BY["dina"])
    assert act(house, "identity", "flo", WINNER).json()["code"] == "hand_pay_closed"


def test_floor_sees_the_form_in_its_queue_without_the_winner(house: House) -> None:
    raised(house)
    act(house, "identity", "kim", WINNER)
    answer = house.get("/api/pit/floor", "flo")
    (table,) = answer.json()["tables"]
    words = {alert["kind"]: alert["words"] for alert in table["alerts"]}["hand_pay"]
    assert words == "Hand pay 1 of $2,500 at seat 1: a floorperson signs."
    assert not any(secret in answer.text for secret in SECRETS)


def test_cashier_pays_a_win_that_the_table_has_credited(house: House) -> None:
    raised(house, settled=True)
    act(house, "identity", "kim", WINNER)
    assert act(house, "sign", "kim").json()["code"] == "needs_form"  # the floor signs first
    act(house, "sign", "flo")
    (told,) = act(house, "sign", "kim").json()
    assert (told["status"], told["payer"]) == ("paid", "Kim")


def test_cage_keeps_a_credited_win_back_until_the_form_is_done(house: House) -> None:
    person = house.post("/api/cage/patrons", "kim", {"name": "Wendy Winner"}).json()["person"]
    open_drawer(house)
    house.post("/api/cage/deposits", "kim", {"id": "s1", "person": person, "cents": 3_000_00})
    raised(house, settled=True, player=person)  # the form holds back the win, $2,500 of the $3,000
    told = house.post(
        "/api/cage/withdrawals",
        "kim",
        {"id": "s2", "person": person, "cents": 500_01, "document": "passport"},
    )
    assert (told.status_code, told.json()["code"]) == (409, "needs_form")
    some = house.post(
        "/api/cage/withdrawals",
        "kim",
        {"id": "s3", "person": person, "cents": 500_00, "document": "passport"},
    )
    assert some.status_code == 201
    act(house, "identity", "kim", WINNER)
    act(house, "sign", "flo")
    act(house, "sign", "kim")
    rest = house.post(
        "/api/cage/withdrawals",
        "kim",
        {"id": "s4", "person": person, "cents": 2_500_00, "document": "passport"},
    )
    assert rest.status_code == 201


def test_two_withdrawals_at_once_do_not_pay_out_a_win_whose_form_is_not_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = house.post("/api/cage/patrons", "kim", {"name": "Wendy Winner"}).json()["person"]
    open_drawer(house)
    house.post("/api/cage/deposits", "kim", {"id": "s1", "person": person, "cents": 3_000_00})
    # the form holds back $2,500 of the $3,000, so only $500 may be paid out
    raised(house, settled=True, player=person)
    commit = house.committer.commit

    async def slow_commit(batch: Batch) -> Any:
        await asyncio.sleep(0)  # another request runs before this request is stored
        return await commit(batch)

    monkeypatch.setattr(house.committer, "commit", slow_commit)
    request: Any = SimpleNamespace(app=house.app)
    requests = [
        Withdraw(
            id=id_, person=person, cents=400_00, drawer=1, document="passport", above=10**6, by=BY["kim"]
        )
        for id_ in "ab"
    ]

    async def both() -> list[Any]:
        return await asyncio.gather(
            *(pay_once(request, command) for command in requests), return_exceptions=True
        )

    _, refused = asyncio.run(both())
    assert getattr(refused, "code", "") == "needs_form"
    assert house.cage.state.balance_of(person) == 2_600_00


@pytest.mark.clause("COMAR 36.05.03.23", "COMAR 36.03.10.10E(2)")
def test_large_hand_pay_needs_a_witness_who_is_another_person(house: House) -> None:
    raised(house, BIG)
    act(house, "identity", "pit", WINNER)
    act(house, "sign", "flo")
    assert state(house).status == "open"
    assert act(house, "witness", "flo").status_code == 403
    # the pit manager entered the identity
    assert act(house, "witness", "pit").json()["code"] == "own_hand_pay"
    act(house, "identity", "kim", WINNER)  # a new identity makes earlier signatures void
    assert state(house).floor == ""
    act(house, "witness", "pit")
    assert act(house, "sign", "pit").json()["code"] == "own_hand_pay"
    act(house, "sign", "flo")
    assert state(house).status == "ready"
    raised(house, LINE, seat=2)
    act(house, "identity", "flo", WINNER, 2)
    assert act(house, "witness", "pit", None, 2).json()["code"] == "hand_pay_signed"


@pytest.mark.clause("IRC 3406", "IRC 3402(q)")
def test_withholding_depends_on_the_taxpayer_number(house: House) -> None:
    raised(house)
    assert act(house, "identity", "flo", WINNER).json()[0]["withheld"] == 0
    (told,) = act(house, "identity", "flo", {**WINNER, "taxpayer": ""}).json()
    assert (told["withheld"], told["clauses"]) == (600_00, ["IRC 6041", "IRC 3406"])
    raised(house, BIG, seat=2)
    told = act(house, "identity", "flo", WINNER, 2).json()[0]
    assert (told["withheld"], told["clauses"]) == (12_000_00, ["IRC 6041", "IRC 3402(q)"])


@pytest.mark.clause("COMAR 36.03.06.01", "COMAR 36.01.03.03")
def test_excluded_winner_is_not_paid_until_a_pit_manager_decides(house: House) -> None:
    excluded(house)
    raised(house)
    given = {**WINNER, "name": PERSON["name"], "born": PERSON["born"]}
    (told,) = act(house, "identity", "flo", given).json()
    assert told["status"] == "refused" and "pit manager" in told["next_step"]
    assert alerts(house) == ["hand_pay", "excluded"]
    with pytest.raises(Refused) as refused:
        asyncio.run(house.desk.do(paid()))
    assert refused.value.code == "winner_excluded" and "Call security" in refused.value.remedy
    assert refused.value.clauses == ("COMAR 36.03.06.01", "COMAR 36.03.07")
    for what, person in (("sign", "flo"), ("identity", "kim"), ("witness", "pit")):
        body = WINNER if what == "identity" else None
        assert act(house, what, person, body).json()["code"] == "winner_excluded"
    decide = {"decision": "withhold", "reason": "confirmed by security"}
    assert act(house, "decide", "flo", decide).status_code == 403
    assert act(house, "decide", "pit", decide).json()[0]["status"] == "withheld"
    assert act(house, "sign", "flo").json()["code"] == "winner_excluded"
    asyncio.run(house.desk.do(paid()))  # the table has settled the win, but no one has paid it
    assert state(house).status == "withheld" and state(house).payer == ""
    told = act(house, "decide", "pit", {"decision": "pay", "reason": "another person"}).json()[0]
    assert (told["status"], told["next_step"]) == ("open", "a floorperson signs")
    act(house, "sign", "flo")
    assert state(house).status == "ready"


def test_only_those_who_handle_the_form_see_the_winner(house: House) -> None:
    raised(house)
    act(house, "identity", "flo", WINNER)
    for person in ("flo", "pit", "kim", "lee"):
        (one,) = house.get("/api/hand-pays", person).json()
        assert one["winner"]["name"] == "Wendy Winner" and one["winner"]["taxpayer"] == "…4321"
        assert "987-65-4321" not in house.get("/api/hand-pays", person).text
    for person in ("sam", "reg"):
        answer = house.get("/api/hand-pays", person)
        assert answer.json()[0]["winner"] is None and answer.json()[0]["identified"]
        assert not any(secret in answer.text for secret in SECRETS)
    for person in ("dina", "ada", "gus", "cole", "Zoe"):
        assert house.get("/api/hand-pays", person).status_code == 403
    for person, slip, tax in (("flo", 200, 403), ("kim", 200, 200), ("lee", 200, 200), ("sam", 403, 403)):
        assert house.get("/api/hand-pays/1/slip", person).status_code == slip
        assert house.get("/api/hand-pays/1/tax", person).status_code == tax


def test_identity_is_not_in_the_stream_the_alerts_or_the_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    raised(house)
    act(house, "identity", "flo", WINNER)
    act(house, "identity", "flo", {**WINNER, "taxpayer": "wrong 987-65-4321"})
    with house.committer.engine.connect() as connection:
        lines = [bytes(line).decode() for line in connection.execute(sa.select(db.entries.c.line)).scalars()]
    shown = "\n".join([*lines, caplog.text, house.get("/api/log", "ada").text, repr(house.desk.state)])
    assert state(house).digest in shown
    assert not any(secret in shown for secret in SECRETS[:-1])


def test_identity_is_deleted_after_the_retention_period_only(house: House) -> None:
    raised(house)
    act(house, "identity", "flo", WINNER)
    reason = {"reason": "retention is over"}
    assert act(house, "identity/delete", "flo", reason).status_code == 403
    assert act(house, "identity/delete", "lee", reason).json()["code"] == "retained"
    house.now.pass_by(RETENTION + 1)
    house.tokens.clear()
    (told,) = act(house, "identity/delete", "lee", reason).json()
    assert (told["identified"], told["winner"]) == (False, None)
    with house.committer.engine.connect() as connection:
        assert not connection.execute(sa.select(db.personal)).all()


def text_of(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def test_papers_show_the_win_the_winner_and_the_signatures(house: House) -> None:
    raised(house, BIG, settled=True)
    assert house.get("/api/hand-pays/1/slip", "flo").json()["code"] == "no_identity"
    act(house, "identity", "kim", WINNER)
    act(house, "sign", "flo")
    slip = text_of(house.get("/api/hand-pays/1/slip", "flo"))
    for words in ("Jackpot slip 1", "Trips", "$50,000.00", "$12,000.00", "$38,000.00", "Flo", "not signed"):
        assert words in slip, words
    assert "Wendy Winner" in slip and "4321" not in slip
    tax = text_of(house.get("/api/hand-pays/1/tax", "lee"))
    for words in ("Information for Form W-2G", "This is not Form W-2G", "987-65-4321", "2026", "Harbor"):
        assert words in tax, words
    assert house.print_shop.pool._cache == {}  # the papers are not cached
