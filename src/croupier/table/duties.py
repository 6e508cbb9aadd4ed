"""Map each command to the clauses that assign it to a role, cited when a person of another role tries it.

Most clauses come from the game's declarations. An act that no document covers cites the reading that assigns
it.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.games import script
from croupier.games.game import Ask, Collect, Deal, Phase, Rack, Reveal, Settle, Turn
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.progress import announcement, clauses_of
from croupier.table.state import TableState

Duty = tuple[tuple[str, ...], tuple[str, ...]]  # clauses, readings


def duty(state: TableState, kind: type[TableCommand]) -> Duty:
    """Return the clauses, or readings if no clause applies, that assign an act to a role at this table."""
    found = DUTIES[kind](state)
    return found if isinstance(found[0], tuple) else (found, ())


def phase(*kinds: type) -> Callable[[TableState], tuple[str, ...]]:
    """Cite the current phase if it is of these kinds, else the first such phase with clauses."""

    def cited(state: TableState) -> tuple[str, ...]:
        now = state.phase
        found: list[Phase] = [one for one in script(state.rules) if isinstance(one, kinds)]
        first = [now] if now is not None and isinstance(now, kinds) else []
        return next((clauses for one in (*first, *found) if (clauses := clauses_of(one))), ())

    return cited


def dealing(state: TableState) -> tuple[str, ...]:
    """Return the clauses of the deal in progress, or of the first deal."""
    deals = [one for one in script(state.rules) if isinstance(one, Deal)]
    now = state.phase if isinstance(state.phase, Deal) else deals[0]
    return tuple(dict.fromkeys(clause for step in now.deliveries for clause in step.clauses))


def collecting(part: str) -> Callable[[TableState], tuple[str, ...]]:
    def cited(state: TableState) -> tuple[str, ...]:
        phases = [one for one in script(state.rules) if isinstance(one, Collect)]
        return next((getattr(one, part) for one in phases if getattr(one, part)), state.game.chips[:1])

    return cited


def mishap(*kinds: str) -> Callable[[TableState], Duty]:
    """Cite chapter 13 for these irregularities. A floorperson decides the ones it does not cover (X-15)."""

    def cited(state: TableState) -> Duty:
        rules = [state.irregularities[kind] for kind in kinds if kind in state.irregularities]
        clauses = tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))
        return clauses, () if clauses else ("X-15",)

    return cited


def reading(*ids: str) -> Callable[[TableState], Duty]:
    return lambda state: ((), ids)


def one(clause: Callable[[TableState], str]) -> Callable[[TableState], tuple[str, ...]]:
    return lambda state: (clause(state),)


def link(state: TableState) -> Duty:
    """Cite the game's meter clauses, or reading X-12 for a game without meters."""
    return state.game.meter_clauses, () if state.game.meter_clauses else ("X-12",)


DUTIES: dict[type[TableCommand], Callable[[TableState], tuple[str, ...] | Duty]] = {
    do.SitDown: one(lambda s: s.game.seated_only),
    do.GetUp: one(lambda s: s.game.stay_seated),
    do.BuyIn: lambda s: (s.game.chips, ("X-28",)),
    do.CashOut: lambda s: (s.game.chips, ("X-28",)),
    do.Bet: one(lambda s: s.game.seated_only),
    do.TakeBack: one(lambda s: s.game.seated_only),
    do.CloseBetting: announcement,
    do.LockProgressive: collecting("lock"),
    do.CollectChips: collecting("gather"),
    do.ReturnChip: collecting("tally"),
    do.BankChips: collecting("bank"),
    do.DealCards: dealing,
    do.TurnUp: phase(Turn, Reveal, Settle),
    do.RackStub: lambda s: s.game.stub[s.rules.dealing].rack,
    do.CountStub: lambda s: s.game.stub[s.rules.dealing].count,
    do.Recount: lambda s: (s.game.stub[s.rules.dealing].count, ("X-08",)),
    do.Decide: phase(Ask),
    do.RevealDealer: phase(Reveal, Settle),
    do.SettleSeat: phase(Settle),
    do.ValidateProgressive: lambda s: s.game.validate or phase(Settle)(s),
    do.PayProgressive: lambda s: s.game.validate or phase(Settle)(s),
    do.RackCards: phase(Rack),
    do.ReceiveDecks: lambda s: s.game.care.one_deck,
    do.Prepare: lambda s: tuple(dict.fromkeys((*s.game.care.inspect, *s.game.care.verify))),
    do.Shuffle: lambda s: s.game.care.first_shuffle,
    do.Cut: lambda s: s.game.care.cut,
    do.OrderRecut: lambda s: s.game.care.recut,
    do.OrderShuffle: lambda s: s.game.care.on_order,
    do.Load: lambda s: s.game.care.load[s.rules.dealing],
    do.RemoveDeck: lambda s: s.game.care.hand_life if s.rules.dealing == "hand" else s.game.care.shoe_life,
    do.GoIdle: lambda s: s.game.care.idle,
    do.CommitDeal: lambda s: s.game.deck_clauses,
    do.MixDeal: lambda s: s.game.deck_clauses,
    do.DiscardDeal: lambda s: (*s.game.deck_clauses, *s.game.care.on_order),
    do.NameCards: phase(Settle),
    do.CorrectNaming: reading("X-15"),
    do.ReportFaceUp: mishap("face_up", "face_up_many"),
    do.ReportExposed: mishap("dealer_exposed", "community_exposed"),
    do.ReportWrongNumber: mishap("wrong_count"),
    do.ReportDrawnInError: mishap("drawn_in_error"),
    do.ReportDeviceFailure: mishap("shuffler_failed", "shoe_failed"),
    do.HandleDevice: lambda s: tuple(c for clauses in s.game.dead_device.values() for c in clauses),
    do.SwitchMethod: lambda s: tuple(c for clauses in s.game.dead_device.values() for c in clauses),
    do.ReportOther: reading("X-15"),
    do.RuleOnIncident: reading("X-15"),
    do.DeclareAbandoned: one(lambda s: s.game.abandoned),
    do.DeclareForfeit: lambda s: s.game.forfeits or (s.game.abandoned,),
    do.CorrectDecision: reading("X-15"),
    do.DeclareDefective: lambda s: s.game.deck_clauses,
    do.ActFor: reading("X-25"),
    do.CorrectSettlement: lambda s: (phase(Settle)(s), ("X-15",)),
    do.CorrectEnvy: reading("X-10"),
    do.LoseLink: link,
    do.RestoreLink: link,
    do.ChangeRules: reading("X-15"),
    do.Attest: lambda s: tuple(fact.clause for fact in s.game.equipment),
}
