"""Field types for clause and reading ids in a game's declarations. The ids must exist."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

ClauseId = Annotated[str, Meta(extra={"names": "clause"})]
ReadingId = Annotated[str, Meta(extra={"names": "reading"})]
Clauses = tuple[ClauseId, ...]
ReadingIds = tuple[ReadingId, ...]
