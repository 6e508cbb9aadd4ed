"""Test that the audit finds any change in a store and says where it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.journal import Stream, kind_of
from croupier.journal.entries import read_line, sha256, split_sealed
from croupier.store import schema as db
from croupier.store.audit import StoreAudit, audit, audit_snapshot, check_at_start
from croupier.store.books import postings_of
from croupier.store.committer import Committer
from croupier.store.database import Snapshot, SqlStore, open_store
from croupier.store.heads import SavedHead, heads_of
from croupier.store.stream_check import Fault
from tests.helpers.databases import ENGINES
from tests.helpers.journals import rewritten
from tests.server.helpers.postgres import new_database
from tests.store.pit import METERS, TABLES, an_evening

LONGEST = 60


@pytest.fixture(scope="module", params=ENGINES)
def evening(request: pytest.FixtureRequest) -> Iterator[SqlStore]:
    """Return a store with a few rounds. Tests change it inside a transaction that is rolled back."""

    async def play(store: SqlStore) -> None:
        committer = Committer(store)
        await committer.start()
        await an_evening(committer, rounds=3, longest=LONGEST)
        await committer.stop()

    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/house.db"
        if request.param == "postgresql":
            address = new_database(request.getfixturevalue("postgres"))
        with open_store(address) as store:
            asyncio.run(play(store))
            yield store


class TamperedStore:
    """A store inside a transaction in which tests can tamper with it."""

    def __init__(self, store: SqlStore, connection: sa.Connection) -> None:
        self.connection = connection
        self.then = Snapshot(str(store), connection)

    def do(self, statement: sa.Executable) -> None:
        done = self.connection.execute(statement)
        assert getattr(done, "rowcount", 1) != 0

    def report(self, heads: dict[str, SavedHead] | None = None) -> StoreAudit:
        return audit_snapshot(self.then, heads=heads)

    def at_start(self) -> list[Fault]:
        return [*audit_snapshot(self.then, everything=False).faults]


@pytest.fixture
def tampered(evening: SqlStore) -> Iterator[TamperedStore]:
    with evening.engine.connect() as connection:
        transaction = connection.begin()
        yield TamperedStore(evening, connection)
        transaction.rollback()


def one(report: StoreAudit, stream: str, entry: int | None, said: str) -> None:
    """Check that the audit finds exactly this fault."""
    assert [(fault.stream, fault.entry) for fault in report.faults] == [(stream, entry)], report.faults
    assert said in report.faults[0].fault, report.faults[0]


def where(table: sa.Table, **equal: Any) -> Any:
    return sa.and_(*(table.c[name] == value for name, value in equal.items()))


def test_unmodified_store_has_no_fault(evening: SqlStore) -> None:
    report = audit(evening)
    assert report.ok, report.faults
    assert report.streams == 5 == len({"cage", METERS, *TABLES})
    assert report.entries == sum(entries for entries, _ in evening.heads().values()) > 190
    assert evening.segments("u1") > 1, (
        "the store needs several segments, of which startup reads only the last"
    )
    assert check_at_start(evening) == {}


def test_finds_a_changed_entry(tampered: TamperedStore) -> None:
    (line,) = tampered.then.lines("u2", 5, 6)
    changed = split_sealed(line)[0].replace(b'"by":"', b'"by":"x', 1)
    tampered.do(sa.update(db.entries).where(where(db.entries, stream="u2", n=5)).values(line=changed))
    one(tampered.report(), "u2", 5, "it was altered: its hash does not match")


def test_finds_a_missing_entry(tampered: TamperedStore) -> None:
    tampered.do(sa.delete(db.entries).where(where(db.entries, stream="u1", n=7)))
    one(tampered.report(), "u1", 7, "entry 8 found where entry 7 was expected")


def test_finds_a_deleted_last_entry_by_the_head(tampered: TamperedStore) -> None:
    count = tampered.then.heads()["d1"][0]
    tampered.do(sa.delete(db.entries).where(where(db.entries, stream="d1", n=count - 1)))
    report = tampered.report()
    assert (
        f"the stored head is entry {count - 1}, but the last entry is {count - 2}" in report.faults[0].fault
    )
    assert {fault.stream for fault in report.faults} == {"d1"}
    assert {fault.stream for fault in tampered.at_start()} == {"d1"}


@pytest.mark.parametrize(
    "values", [{"hash": "f" * 64}, {"at": 7}, {"segment": 9}, {"opening": True}], ids=lambda v: next(iter(v))
)
def test_finds_a_row_that_differs_from_its_line(tampered: TamperedStore, values: dict[str, Any]) -> None:
    tampered.do(sa.update(db.entries).where(where(db.entries, stream="cage", n=3)).values(**values))
    faults = tampered.report().faults
    assert faults and {(fault.stream, fault.entry) for fault in faults} <= {("cage", 3), ("cage", None)}


def test_finds_a_changed_posting(tampered: TamperedStore) -> None:
    p = db.postings.c
    n = tampered.connection.execute(sa.select(p.n).where(p.stream == "u1").order_by(p.n).limit(1)).scalar()
    this = where(db.postings, stream="u1", n=n, k=0)
    tampered.do(sa.update(db.postings).where(this).values(cents=p.cents + 1))
    one(tampered.report(), "u1", n, "the entry's postings do not match its events")


def test_finds_a_missing_or_added_posting(tampered: TamperedStore) -> None:
    p = db.postings.c
    n = tampered.connection.execute(sa.select(sa.func.max(p.n)).where(p.stream == "cage")).scalar_one()
    tampered.do(sa.delete(db.postings).where(where(db.postings, stream="cage", n=n, k=0)))
    one(tampered.report(), "cage", n, "the entry's postings do not match its events")
    assert [fault.entry for fault in tampered.at_start()] == [n]
    tampered.do(sa.insert(db.postings).values(stream="cage", n=9_999, k=0, account="cage/wallet:p0", cents=5))
    faults = tampered.report().faults
    assert [(fault.entry, fault.fault) for fault in faults][1:] == [
        (9_999, "there are postings for this entry, but the entry does not exist")
    ]


@pytest.mark.parametrize(
    ("account", "stream"),
    [
        ("cage/wallet:p1", "cage"),
        ("u1/player:p1", "u1"),
        ("u2/layout", "u2"),
        (f"{METERS}/meter:main", METERS),
        ("d1/inventory", "d1"),
    ],
)
def test_finds_a_changed_balance_and_closes_only_that_stream(
    tampered: TamperedStore, account: str, stream: str
) -> None:
    this = db.balances.c.account == account
    tampered.do(sa.update(db.balances).where(this).values(cents=db.balances.c.cents + 7))
    report = tampered.report()
    assert {fault.stream for fault in report.faults} == {stream}
    name = account.partition("/")[2]
    assert f"the balance of {name} is " in report.faults[0].fault
    assert {fault.stream for fault in tampered.at_start()} == {stream}


def test_startup_finds_two_changed_balances_that_cancel_out(tampered: TamperedStore) -> None:
    for account, cents in (("u1/player:p1", 7), ("u1/inventory", -7)):
        this = db.balances.c.account == account
        tampered.do(sa.update(db.balances).where(this).values(cents=db.balances.c.cents + cents))
    (fault,) = tampered.at_start()
    assert fault.stream == "u1" and fault.fault.startswith("the balance of player:p1 is ")


def test_finds_a_difference_between_table_and_cage_balances(tampered: TamperedStore) -> None:
    """Only the tables' balances are changed, so only the comparison with the cage can find it."""
    for account, cents in (("d1/house", 50), ("d1/inventory", -50)):
        this = db.balances.c.account == account
        tampered.do(sa.update(db.balances).where(this).values(cents=db.balances.c.cents + cents))
    (fault,) = tampered.at_start()
    assert fault.stream == "d1" and "cents of chips from the cage, but the cage's books have" in fault.fault


