"""Define the database schema. Entries are the source of truth, and an audit computes the derived rows again.

A schema change also needs a migration in `migrations/versions`. A test compares the two.
"""

from __future__ import annotations

import sqlalchemy as sa

VERSION_TABLE = "croupier_version"

metadata = sa.MetaData()

streams = sa.Table(
    "streams",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    # number of entries, and also the number of the next entry
    sa.Column("entries", sa.BigInteger, nullable=False),
    sa.Column("head", sa.Text, nullable=False),  # hash of the last entry
    sqlite_with_rowid=False,
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("n", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("segment", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("opening", sa.Boolean, nullable=False),
    sa.Column("line", sa.LargeBinary, nullable=False),  # JSON line without the sealed data
    sa.PrimaryKeyConstraint("stream", "n", name="entries_key"),
)
sa.Index(
    "entries_openings",
    entries.c.stream,
    entries.c.segment,
    entries.c.n,
    sqlite_where=entries.c.opening,
    postgresql_where=entries.c.opening,
)
# The text must be the exact condition of the index. SQLite does not use the index for "opening = 1".
IS_OPENING = sa.text("entries.opening")

# A separate table, so that database permissions can allow access to entries without their sealed data.
seals = sa.Table(
    "seals",
    metadata,
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("n", sa.BigInteger, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("stream", "n", name="seals_key"),
)

postings = sa.Table(
    "postings",
    metadata,
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("n", sa.BigInteger, nullable=False),
    sa.Column("k", sa.BigInteger, nullable=False),  # position within the entry
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("stream", "n", "k", name="postings_key"),
    sqlite_with_rowid=False,
)
# Only wallets are searched by account. An index of the tables' postings would add one written page per
# account to every bet, more than all other data of the bet.
IN_THE_CAGE = sa.text("stream = 'cage'")
sa.Index(
    "postings_wallets",
    postings.c.account,
    postings.c.n,
    sqlite_where=IN_THE_CAGE,
    postgresql_where=IN_THE_CAGE,
)

balances = sa.Table(
    "balances",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("reply", sa.LargeBinary, nullable=False),
    sa.Column("n", sa.BigInteger),  # last entry that the command produced, or null
    sa.Column("at", sa.BigInteger, nullable=False, server_default="0"),  # Unix time in seconds
    sa.PrimaryKeyConstraint("stream", "person", "id", name="answers_key"),
)

owners = sa.Table(
    "owners",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("node", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("until", sa.Double, nullable=False),  # Unix time of the database's clock
    # summary of the table for the lobby of other nodes
    sa.Column("told", sa.Text, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

nodes = sa.Table(
    "nodes",
    metadata,
    sa.Column("node", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("until", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

# Accounts. Tokens are stored as SHA-256 digests, and passwords as argon2 hashes.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
sa.Index("sessions_people", sessions.c.person)

credentials = sa.Table(
    "credentials",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("login", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("login", name="credentials_login"),
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
sa.Index("links_people", links.c.person)

# The texts of all submissions, including superseded versions. The administration stream refers to them by
# digest.
documents = sa.Table(
    "documents",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

# Identity data of winners and of excluded people. The administration stream contains the hash of each row.
personal = sa.Table(
    "personal",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

# The index of rounds, computed from the entries.
rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("first", sa.BigInteger, nullable=False),  # first entry
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # time when the round ended
    # Searchable columns. `paid` is null if the table's owner did not read the beginning of the round.
    sa.Column("began", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("dealer", sa.Text, nullable=False, server_default=""),
    sa.Column("paid", sa.BigInteger),  # highest net win of a seat
    # JSON list of [seat, person, name, staked, net]
    sa.Column("seats", sa.Text, nullable=False, server_default=""),
    sa.Column("clauses", sa.Text, nullable=False, server_default=""),  # applied clauses, separated by spaces
    sa.PrimaryKeyConstraint("stream", "round", name="rounds_key"),
    sqlite_with_rowid=False,
)
sa.Index("rounds_times", rounds.c.at)

# Irregularities, corrections, rulings and voids with their round, computed from the entries.
marks = sa.Table(
    "marks",
    metadata,
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
sa.Index("marks_rounds", marks.c.stream, marks.c.round)
sa.Index("marks_times", marks.c.at)

played = sa.Table(
    "played",
    metadata,
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("staked", sa.BigInteger, nullable=False),
    # net result at the end of the round, without later corrections
    sa.Column("net", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("person", "at", "stream", "round", name="played_key"),
    sqlite_with_rowid=False,
)

# The schedules and results of each person's training. No entry refers to these rows.
training_cards = sa.Table(
    "training_cards",
    metadata,
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("activity", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("card", sa.Text, nullable=False),  # JSON, the schedule of the subject
    sa.Column("due", sa.BigInteger, nullable=False),  # Unix time
    sa.PrimaryKeyConstraint("person", "activity", "subject", name="training_cards_key"),
    sqlite_with_rowid=False,
)

training_results = sa.Table(
    "training_results",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("activity", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("score", sa.Double, nullable=False),  # in the unit of the activity
    sa.Column("seconds", sa.Double),  # null if the time was not measured
    sa.Column("detail", sa.Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)
sa.Index(
    "training_results_people",
    training_results.c.person,
    training_results.c.activity,
    training_results.c.at,
)
sa.Index(
    "training_results_subjects",
    training_results.c.activity,
    training_results.c.subject,
    training_results.c.at,
)
