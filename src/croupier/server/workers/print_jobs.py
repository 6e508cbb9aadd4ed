"""The print shop's jobs. They run in its worker process, and the command line uses the same code.

Each job takes plain values and returns the bytes of one file.
"""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from croupier.documents.cage_slips import PrintedSlip
from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.hand_pays import HandPayPaper
from croupier.documents.table_tests import ExamPaper
from croupier.errors import BadInput, Refused
from croupier.server.submission_versions import StoredVersion


class PrintOrder(msgspec.Struct, frozen=True):
    """An order for a document about one version of a submission."""

    paper: str  # "report", "document", "layout", "signs" or "forms"
    form: str  # file extension
    version: StoredVersion
    before: StoredVersion | None = None  # the previously approved version
    size: str = "letter"
    only: tuple[str, ...] = ()  # names of signs or forms; empty for all
    whole: bool = False  # whether to print the layout at full size


class FormSource(msgspec.Struct, frozen=True):
    """The table stream that fills a form, as one person may see it."""

    address: str
    table: str
    by: str  # the reader
    number: int = 0  # round number, or 0 for all rounds
    begins: int = 0  # start of the gaming day, in seconds after midnight


def write_to_bytes(form: str, write: Callable[[Path], object]) -> bytes:
    """Call `write` with a temporary file of that extension, and return the file's contents."""
    with tempfile.TemporaryDirectory(prefix="croupier-paper-") as folder:
        path = Path(folder) / f"paper.{form}"
        write(path)
        return path.read_bytes()


def submission_paper(order: PrintOrder) -> bytes:
    from croupier.documents.pdf import find_size

    filed = order.version.filed()

    def write(path: Path) -> None:
        size = find_size(order.size) if order.paper != "signs" else "letter"
        match order.paper:
            case "report":
                from croupier.documents.report.builder import write_report
                from croupier.documents.report.checks import ReportDisagreement
                from croupier.extras import need_maths

                need_maths()
                try:
                    write_report(filed, path, size, lambda *_: None)
                except ReportDisagreement as fault:
                    remedy = "Report this to the makers of the software."
                    raise Refused("report_disagrees", str(fault), (), remedy) from None
            case "document":
                from croupier.documents.submission.builder import write_document

                before = order.before.filed() if order.before is not None else None
                write_document(filed, before, path, size)
            case "layout":
                from croupier.documents.layout.pages import write_layout

                write_layout(filed, path, size, order.whole)
            case "signs":
                from croupier.documents.signs.builder import write_signs

                write_signs(filed, path, order.size, order.only)
            case "forms":
                from croupier.documents.forms.builder import write_forms

                write_forms(filed, path, size, order.only)
            case _:
                raise BadInput(f"there is no document named {order.paper!r:.40}")

    return write_to_bytes(order.form, write)


def filled_forms(order: PrintOrder, story: FormSource) -> bytes:
    """Return a table's forms, filled only with data that the requester may see."""
    from croupier.documents.forms.builder import write_forms
    from croupier.documents.pdf import find_size
    from croupier.store.database import open_store

    filed: FiledSubmission = order.version.filed()
    with open_store(story.address, reading=True) as store:
        return write_to_bytes(
            order.form,
            lambda path: write_forms(
                filed,
                path,
                find_size(order.size),
                order.only,
                store,
                story.table,
                story.number or None,
                story.by,
                story.begins,
            ),
        )


def utc(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M:%S} UTC"


def cage_slip_paper(address: str, slip: PrintedSlip, form: str, size: str) -> bytes:
    """Return the printed slip of one movement at the cage or of a tray."""
    from croupier.documents.cage_slips import write_slip
    from croupier.documents.pdf import find_size
    from croupier.server.gaming_day_files import facility_of
    from croupier.store.database import open_store

    with open_store(address, reading=True) as store:
        facility = facility_of(store)
    return write_to_bytes(form, lambda path: write_slip(slip, facility, path, find_size(size)))


def day_document(address: str, date: str, begins: int) -> bytes:
    """Return the report of a gaming day, month or year as JSON."""
    from croupier.casino.gaming_day.calendar import gaming_day_of
    from croupier.casino.gaming_day.document import document
    from croupier.store.database import open_store
    from croupier.store.day_reader import read_day_books

    with open_store(address, reading=True) as store:
        return msgspec.json.encode(document(read_day_books(store, gaming_day_of(date, begins))))


def day_paper(address: str, date: str, begins: int, form: str, size: str) -> bytes:
    from croupier.casino.gaming_day.calendar import gaming_day_of
    from croupier.documents.pdf import find_size
    from croupier.server.gaming_day_files import write_day
    from croupier.store.database import open_store

    day = gaming_day_of(date, begins)
    with open_store(address, reading=True) as store:
        return write_to_bytes(form, lambda path: write_day(store, day, path, find_size(size)))


def hand_pay_paper(paper: HandPayPaper, name: str, size: str) -> bytes:
    """Return the slip or the tax information of a hand pay as a PDF."""
    from croupier.documents.hand_pays import write_slip, write_tax_information
    from croupier.documents.pdf import find_size

    return (write_slip if name == "slip" else write_tax_information)(paper, find_size(size))


def exam_paper(address: str, paper: ExamPaper, size: str) -> bytes:
    """Return the result of a dealer's table test as a PDF."""
    from croupier.documents.pdf import find_size
    from croupier.documents.table_tests import write_exam
    from croupier.server.gaming_day_files import facility_of
    from croupier.store.database import open_store

    with open_store(address, reading=True) as store:
        facility = facility_of(store)
    return write_exam(msgspec.structs.replace(paper, facility=facility), find_size(size))
