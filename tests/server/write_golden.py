"""Write golden streams of each kind in the casino, with every command and event ever stored.

    python -m tests.server.write_golden NAME

Run the script once for each new set of tags. It never overwrites an existing stream.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from croupier.casino import disputes
from croupier.casino import table_test_commands as exam
from croupier.casino.administration import alert_commands as alert
from croupier.casino.administration import commands as do
from croupier.casino.administration import exclusion_commands as exclude
from croupier.casino.administration import hand_pay_commands as hand_pay
from croupier.casino.administration import license_commands as licence
from croupier.casino.administration import reader_commands as readers
from croupier.casino.administration import review_commands as review
from croupier.casino.administration import shift_commands as shift
from croupier.casino.administration.day_close_commands import CloseGamingDay
from croupier.casino.administration.stream import KIND as DESK
from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage import chip_commands as away
from croupier.casino.cage import commands as cage
from croupier.casino.cage import inventory_commands as bank
from croupier.casino.cage import tax_commands as tax
from croupier.casino.cage import toke_commands as tokes
from croupier.casino.cage import tray_commands as chips
from croupier.casino.cage.stream import KIND as CAGE
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.casino.disputes import KIND as FILE
from croupier.casino.disputes import charter_of as file_charter
from croupier.casino.machines import CasinoCommand, CasinoKind, replace
from croupier.casino.table_tests import KIND as EXAM
from croupier.casino.table_tests import charter_of as exam_charter
from croupier.journal import FileStore, Stream, audit
from croupier.submission import Limit
from croupier.training.table_test.plan import draw_plan
from croupier.training.table_test.scoring import MARKS, ExamTerms
from tests.server.helpers.desks import BY, FOUND, approve, draft, opened, submit

GOLDEN = Path(__file__).parent / "golden"
EXPECTED = "expected.json"

TEXT = 'game = "uth"\n'  # the text of a draft may be short


def cage_commands() -> list[CasinoCommand]:
    return [
        cage.OpenWallet(person="ann", money="play", by="house"),
        cage.OpenWallet(person="max", money="real", by=BY["kim"]),
        cage.EnrolTable(table="t1", money="play", by="house"),
        cage.ToTable(transfer="x1", person="ann", table="t1", cents=99_000, by="player:ann"),
        cage.RefillPlay(person="ann", by="player:ann"),
        cage.FromTable(transfer="x2", person="ann", table="t1", cents=5_000, by="table:t1"),
        cage.Deposit(id="s1", person="max", cents=700, by=BY["kim"]),
        cage.Withdraw(id="s2", person="max", cents=300, by=BY["kim"]),
        cage.ReverseSlip(slip=2, reason="paid to another", by=BY["lee"]),
        cage.SellChips(transfer="x3", person="walkin-1", table="t1", cents=20_000, by="table:t1"),
        cage.RedeemChips(transfer="x4", person="walkin-1", table="t1", cents=700, by="table:t1"),
        cage.CloseWallet(person="ann", reason="left", by="house"),
        *tray_commands(),
        *cash_commands(),
        *escorted_commands(),
        *chip_commands(),
        *toke_commands(),
        *tax_commands(),
        *inventory_commands(),
    ]


def tax_commands() -> list[CasinoCommand]:
    """Return the commands of two taxes, one of which is given back."""
    by: dict[str, str] = {"person": "walkin-3", "table": "t2", "by": "table:t2"}
    return [
        tax.WithholdTax(transfer="y5", hand_pay=1, cents=240_000, tray=200_000, **by),
        tax.WithholdTax(transfer="y6", hand_pay=2, cents=120_000, **by),
        tax.ReturnTax(transfer="y7", hand_pay=1, **by),
    ]


def inventory_commands() -> list[CasinoCommand]:
    """Return two counts of the main bank, a tracked drawer, bank slips and large withdrawals."""
    lee, kim = BY["lee"], BY["kim"]
    move = bank.RequestBankMove(id="m1", what="to_drawer", bills={"10000": 3}, chips={"500": 2}, by=kim)
    take = cage.Withdraw(
        id="w1", person="max", cents=200, drawer=2, document="passport", above=300, day=19_675, by=kim
    )
    return [
        bank.CountBank(id="n1", what="opening", bills={"10000": 90}, chips={"500": 99}, other=5, by=kim),
        bank.VerifyBank(count=1, by=lee),
        cash.OpenDrawer(id="d2", bills={"10000": 9}, chips={"500": 20}, tracked=True, by=kim),
        cash.AcceptDrawer(drawer=2, by=lee),
        cage.Deposit(id="s10", person="max", cents=90_000, drawer=2, by=kim),
        away.CashChips(id="s11", chips={"500": 2}, drawer=2, by=kim),
        away.SellCageChips(id="s12", chips={"500": 3}, drawer=2, by=kim),
        cage.ReverseSlip(slip=9, reason="miscounted", by=lee),
        move,
        bank.SignBankMove(slip=1, by=lee),
        replace(move, id="m2", what="received", reason="delivery", by=lee),
        bank.VoidBankMove(slip=2, reason="not needed", by=kim),
        take,
        replace(take, id="w2"),
        cage.ConfirmWithdrawal(withdrawal=1, by=lee),
        replace(take, id="w3"),
        cage.DeclineWithdrawal(withdrawal=2, reason="not the owner", by=lee),
        chips.RequestChips(
            id="f8", table="t2", what="fill", chips={"500": 9}, escorted=True, by_chip=True, by=BY["flo"]
        ),
        *[chips.SignTraySlip(slip=8, by=BY[who]) for who in ("kim", "gus", "dina", "flo")],
        cash.CloseDrawer(bills={"10000": 12}, chips={"500": 18}, other=1_100, by=kim),
        cash.VerifyDrawer(drawer=2, by=lee),
        bank.CountBank(id="n2", what="closing", bills={"10000": 88}, chips={"500": 70}, by=kim),
        bank.VerifyBank(count=2, by=lee),
    ]


def cash_commands() -> list[CasinoCommand]:
    """Return the commands for outstanding chips, a drawer, and a drop box that is counted twice."""
    return [
        cage.EnrolTable(table="t2", money="real", by="house"),
        cage.SellChips(transfer="y1", person="walkin-2", table="t2", cents=50_000, by="table:t2"),
        away.CarryChipsAway(transfer="y2", person="walkin-2", table="t2", cents=60_000, by="table:t2"),
        away.BringChips(transfer="y3", person="walkin-3", table="t2", cents=5_000, by="table:t2"),
        cash.OpenDrawer(id="d1", bills={"10000": 20}, other=35, by=BY["kim"]),
        away.CashChips(id="s5", chips={"10000": 2}, name="Pat", by=BY["kim"]),
        away.SellCageChips(id="s6", chips={"500": 3}, by=BY["kim"]),
        away.DeclareChips(id="s7", cents=100_000, reason="from before", by=BY["lee"]),
        cash.CloseDrawer(bills={"10000": 18}, other=1_535, by=BY["kim"]),
        cash.VerifyDrawer(drawer=1, by=BY["lee"]),
        cash.CollectDropBox(id="b1", table="t2", by=BY["cole"]),
        cash.CountDropBox(box=1, bills={"10000": 4}, by=BY["cole"]),
        cash.RejectDropCount(box=1, reason="a bill was missed", by=BY["cora"]),
        cash.CountDropBox(box=1, bills={"10000": 5}, by=BY["cole"]),
        cash.VerifyDropBox(box=1, by=BY["cora"]),
    ]


def escorted_commands() -> list[CasinoCommand]:
    """Return the commands of a fill with four signatures."""
    return [
        chips.RequestChips(id="f5", table="t2", what="fill", chips={"2500": 40}, escorted=True, by=BY["flo"]),
        *[chips.SignTraySlip(slip=5, by=BY[who]) for who in ("kim", "gus", "dina", "flo")],
    ]


def chip_commands() -> list[CasinoCommand]:
    """Return the commands of a tray that is known by denomination."""
    opener = {"500": 100, "10000": 9}
    return [
        chips.CountTray(id="o6", table="t2", what="opener", chips=opener, by_chip=True, by=BY["dina"]),
        chips.VerifyCount(slip=6, by=BY["flo"]),
        chips.RequestChips(
            id="c7", table="t2", what="credit", chips={"10000": 1}, escorted=True, by_chip=True, by=BY["flo"]
        ),
        *[chips.SignTraySlip(slip=7, by=BY[who]) for who in ("dina", "flo", "gus", "kim")],
        chips.ExchangeChips(
            id="x8", table="t2", taken={"500": 20}, given={"10000": 1}, seat=3, by=BY["dina"]
        ),
    ]


def toke_commands() -> list[CasinoCommand]:
    """Return the commands of a toke and two counts of the toke box."""
    return [
        tokes.TakeToke(transfer="y4", person="walkin-3", table="t2", cents=2_500, by="table:t2"),
        tokes.CountTokes(id="n1", table="t2", chips={"500": 4}, by=BY["cole"]),
        tokes.CountTokes(id="n2", table="t2", chips={"500": 4}, other=200, by=BY["cora"]),
        tokes.VerifyTokes(count=2, by=BY["cole"]),
    ]


def tray_commands() -> list[CasinoCommand]:
    """Return a fill, a credit voided while its chips are in transit, and two counts."""
    return [
        chips.RequestChips(id="f1", table="t1", what="fill", chips={"500": 40, "10000": 3}, by=BY["flo"]),
        chips.SignTraySlip(slip=1, by=BY["kim"]),
        chips.SignTraySlip(slip=1, by=BY["dina"]),
        chips.RequestChips(id="c1", table="t1", what="credit", chips={"500": 4}, other=50, by=BY["flo"]),
        chips.SignTraySlip(slip=2, by=BY["dina"]),
        chips.VoidTraySlip(slip=2, reason="miscounted", by=BY["flo"]),
        chips.CountTray(
            id="o1", table="t1", what="opener", chips={"10000": 3}, won=-20_000, entries=9, by=BY["dina"]
        ),
        chips.VerifyCount(slip=3, by=BY["flo"]),
        chips.CountTray(
            id="k1", table="t1", what="closer", chips={"10000": 2}, won=-30_000, entries=12, by=BY["dina"]
        ),
        chips.VerifyCount(slip=4, by=BY["flo"]),
    ]


def file_commands() -> list[CasinoCommand]:
    """Return the commands of a dispute file: opened, written to, an item struck, closed and reopened."""
    frozen = disputes.FrozenRound("t1", 7, 120, 160, 200, "ab" * 32)
    return [
        disputes.OpenFile(
            number="2026-0001", what="dispute", matter="paid short",
            table="t1", round=7, seat=3, player="ann", since=5, until=9,
            reported_by="Ann", frozen=frozen, by=BY["flo"],
        ),
        disputes.WriteItem(part="reviewed", words="steps 3 to 9", frozen=frozen, by=BY["sam"]),
        disputes.WriteItem(part="open", words="camera 15", by=BY["sam"]),
        disputes.StrikeItem(item=2, reason="seen", by=BY["sam"]),
        disputes.CloseFile(outcome="paid as the rules say", by=BY["sam"]),
        disputes.ReopenFile(reason="a witness", by=BY["pit"]),
    ]  # fmt: skip


def exam_commands() -> list[CasinoCommand]:
    """Return the commands of a table test, from its plan to the entry in the dealer's file."""
    at_table = "table:training-1"
    planted = exam.PlantError(
        kind="late_bet", planned=1, round=2, seat=1, scene="Seat 1 slides $5 onto the Ante.",
        clause="uth/7.D", machine="refusal: bets_closed", facts={"seat": "1"}, by=at_table,
    )  # fmt: skip
    return [
        exam.OpenExam(
            number="2026-0001", table="training-1", game="uth", examinee="dina", seed=7, minutes=15,
            plan=draw_plan("uth", 7, 15), terms=ExamTerms(), first_round=1, submission="main", by=BY["pit"],
        ),
        planted,
        exam.NoteOutcome(error=1, outcome="missed", by=at_table),
        exam.NoteOutcome(error=1, outcome="late", noticed="Too late", by=at_table),
        exam.NoteStop(result="false_alarm", reason="too_late", seat=0, round=2, by=at_table),
        exam.NoteCounts(rounds=1, hands=3, acts=20, refusals=1, misreads=1, by=at_table),
        planted,
        exam.EndExam(reason="the time is over", by=at_table),
        exam.DecideExam(marks=dict.fromkeys(MARKS, 8), notes="Calm.", passed=True, by=BY["pit"]),
        exam.AcknowledgeExam(by=BY["dina"]),
        exam.RecordExam(trained="2023-10-01", by=BY["pit"]),
    ]  # fmt: skip


