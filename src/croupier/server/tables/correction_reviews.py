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
    do.CorrectKeying,
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

    A table without a posted maximum has no such amount, so every correction of money needs two people.
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

    `command` is complete, with sender, time and meter readings. The result is empty if the table itself will
    refuse the command.
    """
    try:
        result = step(state, command)
    except Refused:
        return ()
    if isinstance(command, MAY_VOID) and not any(isinstance(e, ev.RoundVoided) for e in result.events):
        return ()
    events = (*result.events, *resettlement_events(result.state, meters))
    return tuple(line for line in correction_lines_of(state, events) if line.moves)


def resettlement_events(state: TableState, meters: Meters) -> Iterable[ev.TableEvent]:
    """Settle the hands that a corrected card reopened. Progressive wins count as validated."""
    seats = {wager.seat for wager in state.round.reopened}
    reading = {name: MeterReading(Exact(meters.get(name, 0))) for name in meters_of(state)}
    while isinstance(state.phase, Settle) and (seat := state.round.order[state.round.cursor]) in seats:
        command: TableCommand = do.SettleSeat(seat=seat, meters=reading, at=state.clock)
        if state.round.awaiting == "validation":
            command = do.ValidateProgressive(seat=seat, by=FLOOR, at=state.clock)
        elif state.round.awaiting:
            command = do.PayProgressive(seat=seat, meters=reading, at=state.clock)
        try:
            result = step(state, command)
        except Refused:
            return
        yield from result.events
        state = result.state


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
        self.has_before = False

    def add_before(self, returned: int | None) -> None:
        """Keep the amount that was returned before the first change."""
        if not self.has_before:
            self.was, self.has_before = returned, True

    @property
    def moves(self) -> int:
        """The larger of two changes: in the player's chips, and in the player's chips plus the wager."""
        owned = self.hand + self.layout
        return self.hand if abs(self.hand) >= abs(owned) else owned


def correction_lines_of(state: TableState, events: Iterable[ev.TableEvent]) -> Iterable[CorrectionLine]:
    sums_by_wager: dict[tuple[int, int, str, int], WagerSums] = {}
    for event in events:
        round_ = getattr(event, "round", state.round.number)
        wager, holder = getattr(event, "wager", ENVY), getattr(event, "holder", 0)
        if not isinstance(event, MOVES):
            continue
        key = round_, event.seat, wager, holder
        sums = sums_by_wager.setdefault(key, WagerSums(state, event, round_))
        add(sums, event)
    for (_, _, wager, holder), sums in sums_by_wager.items():
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
            sums.add_before(None)
            sums.hand += event.returned
            sums.layout -= event.staked
            sums.staked, sums.will = event.staked, event.returned
        case ev.WagerReopened():
            sums.add_before(event.returned)
            sums.hand -= event.returned
            sums.layout += event.staked
            sums.staked, sums.will = event.staked, None
        case ev.WagerTakenBack():
            sums.add_before(None)
            sums.hand += event.cents
            sums.layout -= event.cents
            sums.staked, sums.will = event.cents, event.cents
        case ev.WagerPlaced():
            sums.add_before(None)
            sums.hand -= event.cents
            sums.layout += event.cents
            sums.staked, sums.will = event.cents, None
        case ev.SettlementReversed() | ev.EnvyReversed():
            sums.add_before(event.cents)
            sums.hand -= event.cents
            sums.will = 0
        case ev.SettlementCorrected():
            sums.hand += event.returned
            sums.staked, sums.will = event.staked, event.returned
        case ev.EnvyPaid() | ev.EnvyCorrected():
            sums.add_before(0)
            sums.hand += event.cents
            sums.will = event.cents
    sums.clauses = event.clauses or sums.clauses


def total(lines: Iterable[CorrectionLine]) -> int:
    return sum(abs(line.moves) for line in lines)


def count_of(command: TableCommand, lines: Iterable[CorrectionLine]) -> CorrectionCount:
    """Return the money of a correction as it counts toward the threshold.

    A void that only returns wagers from the layout counts with the amount of its largest seat, because each
    player gets back their own wagers. A void of many small wagers is then not a large void. Any other
    correction counts in full.
    """
    sums: dict[tuple[int, int], int] = {}
    returns = isinstance(command, MAY_VOID)
    for line in lines:
        key = line.round, line.seat
        sums[key] = sums.get(key, 0) + abs(line.moves)
        returns = returns and line.was is None and line.will == line.staked
    seats = tuple(SeatMoney(*key, cents) for key, cents in sorted(sums.items()))
    amounts = [seat.cents for seat in seats]
    return CorrectionCount(max(amounts, default=0) if returns else sum(amounts), seats)


# The rules beside the correction.


def with_description(state: TableState, line: CorrectionLine) -> CorrectionLine:
    """Add the hand of a line, and what the rules return for it. `state` is what the staff has seen."""
    hand = recorded_hand(state, line.round, line.holder or line.seat)
    if hand is None:
        return line
    words = safe_words(state, hand)
    cards = tuple(card for card in hand.cards if card is not None)
    return replace(line, hand=words[:200], cards=cards, rules=rules_return(state, line, hand))


def recorded_hand(state: TableState, number: int, seat: int) -> Showdown | None:
    try:
        return hand_of(state, number, seat)
    except UNKNOWN_CARD_ERRORS:
        return None


def safe_words(state: TableState, hand: Showdown) -> str:
    """Name a hand, or return an empty string while not all its cards are known."""
    try:
        return state.game.player_hand(state.rules, hand).words
    except UNKNOWN_CARD_ERRORS:
        return ""


def rules_return(state: TableState, line: CorrectionLine, hand: Showdown) -> int | None:
    """Return the cents that the rules pay back on a settled wager, given the recorded cards, if certain."""
    wagers_of_round = settled_in(state, line.round)
    at = next(
        (
            n
            for n, wager in enumerate(wagers_of_round)
            if (wager.seat, wager.wager) == (line.seat, line.wager)
        ),
        None,
    )
    is_current = line.round == state.round.number
    round_played = state.round if is_current else state.previous_round
    if at is None or round_played is None or line.round < state.rules_from:
        return None
    settlement = wagers_of_round[at]
    if (
        at < round_played.before_showdown or settlement.result in UNPLAYED
    ):  # a fold loses, a withdrawal returns the bet
        return settlement.staked if settlement.result == "returned" else 0
    seat_wagers = [
        wager for wager in wagers_of_round[round_played.before_showdown :] if wager.seat == line.seat
    ]
    wagers = {wager.wager: wager.staked for wager in seat_wagers if wager.result not in UNPLAYED}
    choices = tuple(decision.choice for decision in round_played.decisions if decision.seat == line.seat)
    table = replace(hand, wagers=wagers, folded=line.seat in round_played.folded, decisions=choices)
    round_state = replace(state, round=round_played)
    try:
        paid, won = settle_wagers(round_state, line.seat, table, settlement.meters)
        if won is not None and won.wager == line.wager:
            return money(round_state, line.seat, settlement.player, table, won, settlement.meters).returned
    except (Refused, BadInput, *UNKNOWN_CARD_ERRORS):
        return None
    return next((wager.returned for wager in paid if wager.wager == line.wager), None)


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
    excess = line.will - line.rules
    much = f"{format_dollars(abs(excess))} too {'much' if excess > 0 else 'little'}"
    return (
        "This is not what the rules pay. "
        f"For the recorded cards the rules return {format_dollars(line.rules)}, "
        f"and this returns {format_dollars(line.will)}: {much}."
    )


# The second person.


def request_of(
    table: str,
    state: TableState,
    command: TableCommand,
    lines: tuple[CorrectionLine, ...],
    need: ReviewNeeded,
) -> RequestReview:
    """Build the request for a second person, with the hands and rules that this person must see."""
    line_views = tuple(with_description(state, line) for line in lines)
    return RequestReview(
        table=table,
        act=str(type(command).__struct_config__.tag),
        title=command.offered_as(),
        digest=digest_of(command),
        round=max((line.round for line in lines), default=state.round.number),
        lines=line_views,
        cents=total(lines),
        threshold=need.threshold,
        reason=str(getattr(command, "reason", "") or getattr(command, "detail", ""))[:500],
        departs=departs(command, line_views),
        by=command.by,
        sum_of=need.sum_of,
        earlier=need.earlier,
    )


def is_same(review: CorrectionReview, digest: str, by: str, lines: Iterable[CorrectionLine]) -> bool:
    """Return whether a review is about this person's command, with the same effect as now."""

    def effect(of: Iterable[CorrectionLine]) -> list[tuple[object, ...]]:
        return [
            (line.round, line.seat, line.wager, line.holder, line.was, line.will, line.moves) for line in of
        ]

    is_same_request = (review.digest, id_of(review.by)) == (digest, id_of(by))
    return is_same_request and effect(review.lines) == effect(lines)


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
        command, reviewer = self.command, reviewer_of(self.command.by)
        need = ReviewNeeded(
            self.count.cents,
            self.threshold,
            reviewer,
            "needed",
            sum_of=self.exceeded.of,
            earlier=self.exceeded.earlier,
        )
        if review is None or not is_same(review, digest_of(command), command.by, self.lines):
            return need
        number = review.number
        if review.declined_by:
            return replace(
                need, state="declined", number=number, by=review.declined_by, words=review.declined
            )
        if review.approved_by:
            return replace(need, state="confirmed", number=number, by=review.approved_by)
        return replace(need, state="waiting", number=number)


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
