"""The forms: what each asks, which events fill it, and who signs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from croupier.games import game as game_of
from croupier.papers.blocks import RIGHT, Block, Column, Facts, Heading, Paragraph, Signatures, money, table
from croupier.papers.filed import Filed
from croupier.papers.forms.entries import Told
from croupier.rulebook.chips import DENOMINATIONS
from croupier.rulebook.declarations import CardCare
from croupier.table import events as ev
from croupier.table.events import Event

BLANK = " "
WRITE_HERE = "." * 38
LINES = 10  # to write on, where nothing fills the form


def always(event: Event) -> bool:
    return True


def wrong_count(event: Event) -> bool:
    return not isinstance(event, ev.StubCounted) or not event.right


class Form(msgspec.Struct, frozen=True):
    name: str
    title: str
    purpose: str
    asks: tuple[str, ...]  # to be written in at the head
    events: tuple[type[Event], ...]
    signs: tuple[str, ...]
    takes: Callable[[Event], bool] = always
    open_questions: tuple[str, ...] = ()  # room for an answer in words
    story: bool = False  # everything that happened, not certain events alone
    by_hand: tuple[
        str, ...
    ] = ()  # titles of a table that is always written by hand: no table's stream has it
    chips: bool = False  # … with a line for each chip that there is

    @property
    def lines(self) -> int:
        """To write on, where nothing fills the form: as many as leave room for what is asked beside them."""
        return LINES // 4 if self.story else LINES - 3 * len(self.open_questions) // 2


FORMS: tuple[Form, ...] = (
    Form(
        "decks",
        "Deck inspection and pre-shuffle",
        "Every deck from its arrival to the shoe: inspected, verified, spread, washed, shuffled and cut.",
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
        "A count that is not right, or a deck that is not lawful, and what was found.",
        ("Table", "Gaming day", "Deck", "Cards missing or too many", "Surveillance told at"),
        (ev.StubCounted, ev.CardsRecounted, ev.WrongNumber, ev.DeckDefective, ev.DeckRemoved),
        ("Dealer", "Floorperson", "Surveillance"),
        wrong_count,
        ("What was found when the cards were counted again", "What was done with the deck"),
    ),
    Form(
        "stubs",
        "Stub count and deck change log",
        "Every count of the stub, and every deck that came to the table or left it.",
        ("Table", "Gaming day"),
        (ev.StubCounted, ev.DecksReceived, ev.DeckLoaded, ev.DeckRemoved, ev.MethodSwitched),
        ("Dealer", "Floorperson"),
    ),
    Form(
        "irregularities",
        "Irregularity and ruling slip",
        "What chapter 13 or life brought, what was ruled, and why.",
        ("Table", "Gaming day", "Round", "Floorperson called at"),
        (
            ev.FaceUpFound,
            ev.CardExposed,
            ev.WrongNumber,
            ev.DrawnInError,
            ev.DeviceFailed,
            ev.DeviceHandled,
            ev.RulingAsked,
            ev.Ruled,
            ev.RoundVoided,
            ev.SeatForfeited,
            ev.ActedFor,
            ev.HandReopened,
            ev.DecisionCorrected,
            ev.SettlementReversed,
            ev.SettlementCorrected,
            ev.NamingCorrected,
        ),
        ("Dealer", "Floorperson"),
        open_questions=("Ruling and reason",),
    ),
    Form(
        "jackpot",
        "Jackpot verification",
        "A progressive win: the hand verified, the light seen, the floor's word given, then paid.",
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
        "Chips from the cage to the tray (a fill) or back (a credit); the house numbers and records its own.",
        ("Slip number", "Fill or credit", "Table", "Gaming day", "Asked for at"),
        (),
        ("Cage", "Runner", "Dealer", "Floorperson"),
        by_hand=("Chip", "How many", "Amount"),
        chips=True,
    ),
    Form(
        "inventory",
        "Tray count: opener or closer",
        "What lies in the tray when the table opens or closes, counted by one and verified by another.",
        ("Slip number", "Opener or closer", "Table", "Gaming day", "Counted at"),
        (),
        ("Counted by", "Verified by, floorperson"),
        by_hand=("Chip", "How many", "Amount"),
        chips=True,
    ),
    Form(
        "dispute",
        "Patron dispute",
        "What is disputed, what was looked at, and what is still open; the clock runs three days.",
        ("Number", "Table", "Round", "Player", "Amount in dispute", "Raised at", "Three days end at"),
        (),
        ("Floorperson", "Pit manager", "Player"),
        open_questions=(
            "What the player says",
            "What was reviewed (journal, record, recording)",
            "What could not be confirmed",
            "Who was told, and when",
            "Decision, and the clauses it rests on",
        ),
        story=True,
    ),
)


def blocks(
    form: Form, filed: Filed, entries: Iterable[Told] | None, number: int | None = None, begins: int = 0
) -> list[Block]:
    """A form with what the journal holds; with lines to write on where there is none. `begins`: how many
    seconds after midnight a gaming day does."""
    found = None if entries is None else [each for each in entries if _takes(form, each.event)]
    given = known(found or (), begins)
    if number is not None:
        given["Round"] = str(number)
    return [
        Heading(form.title, new_page=True),
        Paragraph(form.purpose),
        Facts(tuple((ask, given.get(ask, WRITE_HERE)) for ask in form.asks), by_hand=True),
        _table(form, found),
        *_open(form),
        Paragraph(f"Clauses: {', '.join(clauses_of(form, filed))}.", small=True),
        Signatures(form.signs),
    ]


def known(found: Sequence[Told], begins: int) -> dict[str, str]:
    """What the journal says of a form's head; all else is written by hand."""
    if not found:
        return {}
    starts = {each.at - begins for each in found if each.at}
    days = sorted({datetime.fromtimestamp(at, UTC).date().isoformat() for at in starts})
    when = " to ".join(dict.fromkeys((days[0], days[-1]))) if days else ""
    told = {"Table": found[0].table, "Gaming day": when}
    rounds = {each.round for each in found}
    if len(rounds) == 1:
        told["Round"] = str(found[0].round)
    backs = [each.event.backs for each in found if isinstance(each.event, ev.DecksReceived)]
    if backs:
        told["Decks and backs"] = ", ".join(backs[-1])
    told |= _jackpot(found)
    return {ask: words for ask, words in told.items() if words}