def people_commands() -> list[CasinoCommand]:
    return [
        FOUND,
        do.WelcomeGuest(person="p1", name="Zoë", by="house"),
        do.ForgetGuests(people=("p1",), by="house"),
        do.EnlistStaff(person="nia", name="Nia", by=BY["ada"]),
        do.RegisterPatron(person="pat", name="Pat", by=BY["kim"]),
        do.RequestLink(person="nia", by="house"),
        do.IssueLink(person="nia", by=BY["ada"]),
        do.LogIn(person="nia", way="link", by="house"),
        do.NotePassword(person="nia", by="house"),
        do.LogOut(person="nia", by="house"),
        do.ProposeRole(person="nia", role="dealer", reason="hired", by=BY["ada"]),
        do.ApproveRole(grant=1, by=BY["abe"]),
        do.ProposeRole(person="flo", role="pit_manager", reason="promoted", by=BY["ada"]),
        do.DeclineRole(grant=2, reason="not yet", by=BY["reg"]),
        do.RevokeRole(person="nia", role="dealer", reason="moves", by=BY["ada"]),
        *[do.NoteFailure(person="nia", name="nia", why="wrong password", by="house")] * 5,
        do.Unlock(person="nia", reason="called back", by=BY["ada"]),
        do.EndSessions(person="kim", reason="lost a device", by=BY["ada"]),
        do.NoteDenied(person="nia", what="GET /api/log", code="not_your_role", by="house"),
        do.DismissStaff(person="nia", reason="left", by=BY["ada"]),
    ]