def test_finds_a_missing_changed_or_added_sealed_shoe(tampered: TamperedStore) -> None:
    s = db.seals.c
    n = tampered.connection.execute(sa.select(sa.func.min(s.n)).where(s.stream == "u1")).scalar_one()
    tampered.do(sa.insert(db.seals).values(stream="u1", n=9_999, sealed=b"x"))
    one(tampered.report(), "u1", None, "sealed data is stored for entries that do not exist")
    tampered.do(sa.delete(db.seals).where(where(db.seals, stream="u1", n=9_999)))
    tampered.do(sa.update(db.seals).where(where(db.seals, stream="u1", n=n)).values(sealed=b"x"))
    one(tampered.report(), "u1", n, "its sealed data was altered")
    tampered.do(sa.delete(db.seals).where(where(db.seals, stream="u1", n=n)))
    report = tampered.report()
    assert Fault("u1", n, "the entry's sealed data is missing") in report.faults


def test_finds_an_answer_without_its_entry(tampered: TamperedStore) -> None:
    a = db.answers.c
    id = tampered.connection.execute(sa.select(a.id).where(a.stream == "u2").limit(1)).scalar_one()
    tampered.do(sa.update(db.answers).where(where(db.answers, stream="u2", id=id)).values(n=9_999))
    one(
        tampered.report(),
        "u2",
        9_999,
        f"the answer to {id} refers to this entry, but the entry does not exist",
    )


