# One command for each need. `make` alone lists them.
#
# Every target sets up what it needs in .venv from requirements/*.txt (exact versions, with hashes); a second run starts at once.
# Another Python: make test PYTHON=/path/to/python3.12        Only some tests: make test ARGS="tests/rules -k heal"

.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-print-directory --no-builtin-rules
export PYTHON
export PYTHONUTF8 := 1

PY := .venv/bin/python
EXAMPLE ?= examples/xia
ARGS ?=

.PHONY: help run example test test-postgres check fix docs bench soak screenshots mutants gaps lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 24

run: .venv/.run ## the whole site on http://127.0.0.1:8000, with demo games; ARGS="--port 8080"
	@$(PY) -m bansha serve --demo $(ARGS)

example: .venv/.run ## plays the example game in the terminal
	@$(PY) -m bansha judge --explain $(EXAMPLE) $(ARGS)

test: .venv/.dev ## every test; ARGS="tests/rules -k heal" for some
	@$(PY) -m pytest $(ARGS)

test-postgres: .venv/.dev ## the site's tests on a PostgreSQL of their own
	@$(PY) tools/with_postgres.py $(PY) -m pytest tests/board $(ARGS)

check: .venv/.dev ## style, types, import contracts, docs in step: what CI runs beside the tests
	@$(PY) tools/check.py $(ARGS)

fix: .venv/.dev ## puts style right, and the generated parts of the docs
	@$(PY) -m ruff check --fix --quiet .; $(PY) -m ruff format --quiet .; $(PY) tools/docs_in_step.py --write

docs: .venv/.dev ## renews the generated parts of the docs
	@$(PY) tools/docs_in_step.py --write

bench: .venv/.bench ## speed, as ratios measured in one run
	@$(PY) -m bench $(ARGS)

screenshots: .venv/.dev ## renews docs/screenshots with a real browser (Debian: chromium, fonts-noto-cjk)
	@BANSHA_SCREENSHOTS=docs/screenshots $(PY) -m pytest -q tests/board/test_browser.py -k "not no-scripts and not dark" $(ARGS)

soak: .venv/.dev ## kill -9 of the site's processes, a thousand times, under load, on SQLite and PostgreSQL; ARGS="--kills 100"
	@$(PY) -m bench.soak $(ARGS)
	@$(PY) tools/with_postgres.py $(PY) -m bench.soak $(ARGS)

mutants: .venv/.dev ## breaks the law in small ways and counts what the tests notice
	@$(PY) -m tools.mutants $(ARGS)

gaps: .venv/.dev ## searches both rule sets for nights with no answer or several
	@$(PY) -m bansha gaps xia $(ARGS)
	@$(PY) -m bansha gaps piper $(ARGS)

lock: .venv/.dev ## renews requirements/*.txt; ARGS=--upgrade for newer versions
	@sh tools/lock.sh $(ARGS)

clean: ## removes .venv and every cache
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .mutants htmlcov dist .coverage
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.venv/.run: requirements/run.txt pyproject.toml tools/setup.sh
	@sh tools/setup.sh run

.venv/.dev: requirements/dev.txt pyproject.toml tools/setup.sh
	@sh tools/setup.sh dev

.venv/.bench: requirements/bench.txt pyproject.toml tools/setup.sh
	@sh tools/setup.sh bench
