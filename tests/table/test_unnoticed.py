"""Test behavior where no fast test detected planted faults."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import BadInput
from croupier.games.game import Settle
from croupier.records.export import record_of_round
from croupier.records.record import read_record
from croupier.submission import Limit, OperatorChoices, ProgressiveTerms
from croupier.submission.rules import digest
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.corrections import has_bet
from croupier.table.readers.offers import offers
from tests.helpers.journals import RECORDS, keep, rewritten
from tests.helpers.pit import Pit, in_round, table

replace = msgspec.structs.replace

# cards for seats 1, 3 and 4 and the dealer, a burn, and the Flop
ROYAL = "As 8d 4c 2h Ks 9d 5c 2d 3h Qs Js Ts 3d 6h 7h"


@pytest.mark.clause("uth/11.J.2.e.i", "uth/12.D.5.b")
def test_only_a_progressive_bettor_has_an_envy_correction() -> None:
    pit = table("uth", deck=ROYAL, submission={"progressive": {"paytable": "A", "rate": "0.1"}})
    for seat in (1, 3, 4):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, {"ante": 10, "blind": 10} | ({"progressive": 1} if seat != 3 else {}))
    pit.do(do.CloseBetting())
    pit.run()
    assert [(e.seat, e.holder, e.cents) for e in pit.of(ev.EnvyPaid)] == [(4, 1, 100_000)]
    assert [has_bet(pit.state, 1, seat) for seat in (1, 2, 3, 4)] == [True, False, False, True]
    wrong = do.CorrectEnvy(round=1, seat=3, holder=1, cents=100_000, reason="so", by="floor")
    assert pit.refused(wrong).code == "no_such_settlement"
    pit.do(replace(wrong, seat=4, cents=0), replace(wrong, seat=4))
    (first,) = pit.of(ev.EnvyPaid)
    again = pit.of(ev.EnvyCorrected)[-1]
    (kept,) = pit.state.round.envy or pit.state.previous_envy
    assert (kept.seat, kept.holder, kept.cents) == (first.seat, first.holder, first.cents)
    assert kept.clauses == again.clauses != ()
    assert kept.readings == again.readings != ()


@pytest.mark.clause("uth/11.J.2.e.i")
def test_a_new_progressive_wager_does_not_belong_to_the_previous_round() -> None:
    pit = table("uth", deck=ROYAL, submission={"progressive": {"paytable": "A", "rate": "0.1"}})
    for seat in (1, 3, 4):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, {"ante": 10, "blind": 10} | ({"progressive": 1} if seat != 3 else {}))
    pit.do(do.CloseBetting())
    pit.run()
    pit.bet(3, {"ante": 10, "blind": 10, "progressive": 1})
    assert [has_bet(pit.state, number, 3) for number in (1, 2)] == [False, True]
    late = do.CorrectEnvy(round=1, seat=3, holder=1, cents=100_000, reason="so", by="floor")
    assert pit.refused(late).code == "no_such_settlement"


def other_way(pit: Pit, dealing: str, shuffler: str = "counting") -> Any:
    pit.do(do.SwitchMethod(dealing=dealing, shuffler=shuffler, by="floor"))
    return pit.state.care.packs["red"]


@pytest.mark.clause("uth/5.D.2", "uth/9.A.1")
def test_method_change_unloads_the_deck_and_keeps_its_stage() -> None:
    loaded = table("uth", "hand")
    assert loaded.state.care.packs["red"].stage == "loaded"
    pack = other_way(loaded, "shoe")
    assert (pack.stage, loaded.state.care.loaded) == ("ready", None)
    loaded.do(do.Load(deck="red"))
    for way, stage in (("automated", "shuffled"), ("hand", "preshuffled")):
        uncut = table("uth", "shoe")
        uncut.do(
            do.OrderShuffle(deck="red", reason="so", by="floor"), do.Shuffle(deck="red", by_machine=False)
        )
        assert (uncut.state.care.packs["red"].stage, uncut.state.care.packs["red"].was_cut) == (
            "shuffled",
            False,
        )
        assert other_way(uncut, way).stage == stage
        assert uncut.refused(do.Load(deck="red")).code == "deck_not_ready"


@pytest.mark.clause("uth/13.F")
def test_after_the_reveal_only_the_dealers_cards_can_no_longer_be_reported_exposed() -> None:
    pit = in_round("uth")
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    last = pit.state.round.order[-1]
    shown = pit.fork().do(do.ReportExposed(place=f"seat{last}"))[0]
    assert isinstance(shown, ev.CardExposed)
    assert (shown.place, shown.index) == (f"seat{last}", 0)
    late = pit.refused(do.ReportExposed(place="dealer"))
    assert late.code == "too_late"


def test_record_with_fractional_cents_keeps_its_progressive() -> None:
    offered = {"paytable": "A", "rate": "0.155", "carry": {"main": "1/2"}}
    record = read_record({**RECORDS["uth"], "submission": {"progressive": offered}})
    plain = {key: value for key, value in offered.items() if key != "carry"}
    without = read_record({**RECORDS["uth"], "submission": {"progressive": plain}})
    assert record.rules.progressive == without.rules.progressive
    assert record.rules.progressive is not None and record.rules.progressive.rates == {"main": "0.155"}


def hashed(chosen: dict[str, Any]) -> str:
    plain = json.dumps(chosen, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"dealing": "shoe"},
        {"adjacent_boxes": 2},
        {"payout_limit": 5_000_000},
        {"dealer_cards": "held"},
        {"community_stack": 3},
        {"decks": 2},
        {"shuffler": "none"},
        {"electronic": True},
        {"seats": 1},
        {"readings": {"U-01": "R1"}},
        {"approvals": {"layout": "2026-1"}},
    ],
    ids=str,
)
def test_digest_contains_departures_from_defaults(chosen: dict[str, Any]) -> None:
    assert digest(OperatorChoices("uth", **chosen)) == hashed({"game": "uth", **chosen})


def test_the_digest_pairs_the_defaults_of_limits_and_progressive_with_their_fields() -> None:
    limited = OperatorChoices("uth", limits={"ante": Limit(minimum=1000)})
    assert digest(limited) == hashed({"game": "uth", "limits": {"ante": {"minimum": 1000}}})
    offered = ProgressiveTerms("A", (100,), {"main": "0.1"}, {"main": 5}, {"main": 6}, None, group="all")
    told = {
        "paytable": "A", "stakes": [100], "rates": {"main": "0.1"}, "initial": {"main": 5},
        "resets": {"main": 6}, "envy": None, "group": "all",
    }  # fmt: skip
    assert digest(OperatorChoices("uth", progressive=offered)) == hashed({"game": "uth", "progressive": told})


def test_offered_counts_start_at_zero() -> None:
    """The offers allow 0 for every count of cards: of the stub, a recount, a shuffler or a position."""
    found: dict[tuple[type[do.TableCommand], str], int | None] = {}

    def look(state: Any) -> bool:
        for role in ("dealer", "floor"):
            for offer in offers(state, role):
                for blank in offer.blanks:
                    if blank.kind == "whole":
                        found[type(offer.sample), blank.field] = blank.least
        return False

    pit = in_round("uth", shuffler="plain")
    pit.run(until=look)
    pit.do(do.OrderShuffle(deck="red", reason="so", by="floor"))
    look(pit.state)
    stub = in_round("uth", shuffler="plain")
    stub.run(until=lambda state: any(isinstance(o.sample, do.CountStub) for o in offers(state, "dealer")))
    stub.do(do.CountStub(cards=1))
    look(stub.state)
    wanted: set[tuple[type[do.TableCommand], str]] = {
        (do.CountStub, "cards"), (do.Recount, "total"), (do.Shuffle, "counted"),
        (do.ReportWrongNumber, "cards"),
    }  # fmt: skip
    assert {key: found[key] for key in wanted} == dict.fromkeys(wanted, 0)


def test_export_explains_a_missing_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    keep(path, RECORDS["uth"])
    assert record_of_round(path, 1)["game"] == "uth"
    with pytest.raises(BadInput, match="there is no finished round 2"):
        record_of_round(path, 2)
    lines = path.read_bytes().splitlines(keepends=True)
    broken = tmp_path / "broken.journal"
    broken.write_bytes(b"".join([*lines[:3], lines[3].replace(b'"seat":', b'"seat":1'), *lines[4:]]))
    with pytest.raises(BadInput, match="entry 3 is broken: "):
        record_of_round(broken, 1)

    def nobody(n: int, body: dict[str, Any]) -> None:
        for event in body.get("events", ()):
            if event["type"] == "bets_closed@1":
                event["seats"] = []

    forged = tmp_path / "forged.journal"
    forged.write_bytes(b"".join(rewritten(lines, nobody)))
    with pytest.raises(BadInput, match=r"entry \d+ is broken: "):
        record_of_round(forged, 1)


@pytest.mark.parametrize("fault", [LookupError, ValueError, TypeError, AttributeError, ArithmeticError])
def test_export_reports_a_round_that_is_not_consistent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    path = tmp_path / "evening.journal"
    keep(path, RECORDS["uth"])

    def failing(*given: Any) -> Any:
        raise fault

    monkeypatch.setattr("croupier.records.export.record_of", failing)
    with pytest.raises(BadInput, match="round 1 is not consistent; run croupier verify"):
        record_of_round(path, 1)
