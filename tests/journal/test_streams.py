"""Test writing, segmenting, linking, replaying, auditing and resuming streams, in every store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.journal import (
    Broken,
    FileStore,
    FolderStore,
    MemoryStore,
    Store,
    Stream,
    audit,
    fold,
    link,
    register,
)
from croupier.journal.entries import LONGEST, JournalEntry, OpeningEntry, without_sealed
from tests.helpers.till import CHARTER, TILL, put

Make = Callable[[Path], Store]
STORES: dict[str, Make] = {
    "file": lambda folder: FileStore(folder / "cage.journal"),
    "folder": FolderStore,
    "memory": lambda folder: MemoryStore(),
}


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    register(TILL)
    return STORES[request.param](tmp_path)


def filled(store: Store, count: int = 10, longest: int = 4, name: str = "cage") -> Stream:
    stream = Stream.create(store, name, TILL, CHARTER, at=1, longest=longest)
    for k in range(count):
        do(stream, put(f"p{k % 3}", 100, at=10 + k))
    return stream


def do(stream: Stream, command: Any, sealed: bytes | None = None) -> None:
    stream.append(command, TILL.decide(stream.state, command), sealed)


def name_in(store: Store) -> str:
    (name,) = store.streams()
    return name


def test_starts_segments_by_count_and_resumes_from_the_last(store: Store) -> None:
    filled(store).close()
    name = name_in(store)
    assert store.segments(name) == 4  # each closed segment contains an opening and three commands
    assert [entry.n for entry in link(store, name, everything=True)] == list(range(14))
    assert [entry.n for entry in link(store, name)] == [12, 13]
    resumed = Stream.resume(store, name, longest=4)
    assert resumed.state == {"p0": 400, "p1": 300, "p2": 300}
    do(resumed, put("p1", -300))
    resumed.close()
    found = audit(store, name, everything=True)
    assert found.ok and found.entries == 15 and found.segment == 4 and found.read_from == 0
    assert found.state["p1"] == 0 and found.about == {"wallets": 3}
    assert (found.first, found.last) == (10, 5)


def test_resuming_reads_only_the_last_segment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(TILL)
    store = FileStore(tmp_path / "j")
    filled(store, 1_000, longest=100).close()
    read: list[int] = []
    whole = FileStore.read

    def counting(self: FileStore, stream: str, segment: int | None = None) -> Iterator[bytes]:
        for line in whole(self, stream, segment):
            read.append(len(line))
            yield line

    monkeypatch.setattr(FileStore, "read", counting)
    Stream.resume(store, "j").close()
    assert len(read) < 100


def test_an_explicit_call_ends_a_segment_and_the_snapshot_is_compared(store: Store) -> None:
    stream = filled(store, 2, longest=1_000)
    stream.cut(at=99)
    do(stream, put("p0", 1))
    stream.close()
    name = name_in(store)
    opening = next(iter(link(store, name)))
    assert isinstance(opening, OpeningEntry) and opening.opening.at == 99 and opening.opening.segment == 2
    assert json.loads(bytes(opening.opening.snapshot)) == {"p0": 100, "p1": 100}
    assert audit(store, name).read_from == 3
    assert audit(store, name, everything=True).ok


def test_an_old_entry_version_is_upcast_when_read(store: Store) -> None:
    stream = filled(store, 1)
    old = {"type": "put@1", "who": "p9", "dollars": 3, "at": 7}
    new, _ = TILL.decode(json.dumps(old).encode(), b"[]")
    stream.append(old, TILL.decide({}, new))
    stream.close()
    found = audit(store, name_in(store), everything=True)
    assert found.ok and found.state["p9"] == 300


def test_unknown_entry_version_is_broken(store: Store) -> None:
    stream = filled(store, 1)
    stream.append({"type": "put@3", "who": "p9", "at": 1}, ())
    stream.close()
    with pytest.raises(Broken, match="not a command of a till"):
        list(fold(store, name_in(store)))


def test_different_wording_is_reported_different_effects_are_broken(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store, 4, longest=100).close()
    name, decide = name_in(store), TILL.decide
    monkeypatch.setattr(TILL, "decide", lambda s, c: tuple({**e, "why": "7.B"} for e in decide(s, c)))
    found = audit(store, name)
    assert (found.ok, found.broken) == (False, 1), "the same edition wrote the journal"
    monkeypatch.setattr(TILL, "book", lambda charter: "another book")
    found = audit(store, name)
    assert found.ok and found.cites_otherwise == (1, 2, 3, 4)
    monkeypatch.setattr(TILL, "decide", lambda s, c: tuple({**e, "cents": 101} for e in decide(s, c)))
    found = audit(store, name)
    assert not found.ok and found.broken == 1
    assert found.fault == "the rules decide its command differently"
    assert audit(store, name, decide=False).ok, "without `decide`, the audit does not run the rules"


def test_only_the_audit_finds_refused_commands_and_unlawful_openings(tmp_path: Path) -> None:
    register(TILL)
    store = MemoryStore()
    stream = filled(store, 1)
    stream.append(put("p5", -500), ({"type": "moved@1", "who": "p5", "cents": -500, "why": "7.A"},))
    assert "the rules refuse its command (no_funds" in audit(store, "cage").fault
    Stream.create(store, "other", TILL, b'{"most":0}').close()
    assert "the rules do not allow this till to open (no_limit" in audit(store, "other").fault
    Stream.resume(store, "other").close()


def test_sealed_data_is_hashed_and_can_be_left_out_of_an_export(tmp_path: Path) -> None:
    register(TILL)
    path = tmp_path / "j"
    stream = filled(FileStore(path), 1)
    do(stream, put("p0", 1), sealed=b"the order of the shoe")
    stream.close()
    lines = path.read_bytes().splitlines(keepends=True)
    sealed = [entry for entry in link(FileStore(path), "j") if entry.seal]
    assert [entry.sealed for entry in sealed] == [b"the order of the shoe"]
    exported = b"".join(map(without_sealed, lines))
    assert b'"sealed"' not in exported
    path.write_bytes(exported)
    found = audit(FileStore(path), "j")
    assert found.ok and found.head == stream.head
    other = lines[-1].replace(b'"sealed":"dGhl', b'"sealed":"dGhm')
    path.write_bytes(b"".join([*lines[:-1], other]))
    assert audit(FileStore(path), "j").fault == "its sealed data was altered"


@pytest.mark.parametrize(
    "place",
    ["entry", "opening", "terms"],
)
def test_an_added_field_is_refused_at_every_level(place: str, tmp_path: Path) -> None:
    import hashlib

    from croupier.journal import canonical

    register(TILL)
    path = tmp_path / "j"
    filled(FileStore(path), 1).close()
    lines = path.read_bytes().splitlines(keepends=True)
    n = 1 if place == "entry" else 0
    body = json.loads(lines[n])
    del body["hash"]
    (body["opening"] if place == "terms" else body)["note"] = "x"
    body["hash"] = hashlib.sha256(canonical(body)).hexdigest()
    lines[n] = canonical(body) + b"\n"
    path.write_bytes(b"".join(lines))
    found = audit(FileStore(path), "j")
    assert found.broken == n and "unknown field `note`" in found.fault


def test_finds_another_streams_entry_and_a_second_opening(tmp_path: Path) -> None:
    register(TILL)
    one, two = tmp_path / "one", tmp_path / "two"
    filled(FileStore(one), 2, name="one").close()
    filled(FileStore(two), 2, name="two").close()
    lines, others = (p.read_bytes().splitlines(keepends=True) for p in (one, two))
    one.write_bytes(b"".join([*lines, others[0]]))
    found = audit(FileStore(one), "one", everything=True)
    assert found.broken == 3 and "entry 0 found where entry 3 was expected" in found.fault


def test_full_verification_finds_a_forged_snapshot(tmp_path: Path) -> None:
    from tests.helpers.journals import rewritten

    register(TILL)
    path = tmp_path / "j"
    filled(FileStore(path), 4, longest=4).close()

    def richer(n: int, body: dict[str, Any]) -> None:
        if "opening" in body and body["opening"]["snapshot"]:
            body["opening"]["snapshot"]["p0"] = 1_000_000

    path.write_bytes(b"".join(rewritten(path.read_bytes().splitlines(keepends=True), richer)))
    assert audit(FileStore(path), "j").ok, "the current segment relies on its snapshot"
    found = audit(FileStore(path), "j", everything=True)
    assert found.fault == "its snapshot does not match the state computed from the earlier entries"


def test_unreadable_snapshot_is_rebuilt_from_the_beginning(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store, 7, longest=4).close()
    name = name_in(store)

    def strange(*_: object) -> None:
        raise BadInput("a wallet of another shape")

    monkeypatch.setattr(TILL, "restore", strange)
    resumed = Stream.resume(store, name)
    assert resumed.state == {"p0": 300, "p1": 200, "p2": 200}
    resumed.close()
    assert audit(store, name).ok and audit(store, name, everything=True).ok


def test_events_override_a_snapshot_by_other_code(tmp_path: Path) -> None:
    from tests.helpers.journals import rewritten

    register(TILL)
    path = tmp_path / "j"
    filled(FileStore(path), 4, longest=4).close()

    def older(n: int, body: dict[str, Any]) -> None:
        if "opening" in body:
            body["opening"]["code"] = "0.0.1"
            if body["opening"]["snapshot"]:
                body["opening"]["snapshot"]["p9"] = 0  # the entry as the older code wrote it

    path.write_bytes(b"".join(rewritten(path.read_bytes().splitlines(keepends=True), older)))
    found = audit(FileStore(path), "j", everything=True)
    assert found.ok and found.state == {"p0": 200, "p1": 100, "p2": 100}
    assert [written.code for written in found.wrote] == ["0.0.1"]


def test_truncated_opening_opens_no_stream(tmp_path: Path) -> None:
    register(TILL)
    path = tmp_path / "j"
    stream = filled(FileStore(path), 4, longest=100)
    stream.cut()
    stream.close()
    path.write_bytes(path.read_bytes()[:-30])
    assert audit(FileStore(path), "j").fault == "the line is cut off"
    resumed = Stream.resume(FileStore(path), "j")
    assert resumed.entries == 5 and resumed.segment == 1
    do(resumed, put("p0", 1))
    resumed.close()
    assert audit(FileStore(path), "j", everything=True).entries == 6


def test_endless_line_is_bounded(tmp_path: Path) -> None:
    register(TILL)
    path = tmp_path / "j"
    filled(FileStore(path), 1).close()
    with path.open("ab") as file:
        file.write(b"x" * (LONGEST + 10))
    assert audit(FileStore(path), "j").fault == "the line is too long"
    with pytest.raises(BadInput, match="cannot be continued"):
        Stream.resume(FileStore(path), "j")


def test_reports_an_unknown_stream_kind(tmp_path: Path) -> None:
    from tests.helpers.journals import rewritten

    register(TILL)
    path = tmp_path / "j"
    filled(FileStore(path), 1).close()

    def another(n: int, body: dict[str, Any]) -> None:
        if "opening" in body:
            body["opening"]["kind"] = "roulette"

    path.write_bytes(b"".join(rewritten(path.read_bytes().splitlines(keepends=True), another)))
    with pytest.raises(BadInput, match="unknown stream kind 'roulette'"):
        audit(FileStore(path), "j")


def test_folder_has_one_file_per_stream_and_no_name_escapes_the_folder(tmp_path: Path) -> None:
    register(TILL)
    store = FolderStore(tmp_path)
    for name in ("blue-3", "red_1"):
        Stream.create(store, name, TILL, CHARTER).close()
    assert store.streams() == ("blue-3", "red_1")
    for name in ("../out", "", "a/b", "A", "-x", "a" * 65, "a\n"):
        with pytest.raises(BadInput):
            Stream.create(store, name, TILL, CHARTER)
    with pytest.raises(BadInput, match="already exists"):
        Stream.create(store, "blue-3", TILL, CHARTER)


def test_finds_a_stream_stored_under_another_name(tmp_path: Path) -> None:
    register(TILL)
    store = FolderStore(tmp_path)
    filled(store, 2, name="red").close()
    (tmp_path / "red.journal").rename(tmp_path / "blue.journal")
    found = audit(store, "blue")
    assert found.broken == 0 and found.fault == "it belongs to a different stream, red"


def test_links_give_typed_entries_in_a_chain(tmp_path: Path) -> None:
    register(TILL)
    store = MemoryStore()
    filled(store, 1)
    opening, entry = link(store, "cage")
    assert isinstance(opening, OpeningEntry) and isinstance(entry, JournalEntry)
    assert opening.opening.kind == "till" and opening.stream == entry.stream == "cage"
    assert opening.opening.code and opening.prev == "0" * 64 and entry.prev == opening.hash
