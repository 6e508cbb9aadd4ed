"""Chapter 13: what each mishap does in this game. What no clause covers goes to a floorperson (X-15)."""

from __future__ import annotations

from collections import Counter

import msgspec

from croupier.games import script
from croupier.games.game import BOARD, BOX, BURN, DEALER, Deal, Irregularity, Reveal
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.dealing import check_new_cards, plan_of
from croupier.table.preparation import between_rounds, check_covered, check_deck_ready, with_reason
from croupier.table.progress import settle_round
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, Pack, TableState, open_wagers

replace = msgspec.structs.replace


def outcome(
    state: TableState, kind: str, reason: str, fact: tuple[ev.Event, ...] = ()
) -> tuple[ev.Event, ...]:
    """What follows from one kind of irregularity: play on, void, or a ruling asked for."""
    rule = state.game.irregularities[kind]
    if rule.outcome == "void":
        if state.round.void and rule.settles:
            return fact  # the board is being completed for those wagers already
        return (*fact, *void_round(state, rule, reason))
    if rule.outcome == "ruling":
        asked = ev.RulingAsked(
            matter=kind, detail=reason, default=rule.default, clauses=rule.clauses, readings=rule.readings
        )
        return (*fact, asked)
    return fact


def void_round(state: TableState, rule: Irregularity, reason: str) -> tuple[ev.Event, ...]:
    """All wagers back, those already taken included; the meter as it was (X-05, X-06)."""
    settles = tuple(
        wager
        for wager in rule.settles
        if starting_cards_out(state) and any(wager in placed for placed in state.bets.wagers.values())
    )
    back = [
        ev.WagerSettled(
            seat=seat,
            player=state.seating.seats[seat],
            wager=wager,
            staked=cents,
            returned=cents,
            result="returned",
            banked=wager in state.bets.banked,
            clauses=rule.clauses,
            readings=rule.readings,
        )
        for seat, wager, cents in open_wagers(state)
        if wager not in settles
    ]
    # Taken already, by a fold or a forfeit; a round void once has given most of it back.
    taken = {(settled.seat, settled.wager): settled for settled in state.round.settled}
    given: Counter[tuple[int, str]] = Counter()
    for settled in state.round.settled:
        given[settled.seat, settled.wager] += settled.returned
    undone = [
        replace(
            settled,
            returned=settled.staked - given[key],
            result="returned",
            banked=True,  # it went to the tray when the player folded
            clauses=rule.clauses,
            readings=(*rule.readings, "X-06"),
        )
        for key, settled in taken.items()
        if given[key] < settled.staked
    ]
    meters = [
        ev.MeterReversed(
            meter=name,
            cents=state.meters[name].cents - before.cents,
            carry_num=before.carry_num,
            carry_den=before.carry_den,
            clauses=rule.clauses,
            readings=("X-06",),
        )
        for name, before in sorted(state.round.meters_before.items())
        if state.meters[name] != before
    ]
    voided = ev.RoundVoided(
        round=state.round.number,
        reason=reason,
        settles=settles,
        clauses=rule.clauses + (rule.settle_clauses if settles else ()),
        readings=rule.readings,
    )
    return (*back, *undone, *meters, voided)


def starting_cards_out(state: TableState) -> bool:
    """Whether each player and the dealer have received their first cards."""
    first = next(i for i, phase in enumerate(script(state.rules)) if isinstance(phase, Deal))
    return state.round.phase > first


def in_round(state: TableState, act: str, clauses: tuple[str, ...]) -> None:
    """A round is being played, and nobody's hand has been shown and paid yet (X-06)."""
    if state.round.phase == BETTING:
        raise refuse(Code.NOT_IN_PLAY, f"{act}: no round is being played", clauses, "It belongs to a round.")
    if state.round.void and not state.bets.wagers:
        raise refuse(Code.TOO_LATE, f"{act}: the round is void already", clauses, "Clear the table.")
    if any(place.startswith("seat") for place in state.layout.turned):
        raise refuse(
            Code.TOO_LATE,
            f"{act}: settlement has begun",
            clauses,
            "Ask a floorperson for a correction.",
            ("X-06",),
        )


