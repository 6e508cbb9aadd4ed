"""The result of a dealer's table test as a document: score by item, every planted error, and signatures.

The document names the number of entries of the test's stream and the hash of the last one. `croupier verify`
compares them with the store.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import msgspec

from croupier import __version__
from croupier.dates import long_date
from croupier.documents.blocks import (
    RIGHT,
    Block,
    Column,
    Facts,
    Heading,
    NoticeBlock,
    Paragraph,
    Signatures,
    table,
)
from croupier.documents.filed_submission import PageHead
from croupier.documents.pdf import Size, pdf
from croupier.training.table_test.scoring import ExamCounts, ExamScore, ExamTerms

OUTCOMES = {"caught": "in time", "late": "late", "missed": "missed", "open": "missed"}


class PaperItem(msgspec.Struct, frozen=True):
    item: str
    planted: int
    caught: int
    late: int
    missed: int
    points: str
    mark: int


class PaperError(msgspec.Struct, frozen=True):
    number: int
    round: int
    seat: int
    title: str
    scene: str
    clause: str
    machine: str
    outcome: str
    noticed: str
    seconds: int
    remedy: str


class ExamPaper(msgspec.Struct, frozen=True):
    """The content of the document on one dealer's table test."""

    number: str
    game: str
    table: str
    submission: str
    examinee: str
    examiner: str
    examiner_role: str
    begun_at: int
    ended_at: int
    seed: int
    standing: str
    passed: bool
    permits: bool
    decided_at: int
    acknowledged_at: int
    recorded_at: int
    trained: str
    notes: str
    items: tuple[PaperItem, ...]
    errors: tuple[PaperError, ...]
    counts: ExamCounts
    score: ExamScore
    terms: ExamTerms
    clauses: tuple[str, ...]
    entries: int
    head: str
    facility: str = ""


def write_exam(paper: ExamPaper, size: Size) -> bytes:
    return pdf((*blocks(paper),), head_of(paper), size)


def head_of(paper: ExamPaper) -> PageHead:
    return PageHead(
        title=f"Table test {paper.number}",
        game=paper.game,
        facility=paper.facility or "facility not stated",
        version=__version__,
        standing=f"{paper.examinee}: {'passed' if paper.passed else 'not passed'}",
        draft=False,
        hash=paper.head,
        date=datetime.datetime.fromtimestamp(paper.begun_at, datetime.UTC).date(),
        numbered="croupier",
        hash_of=f"Entry {paper.entries} of the record, SHA-256",
        mark="",
    )


def moment(at: int) -> str:
    if not at:
        return ""
    time = datetime.datetime.fromtimestamp(at, datetime.UTC)
    return f"{long_date(time.date())}, {time:%H:%M} UTC"


def blocks(paper: ExamPaper) -> Iterator[Block]:
    yield Heading(f"Table test {paper.number}: {paper.game}")
    result = f"{paper.examinee} has {'passed' if paper.passed else 'not passed'} the table test."
    if paper.passed:
        yield Paragraph(permission(paper), strong=result)
    else:
        yield NoticeBlock(result, permission(paper))
    yield Facts(
        (
            ("Dealer", paper.examinee),
            ("Examiner", f"{paper.examiner}, {paper.examiner_role}"),
            ("Begun", moment(paper.begun_at)),
            ("Ended", moment(paper.ended_at)),
            ("Table and rules", f"{paper.table}, {paper.submission}"),
            ("Seed of the plan", str(paper.seed)),
            ("Training completed", paper.trained or "not recorded"),
        )
    )
    yield Heading("Score", 2)
    yield item_table(paper)
    yield figures(paper)
    if paper.score.reasons:
        yield Paragraph(" ".join(paper.score.reasons), strong="The terms are not met.")
    yield Paragraph(paper.notes or "none", strong="Examiner's notes:")
    yield Heading("Planted errors", 2)
    yield from error_blocks(paper)
    yield Heading("Signatures", 2)
    yield table(
        ["Signature", "Name", "On their own screen"],
        [
            [paper.examiner_role.capitalize(), paper.examiner, moment(paper.decided_at)],
            ["Dealer", paper.examinee, moment(paper.acknowledged_at) or "not acknowledged"],
            [
                "Entry in the dealer's file",
                paper.examiner if paper.permits else "",
                moment(paper.recorded_at),
            ],
        ],
        "Signatures",
    )
    yield Signatures(("Examiner", "Dealer"))
    yield Paragraph(
        f"The record of this test has {paper.entries} entries. The hash of the last one is {paper.head}. "
        "`croupier verify` compares it with the server's store.",
        small=True,
    )
    yield Paragraph(", ".join(paper.clauses), small=True)


def permission(paper: ExamPaper) -> str:
    if paper.permits:
        return f"The dealer's file permits dealing {paper.game} since {moment(paper.recorded_at)}."
    if paper.passed:
        return "The test is not yet entered in the dealer's file."
    return "The dealer may not deal this game on the gaming floor on the basis of this test."


def item_table(paper: ExamPaper) -> Block:
    heads = ("Planted", "In time", "Late", "Missed", "Points of 10", "Examiner's mark")
    return table(
        [Column("Item", width=1), *(Column(head, RIGHT) for head in heads)],
        [
            [
                item.item.capitalize(),
                str(item.planted),
                str(item.caught),
                str(item.late),
                str(item.missed),
                item.points or "not measured",
                str(item.mark or ""),
            ]
            for item in paper.items
        ],
        "Score by item",
    )


def figures(paper: ExamPaper) -> Facts:
    score, counts, terms = paper.score, paper.counts, paper.terms
    return Facts(
        (
            ("Errors noticed", f"{score.noticed_percent} percent (at least {terms.noticed_percent})"),
            ("Wrong payments let through", f"{score.payment_errors} (at most {terms.payment_errors})"),
            ("Wrong stops", f"{counts.wrong_stops} (at most {terms.false_alarms})"),
            ("Stops with a wrong reason", str(counts.misnamed)),
            ("Signals misread", f"{counts.misreads} (at most {terms.misreads})"),
            ("Acts that the table refused", str(counts.refusals)),
            ("Rounds and hands", f"{counts.rounds} and {counts.hands}"),
            ("Hands an hour", f"{score.hands_per_hour} (at least {terms.hands_per_hour})"),
            ("Seconds an act", score.seconds_per_act or "not measured"),
            ("Least mark for each item", str(terms.marks)),
        )
    )


def error_blocks(paper: ExamPaper) -> Iterator[Block]:
    if not paper.errors:
        yield Paragraph("No error was planted.")
        return
    yield table(
        [
            Column("No."),
            Column("Round"),
            Column("Error and what was seen", width=3),
            Column("Clause"),
            Column("Noticed", width=2),
            Column("Seconds", RIGHT),
        ],
        [
            [
                str(error.number),
                str(error.round),
                f"{error.title}. {error.scene}",
                error.clause,
                f"{OUTCOMES[error.outcome]}{f': {error.noticed}' if error.noticed else ''}",
                str(error.seconds) if error.outcome in ("caught", "late") else "",
            ]
            for error in paper.errors
        ],
        "Planted errors with the clause that the machine names",
    )
    missed = [error for error in paper.errors if error.outcome in ("missed", "open")]
    if missed:
        yield table(
            ["No.", "How it is put right"],
            [[str(error.number), error.remedy] for error in missed],
            "Errors that were missed",
        )