def test_finds_a_changed_submission_text(tampered: TamperedStore) -> None:
    text = 'game = "uth"'
    tampered.do(sa.insert(db.documents).values(digest=sha256(text.encode()), text=text))
    one(tampered.report(), "desk", None, "is not in the administration stream")
    tampered.do(sa.update(db.documents).values(text=f"{text} # kinder"))
    one(tampered.report(), "desk", None, "was changed")


def test_finds_rows_of_a_deleted_stream(tampered: TamperedStore) -> None:
    tampered.do(sa.delete(db.streams).where(db.streams.c.name == "d1"))
    said = [fault.fault for fault in tampered.report().faults if fault.stream == "d1"]
    assert any("accounts have balances" in fault for fault in said)
    assert "entries has rows of this stream, but the stream does not exist" in said


def test_cage_and_saved_heads_reveal_a_completely_deleted_stream(
    tampered: TamperedStore,
) -> None:
    heads = heads_of(tampered.then)
    for table in (db.entries, db.postings, db.seals, db.answers):
        with contextlib.suppress(AssertionError):
            tampered.do(sa.delete(table).where(table.c.stream == "d1"))
    tampered.do(sa.delete(db.balances).where(db.balances.c.account.startswith("d1/")))
    tampered.do(sa.delete(db.streams).where(db.streams.c.name == "d1"))
    report = tampered.report(heads)
    said = " | ".join(fault.fault for fault in report.faults)
    assert {fault.stream for fault in report.faults} == {"d1", "cage"}
    assert "the table's books have 0 cents of chips from the cage" in said
    assert f"the stream is missing; the saved heads list {heads['d1'].entries} entries" in said
    assert "has no counterpart" in said


