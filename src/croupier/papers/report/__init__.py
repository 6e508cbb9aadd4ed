"""The maths report: what an operator files with a submission, and a laboratory checks and repeats."""
