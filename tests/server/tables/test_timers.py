"""Test that a table timer has one deadline per wait, extends it by pauses and gives grace once per round."""

from __future__ import annotations

from croupier.rulebook import games
from croupier.server.tables.timers import LEAST, Timer, Times, Wait, waiting_for
from tests.server.helpers.evening import Evening

TIMES = Times(betting=20.0, decision=10.0, grace=5.0)


def waits(evening: Evening, rounds: int = 1) -> list[str]:
    found: list[str] = []
    for _ in evening.rounds(rounds):
        wait = waiting_for(evening.state)
        found.append("" if wait is None else wait.what)
    return found


def test_waits_only_for_bets_and_decisions() -> None:
    found = waits(Evening(games()[0], 3, seed=1))
    assert found[0] == "betting"  # the clock starts with the first wager
    assert "decision" in found
    assert found[-1] == ""  # the round is over and there are no bets yet


def test_each_wait_has_its_own_deadline() -> None:
    evening = Evening(games()[0], 2, seed=2)
    timer, now = Timer(TIMES), 100.0
    ends: dict[Wait, float] = {}
    for _ in evening.rounds(3):
        changed = timer.update(evening.state, now)
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


def test_pause_extends_deadline_once() -> None:
    evening = Evening(games()[0], 1, seed=2)
    next(evening.rounds(9))
    timer = Timer(TIMES)
    timer.update(evening.state, 0.0)
    timer.pause(5.0)
    timer.pause(7.0)  # the timer is already paused
    timer.resume(65.0)
    timer.resume(90.0)
    assert timer.deadline is not None
    assert timer.deadline.remains(65.0) == 15.0
    assert not timer.paused


def test_more_time_restarts_posted_time() -> None:
    evening = Evening(games()[0], 1, seed=2)
    next(evening.rounds(9))
    timer = Timer(TIMES)
    timer.update(evening.state, 0.0)
    timer.extend(12.0)
    assert timer.deadline is not None
    assert timer.deadline.remains(12.0) == TIMES.betting


def test_one_grace_per_seat_and_round() -> None:
    evening = Evening(games()[0], 2, seed=4)
    timer = Timer(TIMES)
    graced: list[tuple[int, int, bool]] = []
    for _ in evening.rounds(12):
        timer.update(evening.state, 0.0)
        wait = waiting_for(evening.state)
        if wait is not None and wait.what == "decision":
            graced.append((wait.round, wait.seat, timer.grace(wait.seat, 10.0)))
            if graced[-1][2]:
                assert timer.deadline is not None and timer.deadline.remains(10.0) == TIMES.grace
    given = {(number, seat) for number, seat, yes in graced if yes}
    assert given == {(number, seat) for number, seat, _ in graced}
    assert len(given) == sum(yes for *_, yes in graced) < len(graced)  # the timer refuses a second grace


def test_gap_extends_deadline_and_leaves_least_time() -> None:
    evening = Evening(games()[0], 1, seed=2)
    next(evening.rounds(9))
    timer = Timer(TIMES)
    assert not timer.give_back(20.0, 20.0)  # there is no deadline yet
    timer.update(evening.state, 0.0)
    assert timer.give_back(20.0, 25.0)
    assert timer.deadline is not None and timer.deadline.remains(25.0) == 15.0
    assert timer.give_back(0.0, 39.9)  # suspended just before the deadline
    assert timer.deadline.remains(39.9) == LEAST
