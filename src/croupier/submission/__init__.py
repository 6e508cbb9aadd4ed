"""Rules Submissions: the operator's choices, validated against the rule book."""

from croupier.submission.checking import CheckReport, check, report_document, summary
from croupier.submission.editors import schema
from croupier.submission.faults import Caution, FaultCode, SubmissionReport, Violation
from croupier.submission.files import parse_toml, read_toml
from croupier.submission.money import dollars, format_dollars
from croupier.submission.record import partial
from croupier.submission.rules import Dealing, Limit, OperatorChoices, ProgressiveTerms, Rules, Shuffler
from croupier.submission.starting import template

__all__ = [
    "Caution",
    "CheckReport",
    "Dealing",
    "FaultCode",
    "Limit",
    "OperatorChoices",
    "ProgressiveTerms",
    "Rules",
    "Shuffler",
    "SubmissionReport",
    "Violation",
    "check",
    "dollars",
    "format_dollars",
    "parse_toml",
    "partial",
    "read_toml",
    "report_document",
    "schema",
    "summary",
    "template",
]
