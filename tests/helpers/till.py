"""Define a cash till as a stream, to show that the journal works with any state machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from croupier.errors import BadInput, Refused
from croupier.journal import canonical

Wallets = dict[str, int]


class TillKind:
    name = "till"

    def begin(self, charter: bytes) -> Wallets:
        return {}

    def lawful(self, charter: bytes) -> None:
        if json.loads(charter)["most"] < 1:
            raise Refused("no_limit", "a till without a limit")

    def book(self, charter: bytes) -> str:
        return ""

    def edition(self, charter: bytes) -> str:
        return ""

    def encode(self, command: Any, events: Iterable[Any]) -> tuple[bytes, bytes]:
        return canonical(command), canonical(tuple(events))

    def decode(self, command: bytes, events: bytes) -> tuple[Any, tuple[Any, ...]]:
        told = json.loads(command)
        if told["type"] == "put@1":  # entries from before the till had currencies
            told = {"type": "put@2", "who": told["who"], "cents": told["dollars"] * 100, "at": told["at"]}
        if told["type"] != "put@2" or set(told) != {"type", "who", "cents", "at"}:
            raise BadInput(f"not a command of a till: {told['type']}")
        return told, tuple(json.loads(events))

    def decide(self, state: Wallets, command: Any) -> tuple[Any, ...]:
        if state.get(command["who"], 0) + command["cents"] < 0:
            raise Refused("no_funds", "the wallet is empty")
        return ({"type": "moved@1", "who": command["who"], "cents": command["cents"], "why": "7.A"},)

    def fold(self, state: Wallets, command: Any, events: tuple[Any, ...], sealed: bytes | None) -> Wallets:
        after = dict(state)
        for event in events:
            after[event["who"]] = after.get(event["who"], 0) + event["cents"]
        return after

    def snapshot(self, state: Wallets) -> tuple[bytes, bytes | None]:
        return canonical(state), None

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> Wallets:
        restored: Wallets = json.loads(snapshot)
        return restored

    def resting(self, state: Wallets) -> bool:
        return True

    def effects(self, events: tuple[Any, ...]) -> object:
        return [{key: value for key, value in event.items() if key != "why"} for event in events]

    def at(self, command: Any) -> int:
        return int(command["at"])

    def about(self, charter: bytes, state: Wallets) -> dict[str, Any]:
        return {"wallets": len(state)}


TILL = TillKind()
CHARTER = canonical({"most": 100})


def put(who: str, cents: int, at: int = 5) -> dict[str, Any]:
    return {"type": "put@2", "who": who, "cents": cents, "at": at}
