"""Irregularities (chapter 13). A floorperson rules on matters that no clause covers (X-15)."""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.games import script
from croupier.games.game import BOARD, BOX, BURN, DEALER, Deal, Settle, seat_place
from croupier.rulebook import Irregularity
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import check_new_cards, plan_of
from croupier.table.acts.decks import check_deck_ready
from croupier.table.acts.metering import given_by_round
from croupier.table.acts.metering import taken_back as meters_back
from croupier.table.acts.reopening import draw, undo, undo_round, with_debts, won_already
from croupier.table.duties import of_irregularity, of_reading
from croupier.table.progress import is_undecided, reveal_at, settle_round
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, FACE_UP, TableState, open_wagers, player_of

replace = msgspec.structs.replace


def outcome(
    state: TableState,
    kind: str,
    reason: str,
    by: str,
    fact: tuple[ev.TableEvent, ...] = (),
    relied: tuple[str, ...] = (),
) -> tuple[ev.TableEvent, ...]:
    """Return the events of an irregularity: play goes on, the round is void, or the floor must rule.

    Once a player has been paid, only a supervisor can void the round (X-06)."""
    rule = relying_on(state.irregularities[kind], *relied)
    if rule.outcome == "void" and not won_already(state):
        if state.round.void and rule.settles:
            return fact  # the board is already being completed for those wagers
        return (*fact, *void_round(state, rule, reason, by))
    if rule.outcome in ("void", "ruling"):
        late = rule.outcome == "void"
        request = ev.RulingAsked(
            matter=kind,
            detail=reason,
            default="void" if late else rule.default,
            clauses=rule.clauses,
            readings=relying_on(rule, "X-06").readings if late else rule.readings,
            audience=ev.EVERYONE,
        )
        return (*fact, request)
    return fact


def relying_on(rule: Irregularity, *readings: str) -> Irregularity:
    return replace(rule, readings=tuple(dict.fromkeys((*rule.readings, *readings))))


def void_round(state: TableState, rule: Irregularity, reason: str, by: str) -> tuple[ev.TableEvent, ...]:
    """Undo all settlements, return all wagers and restore the meters (X-05, X-06)."""
    undone = undo_round(state, by, reason)
    open_again = undo(state, undone)
    settles = tuple(
        wager
        for wager in rule.settles
        if (rule.settles_always or starting_cards_out(state))
        and any(wager in placed for placed in open_again.bets.wagers.values())
    )
    hands = return_hands(open_again, rule, settles)
    voided = ev.RoundVoided(
        round=state.round.number,
        reason=reason,
        settles=settles,
        clauses=rule.clauses + (rule.settle_clauses if settles else ()),
        readings=rule.readings,
        audience=ev.EVERYONE,
    )
    back = wagers_back(open_again, rule, settles)
    after = returned_to(open_again, back)
    metered = any(wager.paid_from == "meters" for wager in state.game.wagers if wager.name in settles)
    meters = () if metered else meters_back(given_by_round(state), rule.clauses, "X-06")
    return with_debts(state, after, (*undone, *hands, *back, *meters, voided))


def return_hands(
    state: TableState, rule: Irregularity, settles: tuple[str, ...]
) -> tuple[ev.HandReturned, ...]:
    """Rebuild mucked hands from the discard rack if one of their wagers is still settled."""
    racked = {place for place, _ in state.layout.rack}
    return tuple(
        ev.HandReturned(seat=seat, clauses=rule.settle_clauses, readings=rule.readings, audience=ev.EVERYONE)
        for seat in state.round.in_play
        if seat_place(seat) in racked and any(wager in settles for wager in state.bets.wagers.get(seat, ()))
    )


def wagers_back(
    state: TableState, rule: Irregularity, settles: tuple[str, ...]
) -> tuple[ev.WagerSettled, ...]:
    return tuple(
        ev.WagerSettled(
            seat=seat,
            player=player_of(state, seat),
            wager=wager,
            staked=cents,
            returned=cents,
            result="returned",
            banked=wager in state.bets.banked,
            clauses=rule.clauses,
            readings=rule.readings,
            audience=ev.EVERYONE,
        )
        for seat, wager, cents in open_wagers(state)
        if wager not in settles
    )


def returned_to(state: TableState, back: tuple[ev.WagerSettled, ...]) -> TableState:
    """Return the state with the wagers back in the players' purses."""
    for settled in back:
        state = draw(state, settled.player, -settled.returned)
    return state


