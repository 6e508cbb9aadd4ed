"""Add nodes, table summaries of nodes, and the times of answers."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("node", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("owners", sa.Column("told", sa.Text, nullable=False, server_default=""))
    op.add_column("answers", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(f"update answers set at = {int(time.time())}")  # keep existing answers as long as new ones
