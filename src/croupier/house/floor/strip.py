"""A table as the floor's strip shows it: what it waits for, since when, and everything that wants an eye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from croupier.house.desk.changes import notice_ends
from croupier.house.desk.licences import lack_of
from croupier.house.desk.shifts import payout_of, supervisor_of
from croupier.house.desk.state import TRAINING, Change, Desk, HouseTable
from croupier.house.floor.console import DueTold
from croupier.house.floor.owner import Owner
from croupier.house.floor.payouts import PayoutDue, needs, payout_due, settlement_due
from croupier.house.law import DEVICES, LIMITS_NOTICE, PAYOUTS, PERSONNEL
from croupier.records.incidents import in_dollars
from croupier.table.acts.preparation import life_of_deck
from croupier.table.roles import FLOOR, PIT_MANAGER

SOON = 30 * 60  # seconds before a deck's hours are over
SUPERVISE = (FLOOR, PIT_MANAGER)


class Alert(msgspec.Struct, frozen=True):
    """Something at a table that wants an eye; `yours`: it waits for the floor."""

    kind: str
    words: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    since: int = 0  # when it began, where that is known
    until: int = 0  # when it ends, where it does
    yours: bool = False
    number: int = 0  # of a call or a change


class PayoutTold(msgspec.Struct, frozen=True):
    """A win that waits, and what is seen to before it is validated or paid."""

    due: PayoutDue
    round: int
    needs: tuple[str, ...]
    clauses: tuple[str, ...]
    told: str
    told_at: int
    witness: str
    witness_at: int


class Strip(msgspec.Struct, frozen=True):
    round: int
    act: str
    words: str
    role: str  # whose act it is
    stopped: bool  # the floor goes on
    clauses: tuple[str, ...]
    since: int  # the last entry
    seated: int
    bettors: int
    meters: dict[str, int]
    cards: tuple[int, int]  # in the shoe, in the rack
    payout: PayoutTold | None
    paused: bool


def strip_of(owner: Owner, kept: HouseTable) -> Strip:
    """Of a table that this node keeps; told from what its staff knows, so that no hidden card shows in it."""
    state, told = owner.state, owner.due_now
    due = payout_due(state, owner.with_reading) if waits_for_payout(owner) else None
    return Strip(
        round=state.round.number,
        act=told.act,
        words=told.words,
        role=told.role,
        stopped=told.role in SUPERVISE and told.state != "act",
        clauses=told.clauses,
        since=state.clock,
        seated=len(state.seating.seats),
        bettors=len(state.bets.wagers),
        meters=owner.meters_shown(),
        cards=(state.layout.stub, sum(len(cards) for _, cards in state.layout.rack)),
        payout=payout_told(due, kept, state.round.number) if due is not None else None,
        paused=owner.timer.paused,
    )


def waits_for_payout(owner: Owner) -> bool:
    """A progressive wherever it is; what the tray pays where people pay it."""
    return bool(owner.state.round.awaiting) or owner.rules.live


def payout_told(due: PayoutDue, kept: HouseTable, number: int) -> PayoutTold:
    seen = payout_of(kept, number, due.seat)
    return PayoutTold(
        due, number, needs(due.cents), (PAYOUTS,), seen.told, seen.told_at, seen.witness, seen.witness_at
    )


def alerts_of(desk: Desk, kept: HouseTable, owner: Owner | None, at: int, day: int) -> tuple[Alert, ...]:
    """The most pressing first: calls, acts that are the floor's, then what runs out."""
    found = [
        Alert("call", call.words or "The floor is called", (PERSONNEL,), (), call.at, 0, True, call.number)
        for call in desk.calls_at(kept.id)
    ]
    if owner is not None:
        found += of_the_payout(owner, kept)
        found += of_the_table(owner, owner.due_now, at)
    found += of_the_desk(desk, kept, at, day)
    return tuple(found)


def to_the_floor(words: str) -> str:
    """What is said to a dealer who stops, as it is said to whoever was called."""
    said = words.removeprefix("Call the floor: ")
    return said[:1].upper() + said[1:]


def of_the_payout(owner: Owner, kept: HouseTable) -> Iterator[Alert]:
    """What the tray pays waits for the floor only as long as something is to be seen to."""
    state = owner.state
    due = settlement_due(state, owner.with_reading) if owner.rules.live and not state.round.awaiting else None
    if due is None:
        return
    told = payout_told(due, kept, state.round.number)
    for need, done, words in (
        ("surveillance", told.told, "tell surveillance"),
        ("witness", told.witness, "a pit manager witnesses"),
    ):
        if need in told.needs and not done:
            what = f"Seat {due.seat} is paid ${in_dollars(due.cents)}: {words}"
            yield Alert("payout", what, (PAYOUTS,), since=state.clock, yours=True)


def of_the_table(owner: Owner, told: DueTold, at: int) -> Iterator[Alert]:
    state = owner.state
    if told.role in SUPERVISE and told.state != "act":
        yield Alert("act", to_the_floor(told.words), told.clauses, told.readings, state.clock, yours=True)
    if owner.timer.paused:
        yield Alert("paused", "The books cannot be written: nothing is taken", since=state.clock)
    life, _, clauses = life_of_deck(state)
    for _, pack in sorted(state.care.packs.items()):
        if pack.back == state.care.loaded and pack.since is not None and pack.since + life - at < SOON:
            yield Alert("deck", f"The {pack.back} deck is changed", clauses, until=pack.since + life)


def of_the_desk(desk: Desk, kept: HouseTable, at: int, day: int) -> Iterable[Alert]:
    if kept.standing == "closed" or kept.dealing == TRAINING:
        return
    if kept.standing == "disabled":
        yield Alert("disabled", f"Disabled: {kept.reason}")
    if kept.staffed and kept.standing == "open":
        if kept.inspected < day:
            yield Alert("inspection", "Shoe and shuffler are to be looked over", (DEVICES,), yours=True)
        if not kept.dealer:
            yield Alert("dealer", "Nobody deals here", (PERSONNEL,), yours=True)
        elif lack := lack_of(desk, kept.dealer, kept.game, at):
            yield Alert("licence", lack.words[:1].upper() + lack.words[1:], (lack.law,))
    if kept.change is not None:
        yield from of_the_change(kept.change)
    if not supervisor_of(desk, kept):
        yield Alert("floor", "Not supervised", (PERSONNEL,))


def of_the_change(change: Change) -> Iterator[Alert]:
    what = "limits" if change.limits_alone else "rules"
    for done, words in (
        (change.sign_at, f"Put up the sign of the new {what}"),
        (change.announced_at, f"Announce the new {what} to the players"),
    ):
        if done is None:
            yield Alert(
                "change", words, (LIMITS_NOTICE,), since=change.posted_at, yours=True, number=change.number
            )
    ends = notice_ends(change)
    if ends is not None:
        yield Alert("change", f"New {what}", (LIMITS_NOTICE,), until=ends, number=change.number)
