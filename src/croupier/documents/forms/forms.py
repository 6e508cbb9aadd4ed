"""The contents of each form: header fields, event rows and signature lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from croupier.documents.blocks import (
    RIGHT,
    Block,
    Column,
    Facts,
    Heading,
    Paragraph,
    Signatures,
    money,
    table,
)
from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.forms.entries import FormEvent
from croupier.games import game as game_of
from croupier.rulebook import regulation
from croupier.rulebook.chips import denominations
from croupier.rulebook.declarations import CardCare
from croupier.table import events as ev
from croupier.table.codec import kinds
from croupier.table.events import TableEvent

BLANK = " "
WRITE_HERE = "." * 38
LINES = 10  # blank lines of an empty form


def always(event: TableEvent) -> bool:
    return True


ROUTINE = (
    "in use for",
    "two decks need a shuffler",
)  # reasons that the table records when a deck is removed as a matter of routine


def is_discrepancy(event: TableEvent) -> bool:
    """Return whether the event is a discrepancy, and not a correct count or a routine deck removal."""
    if isinstance(event, ev.StubCounted):
        return not event.right
    if isinstance(event, ev.DeckRemoved):
        return not event.reason.startswith(ROUTINE) and not _hours_over(event.clauses)
    return True


def _hours_over(clauses: Sequence[str]) -> bool:
    if not clauses:
        return False
    care = game_of(clauses[0].partition("/")[0]).care
    return not {*clauses}.isdisjoint((*care.hand_life, *care.shoe_life))


class Form(msgspec.Struct, frozen=True):
    name: str
    title: str
    purpose: str
    asks: tuple[str, ...]  # fields in the header of the form
    events: tuple[type[TableEvent], ...]
    signs: tuple[str, ...]
    takes: Callable[[TableEvent], bool] = always
    open_questions: tuple[str, ...] = ()  # questions with lines for a written answer
    story: bool = False  # whether to list every event instead of selected kinds
    by_hand: tuple[str, ...] = ()  # columns of a table that is always filled in by hand
    chips: bool = False  # whether the table filled in by hand has one line per chip denomination

    @property
    def lines(self) -> int:
        """Return how many blank lines fit on the page next to the questions."""
        return LINES // 4 if self.story else LINES - 3 * len(self.open_questions) // 2


COUNTS = (ev.StubCounted, ev.CardsRecounted, ev.DeckDefective)  # incidents that have their own form

FORMS: tuple[Form, ...] = (
    Form(
        "decks",
        "Deck inspection and pre-shuffle",
        "Each deck is inspected, verified, spread, washed, shuffled and cut before play.",
        ("Table", "Gaming day", "Decks and backs", "Sealed bag or shuffle room"),
        (
            ev.DecksReceived,
            ev.DeckPrepared,
            ev.DeckShuffled,
            ev.DeckCut,
            ev.DeckLoaded,
            ev.ShuffleOrdered,
            ev.RecutOrdered,
        ),
        ("Dealer", "Floorperson"),
    ),
    Form(
        "discrepancy",
        "Discrepancy report",
        "Use this form for a wrong card count or a defective deck.",
        ("Table", "Gaming day", "Deck", "Cards missing or too many", "Surveillance notified at"),
        (ev.StubCounted, ev.CardsRecounted, ev.WrongNumber, ev.DeckDefective, ev.DeckRemoved),
        ("Dealer", "Floorperson", "Surveillance"),
        is_discrepancy,
        ("Result of the recount", "Action taken with the deck"),
    ),
    Form(
        "stubs",
        "Stub count and deck change log",
        "Log every stub count and every deck that is brought to the table or removed.",
        ("Table", "Gaming day"),
        (ev.StubCounted, ev.DecksReceived, ev.DeckLoaded, ev.DeckRemoved, ev.MethodSwitched),
        ("Dealer", "Floorperson"),
    ),
    Form(
        "irregularities",
        "Irregularity and ruling slip",
        "Record an irregularity, the ruling, and the reason for the ruling.",
        ("Table", "Gaming day", "Round", "Floorperson called at"),
        (*(kind for kind in kinds(TableEvent) if kind.mark and kind not in COUNTS), ev.DeviceHandled),
        ("Dealer", "Floorperson"),
        open_questions=("Ruling and reason",),
    ),
    Form(
        "jackpot",
        "Jackpot verification",
        "Verify the hand, confirm the light and get floor approval before paying a progressive win.",
        ("Table", "Gaming day", "Round and seat", "Player", "Hand", "Meter before", "Amount", "Slip number"),
        (
            ev.ProgressiveAwaits,
            ev.ProgressiveValidated,
            ev.WagerSettled,
            ev.MeterReset,
            ev.EnvyPaid,
        ),
        ("Dealer", "Floorperson", "Surveillance", "Player"),
        lambda event: not isinstance(event, ev.WagerSettled) or bool(event.from_meter),
    ),
    Form(
        "fill",
        "Fill or credit slip",
        "A fill moves chips from the cage to the tray. A credit returns chips to the cage.",
        ("Slip number", "Fill or credit", "Table", "Gaming day", "Requested at"),
        (),
        ("Cage", "Runner", "Dealer", "Floorperson"),
        by_hand=("Chip", "Quantity", "Amount"),
        chips=True,
    ),
    Form(
        "inventory",
        "Tray count: opener or closer",
        "Count the chips in the tray when the table opens or closes. One person counts, another verifies.",
        ("Slip number", "Opener or closer", "Table", "Gaming day", "Counted at"),
        (),
        ("Counted by", "Verified by, floorperson"),
        by_hand=("Chip", "Quantity", "Amount"),
        chips=True,
    ),
    Form(
        "dispute",
        "Patron dispute",
        "Record a player's dispute, the evidence and the decision within three days.",
        ("Number", "Table", "Round", "Player", "Amount in dispute", "Raised at", "Deadline (three days)"),
        (),
        ("Floorperson", "Pit manager", "Player"),
        open_questions=(
            "Player's statement",
            "Evidence reviewed (journal, record, recording)",
            "Points that could not be confirmed",
            "People notified, and when",
            "Decision, and the clauses it is based on",
        ),
        story=True,
    ),
)


def blocks(
    form: Form,
    filed: FiledSubmission,
    entries: Iterable[FormEvent] | None,
    number: int | None = None,
    begins: int = 0,
) -> list[Block]:
    """Build a form from the journal's entries, or with blank lines if there is no journal.

    `begins` is the start of a gaming day in seconds after midnight, UTC.
    """
    found = None if entries is None else [each for each in entries if _takes(form, each.event)]
    fields = header_fields(found or (), begins)
    if number is not None:
        fields["Round"] = str(number)
    return [
        Heading(form.title, new_page=True),
        Paragraph(form.purpose),
        Facts(tuple((ask, fields.get(ask, WRITE_HERE)) for ask in form.asks), by_hand=True),
        _table(form, found),
        *_open(form),
        Paragraph(f"Clauses: {', '.join(clauses_of(form, filed))}.", small=True),
        Signatures(form.signs),
    ]


def header_fields(found: Sequence[FormEvent], begins: int) -> dict[str, str]:
    """Return the header fields that the journal can fill in. All other fields are filled in by hand."""
    if not found:
        return {}
    starts = {each.at - begins for each in found if each.at}
    days = sorted({datetime.fromtimestamp(at, UTC).date().isoformat() for at in starts})
    when = " to ".join(dict.fromkeys((days[0], days[-1]))) if days else ""
    fields = {"Table": found[0].table, "Gaming day": when}
    rounds = {each.round for each in found}
    if len(rounds) == 1:
        fields["Round"] = str(found[0].round)
    backs = [each.event.backs for each in found if isinstance(each.event, ev.DecksReceived)]
    if backs:
        fields["Decks and backs"] = ", ".join(backs[-1])
    fields |= _jackpot(found)
    return {ask: words for ask, words in fields.items() if words}


def _jackpot(found: Sequence[FormEvent]) -> dict[str, str]:
    """Return the header fields of a jackpot, if the entries contain exactly one jackpot."""
    paid = [each for each in found if isinstance(each.event, ev.WagerSettled) and each.event.from_meter]
    if len(paid) != 1 or not isinstance(event := paid[0].event, ev.WagerSettled) or not event.from_meter:
        return {}
    fields = {
        "Round and seat": f"{paid[0].round}, seat {event.seat}",
        "Player": event.player,
        "Amount": str(money(event.returned)),
    }
    reading = event.meters.get(event.from_meter)
    if reading is not None:
        fields["Meter before"] = str(money(reading.amount.shown))
    return fields


def _takes(form: Form, event: TableEvent) -> bool:
    return form.story or (isinstance(event, form.events) and form.takes(event))


def _by_hand(form: Form) -> Block:
    """Build a table with a line for each chip, largest first, and lines for other amounts and the total."""
    values = [str(money(value)) for value in reversed(denominations())] if form.chips else []
    rows = [(each, *(BLANK,) * (len(form.by_hand) - 1)) for each in (*values, "Other", "Total")]
    columns = [Column(form.by_hand[0], RIGHT), *(Column(each, width=1) for each in form.by_hand[1:])]
    return table(columns, rows, "Fill in by hand", name=form.title, by_hand=True)


def _table(form: Form, found: list[FormEvent] | None) -> Block:
    if form.by_hand:
        return _by_hand(form)
    if found is None:
        wide = {"When": 3, "Round": 2, "What happened": 9, "By": 3, "Clause": 3}
        blank = [(BLANK,) * len(wide)] * form.lines
        columns = [Column(title, width=width) for title, width in wide.items()]
        return table(columns, blank, "Fill in by hand", name=form.title, by_hand=True)
    if not found:
        return Paragraph("The journal has no entries for this form.", strong="None.")
    happened, clause = Column("What happened", width=5), Column("Clause", width=2)
    titles = (Column("When"), Column("Round"), happened, Column("By"), clause)
    rows = [(each.when, str(each.round), each.words, each.actor, each.cited) for each in found]
    return table(titles, rows, f"From the journal: {len(rows)} entries", name=form.title)


def _open(form: Form) -> list[Block]:
    tables: list[Block] = []
    for question in form.open_questions:
        lines = 2 if form.story else 3
        tables.append(table((Column(question, width=1),), [(BLANK,)] * lines, name=form.title, by_hand=True))
    return tables


def clauses_of(form: Form, filed: FiledSubmission) -> tuple[str, ...]:
    """Return the clauses of this game's rules that the form serves."""
    game = game_of(filed.game)
    found = {
        "decks": [*_all(game.care, "inspect", "verify", "spread", "wash", "first_shuffle", "preshuffled")],
        "discrepancy": [*_all(game.care, "bad_count", "counted")],
        "stubs": [*_all(game.care, "counted", "hand_life", "shoe_life", "alternate")],
    }.get(form.name, [])
    general = {
        "irregularities": [f"{filed.game}/13"],
        "jackpot": [rule.clause for rule in game.wagers if rule.paid_from == "meters"],
        "dispute": [regulation("disputes")],
        "fill": [regulation("chip_slips")],
        "inventory": [regulation("chip_slips")],
    }.get(form.name, [])
    return tuple(dict.fromkeys([*found, *general])) or (f"{filed.game}/13",)


def _all(care: CardCare, *names: str) -> Iterable[str]:
    for name in names:
        yield from getattr(care, name) or ()
