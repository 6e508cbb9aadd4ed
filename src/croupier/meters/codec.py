"""Encode the meters' commands, events and states as canonical JSON. Equal values have equal bytes."""

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
    | m.LoseMeterLink
    | m.RestoreMeterLink
    | m.TakeTransfer
    | m.AdjustMeter
    | m.CloseMeter
)
AnyEvent = (
    m.MeterOpened
    | m.MeterMoved
    | m.MeterJoined
    | m.MeterLeft
    | m.MeterLinkLost
    | m.MeterLinkRestored
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


def decode_command(data: bytes) -> m.MeterCommand:
    found: m.MeterCommand = _decode("a meter command", _COMMAND.decode, data)
    return found


def decode_events(data: bytes) -> tuple[m.MeterEvent, ...]:
    found: Any = _decode("a list of meter events", _EVENTS.decode, data)
    return tuple(found)


def decode_state(data: bytes) -> m.Meters:
    return _decode("a meter state", _STATE.decode, data)