def forge(tampered: TamperedStore, stream: str, change: Any) -> None:
    """Rewrite a stream with consistent hashes, rows, postings and balances, as a forger would."""
    lines = rewritten([*tampered.then.lines(stream)], change)
    kind = kind_of(json.loads(lines[0])["opening"]["kind"])
    balances: dict[str, int] = {}
    tampered.do(sa.delete(db.postings).where(db.postings.c.stream == stream))
    for n, line in enumerate(lines):
        entry = read_line(line, n)
        this = where(db.entries, stream=stream, n=n)
        tampered.do(sa.update(db.entries).where(this).values(line=split_sealed(line)[0], hash=entry.hash))
        if "opening" in json.loads(line):
            continue
        _, events = kind.decode(bytes(entry.command), bytes(entry.events))  # type: ignore[union-attr]
        for k, (_, account, cents) in enumerate(postings_of(kind.name, stream, n, events)):
            row = {"stream": stream, "n": n, "k": k, "account": account, "cents": cents}
            tampered.do(sa.insert(db.postings).values(**row))
            balances[account] = balances.get(account, 0) + cents
    tampered.do(sa.update(db.streams).where(db.streams.c.name == stream).values(head=entry.hash))
    for account, cents in balances.items():
        tampered.do(sa.update(db.balances).where(db.balances.c.account == account).values(cents=cents))


def test_finds_forged_chips_at_a_table(tampered: TamperedStore) -> None:
    """The table's chain, rules and books are consistent, but they contradict the cage."""

    def more_chips(_n: int, body: dict[str, Any]) -> None:
        command = body.get("command", {})
        if command.get("type") == "buy_in@1" and command["player"] == "p5":
            command["cents"] += 100
            body["events"][0]["cents"] += 100
        if "opening" in body and body["opening"]["snapshot"]:
            body["opening"]["snapshot"]["seating"]["purses"]["p5"] += 100

    heads = heads_of(tampered.then)
    forge(tampered, "d1", more_chips)
    report = tampered.report()
    assert {fault.stream for fault in report.faults} == {"d1", "cage"}, report.faults
    said = [fault.fault for fault in report.faults]
    assert "cents of chips from the cage, but the cage's books have" in said[0]
    assert "the table's transfers do not match the cage's" in said[1]
    halves = [fault for fault in report.faults if "has no counterpart" in fault.fault]
    assert {(fault.stream, fault.entry is None) for fault in halves} == {("cage", False), ("d1", False)}
    assert [fault.stream for fault in tampered.at_start()] == ["d1"]
    said = [fault.fault for fault in tampered.report(heads).faults]
    assert "the chain is not the one in the checkpoint" in said


def test_finds_a_forged_meter_amount(tampered: TamperedStore) -> None:
    def richer(_n: int, body: dict[str, Any]) -> None:
        command = body.get("command", {})
        if command.get("type") != "take_transfer@1" or body["n"] != first[0]:
            return
        for moved in (command["transfer"]["deltas"][0], body["events"][0]):
            moved["amount"][0] += 100 * moved["amount"][1]
        body["events"][0]["cents"] += 100

    lines = [json.loads(line) for line in tampered.then.lines(METERS)]
    first = [b["n"] for b in lines if b.get("command", {}).get("type") == "take_transfer@1"]
    forge(tampered, METERS, richer)
    report = tampered.report()
    assert len(report.faults) == 1 and report.faults[0].stream == "u1", report.faults
    assert "contributed of the main meter: " in report.faults[0].fault


def test_finds_events_that_the_rules_do_not_produce(tampered: TamperedStore) -> None:
    def kinder(_n: int, body: dict[str, Any]) -> None:
        for event in body.get("events", ()):
            if event["type"] == "chips_returned@1":
                event["cents"] += 1

    (n,) = [
        body["n"]
        for body in map(json.loads, tampered.then.lines("cage"))
        if body.get("command", {}).get("type") == "from_table@1"
    ]
    forge(tampered, "cage", kinder)
    one(tampered.report(), "cage", n, "the rules decide its command differently")


def test_a_broken_table_does_not_close_the_others(tampered: TamperedStore) -> None:
    tampered.do(sa.update(db.entries).where(where(db.entries, stream="u2", opening=True)).values(line=b"x\n"))
    faults = tampered.at_start()
    assert [fault.stream for fault in faults] == ["u2"]


def test_resumed_stream_has_the_audited_state(evening: SqlStore) -> None:
    for table in TABLES:
        assert Stream.resume(evening, table).head == evening.heads()[table][1]
