"""Store finished chunks in a file, one per line, so that a run can be resumed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import BadInput

HEAD = "croupier simulation chunks 1"


class ChunkLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chunk: int
    counts: list[list[int]]


class JobHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kept: str
    job: str


class ChunkStore:
    """The finished chunks of one job, stored in a file. An incomplete last line is ignored."""

    def __init__(self, path: str | os.PathLike[str], job: str) -> None:
        self.path = Path(path)
        self.chunks: dict[int, list[list[int]]] = {}
        try:
            text = self.path.read_bytes() if self.path.exists() else b""
            whole = self._read(text, job)
            with self.path.open("r+b" if text else "wb") as file:
                file.truncate(whole)
                if not whole:
                    file.write(msgspec.json.encode(JobHeader(HEAD, job)) + b"\n")
        except OSError as fault:
            raise BadInput(f"{self.path}: {fault.strerror or fault}; chunks cannot be saved there") from None

    def _read(self, text: bytes, job: str) -> int:
        """Read the chunks, and return the number of bytes in complete lines."""
        read = 0
        for number, line in enumerate(text.splitlines(keepends=True)):
            try:
                if not line.endswith(b"\n"):
                    break
                if number == 0:
                    self._check(msgspec.json.decode(line, type=JobHeader), job)
                else:
                    found = msgspec.json.decode(line, type=ChunkLine)
                    self.chunks[found.chunk] = found.counts
            except msgspec.MsgspecError:
                raise BadInput(f"{self.path}: line {number + 1} is not a simulation chunk") from None
            read += len(line)
        return read

    def _check(self, head: JobHeader, job: str) -> None:
        if head.kept != HEAD or head.job != job:
            raise BadInput(
                f"{self.path} contains chunks of another simulation or version: "
                "choose a different file for --keep, or delete this one"
            )

    def add(self, chunk: int, counts: list[list[int]]) -> None:
        line: Any = msgspec.json.encode(ChunkLine(chunk, counts)) + b"\n"
        try:
            with self.path.open("ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            raise BadInput(f"{self.path}: {fault.strerror or fault}; the chunk was not saved") from None
