"""Running it for real: people, money, tables that last, behind a server."""
