"""Corrections and voids that need a second person, with the money that they move on each wager.

The table machine decides a correction by the rules. Before that, the server computes the money that moves.
If it exceeds the casino's threshold, a second person must have confirmed exactly this correction. The table's
own acts, such as a decision after the posted time, need no confirmation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from croupier.casino.administration.review_commands import (
    CorrectionCount,
    CorrectionLine,
    CorrectionReview,
    ExceededSum,
    NoteCorrection,
    RequestReview,
    SeatMoney,
    SumOf,
)
from croupier.casino.administration.reviews import reviewer_of, second_person_missing, sum_words
from croupier.errors import BadInput, Refused
from croupier.games.game import Settle, Showdown
from croupier.meters.amounts import Exact, MeterReading
from croupier.rulebook import regulation
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.bounds import UNPLAYED
from croupier.table.acts.corrections import hand_of, settled_in
from croupier.table.acts.metering import meters_of
from croupier.table.acts.settlement import money, settle_wagers
from croupier.table.codec import encode_command
from croupier.table.commands import TableCommand
from croupier.table.machine import step
from croupier.table.roles import FLOOR, id_of
from croupier.table.state import TableState

replace = msgspec.structs.replace

APART = regulation("separation_of_duties")
ENVY = "envy"
# Commands that correct or forfeit wagers, or act for a player.
CORRECTS = (
    do.CorrectSettlement,
    do.CorrectEnvy,
    do.CorrectDecision,
    do.CorrectNaming,
    do.ActFor,
    do.DeclareForfeit,
    do.DeclareAbandoned,
)
# Commands that may void a round.
MAY_VOID = (
    do.ReportFaceUp,
    do.ReportExposed,
    do.ReportWrongNumber,
    do.ReportDeviceFailure,
    do.ReportOther,
    do.RuleOnIncident,
    do.DeclareDefective,
    do.Recount,
)
# Errors that the rules raise on a card that is not known.
UNKNOWN_CARD_ERRORS = (AssertionError, AttributeError, LookupError, TypeError, ValueError, StopIteration)

MOVES = (
    ev.WagerSettled,
    ev.WagerReopened,
    ev.WagerTakenBack,
    ev.WagerPlaced,
    ev.SettlementReversed,
    ev.SettlementCorrected,
    ev.EnvyPaid,
    ev.EnvyReversed,
    ev.EnvyCorrected,
)
Meters = Mapping[str, int]  # meter -> cents shown


class ReviewNeeded(msgspec.Struct, frozen=True, omit_defaults=True):
    """The second-person confirmation that a command needs, as shown in its preview."""

    cents: int
    threshold: int
    who: str  # the lowest role that may confirm
    state: str  # "needed", "waiting", "confirmed" or "declined"
    number: int = 0
    by: str = ""  # the person who confirmed or declined
    words: str = ""  # why the second person declined
    sum_of: SumOf = "act"  # the sum that exceeds the threshold
    earlier: int = 0  # cents that earlier corrections of this sum moved


def threshold_of(state: TableState, fixed: int | None) -> int:
    """Return the amount up to which one person is enough: the casino's, or the table's maximum bet.

    A table without a posted maximum has none, so that every correction of money needs two people.
    """
    if fixed is not None:
        return fixed
    maxima = [limit.maximum for limit in state.rules.choices.limits.values()]
    return max((cents for cents in maxima if cents is not None), default=0)


def digest_of(command: TableCommand) -> str:
    """Return a digest of a command that ignores the sender, the time and the meter readings."""
    plain = replace(command, by=do.DEALER, at=0)
    if isinstance(plain, do.CorrectSettlement):
        plain = replace(plain, meters={})
    return hashlib.sha256(encode_command(plain)).hexdigest()


def lines_of(state: TableState, command: TableCommand, meters: Meters) -> tuple[CorrectionLine, ...]:
    """Return the money that a correction or a void moves, wager by wager.

    `command` is complete, with sender, time and meter readings. The table refuses what it must itself, so
    that a command which it would refuse moves nothing here.
    """
    try:
        done = step(state, command)
    except Refused:
        return ()
    if isinstance(command, MAY_VOID) and not any(isinstance(e, ev.RoundVoided) for e in done.events):
        return ()
    events = (*done.events, *settled_again(done.state, meters))
    return tuple(line for line in moved_by(state, events) if line.moves)


def settled_again(state: TableState, meters: Meters) -> Iterable[ev.TableEvent]:
    """Settle the hands that a corrected card reopened. Treat progressive wins as validated."""
    seats = {one.seat for one in state.round.reopened}
    reading = {name: MeterReading(Exact(meters.get(name, 0))) for name in meters_of(state)}
    while isinstance(state.phase, Settle) and (seat := state.round.order[state.round.cursor]) in seats:
        command: TableCommand = do.SettleSeat(seat=seat, meters=reading, at=state.clock)
        if state.round.awaiting == "validation":
            command = do.ValidateProgressive(seat=seat, by=FLOOR, at=state.clock)
        elif state.round.awaiting:
            command = do.PayProgressive(seat=seat, meters=reading, at=state.clock)
        try:
            done = step(state, command)
        except Refused:
            return
        yield from done.events
        state = done.state


class WagerSums:
    """The chips that move on one wager: to the player's hand, and on the layout."""

    def __init__(self, state: TableState, event: ev.TableEvent, round_: int) -> None:
        self.seat: int = event.seat  # type: ignore[attr-defined]
        self.player: str = event.player  # type: ignore[attr-defined]
        self.name = state.seating.names.get(self.player, "") or self.player
        self.round, self.hand, self.layout, self.staked = round_, 0, 0, 0
        self.was: int | None = None
        self.will: int | None = None
        self.clauses: tuple[str, ...] = ()
        self.begun = False

    def began(self, returned: int | None) -> None:
        """Keep the amount that was returned before the first change."""
        if not self.begun:
            self.was, self.begun = returned, True

    @property
    def moves(self) -> int:
        """The larger of the changes of the player's chips and of the player's chips with the wager."""
        owned = self.hand + self.layout
        return self.hand if abs(self.hand) >= abs(owned) else owned