def table_commands(text: str, other: str) -> list[CasinoCommand]:
    return [
        draft(TEXT),
        do.WithdrawSubmission(submission="main", version=1, reason="a slip", by=BY["pit"]),
        draft(text),
        submit(2),
        do.Reject(submission="main", version=2, reason="no sign", by=BY["reg"]),
        draft(text),
        submit(3),
        approve(text, 3, conditions="for a year"),
        opened(),
        do.NoteInspection(table="t1", day=19_675, by="house"),
        do.LogOnTable(table="t1", by=BY["dina"]),
        do.CallFloor(table="t1", id="c1", words="seat 3 disputes", by=BY["dina"]),
        do.AnswerCall(call=1, words="on my way", by=BY["flo"]),
        opened("t2", dealing="live"),
        *shift_commands(),
        *review_commands(),
        *exclusion_commands(),
        *hand_pay_commands(),
        *licence_commands(),
        *reader_commands(),
        opened("training-1", dealing="training", cards="named", trainee="dora"),
        do.PostChange(table="t1", limits={"ante": Limit(1000, 60_000, 500)}, reason="busy", by=BY["pit"]),
        do.WithdrawChange(table="t1", change=1, reason="quiet", by=BY["pit"]),
        do.BringApproved(submission="main", document=other, reference="a letter", by="house"),
        do.AttestNotice(table="t1", change=2, what="sign", by=BY["dina"]),
        do.AttestNotice(table="t1", change=2, what="announcement", by="table:t1"),
        do.NoteChange(table="t1", change=2, seated=False, between_rounds=True, by="table:t1"),
        do.LogOffTable(table="t1", by=BY["flo"]),
        do.DisableTable(table="t1", reason="torn", by=BY["flo"]),
        do.EnableTable(table="t1", reason="mended", by=BY["pit"]),
        do.CloseTable(table="t1", reason="night", by=BY["pit"]),
        CloseGamingDay(day=19_674, report="ab" * 32, ends=1_699_999_000, by=BY["lee"]),
        do.ProposeAdjustment(group="t1", meter="main", cents=-5, reason="a void", by=BY["lee"]),
        do.ApproveAdjustment(adjustment=1, by=BY["pit"]),
        do.ProposeAdjustment(group="t1", meter="main", cents=5, reason="a slip", by=BY["lee"]),
        do.DeclineAdjustment(adjustment=2, reason="no", by=BY["pit"]),
    ]


