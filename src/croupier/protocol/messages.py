"""The messages, one structure each."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from croupier.errors import Refused
from croupier.table.fields import Cents, RoundNumber

VERSION = 1

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[\w.:-]+\Z")]
Count = Annotated[int, Meta(ge=0, le=10**9)]
Cursor = tuple[Count, Count]  # a round, and how many of its entries showed this person anything
Digest = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    pass


# From a person.


class Hello(Message, frozen=True, tag="hello"):
    """The first message: from where to go on, if this person was here before."""

    after: Cursor | None = None
    proofs: bool = False  # whether the openings of the cards that are seen are wanted (docs/dealing.md)


class Do(Message, frozen=True, tag="do"):
    """A command of the table. The id is the person's own: sent twice, it is one command."""

    id: CommandId
    command: msgspec.Raw


class Chips(Message, frozen=True, tag="chips"):
    """Chips from the wallet to the table."""

    id: CommandId
    cents: Cents


class CashOut(Message, frozen=True, tag="cash_out"):
    """All chips in front of the person back to the wallet."""

    id: CommandId


class Ready(Message, frozen=True, tag="ready"):
    """No more bets from this person in this round. `reveal` and `next` are for verifiable dealing."""

    round: RoundNumber
    reveal: Digest = ""  # what was promised for this round
    next: Digest = ""  # the hash of what will be revealed in the next one


class MoreTime(Message, frozen=True, tag="more_time"):
    """The whole time once more, where nobody else waits."""

    id: CommandId


class Advice(Message, frozen=True, tag="advice"):
    """The exact value of each choice at the question that is open to this person."""

    id: CommandId


class Try(Message, frozen=True, tag="try"):
    """What would this command do now? Nothing is stored."""

    id: CommandId
    command: msgspec.Raw


class Call(Message, frozen=True, tag="call"):
    """A dealer calls the floor to the table."""

    id: CommandId
    words: Annotated[str, Meta(max_length=500)] = ""


FromPerson = Hello | Do | Chips | CashOut | Ready | MoreTime | Advice | Try | Call


# From the house.


class Pace(msgspec.Struct, frozen=True, gc=False):
    """How many messages a socket may send at once, and how many a second. Whoever is faster is closed with
    1008 and may come back."""

    at_once: int
    a_second: float


class Welcome(Message, frozen=True, tag="welcome"):
    """Who one is at this table, and how it goes on: nothing missed, entries told again, or anew."""

    table: str
    game: str
    by: str  # role:id, or everyone
    person: str
    name: str
    outcome: Literal["current", "replayed", "fresh"]
    count: int  # entries told again
    pace: Pace | None = None
    protocol: int = VERSION


class Frame(Message, frozen=True, tag="frame"):
    """What happened that this person may see, and the table as they see it now."""

    cursor: Cursor
    entries: Any  # of each stored entry the events that are for this person
    sight: Any
    offers: Any
    # For dealer, floor and pit manager:
    due: Any = None  # the act that is due
    then: Any = ()  # in words what follows it, up to the first choice of a person
    next: Any = ()  # the same with the clauses
    timers: Any = None  # hours of the decks, the count of the stub, the inspection of the devices


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
    """What the table waits for, and how long still; nothing is waited for if `what` is empty."""

    round: int
    what: str = ""
    seat: int = 0
    question: str = ""
    remains: int = 0  # milliseconds
    whole: int = 0


class ReadySeats(Message, frozen=True, tag="ready_seats"):
    round: int
    seats: tuple[int, ...] = ()


class Balance(Message, frozen=True, tag="balance"):
    """The person's money: in the wallet and in front of them, in cents."""

    wallet: int
    chips: int
    money: str


class Opening(Message, frozen=True, tag="opening"):
    """The proof of cards that this person sees (docs/dealing.md)."""

    round: int
    openings: Any


class Notice(Message, frozen=True, tag="notice"):
    """Something about the house: paused, going on, closing, a change announced."""

    code: str
    message: str


class Moved(Message, frozen=True, tag="moved"):
    """The table is kept elsewhere: connect there."""

    address: str


class Nodes(Message, frozen=True, tag="nodes"):
    """Where else this house is: its other nodes that are alive, for when this one does not answer."""

    addresses: tuple[str, ...]


class Advised(Message, frozen=True, tag="advised"):
    id: str
    advice: Any


class Tried(Message, frozen=True, tag="tried"):
    """What a command would do: what would be told, the table and the act that is due after it, and what each
    wager would get."""

    id: str
    entries: Any
    sight: Any
    due: Any
    then: Any
    moves: Any
    hands: Any  # that would be shown, with the ranks that decide


class Calls(Message, frozen=True, tag="calls", omit_defaults=False):
    """The open calls for the floor at this table, to its staff."""

    calls: Any


FromHouse = (
    Welcome
    | Frame
    | Done
    | Refusal
    | Clock
    | ReadySeats
    | Balance
    | Opening
    | Notice
    | Moved
    | Nodes
    | Advised
    | Tried
    | Calls
)

_FROM_PERSON: msgspec.json.Decoder[FromPerson] = msgspec.json.Decoder(FromPerson)
_ENCODER = msgspec.json.Encoder()


def decode_from_person(data: str | bytes) -> FromPerson:
    """`msgspec.DecodeError` for anything else."""
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
