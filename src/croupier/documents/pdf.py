"""Render PDFs with Typst, from source code, data and pictures.

Rendering uses no network, no system fonts and no clock, so equal input gives equal bytes.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import msgspec

from croupier.documents.blocks import Blocks, Facts, Number, PictureBlock, TableBlock, for_readers, in_words
from croupier.documents.filed_submission import PageHead
from croupier.errors import BadInput
from croupier.extras import need_papers

Size = Literal["letter", "a4"]
SIZES: Mapping[str, str] = {"letter": "us-letter", "a4": "a4"}
STYLE = "house_style.typ"
ARCHIVAL = "a-2b"  # PDF/A-2b, a self-contained format for long-term archives
UNDATED = datetime.date(1980, 1, 1)  # creation date of a file if its document has no date

_PAPER = """#import "house_style.typ": paper, render
#show: paper.with(json("head.json"))
#render(json("blocks.json"))
"""


def pdf(blocks: Blocks, head: PageHead, size: Size = "letter") -> bytes:
    """Render a document in the house style from its blocks."""
    content, pictures = encode_blocks(blocks)
    return compile_pdf(_PAPER, {"blocks.json": encode_json(content), **pictures}, head, size)


def compile_pdf(source: str, parts: Mapping[str, bytes], head: PageHead, size: Size = "letter") -> bytes:
    """Compile Typst source that may import ``house_style.typ`` and read ``head.json`` and the given parts."""
    data = {"main.typ": source.encode(), **_shared_files(head, size), **parts}
    return _compile_pages(data, format="pdf", pdf_standards=[ARCHIVAL])[0]


def pictures_of(
    source: str, parts: Mapping[str, bytes], head: PageHead, size: Size = "letter"
) -> list[bytes]:
    """Render the pages as SVG files, one for each page."""
    data = {"main.typ": source.encode(), **_shared_files(head, size), **parts}
    return _compile_pages(data, format="svg")


def find_size(name: str) -> Size:
    """Return the paper size for the value of the option ``--paper``."""
    match name.lower():
        case "letter":
            return "letter"
        case "a4":
            return "a4"
    raise BadInput(f"--paper {name!r:.40}: choose {' or '.join(SIZES)}")


def _shared_files(head: PageHead, size: Size) -> dict[str, bytes]:
    style = files("croupier.documents").joinpath(STYLE).read_bytes()
    date = head.date or UNDATED
    page = {**msgspec.to_builtins(head), "size": SIZES[size], "day": [date.year, date.month, date.day]}
    return {STYLE: style, "head.json": encode_json(page)}


def _compile_pages(data: dict[str, bytes], **how: Any) -> list[bytes]:
    need_papers()
    import typst

    made = typst.compile(data, ignore_system_fonts=True, **how)
    return [made] if isinstance(made, bytes) else list(made or ())


def encode_json(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)


def encode_blocks(blocks: Blocks) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """Convert blocks to data for the house style. Numbers become text, and pictures become separate files."""
    content, pictures = [], {}
    for number, block in enumerate(blocks):
        entry = _display_value(side_by_side(for_readers(block)) if isinstance(block, TableBlock) else block)
        if isinstance(block, PictureBlock):
            name = f"picture-{number}.svg"
            pictures[name] = block.svg.encode()
            entry["file"] = name
            del entry["svg"]
        content.append(entry)
    return content, pictures


def side_by_side(table: TableBlock) -> TableBlock:
    """Split a long, narrow table into parts, to print them side by side."""
    if table.abreast < 2 or len(table.rows) < 2 * table.abreast:
        return table
    assert not table.total, "a table with a total cannot be split"
    height = -(-len(table.rows) // table.abreast)
    stretches = [table.rows[start : start + height] for start in range(0, len(table.rows), height)]
    empty = ("",) * len(table.columns)
    rows = tuple(
        tuple(cell for each in stretches for cell in (each[line] if line < len(each) else empty))
        for line in range(height)
    )
    return msgspec.structs.replace(table, columns=table.columns * len(stretches), rows=rows)


def _display_value(value: Any) -> Any:
    if isinstance(value, Number):
        return value.shown
    if isinstance(value, Facts):
        rows = [[label, in_words(cell)] for label, cell in value.rows]
        return {"type": "facts", "rows": rows, "by_hand": value.by_hand}
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = {name: _display_value(getattr(value, name)) for name in value.__struct_fields__}
        return {"type": tag, **fields} if tag else fields
    if isinstance(value, tuple):
        return [_display_value(each) for each in value]
    return value
