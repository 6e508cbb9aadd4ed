"""Run statements directly on the database driver.

A commit runs about a dozen statements, and SQLAlchemy would take longer than most of them.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError


def run(connection: sa.Connection, statement: str, parameters: tuple[Any, ...]) -> Any:
    """Execute a statement in the current transaction and return its cursor. Raises SQLAlchemy errors."""
    dialect = connection.dialect
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, parameters)
    except dialect.loaded_dbapi.Error as fault:
        raised = DBAPIError.instance(statement, None, fault, dialect.loaded_dbapi.Error, dialect=dialect)
        raise raised from fault
    return cursor
