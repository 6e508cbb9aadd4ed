"""Generate docs/reference.md from the docstrings of the public functions (``make docs``)."""

from __future__ import annotations

import inspect
import sys
import textwrap
from pathlib import Path

import croupier
from croupier import results, table_handle

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"


def page() -> str:
    parts = [
        "# Python reference",
        "This reference is for people who use Croupier from Python. After reading it you can call every\n"
        "public function and use its results. `make docs` generates this page from the docstrings, and the\n"
        "tests run its examples.",
        body(croupier),
    ]
    functions = [name for name in croupier.__all__ if inspect.isfunction(getattr(croupier, name))]
    for name in functions:
        function = getattr(croupier, name)
        parts += [f"## croupier.{name}", signature(name, function), body(function)]
    parts += ["## An open table", body(table_handle.TableHandle)]
    for name, member in inspect.getmembers(table_handle.TableHandle):
        if not name.startswith("_") and name != "sections" and inspect.getdoc(member):
            call = signature(name, member) if inspect.isfunction(member) else f"    {name}"
            parts += [call, body(member)]
    parts += ["## Results", body(results.Document)]
    for name in ("to_dict", "frame", "arrays"):
        member = getattr(results.Document, name)
        parts += [signature(name, member), body(member)]
    types = {name: getattr(croupier, name) for name in croupier.__all__ if name[0].isupper()}
    kinds = {name: kind for name, kind in types.items() if issubclass(kind, results.Document)}
    parts.append("\n".join(f"- `croupier.{name}`: {body(kind)}" for name, kind in kinds.items()))
    parts += ["## Errors"]
    for name in ("BadInput", "Refused"):
        parts += [f"`croupier.{name}`: {body(getattr(croupier, name))}"]
    return "\n\n".join(parts) + "\n"


def signature(name: str, function: object) -> str:
    assert callable(function)
    shown = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in shown.parameters.values() if p.name != "self"]
    plain = shown.replace(parameters=parameters, return_annotation=shown.empty)
    return textwrap.indent("\n".join(textwrap.wrap(f"{name}{plain}", 100, subsequent_indent="    ")), "    ")


def body(thing: object) -> str:
    """Convert a docstring to Markdown with each example in its own code block."""
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