def decide_face_up(state: TableState, command: do.ReportFaceUp) -> tuple[ev.Event, ...]:
    rules = state.game.irregularities
    clauses = rules["face_up"].clauses
    if not isinstance(state.phase, Deal):
        raise refuse(Code.TOO_LATE, "face-up cards are found while cards are being dealt", clauses)
    check_deck_ready(state)
    if not command.cards:
        raise refuse(Code.NOTHING_WRONG, "no card was found face up", clauses)
    check_new_cards(state, command.cards)
    count = state.round.face_up + len(command.cards)
    kind = "face_up" if count == 1 else "face_up_many"
    if count > 1 and starting_cards_out(state) and "face_up_many_late" in rules:
        kind = "face_up_many_late"
    rule = rules[kind]
    found = ev.FaceUpFound(cards=command.cards, clauses=rule.clauses, readings=rule.readings)
    word = "a card" if count == 1 else f"{count} cards"
    return outcome(state, kind, f"{word} found face up in the deck", (found,))


def decide_exposed(state: TableState, command: do.ReportExposed) -> tuple[ev.Event, ...]:
    place = command.place
    kinds = {DEALER: "dealer_exposed", BOARD: "community_exposed", BOX: "box_exposed"}
    kind = kinds.get(place, "player_exposed" if place.startswith("seat") else "other")
    lying = state.layout.cards.get(place, ())
    rule = state.game.irregularities.get(kind)
    if rule is None or not 0 <= command.index < len(lying):
        raise refuse(
            Code.NO_SUCH_PLACE, f"no such card at {place}", (), "Name a place with cards and a card there."
        )
    in_round(state, "an exposed card", rule.clauses)
    if command.index < state.layout.turned.get(place, 0):
        raise refuse(Code.TOO_LATE, f"that card at {place} is face up by right", rule.clauses, "Play on.")
    if place == DEALER and past_reveal(state):
        raise refuse(Code.TOO_LATE, "the dealer's hand has been revealed", rule.clauses, "Play on.")
    card = lying[command.index] or command.card
    if card is None:
        raise refuse(Code.CARDS_NOT_NAMED, f"nobody has named the card at {place}", rule.clauses, "Name it.")
    if lying[command.index] is None:
        check_new_cards(state, (card,), drawn=False)
    elif command.card is not None and command.card != card:
        raise refuse(
            Code.CARD_IMPOSSIBLE,
            f"the card at {place} is not {command.card}",
            rule.clauses,
            "Name the card again.",
        )
    fact = ev.CardExposed(
        place=place, index=command.index, card=card, clauses=rule.clauses, readings=rule.readings
    )
    if rule.until_decided and isinstance(state.phase, Reveal):
        return (fact,)  # uth/13.F ends once every player has folded or placed a Play Wager
    return outcome(state, kind, f"a card at {place} was exposed", (fact,))


def past_reveal(state: TableState) -> bool:
    phases = script(state.rules)
    reveal = next((i for i, phase in enumerate(phases) if isinstance(phase, Reveal)), len(phases))
    return state.round.phase > reveal


def decide_wrong_number(state: TableState, command: do.ReportWrongNumber) -> tuple[ev.Event, ...]:
    place = command.place
    # A burn card too many or too few spoils no hand: that is a matter for a ruling.
    rules = state.game.irregularities
    kind = "missed_burn" if place == BURN and "missed_burn" in rules else "wrong_count"
    rule = rules[kind]
    in_round(state, "a wrong number of cards", rule.clauses)
    if place not in {there for there, _ in whole_plan(state)}:
        raise refuse(
            Code.NO_SUCH_PLACE, f"no cards are dealt to {place}", rule.clauses, "Name a place with cards."
        )
    due = len(state.layout.cards.get(place, ())) or len(dict(state.layout.rack).get(place, ()))
    if command.cards == due or command.cards < 0:
        raise refuse(
            Code.NOTHING_WRONG,
            f"{command.cards} cards at {place} is not a wrong number",
            rule.clauses,
            "Count the cards again.",
        )
    fact = ev.WrongNumber(place=place, cards=command.cards, clauses=rule.clauses, readings=rule.readings)
    return outcome(state, kind, f"{place} has {command.cards} cards instead of {due}", (fact,))