def licence_commands() -> list[CasinoCommand]:
    return [
        licence.NoteLicense(person="dina", number="MD-1", until="2024-11-14", by=BY["flo"]),
        licence.NoteTableTest(
            person="dina", game="uth", trained="2023-10-01", passed="2023-11-01", by=BY["pit"]
        ),
    ]


def reader_commands() -> list[CasinoCommand]:
    """Return a card reader that two people register, a disputed reading, and a removed reader."""
    flo, pit = BY["flo"], BY["pit"]
    key = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"
    card = readers.DisputedCard("board", 1, "7h", "7d")
    return [
        readers.ProposeReader(table="t1", device="shoe-1", key=key, by=flo),
        readers.ConfirmReader(table="t1", device="shoe-1", key=key, by=pit),
        readers.DisputeReading(
            table="t1", round=7, device="shoe-1", cards=(card,), dealer=BY["dina"], by="table:t1"
        ),
        readers.DecideReading(table="t1", round=7, keep="dealer", reason="a dirty lens", by=flo),
        readers.RemoveReader(table="t1", device="shoe-1", reason="sent for repair", by=flo),
    ]


def shift_commands() -> list[CasinoCommand]:
    """Return two shifts with supervision, a relief, a note, a hand-over and a jackpot."""
    return [
        shift.TakeTables(tables=("t1", "t2"), by=BY["flo"]),
        shift.LeaveTables(tables=("t2",), by=BY["flo"]),
        shift.SendDealer(table="t1", person="dora", by=BY["flo"]),
        shift.SendDealer(table="t1", person="dina", by=BY["flo"]),
        shift.LeaveNote(id="n1", words="the sign is torn", table="t1", by=BY["flo"]),
        shift.LeaveNote(id="n2", words="seat 3 asked for the book", by=BY["flo"]),
        shift.CloseNote(note=2, words="shown", by=BY["pit"]),
        shift.HandOver(
            id="h1",
            words="quiet",
            open=(shift.Matter("the sign is torn", "t1", ("COMAR 36.05.03.21C(2)",)),),
            by=BY["flo"],
        ),
        shift.TakeOver(handover=1, by=BY["pit"]),
        shift.TellSurveillance(table="t1", round=7, seat=3, by=BY["flo"]),
        shift.WitnessPayout(table="t1", round=7, seat=3, by=BY["pit"]),
        shift.AcceptFloat(table="t1", day=19_675, cents=100_000, largest=250_000, by=BY["flo"]),
    ]


