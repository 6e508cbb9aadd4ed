"""Test that the browser pages' types are strict and generated from the server's structs."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from croupier.protocol import messages

PROJECT = Path(__file__).parents[2]
SCRIPTS = PROJECT / "src" / "croupier" / "pages" / "static" / "js"
TAG = re.compile(r"@(?:type|param|returns|typedef|template|property)\s*(?=\{)")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("page_types", PROJECT / "tools" / "page_types.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_types_are_current(tool: ModuleType) -> None:
    assert tool.FILE.read_text(encoding="utf-8") == tool.text(), "run make docs"


def test_separately_encoded_fields_have_types(tool: ModuleType) -> None:
    """`Any` in a server message marks a field that the server encodes separately."""
    undeclared = {
        (message.__name__, field.name)
        for message in msgspec.inspect.type_info(messages.FromHouse).types  # type: ignore[attr-defined]
        for message in (message.cls,)
        for field in msgspec.structs.fields(message)
        if "Any" in str(field.type) and (message, field.name) not in tool.ENCODED
    }
    assert undeclared == set()


def test_generated_types_mark_omitted_fields_as_optional(tool: ModuleType) -> None:
    written = tool.FILE.read_text(encoding="utf-8")
    assert (
        "export interface Refusal {\n  type: 'refused';\n  code: string;\n  message: string;\n  id?: string;"
        in written
    )
    # a struct that sends its defaults, so the field is not optional
    assert "\n  calls: FloorCall[];" in written


def jsdoc_types(source: str) -> Iterator[str]:
    """Yield the type in braces after each JSDoc tag."""
    for tag in TAG.finditer(source):
        depth = 0
        for at in range(tag.end(), len(source)):
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            if not depth:
                yield source[tag.end() : at + 1]
                break


def test_scripts_do_not_use_any() -> None:
    """`make check-js` also finds values with an inferred type of `any`."""
    found = {
        (path.name, found)
        for path in SCRIPTS.rglob("*.js")
        for found in jsdoc_types(path.read_text(encoding="utf-8"))
        if re.search(r"\bany\b", found)
    }
    assert found == set()
