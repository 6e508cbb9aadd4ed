"""Create streams, postings, answers and owners."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "streams",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("entries", sa.BigInteger, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("segment", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("opening", sa.Boolean, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "n", name="entries_key"),
    )
    op.create_index(
        "entries_openings",
        "entries",
        ["stream", "segment", "n"],
        sqlite_where=sa.column("opening"),
        postgresql_where=sa.column("opening"),
    )
    op.create_table(
        "seals",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "n", name="seals_key"),
    )
    op.create_table(
        "postings",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("k", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("stream", "n", "k", name="postings_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("postings_accounts", "postings", ["account", "n"])
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("reply", sa.LargeBinary, nullable=False),
        sa.Column("n", sa.BigInteger),
        sa.PrimaryKeyConstraint("stream", "person", "id", name="answers_key"),
    )
    op.create_table(
        "owners",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
