"""Drills on payouts (chapter 12): amounts, fractions, shares of a meter, Envy Bonuses and payout limits."""

from __future__ import annotations

import random

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games import GameRules, game_rules
from croupier.games.game import BOARD, Verdict, amount_returned, payout_limit, seat_place
from croupier.hands.words import row_words
from croupier.rulebook import MeterShare, Odds, Row, compute_return
from croupier.submission import Rules, format_dollars
from croupier.table import events as ev
from croupier.table.readers import legal
from croupier.training.drills.hands import final_cards, said_by, wagers_at_the_end
from croupier.training.drills.kinds import (
    describe,
    drill_kind,
    groups,
    label_of,
    stakes,
    table_cards,
    typed_drill,
)
from croupier.training.drills.question import Drill
from croupier.training.drills.rounds import (
    DrillRound,
    Wagers,
    choose_seats,
    choose_stake,
    deal_until,
    play_round,
    random_round,
    seat_count,
    showdown_of,
)

CENTS_OF_HALF_CHIPS = 250  # a chip of two and a half dollars makes amounts with half dollars


def paid_out(event: ev.WagerSettled) -> int:
    """Return the cents that the dealer pays. A banked wager is already in the tray."""
    return event.returned - (0 if event.banked else event.staked)


def how_much(rules: GameRules, wager: str) -> str:
    """Return the end of a question, which says whether the wager itself counts."""
    rule = rules.wagers[wager]
    return "The chip is already in the tray." if rule.banked else "Don't count the wager itself."


def paytable_fact(rules: GameRules, wager: str) -> tuple[str, ...]:
    table = rules.wagers[wager].table
    if not rules.offers(table):
        return ()
    return (f"{label_of(rules, wager)}: paytable {rules.paytable(table).letter}.",)


def of_round(played: DrillRound, event: ev.WagerSettled, text: str, answer: int) -> Drill:
    rules = played.rules
    return typed_drill(
        rules,
        "money",
        text,
        answer,
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        topic=label_of(rules, event.wager),
        facts=(*said_by(played, event.seat), *paytable_fact(rules, event.wager)),
        cards=table_cards(final_cards(played), event.seat),
        wagers=stakes(rules, wagers_at_the_end(played, event.seat)),
        evidence={"record": played.record(), "seat": event.seat, "wager": event.wager},
    )


