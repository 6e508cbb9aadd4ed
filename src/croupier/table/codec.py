"""Encode events, commands and states as canonical JSON, so that equal values have equal bytes.

Keys are sorted, so no code may depend on the order of a mapping. Ordered data is stored in tuples. Every
event and command carries its tag as `type`. Rules are stored as the operator's choices and rebuilt on read.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import cache, reduce
from types import GenericAlias
from typing import Any, TypeVar

import msgspec

from croupier.errors import BadInput
from croupier.games import GameRules
from croupier.rulebook import games
from croupier.submission import OperatorChoices, Rules
from croupier.table import commands, events
from croupier.table.commands import TableCommand
from croupier.table.events import TableEvent
from croupier.table.state import TableState
from croupier.table.upcasts import current, is_old

T = TypeVar("T")


def kinds(base: type[T]) -> tuple[type[T], ...]:
    """Return all event or command classes declared below `base`."""
    found: list[type[T]] = []
    for kind in base.__subclasses__():
        if kind.__module__.startswith((f"{events.__name__}.", f"{commands.__name__}.")):
            found += [kind, *kinds(kind)]
    return tuple(found)


def _write(value: Any) -> Any:
    if isinstance(value, Rules):
        return value.choices
    raise TypeError(f"{type(value).__name__} cannot be stored in a journal")


def _read(kind: type, value: Any) -> Any:
    if kind is GameRules:
        choices = msgspec.convert(value, OperatorChoices)
        if choices.game not in games():
            raise BadInput(f"not the state of a table: no game {choices.game!r}")
        return GameRules(choices)
    raise TypeError(f"{kind.__name__} cannot be stored in a journal")


_ENCODER = msgspec.json.Encoder(order="sorted", enc_hook=_write)


def _one_of(base: type) -> Any:
    return reduce(operator.or_, kinds(base))


@cache
def _events() -> msgspec.json.Decoder[TableEvent]:
    return msgspec.json.Decoder(_one_of(TableEvent))


@cache
def _event_list() -> msgspec.json.Decoder[tuple[TableEvent, ...]]:
    return msgspec.json.Decoder(GenericAlias(tuple, (_one_of(TableEvent), ...)))


@cache
def _commands() -> msgspec.json.Decoder[TableCommand]:
    return msgspec.json.Decoder(_one_of(TableCommand))


_STATE = msgspec.json.Decoder(TableState, dec_hook=_read)


def canonical(value: object) -> bytes:
    """Encode a plain value or struct as canonical JSON."""
    return _ENCODER.encode(value)


def _decode(what: str, read: Callable[[bytes], T], data: bytes) -> T:
    try:
        try:
            return read(data)
        except msgspec.ValidationError:
            newer = in_current_versions(data)
            if newer is None:
                raise
            return read(newer)
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, RecursionError) as error:
        raise BadInput(f"not {what}: {error}") from None


def in_current_versions(data: bytes) -> bytes | None:
    """Upgrade stored commands or events to current versions. Return None if all are already current."""
    found = msgspec.json.decode(data)
    each = found if isinstance(found, list) else [found]
    if not any(isinstance(one, dict) and is_old(one.get("type")) for one in each):
        return None
    newer = [current(one) if isinstance(one, dict) else one for one in each]
    return canonical(newer if isinstance(found, list) else newer[0])


def encode_event(event: TableEvent) -> bytes:
    return canonical(event)


def encode_events(many: Iterable[TableEvent]) -> bytes:
    return canonical(tuple(many))


def encode_command(command: TableCommand) -> bytes:
    return canonical(command)


def encode_state(state: TableState) -> bytes:
    # str_keys is needed because seat numbers are keys
    return canonical(msgspec.to_builtins(state, str_keys=True, enc_hook=_write))


def decode_event(data: bytes) -> TableEvent:
    return _decode("an event", _events().decode, data)


def decode_events(data: bytes) -> tuple[TableEvent, ...]:
    return _decode("a list of events", _event_list().decode, data)


def decode_command(data: bytes) -> TableCommand:
    return _decode("a command", _commands().decode, data)


def decode_state(data: bytes) -> TableState:
    return _decode("the state of a table", _STATE.decode, data)
