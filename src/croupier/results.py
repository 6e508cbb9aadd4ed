"""Results of the public functions: dictionaries that print as tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

from croupier.errors import BadInput

Rows = Sequence[Sequence[object]]
# Keys under which a document may list its rows. The first key present is used.
FRAMED = ("results", "bands", "choices", "decisions", "rows", "questions")
NAMED = ("wager", "paytable")  # columns copied from a row to the rows of a table inside it
FRACTION = re.compile(r"-?\d+/\d+")
WHOLE = re.compile(r"-?\d+")
EXACT = "_exact"  # suffix of a column that holds fractions as text


class Section(NamedTuple):
    """A line of text, followed by a table if there are rows."""

    line: str
    columns: tuple[str, ...] = ()
    rows: Rows = ()


class Document(dict[str, Any]):
    """A result as a dictionary, which prints as a table. The documentation lists its fields."""

    def sections(self) -> Iterator[Section]:
        yield from ()

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary."""
        return dict(self)

    def frame(self, of: str | None = None) -> Any:
        """Return the columns of ``arrays`` as a pandas DataFrame."""
        from croupier.extras import installed

        rows = self._rows(of)
        if not installed("pandas"):
            raise BadInput("frames need pandas, which is not installed")
        import pandas

        # Columns keep their types. A document without rows gives an empty frame.
        return pandas.DataFrame(self.arrays(of) if rows else rows)

    def arrays(self, of: str | None = None) -> dict[str, Any]:
        """Return the rows as NumPy arrays by column.

        An exact value has two columns. The column with its name contains ``float64`` numbers, and the column
        with the suffix ``_exact`` contains fractions as text. A mapping of names to exact values has such
        columns for each name, such as ``break_even_main``. Columns of other values contain objects. With
        ``of="outcomes"``, the arrays have one row per outcome, with its wager and paytable.
        """
        from croupier.extras import installed

        rows = spread(self._rows(of))
        if not installed("numpy"):
            raise BadInput("arrays need numpy; install croupier[maths]")
        names = dict.fromkeys(name for row in rows for name in row)
        found: dict[str, Any] = {}
        for name in names:
            column = [row.get(name) for row in rows]
            if _fractions(column) and not name.endswith(EXACT):
                found[name] = _array([None if each is None else float(Fraction(each)) for each in column])
                found.setdefault(name + EXACT, _array(column))
            else:
                found[name] = _array(column)
        return found

    def _framed(self) -> list[dict[str, Any]]:
        """Return the rows that frames and arrays show."""
        rows = next((self[name] for name in FRAMED if name in self), None)
        if rows is None:
            raise BadInput("this document has no table of rows")
        return [dict(row) for row in rows]

    def _rows(self, of: str | None) -> list[dict[str, Any]]:
        """Return the rows, or with ``of`` the rows of the tables inside them or inside the round."""
        rows = self._framed()
        if of is None:
            return rows
        inside = [row for row in (*rows, self.get("round", {})) if _is_table(row.get(of))]
        if not inside:
            raise BadInput(f"no row of this document has a table {of!r:.40}")
        return [
            {**{name: row[name] for name in NAMED if name in row}, **each}
            for row in inside
            for each in row[of]
        ]

    def __repr__(self) -> str:
        return "\n".join(line for section in self.sections() for line in text_of(section))

    def _repr_html_(self) -> str:
        return "\n".join(html_of(section) for section in self.sections())


def _is_table(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, Mapping) for each in value)


