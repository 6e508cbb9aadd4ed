"""Index only the cage's postings by account.

The old index of all postings was most of the data written for a bet.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

IN_THE_CAGE = sa.text("stream = 'cage'")


def upgrade() -> None:
    op.drop_index("postings_accounts", table_name="postings")
    op.create_index(
        "postings_wallets",
        "postings",
        ["account", "n"],
        sqlite_where=IN_THE_CAGE,
        postgresql_where=IN_THE_CAGE,
    )
