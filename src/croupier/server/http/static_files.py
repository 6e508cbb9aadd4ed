"""Serve the pages' files, compressed and with ETags, so that browsers load changed files immediately."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import NotFoundException

KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


class CachedFile(msgspec.Struct, frozen=True):
    """The contents of a file, plain and compressed."""

    stamp: tuple[int, int]
    plain: bytes
    packed: bytes
    etag: str


AppRequest = Request[Any, Any, Any]
PAGE = ".html"


class StaticFiles:
    """Serves the files of one folder, and reads and compresses a file again only when it changes.

    `beside` returns additional values for a page's ETag. `generated` holds files made by the program.
    """

    def __init__(
        self,
        folder: Path,
        beside: Callable[[AppRequest], str] = lambda _: "",
        generated: Mapping[str, bytes] | None = None,
    ) -> None:
        self._folder, self._beside = folder.resolve(), beside
        self._generated = {
            self._folder / name: packed_file((0, 0), plain) for name, plain in (generated or {}).items()
        }
        self._files: dict[Path, CachedFile] = {}

    def answer(self, name: str, request: AppRequest) -> Response[bytes]:
        if "\0" in name:
            raise NotFoundException("this file does not exist")
        path = (self._folder / name.lstrip("/")).resolve()
        file = self._generated.get(path)
        if file is None:
            if not path.is_relative_to(self._folder) or path.suffix not in KINDS or not path.is_file():
                raise NotFoundException("this file does not exist")
            file = self._file(path)
        etag = self._tag(file, request) if path.suffix == PAGE else file.etag
        headers = {"etag": etag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        body = file.plain
        if "gzip" in request.headers.get("accept-encoding", "") and len(file.packed) < len(file.plain):
            body, headers = file.packed, headers | {"content-encoding": "gzip"}
        return Response(body, media_type=KINDS[path.suffix], headers=headers)

    def _tag(self, file: CachedFile, request: AppRequest) -> str:
        beside = self._beside(request)
        return f'{file.etag[:-1]}-{digest_of(beside.encode())}"' if beside else file.etag

    def _file(self, path: Path) -> CachedFile:
        about = path.stat()
        stamp = (about.st_mtime_ns, about.st_size)
        cached = self._files.get(path)
        if cached is not None and cached.stamp == stamp:
            return cached
        file = packed_file(stamp, path.read_bytes())
        self._files[path] = file
        return file


def packed_file(stamp: tuple[int, int], plain: bytes) -> CachedFile:
    return CachedFile(stamp, plain, gzip.compress(plain, 9, mtime=0), f'"{digest_of(plain)}"')


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]
