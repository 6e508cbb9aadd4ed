"""Test the size, caching, compression and content security policy of static files."""

from __future__ import annotations

import gzip
import os
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from croupier.pages import FILES, PAGES
from croupier.pages.generated import read_page_file
from croupier.server.http.static_files import StaticFiles
from tests.pages.conftest import Visit
from tests.pages.helpers.opened import Opened


class Asking:
    """The parts of a request that the file handler reads."""

    def __init__(self, **headers: str) -> None:
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def ask(files: StaticFiles, name: str, **headers: str) -> Any:
    return files.answer(name, Asking(**headers))


READ_ALONE = "reading"  # plain text without scripts


def test_pages_are_small_and_have_no_inline_code() -> None:
    for name in PAGES:
        text = (FILES / f"{name}.html").read_text(encoding="utf-8")
        markup = re.sub(r'<link rel="modulepreload"[^>]*>\n?', "", text)
        assert len(markup) < (6_000 if name == READ_ALONE else 1_500)
        assert "style=" not in text and "<style" not in text and " on" not in re.sub(r">[^<]*<", "><", text)
        assert re.findall(r"<script(?! type=\"module\" src=\")", text) == []


def modules_of(name: str, found: list[str]) -> list[str]:
    """Return the paths of a module and everything it imports."""
    if name not in found:
        found.append(name)
        text = (read_page_file(name) or b"").decode()
        for other in re.findall(r"^import [^'\n]*'([^']+)';", text, re.M):
            modules_of(os.path.normpath(os.path.join(os.path.dirname(name), other)), found)
    return found


def test_table_page_preloads_all_its_modules() -> None:
    text = (FILES / "table.html").read_text(encoding="utf-8")
    asked = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', text)
    assert asked == sorted(modules_of("js/table/table-entry.js", [])[1:])


def test_files_are_compressed_tagged_and_refreshed(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("one;" * 400)
    files = StaticFiles(tmp_path)
    packed = ask(files, "a.js", accept_encoding="gzip, br")
    assert gzip.decompress(packed.content) == b"one;" * 400 and len(packed.content) < 60
    assert packed.headers["cache-control"] == "no-cache" and packed.headers["content-encoding"] == "gzip"
    tag = packed.headers["etag"]
    assert ask(files, "a.js", if_none_match=tag).status_code == 304
    (tmp_path / "a.js").write_text("two;" * 401)
    again = ask(files, "a.js", if_none_match=tag)
    assert again.status_code is None and again.content == b"two;" * 401 and again.headers["etag"] != tag


def test_new_policy_changes_the_etag_of_pages(tmp_path: Path) -> None:
    """A cached page keeps its old policy, so the server must send the page again after the node list
    changes.
    """
    (tmp_path / "a.html").write_text("<!doctype html>")
    (tmp_path / "a.js").write_text("one;")
    nodes = [""]
    files = StaticFiles(tmp_path, lambda _: nodes[0])
    page, module = (ask(files, name).headers["etag"] for name in ("a.html", "a.js"))
    assert ask(files, "a.html", if_none_match=page).status_code == 304
    nodes[0] = "http://other"
    again = ask(files, "a.html", if_none_match=page)
    assert again.status_code is None and again.headers["etag"] not in (page, module)
    assert ask(files, "a.html", if_none_match=again.headers["etag"]).status_code == 304
    assert ask(files, "a.js", if_none_match=module).status_code == 304


@pytest.mark.parametrize("name", ["../a.py", "none.js", "secret.txt", "", "/etc/hosts"])
def test_serves_only_files_of_the_pages(tmp_path: Path, name: str) -> None:
    from litestar.exceptions import NotFoundException

    inside = tmp_path / "static"
    inside.mkdir()
    (tmp_path / "a.py").write_text("x")
    (inside / "secret.txt").write_text("x")
    with pytest.raises(NotFoundException):
        ask(StaticFiles(inside), name)


def test_page_has_security_headers_and_no_errors(visit: Visit, house: Opened) -> None:
    with urllib.request.urlopen(f"{house.url}/") as answer:
        policy = answer.headers["content-security-policy"]
        assert "require-trusted-types-for 'script'" in policy and "unsafe" not in policy
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(f"{house.url}/static/js/none.js")
    assert missing.value.code == 404
    page = visit().page
    page.goto("/")
    page.get_by_text("Ultimate Texas Hold").first.wait_for()
