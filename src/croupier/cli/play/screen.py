"""The terminal screen, which shows lines, cards and tables in 80 columns on any terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from io import UnsupportedOperation

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from croupier.cli.output import color_system
from croupier.cli.play.faces import Group, laid_out

WIDEST = 96  # maximum line width, because longer lines are hard to read
NARROWEST = 40
GAP = 3  # blank columns between tables
IN_ASCII = str.maketrans({"·": "-", "–": "-", "…": "...", "×": "x", "’": "'", "“": '"', "”": '"'})


class TerminalConsole(Console):
    """A console that does not exit on a broken pipe, so that the session can finish the round."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def make_console() -> Console:
    """Create a console for standard output. It never fails on an unsupported character."""
    for stream in (sys.stdout, sys.stdin):
        if hasattr(stream, "reconfigure"):
            with suppress(UnsupportedOperation):  # a stream that is already in use cannot be reconfigured
                stream.reconfigure(errors="replace")
    console = TerminalConsole(color_system=color_system(), highlight=False, markup=False, emoji=False)
    console.width = max(NARROWEST, min(console.width, WIDEST))
    return console


class Screen:
    def __init__(self, console: Console) -> None:
        self.console = console
        self.ascii_only = not console.encoding.lower().startswith("utf")

    @property
    def width(self) -> int:
        return self.console.width

    def text(self, text: str, style: str = "") -> Text:
        return Text(text.translate(IN_ASCII) if self.ascii_only else text, style)

    def say(self, text: str = "", style: str = "") -> None:
        self.console.print(self.text(text, style))

    def show(self, *things: RenderableType) -> None:
        self.console.print(*things)

    def mute(self) -> None:
        self.console.quiet = True

    def heading(self, left: str, right: str = "") -> None:
        """Print a horizontal rule with a title."""
        dash = "-" if self.ascii_only else "─"
        title, note = self.text(left), self.text(right)
        gap = self.width - title.cell_len - note.cell_len - 4
        line = Text(f"{dash} ", "dim").append_text(Text(title.plain, "bold"))
        line.append(f" {dash * max(gap, 1)} " if right else f" {dash * max(gap + 1, 1)}", "dim")
        self.say()
        self.console.print(line.append_text(note), overflow="ellipsis", no_wrap=True)

    def print_event(self, line: str, cited: str, style: str = "") -> None:
        """Print an event with its clauses at the right margin."""
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
        grid.add_column(ratio=1)
        grid.add_column(justify="right", max_width=max(self.width * 2 // 5, 18))
        grid.add_row(self.text(line, style), Text(cited, "dim"))
        self.console.print(grid)

    def cards(self, groups: Sequence[Group]) -> None:
        for line in laid_out([g for g in groups if g[1]], self.width, self.ascii_only):
            self.console.print(line, no_wrap=True, crop=True)

    def table(self, columns: Sequence[str], title: str = "") -> Table:
        """Create a table. A leading > in a column's name aligns it right."""
        table = Table(
            box=None,
            pad_edge=False,
            padding=(0, 2, 0, 0),
            show_header=any(name.strip(">") for name in columns),
            header_style="dim",
            title=self.text(title, "bold") if title else None,
            title_justify="left",
            title_style="",
        )
        for name in columns:
            table.add_column(name.lstrip(">"), justify="right" if name.startswith(">") else "left")
        return table

    def working(self, what: str) -> AbstractContextManager[object]:
        """Show a spinner during a computation, on a terminal."""
        if not self.console.is_terminal or self.ascii_only:
            return nullcontext()
        return self.console.status(self.text(what), spinner="dots")

    def side_by_side(self, tables: Iterable[RenderableType]) -> None:
        """Print tables side by side, as many per row as fit."""
        row: list[RenderableType] = []
        used = 0
        for table in tables:
            wide = Measurement.get(self.console, self.console.options, table).maximum
            if row and used + wide > self.width:
                self._row(row)
                row, used = [], 0
            row.append(table)
            used += wide + GAP
        self._row(row)

    def _row(self, tables: Sequence[RenderableType]) -> None:
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_row(*tables)
        self.console.print(grid)
        self.console.print()
