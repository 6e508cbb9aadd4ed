"""What the print shop's worker does. It reads the store as the commands do and sets papers by the same code.

Each job is a function of plain values, and gives the bytes of one file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.house.filing import Kept
from croupier.papers.filed import Filed


class Order(msgspec.Struct, frozen=True):
    """A paper about one version of a submission."""

    paper: str  # report, document, layout, signs or forms
    form: str  # how its file's name ends
    version: Kept
    before: Kept | None = None  # the version that was approved before it
    size: str = "letter"
    only: tuple[str, ...] = ()  # signs or forms by name; all if none is named
    whole: bool = False  # a layout at full size


class Story(msgspec.Struct, frozen=True):
    """What fills a table's forms: its stream, as one person may see it."""

    address: str
    table: str
    by: str  # who reads it
    number: int = 0  # of one round; 0: all of them
    begins: int = 0  # seconds after midnight: the gaming day


def written(form: str, write: Callable[[Path], object]) -> bytes:
    """What a command would write into a file of that ending."""
    with tempfile.TemporaryDirectory(prefix="croupier-paper-") as folder:
        path = Path(folder) / f"paper.{form}"
        write(path)
        return path.read_bytes()


def submission_paper(order: Order) -> bytes:
    from croupier.papers.press import size_named

    filed = order.version.filed()

    def write(path: Path) -> None:
        size = size_named(order.size) if order.paper != "signs" else "letter"
        match order.paper:
            case "report":
                from croupier.extras import need_maths
                from croupier.papers.report.making import write_report

                need_maths()
                write_report(filed, path, size, lambda *_: None)
            case "document":
                from croupier.papers.submitted.making import write_document

                before = order.before.filed() if order.before is not None else None
                write_document(filed, before, path, size)
            case "layout":
                from croupier.papers.layout.paper import write_layout

                write_layout(filed, path, size, order.whole)
            case "signs":
                from croupier.papers.signs.making import write_signs

                write_signs(filed, path, order.size, order.only)
            case "forms":
                from croupier.papers.forms.making import write_forms

                write_forms(filed, path, size, order.only)
            case _:
                raise BadInput(f"no paper {order.paper!r:.40}")

    return written(order.form, write)


def filled_forms(order: Order, story: Story) -> bytes:
    """A table's forms with what its stream holds for whoever asks: what they may not see is not in them."""
    from croupier.house.store.sql import open_store
    from croupier.papers.forms.making import write_forms
    from croupier.papers.press import size_named

    filed: Filed = order.version.filed()
    with open_store(story.address, reading=True) as store:
        return written(
            order.form,
            lambda path: write_forms(
                filed,
                path,
                size_named(order.size),
                order.only,
                store,
                story.table,
                story.number or None,
                story.by,
                story.begins,
            ),
        )


def day_told(address: str, date: str, begins: int) -> bytes:
    """The whole document of a gaming day, month or year, as JSON."""
    from croupier.house.day.calendar import gaming_day_of
    from croupier.house.day.document import document
    from croupier.house.day.report import day_books
    from croupier.house.store.sql import open_store

    with open_store(address, reading=True) as store:
        return msgspec.json.encode(document(day_books(store, gaming_day_of(date, begins))))


def day_paper(address: str, date: str, begins: int, form: str, size: str) -> bytes:
    from croupier.house.day.calendar import gaming_day_of
    from croupier.house.day.paper.making import write_day
    from croupier.house.store.sql import open_store
    from croupier.papers.press import size_named

    day = gaming_day_of(date, begins)
    with open_store(address, reading=True) as store:
        return written(form, lambda path: write_day(store, day, path, size_named(size)))
