"""The `how` command, which explains the game, its hands and its paytables on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cli.play.posted import rows
from croupier.cli.play.screen import Screen
from croupier.games import game, script
from croupier.games.game import PLAYERS, Ask, Choice, Deal, Delivery, Game, Phase, Reveal, Settle, Turn
from croupier.games.notices import named_paytables
from croupier.rulebook import Paytable, clauses
from croupier.submission import Rules
from croupier.table.wording import PLACES, card_count


def show_how(screen: Screen, rules: Rules, meters: Mapping[str, int]) -> None:
    spec = game(rules.game)
    screen.heading("How to play", spec.title)
    for number, (line, clause) in enumerate(course(spec, rules), 1):
        screen.print_event(f"{number}. {line}", clause)
    if spec.ranking is not None:
        screen.say()
        screen.say(f"Hands, best first: {', '.join(hands(spec))}.")
    if rules.paytables:
        screen.say()
        for one in named_paytables(rules):
            screen.say(f"{one.label} ({one.table.letter}): {pays(one.table, meters)}.")
    screen.say(
        "Type paytables to see the payouts as tables, or rules and a clause id to read that clause.", "dim"
    )


def course(spec: Game, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the steps of a round, each with a clause."""
    yield f"You bet {wagers(spec, rules)}.", spec.bets_by[0]
    for phase in script(rules):
        text = step(spec, phase)
        if text:
            yield text


def wagers(spec: Game, rules: Rules) -> str:
    required = [rule.label for rule in spec.wagers if rule.kind == "required"]
    equal = ", all equal" if any(rule.equal_to for rule in spec.wagers if rule.kind == "required") else ""
    optional = [rule.label for rule in spec.wagers if rule.kind == "optional" and rules.offers(rule.name)]
    text = f"{list_words(required)}{equal}"
    return f"{text}; {list_words(optional, 'or')} are optional" if optional else text


def step(spec: Game, phase: Phase) -> tuple[str, str] | None:
    match phase:
        case Deal():
            return f"{phase.name[0].upper()}{phase.name[1:]}: {dealt(phase)}.", phase.deliveries[0].clauses[0]
        case Ask():
            choices = list_words([choice_words(spec, choice) for choice in phase.choices], "or")
            return f"{phase.name[0].upper()}{phase.name[1:]}: {choices}.", phase.clauses[0]
        case Turn():
            up = f"{card_count(phase.count)} of {PLACES.get(phase.place, phase.place)} turned up"
            return f"{phase.name[0].upper()}{phase.name[1:]}: {up}.", phase.clauses[0]
        case Reveal() if phase.places:
            whose = list_words([PLACES.get(place, place) for place in phase.places])
            return f"{whose[0].upper()}{whose[1:]}: cards revealed.", phase.clauses[0]
        case Settle():
            return "Every wager is paid or collected.", phase.clauses[0]
    return None


def dealt(phase: Deal) -> str:
    """Describe how many cards each place receives in total."""
    each: dict[str, int] = {}
    for delivery in phase.deliveries:
        each[whom(delivery)] = each.get(whom(delivery), 0) + delivery.count
    return list_words([f"{card_count(count)} to {place}" for place, count in each.items()])


def whom(delivery: Delivery) -> str:
    return "each player" if delivery.place == PLAYERS else PLACES.get(delivery.place, delivery.place)


def choice_words(spec: Game, choice: Choice) -> str:
    """Describe a choice and its effect on the wagers."""
    if choice.stakes is not None:
        times = "" if choice.multiple == 1 else f"{choice.multiple} times "
        return f"{choice.name} ({label(spec, choice.stakes)}: {times}the {label(spec, choice.of)})"
    if choice.withdraws is not None:
        return f"{choice.name} ({label(spec, choice.withdraws)} comes back)"
    return choice.name


def label(spec: Game, wager: str) -> str:
    rule = spec.wager(wager)
    return rule.label if rule is not None else wager


def hands(spec: Game) -> Iterator[str]:
    """Yield each class of hand, with a description if the name does not explain itself."""
    book = clauses()
    assert spec.ranking is not None
    for row in spec.ranking.rows:
        own = [book[clause].gist for clause in row.clauses if clause.startswith(f"{spec.id}/")]
        name = row.category.replace("_", " ")
        detail = own[0].partition(": ")[2] if own else ""
        yield f"{name} ({detail})" if detail else name


def pays(table: Paytable, meters: Mapping[str, int]) -> str:
    return ", ".join(f"{hand.lower()} {paid}" for hand, paid in rows(table, meters))


def list_words(words: list[str], last: str = "and") -> str:
    return f" {last} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
