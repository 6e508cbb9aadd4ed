"""Test that every error in a TOML file is a one-line BadInput."""

import errno
import os
import random
import time
from pathlib import Path

import pytest

from croupier import BadInput
from croupier.submission import read_toml


def message_for(path: str | Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_toml(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()
    return message


def test_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text('game = "uth"\n[paytables]\nblind = "A"\n', encoding="utf-8")
    assert read_toml(path) == {"game": "uth", "paytables": {"blind": "A"}}
    assert read_toml(str(path)) == read_toml(path)


def test_accepts_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbfgame = 'uth'\r\n")
    assert read_toml(path) == {"game": "uth"}


def test_rejects_missing_file(tmp_path: Path) -> None:
    assert message_for(tmp_path / "none.toml").endswith("none.toml: no such file")


def test_rejects_a_folder(tmp_path: Path) -> None:
    assert "a folder, not a file" in message_for(tmp_path)


def test_rejects_an_impossible_name() -> None:
    assert "not a valid file name" in message_for("a\0b")
    assert message_for("x" * 5000)


def test_rejects_a_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a = 1")
    assert message_for(tmp_path / "file" / "inner.toml")


def test_rejects_file_without_read_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.toml"
    path.write_text("a = 1")

    def locked(*_: object) -> None:  # simulated, because root can read every file
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", locked)
    assert "permission" in message_for(path)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "   "])
def test_reports_an_empty_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(text)
    assert "the file is empty" in message_for(path)


def test_toml_error_names_the_position(tmp_path: Path) -> None:
    path = tmp_path / "garbled.toml"
    path.write_text('game = "uth"\ndealing = hand\n')
    assert "line 2, column 11" in message_for(path)


def test_rejects_duplicate_keys(tmp_path: Path) -> None:
    path = tmp_path / "twice.toml"
    path.write_text('game = "uth"\ngame = "dragon"\n')
    assert "not valid TOML" in message_for(path)


def test_encoding_error_names_the_position(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('game = "uth"\nfacility = "Café"\n'.encode("latin-1"))
    assert "not UTF-8 text (line 2, column 16)" in message_for(path)
    path.write_bytes('game = "uth"'.encode("utf-16"))
    assert "not UTF-8" in message_for(path)


def test_rejects_ten_megabytes_of_noise(tmp_path: Path) -> None:
    path = tmp_path / "noise.toml"
    path.write_bytes(random.Random(1).randbytes(10 << 20))
    assert "larger than 1 MiB" in message_for(path)


def test_rejects_files_above_one_mebibyte(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    line = b'game = "uth" #'
    path.write_bytes(line + b"x" * ((1 << 20) - len(line)))
    assert read_toml(path) == {"game": "uth"}
    path.write_bytes(line + b"x" * ((1 << 20) - len(line) + 1))
    assert "larger than 1 MiB" in message_for(path)


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 100_000, "a = " + "9" * 10_000, "\x00\x01\x02", "a" * 1000, "[" * 50, "a = 1\x7f"],
)
def test_rejects_hostile_toml(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nasty.toml"
    path.write_text(text)
    assert len(message_for(path)) < 700


def test_any_bytes_are_parsed_or_rejected(tmp_path: Path) -> None:
    chance = random.Random(2)
    path = tmp_path / "noise.toml"
    for size in range(1, 400, 7):
        path.write_bytes(b"\xff" + chance.randbytes(size))
        message_for(path)
        path.write_text("".join(chance.choices("[]{}=\"'#.\n a1", k=size)) + "\n=")
        message_for(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a" + ".a" * 40_000 + " = 1", "dots"),
        ("[" + "a." * 40_000 + "a]\nx = 1", "dots"),
        ('game = "uth"\n' + "\n".join(f"k{n} = 1" for n in range(20_000)), "more than 1000 keys"),
        ("[[seats]]\n" * 20_000, "more than 1000 keys"),
        ("x = " + "[" * 900, "nested too deeply"),
        ("x = " + "1" * 100_000, "thousands of digits"),
    ],
)
def test_rejects_slow_to_parse_files_at_once(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    started = time.monotonic()
    assert said in message_for(path)
    assert time.monotonic() - started < 1


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("".join(f"k{n} = 1\n" for n in range(1000)), "k = 1", "more than 1000 keys"),
        ("# " + "[" * 1000 + "\nk = 1", " # [", "more than 1000 keys"),
        ("# " + "." * 100 + "\nk = 1", "\n# " + "." * 101, "more than 100 dots"),
    ],
)
def test_accepts_a_file_at_its_limits(text: str, more: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    assert read_toml(path)
    path.write_text(text + more)
    assert said in message_for(path)


def test_rejects_fifos_and_devices_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", Path("/dev/zero")):
        assert "not a regular file" in message_for(path)


def test_reports_numbers_with_thousands_of_digits_plainly(tmp_path: Path) -> None:
    file = tmp_path / "digits.toml"
    file.write_text(f'game = "uth"\npayout_limit = {"9" * 5000}\n')
    with pytest.raises(BadInput) as refused:
        read_toml(file)
    assert str(refused.value) == f"{file}: a number has thousands of digits; check the amounts"