def starting_cards_out(state: TableState) -> bool:
    """Return whether each player and the dealer have received their first cards."""
    first = next(i for i, phase in enumerate(script(state.rules)) if isinstance(phase, Deal))
    if state.round.phase != first:
        return state.round.phase > first
    phase = state.phase
    assert isinstance(phase, Deal)
    left = {place for place, _ in plan_of(state, phase).deliveries[state.round.cursor :]}
    # Reading N-07 decides whether the dealer's cards held in the shuffler count as received.
    return (
        left == {DEALER}
        and state.rules.choices.dealer_cards == "held"
        and held_cards_count_as_received(state)
    )


def held_cards_count_as_received(state: TableState) -> bool:
    return state.rules.reading("N-07") == "R1"


def in_round(state: TableState, act: str, clauses: tuple[str, ...], readings: tuple[str, ...] = ()) -> None:
    """Refuse unless a round is in play, from "no more bets" until its cards are racked (N-32)."""
    if state.round.phase == BETTING:
        raise refuse(
            TableCode.NOT_IN_PLAY,
            f"{act}: no round is in play",
            clauses,
            "Use a correction to fix payments of the last round.",
            (*readings, "N-32"),
        )
    if state.round.void and not state.bets.wagers:
        raise refuse(
            TableCode.TOO_LATE, f"{act}: the round is already void", clauses, "Clear the table.", readings
        )


@decides(do.ReportFaceUp, of_irregularity("face_up", "face_up_many"))
def decide_face_up(state: TableState, command: do.ReportFaceUp) -> tuple[ev.TableEvent, ...]:
    rules = state.irregularities
    clauses = rules["face_up"].clauses
    if not isinstance(state.phase, Deal):
        raise refuse(
            TableCode.TOO_LATE,
            "face-up cards can only be reported while cards are being dealt",
            clauses,
            "Continue the round.",
        )
    check_deck_ready(state)
    if not command.cards:
        raise refuse(TableCode.NOTHING_WRONG, "no face-up card named", clauses, "Name the cards, or deal.")
    check_new_cards(state, command.cards)
    count = state.round.face_up + len(command.cards)
    kind = "face_up" if count == 1 else "face_up_many"
    if starting_cards_out(state) and f"{kind}_late" in rules:
        kind = f"{kind}_late"
    if command.drawn:
        kind = "drawn_face_up"
    relied: tuple[str, ...] = ()
    if state.rules.dealing == "automated" and rules[kind].outcome == "discard":
        relied = ("N-08",)  # N-08: complete a machine's stack from the stub, or leave it one card short
        kind = kind if state.rules.reading("N-08") == "R1" else "wrong_count"
    rule = relying_on(rules[kind], *relied)
    found = ev.FaceUpFound(
        cards=command.cards, clauses=rule.clauses, readings=rule.readings, audience=ev.EVERYONE
    )
    word = "a card" if count == 1 else f"{count} cards"
    how = "drawn in error and seen" if command.drawn else "found face up in the deck"
    return outcome(state, kind, f"{word} {how}", command.by, (found,), relied)


@decides(do.ReportExposed, of_irregularity("dealer_exposed", "community_exposed"))
def decide_exposed(state: TableState, command: do.ReportExposed) -> tuple[ev.TableEvent, ...]:
    place = command.place
    kinds = {DEALER: "dealer_exposed", BOARD: "community_exposed", BOX: "box_exposed"}
    kind = kinds.get(place, "player_exposed" if place.startswith("seat") else "other")
    dealt = state.layout.cards.get(place, ())
    rule = state.irregularities.get(kind)
    undealt = place == BOARD and len(dealt) <= command.index < board_size(state)
    if rule is None or not (0 <= command.index < len(dealt) or undealt):
        raise refuse(
            TableCode.NO_SUCH_PLACE,
            f"there is no such card at {place}",
            rule.clauses if rule else (),
            "Choose a place with cards and one of its cards.",
            rule.readings if rule else ("X-15",),
        )
    in_round(state, "an exposed card", rule.clauses, rule.readings)
    if undealt:
        return premature(state, kind, rule, command)
    if command.index < state.layout.turned.get(place, 0):
        raise refuse(
            TableCode.TOO_LATE,
            f"that card at {place} is already face up",
            rule.clauses,
            "Continue the round.",
            rule.readings,
        )
    if place == DEALER and state.round.phase > reveal_at(state):
        raise refuse(
            TableCode.TOO_LATE,
            "the dealer's hand is already revealed or no longer matters",
            rule.clauses,
            "Continue the round.",
            rule.readings,
        )
    card = dealt[command.index]
    if card is None:
        card = named_card(command, rule)
        check_new_cards(state, (card,), drawn=False)
    # the card is not compared, because a comparison would let people guess a hidden card
    elif command.card is not None:
        raise refuse(
            TableCode.NOTHING_TO_NAME,
            f"the table already knows the card at {place}",
            rule.clauses,
            "Leave out the card's name. Ask a floorperson to correct a wrong name.",
            rule.readings,
        )
    fact = ev.CardExposed(
        place=place,
        index=command.index,
        card=card,
        clauses=rule.clauses,
        readings=rule.readings,
        audience=ev.EVERYONE,
    )
    if rule.until_decided and not is_undecided(state):
        return (fact,)  # uth/13.F no longer applies after each player has folded or placed a Play Wager
    return outcome(state, kind, f"a card at {place} was exposed", command.by, (fact,))


