"""Finished chunks in a file, one to a line, written as they arrive: work that was cut short goes on there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import BadInput

HEAD = "croupier simulation chunks 1"


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chunk: int
    counts: list[list[int]]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kept: str
    job: str


class Kept:
    """The chunks of one job. A last line that was cut short is as good as absent."""

    def __init__(self, path: str | os.PathLike[str], job: str) -> None:
        self.path = Path(path)
        self.chunks: dict[int, list[list[int]]] = {}
        try:
            text = self.path.read_bytes() if self.path.exists() else b""
            whole = self._read(text, job)
            with self.path.open("r+b" if text else "wb") as file:
                file.truncate(whole)
                if not whole:
                    file.write(msgspec.json.encode(Head(HEAD, job)) + b"\n")
        except OSError as fault:
            raise BadInput(f"{self.path}: {fault.strerror or fault}; chunks cannot be kept there") from None

    def _read(self, text: bytes, job: str) -> int:
        """Bytes of whole lines."""
        read = 0
        for number, line in enumerate(text.splitlines(keepends=True)):
            try:
                if not line.endswith(b"\n"):
                    break
                if number == 0:
                    self._check(msgspec.json.decode(line, type=Head), job)
                else:
                    found = msgspec.json.decode(line, type=Line)
                    self.chunks[found.chunk] = found.counts
            except msgspec.MsgspecError:
                raise BadInput(f"{self.path}: line {number + 1} is no chunk of a simulation") from None
            read += len(line)
        return read

    def _check(self, head: Head, job: str) -> None:
        if head.kept != HEAD or head.job != job:
            raise BadInput(
                f"{self.path} holds chunks of another simulation, or of another version: "
                "name another file for --keep, or take this one away"
            )

    def add(self, chunk: int, counts: list[list[int]]) -> None:
        line: Any = msgspec.json.encode(Line(chunk, counts)) + b"\n"
        try:
            with self.path.open("ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            raise BadInput(f"{self.path}: {fault.strerror or fault}; the chunk is not kept") from None
