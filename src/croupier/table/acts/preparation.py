"""Receive, inspect and wash decks (chapters 3 and 4)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.game import Collect, Deal
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.roles import holds, id_of
from croupier.table.state import BETTING, DeckState, TableState

# The steps that prepare a new deck, in order (chapter 4). A deck that has been dealt has stage "used".
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
# stages before the first player has viewed the cards
UNSEEN = ("received", "inspected", "verified", "spread")


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
            "Have another person verify the deck.",
        )
    idle_view = command.step == "view" and pack.stage == "spread_idle"
    if pack.stage != before and not idle_view:
        raise refuse(
            TableCode.STEP_OUT_OF_ORDER,
            f"the {pack.back} deck is {pack.stage.replace('_', ' ')}: {command.step} is not due now",
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
            "Leave the cards spread until the first player arrives.",
        )
    return (
        ev.DeckPrepared(
            deck=command.deck, step=command.step, by=command.by, clauses=clauses, audience=ev.EVERYONE
        ),
    )


def has_player(state: TableState) -> bool:
    """Return whether a player has arrived to view the cards. A player who bet and then left counts."""
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


def unload(state: TableState, deck: str, stage: str) -> TableState:
    loaded = None if state.care.loaded == deck else state.care.loaded
    return put_pack(state, replace(state.care.packs[deck], stage=stage), loaded=loaded)
