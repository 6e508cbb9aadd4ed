"""Commands of floor supervision: forfeits, default decisions, changes of rules, and attested facts."""

from __future__ import annotations

from typing import Any, ClassVar

from croupier.submission import OperatorChoices
from croupier.table.commands.command import Pane, TableCommand
from croupier.table.fields import (
    Seat,
    Text,
    Word,
)
from croupier.table.roles import DEALER, FLOOR


class DeclareAbandoned(TableCommand, frozen=True, tag="declare_abandoned@1"):
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Declare wagers abandoned"
    incident: ClassVar[str] = "abandoned"
    pane: ClassVar[Pane] = "right"
    probe: ClassVar[dict[str, Any] | None] = {"seat": 1, "reason": "as reported"}


class DeclareForfeit(TableCommand, frozen=True, tag="declare_forfeit@1"):
    """Forfeit every wager of the round for a breach of conduct (Top Five 11.A.5)."""

    seat: Seat
    clause: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Declare wagers forfeit"
    incident: ClassVar[str] = "forfeit"
    pane: ClassVar[Pane] = "right"


class DeclareDefective(TableCommand, frozen=True, tag="declare_defective@1"):
    """Declare the deck in play defective, because it has a duplicate or a foreign card."""

    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Declare the deck defective"
    incident: ClassVar[str] = "defective_deck"
    pane: ClassVar[Pane] = "cards"


class ActFor(TableCommand, frozen=True, tag="act_for@1"):
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Act for a player"
    incident: ClassVar[str] = "act_for"
    pane: ClassVar[Pane] = "right"


class ChangeRules(TableCommand, frozen=True, tag="change_rules@1"):
    choices: OperatorChoices
    reason: Text = ""  # reason (required if a meter is closed)
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Change the rules"
    server_only: ClassVar[bool] = True


class Attest(TableCommand, frozen=True, tag="attest@1"):
    clause: Word
    note: Text = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Confirm equipment"
    pane: ClassVar[Pane] = "cards"
