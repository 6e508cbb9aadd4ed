"""The printed slip of a cage or tray movement, with the recorded signatures and lines to sign by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier import __version__
from croupier.documents.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    NoticeBlock,
    Signatures,
    money,
    table,
)
from croupier.documents.blocks import count as number
from croupier.documents.filed_submission import PageHead
from croupier.documents.html import html
from croupier.documents.output import write_paper
from croupier.documents.pdf import Size, pdf
from croupier.rulebook.chips import chips
from croupier.submission.money import format_dollars


class PrintedSlip(msgspec.Struct, frozen=True):
    """All data on a slip. The server fills it in from the entries of the cage."""

    title: str  # such as "Deposit 12"
    facts: tuple[tuple[str, str], ...]
    cents: int
    chips: dict[str, int]  # denomination in cents -> number of chips; empty if no chips moved
    other: int  # cents that are not in chips
    signatures: tuple[str, ...]  # lines to sign by hand
    void: str  # the reason why the slip is void, or empty if it is valid
    entry: int  # number of the entry in the stream of the cage
    hash: str  # hash of that entry
    bills: dict[str, int] = {}  # denomination in cents -> number of bills
    coins: int = 0  # cents in coins, if `bills` is known
    cash: int = 0  # cash in bills and coins


def blocks(slip: PrintedSlip) -> Iterator[Block]:
    yield Heading(slip.title)
    if slip.void:
        yield NoticeBlock("This slip is void", slip.void)
    yield Facts((*slip.facts, ("Amount", format_dollars(slip.cents))))
    if slip.bills or slip.coins:
        yield cash_table(slip)
    if slip.chips:
        yield chip_table(slip)
    yield Signatures(slip.signatures)


def cash_table(slip: PrintedSlip) -> Block:
    kinds = sorted(((int(value), pieces) for value, pieces in slip.bills.items()), reverse=True)
    rows: list[list[Cell]] = [
        [money(value), number(pieces), money(value * pieces)] for value, pieces in kinds
    ]
    if slip.coins:
        rows.append(["coins", "", money(slip.coins)])
    return table(
        [Column("Bill", width=1), Column("Number", RIGHT), Column("Value", RIGHT)],
        rows,
        "Cash by denomination",
        ["Total", "", money(slip.cash)],
        "Cash",
    )


def chip_table(slip: PrintedSlip) -> Block:
    names = {chip.cents: chip.name for chip in chips()}
    kinds = sorted(((int(value), pieces) for value, pieces in slip.chips.items()), reverse=True)
    rows: list[list[Cell]] = [
        [names.get(value, ""), money(value), number(pieces), money(value * pieces)] for value, pieces in kinds
    ]
    if slip.other:
        rows.append(["not in chips", "", "", money(slip.other)])
    total = sum(value * pieces for value, pieces in kinds) + slip.other
    return table(
        [Column("Color", width=1), Column("Chip", RIGHT), Column("Number", RIGHT), Column("Value", RIGHT)],
        rows,
        "Chips by denomination",
        ["Total", "", "", money(total)],
        "Chips",
    )


def write_slip(slip: PrintedSlip, facility: str, path: Path, size: Size) -> None:
    head = PageHead(
        title="Slip",
        game=slip.title,
        facility=facility,
        version=__version__,
        standing="Void" if slip.void else f"Entry {slip.entry} of the cage",
        draft=bool(slip.void),
        hash=slip.hash,
        numbered="croupier",
        hash_of="Entry SHA-256",
        mark="VOID",
    )
    printed = tuple(blocks(slip))
    write_paper(path, {"pdf": lambda: pdf(printed, head, size), "html": lambda: html(printed, head)})
