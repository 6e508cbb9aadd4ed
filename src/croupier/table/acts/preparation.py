"""Receive, inspect, wash, shuffle, cut, load and change decks (chapters 3 to 5)."""

from __future__ import annotations

import msgspec

from croupier.cards import LEAST_CUT
from croupier.games.game import Collect, Deal, Game
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.vouching import check_vouched_for, of_new_cards
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.roles import holds, id_of
from croupier.table.state import BETTING, COUNTING, PEOPLE, Care, DeckState, TableLayout, TableState

replace = msgspec.structs.replace

# Steps of a new deck in order (chapter 4). A deck that has been dealt comes back at stage "used".
STEPS: dict[str, tuple[str, str, str]] = {  # stage before, stage after and role, by step
    "inspect": ("received", "inspected", do.DEALER),
    "verify": ("inspected", "verified", do.FLOOR),
    "spread": ("verified", "spread", do.DEALER),
    "view": ("spread", "viewed", do.DEALER),
    "face_down": ("viewed", "face_down", do.DEALER),
    "wash": ("face_down", "washed", do.DEALER),
    "stack": ("washed", "stacked", do.DEALER),
}
STEP_WORDS = {  # instructions to the dealer, by step
    "inspect": "Inspect the backs and edges of the {deck} deck",
    "verify": "Verify the inspection of the {deck} deck",
    "spread": "Spread the {deck} deck face up by suit",
    "view": "Let the first player view the {deck} deck",
    "face_down": "Turn the {deck} deck face down",
    "wash": "Wash the {deck} deck",
    "stack": "Stack the {deck} deck",
}
# Then the deck is shuffled, cut unless a machine shuffled it, and loaded (chapter 5). The deck is shuffled
# again after a round ("used"), on a supervisor's order ("to_shuffle") and after a device failure ("jammed").
# A preshuffled deck that still needs a machine shuffle has stage "preshuffled".
MAY_SHUFFLE = ("stacked", "used", "to_shuffle", "jammed", "preshuffled")
# stages before the first player has viewed the cards
UNSEEN = ("received", "inspected", "verified", "spread")
HAND_LIFE, SHOE_LIFE = 4 * 3600, 8 * 3600


def pack_of(state: TableState, deck: str) -> DeckState:
    pack = state.care.packs.get(deck)
    if pack is None:
        there = ", ".join(state.care.packs) or "none"
        raise refuse(
            TableCode.NO_SUCH_DECK,
            f"there is no {deck} deck at the table (decks here: {there})",
            state.game.care.one_deck,
            "Choose a deck at the table, or bring one.",
        )
    return pack


def between_rounds(state: TableState, act: str, clauses: tuple[str, ...]) -> None:
    if state.round.phase != BETTING:
        raise refuse(
            TableCode.ROUND_OPEN,
            f"{act} is not possible during a round",
            clauses,
            "Finish the round first.",
        )


def undealt(state: TableState) -> bool:
    """Return whether no card of the round has left the deck yet."""
    layout = state.layout
    if state.round.phase == BETTING:
        return True
    return isinstance(state.phase, Collect | Deal) and not layout.cards and not layout.rack


def before_the_deal(state: TableState, act: str, clauses: tuple[str, ...]) -> None:
    if not undealt(state):
        between_rounds(state, act, clauses)


def number_of_decks(state: TableState) -> tuple[str, ...]:
    """Return the clauses on the number of decks at this table."""
    care = state.game.care
    return care.one_deck if state.rules.choices.decks == 1 else care.two_decks


def by_machine_alone(state: TableState) -> bool:
    """Return whether a machine must shuffle, because of hand dealing (9.A.1) or two decks (3.B)."""
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


