"""Create sessions, passwords, one-time links and the texts of submissions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_people", "sessions", ["person"])
    op.create_table(
        "credentials",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("login", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("login", name="credentials_login"),
    )
    op.create_table(
        "links",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("links_people", "links", ["person"])
    op.create_table(
        "documents",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
