from __future__ import annotations

from croupier.store.database import open_store
from croupier.store.training_rows import (
    ScheduledSubject,
    StoredResult,
    add_result,
    cards_of,
    change_card,
    close_card,
    due_counts,
    forget_training,
    prune_results,
    prune_unused,
    put_card,
    put_result,
    replace_result,
    result_by_id,
    results_of,
    results_on,
)


def test_cards_are_replaced_counted_and_forgotten(address: str) -> None:
    with open_store(address) as store, store.writing() as connection:
        put_card(connection, "ann", ScheduledSubject("practice", "flop", "{}", 100))
        put_card(connection, "ann", ScheduledSubject("practice", "river", "{}", 300))
        put_card(connection, "ann", ScheduledSubject("drills", "blind", "{}", 50))
        put_card(connection, "bob", ScheduledSubject("practice", "flop", "{}", 10))
        put_card(connection, "ann", ScheduledSubject("practice", "flop", '{"step":1}', 200))
        assert cards_of(connection, "ann", "practice") == [
            ("practice", "flop", '{"step":1}', 200),
            ("practice", "river", "{}", 300),
        ]
        assert due_counts(connection, "ann", 250) == {"practice": 1, "drills": 1}
        assert due_counts(connection, "eve", 250) == {}
        forget_training(connection, ("ann",))
        assert cards_of(connection, "ann", "practice") == []
        assert due_counts(connection, "bob", 250) == {"practice": 1}


def test_results_are_listed_latest_first(address: str) -> None:
    with open_store(address) as store, store.writing() as connection:
        ids = [
            put_result(connection, StoredResult(person, "challenge", "c1", at, at / 4, None, "{}"))
            for person, at in (("ann", 5), ("bob", 6), ("ann", 7))
        ]
        assert len({*ids}) == 3
        assert [each.at for each in results_of(connection, "ann", "challenge")] == [7, 5]
        assert [each.at for each in results_of(connection, "ann", "challenge", "c1", limit=1)] == [7]
        assert results_of(connection, "ann", "challenge", "c2") == []
        scores = [(each.person, each.score) for each in results_on(connection, "challenge", "c1")]
        assert scores == [("ann", 1.25), ("bob", 1.5), ("ann", 1.75)]  # the lowest first
        found = result_by_id(connection, ids[1])
        assert found is not None and found.person == "bob" and found.score == 1.5 and found.seconds is None
        forget_training(connection, ("ann",))
        assert result_by_id(connection, ids[0]) is None


def test_of_two_transactions_only_one_closes_or_changes_a_card(address: str) -> None:
    with open_store(address) as store, store.writing() as connection:
        asked = ScheduledSubject("open", "question", "first", 9)
        put_card(connection, "ann", asked)
        assert not close_card(connection, "ann", asked._replace(card="other"))
        assert not close_card(connection, "bob", asked)
        assert close_card(connection, "ann", asked)
        assert not close_card(connection, "ann", asked)
        assert change_card(connection, "ann", asked._replace(subject="latest"))
        assert not change_card(connection, "ann", asked._replace(subject="latest"))
        assert change_card(connection, "ann", asked._replace(subject="latest", card="second"))


def test_of_two_transactions_only_one_adds_or_replaces_a_result(address: str) -> None:
    with open_store(address) as store, store.writing() as connection:
        first = StoredResult("ann", "challenge", "c1", 5, 1.0, None, "one", "id1")
        second = first._replace(detail="two", activity="finished")
        assert add_result(connection, first) and not add_result(connection, first._replace(detail="x"))
        assert replace_result(connection, first, second)
        assert not replace_result(connection, first, second)
        assert result_by_id(connection, "id1") == second


def test_old_results_are_pruned(address: str) -> None:
    with open_store(address) as store, store.writing() as connection:
        for at in range(6):
            put_result(connection, StoredResult("ann", "drill", "payout", at, 1.0, None, "{}"))
        put_result(connection, StoredResult("bob", "drill", "payout", 0, 1.0, None, "{}"))
        prune_results(connection, "ann", "drill", 4)
        assert [row.at for row in results_of(connection, "ann", "drill")] == [5, 4, 3, 2]
        assert len(results_of(connection, "bob", "drill")) == 1
        for at in range(6):
            put_result(connection, StoredResult("house", "seed", f"c{at}", at, 1.0, None, "{}"))
        put_result(connection, StoredResult("ann", "challenge", "c1", 9, 1.0, None, "{}"))
        prune_unused(connection, "seed", ("challenge",), 3)
        assert [row.subject for row in results_of(connection, "house", "seed")] == ["c5", "c4", "c3", "c1"]