@decides(do.ReceiveDecks, lambda s: s.game.care.one_deck)
def decide_receive(state: TableState, command: do.ReceiveDecks) -> tuple[ev.TableEvent, ...]:
    care, choices = state.game.care, state.rules.choices
    before_the_deal(state, "receiving decks", number_of_decks(state))
    total = len(state.care.packs) + len(command.backs)
    if not command.backs:
        raise refuse(
            TableCode.NO_SUCH_DECK, "no deck was named", care.one_deck, "Name the color of its backs."
        )
    if total > choices.decks:
        raise refuse(
            TableCode.TOO_MANY_DECKS,
            f"there would be {total} decks at a table that uses {choices.decks}",
            care.one_deck if choices.decks == 1 else care.two_decks,
            "Remove a deck first.",
        )
    if len({*command.backs, *state.care.packs}) != total:
        raise refuse(
            TableCode.SAME_BACKS,
            "two decks have the same backs",
            care.other_back,
            "Bring a deck with backs of another color.",
        )
    clauses = (
        care.preshuffled if command.prepared else (care.one_deck if choices.decks == 1 else care.each_deck)
    )
    return (
        ev.DecksReceived(
            backs=command.backs,
            prepared=command.prepared,
            clauses=clauses,
            readings=care.preshuffled_readings if command.prepared else (),
            audience=ev.EVERYONE,
        ),
    )


@decides(do.Prepare, lambda s: tuple(dict.fromkeys((*s.game.care.inspect, *s.game.care.verify))))
def decide_prepare(state: TableState, command: do.Prepare) -> tuple[ev.TableEvent, ...]:
    pack = pack_of(state, command.deck)
    found = STEPS.get(command.step)
    care = state.game.care
    if found is None:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"there is no step {command.step!r}",
            care.inspect,
            f"The steps are {', '.join(STEPS)}.",
        )
    before, _, role = found
    clauses: tuple[str, ...] = getattr(care, command.step)
    if not holds(command.by, role):
        raise refuse(
            TableCode.NOT_YOUR_ROLE, f"{command.step} is for the {role}", clauses, f"This is for {role}."
        )
    name = id_of(command.by)
    if command.step == "verify" and name and name == id_of(pack.inspected_by):
        raise refuse(
            TableCode.NOT_YOUR_ROLE,
            f"{name} inspected the {pack.back} deck and may not verify it",
            clauses,
            "Have another person verify it.",
        )
    idle_view = command.step == "view" and pack.stage == "spread_idle"
    if pack.stage != before and not idle_view:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"the {pack.back} deck is {pack.stage.replace('_', ' ')}: {command.step} is out of order",
            clauses,
            f"{due_step(state, pack)} first.",
        )
    if idle_view:
        clauses = care.idle_view
    if command.step == "view" and not has_player(state):
        raise refuse(
            TableCode.SEAT_EMPTY,
            "no player is here to view the cards",
            clauses,
            "Leave them spread until the first player arrives.",
        )
    return (
        ev.DeckPrepared(
            deck=command.deck, step=command.step, by=command.by, clauses=clauses, audience=ev.EVERYONE
        ),
    )


def has_player(state: TableState) -> bool:
    """Return whether a first player has arrived to view the cards, including a bettor who has left."""
    return bool(state.seating.seats) or state.round.phase != BETTING


def due_step(state: TableState, pack: DeckState) -> str:
    """Return the next step of a deck as an instruction."""
    in_turn = state.care.loaded is None  # if a deck is loaded, that deck comes first
    for step, (before, _, _) in STEPS.items():
        if before == pack.stage:
            return STEP_WORDS[step].format(deck=pack.back)
    return {
        "spread_idle": STEP_WORDS["view"].format(deck=pack.back),
        "shuffled": f"Cut the {pack.back} deck",
        "ready": f"Load the {pack.back} deck" if in_turn else "Finish the round",
        "loaded": "Finish the round",
    }.get(pack.stage, f"Shuffle the {pack.back} deck")


@decides(do.Shuffle, lambda s: s.game.care.first_shuffle)
def decide_shuffle(state: TableState, command: do.Shuffle) -> tuple[ev.TableEvent, ...]:
    care, choices = state.game.care, state.rules.choices
    pack = pack_of(state, command.deck)
    if pack.stage not in MAY_SHUFFLE:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"the {pack.back} deck is {pack.stage.replace('_', ' ')}: the shuffle is out of order",
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
            "the shuffler is out of order",
            state.game.dead_device["covered"],
            "Cover it or mark it, and shuffle by hand.",
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
            "Ask a floorperson to order a recut." if pack.was_cut else "Load it without a cut.",
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


