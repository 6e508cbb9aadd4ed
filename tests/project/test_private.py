"""Test that only the owner can read private files, such as the key and the seals."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier import private_files


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "croupier" / "seal"


def test_a_new_folder_is_accessible_only_to_its_owner(tmp_path: Path) -> None:
    folder = private_files.own_folder(tmp_path / "a" / "b")
    assert folder is not None
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o755, 0o750, 0o701])
def test_refuses_and_keeps_a_folder_open_to_others(tmp_path: Path, mode: int) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(mode)
    assert private_files.own_folder(tmp_path / "open") is None
    assert (tmp_path / "open").stat().st_mode & 0o777 == mode


def test_a_link_a_file_and_a_foreign_folder_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private_files.own_folder(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").write_text("")
    assert private_files.own_folder(tmp_path / "link") is None
    assert private_files.own_folder(tmp_path / "file") is None
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert private_files.own_folder(tmp_path / "real") is None


def test_key_is_private_and_persistent(own_key: Path) -> None:
    sealed = private_files.seal("name", b"content")
    assert sealed is not None
    assert own_key.stat().st_mode & 0o777 == 0o600
    private_files._key.cache_clear()
    assert private_files.genuine("name", b"content", sealed)
    assert not private_files.genuine("other", b"content", sealed)
    assert not private_files.genuine("name", b"changed", sealed)
    assert not private_files.genuine("name", b"content", b"")


@pytest.mark.parametrize("planted", ["open", "short", "link"])
def test_planted_key_is_not_used(own_key: Path, tmp_path: Path, planted: str) -> None:
    assert private_files.own_folder(own_key.parent) is not None
    known = b"k" * private_files.KEY_BYTES
    if planted == "link":
        (tmp_path / "known").write_bytes(known)
        own_key.symlink_to(tmp_path / "known")
    else:
        own_key.write_bytes(known if planted == "open" else b"")
        own_key.chmod(0o644 if planted == "open" else 0o600)
    assert private_files.seal("name", b"content") is None
    assert not private_files.genuine("name", b"content", b"")
