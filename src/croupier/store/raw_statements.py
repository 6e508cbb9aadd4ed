"""Runs statements directly on the database driver.

A commit has about a dozen statements, and SQLAlchemy's own overhead would cost more than most of them.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError


def run(connection: sa.Connection, statement: str, given: tuple[Any, ...]) -> Any:
    """Execute a statement in the open transaction and return its cursor; raises SQLAlchemy errors."""
    dialect = connection.dialect
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, given)
    except dialect.loaded_dbapi.Error as fault:
        raised = DBAPIError.instance(statement, None, fault, dialect.loaded_dbapi.Error, dialect=dialect)
        raise raised from fault
    return cursor
