"""Fields of a game's declarations that name a clause or a reading; what they name must exist."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

ClauseId = Annotated[str, Meta(extra={"names": "clause"})]
ReadingId = Annotated[str, Meta(extra={"names": "reading"})]
Clauses = tuple[ClauseId, ...]
ReadingIds = tuple[ReadingId, ...]
