"""Generate hostile messages: altered valid messages, or random noise."""

from __future__ import annotations

import json
import random
from typing import Any

from croupier.table import commands as do

TAGS = sorted(
    str(kind.__struct_config__.tag)
    for kind in vars(do).values()
    if isinstance(kind, type) and issubclass(kind, do.TableCommand) and kind is not do.TableCommand
)
KINDS = (
    "hello", "do", "chips", "cash_out", "ready", "more_time", "advice", "try", "call",
    "frame", "done", "nonsense", "",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 99, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30, 0.5,
    1e308, "", " ", "0", "-1", "ante", "player:p1", "house", "\x00", "é", "\U0001f0a1", "a" * 65, "a" * 5_000,
    "0" * 64, "f" * 64, "__class__", "../..", "'; drop table entries; --", [], {}, [[]], [None], {"": ""},
    {"ante": -1}, {"ante": 2**70}, {"ante": 500, "blind": 500}, [1] * 500, "As", ["As"], "everyone",
    "surveillance",
)  # fmt: skip


class MessageFuzzer:
    """Generate one client's messages. The client knows its offers, the players and its earlier messages."""

    def __init__(self, chance: random.Random, person: str) -> None:
        self.chance, self.person = chance, person
        self.offers: list[dict[str, Any]] = []
        self.people: list[str] = [person]
        self.round = 1
        self.said: list[str] = []  # the earlier messages that the client may repeat
        self._count, self._mark = (
            0,
            chance.choice("abcdefgh"),
        )  # part of each request id; a second client of the same person may share it

    def heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "frame":
            sight = message["sight"]
            self.offers = message.get("offers", [])
            self.round = sight["round"]
            self.people = sorted({self.person, *(seat["player"] for seat in sight.get("seats", []))})

    def next(self) -> str | bytes:
        chance = self.chance
        kind = chance.random()
        if kind < 0.04:
            return self._noise()
        if kind < 0.12 and self.said:
            return chance.choice(self.said[-200:])  # repeat an earlier message
        message = self._decent()
        if message["type"] == "do" and chance.random() < 0.15:
            message["type"] = "try"
        if kind < 0.45:
            for _ in range(chance.choice((1, 1, 1, 2, 5))):
                message = self._mutate(message)
        try:
            text = json.dumps(message)
        except RecursionError:
            text = "[" * 900
        if kind > 0.97:
            text = self._torn(text)
        self.said.append(text)
        del self.said[:-400]
        return text

    def _id(self) -> str:
        self._count += 1
        if self._count > 5 and self.chance.random() < 0.05:
            return f"{self._mark}{self.chance.randrange(self._count)}"  # reuse an id for another message
        return f"{self._mark}{self._count}"

    def _decent(self) -> dict[str, Any]:
        """Build a valid message that usually has an effect."""
        chance, kind = self.chance, self.chance.random()
        if kind < 0.55 and self.offers:
            due = [offer for offer in self.offers if offer.get("due")]
            offer = chance.choice(due if due and chance.random() < 0.7 else self.offers)
            return {"type": "do", "id": self._id(), "command": self._filled(offer)}
        if kind < 0.6:
            seat = chance.randrange(0, 9)
            command = {"type": "sit_down@1", "seat": seat, "player": chance.choice(self.people)}
            return {"type": "do", "id": self._id(), "command": command}
        if kind < 0.75:
            return {"type": "ready", "round": self.round + chance.choice((0, 0, 0, 0, -1, 1, 1000))}
        if kind < 0.82:
            command = {"type": chance.choice(TAGS), "seat": chance.randrange(9), "round": self.round}
            command = dict(chance.sample(sorted(command.items()), chance.randrange(1, 4)))
            return {"type": "do", "id": self._id(), "command": command}
        plain = chance.choice(("chips", "chips", "cash_out", "more_time", "advice", "hello", "call"))
        message: dict[str, Any] = {"type": plain, "id": self._id()}
        if plain == "chips":
            message["cents"] = chance.choice((500, 20_000, 100_00, 1, 10**9))
        if plain == "hello":
            message = {"type": "hello", "after": [chance.randrange(3), chance.randrange(50)]}
        return message

    def _filled(self, offer: dict[str, Any]) -> dict[str, Any]:
        command = {key: value for key, value in offer["sample"].items() if key not in ("by", "at")}
        for blank in offer.get("blanks", []):
            if options := blank.get("options"):
                option = self.chance.choice(options)
                command[blank["field"]] = option.get("value") if isinstance(option, dict) else option
        return command

    def _mutate(self, message: Any) -> Any:
        """Change one value at some depth of a message."""
        chance = self.chance
        if not isinstance(message, dict | list) or not message or chance.random() < 0.05:
            return self._odd()
        if isinstance(message, list):
            at = chance.randrange(len(message))
            return [*message[:at], self._mutate(message[at]), *message[at + 1 :]]
        key = chance.choice(sorted(message))
        how = chance.random()
        bent = dict(message)
        if how < 0.15:
            del bent[key]
        elif how < 0.25:
            bent[chance.choice(("by", "at", "name", "x", "player", "round", "transfer", "\x00"))] = (
                self._odd()
            )
        elif how < 0.35:
            bent["type"] = chance.choice((*KINDS, *TAGS))
        else:
            bent[key] = self._mutate(bent[key])
        return bent

    def _odd(self) -> Any:
        chance = self.chance
        kind = chance.random()
        if kind < 0.15:
            return chance.choice(self.people)
        if kind < 0.2:
            deep: Any = 0
            for _ in range(chance.choice((3, 60, 400))):
                deep = [deep] if chance.random() < 0.5 else {"type": deep}
            return deep
        if kind < 0.35:
            return chance.randrange(-3, self.round + 12)
        return chance.choice(ODD)

    def _noise(self) -> str | bytes:
        chance = self.chance
        kind = chance.randrange(4)
        if kind == 0:
            return chance.randbytes(chance.randrange(200))  # a binary frame
        if kind == 1:
            return chance.randbytes(chance.randrange(200)).decode("latin-1")
        if kind == 2:
            return chance.choice(("[", '{"type":', '{"a":[', '"')) * chance.randrange(1, 2000)
        return chance.choice(
            ('{"type":"do","id":"x","command":\ud800}', "NaN", "1e9999", "\ufeff{}", "{}", "null")
        )

    def _torn(self, text: str) -> str:
        chance = self.chance
        at = chance.randrange(len(text) + 1)
        how = chance.randrange(3)
        if how == 0:
            return text[:at]
        if how == 1:
            return text[:at] + chr(chance.randrange(1, 0xD7FF)) + text[at + 1 :]
        return text[:at] + text[chance.randrange(len(text) + 1) :]