def whole_plan(state: TableState) -> list[tuple[str, int]]:
    """Every delivery of the round, whichever phase it belongs to."""
    found: list[tuple[str, int]] = []
    for index, phase in enumerate(script(state.rules)):
        if isinstance(phase, Deal):
            there = replace(state, round=replace(state.round, phase=index))
            found += plan_of(there, phase).deliveries
    return found


def decide_drawn(state: TableState, command: do.ReportDrawnInError) -> tuple[ev.Event, ...]:
    rule = state.game.irregularities["drawn_in_error"]
    in_round(state, "a card drawn in error", rule.clauses)
    return (ev.DrawnInError(clauses=rule.clauses),)


REPORTED_IN_WORDS = ("missed_burn", "other")


def decide_other(state: TableState, command: do.ReportOther) -> tuple[ev.Event, ...]:
    there = [matter for matter in REPORTED_IN_WORDS if matter in state.game.irregularities]
    if command.matter not in there:
        raise refuse(
            Code.NO_SUCH_OUTCOME,
            f"{command.matter!r} is no matter to be told in words",
            (),
            f"It is {' or '.join(there)}; cards and devices have reports of their own.",
            ("X-15",),
        )
    rule = state.game.irregularities[command.matter]
    in_round(state, "a ruling", rule.clauses)
    with_reason(command.detail, rule.clauses)
    return outcome(state, command.matter, command.detail)


def decide_rule(state: TableState, command: do.Rule) -> tuple[ev.Event, ...]:
    if not state.round.ruling:
        raise refuse(Code.NO_RULING_ASKED, "nothing waits for a ruling", (), "", ("X-15",))
    rule = state.game.irregularities[state.round.ruling]
    with_reason(command.reason, rule.clauses)
    if command.outcome not in ("play_on", "void"):
        raise refuse(
            Code.NO_SUCH_OUTCOME, f"{command.outcome!r} is no outcome", (), "Rule play_on or void.", ("X-15",)
        )
    ruled = ev.Ruled(
        matter=state.round.ruling,
        outcome=command.outcome,
        reason=command.reason,
        by=command.by,
        readings=rule.readings,
    )
    if command.outcome == "play_on":
        return (ruled,)
    return (ruled, *void_round(state, rule, command.reason))


def decide_device(state: TableState, command: do.ReportDeviceFailure) -> tuple[ev.Event, ...]:
    choices, rules = state.rules.choices, state.game.irregularities
    device = command.device
    has = {"shoe": choices.dealing == "automated", "shuffler": choices.shuffler != "none"}
    # The deck in play, or no cards out yet: the clause reaches the round. The idle deck: it does not.
    kind = f"{device}_failed" + ("_idle" if command.idle_deck and device == "shuffler" else "")
    if not has.get(device):
        clauses = rules[kind].clauses if device in has else ()
        raise refuse(Code.NO_SUCH_DEVICE, f"this table has no {device}", clauses, "Name shuffler or shoe.")
    rule = rules[kind]
    if device in state.care.devices:
        raise refuse(
            Code.DEVICE_OUT_OF_ORDER,
            f"the {device} is out of order already",
            rule.clauses,
            "Put it aside, or have it repaired.",
        )
    failed = ev.DeviceFailed(
        device=device,
        dead=command.dead,
        decks=() if device == "shoe" else decks_in_shuffler(state, command.idle_deck),
        clauses=rule.clauses,
        readings=rule.readings,
    )
    if state.round.phase == BETTING and device == "shuffler":
        if rule.outcome != "void":
            return (failed,)
        back = tuple(
            ev.WagerTakenBack(
                seat=seat,
                player=state.seating.seats[seat],
                wager=wager,
                cents=cents,
                clauses=rule.clauses,
                readings=rule.readings,
            )
            for seat, wager, cents in open_wagers(state)
        )
        return (failed, *back)
    in_round(state, f"a failure of the {device}", rule.clauses)
    return outcome(state, kind, f"the {device} failed during the round", (failed,))


