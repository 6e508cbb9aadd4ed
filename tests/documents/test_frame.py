"""Test that blocks are rendered in every format with exact numbers, embedded fonts and reproducible bytes."""

from __future__ import annotations

import datetime
import io
import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from openpyxl import load_workbook

from croupier.documents import html, output, pdf, xlsx
from croupier.documents.blocks import (
    Bullets,
    Column,
    CommandLine,
    Facts,
    Heading,
    KeepTogether,
    NewPage,
    NoticeBlock,
    Paragraph,
    PictureBlock,
    Signatures,
    count,
    decimal,
    money,
    percent,
    round_decimal,
    table,
    to_one,
)
from croupier.documents.filed_submission import PageHead, read_filed
from croupier.errors import BadInput
from tests.helpers.pdfs import created, fonts_of, pages_of, width_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
HEAD = PageHead(
    "A paper",
    "A game",
    "A <house> & Sons",
    "7",
    "Approved March 2, 2030",
    False,
    "ab" * 32,
    datetime.date(2030, 3, 2),
)
LONG = Fraction(131065711850533614016015271, 5372277972577520004000000)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
BLOCKS = (
    Heading("First"),
    Paragraph("Words with # signs, *stars*, $ and <tags>.", "Lead."),
    NoticeBlock("Mind", "one\ntwo"),
    Facts((("Edge", percent(Fraction(1, 46))), ("Suits", "♠♥♦♣"))),
    table(
        ["Hand", Column("Ways", "right"), Column("Value", "right"), Column("Exactly", width=1, small=True)],
        [["=1+1", count(4_324), decimal(LONG), str(LONG)]],
        "Rows",
        ["Sum", count(1 << 60), decimal(-LONG), ""],
    ),
    CommandLine(("croupier rules",)),
    Bullets(("one", "two")),
    PictureBlock(SVG, "A square", "a black square", 20),
    NewPage(),
    Heading("Second", 2, new_page=True),
    Signatures(("Prepared by",)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(1, 8), 2, "0.13"),  # a half is rounded away from zero
        (Fraction(-1, 8), 2, "−0.13"),
        (Fraction(-1, 1000), 2, "0.00"),  # a rounded zero has no minus sign
        (1_234_567, 0, "1,234,567"),
    ],
)
def test_decimals_are_rounded_exactly(value: Fraction, digits: int, shown: str) -> None:
    assert round_decimal(value, digits) == shown


def test_number_formats() -> None:
    assert str(percent(Fraction(1, 46))) == "2.1739 %"
    assert [str(money(cents)) for cents in (500, 250, -1_234_567)] == ["$5", "$2.50", "−$12,345.67"]
    assert str(to_one(Fraction(7, 2))) == "3.50 to 1"
    assert str(to_one(3)) == "3 to 1"


@pytest.mark.parametrize(("size", "width"), [("letter", 612), ("a4", 595.28)])
def test_pdf_pages_have_header_footer_and_embedded_fonts(size: pdf.Size, width: float) -> None:
    made = pdf.pdf(BLOCKS, HEAD, size)
    assert made == pdf.pdf(BLOCKS, HEAD, size)
    assert width_of(made) == pytest.approx(width, abs=0.1)
    pages = pages_of(made)
    assert len(pages) == 2
    for number, page in enumerate(pages, 1):
        for words in ("A game", "A <house> & Sons", "Approved March 2, 2030", "Version 7", "ab" * 32):
            assert words in page
        assert f"Page {number} / 2" in page
    assert "Words with # signs, *stars*, $ and <tags>." in pages[0]
    fonts = fonts_of(made)
    assert fonts
    assert all(fonts.values())
    assert b"pdfaid" in made  # the file identifies itself as PDF/A
    assert created(made).startswith("D:20300302")


def test_workbook_has_exact_fractions_beside_the_numbers() -> None:
    made = xlsx.xlsx(BLOCKS, HEAD)
    assert made == xlsx.xlsx(BLOCKS, HEAD)
    book = load_workbook(io.BytesIO(made))
    assert book.sheetnames == ["Read first", "Rows"]
    assert book.properties.modified.date() == datetime.date(2030, 3, 2)
    rows = list(book["Rows"].iter_rows(min_row=3, values_only=True))
    assert rows[0] == ("Hand", "Ways", "Ways, exactly", "Value", "Value, exactly", "Exactly")
    assert rows[1][:2] == ("=1+1", 4_324)
    assert rows[1][3] == pytest.approx(float(LONG))
    assert Fraction(rows[1][4]) == LONG
    assert rows[2][2] == str(1 << 60)  # the number is too long for a numeric cell
    assert book["Rows"]["A4"].data_type == "s"  # not a formula
    front = {row[0]: row[1:3] for row in book["Read first"].iter_rows(values_only=True) if row[0]}
    assert front["Edge"] == (pytest.approx(1 / 46), "1/46")


@pytest.mark.parametrize("day", ["1970-01-02", "2026-11-15", "9998-12-31"])
def test_workbook_accepts_any_date(day: str) -> None:
    """The ZIP format cannot store years before 1980."""
    head = msgspec.structs.replace(HEAD, date=datetime.date.fromisoformat(day))
    book = load_workbook(io.BytesIO(xlsx.xlsx((Paragraph("x"),), head)))
    assert book.properties.created is not None and str(book.properties.created)[:10] == day


