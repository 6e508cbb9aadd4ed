"""The house's clock: one deadline for one wait, time that stood still is given back, one grace a round."""

from __future__ import annotations

from croupier.house.floor.timing import Timer, Times, Wait, waiting_for
from croupier.rulebook import games
from tests.house.helpers.evening import Evening

TIMES = Times(betting=20.0, decision=10.0, grace=5.0)


def waits(evening: Evening, rounds: int = 1) -> list[str]:
    found: list[str] = []
    for _ in evening.rounds(rounds):
        wait = waiting_for(evening.state)
        found.append("" if wait is None else wait.what)
    return found


def test_a_table_waits_for_bets_and_for_decisions_and_else_for_nobody() -> None:
    found = waits(Evening(games()[0], 3, seed=1))
    assert found[0] == "betting"  # from the first wager on
    assert "decision" in found
    assert found[-1] == ""  # the round is over, nobody has bet yet


def test_the_same_wait_keeps_its_deadline_and_another_has_its_own() -> None:
    evening = Evening(games()[0], 2, seed=2)
    timer, now = Timer(TIMES), 100.0
    ends: dict[Wait, float] = {}
    for _ in evening.rounds(3):
        changed = timer.look(evening.state, now)
        wait = waiting_for(evening.state)
        if wait is None:
            assert timer.deadline is None
            continue
        assert timer.deadline is not None
        length = TIMES.betting if wait.what == "betting" else TIMES.decision
        assert changed is (wait not in ends)
        assert ends.setdefault(wait, now + length) == timer.deadline.ends
        now += 1.0
    assert len(ends) >= 2


def test_time_that_stood_still_is_given_back_once() -> None:
    evening = Evening(games()[0], 1, seed=2)
    next(evening.rounds(9))
    timer = Timer(TIMES)
    timer.look(evening.state, 0.0)
    timer.pause(5.0)
    timer.pause(7.0)  # already standing still
    timer.go_on(65.0)
    timer.go_on(90.0)
    assert timer.deadline is not None
    assert timer.deadline.remains(65.0) == 15.0
    assert not timer.paused


def test_more_time_is_the_whole_time_again() -> None:
    evening = Evening(games()[0], 1, seed=2)
    next(evening.rounds(9))
    timer = Timer(TIMES)
    timer.look(evening.state, 0.0)
    timer.extend(12.0)
    assert timer.deadline is not None
    assert timer.deadline.remains(12.0) == TIMES.betting


def test_a_dropped_line_has_one_grace_a_round() -> None:
    evening = Evening(games()[0], 2, seed=4)
    timer = Timer(TIMES)
    graced: list[tuple[int, int, bool]] = []
    for _ in evening.rounds(12):
        timer.look(evening.state, 0.0)
        wait = waiting_for(evening.state)
        if wait is not None and wait.what == "decision":
            graced.append((wait.round, wait.seat, timer.grace(wait.seat, 10.0)))
            if graced[-1][2]:
                assert timer.deadline is not None and timer.deadline.remains(10.0) == TIMES.grace
    given = {(number, seat) for number, seat, yes in graced if yes}
    assert given == {(number, seat) for number, seat, _ in graced}
    assert len(given) == sum(yes for *_, yes in graced) < len(graced)  # asked again, refused
