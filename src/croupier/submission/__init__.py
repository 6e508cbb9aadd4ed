"""The operator's choices, validated against the rule book."""

from croupier.submission.rules import Choices, Dealing, Limit, Progressive, Rules, Shuffler

__all__ = ["Choices", "Dealing", "Limit", "Progressive", "Rules", "Shuffler"]