@decides(do.Load, lambda s: s.game.care.load[s.rules.dealing])
def decide_load(state: TableState, command: do.Load) -> tuple[ev.TableEvent, ...]:
    care = state.game.care
    pack = pack_of(state, command.deck)
    if state.care.loaded is not None:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"the {state.care.loaded} deck is already loaded",
            number_of_decks(state),
            "Finish the round first." if state.layout.cards else "Deal it, or remove it from the table.",
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
    # a machine shuffled this deck, so it needed no cut; the table may have switched methods since
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
            "the dealing shoe is out of order",
            state.game.dead_device["covered"],
            "Cover it or mark it, and use another dealing method.",
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
            "Put it into the shuffler first.",
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
    # The rules require a change only after a number of hours. Changes for other reasons cite no clause.
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
            "Let the players take them back, or deal.",
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
            "Spread them face down.",
        )
    return (ev.TableIdle(decks=decks, face_up=command.face_up, clauses=care.idle, audience=ev.EVERYONE),)


def with_reason(reason: str, clauses: tuple[str, ...], readings: tuple[str, ...] = ()) -> None:
    if not reason.strip():
        raise refuse(TableCode.REASON_MISSING, "a reason is required", clauses, "Enter the reason.", readings)


def next_deck(care: Care) -> DeckState | None:
    """Return the next round's deck: the loaded deck, the only deck, or the deck whose turn it is (3.B)."""
    if care.loaded is not None:
        return care.packs[care.loaded]
    fresh = [pack for back, pack in sorted(care.packs.items()) if back != care.last or len(care.packs) == 1]
    return fresh[0] if fresh else None


def check_deck_life(state: TableState, at: int) -> None:
    """Refuse a deck after four hours of hand dealing or eight hours in a shoe (3.C)."""
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


def shuffler_counted(state: TableState) -> bool:
    """Return whether a counting device shuffled the deck in play (X-08)."""
    care = state.care
    if care.loaded is None or not care.packs[care.loaded].counted:
        return False
    return not self_shuffling_shoe(state) or state.rules.reading("N-04") == "R1"


def self_shuffling_shoe(state: TableState) -> bool:
    """Return whether the table deals from a self-reshuffling shoe, which N-04 may exempt from the count."""
    return state.rules.dealing == "automated" and state.rules.choices.shuffler == "reshuffling"


def put_pack(state: TableState, pack: DeckState, **changes: object) -> TableState:
    care = state.care
    packs = {**care.packs, pack.back: pack}
    return replace(state, care=replace(care, packs=packs, **changes))


@applies(ev.DecksReceived)
def apply_received(state: TableState, event: ev.DecksReceived) -> TableState:
    # Preshuffled cards are cut, unless a machine has to shuffle them first.
    stage = "received"
    if event.prepared:
        choices = state.rules.choices
        machine = choices.dealing == "hand" or choices.shuffler == "reshuffling"
        stage = "preshuffled" if machine else "shuffled"
    packs = {**state.care.packs, **{back: DeckState(back, stage) for back in event.backs}}
    return replace(state, care=replace(state.care, packs=packs))


@applies(ev.DeckPrepared)
def apply_prepared(state: TableState, event: ev.DeckPrepared) -> TableState:
    pack = replace(state.care.packs[event.deck], stage=STEPS[event.step][1])
    return put_pack(state, replace(pack, inspected_by=event.by) if event.step == "inspect" else pack)


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


def unload(state: TableState, deck: str, stage: str) -> TableState:
    loaded = None if state.care.loaded == deck else state.care.loaded
    return put_pack(state, replace(state.care.packs[deck], stage=stage), loaded=loaded)


@applies(ev.DeckLoaded)
def apply_loaded(state: TableState, event: ev.DeckLoaded) -> TableState:
    pack = state.care.packs[event.deck]
    since = max(event.at, state.clock) if pack.since is None else pack.since
    if state.round.proof is not None:  # it commits to an order of the cards that no longer exists
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
