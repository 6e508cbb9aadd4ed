"""Write a document as one self-contained HTML page without scripts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from croupier.documents.blocks import (
    Block,
    Blocks,
    Bullets,
    Cell,
    Column,
    CommandLine,
    Contents,
    Facts,
    Heading,
    KeepTogether,
    NewPage,
    NoticeBlock,
    Paragraph,
    PictureBlock,
    Signatures,
    TableBlock,
    for_readers,
    in_words,
)
from croupier.documents.filed_submission import PageHead

STYLE = "house_style.css"


def html(blocks: Blocks, head: PageHead) -> bytes:
    style = files("croupier.documents").joinpath(STYLE).read_text(encoding="utf-8")
    title = escape(f"{head.title}, {head.game}, {head.facility}")
    body = "\n".join(_set(each, f"part-{number}") for number, each in enumerate(blocks))
    number = escape(f"{head.numbered.lower()} {head.version}")
    page = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
<header class="{"draft" if head.draft else "approved"}">
<p><b>{escape(head.game)}</b> · {escape(head.facility)}</p>
<p>{escape(head.title)}, {number} · <b class="standing">{escape(head.standing)}</b></p>
</header>
{_contents(blocks)}
<main>
{body}
</main>
<footer><p>{escape(head.hash_of)} <code>{escape(head.hash)}</code></p></footer>
</html>
"""
    return page.encode()


def _contents(blocks: Blocks) -> str:
    """Return a table of contents with all first-level and second-level headings."""
    found = [
        (number, each) for number, each in enumerate(blocks) if isinstance(each, Heading) and each.level < 3
    ]
    if len(found) < 4:
        return ""
    items = "\n".join(
        f'<li class="level-{each.level}"><a href="#part-{number}">{escape(each.text)}</a></li>'
        for number, each in found
    )
    return f'<nav aria-label="Contents">\n<ul>\n{items}\n</ul>\n</nav>'


def _set(block: Block, anchor: str) -> str:
    match block:
        case Heading(text, level):
            return f'<h{level} id="{anchor}">{escape(text)}</h{level}>'
        case Paragraph(text, strong, small):
            lead = f"<b>{escape(strong)}</b> " if strong else ""
            return f"<p{' class=small' if small else ''}>{lead}{_lines(text)}</p>"
        case NoticeBlock(title, text):
            more = f"<br>{_lines(text)}" if text else ""
            return f'<aside class="notice"><b>{escape(title)}</b>{more}</aside>'
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{_lines(each)}</li>" for each in items) + "</ul>"
        case CommandLine(lines):
            return "<pre>" + "\n".join(escape(each) for each in lines) + "</pre>"
        case Facts(rows):
            return (
                "<dl>"
                + "".join(f"<dt>{escape(k)}</dt><dd>{_lines(in_words(v))}</dd>" for k, v in rows)
                + "</dl>"
            )
        case TableBlock():
            return "\n".join(_table(for_readers(block)))
        case PictureBlock(svg, caption, says, width):
            data = "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()
            return (
                f'<figure><img style="width:{width}%" alt="{escape(says)}" src="{data}">'
                f"<figcaption>{escape(caption)}</figcaption></figure>"
            )
        case Signatures(roles):
            signed = "".join(f"<tr><td>{escape(each)}, name<td>Signature<td>Date" for each in roles)
            return f'<table class="signatures">{signed}</table>'
        case Contents():
            return ""
        case KeepTogether(parts):
            inside = "\n".join(_set(each, f"{anchor}-{number}") for number, each in enumerate(parts))
            return f'<div class="together">{inside}</div>'
        case NewPage():
            return '<div class="new-page"></div>'


def _table(block: TableBlock) -> Iterator[str]:
    yield '<div class="wide"><table>'
    if block.caption:
        yield f"<caption>{escape(block.caption)}</caption>"
    yield "<thead><tr>" + "".join(_cell("th scope=col", c.title, c) for c in block.columns) + "</thead>"
    yield "<tbody>"
    for row in block.rows:
        yield "<tr>" + _cells(row, block.columns)
    yield "</tbody>"
    if block.total:
        yield "<tfoot><tr>" + _cells(block.total, block.columns) + "</tfoot>"
    yield "</table></div>"


def _cells(row: tuple[Cell, ...], columns: tuple[Column, ...]) -> str:
    return "".join(_cell("td", str(cell), column) for cell, column in zip(row, columns, strict=True))


def _cell(tag: str, text: str, column: Column) -> str:
    names: list[str] = [column.align] if column.align != "left" else []
    names += ["exact"] if column.small else ["typed"] if column.typed else []
    classes = f' class="{" ".join(names)}"' if names else ""
    return f"<{tag}{classes}>{_lines(text)}"


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
