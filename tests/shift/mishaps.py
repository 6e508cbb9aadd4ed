"""Inject irregularities, rulings and floor acts wherever they can happen."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games import script
from croupier.games.game import BOARD, BOX, DEALER, Ask, Collect, Deal, Reveal
from croupier.table import commands as do
from croupier.table.acts.irregularities import whole_plan
from croupier.table.progress import reveal_at
from croupier.table.state import BETTING
from tests.shift.dealer import set_right
from tests.shift.table import Table

Maker = Callable[[Table], do.TableCommand | None]


def found_face_up(t: Table, least: int, most: int) -> do.TableCommand | None:
    """Report that the next cards of the deck are face up."""
    if not isinstance(t.state.phase, Deal) or t.state.care.loaded is None:
        return None
    count = t.rng.randint(least, most)
    if count < 1:
        return None
    set_right(t)
    cards: tuple[Card | None, ...] = t.felt.top(count)
    if t.live and t.chance(0.3):
        cards = (None,) * count
    return do.ReportFaceUp(cards=cards)


def starting(t: Table) -> bool:
    return isinstance(t.state.phase, Deal) and t.state.phase.name == "starting cards"


def face_up(t: Table) -> do.TableCommand | None:
    late = "face_up_late" in t.state.irregularities and not starting(t)
    return found_face_up(t, 1, 1) if t.state.round.face_up == 0 and not late else None


def face_up_late(t: Table) -> do.TableCommand | None:
    return found_face_up(t, 1, 1) if t.state.round.face_up == 0 and not starting(t) else None


def face_up_many(t: Table) -> do.TableCommand | None:
    if t.state.rules.game == "uth" and not starting(t):
        return None
    return found_face_up(t, 2 - min(t.state.round.face_up, 1), 3)


def face_up_many_late(t: Table) -> do.TableCommand | None:
    return None if starting(t) else found_face_up(t, 2 - min(t.state.round.face_up, 1), 3)


def exposed(t: Table, place: str) -> do.TableCommand | None:
    lying = t.state.layout.cards.get(place, ())
    hidden = [n for n in range(len(lying)) if n >= t.state.layout.turned.get(place, 0)]
    phases = script(t.state.rules)
    reveal = next((n for n, phase in enumerate(phases) if isinstance(phase, Reveal)), len(phases))
    revealed = t.state.round.phase > reveal
    if not hidden or t.settling or (place == DEALER and revealed):
        return None
    set_right(t)
    index = t.rng.choice(hidden)
    known = lying[index] is not None
    return do.ReportExposed(place=place, index=index, card=None if known else t.felt.places[place][index])


def player_exposed(t: Table) -> do.TableCommand | None:
    seats = [place for place in t.state.layout.cards if place.startswith("seat")]
    return exposed(t, t.rng.choice(seats)) if seats else None


def in_round(t: Table) -> bool:
    return t.state.round.phase != BETTING and not t.settling


def drawn_face_up(t: Table) -> do.TableCommand | None:
    report = found_face_up(t, 1, 1)
    return replace(report, drawn=True) if isinstance(report, do.ReportFaceUp) else None


def wrong_count(t: Table, only: str = "") -> do.TableCommand | None:
    there = sorted({place for place, _ in whole_plan(t.state)}) if in_round(t) else []
    there = [place for place in there if place == only or not only]
    if not there:
        return None
    place = t.rng.choice(there)
    right = len(t.state.layout.cards.get(place, ()) or dict(t.state.layout.rack).get(place, ()))
    return do.ReportWrongNumber(place=place, cards=right + t.rng.choice([1, 1, 2, -1 if right else 1]))


def drawn_in_error(t: Table) -> do.TableCommand | None:
    return do.ReportDrawnInError() if in_round(t) else None


def shuffler_failed(t: Table, idle_deck: bool = False) -> do.TableCommand | None:
    choices = t.state.rules.choices
    if t.settling or choices.shuffler == "none" or "shuffler" in t.state.care.devices:
        return None
    if idle_deck and len(t.state.care.packs) < 2:
        return None
    dead = t.chance(0.15)
    return do.ReportDeviceFailure(device="shuffler", idle_deck=idle_deck, dead=dead)


def shoe_failed(t: Table) -> do.TableCommand | None:
    if not in_round(t) or t.state.rules.dealing != "automated" or "shoe" in t.state.care.devices:
        return None
    return do.ReportDeviceFailure(device="shoe", dead=t.chance(0.15), by="floor")


def other(t: Table, matter: str = "other") -> do.TableCommand | None:
    return do.ReportOther(matter=matter, detail="something no clause covers") if in_round(t) else None


MISHAPS: dict[str, Maker] = {
    "face_up": face_up,
    "face_up_late": face_up_late,
    "face_up_many": face_up_many,
    "face_up_many_late": face_up_many_late,
    "drawn_in_error": drawn_in_error,
    "drawn_face_up": drawn_face_up,
    "wrong_count": wrong_count,
    "box_count": lambda t: wrong_count(t, BOX),
    "dealer_exposed": lambda t: exposed(t, DEALER),
    "community_exposed": lambda t: exposed(t, BOARD),
    "box_exposed": lambda t: exposed(t, BOX),
    "player_exposed": player_exposed,
    "missed_burn": lambda t: other(t, "missed_burn"),
    "shuffler_failed": shuffler_failed,
    "shuffler_failed_idle": lambda t: shuffler_failed(t, idle_deck=True),
    "shoe_failed": shoe_failed,
    "other": other,
}


def mishap(t: Table) -> None:
    """Cause the rarest irregularity that is possible now, or a floor act."""
    if t.chance(0.3):
        supervise(t)
        return
    game = t.state.game
    seen = t.seen.irregularities
    kinds = sorted(game.irregularities, key=lambda kind: (seen[f"{game.id}: {kind}"], t.rng.random()))
    for kind in kinds:
        command = MISHAPS[kind](t)
        if command is not None:
            number = t.state.round.number
            t.act(command)
            rule = game.irregularities[kind]
            stood = number == t.state.round.number and t.state.round.phase != BETTING
            if stood and rule.outcome == "ruling" and kind != "shuffler_failed":
                assert t.state.round.ruling == kind
            return


def supervise(t: Table) -> None:
    """Let a player leave or disclose cards, or cause a misheard decision, a rejected chip or a duplicate
    card.
    """
    game = t.state.game
    seats = [seat for seat in t.state.round.in_play if t.state.bets.wagers.get(seat)]
    if not seats or t.settling:
        return
    seat = t.rng.choice(seats)
    if isinstance(t.state.phase, Collect):
        t.attempt(do.ReturnChip(wager=t.state.phase.wager, seat=seat, reason="no light came on"))
    elif t.state.round.answers and t.chance(0.7):
        misheard(t)
    elif t.chance(0.1):
        t.attempt(do.DeclareDefective(reason="a card twice", by="floor"))
    elif game.breaches and t.chance(0.6):
        over = game.breaches_until_reveal if t.state.round.phase > reveal_at(t.state) else ()
        clause = t.rng.choice([breach for breach in game.breaches if breach not in over])
        t.act(
            do.DeclareForfeit(
                seat=seat, clause=clause, reason="told another player about the cards", by="floor:Ida"
            )
        )
    else:
        t.act(do.DeclareAbandoned(seat=seat, reason="walked off", by="floor"))
        t.attempt(do.GetUp(seat=seat))


def misheard(t: Table) -> None:
    said = t.rng.choice(t.state.round.answers)
    asked = next(p for p in script(t.state.rules) if isinstance(p, Ask) and p.name == said.question)
    right = t.rng.choice([choice.name for choice in asked.choices if choice.name != said.choice])
    t.attempt(
        do.CorrectDecision(
            seat=said.seat,
            choice=right,
            round=t.state.round.number,
            question=said.question,
            reason="misheard",
            by="floor",
        )
    )


def rule(t: Table) -> None:
    """Rule as the floorperson, usually by the default of X-15."""
    default = t.state.irregularities[t.state.round.ruling].default
    outcome = default if t.chance(0.6) else t.rng.choice(["play_on", "void"])
    t.act(do.RuleOnIncident(outcome=outcome, reason="as the floor sees it", by="floor:Ida"))
