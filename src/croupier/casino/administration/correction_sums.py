"""Add up corrections. Several small ones need a second person, just as one large one does.

The money that a person moves without a second person is added up for each seat of a round, and for the
person's gaming day. A second person who confirms a correction sees the sum, which then starts again at zero.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.casino.administration import review_commands as do
from croupier.casino.administration.calls import READERS
from croupier.casino.administration.review_commands import CorrectionCount, ExceededSum, SeatMoney
from croupier.casino.administration.reviews import APART, confirmed_review, second_person_missing
from croupier.casino.administration.state import AdministrationState, HouseTable
from croupier.casino.administration.tables import own_table, put, the_table
from croupier.casino.machines import CasinoEvent, replace
from croupier.table.roles import id_of

ROUNDS_KEPT = 2  # only the current and the last round can be corrected


def key_of(money: SeatMoney) -> str:
    return f"{money.round}/{money.seat}"


def exceeded_sum(
    desk: AdministrationState, table: HouseTable | None, by: str, day: int, count: CorrectionCount, limit: int
) -> ExceededSum | None:
    """Return the first sum above the threshold, or None.

    Three sums are checked: the correction itself, all corrections of a seat in the round, and the person's
    corrections of the gaming day.
    """
    if not count.cents:
        return None
    if count.cents > limit:
        return ExceededSum("act", 0)
    before = table.corrected if table is not None else {}
    sums = [(before.get(key_of(seat), 0), seat.cents) for seat in count.seats]
    earlier = max((sum_before for sum_before, addition in sums if sum_before + addition > limit), default=0)
    if earlier:
        return ExceededSum("round", earlier)
    day_sum = corrected_today(desk, by, day)
    return ExceededSum("day", day_sum) if day_sum + count.cents > limit else None


def corrected_today(desk: AdministrationState, by: str, day: int) -> int:
    """Return the cents that a person's own corrections moved in a gaming day, in any role."""
    record = desk.corrections.get(id_of(by))
    return record.cents if record is not None and record.day == day else 0


def decide_note(state: AdministrationState, command: do.NoteCorrection) -> tuple[CasinoEvent, ...]:
    """Count a correction. Refuse it here too, because two tables may correct at the same time."""
    own_table(command.by, command.table)
    table = the_table(state, command.table)
    if command.review:
        confirmed_review(state, command.table, command.review, command.digest)
    else:
        exceeded = exceeded_sum(state, table, command.person, command.day, command.count, command.threshold)
        if exceeded is not None:
            raise second_person_missing(command.person, command.count.cents, command.threshold, exceeded)
    return (
        do.CorrectionNoted(
            table=command.table,
            person=command.person,
            day=command.day,
            count=command.count,
            review=command.review,
            audience=READERS,
            clauses=(APART,),
        ),
    )


def apply_noted(state: AdministrationState, event: do.CorrectionNoted) -> AdministrationState:
    table, person = state.tables[event.table], id_of(event.person)
    corrected = dict(table.corrected)
    for seat in event.count.seats:
        corrected[key_of(seat)] = 0 if event.review else corrected.get(key_of(seat), 0) + seat.cents
    today = {person: record for person, record in state.corrections.items() if record.day >= event.day}
    cents = 0 if event.review else corrected_today(state, event.person, event.day) + event.count.cents
    today[person] = do.CorrectedToday(event.day, cents)
    return replace(put(state, replace(table, corrected=recent(corrected))), corrections=today)


def recent(corrected: Mapping[str, int]) -> dict[str, int]:
    """Keep the sums of rounds that can still be corrected."""
    rounds = {key: int(key.partition("/")[0]) for key in corrected}
    last = max(rounds.values(), default=0)
    return {key: cents for key, cents in corrected.items() if cents and rounds[key] > last - ROUNDS_KEPT}
