# make run    plays at the terminal (a demonstration where there is none)
# make test   installs what the tests need and runs them
# make check  lint and types
# make bench  this project and its peers side by side, measured in the same run
# make proof  the long proofs: whole spaces, many rounds
PYTHON ?= python3
BIN := .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e

.PHONY: run test check bench proof clean

.venv/made: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	touch $@

.venv/%.installed: .venv/made
	$(INSTALL) ".[$(subst -,$(comma),$*)]"
	touch $@

comma := ,

run: .venv/cli-maths.installed
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/croupier play; else $(BIN)/croupier rules && $(BIN)/croupier demo; fi

test: .venv/cli-maths-test.installed
	$(BIN)/python -m pytest

check: .venv/cli-maths-test-check.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/cli-maths-bench.installed
	$(BIN)/python -m benchmarks

proof: .venv/cli-maths-test.installed
	$(BIN)/python -m tests.proofs

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
