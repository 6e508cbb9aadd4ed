"""A table's rules as a single value: the rule book with the operator's choices and the readings."""

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
    """A wager's posted limits in cents (X-32). None means no limit."""

    minimum: int | None = None
    maximum: int | None = None
    increment: int | None = None


class ProgressiveTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Progressive Payout Wager as the table offers it, in cents (uth/12.D, letitride/12.E-J)."""

    paytable: str
    stakes: tuple[int, ...]  # $1, $5 or both; if both are offered, each player chooses
    # for each meter, the share of each wager that is added to it, as an exact decimal such as "0.15"
    rates: dict[str, str]
    initial: dict[str, int]  # meter amounts when the table opens
    resets: dict[str, int]
    envy: str | None  # letter of the Envy schedule, or None if no Envy is paid
    envy_holder_must_bet: bool = False  # the holder of an Envy hand must have bet, too (uth/11.J.2.e.ii)
    group: str = ""  # group of tables that share the meters, or empty if the table has its own meters

    @property
    def stake(self) -> int:
        """Return the lowest stake that a player may bet, in cents."""
        return self.stakes[0]


class OperatorChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's choices that affect play."""

    game: str
    dealing: Dealing = "hand"
    # paytable letter for each wager; an optional wager is offered if it is listed here
    paytables: dict[str, str] = {}
    progressive: ProgressiveTerms | None = None
    readings: dict[str, str] = {}  # only choices that differ from the default
    adjacent_boxes: int = 1
    payout_limit: int | None = None
    limits: dict[str, Limit] = {}
    dealer_cards: Literal["delivered", "held"] = "delivered"  # uth/10.B.3 or 10.B.4
    community_stack: Literal[2, 3] = 2  # letitride/10.H
    decks: Literal[1, 2] = 1
    shuffler: Shuffler = "counting"
    electronic: bool = False  # uth/11.L
    seats: int | None = None  # number of betting positions, or None for as many as the game allows
    approvals: dict[str, str] = {}  # key -> reference of the regulator's approval


def digest(choices: OperatorChoices) -> str:
    """Return the SHA-256 over the operator's choices.

    Defaults are left out, so that a new choice in a later version does not change old digests.
    """
    return hashlib.sha256(msgspec.json.encode(_without_defaults(choices), order="sorted")).hexdigest()


def _without_defaults(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        names, given = value.__struct_fields__, value.__struct_defaults__
        defaults = dict(zip(names[::-1], given[::-1], strict=False))  # fields without a default come first
        values = {name: getattr(value, name) for name in names}
        # A mapping's default is a new object each time, so compare with an empty mapping too.
        return {
            name: _without_defaults(value_of_field)
            for name, value_of_field in values.items()
            if not (name in defaults and value_of_field in (defaults[name], {}))
        }
    return (
        {key: _without_defaults(value_of_field) for key, value_of_field in value.items()}
        if isinstance(value, dict)
        else value
    )


ENVY = "envy"  # key of the Envy Bonus schedule in `Rules.paytables`


class Rules:
    """A table's rules. Immutable. Paytables and readings are looked up once, for fast settlement."""

    __slots__ = ("_hash", "_paytables", "_readings", "choices", "dealing", "game", "metered", "progressive")

    def __init__(self, choices: OperatorChoices) -> None:
        self.choices = choices
        self.game, self.dealing, self.progressive = choices.game, choices.dealing, choices.progressive
        self._hash = hash(msgspec.json.encode(choices, order="sorted"))
        self._readings: dict[str, str] = {**defaults(), **choices.readings}
        self._paytables: dict[str, Paytable] = {
            wager: paytable(choices.game, wager, letter) for wager, letter in choices.paytables.items()
        }
        self.metered = ""  # the wager that pays from meters, or an empty string if it is not offered
        progressive = choices.progressive
        if progressive is not None:
            metered = declaration(choices.game).metered
            assert metered is not None, "only a game with meters has a progressive"
            self.metered = metered.name
            self._paytables[metered.name] = metered_paytable(choices.game, progressive.paytable)
            if progressive.envy is not None:
                self._paytables[ENVY] = envy_schedule(choices.game, progressive.stakes[0], progressive.envy)

    def envy(self, stake: int) -> Paytable:
        """Return the Envy schedule for a recipient with this stake in cents."""
        progressive = self.choices.progressive
        assert progressive is not None and progressive.envy is not None, "no Envy Bonus is paid here"
        return envy_schedule(self.choices.game, stake, progressive.envy)

    @property
    def envy_schedules(self) -> dict[int, Paytable]:
        """Return the table's Envy schedules by stake in cents. The mapping is empty without an Envy Bonus."""
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
