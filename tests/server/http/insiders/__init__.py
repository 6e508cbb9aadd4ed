"""Attempts by insiders to take money, hide a loss or impersonate others, as listed in `docs/insiders.md`."""