def named_card(command: do.ReportExposed, rule: Irregularity) -> Card:
    if command.card is None:
        raise refuse(
            TableCode.CARDS_NOT_NAMED,
            f"the card at {command.place} has no name yet",
            rule.clauses,
            "Name it.",
            rule.readings,
        )
    return command.card


def board_size(state: TableState) -> int:
    """Return the number of cards of a complete board, or 0 until the starting cards are out."""
    if state.round.phase == BETTING or not starting_cards_out(state):
        return 0
    return sum(count for place, count in whole_plan(state) if place == BOARD)


def premature(
    state: TableState, kind: str, rule: Irregularity, command: do.ReportExposed
) -> tuple[ev.TableEvent, ...]:
    """Report a board card seen before it is dealt (X-15).

    The card remains the next card to be dealt, so its name is not compared.
    """
    card = named_card(command, rule)
    if card not in state.game.deck.counts:
        raise refuse(
            TableCode.CARD_IMPOSSIBLE,
            f"{card} is not a card of this deck",
            state.game.deck_clauses,
            "Name the card again.",
        )
    fact = ev.CardExposed(
        place=BOARD,
        index=command.index,
        card=card,
        clauses=rule.clauses,
        readings=rule.readings,
        audience=ev.EVERYONE,
    )
    return outcome(state, kind, "a card of the board was seen before it was dealt", command.by, (fact,))


@decides(do.ReportWrongNumber, of_irregularity("wrong_count"))
def decide_wrong_number(state: TableState, command: do.ReportWrongNumber) -> tuple[ev.TableEvent, ...]:
    place = command.place
    # A wrong number of burn cards does not affect any hand, so a floorperson rules.
    rules = state.irregularities
    # A floorperson also rules on a wrong number of cards in a box that does not hold community cards (N-09).
    apart = {BURN: "missed_burn", BOX: "box_count"}.get(place, "")
    kind = apart if apart in rules else "wrong_count"
    rule = rules[kind]
    in_round(state, "the wrong number of cards", rule.clauses, rule.readings)
    if place not in {there for there, _ in whole_plan(state)}:
        raise refuse(
            TableCode.NO_SUCH_PLACE,
            f"no cards are dealt to {place}",
            rule.clauses,
            "Name a place with cards.",
            rule.readings,
        )
    due = len(state.layout.cards.get(place, ())) or len(dict(state.layout.rack).get(place, ()))
    if command.cards == due or command.cards < 0:
        raise refuse(
            TableCode.NOTHING_WRONG,
            f"{command.cards} is the right number of cards at {place}",
            rule.clauses,
            "Count the cards again.",
            rule.readings,
        )
    fact = ev.WrongNumber(
        place=place, cards=command.cards, clauses=rule.clauses, readings=rule.readings, audience=ev.EVERYONE
    )
    return outcome(state, kind, f"{place} has {command.cards} cards instead of {due}", command.by, (fact,))


def whole_plan(state: TableState) -> list[tuple[str, int]]:
    """Return the deliveries of all phases of the round."""
    found: list[tuple[str, int]] = []
    for index, phase in enumerate(script(state.rules)):
        if isinstance(phase, Deal):
            there = replace(state, round=replace(state.round, phase=index))
            found += plan_of(there, phase).deliveries
    return found


