"""What the house keeps, in SQL: streams, their books, what people were answered, who owns which table."""

FILE = "house.sqlite"  # in a folder of data
