"""The readings of card readers at one table, compared with the names that the dealer enters.

A reading counts only for the cards that are due to be named now. Readings of other cards, such as cards that
lie face down, are refused and forgotten, so the server never learns a card before the dealer turns it up.
"""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.cards import Card
from croupier.casino.administration.reader_commands import (
    CardReader,
    DisputedCard,
    DisputeReading,
    ReadingDispute,
)
from croupier.casino.administration.readers import is_strong_key
from croupier.errors import Refused
from croupier.games.game import Deal, Turn
from croupier.protocol.readings import CardReading, signed_text
from croupier.rulebook import regulation
from croupier.table import commands as do
from croupier.table.acts.dealing import check_new_cards
from croupier.table.commands import TableCommand
from croupier.table.progress import deal_plan
from croupier.table.readers.due import due
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.roles import DEALER, role_of
from croupier.table.state import TableState

DEVICES = regulation("device_inspection")
SHOWN_TO_DEALER = ("card_twice", "card_impossible", "reading_too_long")  # problems that the dealer can see
PER_SECOND = 20  # maximum readings of a device, and maximum bad readings of a source address, in one second
MOST_SOURCES = 1_000  # maximum source addresses whose bad readings are counted in one second
Position = tuple[str, int]  # place and index of a card


def refuse_reading(code: str, message: str, remedy: str) -> Refused:
    return Refused(code, message, (DEVICES,), remedy)


def too_often(readings: str) -> Refused:
    return refuse_reading("too_often", f"too many {readings}", "Wait a second.")


def is_signed(table: str, reading: CardReading, key: bytes) -> bool:
    """Return whether the owner of this public key signed the reading for this table."""
    if not is_strong_key(key):
        return False
    try:
        public = Ed25519PublicKey.from_public_bytes(key)
        public.verify(bytes.fromhex(reading.signature), signed_text(table, reading))
    except (InvalidSignature, ValueError):
        return False
    return True


