"""Run the tests marked `whole` with `python -m tests.proofs.whole`."""

from __future__ import annotations

import sys

import pytest

if __name__ == "__main__":
    sys.exit(pytest.main(["-m", "whole"]))
