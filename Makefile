PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help demo test check attack lint bench clean

help: ## show what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

demo: $(STAMP) ## run Tacit on the built-in Adult data and write a report
	$(BIN)/tacit demo

test: $(STAMP) ## run all tests
	$(BIN)/python -m pytest -n auto --dist worksteal

check: lint ## lint, types, and the quick tests: about a minute
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not process and not slow"

attack: $(STAMP) ## attack Tacit for up to half an hour, and print what was tried
	TACIT_ATTACK=long $(BIN)/python -m pytest -n auto --dist worksteal tests/attack

lint: $(STAMP) ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP) ## measure what we promise about speed
	$(BIN)/python -m benchmarks

clean: ## remove the environment and all caches
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Tacit needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[plots,campaign,excel,databases,spark,dev,servers,tables]'
	@touch $@
