"""docs/reference.md, made from the docstrings of what `import croupier` offers. Run: make docs."""

from __future__ import annotations

import inspect
import sys
import textwrap
from pathlib import Path

import croupier
from croupier import documents, opened

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
KINDS = (
    "Round", "Analysis", "BestPlay", "SimplePlay", "Choices", "Simulation", "Risk", "Design", "Checked",
    "Rule", "Found",
)  # fmt: skip


def page() -> str:
    parts = [
        "# Reference",
        "Made from the docstrings (`make docs`); the examples run as tests.",
        body(croupier),
    ]
    functions = [name for name in croupier.__all__ if inspect.isfunction(getattr(croupier, name))]
    for name in functions:
        function = getattr(croupier, name)
        parts += [f"## croupier.{name}", signature(name, function), body(function)]
    parts += ["## An open table", body(opened.OpenTable)]
    for name, member in inspect.getmembers(opened.OpenTable):
        if not name.startswith("_") and name != "sections" and inspect.getdoc(member):
            call = signature(name, member) if inspect.isfunction(member) else f"    {name}"
            parts += [call, body(member)]
    parts += ["## What comes back", body(documents.Document)]
    for name in ("to_dict", "frame", "arrays"):
        member = getattr(documents.Document, name)
        parts += [signature(name, member), body(member)]
    parts.append("\n".join(f"- `{kind}`: {body(getattr(documents, kind))}" for kind in KINDS))
    parts += ["## Errors"]
    for name in ("BadInput", "Refused"):
        parts += [f"`croupier.{name}`: {body(getattr(croupier, name))}"]
    return "\n\n".join(parts) + "\n"


def signature(name: str, function: object) -> str:
    assert callable(function)
    told = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in told.parameters.values() if p.name != "self"]
    plain = told.replace(parameters=parameters, return_annotation=told.empty)
    return textwrap.indent("\n".join(textwrap.wrap(f"{name}{plain}", 100, subsequent_indent="    ")), "    ")


def body(thing: object) -> str:
    """A docstring as Markdown: examples stand in blocks of their own."""
    lines: list[str] = []
    inside = False
    for line in (inspect.getdoc(thing) or "").splitlines():
        begins = line.startswith(">>>") and not inside
        if begins:
            lines.append("```python")
            inside = True
        if inside and not line:
            lines.append("```")
            inside = False
        lines.append(line)
    if inside:
        lines.append("```")
    return "\n".join(line if line.startswith("```") else line.replace("``", "`") for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE} written", file=sys.stderr)