def review_commands() -> list[CasinoCommand]:
    """Return a correction that a second person declines, and one that is confirmed and used."""
    line = review.CorrectionLine(
        round=7, seat=3, wager="ante", moves=60_000, staked=60_000, was=60_000, will=120_000, name="Ann",
        hand="a pair of kings", cards=("Ks", "Kd"), rules=60_000, clauses=("uth/11.H.3.a",),
    )  # fmt: skip
    asked = review.RequestReview(
        table="t1", act="correct_settlement@2", title="Correct a payment", digest="ab" * 32, round=7,
        lines=(line,), cents=60_000, threshold=50_000, reason="the dealer misread the board",
        departs="This is not what the rules pay.", by=BY["flo"],
    )  # fmt: skip
    raised = alert.RaiseAlert(
        table="t1", kind="void", words="Round 7 is void", round=7, who=BY["dina"], by="table:t1"
    )
    return [
        raised,
        raised,
        alert.AcknowledgeAlert(alert=1, words="seen", by=BY["sam"]),
        *(
            alert.NoteMisread(
                table="t1", words="Card 1 corrected", round=number, who=BY["flo"], by="table:t1"
            )
            for number in (5, 6, 7)
        ),
        asked,
        review.DeclineReview(table="t1", review=1, reason="the hand lost", by=BY["pit"]),
        asked,
        review.ApproveReview(table="t1", review=2, by=BY["pit"]),
        review.NoteCorrection(
            table="t1", person=BY["flo"], day=19_675, threshold=50_000, review=2, digest="ab" * 32,
            count=review.CorrectionCount(60_000, (review.SeatMoney(7, 3, 60_000),)), by="table:t1",
        ),
        review.UseReview(table="t1", review=2, digest="ab" * 32, by="table:t1"),
        asked,
        review.NoteCorrection(
            table="t1", person=BY["flo"], day=19_675, threshold=50_000,
            count=review.CorrectionCount(5_000, (review.SeatMoney(7, 3, 5_000),)), by="table:t1",
        ),
        replace(asked, sum_of="day", earlier=5_000),
    ]  # fmt: skip


