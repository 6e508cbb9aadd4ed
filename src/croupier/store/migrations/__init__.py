"""Migrate older databases step by step with Alembic. Migrations import nothing outside this package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from croupier.store.schema import VERSION_TABLE


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(Path(__file__).parent))


def newest() -> str:
    head = _scripts().get_current_head()
    assert head is not None
    return head


def known_revisions() -> frozenset[str]:
    """Return every schema version that this program can read or migrate."""
    return frozenset(script.revision for script in _scripts().walk_revisions())


def upgrade(connection: Connection) -> None:
    """Migrate to the newest version inside the current transaction."""
    scripts = _scripts()
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    pending = [*scripts.iterate_revisions(newest(), context.get_current_revision() or "base")]
    with Operations.context(context):
        for script in reversed(pending):
            script.module.upgrade()
            context.stamp(scripts, script.revision)
