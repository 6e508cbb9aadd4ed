"""The table as a stream kind."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from croupier.cards import commitment
from croupier.errors import BadInput
from croupier.journal.entries import canonical, decode
from croupier.rulebook.edition import edition, hash_of_what_decides
from croupier.submission import OperatorChoices, Rules
from croupier.submission.restate import lawful
from croupier.table import codec
from croupier.table import events as ev
from croupier.table.commands import DealCards, ReportFaceUp, TableCommand
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, follow, seal, unseal
from croupier.table.events import TableEvent
from croupier.table.machine import decide, fold
from croupier.table.state import BETTING, CardsFrom, TableState, bare_table, open_table

# event fields that are words or citations, which may differ in an audit; all other fields are effects
WORDS = frozenset({"clauses", "readings", "words", "pays"})
DEALS = (DealCards, ReportFaceUp)  # commands that take cards from the shoe
WORDS_OF: dict[str, frozenset[str]] = {str(ev.RoundVoided.__struct_config__.tag): WORDS | {"reason"}}


class TableCharter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The configuration of a table when it opens."""

    game: str
    choices: OperatorChoices  # the operator's choices, from the submission
    # every selectable reading with its option, so that a new default does not change old tables
    readings: dict[str, str]
    bare: bool = False  # True if the cards had not arrived yet
    cards_from: CardsFrom = ""


class TableWithShoes(msgspec.Struct, frozen=True):
    """The state of a table's stream: the table, and the shoes that its entries seal."""

    table: TableState
    shoes: Shoes = NO_SHOES

    @property
    def shoe_missing(self) -> bool:
        """Return whether cards are dealt from a shoe that the journal does not contain, as in an export."""
        return bool(self.table.layout.cards) and self.table.care.loaded not in self.shoes

    def after(
        self, table: TableState, events: tuple[TableEvent, ...], sealed: bytes | None
    ) -> TableWithShoes:
        """Return the stream's state after an entry, given the table's state after it."""
        return TableWithShoes(table, follow(self.shoes, self.table.care.loaded, events, sealed))


_CHARTER = msgspec.json.Decoder(TableCharter)


def charter_of(rules: Rules, bare: bool = False, cards_from: CardsFrom = "") -> bytes:
    return canonical(TableCharter(rules.game, rules.choices, dict(rules.readings), bare, cards_from))


@cache
def _charter(charter: bytes) -> TableCharter:
    return decode(_CHARTER, charter)


def _rules(charter: TableCharter) -> Rules:
    """Return the rules under which the table opened, with the readings that applied then."""
    rules = Rules(charter.choices)
    pinned = {id_: taken for id_, taken in charter.readings.items() if rules.readings.get(id_) != taken}
    if not pinned:
        return rules
    return Rules(msgspec.structs.replace(charter.choices, readings={**charter.choices.readings, **pinned}))


class TableKind:
    """Tables as a stream kind for the journal."""

    name = "table"

    def begin(self, charter: bytes) -> TableWithShoes:
        read = _charter(charter)
        if read.game != read.choices.game:
            raise BadInput(
                f"the charter is for {read.game!r:.40}, but its choices are for {read.choices.game!r:.40}"
            )
        rules = _rules(read)
        begin = bare_table if read.bare else open_table
        return TableWithShoes(begin(rules, read.cards_from))

    def lawful(self, charter: bytes) -> None:
        lawful(_charter(charter).choices)

    def book(self, charter: bytes) -> str:
        return hash_of_what_decides(_charter(charter).game)

    def edition(self, charter: bytes) -> str:
        return str(edition(_charter(charter).game))

    def encode(self, command: TableCommand, events: Iterable[TableEvent]) -> tuple[bytes, bytes]:
        return codec.encode_command(command), codec.encode_events(events)

    def decode(self, command: bytes, events: bytes) -> tuple[TableCommand, tuple[TableEvent, ...]]:
        return codec.decode_command(command), codec.decode_events(events)

    def decide(self, state: TableWithShoes, command: TableCommand) -> tuple[TableEvent, ...]:
        return decide(state.table, command)

    def fold(
        self,
        state: TableWithShoes,
        command: TableCommand,
        events: tuple[TableEvent, ...],
        sealed: bytes | None,
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

    def effects(self, events: tuple[TableEvent, ...]) -> list[dict[str, Any]]:
        return [_effect(msgspec.to_builtins(event, str_keys=True)) for event in events]

    def at(self, command: TableCommand) -> int:
        return command.at

    def about(self, charter: bytes, state: TableWithShoes) -> dict[str, Any]:
        return {"game": _charter(charter).game, "rounds": state.table.round.number - 1}


def _check_dealt(shoe: Shoe | None, command: TableCommand) -> None:
    """Check that an entry's cards are the next cards of the shoe, if the journal has the shoe."""
    if shoe is not None and isinstance(command, DEALS):
        cards = command.cards
        if cards != shoe.order[max(0, shoe.position - len(cards)) : shoe.position]:
            raise BadInput("the cards are not the next cards of the sealed shoe")


def _check_fixed(before: TableWithShoes, events: tuple[TableEvent, ...], sealed: Shoes) -> None:
    """Check that the order of a known shoe changes only by a shuffle or a mix.

    A commitment does not change the order. A mix moves each card to its mixed position.
    """
    shuffled = {event.deck for event in events if isinstance(event, ev.DeckShuffled)}
    seeds = {event.deck: bytes.fromhex(event.seed) for event in events if isinstance(event, ev.DealMixed)}
    for back, shoe in sealed.items():
        was = before.shoes.get(back)
        if was is None or back in shuffled:
            continue
        order = commitment.mix_cards(was.order, seeds[back]) if back in seeds else was.order
        if shoe.order != order or shoe.position:
            raise BadInput(f"the sealed order of the {back} deck has changed without a shuffle")


def _effect(event: dict[str, Any]) -> dict[str, Any]:
    words = WORDS_OF.get(event["type"], WORDS)
    return {key: value for key, value in event.items() if key not in words}


KIND = TableKind()
