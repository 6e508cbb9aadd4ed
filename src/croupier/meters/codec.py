"""Commands, events and states of the meters as canonical JSON: the same value is always the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from croupier.errors import BadInput
from croupier.meters import machine as m

T = TypeVar("T")

AnyCommand = (
    m.OpenMeter
    | m.JoinMeter
    | m.LeaveMeter
    | m.LoseLink
    | m.RestoreLink
    | m.TakeTransfer
    | m.AdjustMeter
    | m.CloseMeter
)
AnyEvent = (
    m.MeterOpened
    | m.MeterMoved
    | m.MeterJoined
    | m.MeterLeft
    | m.LinkLost
    | m.LinkRestored
    | m.MeterAdjusted
    | m.MeterClosed
    | m.TransferTaken
)

_ENCODER = msgspec.json.Encoder(order="sorted")
_COMMAND: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyCommand)
_EVENTS: msgspec.json.Decoder[tuple[AnyEvent, ...]] = msgspec.json.Decoder(tuple[AnyEvent, ...])
_STATE = msgspec.json.Decoder(m.Meters)


def canonical(value: object) -> bytes:
    return _ENCODER.encode(value)


def _decode(what: str, read: Callable[[bytes], T], data: bytes) -> T:
    try:
        return read(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"not {what}: {error}") from None


def decode_command(data: bytes) -> m.Command:
    found: m.Command = _decode("a command to meters", _COMMAND.decode, data)
    return found


def decode_events(data: bytes) -> tuple[m.Event, ...]:
    found: Any = _decode("a list of the meters' events", _EVENTS.decode, data)
    return tuple(found)


def decode_state(data: bytes) -> m.Meters:
    return _decode("the state of meters", _STATE.decode, data)
