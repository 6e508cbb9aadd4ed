"""Administration as a state machine and as a stream kind. Its only stream is named "desk"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.casino.administration import (
    adjustments,
    alerts,
    calls,
    correction_sums,
    day_close,
    exclusions,
    hand_pays,
    licenses,
    people,
    readers,
    reviews,
    shifts,
    submissions,
    tables,
)
from croupier.casino.administration import alert_commands as alert
from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration import exclusion_commands as exclude
from croupier.casino.administration import hand_pay_commands as hand_pay
from croupier.casino.administration import license_commands as licence
from croupier.casino.administration import reader_commands as reader
from croupier.casino.administration import review_commands as review
from croupier.casino.administration import shift_commands as shift
from croupier.casino.administration.day_close_commands import CloseGamingDay, GamingDayClosed
from croupier.casino.administration.state import AdministrationState, Security
from croupier.casino.machines import CasinoCommand, CasinoEvent, CasinoKind, Plain, Upcasts
from croupier.errors import BadInput
from croupier.journal.entries import canonical, sha256
from croupier.rulebook import games
from croupier.rulebook.edition import hash_of_what_decides

STREAM = "desk"  # the casino has one administration stream


def unchanged(state: AdministrationState, event: CasinoEvent) -> AdministrationState:
    return state


DECIDE: dict[type[CasinoCommand], Callable[[AdministrationState, Any], tuple[CasinoEvent, ...]]] = {
    do.FoundHouse: people.decide_found,
    do.WelcomeGuest: people.decide_welcome,
    do.ForgetGuests: people.decide_forget,
    do.EnlistStaff: people.decide_enlist,
    do.RegisterPatron: people.decide_patron,
    do.DismissStaff: people.decide_dismiss,
    do.ProposeRole: people.decide_propose,
    do.ApproveRole: people.decide_approve_role,
    do.DeclineRole: people.decide_decline_role,
    do.RevokeRole: people.decide_revoke,
    do.RequestLink: people.decide_link_request,
    do.IssueLink: people.decide_link,
    do.LogIn: people.decide_log_in,
    do.LogOut: people.decide_log_out,
    do.NoteFailure: people.decide_failure,
    do.Unlock: people.decide_unlock,
    do.EndSessions: people.decide_end_sessions,
    do.NotePassword: people.decide_password,
    do.NoteDenied: people.decide_denied,
    do.DraftSubmission: submissions.decide_draft,
    do.Submit: submissions.decide_submit,
    do.WithdrawSubmission: submissions.decide_withdraw,
    do.Approve: submissions.decide_approve,
    do.Reject: submissions.decide_reject,
    do.BringApproved: submissions.decide_bring,
    do.OpenTable: tables.decide_open,
    do.CloseTable: tables.decide_close,
    do.DisableTable: tables.decide_disable,
    do.EnableTable: tables.decide_enable,
    do.LogOnTable: tables.decide_log_on,
    do.LogOffTable: tables.decide_log_off,
    do.PostChange: tables.decide_post,
    do.AttestNotice: tables.decide_attest,
    do.WithdrawChange: tables.decide_withdraw_change,
    do.NoteChange: tables.decide_note_change,
    do.NoteInspection: tables.decide_inspection,
    do.CallFloor: calls.decide_call,
    do.AnswerCall: calls.decide_answer,
    shift.TakeTables: shifts.decide_take,
    shift.LeaveTables: shifts.decide_leave,
    shift.SendDealer: shifts.decide_send,
    shift.LeaveNote: shifts.decide_note,
    shift.CloseNote: shifts.decide_close_note,
    shift.HandOver: shifts.decide_hand_over,
    shift.TakeOver: shifts.decide_take_over,
    shift.TellSurveillance: shifts.decide_told,
    shift.WitnessPayout: shifts.decide_witness,
    shift.AcceptFloat: shifts.decide_float,
    alert.RaiseAlert: alerts.decide_raise,
    alert.NoteMisread: alerts.decide_misread,
    alert.AcknowledgeAlert: alerts.decide_acknowledge,
    review.RequestReview: reviews.decide_request,
    review.ApproveReview: reviews.decide_approve,
    review.DeclineReview: reviews.decide_decline,
    review.UseReview: reviews.decide_use,
    review.NoteCorrection: correction_sums.decide_note,
    reader.ProposeReader: readers.decide_propose,
    reader.ConfirmReader: readers.decide_confirm,
    reader.RemoveReader: readers.decide_remove,
    reader.DisputeReading: readers.decide_dispute,
    reader.DecideReading: readers.decide_reading,
    exclude.ProposeExclusion: exclusions.decide_propose,
    exclude.ConfirmExclusion: exclusions.decide_confirm,
    exclude.DeclineExclusion: exclusions.decide_decline,
    exclude.ProposeRemoval: exclusions.decide_propose_removal,
    exclude.ConfirmRemoval: exclusions.decide_confirm_removal,
    exclude.ClearNamesake: exclusions.decide_clear,
    exclude.NoteExcluded: exclusions.decide_note,
    hand_pay.RaiseHandPay: hand_pays.decide_raise,
    hand_pay.NoteHandPaid: hand_pays.decide_paid,
    hand_pay.VoidHandPay: hand_pays.decide_void,
    hand_pay.IdentifyWinner: hand_pays.decide_identify,
    hand_pay.SignHandPay: hand_pays.decide_sign,
    hand_pay.WitnessHandPay: hand_pays.decide_witness,
    hand_pay.DecideHandPay: hand_pays.decide_decision,
    hand_pay.DeleteIdentity: hand_pays.decide_delete,
    licence.NoteLicense: licenses.decide_license,
    licence.NoteTableTest: licenses.decide_test,
    CloseGamingDay: day_close.decide_close,
    do.ProposeAdjustment: adjustments.decide_propose,
    do.ApproveAdjustment: adjustments.decide_approve,
    do.DeclineAdjustment: adjustments.decide_decline,
}

APPLY: dict[type[CasinoEvent], Callable[[AdministrationState, Any], AdministrationState]] = {
    GamingDayClosed: day_close.apply_closed,
    ev.PersonJoined: people.apply_joined,
    ev.GuestsForgotten: people.apply_forgotten,
    ev.StaffDismissed: people.apply_dismissed,
    ev.RoleProposed: people.apply_proposed,
    ev.RoleGranted: people.apply_granted,
    ev.RoleDeclined: people.apply_declined,
    ev.RoleRevoked: people.apply_revoked,
    ev.HouseFounded: people.apply_founded,
    ev.LinkRequested: people.apply_link_requested,
    ev.LinkIssued: people.apply_link_issued,
    ev.LoggedIn: people.apply_logged_in,
    ev.LoggedOut: unchanged,
    ev.LogInRefused: people.apply_refused,
    ev.AccountLocked: people.apply_locked,
    ev.AccountUnlocked: people.apply_unlocked,
    ev.SessionsEnded: people.apply_sessions_ended,
    ev.PasswordSet: unchanged,
    ev.AccessDenied: unchanged,
    ev.SubmissionDrafted: submissions.apply_drafted,
    ev.SubmissionSubmitted: submissions.apply_submitted,
    ev.SubmissionWithdrawn: submissions.apply_withdrawn,
    ev.SubmissionApproved: submissions.apply_approved,
    ev.SubmissionRejected: submissions.apply_rejected,
    ev.TableOpened: tables.apply_opened,
    ev.TableStands: tables.apply_stands,
    ev.DealerLoggedOn: tables.apply_logged_on,
    ev.DealerLoggedOff: tables.apply_logged_off,
    ev.ChangePosted: tables.apply_posted,
    ev.NoticeAttested: tables.apply_attested,
    ev.ChangeWithdrawn: tables.apply_change_withdrawn,
    ev.ChangeWentIn: tables.apply_went_in,
    ev.DevicesInspected: tables.apply_inspected,
    ev.FloorCalled: calls.apply_called,
    ev.CallAnswered: calls.apply_answered,
    shift.TablesTaken: shifts.apply_taken,
    shift.TablesLeft: shifts.apply_left,
    shift.NoteLeft: shifts.apply_note,
    shift.NoteClosed: shifts.apply_note_closed,
    shift.ShiftHandedOver: shifts.apply_handed_over,
    shift.ShiftTakenOver: shifts.apply_taken_over,
    shift.PayoutAttested: shifts.apply_payout,
    shift.FloatAccepted: shifts.apply_float,
    alert.AlertRaised: alerts.apply_raised,
    alert.MisreadNoted: alerts.apply_misread,
    alert.AlertAcknowledged: alerts.apply_acknowledged,
    review.ReviewRequested: reviews.apply_requested,
    review.ReviewApproved: reviews.apply_approved,
    review.ReviewDeclined: reviews.apply_declined,
    review.ReviewUsed: reviews.apply_used,
    review.CorrectionNoted: correction_sums.apply_noted,
    reader.ReaderProposed: readers.apply_proposed,
    reader.ReaderConfirmed: readers.apply_confirmed,
    reader.ReaderRemoved: readers.apply_removed,
    reader.ReadingDisputed: readers.apply_disputed,
    reader.ReadingDecided: readers.apply_decided,
    exclude.ExclusionProposed: exclusions.apply_proposed,
    exclude.ExclusionConfirmed: exclusions.apply_confirmed,
    exclude.ExclusionDeclined: exclusions.apply_declined,
    exclude.RemovalProposed: exclusions.apply_removal,
    exclude.ExclusionEnded: exclusions.apply_ended,
    exclude.NamesakeCleared: exclusions.apply_cleared,
    hand_pay.HandPayRaised: hand_pays.apply_raised,
    hand_pay.HandPayPaid: hand_pays.apply_paid,
    hand_pay.HandPayVoided: hand_pays.apply_voided,
    hand_pay.WinnerIdentified: hand_pays.apply_identified,
    hand_pay.HandPaySigned: hand_pays.apply_signed,
    hand_pay.HandPayDecided: hand_pays.apply_decided,
    hand_pay.IdentityDeleted: hand_pays.apply_deleted,
    licence.LicenseNoted: licenses.apply_license,
    licence.TableTestNoted: licenses.apply_test,
    ev.AdjustmentProposed: adjustments.apply_proposed,
    ev.AdjustmentDecided: adjustments.apply_decided,
}


def dealt_by_machine(newer: str) -> Callable[[Plain], Plain]:
    """Upgrade an old entry by adding its dealing method. Every table was dealt by machine then."""
    return lambda old: {**old, "type": newer, "dealing": "machine"}


def before_notes(newer: str) -> Callable[[Plain], Plain]:
    """Upgrade an old entry from the time when licenses and table tests were not checked."""
    return lambda old: {**old, "type": newer, "noted": False}


UPCASTS: Upcasts = {
    "log_on_table@1": before_notes("log_on_table@2"),
    "send_dealer@1": before_notes("send_dealer@2"),
    "open_table@1": dealt_by_machine("open_table@2"),
    "table_opened@1": dealt_by_machine("table_opened@2"),
}


class AdministrationCharter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of the administration stream, stored in its opening."""

    name: str
    security: Security = Security()


def charter_of(name: str = "the house", security: Security | None = None) -> bytes:
    return canonical(AdministrationCharter(name, security or Security()))


class AdministrationKind(CasinoKind[AdministrationState]):
    charter, state = AdministrationCharter, AdministrationState

    def begin(self, charter: bytes) -> AdministrationState:
        self.lawful(charter)
        return AdministrationState(security=self.read_charter(charter).security)

    def lawful(self, charter: bytes) -> None:
        terms = self.read_charter(charter).security
        if not (1 <= terms.tries <= 100 and terms.within > 0 and terms.lock > 0):
            raise BadInput(
                "log-in terms: `tries` must be 1 to 100, and both times must be above zero seconds"
            )

    def book(self, charter: bytes) -> str:
        """The hash of all rule books, because submissions are checked against every game's rules."""
        return sha256(canonical({game: hash_of_what_decides(game) for game in games()}))

    def about(self, charter: bytes, state: AdministrationState) -> dict[str, Any]:
        return {
            "people": len(state.people),
            "submissions": len(state.submissions),
            "tables": len(state.tables),
        }


KIND = AdministrationKind("desk", DECIDE, APPLY, UPCASTS)
