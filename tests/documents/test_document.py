"""Test that the submission document shows every option with its clause, the approval and all changes."""

from __future__ import annotations

import io
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
import tomli_w
from openpyxl import load_workbook

from croupier.documents.blocks import TableBlock
from croupier.documents.filed_submission import FiledSubmission, parse_filed, read_filed
from croupier.documents.layout.items import WORDS
from croupier.documents.pdf import pdf
from croupier.documents.submission.contents import changes, gather
from croupier.documents.submission.pages import document_blocks
from croupier.documents.xlsx import xlsx
from croupier.rulebook import declaration, paytable
from croupier.submission.shape import SubmissionTable, shape
from tests.documents.conftest import APPROVED, EXAMPLES, Run, example
from tests.helpers.pdfs import fonts_of, pages_of

pytestmark = pytest.mark.long

EVERY = ("uth", "letitride", "dragon", "topfive", "uth-everything", "letitride-everything")


def changed(*replaced: tuple[str, str], name: str = "uth-everything") -> FiledSubmission:
    text = (EXAMPLES / f"{name}.toml").read_text()
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    return parse_filed(text.encode(), "new.toml", APPROVED)


@pytest.mark.parametrize("name", EVERY)
def test_lists_every_option_of_every_chapter_with_its_clause(name: str) -> None:
    given = example(name)
    data = gather(given, None)
    told = {each["key"]: each for chapter in data["chapters"] for each in chapter["options"]}
    facts = declaration(given.game)
    for key, node in shape(given.game).keys.items():
        if key in ("game", "facility", "version", "limits", "readings", "paytables"):
            continue
        if isinstance(node, SubmissionTable):
            own = any(each.startswith(f"{key}.") for each in told)
            assert own or key in told or not node.clause, key
        elif node.clause:
            assert key in told
    for each in told.values():
        assert re.fullmatch(rf"{given.game}/\d+\..+", each["clause"]), each
    assert {each["wager"] for each in data["wagers"]} == {rule.name for rule in facts.wagers}
    for each in data["paytables"]:
        if each["wager"] in given.says.paytables:
            rows = paytable(given.game, each["wager"], each["letter"]).rows
            assert [row["clause"] for row in each["rows"]] == [row.clause for row in rows]
            assert [row["pays"] for row in each["rows"]] == [str(row.pays) for row in rows]
    assert {each["where"] for each in data["felt"]} <= {WORDS["felt"], WORDS["sign"], WORDS["advised"]}


def test_paytables_are_named_by_their_wagers() -> None:
    labels = {each["wager"]: each["label"] for each in gather(example("uth-everything"), None)["paytables"]}
    assert labels["blind"] == "Blind" and labels["six_card"] == "Six Card Bonus"
    assert any(name.startswith("envy_") for name in labels)
    assert all(
        words == f"Envy Bonus with a ${name[5:]} stake"
        for name, words in labels.items()
        if name.startswith("envy_")
    )
    main = gather(example("letitride"), None)["paytables"][0]
    assert main["label"] == "Bet 1, Bet 2, Bet 3"


@pytest.mark.parametrize(
    ("name", "size"), [("uth-everything", "letter"), ("letitride", "a4"), ("dragon", "letter")]
)
def test_approval_is_on_every_page(name: str, size: str) -> None:
    given = example(name)
    blocks = document_blocks(gather(given, None))
    made = pdf(blocks, given.head("Rules Submission"), size)
    assert made == pdf(blocks, given.head("Rules Submission"), size)
    pages = pages_of(made)
    for number, page in enumerate(pages, 1):
        assert "Approved November 15, 2026" in page
        assert given.sha256 in page
        assert f"Page {number} / {len(pages)}" in page
    assert all(fonts_of(made).values())
    text = " ".join(pages)
    for number in range(1, 14):
        assert f"Chapter {number}:" in text


def test_lists_changes_since_the_last_version() -> None:
    before = example("uth-everything")
    now = changed(
        ('blind = "B"', 'blind = "A"'),
        ("minimum = 100, maximum = 1000", "minimum = 50, maximum = 1000"),
        ('version = "1"', 'version = "2"'),
        # a different notation for the same value is not a change
        ("payout_limit = 55000", 'payout_limit = "55000.00"'),
        ('"U-06" = "R2"', '"U-12" = "R2"'),
    )
    found = {each["key"]: (each["was"], each["now"]) for each in changes(now, before)}
    assert found == {
        "version": ("1", "2"),
        "paytables.blind": ("B", "A"),
        "limits.ante.minimum": ("$100", "$50"),
        "readings.U-06": ("R2", "not stated"),
        "readings.U-12": ("not stated", "R2"),
    }
    pages = pages_of(pdf(document_blocks(gather(now, before)), now.head("Rules Submission")))
    text = re.sub(r"\s+", " ", " ".join(pages))
    assert "5 options changed" in text
    assert before.sha256 in text