def exclusion_commands() -> list[CasinoCommand]:
    """Return commands of the exclusion list: entries of two people, and a removal."""
    listed = exclude.ProposeExclusion(
        kind="voluntary", record="1" * 32, digest="ab" * 32, until="2030-01-01", by=BY["gus"]
    )
    return [
        listed,
        exclude.ConfirmExclusion(exclusion=1, by=BY["reg"]),
        replace(listed, kind="evicted", record="2" * 32),
        exclude.DeclineExclusion(exclusion=2, reason="another person", by=BY["reg"]),
        exclude.NoteExcluded(exclusion=1, words="Deposit: refused", who=BY["kim"], by="house"),
        exclude.ClearNamesake(person="pat", exclusions=(1,), by=BY["kim"]),
        exclude.ProposeRemoval(exclusion=1, reason="the term is over", by=BY["gus"]),
        exclude.ConfirmRemoval(exclusion=1, by=BY["reg"]),
        replace(listed, record="3" * 32),
        exclude.ConfirmExclusion(exclusion=3, by=BY["reg"]),
    ]


def hand_pay_commands() -> list[CasinoCommand]:
    """Return commands of hand pays: one paid, one refused and withheld, and one void."""
    line = hand_pay.WinLine("trips", 100_00, 50_000_00, 12_000_00, 12_000_00)
    raised = hand_pay.RaiseHandPay(
        table="t1", round=7, seat=3, player="walk-1", lines=(line,), year=2026, by="table:t1"
    )
    identified = hand_pay.IdentifyWinner(
        hand_pay=1, record="4" * 32, digest="cd" * 32, numbered=True, by=BY["kim"]
    )
    return [
        raised,
        identified,
        replace(identified, record="5" * 32),
        hand_pay.SignHandPay(hand_pay=1, by=BY["flo"]),
        hand_pay.WitnessHandPay(hand_pay=1, by=BY["pit"]),
        hand_pay.NoteHandPaid(table="t1", hand_pay=1, lines=(line,), who=BY["dina"], by="table:t1"),
        replace(raised, seat=4, settled=True),
        replace(identified, hand_pay=2, record="6" * 32, exclusion=3),
        hand_pay.DecideHandPay(hand_pay=2, decision="withhold", reason="on the list", by=BY["pit"]),
        hand_pay.VoidHandPay(table="t1", hand_pay=2, reason="the win was taken back", by="table:t1"),
        hand_pay.DeleteIdentity(record="5" * 32, filed_at=0, reason="retention is over", by=BY["lee"]),
    ]


def write(kind: CasinoKind[Any], charter: bytes, commands: list[CasinoCommand], path: Path) -> dict[str, Any]:
    stream = Stream.create(FileStore(path), kind.name, kind, charter, at=1_700_000_000, longest=20)
    for n, command in enumerate(commands, 1):
        timed = replace(command, at=1_700_000_000 + n)
        stream.append(timed, kind.decide(stream.state, timed))
    stream.close()
    return expected(path)


def expected(path: Path) -> dict[str, Any]:
    """Return the head of a stream and its final state."""
    found = audit(FileStore(path), path.stem, everything=True, decide=False)
    assert found.ok, found.fault
    state = json.loads(kind_in(path).snapshot(found.state)[0])
    return {"entries": found.entries, "head": found.head, "segments": found.segment, "state": state}


def kind_in(path: Path) -> CasinoKind[Any]:
    return next(kind for kind in (CAGE, DESK, FILE, EXAM) if path.stem.endswith(kind.name))


def write_both(folder: Path, name: str) -> dict[str, Any]:
    from tests.server.helpers.desks import document

    text, other = document(), document(**{"minimum = 10": "minimum = 5"})
    kinds = {
        "cage": (CAGE, cage_charter(), cage_commands()),
        "desk": (DESK, desk_charter(), [*people_commands(), *table_commands(text, other)]),
        "file": (FILE, file_charter("2026-0001"), file_commands()),
        "exam": (EXAM, exam_charter("2026-0001"), exam_commands()),
    }
    return {
        f"{name}-{one}.journal": write(*given, folder / f"{name}-{one}.journal")
        for one, given in kinds.items()
    }


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    kept = GOLDEN / EXPECTED
    known = json.loads(kept.read_text()) if kept.exists() else {}
    known |= write_both(GOLDEN, sys.argv[1])
    kept.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
