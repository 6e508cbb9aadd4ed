"""The declarations of a game from chapters 2 to 5, 7 and 13: its ``game.toml`` as frozen structs.

Each fact is in the file once. The file lists clause ids as the document does ("7.F.1"). This module adds the
game's name to each id and checks that the clause exists. A single clause may be written without a list.
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
from croupier.rulebook.registry import cache_per_registry, read_toml

Dealing = Literal["shoe", "hand", "automated"]  # chapters 8, 9 and 10
HAND: Dealing = "hand"


class PackCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card in a special pack."""

    card: Annotated[str, Meta(min_length=2, max_length=2)]
    copies: Annotated[int, Meta(ge=1)]
    clause: ClauseId


class PackDeclaration(Struct, frozen=True, forbid_unknown_fields=True):
    """The pack of cards. ``standard`` is the 52-card deck. Any other pack lists its cards in deck order."""

    name: str
    cards: tuple[PackCard, ...] = ()


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """The other wagers that a wager requires."""

    wagers: tuple[str, ...]
    clauses: Clauses
    readings: ReadingIds = ()
    under: dict[ReadingId, dict[str, Needs]] = {}  # replacement under other readings


class Collection(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on collecting, counting and banking the chips of a wager."""

    gather: Clauses
    tally: Clauses
    bank: Clauses
    lock: Clauses = ()  # clauses that lock the progressive system first
    lammer: Clauses = ()  # clauses on the lammer that marks each bettor


class SuggestedLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits in dollars that the submission template suggests."""

    minimum: int
    maximum: int
    increment: int


class Wager(Struct, frozen=True, forbid_unknown_fields=True):
    """One wager of chapter 7."""

    name: str
    label: str
    # a decision wager is made after cards are seen (chapter 11)
    kind: Literal["required", "optional", "decision"]
    clause: ClauseId
    section: ClauseId = ""  # heading of the wager in chapter 7, if different from its first clause
    equal_to: str | None = None
    multiple_of: str | None = None  # the stake is a multiple of this wager's stake …
    most_times: int = 1  # … and at most this multiple
    needs: Needs | None = None
    paytable: str = ""  # name of the paytable, if different from the wager's name
    paid_from: Literal["tray", "meters"] = "tray"
    sees: tuple[str, ...] = ()  # places, besides the player's cards, that must be known to settle it
    banked: bool = False  # True if the chips go to the tray before the deal
    collect: dict[Dealing, Collection] = {}
    accepted: Clauses = ()  # clauses on wagers that the system did not accept and that are therefore void
    fixed: int | None = None  # value in cents of the single chip that the wager takes
    fixed_readings: ReadingIds = ()
    fixed_why: str = ""
    divisor: int = 1  # stakes in multiples of this many cents are paid in full cents
    # ways of dealing that the wager requires, by reading and option
    only_dealt: dict[ReadingId, dict[str, tuple[Dealing, ...]]] = {}
    suggested: SuggestedLimit | None = None

    @property
    def entry(self) -> str:
        """Return the clause under which a submission states this wager."""
        return self.section or self.clause

    @property
    def table(self) -> str:
        """Return the name of the wager's paytable, or an empty string."""
        return self.paytable or self.name


class PaytableSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of chapter 12 whose paytable the operator chooses."""

    clause: ClauseId
    required: bool = False
    house: str = ""  # letter of the house default; empty if the wager is not offered by default
    suggested: str = ""  # letter that the submission template suggests if there is no house default
    standard: ClauseId = ""  # clause that requires the wager on every layout
    standard_readings: ReadingIds = ()
    bonus_on: str = ""  # wager whose stake also earns a bonus from this paytable, besides its own result
    label: str = ""  # name on signs and pages, if different from the label of the wager
    fixed_sum_readings: ReadingIds = ()  # readings if odds could exceed a better hand's fixed amount


class LayoutRequirement(Struct, frozen=True, forbid_unknown_fields=True):
    """One area or inscription that chapter 2 requires on the layout."""

    name: str
    kind: Literal["area", "inscription"]
    clause: ClauseId
    says: str
    # the item is required only if this wager (or "payout_limit") is offered; empty if always required
    when: str = ""
    sign: bool = False  # True if a sign at the table may replace the item
    sign_clause: ClauseId = ""  # clause that allows the sign, if different
    # True if the game needs the item but chapter 2 does not require it, so a missing item is only a warning
    advised: bool = False
    readings: ReadingIds = ()


class Attestation(Struct, frozen=True, forbid_unknown_fields=True):
    """An approval or a physical fact that a person attests and the system records."""

    key: str
    clause: ClauseId
    says: str
    when: Literal["always", "shoe", "reshuffling", "alternative_tip_box"] = "always"


class ProgressiveClauses(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of a wager that is paid from meters."""

    clause: ClauseId
    stake: ClauseId
    stakes: tuple[int, ...]  # stakes in cents that have an Envy schedule
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
    read: Clauses = ()  # clauses on reading the meter when the player is paid
    validate: Clauses = ()  # clauses on verifying a winning hand before payment …
    light: Clauses = ()  # … and on the light of the system, which must be on
    unvalidated: dict[ReadingId, str] = {}  # readings and options under which a winner is paid at once


class UnsettledPoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A point of the rules that a document names but either does not define or does not allow."""

    clause: ClauseId
    readings: ReadingIds = ()


class PayoutLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """The most that a player can win on one hand, if an operator may set a limit."""

    clause: ClauseId
    readings: ReadingIds  # readings cited for a limit that cannot be set or is below the floor
    floor: int = 0  # lowest limit allowed, in cents
    reaches: tuple[str, ...] = ()  # wagers that the limit covers; empty if no limit may be set
    clauses: Clauses = ()  # clauses cited when the limit reduces a payment …
    cut_readings: ReadingIds = ()  # … with these readings
    under: dict[ReadingId, dict[str, PayoutLimit]] = {}  # replacement under other readings


class Electronic(Struct, frozen=True, forbid_unknown_fields=True):
    """A dealer-controlled electronic version."""

    clause: ClauseId
    seats: int
    readings: ReadingIds = ()


class MustChoose(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading whose default is only a guess. A submission that offers the wager should choose an option."""

    reading: ReadingId
    wager: str
    clause: ClauseId
    question: str
    assumed: str
    options: dict[str, str]


class Stub(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on removing the rest of the deck and on counting it when due (X-08)."""

    rack: Clauses  # clauses on placing the stub in the discard rack unseen
    count: Clauses  # clauses on the duty to count
    right: Clauses  # clauses for a correct count
    wrong: Clauses  # clauses for a wrong count, which ask whether the cards were misdealt
    misdeal: Clauses  # clauses for a misdeal
    defective: Clauses  # clauses for a defective deck


class LosersCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The rule that a loser's cards are racked after settlement, unless the player made certain wagers."""

    unless: tuple[str, ...]
    clauses: Clauses


class CardCare(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses of chapters 3 to 5 on inspecting, shuffling, cutting, loading and changing decks."""

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
    hand_life: Clauses  # clauses that limit a hand-dealt deck to four hours
    shoe_life: Clauses  # clauses that limit a deck dealt from a shoe to eight hours
    by_machine: Clauses  # clauses that require a machine shuffle for hand dealing
    load: dict[str, Clauses]  # clauses by destination: shoe, hand or machine
    machine_shuffles: Clauses = ()  # clauses on automated dealing with a device that also shuffles
    count_excused: bool = False  # True if the section on counting exempts such a device
    idle_excused: bool = False  # True if a reshuffling device keeps the cards of an idle table


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True):
    """The consequence of one kind of irregularity under chapter 13 (or X-15, if chapter 13 is silent)."""

    outcome: Literal["play_on", "discard", "void", "ruling"]
    clauses: Clauses = ()
    readings: ReadingIds = ()
    settles: tuple[str, ...] = ()  # wagers that are still settled on a completed board (uth/13.C, 13.G)
    settle_clauses: Clauses = ()
    settles_always: bool = False  # … even before every player has received their first cards
    likewise: Clauses = ()  # clauses that a ruling to void the round follows by analogy
    default: Literal["play_on", "void"] = "play_on"  # proposal to the floorperson if no clause decides
    until_decided: bool = False  # True if the entry applies only until every player has decided (uth/13.F)
    under: dict[ReadingId, dict[str, Irregularity]] = {}  # replacement under other readings


class Demonstration(Struct, frozen=True, forbid_unknown_fields=True):
    """The round that ``croupier demo`` shows, dealt from the hand to two players."""

    deck: str  # cards in the order in which they are dealt
    wagers: dict[str, int]  # wagers of the player in seat 2, in dollars
    paytables: dict[str, str] = {}  # paytables in addition to the house defaults


class ActDuty(Struct, frozen=True, forbid_unknown_fields=True):
    """The roles that may perform an act, and the clauses that say so ("the dealer shall")."""

    by: tuple[str, ...]  # roles
    clauses: Clauses
    readings: ReadingIds = ()


class Declaration(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The complete declaration of a game."""

    id: str
    title: str
    letter: str  # the first letter of the ids of the game's readings
    terms: Clauses = ()  # terms of chapter 1 that affect play
    pack: PackDeclaration
    seats: int
    seats_clause: ClauseId
    electronic: Electronic | None = None
    # Chapter 7.
    chips: Clauses  # clauses that require chips on the area and do not accept words or cash as a wager
    bets_by: Clauses  # clauses that require every wager before "no more bets"
    seated_only: ClauseId  # clause that lets only a seated player wager
    stay_seated: ClauseId  # clause that forbids a player with cards to leave the seat
    abandoned: ClauseId  # clause on a player who leaves
    positions_clause: ClauseId  # clause on the number of boxes that one player may bet on
    positions: int  # house default for the number of boxes
    most_positions: int
    positions_must_be_stated: bool = False
    wagers: tuple[Wager, ...]
    paytables: dict[str, PaytableSection]
    progressive: ProgressiveClauses | None = None
    # a progressive that chapter 7 names but does not define
    undefined_progressive: UnsettledPoint | None = None
    payout_limit: PayoutLimit
    must_choose: tuple[MustChoose, ...] = ()
    # Chapter 2.
    equipment: tuple[Attestation, ...]
    approvals: tuple[Attestation, ...]
    felt: tuple[LayoutRequirement, ...]
    # look of the layout; if None, a plain layout is generated from the wagers
    layout: Layout | None = None
    # Chapters 3 to 5, and how a deal of chapters 8 to 10 begins and ends.
    care: CardCare
    dealing_clause: ClauseId  # clause that requires dealing by one of the chapters 8, 9 and 10
    automated_clause: ClauseId
    held: UnsettledPoint | None = None  # the option to keep the dealer's cards in the device
    # the option of a reshuffling shoe that issues three community cards
    three_card_stack: UnsettledPoint | None = None
    close: dict[Dealing, Clauses]  # clauses on "no more bets"
    close_readings: dict[Dealing, ReadingIds] = {}
    stub: dict[Dealing, Stub]
    # Chapters 11 and 13.
    losers_cards: LosersCards | None = None
    folders_last: dict[ReadingId, str] = {}  # options under which folded hands are settled last
    breaches: Clauses = ()  # conduct that forfeits every wager …
    breaches_until_reveal: Clauses = ()  # … or only until the dealer's hand is revealed …
    forfeits: Clauses = ()  # … and the clauses on forfeiting
    irregularities: dict[str, Irregularity]
    dead_device: dict[str, Clauses]  # clauses on covering and marking a broken device
    acts: dict[str, ActDuty] = {}
    demonstration: Demonstration | None = None

    def wager(self, name: str) -> Wager | None:
        for rule in self.wagers:
            if rule.name == name:
                return rule
        return None

    def entry(self, name: str) -> str:
        """Return the clause of chapter 7 under which a submission states a wager."""
        rule = self.wager(name)
        assert rule is not None, f"{self.id} has no wager {name}"
        return rule.entry

    @property
    def looks(self) -> Layout:
        return self.layout or plain_layout(self.wagers)

    @property
    def metered(self) -> Wager | None:
        """Return the wager that is paid from meters."""
        return next((rule for rule in self.wagers if rule.paid_from == "meters"), None)

    @property
    def progressive_clause(self) -> str:
        """Return the clause that mentions a Progressive Wager, defined or not."""
        found = self.progressive or self.undefined_progressive
        return found.clause if found else ""

    @property
    def usual_dealing(self) -> Dealing:
        """Return the default way of dealing: from the hand if possible, otherwise the game's first method."""
        return HAND if HAND in self.close else next(iter(self.close))

    @property
    def required_paytables(self) -> tuple[str, ...]:
        return tuple(name for name, section in self.paytables.items() if section.required)

    @property
    def house_paytables(self) -> dict[str, str]:
        return {name: section.house for name, section in self.paytables.items() if section.house}


Switched = TypeVar("Switched", Needs, Irregularity, PayoutLimit)


def under(entry: Switched, chosen: Mapping[str, str]) -> Switched:
    """Return the entry with the changes of the chosen readings."""
    taken = entry
    for reading_id, options in entry.under.items():
        other = options.get(chosen.get(reading_id, ""))
        if other is not None:
            fields = (name for name in entry.__struct_fields__ if name != "under")
            changes = {name: getattr(other, name) for name in fields}
            changed = {name: value for name, value in changes.items() if value != getattr(entry, name)}
            taken = msgspec.structs.replace(taken, **changed)
    return taken


@cache_per_registry
def declaration(game: str) -> Declaration:
    try:
        return read_declaration(game, read_toml(game, "game.toml"))
    except (LookupError, msgspec.ValidationError) as fault:
        raise BadInput(f"game.toml of the game {game!r}: {fault}") from None


def title(game: str) -> str:
    return declaration(game).title


def read_declaration(game: str, raw: dict[str, Any]) -> Declaration:
    """Read and check a declaration.

    Raises ``LookupError`` for an unknown clause, reading or wager, and ``ValidationError`` for a wrong shape.
    """
    needs = [wager["needs"] for wager in raw.get("wagers", ()) if "needs" in wager]
    for rule in (*raw.get("irregularities", {}).values(), *needs, raw["payout_limit"]):
        rule["under"] = _spelled_out(rule)
    whole = _with_names(msgspec.inspect.type_info(Declaration), {"id": game, **raw}, game)
    found = msgspec.convert(whole, Declaration)
    _check_whole(found)
    return found


def _spelled_out(rule: dict[str, Any]) -> dict[str, Any]:
    """Expand the options of an entry, which list only their changes to the base."""
    base = {key: value for key, value in rule.items() if key != "under"}
    return {
        reading_id: {choice: {**base, **changes} for choice, changes in options.items()}
        for reading_id, options in rule.get("under", {}).items()
    }


def _with_names(kind: msgspec.inspect.Type, value: Any, game: str) -> Any:
    """Prefix clause ids with the game, and check that each clause and reading exists."""
    match kind:
        case msgspec.inspect.Metadata(type=inner, extra=extra):
            if extra == {"names": "clause"} and isinstance(value, str):
                return note_cited(f"{game}/{value}")
            if extra == {"names": "reading"} and value not in readings():
                raise LookupError(f"there is no reading {value!r}")
            return _with_names(inner, value, game)
        case msgspec.inspect.StructType(fields=fields) if isinstance(value, dict):
            known = {field.encode_name: field.type for field in fields}
            return {k: _under_key(k, known[k], v, game) if k in known else v for k, v in value.items()}
        case msgspec.inspect.DictType(key_type=key, value_type=inner) if isinstance(value, dict):
            return {_with_names(key, k, game): _under_key(k, inner, v, game) for k, v in value.items()}
        case msgspec.inspect.VarTupleType(item_type=inner):
            one = isinstance(value, str) and isinstance(inner, msgspec.inspect.Metadata)
            items = [value] if one else value
            return [_with_names(inner, item, game) for item in items] if isinstance(items, list) else value
        case msgspec.inspect.UnionType(types=types):
            inner = next(each for each in types if not isinstance(each, msgspec.inspect.NoneType))
            return _with_names(inner, value, game)
    return value


def _under_key(key: str, kind: msgspec.inspect.Type, value: Any, game: str) -> Any:
    """Call ``_with_names``, and add the key to any error message."""
    try:
        return _with_names(kind, value, game)
    except LookupError as fault:
        raise LookupError(f"{key}: {fault}") from None


# Keys that every game must have for the table, the checks and the forms.
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
MOST_CARDS = 4096  # maximum number of cards that a deal can commit to
FIXTURES = frozenset({"dealer_place", "discard_rack"})


def _check_whole(found: Declaration) -> None:
    """Check references between parts of the file. Raises ``LookupError`` with the first problem."""
    named = {
        *(name for rule in found.wagers for name in (rule.equal_to, rule.multiple_of) if name),
        *(name for rule in found.wagers if rule.needs for name in rule.needs.wagers),
        *(name for rule in found.irregularities.values() for name in rule.settles),
        *found.payout_limit.reaches,
        *(found.losers_cards.unless if found.losers_cards else ()),
        *(choice.wager for choice in found.must_choose),
        *(section.bonus_on for section in found.paytables.values() if section.bonus_on),
    }
    read = {
        each for reading in readings().values() for each in reading.clauses if each.startswith(f"{found.id}/")
    }
    ways = set(found.close)
    banked = [rule for rule in found.wagers if rule.banked]
    faults = {
        "wagers that are named but not declared": named - {rule.name for rule in found.wagers},
        "readings name clauses that do not exist": {each for each in read if find_clause(each) is None},
        "irregularities are missing": MISHAPS - set(found.irregularities),
        "approvals are missing (layout comes first)": {"layout", "drop_and_tip_box"}
        - {item.key for item in found.approvals},
        "equipment that no form uses": {item.key for item in found.equipment} - FIXTURES,
        "dead_device has no entry for": {"covered"} - set(found.dead_device),
        "stub has no entry for": ways - set(found.stub),
        "care.load has no entry for": ways - set(found.care.load),
        "collect has no entry for": {way for rule in banked for way in ways - set(rule.collect)},
        "paytables are declared for no wager": {
            name for name, section in found.paytables.items() if not section.bonus_on
        }
        - {rule.table for rule in found.wagers},
        "progressive is declared for no wager": {'paid_from = "meters"'}
        if (found.progressive is None) != (found.metered is None)
        else set(),
    }
    for what, names in faults.items():
        if names:
            raise LookupError(f"{what}: {', '.join(sorted(names))}")
    size = sum(each.copies for each in found.pack.cards)
    if size > MOST_CARDS:
        raise LookupError(f"the pack has {size:,} cards, but at most {MOST_CARDS:,} can be dealt")
    if found.approvals[0].key != "layout":
        raise LookupError("approvals: layout comes first")
    if found.layout is not None:
        printed = [item.name for item in found.felt if item.kind == "inscription"]
        marked = [item.name for item in found.felt if item.kind == "area"]
        for fault in layout_faults(found.layout, found.wagers, printed, marked):
            raise LookupError(fault)