def _jackpot(found: Sequence[Told]) -> dict[str, str]:
    """Of one jackpot alone: with several, each is written on a form of its own."""
    paid = [each for each in found if isinstance(each.event, ev.WagerSettled) and each.event.from_meter]
    if len(paid) != 1 or not isinstance(event := paid[0].event, ev.WagerSettled) or not event.from_meter:
        return {}
    told = {
        "Round and seat": f"{paid[0].round}, seat {event.seat}",
        "Player": event.player,
        "Amount": str(money(event.returned)),
    }
    reading = event.meters.get(event.from_meter)
    if reading is not None:
        told["Meter before"] = str(money(reading.amount.shown))
    return told


def _takes(form: Form, event: Event) -> bool:
    return form.story or (isinstance(event, form.events) and form.takes(event))


def _by_hand(form: Form) -> Block:
    """Lines for each chip, the largest first; coins and the sum below."""
    given = [str(money(value)) for value in reversed(DENOMINATIONS)] if form.chips else []
    rows = [(each, *(BLANK,) * (len(form.by_hand) - 1)) for each in (*given, "Other", "Sum")]
    columns = [Column(form.by_hand[0], RIGHT), *(Column(each, width=1) for each in form.by_hand[1:])]
    return table(columns, rows, "To be filled in", by_hand=True)


def _table(form: Form, found: list[Told] | None) -> Block:
    if form.by_hand:
        return _by_hand(form)
    if found is None:
        wide = {"When": 3, "Round": 2, "What happened": 9, "By": 3, "Clause": 3}
        blank = [(BLANK,) * len(wide)] * form.lines
        columns = [Column(title, width=width) for title, width in wide.items()]
        return table(columns, blank, "To be filled in", by_hand=True)
    if not found:
        return Paragraph("The journal holds nothing for this form.", strong="None.")
    happened, clause = Column("What happened", width=5), Column("Clause", width=2)
    titles = (Column("When"), Column("Round"), happened, Column("By"), clause)
    rows = [(each.when, str(each.round), each.words, each.by.partition(":")[0], each.cited) for each in found]
    return table(titles, rows, f"From the journal: {len(rows)} entries")


def _open(form: Form) -> list[Block]:
    asked: list[Block] = []
    for question in form.open_questions:
        lines = 2 if form.story else 3
        asked.append(table((Column(question, width=1),), [(BLANK,)] * lines, by_hand=True))
    return asked


def clauses_of(form: Form, filed: Filed) -> tuple[str, ...]:
    """Where the game's own rules speak of what the form is about."""
    game = game_of(filed.game)
    found = {
        "decks": [*_all(game.care, "inspect", "verify", "spread", "wash", "first_shuffle", "preshuffled")],
        "discrepancy": [*_all(game.care, "bad_count", "counted")],
        "stubs": [*_all(game.care, "counted", "hand_life", "shoe_life", "alternate")],
    }.get(form.name, [])
    general = {
        "irregularities": [f"{filed.game}/13"],
        "jackpot": [rule.clause for rule in game.wagers if rule.paid_from == "meters"],
        "dispute": ["COMAR 36.03.10.47"],
        "fill": ["COMAR 36.05.03.02-.08"],
        "inventory": ["COMAR 36.05.03.02-.08"],
    }.get(form.name, [])
    return tuple(dict.fromkeys([*found, *general])) or (f"{filed.game}/13",)


def _all(care: CardCare, *names: str) -> Iterable[str]:
    for name in names:
        yield from getattr(care, name) or ()
