"""The journal: whatever is altered, dropped, moved, invented or cut off is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier import play_record
from croupier.cli.rounds import verify_journal
from croupier.errors import BadInput
from croupier.games import game
from croupier.journal.chain import Journal, checkpoint_path, linked, read_checkpoint, steps, verify
from croupier.records.export import record_of_round
from croupier.records.record import Record, read_record, run
from croupier.table.codec import encode_state
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck

RECORDS: dict[str, dict[str, Any]] = {
    "uth": {
        "game": "uth",
        "submission": {
            "paytables": {"six_card": "A"},
            "progressive": {"paytable": "A", "rate": "0.155"},
        },
        "seats": [
            {
                "seat": 1,
                "player": "ann",
                "wagers": {"ante": 10, "blind": 10, "trips": "2.50", "six_card": 5, "progressive": 1},
                "decisions": ["check", "2x"],
            },
            {
                "seat": 4,
                "player": "bob",
                "wagers": {"ante": 5, "blind": 5, "progressive": 1},
                "decisions": ["4x"],
            },
        ],
    },
    "letitride": {
        "game": "letitride",
        "dealing": "automated",
        "seats": [
            {"seat": 2, "wagers": {"bet1": 5, "bet2": 5, "bet3": 5}, "decisions": ["withdraw", "ride"]},
            {"seat": 7, "wagers": {"bet1": 5, "bet2": 5, "bet3": 5}, "decisions": ["ride", "withdraw"]},
        ],
    },
    "dragon": {
        "game": "dragon",
        "dealing": "shoe",
        "seats": [{"seat": 3, "wagers": {"ante": 5, "ante_bonus": 5, "dragon": 1}, "decisions": ["fold"]}],
    },
    "topfive": {
        "game": "topfive",
        "submission": {"paytables": {"top_five": "B"}},
        "seats": [{"seat": 6, "wagers": {"ante": 5, "top_five": 1}, "decisions": ["play"]}],
    },
}


def keep(path: Path, mapping: dict[str, Any]) -> tuple[Record, Driver]:
    record = read_record(mapping)
    with Journal.create(path, record.rules) as journal:
        source = StackedDeck(game(record.rules.game).deck, record.deck)
        table = Driver(record.opening(), source, AUTOMATIONS, journal.append)
        run(table, record)
    return record, table


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
    assert encode_state(found.state) == encode_state(table.state)
    checkpoint = read_checkpoint(checkpoint_path(path))
    assert checkpoint is not None
    assert (checkpoint.entries, checkpoint.head) == (found.entries, found.head)


@pytest.mark.parametrize("name", RECORDS)
def test_a_round_exports_to_a_record_that_plays_back_the_same(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    keep(path, RECORDS[name])
    first, again = play_record(RECORDS[name]), play_record(record_of_round(path, 1))
    for document in (first, again):
        del document["events"]
    assert again == first


def test_every_line_altered_is_found(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    for n, line in enumerate(lines):
        body = json.loads(line)
        body["note"] = "x"
        altered = [*lines[:n], json.dumps(body).encode() + b"\n", *lines[n + 1 :]]
        journal.write_bytes(b"".join(altered))
        found = verify(journal)
        assert not found.ok
        assert found.broken == n


def test_every_byte_of_an_entry_counts(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    n = 3
    for at in range(0, len(lines[n]) - 1, 7):
        changed = bytearray(lines[n])
        changed[at] ^= 1
        journal.write_bytes(b"".join([*lines[:n], bytes(changed), *lines[n + 1 :]]))
        found = verify(journal)
        assert not found.ok, (at, changed)
        assert found.broken == n


def test_a_dropped_entry_a_moved_one_and_a_repeated_one_are_found(journal: Path) -> None:
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
        assert "tail" in found.fault
    journal.write_bytes(b"".join(lines)[:-20])
    assert "cut off" in verify(journal).fault


def test_a_forged_entry_with_right_hashes_is_found_because_the_rules_decide_otherwise(journal: Path) -> None:
    """Somebody who rewrites the whole chain from an entry on still cannot make the rules pay more."""
    lines = journal.read_bytes().splitlines(keepends=True)
    bodies = [json.loads(line) for line in lines]
    target = next(
        n for n, b in enumerate(bodies) if any(e["type"] == "WagerSettled" for e in b.get("events", ()))
    )
    for event in bodies[target]["events"]:
        if event["type"] == "WagerSettled":
            event["returned"] += 100
    head = bodies[target]["prev"]
    forged = []
    for body in bodies[target:]:
        del body["hash"]
        line, head = linked({**body, "prev": head})
        forged.append(line)
    journal.write_bytes(b"".join([*lines[:target], *forged]))
    checkpoint_path(journal).unlink()
    found = verify(journal)
    assert found.broken == target
    assert "otherwise" in found.fault


def test_a_chain_rebuilt_from_another_evening_is_not_the_checkpointed_one(
    journal: Path, tmp_path: Path
) -> None:
    kept = read_checkpoint(checkpoint_path(journal))
    other = tmp_path / "other"
    keep(other, {**RECORDS["uth"], "deck": "As Ks"})
    assert verify(other).ok
    assert not verify(other, kept).ok


def test_a_journal_goes_on_where_it_ended_and_never_over_another(journal: Path) -> None:
    resumed, state = Journal.resume(journal)
    assert state.round.number == 2
    resumed.close()
    with pytest.raises(BadInput, match="never overwritten"):
        Journal.create(journal, state.rules)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"{}\n", b"not json\n", b'{"n": 0}\n', b"[" * 10_000]
)
def test_what_is_no_journal_is_said_in_one_line(content: bytes, tmp_path: Path) -> None:
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


def test_a_key_written_twice_or_other_spacing_is_found(journal: Path) -> None:
    """A reader that takes the first of two equal keys would see a forgery that the hash does not cover."""
    lines = journal.read_bytes().splitlines(keepends=True)
    for forged in (
        lines[3].replace(b'{"command":', b'{"command":{"type":"Bet"},"command":', 1),
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
        table = Driver(bare_table(record.rules), source, AUTOMATIONS, journal.append)
        table.do(do_.ReceiveDecks(backs=("blue",), prepared=True))
        table.run()
    found = verify(path)
    assert found.ok and found.state is not None
    assert found.state.care.loaded == "blue"


def test_a_journal_kept_by_unlawful_rules_is_broken_from_the_start(tmp_path: Path) -> None:
    import msgspec

    rules = read_record(RECORDS["uth"]).rules
    path = tmp_path / "journal"
    Journal.create(path, type(rules)(msgspec.structs.replace(rules.choices, payout_limit=100))).close()
    found = verify(path)
    assert found.broken == 0
    assert "uth/12.F.1" in found.fault


def test_a_line_that_a_crash_cut_short_is_dropped_on_resuming(journal: Path) -> None:
    whole = journal.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    checkpoint_path(journal).unlink()
    journal.write_bytes(whole[: -len(last) // 2])
    assert not verify(journal).ok
    resumed, _ = Journal.resume(journal)
    resumed.close()
    assert verify(journal).ok
    assert journal.read_bytes() == whole[: -len(last)]


def test_each_round_leaves_a_checkpoint_and_verify_says_if_it_had_none(journal: Path) -> None:
    assert verify(journal).checkpointed
    checkpoint_path(journal).unlink()
    assert not verify(journal).checkpointed


def test_a_journal_has_one_writer(journal: Path) -> None:
    first, _ = Journal.resume(journal)
    with pytest.raises(BadInput, match="another table is writing"):
        Journal.resume(journal)
    first.close()
    again, _ = Journal.resume(journal)
    again.close()
