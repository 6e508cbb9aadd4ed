"""Routes of card readers: the session to sign for, and the signed readings (docs/card-readers.md)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from croupier.protocol.readings import CardReading, ReaderSession
from croupier.server.http.access import AppRequest
from croupier.server.http.errors import CHECKED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.spectators import origin_of
from croupier.server.http.tables import the_table
from croupier.server.tables.card_readers import due_positions


class CardsAccepted(msgspec.Struct, frozen=True):
    read: int  # how many of the due cards have been read


class CardReadings(Controller):
    path = "/api/tables/{table:str}/readings"
    tags = ("card readers",)

    @get(
        "/",
        guards=[check_permission],
        responses=MISSING,
        summary="The session, the round and the number of cards due, for a card reader",
    )
    async def session(
        self,
        request: AppRequest,
        table: FromPath[str],
        device: FromQuery[Annotated[str, Meta(max_length=40)]],
    ) -> ReaderSession:
        owner = the_table(request, table)
        due = len(due_positions(owner.state)) if owner.rules.live else 0
        last = owner.readers.last_sequence(device)
        return ReaderSession(owner.readers.session, last, owner.state.round.number, due)

    @post(
        "/",
        guards=[check_permission],
        responses=CHECKED,
        status_code=200,
        summary="A card reader's signed cards",
    )
    async def read(
        self, request: AppRequest, table: FromPath[str], data: JSONBody[CardReading]
    ) -> CardsAccepted:
        return CardsAccepted(the_table(request, table).read_cards(data, origin_of(request)))
