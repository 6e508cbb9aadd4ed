"""The gaming day on paper: what accounting signs and the regulator reads."""
