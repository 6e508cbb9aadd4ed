"""Attempts of insiders to take money, hide a loss or act in another's name. `docs/insiders.md` lists them."""
