"""Write the table signs for a stand, a sheet of paper or a screen, for ``croupier signs``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import msgspec

from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.output import write_paper
from croupier.documents.pdf import compile_pdf, encode_json, pictures_of
from croupier.documents.signs.signs import Sign, signs
from croupier.errors import BadInput
from croupier.games import game as game_of

TITLE = "Signs"
SIZES: Mapping[str, tuple[float, float]] = {  # width and height in inches
    "stand": (5.5, 8.5),
    "letter": (8.5, 11.0),
    "a4": (8.27, 11.69),
    "screen": (13.333, 7.5),
}
_SOURCE = """#import "sign.typ": sign
#let head = json("head.json")
#let (year, month, day) = head.day
#set document(title: head.title + ", " + head.game, author: head.facility,
  date: datetime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
#let told = json("signs.json")
#for one in told.signs { sign(one, head, told.look, (told.wide * 1in, told.high * 1in)) }
"""


def size_of(name: str) -> tuple[float, float]:
    if name not in SIZES:
        raise BadInput(f"--size {name!r:.40}: choose from {', '.join(SIZES)}")
    return SIZES[name]


def choose_signs(filed: FiledSubmission, names: tuple[str, ...]) -> tuple[Sign, ...]:
    found = signs(filed)
    unknown = [name for name in names if name not in [sign.name for sign in found]]
    if unknown:
        known = ", ".join(sign.name for sign in found) or "none"
        raise BadInput(f"--sign {unknown[0]!r:.40}: this table has {known}")
    return tuple(sign for sign in found if not names or sign.name in names)


def write_signs(filed: FiledSubmission, path: Path, size: str, names: tuple[str, ...] = ()) -> None:
    wide, high = size_of(size)
    selected = choose_signs(filed, names)
    if not selected:
        raise BadInput(f"{filed.name}: the submission contains nothing to put on a sign")
    cloth = game_of(filed.game).looks.cloth
    parts = {
        "sign.typ": files("croupier.documents").joinpath("sign.typ").read_bytes(),
        "signs.json": encode_json(
            {
                "signs": [msgspec.to_builtins(sign) for sign in selected],
                "look": msgspec.to_builtins(cloth),
                "wide": wide,
                "high": high,
            }
        ),
    }
    head = filed.head(TITLE)
    write_paper(
        path,
        {
            "pdf": lambda: compile_pdf(_SOURCE, parts, head),
            "svg": lambda: _one(pictures_of(_SOURCE, parts, head), selected),
        },
    )


def _one(pages: list[bytes], selected: tuple[Sign, ...]) -> bytes:
    if len(pages) != 1:
        named = ", ".join(sign.name for sign in selected)
        raise BadInput(f"an SVG file contains one sign; choose one with --sign: {named}")
    return pages[0]