def decks_in_shuffler(state: TableState, idle: bool) -> tuple[str, ...]:
    """What a failure of the shuffler leaves unshuffled: the idle deck, or all if no cards are out."""
    packs = sorted(state.care.packs.items())
    if idle:
        return tuple(back for back, pack in packs if pack.stage == "ready")
    if state.layout.cards or (state.round.phase != BETTING and state.layout.rack):
        return ()
    return tuple(back for back, pack in packs if pack.stage in ("ready", "loaded"))


REPAIRED = "repaired"


def decide_handle_device(state: TableState, command: do.HandleDevice) -> tuple[ev.Event, ...]:
    """A device that failed is covered, marked or taken away; once repaired it may be used again."""
    ways = state.game.dead_device
    if command.how not in (*ways, REPAIRED):
        raise refuse(
            Code.NO_SUCH_OUTCOME,
            f"{command.how!r} is no way to put a device aside",
            ways["covered"],
            f"It is {' or '.join((*ways, REPAIRED))}.",
        )
    clauses = ways.get(command.how, ways["covered"])
    if command.device not in state.care.devices:
        raise refuse(Code.NO_SUCH_DEVICE, f"the {command.device} has not failed", clauses)
    return (ev.DeviceHandled(device=command.device, how=command.how, clauses=clauses),)


DEALINGS = ("shoe", "hand", "automated")
SHUFFLERS = ("none", "plain", "counting", "reshuffling")


def decide_switch(state: TableState, command: do.SwitchMethod) -> tuple[ev.Event, ...]:
    between_rounds(state, "another way of shuffling or dealing")
    ways, care = state.game.dead_device, state.game.care
    if state.bets.wagers:
        raise refuse(Code.ROUND_OPEN, "wagers lie on the layout", care.after_round)
    check_method(state, command.dealing, command.shuffler)
    handled = tuple(c for _, how in sorted(state.care.devices.items()) for c in ways.get(how, ()))
    return (
        ev.MethodSwitched(
            dealing=command.dealing, shuffler=command.shuffler, clauses=handled + care.load[command.dealing]
        ),
    )


def check_method(state: TableState, dealing: str, shuffler: str) -> None:
    """Another way of dealing or shuffling: lawful, and not by a device that is out of order."""
    ways, care = state.game.dead_device, state.game.care
    check_covered(state)
    if dealing not in DEALINGS or shuffler not in SHUFFLERS:
        raise refuse(Code.NO_SUCH_OUTCOME, f"no method {dealing}/{shuffler}", care.by_machine)
    needed = {"shuffler": shuffler != "none", "shoe": dealing == "automated"}
    for device, how in sorted(state.care.devices.items()):
        if needed[device]:
            raise refuse(
                Code.DEVICE_OUT_OF_ORDER,
                f"the {device} is {how}",
                ways.get(how, ways["covered"]),
                "Use a method that does without it until it is repaired.",
            )
    if dealing == "hand" and shuffler == "none":
        raise refuse(
            Code.MACHINE_NEEDED,
            "cards dealt by hand are shuffled by machine",
            care.by_machine,
            "Deal from a shoe.",
        )
    if dealing == "automated" and shuffler == "none" and care.machine_shuffles:
        raise refuse(
            Code.MACHINE_NEEDED,
            "automated dealing is from a dealing shoe and shuffler in one",
            care.machine_shuffles,
            "Deal from a shoe.",
        )
    if len(state.care.packs) == 2 and shuffler == "none":
        raise refuse(Code.NO_SHUFFLER, "two decks need a shuffler", care.two_decks, "Remove one deck.")


