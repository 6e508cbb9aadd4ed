# make run    start the server on http://127.0.0.1:8000
# make play   play in the terminal (without a terminal, show a demonstration round)
# make test   install the test dependencies and run the fast tests (under three minutes on two cores)
# make test-long  run the tests marked long, such as browser rounds and killed servers
# make evidence  run both and store the clauses they cover (croupier rules --coverage)
# make check  run lint, format and type checks
# make check-js  check the format, lint and types of the pages' JavaScript (needs npm)
# make bench  measure this project and its peers in the same run
# make proof  run the long proofs, such as full enumerations
# make docs   write the reference page, the protocol schema and the types of the pages from the source
# make sums   rebuild the stored sums of the mathematics (a test fails when they are stale)
PYTHON ?= python3
BIN := .venv/bin
# Keep .pyc files even if the shell disables them: the tests start many processes, and each would compile again.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e

.PHONY: run play python test test-long evidence check check-js bench proof docs sums clean

# Check the version before creating or installing anything. The code must parse on any Python version.
python:
	@command -v $(PYTHON) >/dev/null || { echo "croupier needs Python 3.11 or later, and $(PYTHON) was not found" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else 2)' || \
	  { echo "croupier needs Python 3.11 or later, and this is $$($(PYTHON) -V 2>&1). Run make PYTHON=python3.11" >&2; exit 2; }

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

# The pages have no build step. The tools that check them are installed in a temporary folder.
PAGES := src/croupier/pages
check-js:
	@if ! command -v npm >/dev/null; then test -z "$$CI" || { echo "npm was not found, so the pages' JavaScript was not checked" >&2; exit 1; }; \
	  echo "npm was not found. CI checks the pages' JavaScript."; exit 0; fi; \
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && cp tools/js/* "$$folder" && \
	npm install --silent --no-audit --no-fund --no-package-lock --prefix "$$folder" && \
	bin="$$folder/node_modules/.bin" && \
	"$$bin/prettier" --config "$$folder/prettier.json" --check "$(PAGES)/static/js/**/*.js" "$(PAGES)/static/css/*.css" && \
	"$$bin/eslint" --config "$$folder/eslint.config.mjs" $(PAGES)/static/js && \
	"$$bin/tsc" -p $(PAGES)/jsconfig.json && \
	node "$$folder/no-any.mjs" $(PAGES)/jsconfig.json

bench: .venv/cli-maths-house-test-bench.installed
	$(BIN)/python -m benchmarks

proof: .venv/cli-maths-house-test.installed
	$(BIN)/python -m tests.proofs

sums: .venv/cli-maths.installed
	$(BIN)/python -m croupier.maths.build

docs: .venv/cli-maths-house.installed
	$(BIN)/python tools/reference.py
	$(BIN)/python tools/protocol_schema.py
	$(BIN)/python tools/page_types.py

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
