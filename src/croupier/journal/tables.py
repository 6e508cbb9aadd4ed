"""The table as a kind of stream."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from croupier.cards import commitment
from croupier.errors import BadInput
from croupier.journal.entries import canonical, decode
from croupier.rulebook.edition import edition, hash_of_what_decides
from croupier.submission import Choices, Rules
from croupier.submission.restate import lawful
from croupier.table import codec
from croupier.table import events as ev
from croupier.table.commands import Command, Deal, ReportFaceUp
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, follow, seal, unseal
from croupier.table.events import Event
from croupier.table.machine import decide, fold
from croupier.table.state import BETTING, CardsFrom, TableState, bare_table, open_table

# What an event says in words or cites; all else is an effect.
WORDS = frozenset({"clauses", "readings", "words", "pays"})
DEALS = (Deal, ReportFaceUp)  # commands by which cards leave the shoe
WORDS_OF: dict[str, frozenset[str]] = {str(ev.RoundVoided.__struct_config__.tag): WORDS | {"reason"}}


class Charter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table opens under."""

    game: str
    choices: Choices  # the operator's submission
    readings: dict[str, str]  # every switch, so that a changed default shows
    bare: bool = False  # the cards had not arrived yet
    cards_from: CardsFrom = ""


class TableWithShoes(msgspec.Struct, frozen=True):
    """What a table's stream leads to: the table, and the shoes that its entries keep sealed."""

    table: TableState
    shoes: Shoes = NO_SHOES

    @property
    def shoe_missing(self) -> bool:
        """Cards are out and nobody knows which come next: an export left the shoe out."""
        return bool(self.table.layout.cards) and self.table.care.loaded not in self.shoes

    def after(self, table: TableState, events: tuple[Event, ...], sealed: bytes | None) -> TableWithShoes:
        """After an entry that led to this table."""
        return TableWithShoes(table, follow(self.shoes, self.table.care.loaded, events, sealed))


_CHARTER = msgspec.json.Decoder(Charter)


def charter_of(rules: Rules, bare: bool = False, cards_from: CardsFrom = "") -> bytes:
    return canonical(Charter(rules.game, rules.choices, dict(rules.readings), bare, cards_from))


@cache
def _charter(charter: bytes) -> Charter:
    return decode(_CHARTER, charter)


def _rules(charter: Charter) -> Rules:
    """The rules the table was opened under, with the readings taken then."""
    rules = Rules(charter.choices)
    pinned = {id_: taken for id_, taken in charter.readings.items() if rules.readings.get(id_) != taken}
    if not pinned:
        return rules
    return Rules(msgspec.structs.replace(charter.choices, readings={**charter.choices.readings, **pinned}))


class TableKind:
    """Tables, as the journal sees them."""

    name = "table"

    def begin(self, charter: bytes) -> TableWithShoes:
        read = _charter(charter)
        if read.game != read.choices.game:
            raise BadInput(f"a charter for {read.game!r:.40} with the choices of {read.choices.game!r:.40}")
        rules = _rules(read)
        begin = bare_table if read.bare else open_table
        return TableWithShoes(begin(rules, read.cards_from))

    def lawful(self, charter: bytes) -> None:
        lawful(_charter(charter).choices)

    def book(self, charter: bytes) -> str:
        return hash_of_what_decides(_charter(charter).game)

    def edition(self, charter: bytes) -> str:
        return str(edition(_charter(charter).game))

    def encode(self, command: Command, events: Iterable[Event]) -> tuple[bytes, bytes]:
        return codec.encode_command(command), codec.encode_events(events)

    def decode(self, command: bytes, events: bytes) -> tuple[Command, tuple[Event, ...]]:
        return codec.decode_command(command), codec.decode_events(events)

    def decide(self, state: TableWithShoes, command: Command) -> tuple[Event, ...]:
        return decide(state.table, command)

    def fold(
        self, state: TableWithShoes, command: Command, events: tuple[Event, ...], sealed: bytes | None
    ) -> TableWithShoes:
        if sealed is not None and state.shoes:
            _check_fixed(state, events, unseal(sealed))
        after = state.after(fold(state.table, events), events, sealed)
        _check_dealt(after.shoes.get(state.table.care.loaded or ""), command)
        return after

    def snapshot(self, state: TableWithShoes) -> tuple[bytes, bytes | None]:
        return codec.encode_state(state.table), seal(state.shoes) if state.shoes else None

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> TableWithShoes:
        return TableWithShoes(codec.decode_state(snapshot), NO_SHOES if sealed is None else unseal(sealed))

    def resting(self, state: TableWithShoes) -> bool:
        return state.table.round.phase == BETTING and not state.table.bets.wagers

    def effects(self, events: tuple[Event, ...]) -> list[dict[str, Any]]:
        return [_effect(msgspec.to_builtins(event, str_keys=True)) for event in events]

    def at(self, command: Command) -> int:
        return command.at

    def about(self, charter: bytes, state: TableWithShoes) -> dict[str, Any]:
        return {"game": _charter(charter).game, "rounds": state.table.round.number - 1}


def _check_dealt(shoe: Shoe | None, command: Command) -> None:
    """The cards that an entry dealt are those that its shoe had next, where the journal keeps the shoe."""
    if shoe is not None and isinstance(command, DEALS):
        cards = command.cards
        if cards != shoe.order[max(0, shoe.position - len(cards)) : shoe.position]:
            raise BadInput("the cards are not those that its sealed shoe had next")


def _check_fixed(before: TableWithShoes, events: tuple[Event, ...], sealed: Shoes) -> None:
    """Only a shuffle gives a deck whose order is known another one: committing to it keeps it as it is, and
    mixing it moves each card to where the mix says."""
    shuffled = {event.deck for event in events if isinstance(event, ev.DeckShuffled)}
    seeds = {event.deck: bytes.fromhex(event.seed) for event in events if isinstance(event, ev.DealMixed)}
    for back, shoe in sealed.items():
        was = before.shoes.get(back)
        if was is None or back in shuffled:
            continue
        order = commitment.mixed(was.order, seeds[back]) if back in seeds else was.order
        if shoe.order != order or shoe.position:
            raise BadInput(f"the order sealed for the {back} deck is not the one it had")


def _effect(event: dict[str, Any]) -> dict[str, Any]:
    words = WORDS_OF.get(event["type"], WORDS)
    return {key: value for key, value in event.items() if key not in words}


KIND = TableKind()
