"""Routes of card readers: the registered ones, and the signed readings (docs/card-readers.md)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from croupier.casino.administration.state import LIVE_CARDS, HouseTable
from croupier.protocol.readings import CardReading, ReaderSession
from croupier.server.http.access import AppRequest, desk_of
from croupier.server.http.errors import CHECKED, DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.spectators import origin_of
from croupier.server.http.tables import the_table
from croupier.server.tables.card_readers import due_positions
from croupier.table.roles import id_of


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


class RegisteredReader(msgspec.Struct, frozen=True):
    """A card reader, or the proposal of one, with the names of the people who registered it."""

    table: str
    device: str
    key: str
    proposed_by: str
    yours: bool  # whether you proposed it; another person must then confirm it
    at: int
    confirmed_by: str  # empty until a second person confirms the reader


class CardReaderList(msgspec.Struct, frozen=True):
    tables: list[str]  # tables that may have card readers
    readers: list[RegisteredReader]


def may_have_readers(table: HouseTable) -> bool:
    return table.dealing == LIVE_CARDS and table.cards == "named"


@get(
    "/api/card-readers",
    guards=[check_permission],
    responses=DENIED,
    tags=("card readers",),
    summary="The card readers of all tables, with open proposals",
)
async def registered(request: AppRequest) -> CardReaderList:
    state = desk_of(request).state

    def name(by: str) -> str:
        member = state.people.get(id_of(by))
        return member.name if member else id_of(by)

    return CardReaderList(
        [name for name, table in sorted(state.tables.items()) if may_have_readers(table)],
        [
            RegisteredReader(
                reader.table,
                reader.device,
                reader.key,
                name(reader.by),
                id_of(reader.by) == request.user.id,
                reader.at,
                name(reader.confirmed_by) if reader.confirmed_by else "",
            )
            for _, reader in sorted(state.readers.items())
        ],
    )
