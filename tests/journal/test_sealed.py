"""Test that a line splits into its public part and its sealed data and is restored from both."""

from __future__ import annotations

import pytest

from croupier.journal.entries import join_sealed, split_sealed

LINE = b'{"n":7,"note":",\\"sealed\\":\\"QQ==\\"","sealed":"QUJD","stream":"uth-1"}\n'
PUBLIC = b'{"n":7,"note":",\\"sealed\\":\\"QQ==\\"","stream":"uth-1"}\n'


def test_splits_and_restores_sealed_data() -> None:
    assert split_sealed(LINE) == (PUBLIC, b"ABC")
    assert join_sealed(PUBLIC, b"ABC") == LINE


@pytest.mark.parametrize("sealed", [None, b"ABC"])
def test_a_line_without_a_stream_or_without_sealed_data_is_unchanged(sealed: bytes | None) -> None:
    assert split_sealed(PUBLIC) == (PUBLIC, None)
    line = PUBLIC if sealed is None else b'{"n":7}\n'
    assert join_sealed(line, sealed) == line
