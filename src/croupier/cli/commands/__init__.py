"""The commands of the command line, one module per subject. Functions import heavy modules when they run."""
