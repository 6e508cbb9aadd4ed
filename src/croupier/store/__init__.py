"""The SQL store: streams of entries, their postings, stored answers and table leases."""

FILE = "house.sqlite"  # name of the SQLite file in the data folder
