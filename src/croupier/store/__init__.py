"""SQL storage: streams of entries, their postings, stored answers and table leases."""

FILE = "house.sqlite"  # in the data folder
