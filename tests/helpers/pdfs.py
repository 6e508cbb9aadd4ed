"""Read the text of each PDF page, and find out whether every font is embedded."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader


def pages_of(pdf: bytes) -> list[str]:
    """Return the words of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Map the name of every font to whether it is embedded."""
    found: dict[str, bool] = {}
    for page in PdfReader(io.BytesIO(pdf)).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"].get_object()
            found[str(inner["/BaseFont"])] = "/FontFile2" in descriptor or "/FontFile3" in descriptor
    return found


def created(pdf: bytes) -> str:
    """Return the creation date in PDF notation."""
    metadata: Any = PdfReader(io.BytesIO(pdf)).metadata
    return str(metadata["/CreationDate"])


def width_of(pdf: bytes) -> float:
    """Return the width of the first page in points."""
    return float(PdfReader(io.BytesIO(pdf)).pages[0].mediabox.width)
