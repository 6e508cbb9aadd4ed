from __future__ import annotations

from croupier.store.database import open_store
from croupier.store.training_rows import (
    ScheduledSubject,
    StoredResult,
    cards_of,
    due_counts,
    forget_training,
    put_card,
    put_result,
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
        assert [each.person for each in results_on(connection, "challenge", "c1")] == ["ann", "bob", "ann"]
        found = result_by_id(connection, ids[1])
        assert found is not None and found.person == "bob" and found.score == 1.5 and found.seconds is None
        forget_training(connection, ("ann",))
        assert result_by_id(connection, ids[0]) is None