def test_no_changes_and_no_earlier_version() -> None:
    given = example("dragon")
    assert changes(given, given) == []
    same = " ".join(str(getattr(each, "text", "")) for each in document_blocks(gather(given, given)))
    assert "No option has changed." in same
    first = " ".join(str(getattr(each, "text", "")) for each in document_blocks(gather(given, None)))
    assert "submitted for the first time" in first


def test_reports_items_missing_on_the_layout() -> None:
    given = changed(('"community_cards", ', ""))
    data = gather(given, None)
    assert [each["item"] for each in data["felt"] if each["where"] == "MISSING"] == ["community cards"]
    pages = pages_of(pdf(document_blocks(data), given.head("Rules Submission")))
    assert all("DRAFT: 1 fault" in page for page in pages)
    assert "uth/2.B.3" in pages[0]


@pytest.mark.parametrize(
    "text",
    [
        'game = "uth"\n',
        'game = "uth"\npaytables = 3\nlayout = "none"\nprogressive = []\n',
        'game = "letitride"\ndealing = "hand"\nseats = "many"\n[progressive]\npaytable = "Z"\nstake = [1.5]\n'
        "[limits]\nante = 5\nbet1 = { minimum = 2.5 }\n[approvals]\nlayout = 7\nstrange = true\n",
        'game = "dragon"\ndealing = "hand"\n[progressive]\npaytable = "A"\nstake = 1\n',
        'game = "uth"\ndealing = "hand"\n[progressive]\npaytable = "A"\nstake = 7\nenvy = true\n',
    ],
)
def test_malformed_submission_is_printed_as_a_draft(text: str) -> None:
    given = parse_filed(text.encode(), "strange.toml", APPROVED)
    assert given.draft
    blocks = document_blocks(gather(given, None))
    pages = pages_of(pdf(blocks, given.head("Rules Submission")))
    assert all("DRAFT" in page for page in pages)
    faults = [each.message.split(":")[0] for each in given.faults]
    assert faults
    assert xlsx(blocks, given.head("Rules Submission"))


def test_the_workbook_has_a_sheet_for_each_table() -> None:
    given = example("uth-everything")
    book = load_workbook(
        io.BytesIO(xlsx(document_blocks(gather(given, None)), given.head("Rules Submission")))
    )
    limits = {row[0].value: row[4].value for row in book["Wagers"].iter_rows(min_row=4)}
    assert limits["Ante"] == 100
    assert "Readings" in book.sheetnames


def test_the_command_writes_each_format(croupier: Run, tmp_path: Path) -> None:
    for form, first in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("html", b"<!doctype"), ("json", b"{")):
        file = tmp_path / f"submission.{form}"
        done = croupier("document", EXAMPLES / "dragon.toml", "-o", file, "--paper", "a4")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", f"croupier: wrote {file}\n")
        assert file.read_bytes().startswith(first)


def test_reports_an_unreadable_file() -> None:
    assert read_filed(EXAMPLES / "dragon.toml").draft


def test_since_shows_a_changed_paytable_row_by_row_with_its_effect() -> None:
    """Trips E pays less than Trips A for a full house and a flush, and more for a straight.

    The effects of the three rows add up exactly.
    """
    was = tomllib.loads((EXAMPLES / "uth.toml").read_text(encoding="utf-8"))
    now = {**was, "paytables": {**was["paytables"], "trips": "E"}}
    old, new = (parse_filed(tomli_w.dumps(each).encode(), "s.toml") for each in (was, now))
    assert was["paytables"]["trips"] == "A"
    data = gather(new, old)
    (change,) = data["since"]["paytables"]
    assert (change["wager"], change["was"], change["now"]) == ("trips", "A", "E")
    rows = {row["hand"]: (row["was"], row["now"], Fraction(row["effect"])) for row in change["rows"]}
    # There are 133,784,560 seven-card hands: 3,473,184 full houses, 4,047,644 flushes, 6,180,020 straights
    # and others.
    total = 133_784_560
    assert rows == {
        "full house": ("9 to 1", "7 to 1", Fraction(2 * 3_473_184, total)),
        "flush": ("7 to 1", "6 to 1", Fraction(4_047_644, total)),
        "straight": ("4 to 1", "5 to 1", Fraction(-6_180_020, total)),
    }
    moved = Fraction(change["house_edge_now"]) - Fraction(change["house_edge_was"])
    assert moved == sum(effect for _, _, effect in rows.values()) > 0
    sheet = next(
        each
        for each in document_blocks(data)
        if isinstance(each, TableBlock) and each.name == "Trips changes"
    )
    assert len(sheet.rows) == 3 and "paytable A to E" in sheet.caption
    assert gather(old, old)["since"]["paytables"] == []