def moved_by(state: TableState, events: Iterable[ev.TableEvent]) -> Iterable[CorrectionLine]:
    found: dict[tuple[int, int, str, int], WagerSums] = {}
    for event in events:
        round_ = getattr(event, "round", state.round.number)
        wager, holder = getattr(event, "wager", ENVY), getattr(event, "holder", 0)
        if not isinstance(event, MOVES):
            continue
        key = round_, event.seat, wager, holder
        sums = found.setdefault(key, WagerSums(state, event, round_))
        add(sums, event)
    for (_, _, wager, holder), sums in found.items():
        yield CorrectionLine(
            round=sums.round,
            seat=sums.seat,
            wager=wager,
            moves=sums.moves,
            holder=holder,
            staked=sums.staked,
            was=sums.was,
            will=sums.will,
            name=sums.name,
            clauses=sums.clauses[:16],
        )


def add(sums: WagerSums, event: ev.TableEvent) -> None:
    """Add one event's chips to the sums of its wager."""
    match event:
        case ev.WagerSettled():
            sums.began(None)
            sums.hand += event.returned
            sums.layout -= event.staked
            sums.staked, sums.will = event.staked, event.returned
        case ev.WagerReopened():
            sums.began(event.returned)
            sums.hand -= event.returned
            sums.layout += event.staked
            sums.staked, sums.will = event.staked, None
        case ev.WagerTakenBack():
            sums.began(None)
            sums.hand += event.cents
            sums.layout -= event.cents
            sums.staked, sums.will = event.cents, event.cents
        case ev.WagerPlaced():
            sums.began(None)
            sums.hand -= event.cents
            sums.layout += event.cents
            sums.staked, sums.will = event.cents, None
        case ev.SettlementReversed() | ev.EnvyReversed():
            sums.began(event.cents)
            sums.hand -= event.cents
            sums.will = 0
        case ev.SettlementCorrected():
            sums.hand += event.returned
            sums.staked, sums.will = event.staked, event.returned
        case ev.EnvyPaid() | ev.EnvyCorrected():
            sums.began(0)
            sums.hand += event.cents
            sums.will = event.cents
    sums.clauses = event.clauses or sums.clauses


