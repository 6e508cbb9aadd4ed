"""Reasons for the best choice in plain words: the rule of the short list that decides the hand."""

from __future__ import annotations

import re

from croupier.training.decisions.judging import JudgedSpot


def choice_words(choice: str) -> str:
    """Return a choice as a verb phrase, such as "bet 4×" for ``4x``."""
    times = re.fullmatch(r"(\d+)x", choice)
    return f"bet {times[1]}×" if times else choice.replace("_", " ")


def rule_words(words: str, choice: str) -> str:
    """Return a rule as a sentence. ``words`` are its conditions, or empty for the last line of a list."""
    act = choice_words(choice)
    if not words:
        return f"{act[:1].upper()}{act[1:]} if no other rule applies."
    return f"{act[:1].upper()}{act[1:]} if {words}."


def reason(judged: JudgedSpot) -> str:
    """Return why the best choice is best, by the short list. Empty if the game has no short list.

    If the list errs for this hand, the text says so.
    """
    rule = judged.rule
    if rule is None:
        return ""
    if not rule.words:
        text = f"No rule of the short list calls for more, so {choice_words(rule.choice)}."
    else:
        text = rule_words(rule.words, rule.choice)
    if judged.list_cost > 0:
        text += f" The short list is wrong for this hand: {choice_words(judged.best)} is better."
    return text
