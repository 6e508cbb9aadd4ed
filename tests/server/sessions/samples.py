"""Build well-formed sample commands of every kind."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.casino.administration.commands import Founder
from croupier.casino.administration.hand_pay_commands import WinLine
from croupier.casino.administration.reader_commands import DisputedCard
from croupier.casino.administration.review_commands import CorrectionCount
from croupier.meters.amounts import Delta, Exact, Transfer
from croupier.submission import Limit, OperatorChoices
from croupier.table.commands import Prepare
from tests.server.helpers.desks import document

# Sample values by field name, for the commands of every state machine. Some commands have exceptions.
FIELDS: dict[str, Any] = {
    "seat": 1,
    "player": "ann",
    "person": "ann",
    "people": ("ann",),
    "name": "Ann",
    "cents": 100,
    "transfer": "x1",
    "wagers": {"ante": 1000},
    "round": 1,
    "wager": "ante",
    "chips": 1,
    "reason": "a reason",
    "cards": ("As",),
    "choice": "fold",
    "question": "q",
    "backs": ("red",),
    "deck": "red",
    "step": "inspect",
    "depth": 10,
    "total": 52,
    "misdealt": False,
    "place": "seat1",
    "index": 0,
    "card": "As",
    "device": "shoe",
    "how": "covered",
    "dealing": "hand",
    "shuffler": "none",
    "matter": "other",
    "detail": "a detail",
    "outcome": "void",
    "clause": "x",
    "holder": 2,
    "choices": OperatorChoices("none"),
    "money": "play",
    "id": "s1",
    "slip": 1,
    "bills": {"500": 3},
    "drawer": 1,
    "withdrawal": 1,
    "report": "0" * 64,
    "ends": 1,
    "box": 1,
    "table": "t1",
    "tables": ("t1",),
    "words": "a note",
    "staff": (Founder("ann", "Ann", "administrator"),),
    "role": "dealer",
    "grant": 1,
    "way": "password",
    "what": "sign",
    "code": "x",
    "submission": "main",
    "document": document(),
    "version": 1,
    "digest": "0" * 64,
    "reference": "a letter",
    "limits": {"ante": Limit(1000, 60000, 500)},
    "change": 1,
    "seated": False,
    "between_rounds": True,
    "book": "0" * 64,
    "root": "0" * 64,
    "fixed": {},
    "reveals": {},
    "missing": ("ann",),
    "group": "t1",
    "adjustment": 1,
    "meter": "main",
    "day": 20_000,
    "amount": Exact(1),
    "part": "open",
    "item": 1,
    "game": "uth",
    "until": "2999-01-01",
    "trained": "2020-01-01",
    "passed": "2020-02-01",
    "review": 1,
    "alert": 1,
    "largest": 5_000,
    "kind": "void",
    "act": "correct_settlement@2",
    "title": "Correct a payment",
    "lines": (),
    "threshold": 10_000,
    "count": CorrectionCount(100),
    "exclusion": 1,
    "exclusions": (1,),
    "record": "0" * 32,
    "hand_pay": 1,
    "numbered": True,
    "year": 2026,
    "who": "dealer:ann",
    "decision": "pay",
    "filed_at": 0,
}
OTHERWISE = {
    ("ProposeReader", "key"): "0" * 64,
    ("ConfirmReader", "key"): "0" * 64,
    ("DisputeReading", "cards"): (DisputedCard("board", 0, "As", "Kd"),),
    ("DisputeReading", "dealer"): "dealer:ann",
    ("DecideReading", "keep"): "reader",
    ("ProposeExclusion", "kind"): "voluntary",
    ("RaiseHandPay", "lines"): (WinLine("ante", 100, 200_000),),
    ("NoteHandPaid", "lines"): (WinLine("ante", 100, 200_000),),
    ("NoteDenied", "what"): "a route",
    ("OpenFile", "what"): "dispute",
    ("OpenFile", "number"): "2026-0001",
    ("NoteLicense", "number"): "MD-1",
    ("TakeTransfer", "transfer"): Transfer("t1", 1, (Delta("main", "contributed", Exact(1)),)),
    ("CommitDeal", "submission"): "0" * 64,
    ("CountStub", "cards"): 40,
    ("RequestChips", "chips"): {"500": 3},
    ("RequestChips", "what"): "fill",
    ("CountTray", "chips"): {"500": 3},
    ("CountTokes", "chips"): {"500": 3},
    ("VerifyTokes", "count"): 1,
    ("VerifyBank", "count"): 1,
    ("ExchangeChips", "taken"): {"500": 20},
    ("ExchangeChips", "given"): {"10000": 1},
    ("CashChips", "chips"): {"500": 3},
    ("OpenDrawer", "chips"): {"500": 3},
    ("CloseDrawer", "chips"): {"500": 3},
    ("CountBank", "chips"): {"500": 3},
    ("CountBank", "what"): "opening",
    ("RequestBankMove", "chips"): {"500": 3},
    ("RequestBankMove", "what"): "received",
    ("SellCageChips", "chips"): {"500": 3},
    ("CountTray", "what"): "opener",
    ("ReportWrongNumber", "cards"): 3,
    ("OpenTable", "dealing"): "machine",
    ("AnswerCall", "call"): 1,
    ("CloseNote", "note"): 1,
    ("TakeOver", "handover"): 1,
}


def sample(kind: type[msgspec.Struct], by: str) -> Any:
    given = {
        field.name: OTHERWISE.get((kind.__name__, field.name), FIELDS.get(field.name))
        for field in msgspec.structs.fields(kind)
        if field.required and field.name not in ("by", "at")
    }
    if kind is Prepare and not by.startswith("dealer"):
        given["step"] = "verify"  # the floor's only step
    return kind(**given, by=by)