def total(lines: Iterable[CorrectionLine]) -> int:
    return sum(abs(line.moves) for line in lines)


def count_of(command: TableCommand, lines: Iterable[CorrectionLine]) -> CorrectionCount:
    """Return the money of a correction as it counts toward the threshold.

    A void that only returns wagers from the layout counts by its largest seat, because each player gets back
    their own wagers. A full table of small wagers is then not a large void. Anything else counts in full.
    """
    sums: dict[tuple[int, int], int] = {}
    returns = isinstance(command, MAY_VOID)
    for line in lines:
        key = line.round, line.seat
        sums[key] = sums.get(key, 0) + abs(line.moves)
        returns = returns and line.was is None and line.will == line.staked
    seats = tuple(SeatMoney(*key, cents) for key, cents in sorted(sums.items()))
    amounts = [one.cents for one in seats]
    return CorrectionCount(max(amounts, default=0) if returns else sum(amounts), seats)


# The rules beside the correction.


def described(known: TableState, line: CorrectionLine) -> CorrectionLine:
    """Add the hand of a line, and what the rules return for it. `known` is what the staff has seen."""
    hand = seen_hand(known, line.round, line.holder or line.seat)
    if hand is None:
        return line
    words = safe_words(known, hand)
    cards = tuple(card for card in hand.cards if card is not None)
    return replace(line, hand=words[:200], cards=cards, rules=rules_return(known, line, hand))


def seen_hand(known: TableState, number: int, seat: int) -> Showdown | None:
    try:
        return hand_of(known, number, seat)
    except UNKNOWN_CARD_ERRORS:
        return None


def safe_words(known: TableState, hand: Showdown) -> str:
    """Name a hand, or return an empty string while not all its cards are known."""
    try:
        return known.game.player_hand(known.rules, hand).words
    except UNKNOWN_CARD_ERRORS:
        return ""


def rules_return(known: TableState, line: CorrectionLine, hand: Showdown) -> int | None:
    """Return what the rules return on a settled wager for the recorded cards. None if it is not certain."""
    settled = settled_in(known, line.round)
    at = next((n for n, one in enumerate(settled) if (one.seat, one.wager) == (line.seat, line.wager)), None)
    now = line.round == known.round.number
    played = known.round if now else known.previous_round
    if at is None or played is None or line.round < known.rules_from:
        return None
    was = settled[at]
    if at < played.before_showdown or was.result in UNPLAYED:  # a fold loses, a withdrawal returns the bet
        return was.staked if was.result == "returned" else 0
    mine = [one for one in settled[played.before_showdown :] if one.seat == line.seat]
    wagers = {one.wager: one.staked for one in mine if one.result not in UNPLAYED}
    choices = tuple(made.choice for made in played.decisions if made.seat == line.seat)
    table = replace(hand, wagers=wagers, folded=line.seat in played.folded, decisions=choices)
    then = replace(known, round=played)
    try:
        paid, won = settle_wagers(then, line.seat, table, was.meters)
        if won is not None and won.wager == line.wager:
            return money(then, line.seat, was.player, table, won, was.meters).returned
    except (Refused, BadInput, *UNKNOWN_CARD_ERRORS):
        return None
    return next((one.returned for one in paid if one.wager == line.wager), None)


