"""The gaming-day report. Accounting signs it, and the regulator reads it."""
