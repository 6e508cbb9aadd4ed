"""A printed set of drill questions for a classroom, with the answers on separate pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.documents.blocks import Block, Blocks, Column, Facts, Heading, KeepTogether, Paragraph, table
from croupier.documents.filed_submission import PageHead
from croupier.documents.output import write_blocks
from croupier.documents.pdf import Size
from croupier.submission import format_dollars

TITLE = "Drill questions"
LETTERS = "ABCDEFGH"
ANSWER_LINES = {
    "money": "Amount: ________________",
    "number": "Number: ________________",
    "time": "Time: ________________",
}


def write_drills(data: dict[str, Any], path: Path, game_title: str, size: Size) -> None:
    """Write a question set as PDF, HTML, workbook or JSON, by the extension of the file name."""
    head = PageHead(
        title=TITLE,
        game=game_title,
        facility="",
        version=data["seed"],
        standing="For training",
        draft=False,
        hash=data["submission"],
        numbered="Seed",
    )
    write_blocks(path, head, size, lambda: data, blocks)


def blocks(data: dict[str, Any]) -> Blocks:
    questions = data["questions"]
    found: list[Block] = [
        Heading(TITLE),
        Paragraph(f"{len(questions)} questions. The answers are on the last pages."),
        Facts((("Name", ""), ("Date", "")), by_hand=True),
    ]
    for number, question in enumerate(questions, 1):
        found.append(KeepTogether((Heading(f"Question {number}", 2), *situation(question))))
    found += [
        Heading("Answers", new_page=True),
        table(
            (
                Column("Question"),
                Column("Answer", width=2),
                Column("Reason", width=4),
                Column("Clauses", width=2),
            ),
            [
                (str(number), answer_words(question), question["reason"], ", ".join(cited(question)))
                for number, question in enumerate(questions, 1)
            ],
            name="Answers",
        ),
    ]
    return tuple(found)


def cited(question: dict[str, Any]) -> list[str]:
    return [*question["clauses"], *question["readings"]]


def answer_words(question: dict[str, Any]) -> str:
    """Return a question's answer, preceded by the letter of the right choice."""
    choices = question.get("choices", ())
    if question["answer"] not in choices:
        return str(question["answer"])
    return f"{LETTERS[list(choices).index(question['answer'])]}. {question['answer']}"


def situation(question: dict[str, Any]) -> list[Paragraph]:
    """Return the facts, cards, wagers and choices of a question."""
    lines = [Paragraph(fact) for fact in question.get("facts", ())]
    lines += [
        Paragraph(" ".join(group["cards"]), strong=f"{group['place']}:")
        for group in question.get("cards", ())
    ]
    stakes = ", ".join(f"{one['wager']} {format_dollars(one['cents'])}" for one in question.get("wagers", ()))
    if stakes:
        lines.append(Paragraph(stakes, strong="Wagers:"))
    lines.append(Paragraph("", strong=question["text"]))
    choices = question.get("choices", ())
    lines += [Paragraph(f"{LETTERS[at]}. {choice}") for at, choice in enumerate(choices)]
    if not choices:
        lines.append(Paragraph(ANSWER_LINES[question.get("form", "number")]))
    return lines
