"""Statements straight to the database's own driver: a transaction of the house has a dozen of them, and what
lies between a statement and the driver costs more than most of them do."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError


def run(connection: sa.Connection, statement: str, given: tuple[Any, ...]) -> Any:
    """The cursor of a statement in the transaction that is open; its faults are those of SQLAlchemy."""
    dialect = connection.dialect
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, given)
    except dialect.loaded_dbapi.Error as fault:
        raised = DBAPIError.instance(statement, None, fault, dialect.loaded_dbapi.Error, dialect=dialect)
        raise raised from fault
    return cursor
