"""The tables of the house. Entries are the truth; all else can be worked out from them, and an audit does.

A change here is a migration too (`migrations/versions`); a test compares the two.
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
    sa.Column("entries", sa.BigInteger, nullable=False),  # how many there are; the next one has this number
    sa.Column("head", sa.Text, nullable=False),  # the hash of the last one
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
    sa.Column("line", sa.LargeBinary, nullable=False),  # as written, without what is sealed
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
# Asked in the very words of that index: SQLite does not see that "opening = 1" is the same.
IS_OPENING = sa.text("entries.opening")

# Apart from the entries, so that a database can let people read the one and not the other.
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
    sa.Column("k", sa.BigInteger, nullable=False),  # counted within the entry
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("stream", "n", "k", name="postings_key"),
    sqlite_with_rowid=False,
)
# By account a wallet's postings are asked for alone. Of tables it would be a page more to write for each
# account that a bet moves, most of all that it writes.
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
    sa.Column("n", sa.BigInteger),  # the last entry of the stream that came of it; none where nothing did
    sa.Column("at", sa.BigInteger, nullable=False, server_default="0"),  # when, in seconds
    sa.PrimaryKeyConstraint("stream", "person", "id", name="answers_key"),
)

owners = sa.Table(
    "owners",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("node", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("until", sa.Double, nullable=False),  # seconds, by the database's own clock
    sa.Column("told", sa.Text, nullable=False, server_default=""),  # of the table, for the other nodes' lobby
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

# People: what opens a door is stored as its SHA-256 alone, passwords as argon2 hashes.
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

# The texts of all submissions, superseded ones too; the desk's stream names each by its digest.
documents = sa.Table(
    "documents",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

# Found again from the entries; kept so that a round is found at once.
rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("first", sa.BigInteger, nullable=False),  # its first entry, and its last
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # when it ended
    # What it is searched by; no amount: not known, its table's owner had not seen it begin.
    sa.Column("began", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("dealer", sa.Text, nullable=False, server_default=""),
    sa.Column("paid", sa.BigInteger),  # the most that one seat won
    sa.Column("seats", sa.Text, nullable=False, server_default=""),  # JSON: seat, person, name, staked, net
    sa.Column("clauses", sa.Text, nullable=False, server_default=""),  # those that were applied
    sa.PrimaryKeyConstraint("stream", "round", name="rounds_key"),
    sqlite_with_rowid=False,
)
sa.Index("rounds_times", rounds.c.at)

# Irregularities, corrections, rulings, voids, each with the round it is about; found again from the entries.
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
    sa.Column("net", sa.BigInteger, nullable=False),  # as the round ended; corrections are in the entries
    sa.PrimaryKeyConstraint("person", "at", "stream", "round", name="played_key"),
    sqlite_with_rowid=False,
)