def spread(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Replace each column of mappings to exact values by a column for each name of the mappings."""
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row[name] for row in rows if row.get(name) is not None] for name in names}
    split = {name for name, column in columns.items() if column and all(map(_exact_values, column))}
    if not split:
        return rows
    keys = {name: dict.fromkeys(key for each in columns[name] for key in each) for name in split}
    return [
        {
            place: value
            for name, cell in row.items()
            for place, value in (
                [(f"{name}_{key}", _fraction((cell or {}).get(key))) for key in keys[name]]
                if name in split
                else [(name, cell)]
            )
        }
        for row in rows
    ]


def _exact_values(cell: object) -> bool:
    """Return whether a cell is a mapping of names to exact values."""
    return isinstance(cell, Mapping) and all(
        isinstance(each, str) and (FRACTION.fullmatch(each) or WHOLE.fullmatch(each))
        for each in cell.values()
    )


def _fraction(value: str | None) -> str | None:
    """Write a whole number as a fraction, because the other values of its column are fractions."""
    return f"{value}/1" if value is not None and WHOLE.fullmatch(value) else value


def _fractions(column: Sequence[object]) -> bool:
    """Return whether all known values of a column are fractions."""
    known = [each for each in column if each is not None]
    return bool(known) and all(isinstance(each, str) and FRACTION.fullmatch(each) for each in known)


def _array(column: Sequence[object]) -> Any:
    """Convert a column. Numeric columns with missing values become float64; others are unchanged."""
    import numpy as np

    kinds = {type(each) for each in column}
    if kinds <= {int, float, type(None)} and kinds & {int, float}:
        return np.array(column, None if kinds == {int} else np.float64)
    found = np.empty(len(column), np.bool_ if kinds == {bool} else object)
    for place, each in enumerate(column):  # item by item: a list in a cell must not become another dimension
        found[place] = each
    return found


def text_of(section: Section) -> Iterator[str]:
    if section.line:
        yield section.line
    if not section.rows:
        return
    lines = [section.columns, *([shown(cell) for cell in row] for row in section.rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(section.columns))]
    for line in lines:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def html_of(section: Section) -> str:
    told = f"<p>{escape(section.line)}</p>" if section.line else ""
    if not section.rows:
        return told
    head = "".join(f"<th>{escape(name)}</th>" for name in section.columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(shown(cell))}</td>' for cell in row)}</tr>" for row in section.rows
    )
    return f"{told}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def shown(cell: object) -> str:
    return "–" if cell is None or cell == "" else str(cell)


def percent(share: float) -> str:
    return f"{100 * share:z.4f} %"  # z: no minus sign on zero


def to_the_cent(cents: str) -> str:
    """Format an exact number of cents as money, to the nearest cent."""
    from croupier.submission import format_dollars

    return format_dollars(round(Fraction(cents)))


def together(words: Iterable[str]) -> str:
    return ", ".join(words)


class Round(Document):
    """The result of one round: the JSON document that ``croupier round --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title

        yield Section(title(self["game"]) + (": the round is void" if self["void"] else ""))
        yield Section("", ("", "cards", "hand"), list(self._hands()))
        yield Section("", ("seat", "wager", "staked", "back", "net", "result", "by"), list(self._wagers()))
        for incident in self["incidents"]:
            yield Section(f"{incident['what']} ({incident['when']}): {together(incident['told'])}")
        for warning in self["warnings"]:
            yield Section(f"warning: {warning}")

    def _hands(self) -> Iterator[tuple[object, ...]]:
        for name in ("board", "box"):
            if self[name]:
                yield name, self[name], ""
        if self["dealer"]:
            short = ", does not qualify" if self["dealer"]["qualifies"] is False else ""
            yield "dealer", self["dealer"]["cards"], hand_words(self["dealer"]) + short
        for seat in self["seats"]:
            folded = ", folded" if seat["folded"] else ""
            yield f"seat {seat['seat']}", seat["cards"], hand_words(seat) + folded

    def _wagers(self) -> Iterator[tuple[object, ...]]:
        from croupier.submission import format_dollars

        for seat in self["seats"]:
            for name, wager in seat["wagers"].items():
                money = (format_dollars(wager[key]) for key in ("staked", "returned", "net"))
                by = together((*wager["clauses"], *wager["readings"]))
                yield seat["seat"], name, *money, wager["result"], by
            if seat["envy"]:
                bonus = format_dollars(seat["envy"])
                yield seat["seat"], "envy", "", bonus, bonus, "", together(seat["envy_clauses"])


def hand_words(hand: dict[str, Any]) -> str:
    if hand["hand"] is None:
        return ""
    counted = f"{hand['count']}, " if hand.get("count") is not None else ""
    return counted + str(hand["hand"]).replace("_", " ")


class Analysis(Document):
    """The value of wagers: the JSON document that ``croupier analyze --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title

        value = value_heading(self["results"])
        columns = ("wager", "paytable", "house edge", "of all staked", "hits", "SD", value)
        yield Section(title(self["game"]), columns, [self._row(each) for each in self["results"]])
        if len(self["results"]) == 1:
            (result,) = self["results"]
            rows = [(each["outcome"], each["pays"], each["probability"]) for each in result["outcomes"]]
            yield Section("", ("outcome", "pays", "probability"), rows)

    def _row(self, result: dict[str, Any]) -> tuple[object, ...]:
        return (
            result["wager"],
            result["paytable"],
            house_edge_of(result),
            percent(result["element_of_risk"]) if result["element_of_risk"] is not None else None,
            percent(float(Fraction(result["hit_frequency"]))) if result["hit_frequency"] else None,
            f"{result['sd']:.3f}" if result["sd"] is not None else None,
            value_of(result),
        )


def value_heading(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the heading for ``value_of``, which says whether values are exact or sampled."""
    return "estimate" if any(each.get("sampled") for each in results) else "exact value"


def value_of(result: Mapping[str, Any]) -> str:
    """Return the player's expectation per unit, as a fraction or as an estimate with its standard error."""
    sampled = result.get("sampled")
    if not sampled:
        return str(result["ev"])
    return f"{float(Fraction(result['ev'])):+.6f} ± {sampled['standard_error']:.6f} (standard error)"


def house_edge_of(result: Mapping[str, Any], write: Callable[[float], str] = percent) -> str:
    """Return the house edge as a percentage, with the standard error if it is sampled."""
    edge, sampled = write(result["house_edge"]), result.get("sampled")
    return f"{edge} ± {write(sampled['standard_error'])}" if sampled else edge


class BestPlay(Document):
    """The best play of a game: the JSON document that ``croupier strategy --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title

        table = f", paytable {self['paytable']}" if self["paytable"] else ""
        yield Section(f"{title(self['game'])}{table}: the best play")
        for decision in self["decisions"]:
            told = [
                (key.replace("_", " "), "; ".join(value) if isinstance(value, list) else value)
                for key, value in decision.items()
                if key not in ("decision", "hands")
                and not isinstance(value, dict)
                and value not in (None, [])
            ]
            yield Section(decision["decision"], ("", ""), told)


class SimplePlay(Document):
    """A short rule list and its cost: the JSON document that ``croupier strategy --simple --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title

        table = f", paytable {self['paytable']}" if self["paytable"] else ""
        named = "simple rules" if self["name"] == "simple" else f'the rules "{self["name"]}"'
        yield Section(f"{title(self['game'])}{table}: {named}")
        for line in self["rules"]:
            yield Section(f"  {line}")
        cost = percent(float(Fraction(self["cost"])))
        yield Section(f"house edge {percent(self['house_edge'])}, of which {cost} beyond the best play")
        for each in self["questions"]:
            told = f"{each['question']}: {percent(each['avoidable'])} lost where other answers are better"
            rows = [(_case(case["case"]), case["rules_say"], percent(case["cost"])) for case in each["worst"]]
            yield Section(told, ("errs with", "says", "cost"), rows)


def _case(case: dict[str, str]) -> str:
    return together(f"{name} {value}" for name, value in case.items())


class Risk(Document):
    """The results of a seat over rounds: the JSON document that ``croupier risk --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title

        whole, tables = self["round"], self["paytables"]
        wagers = together(
            f"{name} {units}" + (f" (paytable {tables[name]})" if name in tables else "")
            for name, units in whole["wagers"].items()
        )
        # A paytable with its own name may pay several main wagers.
        apart = [
            f"{name} paytable {letter}" for name, letter in tables.items() if name not in whole["wagers"]
        ]
        yield Section(f"{title(self['game'])}, {self['strategy']} play: {together([wagers, *apart])}")
        yield Section(f"a round: {_whole_round(whole)}")
        rows = [
            (
                f"{each['rounds']:,}",
                percent(each["hold_low"]),
                percent(each["hold_high"]),
                percent(each["house_loses"]),
                f"{each['error']:.1g}",
            )
            for each in self["bands"]
        ]
        if rows:
            chance = f"to ({100 * self['bands'][0]['chance']:g} %)"
            columns = ("rounds", "hold from", chance, "house loses", "error")
            yield Section("house hold per unit and round:", columns, rows)
        house = self["house"]
        stakes = together(f"{name} {to_the_cent(cents)}" for name, cents in house.get("stakes", {}).items())
        if "unit" in house:
            yield Section(f"one unit is {to_the_cent(house['unit'])}; staked: {stakes}")
            won, lost = (to_the_cent(house[name]) for name in ("win_an_hour", "largest_loss_in_a_round"))
            yield Section(f"theoretical win {won} an hour; largest loss in a round {lost}")
        else:
            yield Section("one unit of each wager is its own stake" + (f": {stakes}" if stakes else ""))
        yield from (Section(line) for line in _losses(self["bankroll"], whole))
        if self["bankroll"]["kelly"]:
            yield Section(f"Kelly: {percent(self['bankroll']['kelly'])} of the bankroll on one unit")


def _losses(bankroll: dict[str, Any], whole: dict[str, Any]) -> Iterator[str]:
    if "down" in bankroll:
        found = bankroll["down"]
        yield (
            f"down {found['units']} units or more at some time within {found['rounds']:,} rounds "
            f"({found['hours']:g} hours): {percent(found['at_some_time'])}; at the end: "
            f"{percent(found['at_the_end'])}"
        )
    if "ruin" in bankroll:
        needed, ever = -Fraction(whole["worst"]), bankroll["ruin_ever_at_most"]
        yield (
            f"{bankroll['units']} units no longer cover the largest loss of a round, {float(needed):g}, "
            f"at some time within {bankroll['rounds']:,} rounds: {percent(bankroll['ruin'])}"
            + (f"; ever: {percent(ever)} at most" if ever < 1 else "")
        )


def _whole_round(whole: dict[str, Any]) -> str:
    ev = f"{float(Fraction(whole['ev'])):+.6f} units"
    if "sampled" in whole:
        off, rounds = whole["sd_error"], whole["sampled"]["rounds"]
        return f"{ev}, SD {whole['sd']:.4f} ± {off:.2g} (correlations from {rounds:,} dealt rounds)"
    worst, best = (float(Fraction(whole[name])) for name in ("worst", "best"))
    skew = f", skewness {whole['skewness']:.2f}" if whole["skewness"] is not None else ""
    return f"{ev}, SD {whole['sd']:.4f}{skew}, from {worst:+g} to {best:+g}"


class Design(Document):
    """The effects of changes to a paytable: the JSON document that ``croupier design --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title

        table = f" {self['paytable']}" if self["paytable"] else ""
        edge = percent(self["house_edge"])
        yield Section(f"{title(self['game'])}, {self['wager']}{table}: house edge {edge}")
        if self["rows"]:
            rows = [(each["row"], each["pays"], each["with"], _gives(each)) for each in self["rows"]]
            yield Section("", ("one unit more on", "pays", "with", "gives the player"), rows)
        if self["readings"]:
            told = [(each["reading"], each["option"], _gives(each)) for each in self["readings"]]
            yield Section("", ("another reading", "option", "gives the player"), told)
        if self.get("values"):
            values = [(each["value"], each["was"], each["with"], _gives(each)) for each in self["values"]]
            yield Section("", ("another value of", "was", "with", "gives the player"), values)
        if "tables" in self:
            found = self["tables"]
            nearest = [
                (
                    together(f"{hand} {pay}" for hand, pay in each["pays"].items()),
                    percent(-float(Fraction(each["ev"]))),
                    percent(float(Fraction(each["hit_frequency"]))),
                    f"{each['sd']:.3f}",
                )
                for each in found["nearest"]
            ]
            line = f"{found['found']} of {found['tried']} paytables:"
            yield Section(line, ("to 1", "house edge", "hits", "SD"), nearest)


def _gives(changed: dict[str, Any]) -> str | None:
    return percent(float(Fraction(changed["change"]))) if changed["change"] else None


class ChoiceValues(Document):
    """The value of each choice: the JSON document that ``croupier strategy --hand … --json`` prints."""

    def sections(self) -> Iterator[Section]:
        board = f" with {self['board']}" if self["board"] else ""
        rows = [
            (each["choice"], f"{float(Fraction(each['value'])):+.6f}", each["value"], each["cost"])
            for each in self["choices"]
        ]
        yield Section(
            f"{self['hand']}{board}, {self['decision']}: {self['best']} is best",
            ("choice", "worth", "exactly", "cost"),
            rows,
        )


class Simulation(Document):
    """Simulated and exact results: the JSON document that ``croupier simulate --json`` prints."""

    def sections(self) -> Iterator[Section]:
        from croupier.rulebook import title
        from croupier.submission import format_dollars

        rows = [
            (
                each["wager"],
                each["paytable"],
                format_dollars(each["staked"]),
                format_dollars(each["net"]),
                f"{float(Fraction(each['expected'])):+.6f}",
                f"{each['net'] / each['unit'] / self['rounds']:+.6f}",
                f"{each['z']:+.2f}",
            )
            for each in self["results"]
        ]
        how = f"{self['rounds']:,} rounds, {self['strategy']} play, seed {self['seed']}"
        yield Section(
            f"{title(self['game'])}: {how}",
            ("wager", "paytable", "staked", "net", "expected", "seen", "z"),
            rows,
        )


class SubmissionCheck(Document):
    """The faults of a Rules Submission: the JSON document that ``croupier check --json`` prints."""

    def sections(self) -> Iterator[Section]:
        for kind in ("violations", "warnings"):
            rows = [(each["clause"], each["message"], each["remedy"]) for each in self[kind]]
            if rows:
                yield Section(f"{len(rows)} {kind}", ("clause", "what and where", "what to do"), rows)
        if "summary" in self:
            rows = [(each["wager"], each["paytable"], each["clause"]) for each in self["summary"]["wagers"]]
            title = f"{self['summary']['title']}: the submission keeps to the rules"
            yield Section(title, ("wager", "paytable", "clause"), rows)


class RuleBookEntry(Document):
    """A clause or a reading, with related clauses and readings."""

    def _framed(self) -> list[dict[str, Any]]:
        if "question" in self:
            options: dict[str, str] = self["options"]
            return [
                {"reading": name, "says": text, "taken": name == self["default"]}
                for name, text in options.items()
            ]
        return [{"clause": name, "gist": gist} for name, gist in self["items"].items()]

    def sections(self) -> Iterator[Section]:
        if "question" in self:
            yield Section(f"{self['id']}  {self['question']}")
            rows = [
                (f"{name} (taken)" if name == self["default"] else name, text)
                for name, text in self["options"].items()
            ]
            yield Section("", ("reading", "says"), rows)
            return
        yield Section(f"{self['id']}  {self['gist']}")
        yield Section(f"{self['kind']}, {self['status']}")
        if self["items"]:
            yield Section("", ("clause", "gist"), list(self["items"].items()))


class RuleBookSearch(Document):
    """The games, or the clauses and readings that a search found."""

    def _framed(self) -> list[dict[str, Any]]:
        return [{"id": name, "gist": gist} for name, gist in self.items()]

    def sections(self) -> Iterator[Section]:
        yield Section("", ("id", "gist"), list(self.items()))
