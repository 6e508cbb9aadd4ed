"""Add the searchable columns of rounds, and the marks of unusual events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("rounds", sa.Column("began", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("rounds", sa.Column("dealer", sa.Text, nullable=False, server_default=""))
    op.add_column("rounds", sa.Column("paid", sa.BigInteger))
    op.add_column("rounds", sa.Column("seats", sa.Text, nullable=False, server_default=""))
    op.add_column("rounds", sa.Column("clauses", sa.Text, nullable=False, server_default=""))
    op.create_index("rounds_times", "rounds", ["at"])
    op.create_table(
        "marks",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream", "n", "event", name="marks_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("marks_rounds", "marks", ["stream", "round"])
    op.create_index("marks_times", "marks", ["at"])
