"""Load, change and remove decks, and limit how long a deck is used (chapters 3 and 5)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.preparation import (
    UNSEEN,
    before_the_deal,
    between_rounds,
    due_step,
    number_of_decks,
    pack_of,
    put_pack,
)
from croupier.table.acts.vouching import check_vouched_for, of_new_cards
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import PEOPLE, Care, DeckState, TableLayout, TableState

HAND_LIFE, SHOE_LIFE = 4 * 3600, 8 * 3600


@decides(do.Load, lambda s: s.game.care.load[s.rules.dealing])
def decide_load(state: TableState, command: do.Load) -> tuple[ev.TableEvent, ...]:
    care = state.game.care
    pack = pack_of(state, command.deck)
    if state.care.loaded is not None:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"the {state.care.loaded} deck is already loaded",
            number_of_decks(state),
            "Finish the round first."
            if state.layout.cards
            else "Deal this deck, or remove it from the table.",
        )
    before_the_deal(state, "loading a deck", care.load[state.rules.dealing])
    check_shoe(state)
    if pack.stage != "ready":
        raise refuse(
            TableCode.DECK_NOT_READY,
            f"the {pack.back} deck is {pack.stage.replace('_', ' ')}, not ready",
            care.must_cut if pack.stage == "shuffled" else care.before_play,
            f"{due_step(state, pack)} first.",
        )
    if len(state.care.packs) == 2:
        check_turn(state, pack)
    check_hours(state, pack, command.at)
    check_vouched_for(state)
    clauses = care.load[state.rules.dealing]
    if pack.was_cut:
        clauses += care.into_shoe
    # a machine shuffled this deck, so it needed no cut, even if the table has switched methods since
    else:
        clauses += care.machine_no_cut
        if state.rules.dealing == "shoe" and state.rules.choices.shuffler != "none":
            clauses += care.feeds_shoe
    if len(state.care.packs) == 2:
        clauses += care.stored + care.alternate + care.one_in_rack + care.other_back
    return (ev.DeckLoaded(deck=pack.back, clauses=clauses, audience=ev.EVERYONE),)


def check_shoe(state: TableState) -> None:
    if state.rules.dealing == "automated" and "shoe" in state.care.devices:
        raise refuse(
            TableCode.DEVICE_OUT_OF_ORDER,
            "the dealing shoe is out of service",
            state.game.dead_device["covered"],
            "Cover or mark the shoe, and use another dealing method.",
        )


def check_turn(state: TableState, pack: DeckState) -> None:
    """Refuse a deck out of turn. Two decks alternate, and the idle deck is in the shuffler (3.B)."""
    care = state.game.care
    if state.care.last == pack.back:
        raise refuse(
            TableCode.NOT_ALTERNATING,
            f"the {pack.back} deck was used in the last round",
            care.alternate,
            "Use the other deck.",
        )
    other = next(p for back, p in state.care.packs.items() if back != pack.back)
    if other.stage == "used":
        raise refuse(
            TableCode.RACK_NOT_CLEAR,
            f"the {other.back} deck is still in the discard rack",
            care.one_in_rack + care.stored,
            "Put the deck into the shuffler first.",
        )
    if other.stage != "ready":
        raise refuse(
            TableCode.DECK_NOT_READY,
            f"the {other.back} deck is {other.stage.replace('_', ' ')}, not shuffled and stored",
            care.stored,
            f"{due_step(state, other)} first, or remove that deck.",
        )


@decides(do.RemoveDeck, lambda s: life_of_deck(s)[2])
def decide_remove(state: TableState, command: do.RemoveDeck) -> tuple[ev.TableEvent, ...]:
    before_the_deal(state, "removing a deck", life_of_deck(state)[2])
    pack = pack_of(state, command.deck)
    # The rules require a deck change only after a number of hours. Changes for other reasons cite no clause.
    clauses = life_of_deck(state)[2] if hours_over(state, pack, command.at) else ()
    with_reason(command.reason, clauses)
    return (ev.DeckRemoved(deck=pack.back, reason=command.reason, clauses=clauses, audience=ev.EVERYONE),)


@decides(do.GoIdle, lambda s: s.game.care.idle)
def decide_idle(state: TableState, command: do.GoIdle) -> tuple[ev.TableEvent, ...]:
    care = state.game.care
    between_rounds(state, "spreading the cards of an idle table", care.idle)
    if state.bets.wagers:
        raise refuse(
            TableCode.ROUND_OPEN,
            "the table is not idle: there are wagers on the layout",
            care.idle,
            "Let the players take back their wagers, or deal.",
        )
    if state.rules.choices.shuffler == "reshuffling" and care.idle_excused:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            "a self-reshuffling device keeps the cards of an idle table",
            care.self_shuffling,
            "",
            ("X-18",),
        )
    decks = tuple(back for back, pack in sorted(state.care.packs.items()) if pack.stage not in UNSEEN)
    if not decks:
        raise refuse(
            TableCode.NO_SUCH_DECK, "no deck at the table has been opened", care.idle, "Open one first."
        )
    if command.face_up and not state.seating.seats and not command.legacy:
        raise refuse(
            TableCode.SEAT_EMPTY,
            "cards are spread face up only at a player's request, and no player is seated",
            care.idle[-1:],
            "Spread the cards face down.",
        )
    return (ev.TableIdle(decks=decks, face_up=command.face_up, clauses=care.idle, audience=ev.EVERYONE),)


def next_deck(care: Care) -> DeckState | None:
    """Return the next round's deck: the loaded deck, the only deck, or the deck whose turn it is (3.B)."""
    if care.loaded is not None:
        return care.packs[care.loaded]
    fresh = [pack for back, pack in sorted(care.packs.items()) if back != care.last or len(care.packs) == 1]
    return fresh[0] if fresh else None


