"""What chapters 2 to 5, 7 and 13 declare of a game: ``game.toml`` beside its clauses, as frozen structs.

Each fact stands there once. The file writes clause ids as the document does ("7.F.1"); here they carry the
game's name and each is known to exist. A single clause may be written without the brackets of a list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from croupier.errors import BadInput
from croupier.rulebook.clauses import find_clause, note_cited
from croupier.rulebook.ids import ClauseId, Clauses, ReadingId, ReadingIds
from croupier.rulebook.layout import Layout, layout_faults, plain_layout
from croupier.rulebook.readings import readings
from croupier.rulebook.registry import read_toml, remembered

Dealing = Literal["shoe", "hand", "automated"]  # chapters 8, 9 and 10
HAND: Dealing = "hand"


class PackCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card in a special pack."""

    card: Annotated[str, Meta(min_length=2, max_length=2)]
    copies: Annotated[int, Meta(ge=1)]
    clause: ClauseId


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The pack of cards: ``standard`` is the 52, any other lists its cards in deck order."""

    name: str
    cards: tuple[PackCard, ...] = ()


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """The wagers that must lie beside one."""

    wagers: tuple[str, ...]
    clauses: Clauses
    readings: ReadingIds = ()
    under: dict[ReadingId, dict[str, Needs]] = {}  # where another reading is chosen


class Collection(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of a banked wager: gathered, counted against the wagers accepted, put in the tray."""

    gather: Clauses
    tally: Clauses
    bank: Clauses
    lock: Clauses = ()  # the progressive system is locked first
    lammer: Clauses = ()  # a lammer marks each bettor


class SuggestedLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """Dollars that the file to start from proposes."""

    minimum: int
    maximum: int
    increment: int