@decides(do.ReportDrawnInError, of_irregularity("drawn_in_error"))
def decide_drawn(state: TableState, command: do.ReportDrawnInError) -> tuple[ev.TableEvent, ...]:
    rule = state.irregularities["drawn_in_error"]
    in_round(state, "a card drawn in error", rule.clauses)
    return (ev.DrawnInError(clauses=rule.clauses, audience=ev.EVERYONE),)


REPORTED_IN_WORDS = ("missed_burn", "other")


@decides(do.ReportOther, of_reading("X-15"))
def decide_other(state: TableState, command: do.ReportOther) -> tuple[ev.TableEvent, ...]:
    there = [matter for matter in REPORTED_IN_WORDS if matter in state.irregularities]
    if command.matter not in there:
        raise refuse(
            TableCode.NO_SUCH_OUTCOME,
            f"{command.matter!r} cannot be reported in words",
            (),
            f"Choose {' or '.join(there)}, or use the report for cards or devices.",
            ("X-15",),
        )
    rule = state.irregularities[command.matter]
    in_round(state, "a ruling", rule.clauses, rule.readings)
    with_reason(command.detail, rule.clauses, rule.readings)
    return outcome(state, command.matter, command.detail, command.by)


@decides(do.RuleOnIncident, of_reading("X-15"))
def decide_rule(state: TableState, command: do.RuleOnIncident) -> tuple[ev.TableEvent, ...]:
    if not state.round.ruling:
        raise refuse(TableCode.NO_RULING_ASKED, "no ruling is pending", (), "Continue the round.", ("X-15",))
    rule = state.irregularities[state.round.ruling]
    with_reason(command.reason, rule.clauses)
    if command.outcome not in ("play_on", "void"):
        raise refuse(
            TableCode.NO_SUCH_OUTCOME,
            f"{command.outcome!r} is not a possible ruling",
            (),
            "Rule play_on or void.",
            ("X-15",),
        )
    void = command.outcome == "void"
    followed = relying_on(replace(rule, clauses=rule.clauses + rule.likewise), "X-05")
    if won_already(state):  # only a supervisor can decide about money already paid
        rule, followed = relying_on(rule, "X-06"), relying_on(followed, "X-06")
    ruled = ev.Ruled(
        matter=state.round.ruling,
        outcome=command.outcome,
        reason=command.reason,
        by=command.by,
        clauses=followed.clauses if void else rule.clauses,
        readings=followed.readings if void else rule.readings,
        audience=ev.EVERYONE,
    )
    return (ruled, *void_round(state, followed, command.reason, command.by)) if void else (ruled,)


@applies(ev.FaceUpFound)
def apply_face_up(state: TableState, event: ev.FaceUpFound) -> TableState:
    layout = state.layout
    moved = replace(layout, stub=layout.stub - len(event.cards), rack=(*layout.rack, (FACE_UP, event.cards)))
    found = replace(state.round, face_up=state.round.face_up + len(event.cards))
    return replace(state, layout=moved, round=found)


@applies(ev.CardExposed)
def apply_exposed(state: TableState, event: ev.CardExposed) -> TableState:
    dealt = state.layout.cards.get(event.place, ())
    if event.index >= len(dealt):
        return state  # the card is still in the deck
    cards_after = (*dealt[: event.index], event.card, *dealt[event.index + 1 :])
    cards = {**state.layout.cards, event.place: cards_after}
    exposed = (*state.layout.exposed, (event.place, event.index))
    return replace(state, layout=replace(state.layout, cards=cards, exposed=exposed))


@applies(ev.RoundVoided)
def apply_voided(state: TableState, event: ev.RoundVoided) -> TableState:
    table = replace(state.round, void=event, ruling="", inquiry=False, awaiting="", answers=())
    moved = replace(state, round=table)
    phases = script(state.rules)
    if not event.settles:
        return settle_round(moved, len(phases) - 1, 0)
    settling = next(at for at, phase in enumerate(phases) if isinstance(phase, Settle))
    if state.round.phase >= settling:  # settlements were undone, so settle these wagers from the start
        return settle_round(moved, settling, 0)
    # Complete the board for the wagers that still have to be settled.
    return settle_round(moved, state.round.phase, state.round.cursor)


@applies(ev.RulingAsked)
def apply_ruling_asked(state: TableState, event: ev.RulingAsked) -> TableState:
    return replace(state, round=replace(state.round, ruling=event.matter))


@applies(ev.Ruled)
def apply_ruled(state: TableState, event: ev.Ruled) -> TableState:
    return replace(state, round=replace(state.round, ruling=""))