def check_deck_life(state: TableState, at: int) -> None:
    """Refuse a deck that has been dealt by hand for four hours, or from a shoe for eight hours (3.C)."""
    pack = next_deck(state.care)
    if pack is not None:
        check_hours(state, pack, at)


def life_of_deck(state: TableState) -> tuple[int, str, tuple[str, ...]]:
    """Return the maximum life of a deck in seconds and in words, with clauses."""
    care = state.game.care
    if state.rules.dealing == "hand":
        return HAND_LIFE, "four", care.hand_life
    return SHOE_LIFE, "eight", care.shoe_life


def hours_over(state: TableState, pack: DeckState, at: int = 0) -> bool:
    if pack.since is None:
        return False
    return max(at, state.clock) - pack.since >= life_of_deck(state)[0]


def check_hours(state: TableState, pack: DeckState, at: int) -> None:
    if hours_over(state, pack, at):
        _, hours, clauses = life_of_deck(state)
        raise refuse(
            TableCode.DECK_CHANGE_DUE,
            f"the {pack.back} deck has been in use for {hours} hours",
            clauses,
            "Change the deck before the next round.",
        )


def check_deck_ready(state: TableState) -> None:
    if state.care.loaded is None:
        care = state.game.care
        raise refuse(
            TableCode.DECK_NOT_READY,
            "no deck is loaded",
            care.before_play + care.after_round,
            "Shuffle a deck, cut it if required, and load it.",
        )


@applies(ev.DeckLoaded)
def apply_loaded(state: TableState, event: ev.DeckLoaded) -> TableState:
    pack = state.care.packs[event.deck]
    since = max(event.at, state.clock) if pack.since is None else pack.since
    if state.round.proof is not None:  # the commitment is to an order of the cards that no longer exists
        state = replace(state, round=replace(state.round, proof=None))
    return put_pack(state, replace(pack, stage="loaded", since=since), loaded=pack.back)


@applies(ev.DeckRemoved)
def apply_removed(state: TableState, event: ev.DeckRemoved) -> TableState:
    care = state.care
    packs = {back: pack for back, pack in care.packs.items() if back != event.deck}
    loaded = None if care.loaded == event.deck else care.loaded
    last = None if care.last == event.deck else care.last
    if state.cards_from == PEOPLE:
        care = replace(care, attested=of_new_cards(state))
    return replace(state, care=replace(care, packs=packs, loaded=loaded, last=last))


@applies(ev.TableIdle)
def apply_idle(state: TableState, event: ev.TableIdle) -> TableState:
    spread = {
        back: replace(state.care.packs[back], stage="spread_idle", was_cut=False) for back in event.decks
    }
    # The idle table's cards come out of the shoe, the device and the discard rack.
    care = replace(state.care, packs={**state.care.packs, **spread}, loaded=None)
    return replace(state, care=care, layout=TableLayout())


def deck_in_use(state: TableState, at: int) -> Care:
    """Start the deck's time with its first round if the load time is unknown (3.C)."""
    care = state.care
    if care.loaded is None or care.packs[care.loaded].since is not None:
        return care
    pack = replace(care.packs[care.loaded], since=max(at, state.clock))
    return replace(care, packs={**care.packs, pack.back: pack})


def mark_deck_used(care: Care) -> Care:
    """Mark the loaded deck as used. After a round it is in the discard rack."""
    if care.loaded is None:
        return care
    pack = care.packs[care.loaded]
    used = DeckState(pack.back, "used", pack.since)
    return replace(care, packs={**care.packs, pack.back: used}, loaded=None, last=pack.back)
