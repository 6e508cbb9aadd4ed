"""Shuffle and cut decks (chapter 5)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import LEAST_CUT
from croupier.games.game import Game
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.preparation import due_step, pack_of, put_pack, undealt, unload
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import COUNTING, DeckState, TableState

# A prepared deck is shuffled, cut unless a machine shuffled it, and loaded (chapter 5). It is shuffled
# again after a round ("used"), on a supervisor's order ("to_shuffle") and after a device failure ("jammed").
# A preshuffled deck that still needs a machine shuffle has stage "preshuffled".
MAY_SHUFFLE = ("stacked", "used", "to_shuffle", "jammed", "preshuffled")


def by_machine_alone(state: TableState) -> bool:
    """Return whether a machine must shuffle: with hand dealing (9.A.1) and with two decks (3.B)."""
    return state.rules.dealing == "hand" or len(state.care.packs) == 2


def method_is_out(state: TableState) -> bool:
    """Return whether a device that the table's dealing method needs is out of order."""
    out = state.care.devices
    return ("shuffler" in out and by_machine_alone(state)) or (
        "shoe" in out and state.rules.dealing == "automated"
    )


def check_covered(state: TableState) -> None:
    """Refuse a different shuffling or dealing method until a broken device is put aside (chapter 13)."""
    ways = state.game.dead_device
    for device, how in sorted(state.care.devices.items()):
        if how == "failed":
            raise refuse(
                TableCode.DEVICE_UNCOVERED,
                f"the {device} has failed and is not yet {' or '.join(ways)}",
                tuple(clause for clauses in ways.values() for clause in clauses),
                f"The {device} must be {' or '.join(ways)} before another method is used.",
            )


@decides(do.Shuffle, lambda s: s.game.care.first_shuffle)
def decide_shuffle(state: TableState, command: do.Shuffle) -> tuple[ev.TableEvent, ...]:
    care, choices = state.game.care, state.rules.choices
    pack = pack_of(state, command.deck)
    if pack.stage not in MAY_SHUFFLE:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"the {pack.back} deck is {pack.stage.replace('_', ' ')}: a shuffle is not due now",
            care.first_shuffle,
            f"{due_step(state, pack)} first.",
        )
    clauses, readings = why_shuffled(state.game, pack.stage)
    if not command.by_machine:
        check_by_hand(state)
        return (
            ev.DeckShuffled(
                deck=pack.back,
                by_machine=False,
                clauses=clauses + care.one_stack,
                readings=readings,
                audience=ev.EVERYONE,
            ),
        )
    if choices.shuffler == "none":
        raise refuse(TableCode.NO_SHUFFLER, "this table has no shuffler", care.one_stack, "Shuffle by hand.")
    if "shuffler" in state.care.devices:
        raise refuse(
            TableCode.DEVICE_OUT_OF_ORDER,
            "the shuffler is out of service",
            state.game.dead_device["covered"],
            "Cover or mark the shuffler, and shuffle by hand.",
        )
    clauses += care.one_stack + (care.by_machine if choices.dealing == "hand" else ())
    if choices.shuffler not in COUNTING:
        return (
            ev.DeckShuffled(
                deck=pack.back, by_machine=True, clauses=clauses, readings=readings, audience=ev.EVERYONE
            ),
        )
    counts, bad = care.counted, care.counted + care.bad_count
    relied: tuple[str, ...] = ()
    if choices.shuffler == "reshuffling":
        relied = ("X-18",)
        if care.count_excused:  # an exempt device cites its own clause instead of the section on counting
            counts, bad = care.self_shuffling, care.self_shuffling + state.game.deck_clauses
        else:
            counts += care.self_shuffling
    if command.counted is None:
        raise refuse(
            TableCode.COUNT_MISSING, "the shuffler's count is missing", counts, "Enter the count.", relied
        )
    clauses, readings = clauses + counts, readings + relied
    shuffled = ev.DeckShuffled(
        deck=pack.back,
        by_machine=True,
        counted=command.counted,
        clauses=clauses,
        readings=readings,
        audience=ev.EVERYONE,
    )
    size = len(state.game.deck.order)
    if command.counted == size:
        return (shuffled,)
    why = f"the shuffler counted {command.counted} cards, not {size}"
    return (
        shuffled,
        ev.DeckRemoved(deck=pack.back, reason=why, clauses=bad, readings=relied, audience=ev.EVERYONE),
    )


