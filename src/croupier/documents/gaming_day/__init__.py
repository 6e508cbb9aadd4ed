"""The gaming day report, which accounting signs and the regulator reads."""
