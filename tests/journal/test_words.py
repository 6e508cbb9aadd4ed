"""Test that a message about an invalid name is one truncated line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.files import printable
from croupier.journal import Broken, FolderStore, Journal, MemoryStore, Stream, link, locate, register
from croupier.journal.checkpoints import kept_head
from croupier.journal.kinds import kind_of
from tests.helpers.pit import rules_for
from tests.helpers.till import CHARTER, TILL


def said(of: object) -> str:
    return str(getattr(of, "value", of))


@pytest.mark.parametrize(("length", "cut"), [(80, ""), (81, "…")])
def test_missing_stream_name_is_cut_to_80_characters(length: int, cut: str, tmp_path: Path) -> None:
    register(TILL)
    name, told = "x" * length, repr("x" * 80 + cut)
    memory = MemoryStore()
    with pytest.raises(BadInput) as refused:
        memory.segments(name)
    assert said(refused) == f"memory: no stream {told}"
    Stream.create(memory, name, TILL, CHARTER, at=1)
    with pytest.raises(BadInput) as refused:
        Stream.create(memory, name, TILL, CHARTER, at=1)
    assert said(refused) == f"stream {told} already exists; choose another name"
    with pytest.raises(BadInput) as refused:
        locate(MemoryStore(), name)
    assert said(refused) == f"memory: no stream {told}; streams: none"
    with pytest.raises(BadInput) as refused:
        kept_head(name)
    assert said(refused) == f"--head {told}: write 64 hexadecimal digits"
    with pytest.raises(BadInput) as refused:
        FolderStore(tmp_path).file_of(name.upper())
    assert said(refused) == f"stream {told.upper()}: use only a-z, 0-9, dots, - and _"


@pytest.mark.parametrize(("length", "cut"), [(80, ""), (81, "…")])
def test_misplaced_stream_name_is_cut_to_80_characters(length: int, cut: str) -> None:
    register(TILL)
    memory, name = MemoryStore(), "y" * length
    Stream.create(memory, name, TILL, CHARTER, at=1)
    memory._lines["cage"] = memory._lines.pop(name)
    with pytest.raises(Broken) as broken:
        [*link(memory, "cage")]
    assert said(broken).endswith(f"it belongs to a different stream, {'y' * 80}{cut}")


@pytest.mark.parametrize(("length", "cut"), [(40, ""), (41, "…")])
def test_unknown_kind_is_cut_to_40_characters(length: int, cut: str) -> None:
    with pytest.raises(BadInput) as refused:
        kind_of("z" * length)
    assert said(refused).startswith(f"unknown stream kind {'z' * 40 + cut!r}; ")


@pytest.mark.parametrize("many", [10, 11])
def test_names_at_most_ten_streams(many: int) -> None:
    register(TILL)
    memory, names = MemoryStore(), [f"s{number:02d}" for number in range(many)]
    for name in names:
        Stream.create(memory, name, TILL, CHARTER, at=1)
    with pytest.raises(BadInput) as refused:
        locate(memory)
    more = ", …" if many > 10 else ""
    assert said(refused) == f"memory: name a stream; streams: {', '.join(names[:10])}{more}"


def test_default_stream_name_has_twelve_random_digits(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.journal", rules_for("uth")) as one:
        first = one.stream.name
    with Journal.create(tmp_path / "b.journal", rules_for("uth")) as other:
        second = other.stream.name
    assert re.fullmatch(r"uth-[0-9a-f]{12}", first)
    assert first != second


def test_lines_are_cut_to_300_characters_by_default() -> None:
    assert printable("a" * 300) == "a" * 300
    assert printable("a" * 301) == "a" * 300 + "…"
    assert printable("a\x1b") == "a\\x1b"