def why_shuffled(game: Game, stage: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the clauses and readings that require a shuffle at this stage."""
    care = game.care
    if stage == "stacked":
        return care.before_play + care.first_shuffle, ()
    if stage == "used":
        return care.after_round, ()
    if stage == "jammed":
        return game.irregularities["shuffler_failed_idle"].clauses, ("X-16",)
    if stage == "preshuffled":
        return care.before_play + care.preshuffled, ("X-19",)
    return care.on_order, ()


def check_by_hand(state: TableState) -> None:
    care, choices = state.game.care, state.rules.choices
    if choices.dealing == "hand":
        raise refuse(
            TableCode.MACHINE_NEEDED,
            "cards dealt by hand must be shuffled by machine",
            care.by_machine,
            "Use the shuffler, or deal from a shoe.",
        )
    if len(state.care.packs) == 2:
        raise refuse(
            TableCode.MACHINE_NEEDED,
            "two decks must be shuffled by machine",
            care.two_decks + care.stored,
            "Use the shuffler, or remove one deck.",
        )
    check_covered(state)


@decides(do.Cut, lambda s: s.game.care.cut)
def decide_cut(state: TableState, command: do.Cut) -> tuple[ev.TableEvent, ...]:
    care = state.game.care
    pack = pack_of(state, command.deck)
    if pack.stage in ("ready", "loaded"):
        raise refuse(
            TableCode.NOT_TO_BE_CUT,
            f"the {pack.back} deck {'has been cut' if pack.was_cut else 'was shuffled by machine'}",
            care.recut if pack.was_cut else care.machine_no_cut,
            "Ask a floorperson to order a recut." if pack.was_cut else "Load the deck without a cut.",
        )
    if pack.stage != "shuffled":
        raise refuse(
            TableCode.NOT_TO_BE_CUT,
            f"the {pack.back} deck is {pack.stage.replace('_', ' ')} and cannot be cut",
            care.must_cut,
            f"{due_step(state, pack)} first.",
        )
    size = len(state.game.deck.order)
    if not LEAST_CUT <= command.depth < size:
        raise refuse(
            TableCode.CUT_TOO_SHALLOW,
            f"the cover card is {command.depth} cards from the top of a deck of {size}",
            care.cut,
            f"Place it at least {LEAST_CUT} cards in.",
        )
    return (
        ev.DeckCut(
            deck=pack.back, depth=command.depth, clauses=care.must_cut + care.cut, audience=ev.EVERYONE
        ),
    )


@decides(do.OrderRecut, lambda s: s.game.care.recut)
def decide_order_recut(state: TableState, command: do.OrderRecut) -> tuple[ev.TableEvent, ...]:
    pack = pack_of(state, command.deck)
    care = state.game.care
    with_reason(command.reason, care.recut)
    if not pack.was_cut or pack.stage not in ("ready", "loaded") or not undealt(state):
        raise refuse(
            TableCode.NOT_TO_BE_CUT,
            "a recut can only be ordered between the cut and the first card",
            care.recut,
            "Continue the round.",
        )
    return (ev.RecutOrdered(deck=pack.back, reason=command.reason, clauses=care.recut, audience=ev.EVERYONE),)


@decides(do.OrderShuffle, lambda s: s.game.care.on_order)
def decide_order_shuffle(state: TableState, command: do.OrderShuffle) -> tuple[ev.TableEvent, ...]:
    pack = pack_of(state, command.deck)
    care = state.game.care
    with_reason(command.reason, care.on_order)
    if pack.stage not in ("shuffled", "ready", "loaded") or (pack.stage == "loaded" and not undealt(state)):
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            "there is no deck to reshuffle now",
            care.on_order,
            "Continue the round.",
        )
    return (
        ev.ShuffleOrdered(deck=pack.back, reason=command.reason, clauses=care.on_order, audience=ev.EVERYONE),
    )


def shuffler_counted(state: TableState) -> bool:
    """Return whether a counting device shuffled the deck in play (X-08)."""
    care = state.care
    if care.loaded is None or not care.packs[care.loaded].counted:
        return False
    return not self_shuffling_shoe(state) or state.rules.reading("N-04") == "R1"


def self_shuffling_shoe(state: TableState) -> bool:
    """Return whether the table deals from a self-reshuffling shoe, which N-04 may exempt from the count."""
    return state.rules.dealing == "automated" and state.rules.choices.shuffler == "reshuffling"


@applies(ev.DeckShuffled)
def apply_shuffled(state: TableState, event: ev.DeckShuffled) -> TableState:
    pack = state.care.packs[event.deck]
    stage = "ready" if event.by_machine else "shuffled"
    return put_pack(state, DeckState(pack.back, stage, pack.since, counted=event.counted is not None))


@applies(ev.DeckCut)
def apply_cut(state: TableState, event: ev.DeckCut) -> TableState:
    return put_pack(state, replace(state.care.packs[event.deck], stage="ready", was_cut=True))


@applies(ev.RecutOrdered)
def apply_recut(state: TableState, event: ev.RecutOrdered) -> TableState:
    return unload(state, event.deck, "shuffled")


@applies(ev.ShuffleOrdered)
def apply_shuffle_ordered(state: TableState, event: ev.ShuffleOrdered) -> TableState:
    return unload(state, event.deck, "to_shuffle")
