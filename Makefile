# make run    opens the house on http://127.0.0.1:8000
# make play   plays at the terminal (a demonstration where there is none)
# make test   installs what the tests need and runs the fast ones: all rules, under three minutes on two cores
# make test-long  the tests marked long: rounds in browsers, houses that are killed, solutions from nothing, the wheel
# make evidence  both, and keeps which clauses they showed (croupier rules --coverage)
# make check  lint and types
# make check-js  types of the pages' modules, where npm is
# make bench  this project and its peers side by side, measured in the same run
# make proof  the long proofs: whole spaces, many rounds
# make docs   the reference page from the docstrings
# make sums   the stored sums of the mathematics anew (the tests say when they are stale)
PYTHON ?= python3
BIN := .venv/bin
# Compiled modules are kept, whatever the shell says: tests start many processes, and each would compile anew.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e

.PHONY: run play python test test-long evidence check check-js bench proof docs sums clean

# Said before anything is made or installed; written so that any Python understands it.
python:
	@command -v $(PYTHON) >/dev/null || { echo "croupier needs Python 3.11 or later: there is no $(PYTHON) here" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else 2)' || \
	  { echo "croupier needs Python 3.11 or later; this is $$($(PYTHON) -V 2>&1). Write make PYTHON=python3.11" >&2; exit 2; }

.venv/made: pyproject.toml constraints.txt | python
	$(PYTHON) -m venv .venv
	touch $@

.venv/%.installed: .venv/made
	$(INSTALL) ".[$(subst -,$(comma),$*)]"
	touch $@

comma := ,

run: .venv/cli-maths-house-papers.installed
	@$(BIN)/croupier serve --links

play: .venv/cli-maths.installed
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/croupier play; else $(BIN)/croupier rules && $(BIN)/croupier demo; fi

test: .venv/cli-maths-cluster-plots-house-papers-test.installed
	$(BIN)/python -m pytest -m "not long"

test-long: .venv/cli-maths-cluster-plots-house-papers-test.installed
	$(BIN)/python -m pytest -m "long and not whole" -n 3

evidence: .venv/cli-maths-cluster-plots-house-papers-test.installed
	CROUPIER_EVIDENCE=write $(BIN)/python -m pytest

check: .venv/cli-maths-house-papers-test-check-bench.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src tests tools benchmarks

# The pages have no build step; their JSDoc types are checked by a compiler that lives in a folder of this run alone.
TYPESCRIPT := 5.9.3
check-js:
	@if ! command -v npm >/dev/null; then test -z "$$CI" || { echo "npm is not here: the pages' types were not checked" >&2; exit 1; }; \
	  echo "npm is not here: the pages' types are checked elsewhere"; exit 0; fi; \
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	npm install --silent --no-audit --no-fund --prefix "$$folder" typescript@$(TYPESCRIPT) && \
	"$$folder/node_modules/.bin/tsc" -p src/croupier/felt/jsconfig.json

bench: .venv/cli-maths-house-test-bench.installed
	$(BIN)/python -m benchmarks

proof: .venv/cli-maths-house-test.installed
	$(BIN)/python -m tests.proofs

sums: .venv/cli-maths.installed
	$(BIN)/python -m croupier.maths.build

docs: .venv/cli-maths.installed
	$(BIN)/python tools/reference.py

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
