"""Test that the documentation has short paragraphs and valid links and that its index lists every page."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
DOCS = sorted((PROJECT / "docs").rglob("*.md"))
PAGES = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", PROJECT / "tests" / "README.md", *DOCS]
COLUMNS, LINES = 100, 5


def name_of(page: Path) -> str:
    return str(page.relative_to(PROJECT))


def prose(page: Path) -> str:
    """Return the text of a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def paragraphs(page: Path) -> list[str]:
    """Return the paragraphs and list items. Tables, headings and indented code are left out."""
    blocks = [block for block in re.split(r"\n\s*\n", prose(page)) if not block.startswith("    ")]
    items = [item for block in blocks for item in re.split(r"\n(?=\s*(?:[-*]|\d+\.|>)\s)", block)]
    texts = [re.sub(r"\]\([^)]*\)", "]", " ".join(item.split())) for item in items]
    return [text for text in texts if not text.startswith(("|", "#"))]


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose(page), flags=re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_paragraphs_have_at_most_five_lines(page: Path) -> None:
    long = [text[:80] for text in paragraphs(page) if len(textwrap.wrap(text, COLUMNS)) > LINES]
    assert long == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_pages_and_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([\w-]+))?\)", prose(page)):
        linked = page.parent / target if target else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), f"{target}#{anchor}"


def test_the_index_lists_every_page() -> None:
    index = PROJECT / "docs" / "README.md"
    linked = {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#:]+)\)", prose(index))}
    assert [name_of(page) for page in DOCS if page != index and page not in linked] == []


@pytest.mark.parametrize("page", [page for page in DOCS if page.name != "README.md"], ids=name_of)
def test_pages_begin_with_their_readers(page: Path) -> None:
    _, opening = prose(page).split("\n\n")[:2]
    assert re.match(r"This (page|guide|tutorial|reference) is for ", opening)
