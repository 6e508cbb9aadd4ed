"""Handle failures and repairs of shufflers and shoes, and changes of the dealing method (chapter 13)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.games import game_rules
from croupier.games.game import Rack, Settle
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.irregularities import in_round, outcome
from croupier.table.acts.preparation import between_rounds, undealt, unload
from croupier.table.acts.shuffling import check_covered, method_is_out
from croupier.table.duties import of_irregularity
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, DeckState, TableState, open_wagers

replace = msgspec.structs.replace


@decides(do.ReportDeviceFailure, of_irregularity("shuffler_failed", "shoe_failed"))
def decide_device(state: TableState, command: do.ReportDeviceFailure) -> tuple[ev.TableEvent, ...]:
    choices, rules = state.rules.choices, state.irregularities
    device = command.device
    has = {"shoe": choices.dealing == "automated", "shuffler": choices.shuffler != "none"}
    aside = tuple(clause for way in state.game.dead_device.values() for clause in way)
    if not has.get(device):
        clauses = rules[f"{device}_failed"].clauses if device in has else ()
        clauses = clauses or aside
        raise refuse(
            TableCode.NO_SUCH_DEVICE, f"this table has no {device}", clauses, "Name shuffler or shoe."
        )
    # A failure affects the round if it concerns the deck in play, or if no cards are out yet.
    idle = device == "shuffler" and command.idle_deck
    kind = f"{device}_failed" + ("_idle" if idle and not undealt(state) else "")
    rule = rules[kind]
    if idle and len(state.care.packs) < 2:
        raise refuse(
            TableCode.NO_SUCH_DECK,
            "the table has only one deck, the one in play",
            rules["shuffler_failed"].clauses,
            "Report the failure of the deck in play.",
            ("X-16",),
        )
    if device in state.care.devices:
        raise refuse(
            TableCode.DEVICE_OUT_OF_ORDER,
            f"the {device} is already out of service",
            aside,
            "Put the device aside or have it repaired.",
        )
    always = device == "shuffler" and state.rules.reading("X-16") == "R1" and rule.outcome == "void"
    spared = rule.outcome != "play_on" and hands_known(state) and not always
    if spared or (device == "shoe" and state.round.phase == BETTING):
        # The failure affects no round, but chapter 13 requires that a permanently broken device is put aside.
        return (
            ev.DeviceFailed(
                device=device,
                dead=command.dead,
                decks=decks_in_shuffler(state, idle=True) if device == "shuffler" else (),
                clauses=aside if command.dead else (),
                readings=("N-33",),
                audience=ev.EVERYONE,
            ),
        )
    failed = ev.DeviceFailed(
        device=device,
        dead=command.dead,
        decks=() if device == "shoe" else decks_in_shuffler(state, idle),
        clauses=rule.clauses,
        readings=rule.readings,
        audience=ev.EVERYONE,
    )
    if rule.outcome == "play_on":
        return (failed,)
    if state.round.phase == BETTING:
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
                audience=ev.EVERYONE,
            )
            for seat, wager, cents in open_wagers(state)
        )
        return (failed, *back)
    in_round(state, f"a failure of the {device}", rule.clauses)
    return outcome(state, kind, f"the {device} failed during the round", command.by, (failed,))


def hands_known(state: TableState) -> bool:
    """Return whether hands are being settled or racked. A failure then no longer affects the round (N-33)."""
    return isinstance(state.phase, Settle | Rack)


def decks_in_shuffler(state: TableState, idle: bool) -> tuple[str, ...]:
    """Return the decks that a failure leaves unshuffled: the idle deck, or all decks if no cards are out."""
    packs = sorted(state.care.packs.items())
    if idle:
        return tuple(back for back, pack in packs if pack.stage == "ready")
    if state.layout.cards or (state.round.phase != BETTING and state.layout.rack):
        return ()
    return tuple(back for back, pack in packs if pack.stage in ("ready", "loaded"))


REPAIRED = "repaired"


@decides(do.HandleDevice, lambda s: tuple(c for clauses in s.game.dead_device.values() for c in clauses))
def decide_handle_device(state: TableState, command: do.HandleDevice) -> tuple[ev.TableEvent, ...]:
    """Cover, mark or remove a failed device, or return it to use after a repair."""
    ways = state.game.dead_device
    if command.how not in (*ways, REPAIRED):
        raise refuse(
            TableCode.NO_SUCH_OUTCOME,
            f"{command.how!r} is not a way to handle a failed device",
            ways["covered"],
            f"Choose {' or '.join((*ways, REPAIRED))}.",
        )
    clauses = ways.get(command.how, ())  # no clause covers a repair
    if command.device not in state.care.devices:
        raise refuse(
            TableCode.NO_SUCH_DEVICE,
            f"the {command.device} has not failed",
            clauses,
            "Report the failure of the device first.",
        )
    return (ev.DeviceHandled(device=command.device, how=command.how, clauses=clauses, audience=ev.EVERYONE),)


RESHUFFLING = "reshuffling"
SHUFFLERS = ("none", "plain", "counting", "reshuffling")


@decides(do.SwitchMethod, lambda s: tuple(c for clauses in s.game.dead_device.values() for c in clauses))
def decide_switch(state: TableState, command: do.SwitchMethod) -> tuple[ev.TableEvent, ...]:
    ways, care = state.game.dead_device, state.game.care
    next_load = care.load.get(command.dealing, care.by_machine)
    open_round = state.round.phase != BETTING or bool(state.bets.wagers)
    # If the device of the table's dealing method fails before the deal, the round continues with another
    # method.
    if not (open_round and method_is_out(state) and undealt(state)):
        between_rounds(state, "changing the dealing method", next_load)
        if state.bets.wagers:
            raise refuse(
                TableCode.ROUND_OPEN,
                "there are wagers on the layout",
                next_load,
                "Let the players take back their wagers first.",
            )
    check_method(state, command.dealing, command.shuffler, state.rules.choices.approvals)
    handled = tuple(c for _, how in sorted(state.care.devices.items()) for c in ways.get(how, ()))
    return (
        ev.MethodSwitched(
            dealing=command.dealing,
            shuffler=command.shuffler,
            clauses=handled + care.load[command.dealing],
            readings=("X-16",) if open_round else (),
            audience=ev.EVERYONE,
        ),
    )


def check_method(state: TableState, dealing: str, shuffler: str, approvals: Mapping[str, str]) -> None:
    """Refuse a dealing method that is not allowed or needs a device that is out of order."""
    ways, care = state.game.dead_device, state.game.care
    check_covered(state)
    if shuffler == RESHUFFLING and state.rules.choices.shuffler != RESHUFFLING:
        check_approved(state, approvals)
    if dealing not in state.game.close or shuffler not in SHUFFLERS:
        offered = f"Deal by {', '.join(state.game.close)}; shuffle by {', '.join(SHUFFLERS)}."
        raise refuse(
            TableCode.NO_SUCH_OUTCOME, f"there is no method {dealing}/{shuffler}", care.by_machine, offered
        )
    needed = {"shuffler": shuffler != "none", "shoe": dealing == "automated"}
    for device, how in sorted(state.care.devices.items()):
        if needed[device]:
            raise refuse(
                TableCode.DEVICE_OUT_OF_ORDER,
                f"the {device} is {how}",
                ways.get(how, ways["covered"]),
                "Until the device is repaired, use a method without it.",
            )
    if dealing == "hand" and shuffler == "none":
        raise refuse(
            TableCode.MACHINE_NEEDED,
            "cards dealt by hand must be shuffled by machine",
            care.by_machine,
            "Deal from a shoe.",
        )
    if dealing == "automated" and shuffler == "none" and care.machine_shuffles:
        raise refuse(
            TableCode.MACHINE_NEEDED,
            "automated dealing needs a combined shoe and shuffler",
            care.machine_shuffles,
            "Deal from a shoe.",
        )
    if len(state.care.packs) == 2 and shuffler == "none":
        raise refuse(TableCode.NO_SHUFFLER, "two decks need a shuffler", care.two_decks, "Remove one deck.")


def check_approved(state: TableState, approvals: Mapping[str, str]) -> None:
    """Refuse a self-reshuffling device that is not approved (5.G, 5.I)."""
    for item in state.game.approvals:
        if item.when == RESHUFFLING and item.key not in approvals:
            raise refuse(
                TableCode.NOT_APPROVED,
                "the self-reshuffling device is not approved for this table",
                (item.clause,),
                f"Use another device, or submit rules that name its approval ({item.key}).",
            )


@applies(ev.DeviceFailed)
def apply_device_failed(state: TableState, event: ev.DeviceFailed) -> TableState:
    care = state.care
    devices = {**care.devices, event.device: "failed"} if event.dead else care.devices
    jammed = {back: replace(care.packs[back], stage="jammed", was_cut=False) for back in event.decks}
    loaded = None if care.loaded in jammed else care.loaded
    packs = {**care.packs, **jammed}
    failed = replace(state, care=replace(care, devices=devices, packs=packs, loaded=loaded))
    if event.device == "shoe" and loaded is not None and state.round.phase == BETTING:
        return unload(failed, loaded, "ready")  # nothing was dealt, so the deck stays ready
    return failed


@applies(ev.DeviceHandled)
def apply_device_handled(state: TableState, event: ev.DeviceHandled) -> TableState:
    care = state.care
    devices = {**care.devices, event.device: event.how}
    if event.how == REPAIRED:
        del devices[event.device]
    return replace(state, care=replace(care, devices=devices))


@applies(ev.MethodSwitched)
def apply_switched(state: TableState, event: ev.MethodSwitched) -> TableState:
    """Switch the method and drop the choices that only the old method allowed."""
    now = state.rules.choices
    machine = event.dealing == "automated" and event.shuffler != "none"
    choices = replace(
        now,
        dealing=event.dealing,
        shuffler=event.shuffler,
        decks=now.decks if event.shuffler != "none" else 1,  # two decks need a shuffler (3.B)
        # only a device can hold the dealer's cards (U-23)
        dealer_cards=now.dealer_cards if machine else "delivered",
        community_stack=now.community_stack if machine and event.shuffler == "reshuffling" else 2,  # L-12
    )
    return in_new_way(state, Rules(choices))


def in_new_way(state: TableState, rules: Rules) -> TableState:
    """Unload ready decks. A deck shuffled by hand must be shuffled again to be dealt by hand (9.A.1)."""
    care = state.care
    if (rules.dealing, rules.choices.shuffler) == (state.rules.dealing, state.rules.choices.shuffler):
        return replace(state, rules=game_rules(rules))

    def moved(pack: DeckState) -> DeckState:
        if pack.stage not in ("shuffled", "ready", "loaded"):
            return pack
        if rules.dealing == "hand" and (pack.was_cut or pack.stage == "shuffled"):
            return replace(pack, stage="preshuffled", was_cut=False)
        return replace(pack, stage="ready") if pack.stage == "loaded" else pack

    packs = {back: moved(pack) for back, pack in care.packs.items()}
    return replace(state, rules=game_rules(rules), care=replace(care, packs=packs, loaded=None))
