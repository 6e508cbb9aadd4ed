"""Test that the golden journal with verifiable deals can still be read and verified."""

from __future__ import annotations

import json

from croupier.journal import FileStore, audit, fold
from croupier.journal.deals import check_journal
from croupier.table import events as ev
from tests.server.dealing.write_golden import EXPECTED, JOURNAL, played


def test_golden_journal_replays_and_its_deals_verify() -> None:
    store = FileStore(JOURNAL)
    found = audit(store, JOURNAL.name, everything=True, decide=False)
    assert found.ok, found.fault
    told = {"entries": found.entries, "head": found.head, **found.about}
    assert told == json.loads(EXPECTED.read_text())
    deals = check_journal(fold(store, JOURNAL.name, everything=True))
    assert deals.faults == ()
    assert (deals.deals, deals.mixed, deals.discarded, deals.alone) == (6, 3, 2, 1)


def test_new_journal_has_the_same_event_types() -> None:
    kept = {
        type(event).__name__
        for step in fold(FileStore(JOURNAL), JOURNAL.name, everything=True)
        for event in step.events
    }
    table = played()
    assert kept == {type(event).__name__ for event in table.events()}
    for kind in (ev.DealCommitted, ev.DealMixed, ev.DealDiscarded, ev.LinkLost, ev.LinkRestored):
        assert kind.__name__ in kept
