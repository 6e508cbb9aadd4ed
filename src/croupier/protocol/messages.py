"""Message types of the table socket, with one struct per message."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from croupier.cards import Card
from croupier.errors import Refused
from croupier.table.fields import Cents, RoundNumber

VERSION = 1

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[\w.:-]+\Z")]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Cursor = tuple[Count, Count]  # round number, and number of entries of that round that the person has received
Digest = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    pass


# Messages from the client.


class Hello(Message, frozen=True, tag="hello"):
    """The client's first message. After a reconnect, it contains the cursor to resume from."""

    after: Cursor | None = None
    proofs: bool = False  # send proofs of the visible cards (docs/dealing.md)
    clock: bool = False  # run the posted times even for a single player
    words: bool = False  # send the sentence of each event


class Do(Message, frozen=True, tag="do"):
    """A table command. The client chooses the id, and the server carries out each id only once."""

    id: CommandId
    command: msgspec.Raw


class Chips(Message, frozen=True, tag="chips"):
    """Buy chips with money from the wallet."""

    id: CommandId
    cents: Cents


class CashOutRequest(Message, frozen=True, tag="cash_out"):
    """Return all of the player's chips to the wallet."""

    id: CommandId


class Ready(Message, frozen=True, tag="ready"):
    """Finish betting for this player in this round. `reveal` and `next` are for verifiable dealing."""

    round: RoundNumber
    reveal: Digest = ""  # the number that the player committed to for this round
    next: Digest = ""  # the hash of the player's number for the next round


class MoreTime(Message, frozen=True, tag="more_time"):
    """Restart the player's time limit. The server refuses this message while another player is waiting."""

    id: CommandId


class AdviceRequest(Message, frozen=True, tag="advice"):
    """Request the exact value of each choice at the player's current question."""

    id: CommandId


class Try(Message, frozen=True, tag="try"):
    """Preview a command without storing anything."""

    id: CommandId
    command: msgspec.Raw


class CallFloorRequest(Message, frozen=True, tag="call"):
    """Call the floor to the table."""

    id: CommandId
    words: Annotated[str, Meta(max_length=500)] = ""


FromPerson = Hello | Do | Chips | CashOutRequest | Ready | MoreTime | AdviceRequest | Try | CallFloorRequest


# Messages from the server.


class Pace(msgspec.Struct, frozen=True, gc=False):
    """The rate limit of a socket.

    The server closes a faster client's connection with code 1008. The client may then reconnect.
    """

    at_once: int
    a_second: float


class Welcome(Message, frozen=True, tag="welcome"):
    """The client's identity at the table, and the result of the attempt to resume from its cursor.

    - `current`: no entries were missed
    - `replayed`: the next frame contains the missed entries
    - `fresh`: the next frame contains the current round
    """

    table: str
    game: str
    by: str  # role:id, or everyone
    person: str
    name: str
    outcome: Literal["current", "replayed", "fresh"]
    count: int  # number of entries in the next frame
    pace: Pace | None = None
    protocol: int = VERSION
    # acts with sample fields; a console previews them to explain why an act is not offered
    acts: Any = ()


class Frame(Message, frozen=True, tag="frame"):
    """New events that this person may see, and the table as the person sees it now."""

    cursor: Cursor
    entries: Any  # the events that this person may see, grouped by stored entry
    sight: Any
    offers: Any
    # The following fields are for dealers, floorpersons and pit managers.
    due: Any = None  # the act that is due
    then: Any = ()  # the following acts in words, up to the first choice
    next: Any = ()  # the following acts with their clauses
    timers: Any = None  # deck hours, stub count and device inspection
    # The sentence of each event in `entries`, or an empty string, for connections that requested words.
    words: Any = ()


class Done(Message, frozen=True, tag="done"):
    id: str
    cursor: Cursor


class Refusal(Message, frozen=True, tag="refused"):
    code: str
    message: str
    id: str = ""
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    remedy: str = ""


class Clock(Message, frozen=True, tag="clock"):
    """The act for which the table waits, and the remaining time. An empty `what` means that no time runs."""

    round: int
    what: str = ""
    seat: int = 0
    question: str = ""
    remains: int = 0  # milliseconds
    whole: int = 0


class ReadySeats(Message, frozen=True, tag="ready_seats"):
    round: int
    seats: tuple[int, ...] = ()
    away: tuple[int, ...] = ()  # seats whose player is disconnected


class Balance(Message, frozen=True, tag="balance"):
    """The player's money in cents, in the wallet and in chips."""

    wallet: int
    chips: int
    money: str


class OpeningMessage(Message, frozen=True, tag="opening"):
    """Proofs of cards that this person sees (docs/dealing.md)."""

    round: int
    openings: Any


class HouseNotice(Message, frozen=True, tag="notice"):
    """A notice from the server, for example that play is paused or that the server is closing."""

    code: str
    message: str


class TableMoved(Message, frozen=True, tag="moved"):
    """Another node runs the table. The client must connect to its address."""

    address: str


class Nodes(Message, frozen=True, tag="nodes"):
    """Addresses of the other running nodes, to try when this node does not respond."""

    addresses: tuple[str, ...]


class Advised(Message, frozen=True, tag="advised"):
    id: str
    advice: Any


class Tried(Message, frozen=True, tag="tried"):
    """The preview of a command, with its events, the table afterward, the next due act, and moved chips."""

    id: str
    entries: Any
    sight: Any
    due: Any
    then: Any
    moves: Any
    hands: Any  # the hands that would be shown, with the ranks that decide
    outcome: Any  # the result in words, with its clauses
    steps: Any = ()  # the events in words, except those that only move chips or cards
    review: Any = None  # the confirmation by a second person, if the command needs one
    departs: str = ""  # how a corrected payment differs from what the rules pay, in words


class Calls(Message, frozen=True, tag="calls", omit_defaults=False):
    """The open floor calls at this table, sent to its staff."""

    calls: Any


class CardsRead(Message, frozen=True, tag="cards_read", omit_defaults=False):
    """The cards that a card reader read of those that are due, sent to the table's dealer only."""

    device: str
    cards: tuple[Card, ...]
    problem: str = ""  # why the last reading was refused


FromHouse = (
    Welcome
    | Frame
    | Done
    | Refusal
    | Clock
    | ReadySeats
    | Balance
    | OpeningMessage
    | HouseNotice
    | TableMoved
    | Nodes
    | Advised
    | Tried
    | Calls
    | CardsRead
)

_FROM_PERSON: msgspec.json.Decoder[FromPerson] = msgspec.json.Decoder(FromPerson)
_ENCODER = msgspec.json.Encoder()


def decode_from_person(data: str | bytes) -> FromPerson:
    """Decode a client message. Raises `msgspec.DecodeError` if the message is invalid."""
    return _FROM_PERSON.decode(data)


def encode(message: FromHouse) -> bytes:
    return _ENCODER.encode(message)


def refusal_of(refused: Refused, id_: str = "") -> Refusal:
    return Refusal(
        code=str(refused.code),
        message=refused.message,
        id=id_,
        clauses=refused.clauses,
        readings=refused.readings,
        remedy=refused.remedy,
    )
