"""Add the schedules and results of training for players and dealers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "training_cards",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("activity", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "activity", "subject", name="training_cards_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "training_results",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("activity", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("seconds", sa.Double),
        sa.Column("detail", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("training_results_people", "training_results", ["person", "activity", "at"])
    op.create_index("training_results_subjects", "training_results", ["activity", "subject", "at"])