class Wager(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of chapter 7."""

    name: str
    label: str
    kind: Literal["required", "optional", "decision"]  # decision: made after the cards are seen (chapter 11)
    clause: ClauseId
    section: ClauseId = ""  # its heading in chapter 7, where that is another clause
    equal_to: str | None = None
    multiple_of: str | None = None  # its size follows from another's by rule …
    most_times: int = 1  # … so many times at the most
    needs: Needs | None = None
    paytable: str = ""  # where its paytable bears another name than the wager
    paid_from: Literal["tray", "meters"] = "tray"
    sees: tuple[str, ...] = ()  # places, besides the player's cards, without which it cannot be settled
    banked: bool = False  # its chips go to the tray before the deal
    collect: dict[Dealing, Collection] = {}
    accepted: Clauses = ()  # a wager that the system did not accept is none
    fixed: int | None = None  # cents: one chip of this value and no other
    fixed_readings: ReadingIds = ()
    fixed_why: str = ""
    divisor: int = 1  # cents by which all its odds pay to the cent (X-13)
    only_dealt: dict[
        ReadingId, dict[str, tuple[Dealing, ...]]
    ] = {}  # under a reading: how the cards must come
    suggested: SuggestedLimit | None = None

    @property
    def entry(self) -> str:
        """The clause under which a submission speaks of it."""
        return self.section or self.clause

    @property
    def table(self) -> str:
        """The name of its paytable, if it has one."""
        return self.paytable or self.name


class PaytableSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of chapter 12 whose paytable the operator chooses."""

    clause: ClauseId
    required: bool = False
    house: str = ""  # the letter of the house default; without one the wager is not offered
    suggested: str = ""  # the letter that the file to start from proposes, where the house has none
    standard: ClauseId = ""  # the clause that puts it on every layout
    standard_readings: ReadingIds = ()
    fixed_sum_readings: ReadingIds = ()  # a fixed sum that odds on a large stake would exceed


class Felt(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that chapter 2 wants on the layout."""

    name: str
    kind: Literal["area", "inscription"]
    clause: ClauseId
    says: str
    when: str = ""  # always, or only with this wager (or "payout_limit") offered
    sign: bool = False  # a sign at the table may stand in for it
    sign_clause: ClauseId = ""  # where another clause than its own allows the sign
    advised: bool = False  # no clause of chapter 2 asks for it, the game is unworkable without: a warning
    readings: ReadingIds = ()


class Attested(Struct, frozen=True, forbid_unknown_fields=True):
    """An approval or a physical fact that a person answers for and the system keeps."""

    key: str
    clause: ClauseId
    says: str
    when: Literal["always", "shoe", "reshuffling", "alternative_tip_box"] = "always"


class Progressive(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of a wager that is paid from meters."""

    clause: ClauseId
    stake: ClauseId
    stakes: tuple[int, ...]  # cents: those for which an Envy schedule exists (X-11)
    paytable: ClauseId
    rate: ClauseId
    meters: ClauseId
    envy: ClauseId
    envy_paid: ClauseId
    holder: ClauseId
    sensors: ClauseId
    lock_out: ClauseId
    holder_must_be_stated: bool = False
    holder_readings: ReadingIds = ()
    read: Clauses = ()  # the meter is read at the player's turn to be paid
    validate: Clauses = ()  # a winner is verified before it is paid
    light: Clauses = ()  # … and the system's light must be on
    unvalidated: dict[ReadingId, str] = {}  # readings and options by which a winner is paid at once


class Unsettled(Struct, frozen=True, forbid_unknown_fields=True):
    """What a document names and does not define, or does not allow."""

    clause: ClauseId
    readings: ReadingIds = ()


class PayoutLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """The most a player wins on one hand, where an operator may set it."""

    clause: ClauseId
    readings: ReadingIds  # of a limit that cannot be set, or of one below the floor
    floor: int = 0  # cents: the least that a limit may be
    reaches: tuple[str, ...] = ()  # wagers that it cuts; none: no limit may be set
    clauses: Clauses = ()  # cited where it cut a payment …
    cut_readings: ReadingIds = ()  # … with these
    under: dict[ReadingId, dict[str, PayoutLimit]] = {}  # where another reading is chosen


class Electronic(Struct, frozen=True, forbid_unknown_fields=True):
    """A dealer-controlled electronic version."""

    clause: ClauseId
    seats: int
    readings: ReadingIds = ()


class MustChoose(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading whose default is no more than a guess: a submission with the wager should choose it."""

    reading: ReadingId
    wager: str
    clause: ClauseId
    question: str
    assumed: str
    options: dict[str, str]


class Stub(Struct, frozen=True, forbid_unknown_fields=True):
    """What is left of the deck leaves the shoe, hand or machine; counted when a count is due (X-08)."""

    rack: Clauses  # placed in the discard rack unseen
    count: Clauses  # the duty to count
    right: Clauses  # the count is right
    wrong: Clauses  # it is not: were the cards misdealt?
    misdeal: Clauses  # they were
    defective: Clauses  # they were not


class LosersCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A settled loser's cards go to the discard rack at once, unless one of some wagers was made."""

    unless: tuple[str, ...]
    clauses: Clauses


class CardCare(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chapters 3 to 5: how decks arrive, are prepared, shuffled, cut, loaded and changed. Clauses by act."""

    inspect: Clauses
    verify: Clauses
    spread: Clauses
    view: Clauses
    face_down: Clauses
    wash: Clauses
    stack: Clauses
    first_shuffle: Clauses
    each_deck: Clauses
    preshuffled: Clauses
    preshuffled_readings: ReadingIds = ()
    before_play: Clauses
    after_round: Clauses
    on_order: Clauses
    one_stack: Clauses
    feeds_shoe: Clauses
    machine_no_cut: Clauses
    must_cut: Clauses
    counted: Clauses
    bad_count: Clauses
    cut: Clauses
    into_shoe: Clauses
    recut: Clauses
    idle: Clauses
    idle_view: Clauses
    self_shuffling: Clauses
    one_deck: Clauses
    two_decks: Clauses
    other_back: Clauses
    stored: Clauses
    alternate: Clauses
    one_in_rack: Clauses
    hand_life: Clauses  # four hours
    shoe_life: Clauses  # eight hours
    by_machine: Clauses  # hand dealing needs a machine shuffle
    load: dict[str, Clauses]  # into shoe, hand or machine
    machine_shuffles: Clauses = ()  # automated dealing is by a device that shuffles as well
    count_excused: bool = False  # such a device is excused from the section on counting by name (X-18)
    idle_excused: bool = False  # a device that reshuffles by itself keeps the cards of an idle table (X-18)


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True):
    """What chapter 13 (or X-15 where it is silent) makes of one kind of mishap."""

    outcome: Literal["play_on", "discard", "void", "ruling"]
    clauses: Clauses = ()
    readings: ReadingIds = ()
    settles: tuple[str, ...] = ()  # wagers settled on a completed board all the same (uth/13.C, 13.G)
    settle_clauses: Clauses = ()
    settles_always: bool = False  # … also before everybody has the first cards
    likewise: Clauses = ()  # clauses that a ruling to void it follows by analogy
    default: Literal["play_on", "void"] = "play_on"  # what a floorperson is offered where no clause decides
    until_decided: bool = False  # over once every player has decided (uth/13.F)
    under: dict[ReadingId, dict[str, Irregularity]] = {}  # where another reading is chosen


class Demonstration(Struct, frozen=True, forbid_unknown_fields=True):
    """One round that ``croupier demo`` shows: dealt from the hand to two players."""

    deck: str  # as the cards leave the dealer's hand
    wagers: dict[str, int]  # dollars, of the player in seat 2
    paytables: dict[str, str] = {}  # beyond the house defaults


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose an act is, and the clauses that say so ("the dealer shall", "a floorperson")."""

    by: tuple[str, ...]  # roles
    clauses: Clauses
    readings: ReadingIds = ()


class Declaration(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    id: str
    title: str
    letter: str  # with which the ids of its readings begin
    terms: Clauses = ()  # words of chapter 1 that decide something: who is in, what is due, which hands count
    pack: Pack
    seats: int
    seats_clause: ClauseId
    electronic: Electronic | None = None
    # Chapter 7.
    chips: Clauses  # a wager is chips on its own area; words and cash are none
    bets_by: Clauses  # every wager before "no more bets", none after
    seated_only: ClauseId  # only a seated player may wager
    stay_seated: ClauseId  # and stays while holding cards
    abandoned: ClauseId  # a player who leaves
    positions_clause: ClauseId  # how many boxes one player may bet on
    positions: int  # house default
    most_positions: int
    positions_must_be_stated: bool = False
    wagers: tuple[Wager, ...]
    paytables: dict[str, PaytableSection]
    progressive: Progressive | None = None
    undefined_progressive: Unsettled | None = None  # named by chapter 7 and defined nowhere
    payout_limit: PayoutLimit
    must_choose: tuple[MustChoose, ...] = ()
    # Chapter 2.
    equipment: tuple[Attested, ...]
    approvals: tuple[Attested, ...]
    felt: tuple[Felt, ...]
    layout: Layout | None = None  # how it looks; without it a plain one is made from the wagers
    # Chapters 3 to 5, and how 8 to 10 begin and end a deal.
    care: CardCare
    dealing_clause: ClauseId  # chapters 8, 9 or 10 come before it
    automated_clause: ClauseId
    held: Unsettled | None = None  # the dealer's cards may wait in the device
    three_card_stack: Unsettled | None = None  # the community stack of a reshuffling shoe may hold three
    close: dict[Dealing, Clauses]  # "no more bets"
    close_readings: dict[Dealing, ReadingIds] = {}
    stub: dict[Dealing, Stub]
    # Chapters 11 and 13.
    losers_cards: LosersCards | None = None
    folders_last: dict[ReadingId, str] = {}  # by these options folders are settled after all others
    breaches: Clauses = ()  # conduct that costs every wager …
    breaches_until_reveal: Clauses = ()  # … of which these are none once the dealer's hand is revealed …
    forfeits: Clauses = ()  # … and the clause by which it does
    irregularities: dict[str, Irregularity]
    dead_device: dict[str, Clauses]  # a broken device is covered, marked …
    acts: dict[str, Act] = {}
    demonstration: Demonstration | None = None

    def wager(self, name: str) -> Wager | None:
        for rule in self.wagers:
            if rule.name == name:
                return rule
        return None

    def entry(self, name: str) -> str:
        """The clause of chapter 7 under which a submission speaks of a wager."""
        rule = self.wager(name)
        assert rule is not None, f"{self.id} has no wager {name}"
        return rule.entry

    @property
    def looks(self) -> Layout:
        return self.layout or plain_layout(self.wagers)

    @property
    def metered(self) -> Wager | None:
        """The wager that is paid from meters."""
        return next((rule for rule in self.wagers if rule.paid_from == "meters"), None)

    @property
    def progressive_clause(self) -> str:
        """Where the document speaks of a Progressive Wager, defined or not."""
        found = self.progressive or self.undefined_progressive
        return found.clause if found else ""

    @property
    def usual_dealing(self) -> Dealing:
        """How it is dealt where nobody says: from the hand, or the first way that the game knows."""
        return HAND if HAND in self.close else next(iter(self.close))

    @property
    def required_paytables(self) -> tuple[str, ...]:
        return tuple(name for name, section in self.paytables.items() if section.required)

    @property
    def house_paytables(self) -> dict[str, str]:
        return {name: section.house for name, section in self.paytables.items() if section.house}


Switched = TypeVar("Switched", Needs, Irregularity, PayoutLimit)


def under(entry: Switched, chosen: Mapping[str, str]) -> Switched:
    """The entry as the chosen readings make it."""
    taken = entry
    for reading_id, options in entry.under.items():
        other = options.get(chosen.get(reading_id, ""))
        if other is not None:
            fields = (name for name in entry.__struct_fields__ if name != "under")
            changes = {name: getattr(other, name) for name in fields}
            changed = {name: value for name, value in changes.items() if value != getattr(entry, name)}
            taken = msgspec.structs.replace(taken, **changed)
    return taken


@remembered
def declaration(game: str) -> Declaration:
    try:
        return read_declaration(game, read_toml(game, "game.toml"))
    except (LookupError, msgspec.ValidationError) as fault:
        raise BadInput(f"game.toml of the game {game!r}: {fault}") from None


def title(game: str) -> str:
    return declaration(game).title


def read_declaration(game: str, raw: dict[str, Any]) -> Declaration:
    """LookupError for a clause, reading or wager that does not exist; ValidationError for a wrong shape."""
    needs = [wager["needs"] for wager in raw.get("wagers", ()) if "needs" in wager]
    for rule in (*raw.get("irregularities", {}).values(), *needs, raw["payout_limit"]):
        rule["under"] = _spelled_out(rule)
    whole = _named(msgspec.inspect.type_info(Declaration), {"id": game, **raw}, game)
    found = msgspec.convert(whole, Declaration)
    _check_whole(found)
    return found


def _spelled_out(rule: dict[str, Any]) -> dict[str, Any]:
    """What a reading changes is written alone; the rest of the entry stays as it is."""
    base = {key: value for key, value in rule.items() if key != "under"}
    return {
        reading_id: {choice: {**base, **changes} for choice, changes in options.items()}
        for reading_id, options in rule.get("under", {}).items()
    }


def _named(kind: msgspec.inspect.Type, value: Any, game: str) -> Any:
    """Clause ids with the game before them, each of them and each reading known to exist."""
    match kind:
        case msgspec.inspect.Metadata(type=inner, extra=extra):
            if extra == {"names": "clause"} and isinstance(value, str):
                return note_cited(f"{game}/{value}")
            if extra == {"names": "reading"} and value not in readings():
                raise LookupError(f"there is no reading {value!r}")
            return _named(inner, value, game)
        case msgspec.inspect.StructType(fields=fields) if isinstance(value, dict):
            known = {field.encode_name: field.type for field in fields}
            return {k: _under_key(k, known[k], v, game) if k in known else v for k, v in value.items()}
        case msgspec.inspect.DictType(key_type=key, value_type=inner) if isinstance(value, dict):
            return {_named(key, k, game): _under_key(k, inner, v, game) for k, v in value.items()}
        case msgspec.inspect.VarTupleType(item_type=inner):
            one = isinstance(value, str) and isinstance(inner, msgspec.inspect.Metadata)
            items = [value] if one else value
            return [_named(inner, item, game) for item in items] if isinstance(items, list) else value
        case msgspec.inspect.UnionType(types=types):
            inner = next(each for each in types if not isinstance(each, msgspec.inspect.NoneType))
            return _named(inner, value, game)
    return value


def _under_key(key: str, kind: msgspec.inspect.Type, value: Any, game: str) -> Any:
    """As ``_named``; a fault says under which keys it lies."""
    try:
        return _named(kind, value, game)
    except LookupError as fault:
        raise LookupError(f"{key}: {fault}") from None


# What the table, the checks and the forms ask of every game.
MISHAPS = frozenset(
    {
        "face_up",
        "face_up_many",
        "drawn_in_error",
        "wrong_count",
        "player_exposed",
        "shuffler_failed",
        "shuffler_failed_idle",
        "shoe_failed",
        "other",
    }
)
FIXTURES = frozenset({"dealer_place", "discard_rack"})


def _check_whole(found: Declaration) -> None:
    """What one part of the file says of another; LookupError says what does not fit."""
    named = {
        *(name for rule in found.wagers for name in (rule.equal_to, rule.multiple_of) if name),
        *(name for rule in found.wagers if rule.needs for name in rule.needs.wagers),
        *(name for rule in found.irregularities.values() for name in rule.settles),
        *found.payout_limit.reaches,
        *(found.losers_cards.unless if found.losers_cards else ()),
        *(choice.wager for choice in found.must_choose),
    }
    read = {
        each for reading in readings().values() for each in reading.clauses if each.startswith(f"{found.id}/")
    }
    ways = set(found.close)
    banked = [rule for rule in found.wagers if rule.banked]
    faults = {
        "it names wagers it does not declare": named - {rule.name for rule in found.wagers},
        "its readings name clauses that do not exist": {each for each in read if find_clause(each) is None},
        "irregularities are missing": MISHAPS - set(found.irregularities),
        "approvals are missing (layout comes first)": {"layout", "drop_and_tip_box"}
        - {item.key for item in found.approvals},
        "equipment that no form asks for": {item.key for item in found.equipment} - FIXTURES,
        "dead_device says nothing of": {"covered"} - set(found.dead_device),
        "stub says nothing of": ways - set(found.stub),
        "care.load says nothing of": ways - set(found.care.load),
        "collect says nothing of": {way for rule in banked for way in ways - set(rule.collect)},
        "paytables are declared for no wager": set(found.paytables) - {rule.table for rule in found.wagers},
        "progressive is declared for no wager": {'paid_from = "meters"'}
        if (found.progressive is None) != (found.metered is None)
        else set(),
    }
    for what, names in faults.items():
        if names:
            raise LookupError(f"{what}: {', '.join(sorted(names))}")
    if found.approvals[0].key != "layout":
        raise LookupError("approvals: layout comes first")
    if found.layout is not None:
        printed = [item.name for item in found.felt if item.kind == "inscription"]
        marked = [item.name for item in found.felt if item.kind == "area"]
        for fault in layout_faults(found.layout, found.wagers, printed, marked):
            raise LookupError(fault)
