# Two words do it all: `make play` and `make test`. `make help` lists the others.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help play demo test lint types contracts unit bench bluez clean system system-test

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play ## Set up everything and play on the simulated board
	$(BIN)/dambord play --board sim --open

demo: $(VENV)/.play ## Set up everything and show a short game
	$(BIN)/dambord demo

test: lint types contracts unit ## Set up everything and run every check

lint: $(VENV)/.test ## Style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test ## Types
	$(BIN)/mypy

contracts: $(VENV)/.test ## Who may import whom
	$(BIN)/lint-imports

unit: $(VENV)/.test ## Tests
	$(BIN)/pytest --numprocesses 2 --dist loadgroup

bench: $(VENV)/.test ## Speed and recording figures, side by side with peers and limits
	for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

bluez: $(VENV)/.test ## Bluetooth tests on the real BlueZ, in a virtual machine (minutes)
	tests/bluez_vm/run.sh

system: # Debian packages, installed where that is allowed
	@.ci/system-packages

system-test: # the same, with what the checks need besides
	@.ci/system-packages test

$(VENV)/bin/python: | system
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | system $(VENV)/bin/python
	$(PIP) --editable '.[micropython]'
	touch $@

$(VENV)/.test: pyproject.toml constraints.txt | system-test $(VENV)/bin/python
	$(PIP) --editable '.[micropython,dev]'
	touch $@ $(VENV)/.play

clean: ## Remove what set-up and checks made
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