def network_of(source: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address, because one host may own all of it."""
    try:
        address = ipaddress.ip_address(source.partition("%")[0])
    except ValueError:
        return source
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))


class SecondCounts:
    """Counts by name within the current second, for at most `most` names."""

    def __init__(self, most: int = 100) -> None:
        self._most, self._second = most, 0
        self._counts: Counter[str] = Counter()

    def count(self, name: str, second: int) -> int:
        if second != self._second:
            self._second, self._counts = second, Counter()
        return self._counts[name]

    def add(self, name: str, second: int) -> None:
        if self.count(name, second) or len(self._counts) < self._most:
            self._counts[name] += 1


class CardReaders:
    """The readings of the current round, by the position of the card."""

    def __init__(self, table: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.table, self.session = table, secrets.token_hex(16)
        self._clock = clock
        self._limit_sources, self._limit_devices = SecondCounts(MOST_SOURCES), SecondCounts()
        self._sequences: dict[str, int] = {}  # last sequence number by device
        self._round = 0
        self._read: dict[Position, tuple[str, Card]] = {}  # position -> device and card

    def accept(
        self,
        reading: CardReading,
        reader: CardReader | None,
        state: TableState,
        seen: TableState,
        source: str = "",
    ) -> tuple[Card, ...]:
        """Accept a reading, and return all cards read so far of those that are due, in their order.

        `seen` is the state that the staff have seen, and `source` the sender's address. Raises `Refused`.
        """
        self._check_sender(reading, reader, network_of(source))
        positions = [position for position in due_positions(state) if position not in self._of(state)]
        if reading.round != state.round.number or not positions:
            raise refuse_reading(
                "reading_not_due",
                "no card is due to be read",
                "Send a card when the dealer turns it up. Keep cards that lie face down in the device.",
            )
        if len(reading.cards) > len(positions):
            raise refuse_reading(
                "reading_too_long",
                f"{len(reading.cards)} cards read, but {len(positions)} are due",
                "Send only the cards that are due.",
            )
        check_new_cards(seen, reading.cards, drawn=False)
        known = [card for _, card in self._of(state).values()]
        if twice := [card for card in reading.cards if card in known and deck_of(state)[card] == 1]:
            raise refuse_reading("card_twice", f"{twice[0]} was already read", "Read the card again.")
        for position, card in zip(positions, reading.cards, strict=False):
            self._read[position] = reading.device, card
        return tuple(self._read[position][1] for position in due_positions(state) if position in self._read)

    def _check_sender(self, reading: CardReading, reader: CardReader | None, source: str) -> None:
        """Raise `Refused` unless this is a new reading that a confirmed reader signed.

        Bad readings count against their source only. Anyone can send them in a reader's name, and a captured
        reading can be sent again, so neither may use up the reader's own limit.
        """
        second = int(self._clock())
        if self._limit_sources.count(source, second) >= PER_SECOND:
            raise too_often("bad readings from this address")
        key = reader.key if reader is not None and reader.confirmed_by else ""
        if not key or not is_signed(self.table, reading, bytes.fromhex(key)):
            self._limit_sources.add(source, second)
            raise refuse_reading(
                "reading_unsigned",
                "the signature does not belong to a confirmed card reader of this table",
                "Check the device, the table and the key. Two people must have registered the reader.",
            )
        last = self._sequences.get(reading.device, 0)
        if reading.session != self.session or reading.sequence <= last:
            self._limit_sources.add(source, second)
            raise refuse_reading(
                "reading_replayed",
                f"reading {reading.sequence} is not newer than {last}, or is from another session",
                "Get the current session and sequence number, and sign the reading again.",
            )
        if self._limit_devices.count(reading.device, second) >= PER_SECOND:
            raise too_often("readings of this reader")
        self._limit_devices.add(reading.device, second)
        self._sequences[reading.device] = reading.sequence

    def last_sequence(self, device: str) -> int:
        return self._sequences.get(device, 0)

    def _of(self, state: TableState) -> dict[Position, tuple[str, Card]]:
        """Return the readings of the current round."""
        if state.round.number != self._round:
            self._round, self._read = state.round.number, {}
        return self._read

    def disagreement(self, state: TableState, command: TableCommand) -> tuple[DisputedCard, ...]:
        """Return the cards that a command names differently from the reader."""
        read = self._of(state)
        if not read:
            return ()
        return tuple(
            DisputedCard(place, index, read[place, index][1], card)
            for (place, index), card in named_positions(state, command)
            if (place, index) in read and read[place, index][1] != card
        )

    def dispute_of(
        self, state: TableState, command: TableCommand, by: str, open_: ReadingDispute | None
    ) -> DisputeReading | None:
        """Return the entry that stops a dealer's command, or None if nothing new has to be recorded."""
        cards = self.disagreement(state, command) if role_of(by) == DEALER else ()
        if not cards or covers(open_, state, cards):
            return None
        device = self._read[cards[0].place, cards[0].index][0]
        return DisputeReading(
            table=self.table,
            round=state.round.number,
            device=device,
            cards=cards,
            dealer=by,
            by=f"table:{self.table}",
        )

    def check(self, state: TableState, command: TableCommand, dispute: ReadingDispute | None) -> None:
        """Raise `Refused` if the dealer names a card differently from the reader, until the floor decides."""
        names = dict(named_positions(state, command))
        if dispute is not None and dispute.round == state.round.number:
            for card in dispute.cards:
                entered = names.get((card.place, card.index))
                right = {"reader": card.read, "dealer": card.entered}.get(dispute.keep)
                if entered is not None and entered != right:
                    raise disagrees(card, dispute.keep)
        for card in self.disagreement(state, command):
            if not covers(dispute, state, (card,)):
                raise disagrees(card, "")


def disagrees(card: DisputedCard, keep: str) -> Refused:
    values = f"the reader reads {card.read}, and you entered {card.entered}"
    if not keep:
        return refuse_reading(
            "reader_disagrees", values, "Stop. A floorperson looks at the card and decides."
        )
    right = card.read if keep == "reader" else card.entered
    return refuse_reading(
        "reader_disagrees", f"the floor decided that the card is {right}", "Enter that card."
    )


def covers(dispute: ReadingDispute | None, state: TableState, cards: tuple[DisputedCard, ...]) -> bool:
    """Return whether a dispute of this round is about exactly these cards."""
    return dispute is not None and dispute.round == state.round.number and {*cards} <= {*dispute.cards}


def deck_of(state: TableState) -> Counter[Card]:
    return Counter(state.game.deck.order)


def due_positions(state: TableState) -> tuple[Position, ...]:
    """Return the positions of the cards that are due to be named, in the order in which they are named."""
    act = due(state, True)
    if "cards" not in act.blanks or act.command is None:
        return ()
    command = act.command
    if isinstance(command, do.NameCards):
        return tuple((command.place, command.first + index) for index in range(act.cards))
    if isinstance(command, do.DealCards):
        marks = zip(dealt_positions(state), dealt_face_up(state), strict=False)
        return tuple(position for position, is_up in marks if is_up)
    phase = state.phase
    return tuple(turned(phase)) if isinstance(phase, Turn) else ()


def turned(phase: Turn) -> Iterator[Position]:
    return ((phase.place, phase.first + index) for index in range(phase.count))


def dealt_positions(state: TableState) -> Iterator[Position]:
    """Yield the position of each card of the rest of a deal, in order."""
    before: Counter[str] = Counter({place: len(cards) for place, cards in state.layout.cards.items()})
    for step in deal_plan(state).steps[state.round.cursor :]:
        for _ in range(step.count):
            yield step.place, before[step.place]
            before[step.place] += 1


def named_positions(state: TableState, command: TableCommand) -> Iterator[tuple[Position, Card]]:
    """Yield the cards that a command names, with their positions."""
    phase = state.phase
    if isinstance(command, do.CorrectKeying):
        yield from (((name.place, name.index), name.card) for name in command.cards)
    elif isinstance(command, do.NameCards):
        for index, card in enumerate(command.cards):
            yield (command.place, command.first + index), card
    elif isinstance(command, do.TurnUp) and isinstance(phase, Turn):
        yield from zip(turned(phase), command.cards, strict=False)
    elif isinstance(command, do.DealCards) and isinstance(phase, Deal):
        for position, dealt in zip(dealt_positions(state), command.cards, strict=False):
            if dealt is not None:
                yield position, dealt
