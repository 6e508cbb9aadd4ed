"""What a table runs by: the rule book, the operator's choices and the readings taken, in one value."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import msgspec

from croupier.rulebook import Paytable, declaration, defaults, envy_schedule, metered_paytable, paytable

Dealing = Literal["shoe", "hand", "automated"]  # chapters 8, 9 and 10
Shuffler = Literal["none", "plain", "counting", "reshuffling"]


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Posted limits of one wager, in cents (X-32). None does not bind."""

    minimum: int | None = None
    maximum: int | None = None
    increment: int | None = None


class Progressive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Progressive Payout Wager as the operator offers it (uth/12.D, letitride/12.E-J). Money in cents."""

    paytable: str
    stakes: tuple[int, ...]  # $1, $5 or both: then each player chooses
    rates: dict[str, str]  # by meter: the share of each wager it gains, an exact decimal such as "0.15"
    initial: dict[str, int]  # what the meters show when the table opens
    resets: dict[str, int]
    envy: str | None  # letter of the Envy schedule; None where no Envy is paid
    envy_holder_must_bet: bool = False  # uth/11.J.2.e.ii
    group: str = ""  # of tables that play for the same meters; empty: this table alone

    @property
    def stake(self) -> int:
        """The least a player may wager."""
        return self.stakes[0]


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the rules leave to the operator and that decides how a table plays."""

    game: str
    dealing: Dealing = "hand"
    paytables: dict[str, str] = {}  # wager -> letter; an optional wager is offered if it stands here
    progressive: Progressive | None = None
    readings: dict[str, str] = {}  # only departures from the default
    adjacent_boxes: int = 1
    payout_limit: int | None = None
    limits: dict[str, Limit] = {}
    dealer_cards: Literal["delivered", "held"] = "delivered"  # uth/10.B.3 or 10.B.4
    community_stack: Literal[2, 3] = 2  # letitride/10.H
    decks: Literal[1, 2] = 1
    shuffler: Shuffler = "counting"
    electronic: bool = False  # uth/11.L
    seats: int | None = None  # betting positions; None: as many as the game allows
    approvals: dict[str, str] = {}  # what the regulator has approved, by its key: the reference


def digest(choices: Choices) -> str:
    """SHA-256 over what the operator chose; what is left at its default is left out, so that a choice added
    to the rules one day changes no digest."""
    return hashlib.sha256(msgspec.json.encode(_chosen(choices), order="sorted")).hexdigest()


def _chosen(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        names, given = value.__struct_fields__, value.__struct_defaults__
        defaults = dict(zip(names[::-1], given[::-1], strict=False))  # those without one come first
        told = {name: getattr(value, name) for name in names}
        # The default of a mapping is made anew each time: an empty one is meant.
        return {
            name: _chosen(held)
            for name, held in told.items()
            if not (name in defaults and held in (defaults[name], {}))
        }
    return {key: _chosen(held) for key, held in value.items()} if isinstance(value, dict) else value


ENVY = "envy"  # the schedule of the Envy Bonus, beside the paytables of the wagers


class Rules:
    """Immutable. The paytables and readings are looked up once, so that settling does not search."""

    __slots__ = ("_hash", "_paytables", "_readings", "choices", "dealing", "game", "metered", "progressive")

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.game, self.dealing, self.progressive = choices.game, choices.dealing, choices.progressive
        self._hash = hash(msgspec.json.encode(choices, order="sorted"))
        self._readings: dict[str, str] = {**defaults(), **choices.readings}
        self._paytables: dict[str, Paytable] = {
            wager: paytable(choices.game, wager, letter) for wager, letter in choices.paytables.items()
        }
        self.metered = ""  # the wager that is paid from meters, where one is offered
        progressive = choices.progressive
        if progressive is not None:
            metered = declaration(choices.game).metered
            assert metered is not None, "only a game with meters has a progressive"
            self.metered = metered.name
            self._paytables[metered.name] = metered_paytable(choices.game, progressive.paytable)
            if progressive.envy is not None:
                self._paytables[ENVY] = envy_schedule(choices.game, progressive.stakes[0], progressive.envy)

    def envy(self, stake: int) -> Paytable:
        """The Envy schedule of who staked so many cents: it goes by the recipient's own wager."""
        progressive = self.choices.progressive
        assert progressive is not None and progressive.envy is not None, "no Envy Bonus is paid here"
        return envy_schedule(self.choices.game, stake, progressive.envy)

    @property
    def envy_schedules(self) -> dict[int, Paytable]:
        """By stake, all that this table pays by; none without an Envy Bonus."""
        progressive = self.choices.progressive
        if progressive is None or progressive.envy is None:
            return {}
        return {stake: self.envy(stake) for stake in progressive.stakes}

    def offers(self, wager: str) -> bool:
        return wager in self._paytables

    def paytable(self, wager: str) -> Paytable:
        return self._paytables[wager]

    @property
    def paytables(self) -> Mapping[str, Paytable]:
        return MappingProxyType(self._paytables)

    def reading(self, reading_id: str) -> str:
        return self._readings[reading_id]

    @property
    def readings(self) -> Mapping[str, str]:
        return MappingProxyType(self._readings)

    def rate(self, meter: str) -> Fraction:
        progressive = self.choices.progressive
        return Fraction(progressive.rates.get(meter, "0")) if progressive else Fraction(0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.choices == other.choices

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Rules({self.choices!r})"
