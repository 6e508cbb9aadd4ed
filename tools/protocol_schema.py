"""Write docs/protocol.schema.json, the JSON Schema of socket messages, table commands and table events.

    python tools/protocol_schema.py          # write the file
    python tools/protocol_schema.py --check  # exit with code 1 if the file is out of date

Run this tool after you change a message, command or event. A test checks that the file is up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Union

import msgspec

from croupier.protocol import messages
from croupier.table.machine import APPLY, DECIDE

FILE = Path(__file__).parents[1] / "docs" / "protocol.schema.json"


def schema() -> dict[str, Any]:
    """Return a schema with four unions. Each member of a union has its own value of `type`."""
    unions = {
        "from_person": messages.FromPerson,
        "from_house": messages.FromHouse,
        "command": Union[tuple(DECIDE)],  # noqa: UP007 - X | Y needs fixed types
        "event": Union[tuple(APPLY)],  # noqa: UP007
    }
    found, definitions = msgspec.json.schema_components(unions.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages, commands and events of a Croupier table",
        "description": "docs/protocol.md explains the messages, commands and events.",
        "$defs": {
            **dict(zip(unions, found, strict=True)),
            **{name: definitions[name] for name in sorted(definitions)},
        },
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if FILE.read_text() == text() else "docs/protocol.schema.json is out of date")
    FILE.write_text(text())