@drill_kind("payout", "Pay a wager from the cards", 12, seconds=15)
def payout(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    found = [] if played is None else [event for event in played.settled() if event.result == "win"]
    won = [event for event in found if event.wager != rules.metered and paid_out(event) > 0]
    if not won:
        return None
    names = sorted({event.wager for event in won})
    # Even money needs little practice, so wagers with a paytable are twice as likely.
    weights = [2 if rules.offers(rules.wagers[name].table) else 1 for name in names]
    chosen = rng.choices(names, weights)[0]
    event = rng.choice([event for event in won if event.wager == chosen])
    assert played is not None
    label = label_of(rules, event.wager)
    text = f"Seat {event.seat} wins the {label}. How much do you pay? {how_much(rules, event.wager)}"
    return of_round(played, event, text, paid_out(event))


@drill_kind("payout_total", "Pay all wagers of a seat", 12, seconds=30)
def payout_total(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    if played is None:
        return None
    won = {
        seat: [e for e in played.settled(seat) if e.result == "win" and e.wager != rules.metered]
        for seat in played.wagers
    }
    many = [seat for seat, events in won.items() if len(events) > 1]
    if not many:
        return None
    seat = rng.choice(many)
    paid = [event for event in won[seat] if paid_out(event) > 0]
    others = [rule.name for rule in rules.played.wagers if rule.name == rules.metered]
    left_out = f" Leave the {label_of(rules, others[0])} out." if others else ""
    return typed_drill(
        rules,
        "money",
        f"How much do you pay seat {seat} for all wagers that win? Don't count the wagers themselves."
        + left_out,
        sum(map(paid_out, paid)),
        clauses=[clause for event in paid for clause in event.clauses],
        readings=[reading for event in paid for reading in event.readings],
        reason=" ".join(describe(event) for event in paid),
        facts=(*said_by(played, seat), *(f for e in paid for f in paytable_fact(rules, e.wager))),
        cards=table_cards(final_cards(played), seat),
        wagers=stakes(rules, wagers_at_the_end(played, seat)),
        evidence={"record": played.record(), "seat": seat},
    )


# --- rows of a paytable


def verdict_for(rules: GameRules, wager: str, row: Row) -> Verdict | None:
    """Return the win that the game's settlement gives for a row."""
    wins = rules.played.earned(rules, wager)
    return next(
        (verdict for verdict in wins if row.clause in verdict.clauses and verdict.bonus is None), None
    )


def rows_that_pay(rules: GameRules, *, shares: bool = False) -> list[tuple[str, Row, Verdict]]:
    """Return every row that pays, by wager. `shares` selects the rows that pay part of a meter."""
    found = []
    for rule in rules.played.wagers:
        if not rules.offers(rule.table) or (rule.table != rule.name and is_repeated(rules, rule.name)):
            continue
        for row in rules.paytable(rule.table).rows:
            verdict = verdict_for(rules, rule.name, row)
            if verdict is None or verdict.pays is None or isinstance(verdict.pays, MeterShare) != shares:
                continue
            found.append((rule.name, row, verdict))
    return found


def is_repeated(rules: GameRules, wager: str) -> bool:
    """Return whether an earlier wager has the same paytable."""
    table = rules.wagers[wager].table
    return next(rule.name for rule in rules.played.wagers if rule.table == table) != wager


def row_fact(rules: GameRules, wager: str, row: Row) -> tuple[str, ...]:
    return (*paytable_fact(rules, wager), f"Hand: {row_words(row.hand).lower()}.")


def position(rules: GameRules, wager: str, row: Row) -> int:
    """Return the position of a row in its paytable, which is printed best hand first."""
    return rules.paytable(rules.wagers[wager].table).rows.index(row)


def row_drill(rules: GameRules, wager: str, row: Row, verdict: Verdict, stake: int) -> Drill:
    label, banked = label_of(rules, wager), rules.wagers[wager].banked
    returned = amount_returned(verdict, stake)
    answer = returned - (0 if banked else stake)
    return typed_drill(
        rules,
        "money",
        f"The {label} of {format_dollars(stake)} wins. How much do you pay? {how_much(rules, wager)}",
        answer,
        clauses=verdict.clauses,
        readings=verdict.readings,
        reason=f"{row_words(row.hand)} pays {verdict.pays}: {format_dollars(stake)} wins "
        f"{format_dollars(answer)}.",
        topic=label,
        facts=row_fact(rules, wager, row),
        wagers=stakes(rules, {wager: stake}),
        evidence={"wager": wager, "row": position(rules, wager, row), "stake": stake, "banked": banked},
    )


def legal_stake(rng: random.Random, rules: GameRules, wager: str) -> int:
    """Return a legal stake for a wager. A decision wager is a multiple of the wager that it follows."""
    posted = {stake.name: stake for stake in legal.posted_stakes(rules)}
    rule = rules.wagers[wager]
    if wager in posted:
        equal = posted[wager].equal_to
        return choose_stake(rng, posted[equal] if equal in posted else posted[wager])
    followed = rule.multiple_of or rule.equal_to
    first = choose_stake(rng, posted[followed]) if followed in posted else 1000
    return first * rng.randint(1, rule.most_times)


@drill_kind("paytable_row", "Pay a hand of the paytable", 12, lambda rules: bool(rows_that_pay(rules)))
def paytable_row(rng: random.Random, rules: GameRules) -> Drill | None:
    found = rows_that_pay(rules)
    wager = rng.choice(sorted({name for name, _, _ in found}))
    _, row, verdict = rng.choice([each for each in found if each[0] == wager])
    return row_drill(rules, wager, row, verdict, legal_stake(rng, rules, wager))


def fractional_rows(rules: GameRules) -> list[tuple[str, Row, Verdict]]:
    """Return the rows whose odds need a division, such as 3 to 2."""
    return [
        (wager, row, verdict)
        for wager, row, verdict in rows_that_pay(rules)
        if isinstance(verdict.pays, Odds) and verdict.pays.den > 1
    ]


@drill_kind("odd_amount", "Fractions and half cents", 12, lambda rules: bool(fractional_rows(rules)))
def odd_amount(rng: random.Random, rules: GameRules) -> Drill | None:
    wager, row, verdict = rng.choice(fractional_rows(rules))
    kind = rng.randrange(3)
    if kind == 0:
        stake = legal_stake(rng, rules, wager)
    elif kind == 1:
        stake = CENTS_OF_HALF_CHIPS * (2 * rng.randint(1, 40) + 1)
    else:
        stake = 2 * rng.randint(50, 5000) + 1  # an odd number of cents
    return row_drill(rules, wager, row, verdict, stake)


# --- the progressive


@drill_kind(
    "meter_share",
    "Pay a share of the progressive meter",
    12,
    lambda rules: bool(rules.metered) and bool(rows_that_pay(rules, shares=True)),
    seconds=15,
)
def meter_share(rng: random.Random, rules: GameRules) -> Drill | None:
    wager, row, verdict = rng.choice(rows_that_pay(rules, shares=True))
    pays = verdict.pays
    assert isinstance(pays, MeterShare) and rules.progressive is not None
    least = rules.progressive.resets[pays.meter]
    amount = least + rng.choice((1, 10, 100, 1)) * rng.randint(1, 2_000_000)
    stake = rng.choice(rules.progressive.stakes)
    answer = compute_return(pays, stake, amount)
    label = label_of(rules, wager)
    named = "meter" if len(rules.progressive.resets) == 1 else f"{pays.meter.capitalize()} meter"
    return typed_drill(
        rules,
        "money",
        f"The {named} shows {format_dollars(amount)}. How much does the {label} win?",
        answer,
        clauses=(*verdict.clauses, *rules.played.meter_clauses),
        readings=(*verdict.readings, "X-12"),
        reason=f"{row_words(row.hand)} pays {pays}: {format_dollars(answer)}, rounded down to the cent.",
        topic=label,
        facts=row_fact(rules, wager, row),
        wagers=stakes(rules, {wager: stake}),
        evidence={"wager": wager, "row": position(rules, wager, row), "amount": amount},
    )


def pays_envy(rules: GameRules) -> bool:
    offered = rules.progressive is not None and rules.progressive.envy is not None
    return offered and not rules.late_deals and seat_count(rules) > 1


ENVY_TRIES = 400  # hands that earn an Envy Bonus are rare


@drill_kind("envy", "Pay the Envy Bonus", 12, pays_envy, seconds=20)
def envy(rng: random.Random, rules: GameRules) -> Drill | None:
    assert rules.progressive is not None
    stake = rules.progressive.stake

    def earns(hands: dict[str, tuple[Card, ...]], wagers: Wagers) -> bool:
        return any(rules.played.envy(rules, showdown_of(hands, seat), stake) for seat in wagers)

    played = random_round(rng, rules, least=2, wager=rules.metered, wanted=earns, tries=ENVY_TRIES, folds=0)
    if played is None:
        return None
    paid = [event for event in played.events if isinstance(event, ev.EnvyPaid)]
    if not paid:
        return None
    holders = sorted({event.holder for event in paid})
    seats = [seat for seat in played.wagers if seat not in holders or len(holders) > 1 or rng.random() < 0.2]
    seat = rng.choice(seats)
    mine = [event for event in paid if event.seat == seat]
    shown = [e for e in played.events if isinstance(e, ev.HandShown) and e.seat in holders]
    cards = final_cards(played)
    reason = " ".join(describe(event) for event in (*shown, *(mine or paid)))
    label = label_of(rules, rules.metered)
    return typed_drill(
        rules,
        "money",
        f"How much does seat {seat} receive in all as an Envy Bonus?",
        sum(event.cents for event in mine),
        clauses=[clause for event in paid for clause in event.clauses],
        readings=[reading for event in paid for reading in event.readings],
        reason=reason if mine else f"{reason} The bonus goes only to the other players.",
        topic=label,
        facts=(f"Seats {', '.join(map(str, played.wagers))} made the {label} wager.",),
        cards=groups(cards, (*map(seat_place, played.wagers), BOARD)),
        evidence={"record": played.record(), "seat": seat},
    )


# --- the payout limit


def with_payout_limit(rules: GameRules) -> GameRules:
    """Return the rules with a payout limit and without betting limits, so that the limit is reached."""
    limit = rules.choices.payout_limit or payout_limit(rules).floor
    return game_rules(Rules(replace(rules.choices, payout_limit=limit, limits={})))


@drill_kind("payout_limit", "Apply the payout limit", 12, lambda rules: bool(payout_limit(rules).reaches), 30)
def limited(rng: random.Random, rules: GameRules) -> Drill | None:
    limit_rules = with_payout_limit(rules)
    limit = limit_rules.choices.payout_limit
    assert limit is not None
    seats = choose_seats(rng, limit_rules, most=2)
    base = limit // 4 + 100 * rng.randint(-limit // 1000, limit // 400)
    wagers = {seat: big_wagers(rng, limit_rules, base) for seat in seats}
    deck = deal_until(rng, limit_rules, seats)
    assert deck is not None
    played = play_round(rng, limit_rules, wagers, deck, folds=0)
    cut = [event for event in played.settled() if event.cut]
    if not cut:
        return None
    event = rng.choice(cut)
    label = label_of(limit_rules, event.wager)
    text = (
        f"The payout limit is {format_dollars(limit)} for each hand. Seat {event.seat} wins the {label}. "
        f"How much do you pay on it? {how_much(limit_rules, event.wager)}"
    )
    drill = of_round(played, event, text, paid_out(event))
    return replace(drill, evidence={**drill.evidence, "payout_limit": limit})


def big_wagers(rng: random.Random, rules: GameRules, base: int) -> dict[str, int]:
    reaches = payout_limit(rules).reaches
    stake = base // 100 * 100
    found = {rule.name: stake for rule in rules.required}
    for one in legal.posted_stakes(rules):
        possible = not one.required and one.name in reaches and all(need in found for need in one.needs)
        if possible and rng.random() < 0.5:
            found[one.name] = stake // 500 * 100
    return found
