"""Test that verification finds altered, dropped, moved, invented and truncated entries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier import play_record
from croupier.cli.journals import verify_journal
from croupier.errors import BadInput
from croupier.games import game
from croupier.journal import Journal, checkpoint_path, read_checkpoint, steps, verify
from croupier.journal.checkpoints import CheckpointSource, kept_checkpoint
from croupier.records.export import record_of_round
from croupier.records.record import read_record
from croupier.table import commands as do_
from croupier.table.codec import encode_state
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import decide
from tests.helpers.journals import RECORDS, keep, rewritten


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "evening.journal"
    keep(path, RECORDS["uth"])
    return path


@pytest.mark.parametrize("name", RECORDS)
def test_an_untouched_journal_verifies_and_gives_the_same_state(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    _, table = keep(path, RECORDS[name])
    found = verify(path)
    assert found.ok
    assert found.state is not None
    assert encode_state(found.state.table) == encode_state(table.state)
    checkpoint = read_checkpoint(checkpoint_path(path))
    assert (checkpoint.entries, checkpoint.head) == (found.entries, found.head)


@pytest.mark.parametrize("name", RECORDS)
def test_a_round_exports_to_a_record_that_plays_back_the_same(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    keep(path, RECORDS[name])
    first, again = play_record(RECORDS[name]), play_record(record_of_round(path, 1))
    for document in (first, again):
        del document["events"], document["warnings"]  # the replayed deck already contains the filled-in cards
    assert again == first


def test_finds_an_alteration_of_any_line(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    for n, line in enumerate(lines):
        body = json.loads(line)
        body["note"] = "x"
        altered = [*lines[:n], json.dumps(body).encode() + b"\n", *lines[n + 1 :]]
        journal.write_bytes(b"".join(altered))
        found = verify(journal)
        assert not found.ok
        assert found.broken == n


def test_finds_an_alteration_of_any_byte(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    n = 3
    for at in range(0, len(lines[n]) - 1, 7):
        changed = bytearray(lines[n])
        changed[at] ^= 1
        journal.write_bytes(b"".join([*lines[:n], bytes(changed), *lines[n + 1 :]]))
        found = verify(journal)
        assert not found.ok, (at, changed)
        assert found.broken == n


def test_finds_dropped_moved_and_repeated_entries(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    for broken in (
        [*lines[:5], *lines[6:]],
        [*lines[:5], lines[6], lines[5], *lines[7:]],
        [*lines[:6], *lines[5:]],
    ):
        journal.write_bytes(b"".join(broken))
        assert not verify(journal).ok


def test_a_cut_tail_is_found_by_the_checkpoint(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    for kept in (1, len(lines) // 2, len(lines) - 1):
        journal.write_bytes(b"".join(lines[:kept]))
        found = verify(journal)
        assert not found.ok
        assert "the end of the journal" in found.fault
    journal.write_bytes(b"".join(lines)[:-20])
    assert "cut off" in verify(journal).fault


def test_finds_a_forged_entry_that_the_rules_contradict(journal: Path) -> None:
    """A forged payment is found even if the attacker recomputes the chain from that entry on."""
    lines = journal.read_bytes().splitlines(keepends=True)
    bodies = [json.loads(line) for line in lines]
    target = next(
        n for n, b in enumerate(bodies) if any(e["type"] == "wager_settled@1" for e in b.get("events", ()))
    )

    def pay_more(n: int, body: dict[str, Any]) -> None:
        for event in body.get("events", ()):
            if n == target and event["type"] == "wager_settled@1":
                event["returned"] += 100

    journal.write_bytes(b"".join(rewritten(lines, pay_more)))
    checkpoint_path(journal).unlink()
    found = verify(journal)
    assert found.broken == target
    assert "differently" in found.fault


def test_checkpoint_reveals_a_chain_from_another_session(journal: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    keep(other, {**RECORDS["uth"], "deck": "As Ks"})
    assert verify(other).ok
    found = verify(other, kept_checkpoint(checkpoint_path(journal), other))
    assert not found.ok
    assert found.fault == "the chain is not the one in the checkpoint"


def test_resumes_at_the_end_and_never_overwrites(journal: Path) -> None:
    resumed = Journal.resume(journal)
    state = resumed.full_state.table
    assert state.round.number == 2
    resumed.close()
    with pytest.raises(BadInput, match="already exists"):
        Journal.create(journal, state.rules)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"{}\n", b"not json\n", b'{"n": 0}\n', b"[" * 10_000]
)
def test_a_file_that_is_not_a_journal_gives_a_one_line_message(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(content)
    with pytest.raises(BadInput) as bad:
        list(steps(path))
    assert "\n" not in str(bad.value)
    with pytest.raises(BadInput):
        list(steps(tmp_path))
    with pytest.raises(BadInput):
        list(steps(tmp_path / "missing"))


def test_exit_codes(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_journal(journal, None, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    journal.write_bytes(journal.read_bytes().replace(b'"choice":"2x"', b'"choice":"1x"'))
    assert verify_journal(journal, None, as_json=False) == 1
    assert capsys.readouterr().out.startswith("entry ")


def test_finds_duplicate_keys_and_changed_spacing(journal: Path) -> None:
    """If a line has the same key twice, a parser could read the value that the hash does not cover."""
    lines = journal.read_bytes().splitlines(keepends=True)
    for forged in (
        lines[3].replace(b'{"command":', b'{"command":{"type":"bet@1"},"command":', 1),
        lines[3].replace(b",", b", ", 1),
        b" " + lines[3],
    ):
        journal.write_bytes(b"".join([*lines[:3], forged, *lines[4:]]))
        assert verify(journal).broken == 3


def test_a_journal_can_begin_before_the_cards_arrive(tmp_path: Path) -> None:
    from croupier.table import commands as do_
    from croupier.table.state import bare_table

    record = read_record(RECORDS["topfive"])
    path = tmp_path / "journal"
    with Journal.create(path, record.rules, bare=True) as journal:
        source = StackedDeck(game("topfive").deck)
        table = Driver(bare_table(record.rules), source, AUTOMATIONS, journal.keep)
        table.do(do_.ReceiveDecks(backs=("blue",), prepared=True))
        table.run()
    found = verify(path)
    assert found.ok and found.state is not None
    assert found.state.table.care.loaded == "blue"


def test_journal_with_unlawful_rules_fails_from_the_start(tmp_path: Path) -> None:
    import msgspec

    rules = read_record(RECORDS["uth"]).rules
    path = tmp_path / "journal"
    Journal.create(path, type(rules)(msgspec.structs.replace(rules.choices, payout_limit=100))).close()
    found = verify(path)
    assert found.broken == 0
    assert "uth/12.F.1" in found.fault


def test_resuming_drops_a_line_truncated_by_a_crash(journal: Path) -> None:
    whole = journal.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    checkpoint_path(journal).unlink()
    journal.write_bytes(whole[: -len(last) // 2])
    assert not verify(journal).ok
    torn = journal.read_bytes()
    resumed = Journal.resume(journal)
    state = resumed.full_state.table
    assert journal.read_bytes() == torn, "the file is repaired only by the next write"
    command = do_.BuyIn(player="cid", cents=500)
    resumed.append(command, decide(state, command))
    resumed.close()
    assert verify(journal).ok
    assert journal.read_bytes().startswith(whole[: -len(last)])


def test_journal_writes_a_checkpoint_and_verify_warns_without_one(journal: Path) -> None:
    assert verify(journal).met
    checkpoint_path(journal).unlink()
    assert verify(journal).kept is None


def test_journal_longer_than_its_checkpoint_is_not_broken(journal: Path) -> None:
    """After a crash, the checkpoint is from the previous session and the chain continues past it."""
    kept = read_checkpoint(checkpoint_path(journal))
    resumed = Journal.resume(journal)
    command = do_.SitDown(seat=1, player="cid")
    resumed.append(command, decide(resumed.full_state.table, command))
    resumed.abandon()
    assert read_checkpoint(checkpoint_path(journal)) == kept
    found = verify(journal)
    assert found.ok and found.met and found.entries == kept.entries + 1


def test_refuses_to_resume_a_journal_shorter_than_its_checkpoint(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(BadInput, match="the end of the journal is missing"):
        Journal.resume(journal)


def test_a_journal_has_one_writer(journal: Path) -> None:
    first = Journal.resume(journal)
    with pytest.raises(BadInput, match="another table is writing"):
        Journal.resume(journal)
    first.close()
    again = Journal.resume(journal)
    again.close()


def test_journal_longer_than_its_checkpoint_verifies(journal: Path, tmp_path: Path) -> None:
    """A saved head describes an earlier state. Later entries are not a fault."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    kept = elsewhere / "head"
    kept.write_bytes(checkpoint_path(journal).read_bytes())
    then = verify(journal).entries
    with Journal.resume(journal) as resumed:
        command = do_.SitDown(seat=2, player="cas")
        resumed.append(command, decide(resumed.full_state.table, command))
    found = verify(journal, kept_checkpoint(kept, journal))
    assert (found.ok, found.entries) == (True, then + 1)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_distinguishes_a_different_chain_from_a_cut_tail(journal: Path, more: int) -> None:
    entries = len(journal.read_bytes().splitlines()) + more
    found = verify(journal, CheckpointSource("0" * 64, entries, "elsewhere"))
    if more > 0:
        assert found.fault == f"the end of the journal is missing: the checkpoint has {entries} entries"
    else:
        assert found.fault == "the chain is not the one in the checkpoint"