def apply_face_up(state: TableState, event: ev.FaceUpFound) -> TableState:
    layout = state.layout
    moved = replace(
        layout, stub=layout.stub - len(event.cards), rack=(*layout.rack, ("face up", event.cards))
    )
    found = replace(state.round, face_up=state.round.face_up + len(event.cards))
    return replace(state, layout=moved, round=found)


def apply_exposed(state: TableState, event: ev.CardExposed) -> TableState:
    lying = state.layout.cards[event.place]
    seen = (*lying[: event.index], event.card, *lying[event.index + 1 :])
    return replace(state, layout=replace(state.layout, cards={**state.layout.cards, event.place: seen}))


def apply_voided(state: TableState, event: ev.RoundVoided) -> TableState:
    moved = replace(
        state,
        round=replace(state.round, void=True, ruling="", inquiry=False),
        # A stub whose count voided the round has been counted.
        care=replace(state.care, uncounted=max(state.care.uncounted, 0)),
    )
    if event.settles:  # the board is completed for the wagers that are settled all the same
        return settle_round(moved, state.round.phase, state.round.cursor)
    return settle_round(moved, len(script(state.rules)) - 1, 0)


def apply_meter_reversed(state: TableState, event: ev.MeterReversed) -> TableState:
    before = state.round.meters_before[event.meter]
    return replace(state, meters={**state.meters, event.meter: before})


def apply_ruling_asked(state: TableState, event: ev.RulingAsked) -> TableState:
    return replace(state, round=replace(state.round, ruling=event.matter))


def apply_ruled(state: TableState, event: ev.Ruled) -> TableState:
    return replace(state, round=replace(state.round, ruling=""))


def apply_device_failed(state: TableState, event: ev.DeviceFailed) -> TableState:
    care = state.care
    devices = {**care.devices, event.device: "failed"} if event.dead else care.devices
    jammed = {back: replace(care.packs[back], stage="jammed", was_cut=False) for back in event.decks}
    loaded = None if care.loaded in jammed else care.loaded
    return replace(state, care=replace(care, devices=devices, packs={**care.packs, **jammed}, loaded=loaded))


def apply_device_handled(state: TableState, event: ev.DeviceHandled) -> TableState:
    care = state.care
    devices = {**care.devices, event.device: event.how}
    if event.how == REPAIRED:
        del devices[event.device]
    return replace(state, care=replace(care, devices=devices))


def apply_switched(state: TableState, event: ev.MethodSwitched) -> TableState:
    """What only the old way of shuffling or dealing allowed goes with it."""
    now = state.rules.choices
    machine = event.dealing == "automated" and event.shuffler != "none"
    choices = replace(
        now,
        dealing=event.dealing,
        shuffler=event.shuffler,
        decks=now.decks if event.shuffler != "none" else 1,  # two need a shuffler (3.B)
        dealer_cards=now.dealer_cards if machine else "delivered",  # held in the device (U-23)
        community_stack=now.community_stack if machine and event.shuffler == "reshuffling" else 2,  # L-12
    )
    return in_new_way(state, Rules(choices))


def in_new_way(state: TableState, rules: Rules) -> TableState:
    """Decks that are ready are loaded anew; what only a person shuffled is not dealt by hand (9.A.1)."""
    care = state.care
    if (rules.dealing, rules.choices.shuffler) == (state.rules.dealing, state.rules.choices.shuffler):
        return replace(state, rules=rules)

    def moved(pack: Pack) -> Pack:
        if pack.stage not in ("shuffled", "ready", "loaded"):
            return pack
        if rules.dealing == "hand" and (pack.was_cut or pack.stage == "shuffled"):
            return replace(pack, stage="preshuffled", was_cut=False)
        return replace(pack, stage="ready") if pack.stage == "loaded" else pack

    packs = {back: moved(pack) for back, pack in care.packs.items()}
    return replace(state, rules=rules, care=replace(care, packs=packs, loaded=None))