def test_long_number_breaks_without_extra_characters() -> None:
    long = "1234567890" * 40
    narrow = [Column("Exactly", width=1, small=True), Column("Beside", width=1)]
    (page,) = pages_of(pdf.pdf((table(narrow, [[long, "x"]]),), HEAD))
    lines = [line for line in page.splitlines() if line.strip("x ").isdigit()]
    assert "".join(lines).replace("x", "").replace(" ", "") == long
    assert len(lines) > 3 and all(len(line) < 120 for line in lines)


def test_blocks_kept_together_appear_in_every_format() -> None:
    slip = table(["Chips"], [["$5"]], name="Slip 7")
    told = (KeepTogether((Heading("A slip", 2), slip, Signatures(("Cage",)))),)
    (page,) = pages_of(pdf.pdf(told, HEAD))
    assert "A slip" in page and "Cage, name" in page
    assert '<div class="together"><h2' in html.html(told, HEAD).decode()
    assert load_workbook(io.BytesIO(xlsx.xlsx(told, HEAD)))["Slip 7"]["A4"].value == "$5"


def test_html_page_is_self_contained_and_escapes_text() -> None:
    page = html.html(BLOCKS, HEAD).decode()
    assert "A &lt;house&gt; &amp; Sons" in page
    assert "&lt;tags&gt;" in page
    assert not re.search(r"<script|https?://(?!www\.w3\.org)", page)
    assert 'alt="a black square"' in page


def test_the_extension_selects_the_format(tmp_path: Path) -> None:
    output.write_paper(tmp_path / "a.PDF", {"pdf": lambda: b"one", "json": lambda: b"two"})
    assert (tmp_path / "a.PDF").read_bytes() == b"one"
    with pytest.raises(BadInput, match=r"use the extension \.pdf or \.json"):
        output.write_paper(tmp_path / "a.doc", {"pdf": lambda: b"one", "json": lambda: b"two"})
    assert [each.name for each in tmp_path.iterdir()] == ["a.PDF"]


def test_unwritable_path_is_reported_before_the_work(tmp_path: Path) -> None:
    def never() -> bytes:
        raise AssertionError("the work was started")

    (tmp_path / "folder.pdf").mkdir()
    os.mkfifo(tmp_path / "fifo.pdf")
    for name, why in (
        ("folder.pdf", "a folder"),
        ("none/a.pdf", "no folder"),
        ("fifo.pdf", "not a regular file"),
    ):
        with pytest.raises(BadInput, match=why):
            output.write_paper(tmp_path / name, {"pdf": never})


def test_failed_work_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")

    def fails() -> bytes:
        raise BadInput("no")

    with pytest.raises(BadInput):
        output.write_paper(path, {"pdf": fails})
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_page_header() -> None:
    given = read_filed(EXAMPLES / "uth.toml")
    assert (given.draft, given.standing) == (True, "DRAFT: not approved")
    dated = read_filed(EXAMPLES / "uth.toml", "2026-11-15")
    assert (dated.draft, dated.standing) == (False, "Approved November 15, 2026")
    assert dated.head("Mathematics report").date == datetime.date(2026, 11, 15)
    with pytest.raises(BadInput, match="write a date like"):
        read_filed(EXAMPLES / "uth.toml", "tomorrow")


def test_faulty_submission_is_always_a_draft(tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text('game = "uth"\ndealing = "hand"\nversion = "3"\n[paytables]\ntrips = "Z"\n')
    found = read_filed(path, "2026-11-15")
    assert found.draft
    assert re.fullmatch(r"DRAFT: \d+ faults", found.standing)
    assert found.version == "3"
    assert found.choices is not None
    assert found.choices.paytables == {}


def test_single_pending_approval_is_listed(tmp_path: Path) -> None:
    text = (
        (EXAMPLES / "uth-everything.toml").read_text().replace('"letter 2031-17, layout UTH-4"', '"pending"')
    )
    path = tmp_path / "pending.toml"
    path.write_text(text)
    found = read_filed(path, "2026-11-15")
    assert (found.faults, found.draft, found.pending) == ((), False, ("uth/2.B",))


def test_rejects_a_file_without_a_known_game(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text('game = "snap"\n')
    with pytest.raises(BadInput, match="no game 'snap'"):
        read_filed(path)


@pytest.mark.parametrize("missing", ["typst", "openpyxl", "matplotlib"])
def test_missing_extra_names_the_install_command(
    missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, missing, None)
    said = rf"documents need {missing}; install croupier\[papers\]"
    with pytest.raises(BadInput, match=said):
        pdf.pdf(BLOCKS, HEAD)

    def never() -> dict[str, Any]:
        raise AssertionError("the work was started")

    with pytest.raises(BadInput, match=said):
        output.write_blocks(tmp_path / "a.pdf", HEAD, "letter", never, lambda data: BLOCKS)
    output.write_blocks(tmp_path / "a.json", HEAD, "letter", lambda: {"a": 1}, lambda data: BLOCKS)
    # JSON output needs no optional library
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


def test_long_word_breaks_within_its_column() -> None:
    """Regression test: a hash in the middle of a table ran into the next column."""
    word = "c0ffee" * 11
    columns = (Column("One", width=1), Column("Two", width=1), Column("Three", width=1))
    (page,) = pages_of(pdf.pdf((table(columns, [["left", f"fixed under {word}", "right"]]),), HEAD))
    assert word not in page and word in re.sub(r"\s", "", page)
    short = "c0ffee" * 6
    (whole,) = pages_of(pdf.pdf((table(columns, [["left", short, "right"]]),), HEAD))
    assert short in whole