def departs(command: TableCommand, lines: Iterable[CorrectionLine]) -> str:
    """Say in plain words how a corrected payment differs from the rules. Empty if it does not."""
    if not isinstance(command, do.CorrectSettlement):
        return ""
    line = next(iter(lines), None)
    if line is None or line.will is None:
        return ""
    if line.rules is None:
        return (
            f"The cards of round {line.round} are no longer at the table, so the amount of "
            f"{format_dollars(line.will)} cannot be checked against the rules."
        )
    if line.rules == line.will:
        return ""
    more = line.will - line.rules
    much = f"{format_dollars(abs(more))} too {'much' if more > 0 else 'little'}"
    return (
        "This is not what the rules pay. "
        f"For the recorded cards the rules return {format_dollars(line.rules)}, "
        f"and this returns {format_dollars(line.will)}: {much}."
    )


# The second person.


def request_of(
    table: str,
    known: TableState,
    command: TableCommand,
    lines: tuple[CorrectionLine, ...],
    need: ReviewNeeded,
) -> RequestReview:
    """Build the request for a second person, with the hands and rules that this person must see."""
    shown = tuple(described(known, line) for line in lines)
    return RequestReview(
        table=table,
        act=str(type(command).__struct_config__.tag),
        title=command.offered_as(),
        digest=digest_of(command),
        round=max((line.round for line in lines), default=known.round.number),
        lines=shown,
        cents=total(lines),
        threshold=need.threshold,
        reason=str(getattr(command, "reason", "") or getattr(command, "detail", ""))[:500],
        departs=departs(command, shown),
        by=command.by,
        sum_of=need.sum_of,
        earlier=need.earlier,
    )


def is_same(review: CorrectionReview, digest: str, by: str, lines: Iterable[CorrectionLine]) -> bool:
    """Return whether a review is about this person's command, with the same effect as now."""

    def effect(of: Iterable[CorrectionLine]) -> list[tuple[object, ...]]:
        return [(one.round, one.seat, one.wager, one.holder, one.was, one.will, one.moves) for one in of]

    same = (review.digest, id_of(review.by)) == (digest, id_of(by))
    return same and effect(review.lines) == effect(lines)


class WeighedCorrection(msgspec.Struct, frozen=True):
    """A correction with the money that it moves, and the sum that exceeds the threshold, if any."""

    command: TableCommand  # complete, with sender and time
    lines: tuple[CorrectionLine, ...]
    count: CorrectionCount
    threshold: int
    exceeded: ExceededSum | None

    def note(self, table: str, day: int, confirmed: int, at: int) -> NoteCorrection:
        """Return the entry that counts this correction."""
        return NoteCorrection(
            table=table,
            person=self.command.by,
            day=day,
            count=self.count,
            threshold=self.threshold,
            review=confirmed,
            digest=digest_of(self.command) if confirmed else "",
            by=f"table:{table}",
            at=at,
        )

    def need(self, review: CorrectionReview | None) -> ReviewNeeded | None:
        """Return the second person that the correction needs, or None if one person is enough."""
        if self.exceeded is None:
            return None
        command, who = self.command, reviewer_of(self.command.by)
        needed = ReviewNeeded(
            self.count.cents,
            self.threshold,
            who,
            "needed",
            sum_of=self.exceeded.of,
            earlier=self.exceeded.earlier,
        )
        if review is None or not is_same(review, digest_of(command), command.by, self.lines):
            return needed
        number = review.number
        if review.declined_by:
            return replace(
                needed, state="declined", number=number, by=review.declined_by, words=review.declined
            )
        if review.approved_by:
            return replace(needed, state="confirmed", number=number, by=review.approved_by)
        return replace(needed, state="waiting", number=number)


def check_need(need: ReviewNeeded | None, by: str) -> int:
    """Return the number of the confirmation to use up, or 0. Raise `Refused` if it is missing."""
    if need is None:
        return 0
    if need.state == "confirmed":
        return need.number
    if need.state == "declined":
        moves = sum_words(need.cents, need.threshold, need.sum_of, need.earlier)
        raise Refused(
            "review_declined",
            f"{moves}; they declined: {need.words}",
            (APART,),
            "Leave the correction, or enter another one.",
        )
    raise second_person_missing(by, need.cents, need.threshold, ExceededSum(need.sum_of, need.earlier))
