"""The papers of a hand pay: the jackpot slip, and the information that the casino reports about a win.

The layout is our own. The paper lists the information for the tax form and is not the form itself.
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
from croupier.documents.gaming_day.amounts import dollars
from croupier.documents.pdf import Size, pdf
from croupier.rulebook import tax_figures

ID_KINDS = {
    "driver_license": "Driver license",
    "state_id": "State identification card",
    "passport": "Passport",
    "military_id": "Military identification",
    "other": "Other identification",
}


class PaperWin(msgspec.Struct, frozen=True):
    wager: str  # title of the wager
    staked: int
    won: int
    withheld: int


class PaperWinner(msgspec.Struct, frozen=True):
    name: str
    born: str
    address: str
    city: str
    id_kind: str
    id_number: str
    taxpayer: str  # taxpayer number; empty on the jackpot slip

    def __repr__(self) -> str:
        return "PaperWinner(…)"  # the winner's data must never be written to a log


class PaperSignature(msgspec.Struct, frozen=True):
    role: str
    name: str  # name of the signer, or empty if not signed
    at: int = 0


class HandPayPaper(msgspec.Struct, frozen=True):
    """The content of the jackpot slip and of the tax information."""

    number: int
    standing: str
    table: str
    game: str
    round: int
    seat: int
    at: int
    year: int
    wins: tuple[PaperWin, ...]
    winner: PaperWinner | None
    signatures: tuple[PaperSignature, ...]
    clauses: tuple[str, ...]
    digest: str  # hash of the identity data
    facility: str = ""

    @property
    def won(self) -> int:
        return sum(win.won for win in self.wins)

    @property
    def staked(self) -> int:
        return sum(win.staked for win in self.wins)

    @property
    def withheld(self) -> int:
        return sum(win.withheld for win in self.wins)


def write_slip(paper: HandPayPaper, size: Size) -> bytes:
    return pdf((*slip_blocks(paper),), head_of(paper, f"Jackpot slip {paper.number}"), size)


def write_tax_information(paper: HandPayPaper, size: Size) -> bytes:
    title = f"Information for Form {tax_figures().form}"
    return pdf((*tax_blocks(paper),), head_of(paper, title), size)


def head_of(paper: HandPayPaper, title: str) -> PageHead:
    return PageHead(
        title=title,
        game=paper.game,
        facility=paper.facility or "facility not stated",
        version=__version__,
        standing=f"Hand pay {paper.number}: {paper.standing}",
        draft=paper.standing == "void",
        hash=paper.digest,
        date=datetime.datetime.fromtimestamp(paper.at, datetime.UTC).date(),
        numbered="croupier",
        hash_of="Identity data SHA-256",
        mark="VOID",
    )


def moment(at: int) -> str:
    if not at:
        return ""
    time = datetime.datetime.fromtimestamp(at, datetime.UTC)
    return f"{long_date(time.date())}, {time:%H:%M} UTC"


def win_table(paper: HandPayPaper) -> Block:
    amounts = ("Wager", "Winnings without the wager", "Tax withheld")
    return table(
        [Column("Win", width=1), *(Column(each, RIGHT) for each in amounts)],
        [[win.wager, dollars(win.staked), dollars(win.won), dollars(win.withheld)] for win in paper.wins],
        "Wins",
        ["Total", dollars(paper.staked), dollars(paper.won), dollars(paper.withheld)],
    )


def place_facts(paper: HandPayPaper) -> Facts:
    return Facts(
        (
            ("Number", str(paper.number)),
            ("Table", f"{paper.table}, {paper.game}"),
            ("Round and seat", f"Round {paper.round}, seat {paper.seat}"),
            ("Time", moment(paper.at)),
            ("Status", paper.standing),
        )
    )


def slip_blocks(paper: HandPayPaper) -> Iterator[Block]:
    yield Heading(f"Jackpot slip {paper.number}")
    yield place_facts(paper)
    yield win_table(paper)
    yield Facts(
        (
            ("Winnings without the wager", dollars(paper.won)),
            ("Tax withheld", dollars(paper.withheld)),
            ("Winnings to the winner", dollars(paper.won - paper.withheld)),
        )
    )
    winner = paper.winner
    if winner is not None:
        kind = ID_KINDS.get(winner.id_kind, winner.id_kind)
        yield Facts((("Winner", winner.name), ("Identification", f"{kind} {winner.id_number}")))
    yield table(
        ["Signature", "Name", "Signed on their own screen"],
        [[each.role, each.name or "not signed", moment(each.at)] for each in paper.signatures],
        "Signatures",
    )
    yield Signatures((*(each.role for each in paper.signatures), "Winner"))
    yield Paragraph(", ".join(paper.clauses), small=True)


def tax_blocks(paper: HandPayPaper) -> Iterator[Block]:
    form = tax_figures().form
    yield Heading(f"Information for Form {form}, tax year {paper.year}")
    yield NoticeBlock(
        f"This is not Form {form}.",
        "The casino copies the information to the form of the tax authority and gives the winner the form.",
    )
    winner = paper.winner
    assert winner is not None, "the paper is made after the winner is identified"
    yield Facts(
        (
            ("Payer", paper.facility or "the casino"),
            ("Winner", winner.name),
            ("Date of birth", winner.born),
            ("Address", f"{winner.address}, {winner.city}"),
            ("Taxpayer number", winner.taxpayer or "not given, so tax is withheld"),
            ("Identification", f"{ID_KINDS.get(winner.id_kind, winner.id_kind)} {winner.id_number}"),
        )
    )
    yield place_facts(paper)
    yield win_table(paper)
    yield Facts(
        (
            ("Type of wager", "Table game"),
            ("Winnings to report", dollars(paper.won)),
            ("Tax withheld", dollars(paper.withheld)),
        )
    )
    yield Paragraph("The winner confirms that the name, address and taxpayer number are correct.")
    yield Signatures(("Winner", "Prepared by"))
    yield Paragraph(", ".join(paper.clauses), small=True)
