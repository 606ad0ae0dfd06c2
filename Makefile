# make run     the demonstration: server, browser app, invented data; by PRANCHETA_PORT and
#              PRANCHETA_DATA. make run HOST=192.168.0.10 for phones of the same network, by HTTPS
# make test    everything that must hold, as in CI
# make bench   the measurements of the README; make bench-selo only those of the selo
# make fuzz    looks for a code that breaks the selo's reader, for SECONDS=60
# make build   only the browser app, into build/app; make build BEST=1 compresses it as small as it
#              goes, which takes minutes the first time
# make clean   removes what was made here, but no data

# The first that runs and is new enough (a name on the path may be a shim that does not run).
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3 python3.11 python3.12 python3.13; do \
  $$name -c '$(NEW_ENOUGH)' 2>/dev/null && { command -v $$name; break; }; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
RUNS := .venv/.runs
TESTS := .venv/.tests

export PIP_ROOT_USER_ACTION := ignore

.PHONY: run test bench bench-selo fuzz build clean lint

run: build
	@exec $(BIN)/prancheta serve --demo $(if $(HOST),--host $(HOST))

build: $(RUNS)
	@$(BIN)/python -m app.packaging $(if $(BEST),--best)

test: $(TESTS) build lint
	@sh .ci/parts.sh test
	@$(BIN)/python -m pytest tests --ignore=tests/bench --durations=15 \
	  --numprocesses=2 --dist=loadscope --no-loadscope-reorder

bench: $(TESTS) build
	@sh .ci/parts.sh test
	@$(BIN)/python -m pytest tests/bench

bench-selo: $(TESTS)
	@sh .ci/parts.sh test
	@$(BIN)/python -m pytest tests/bench/test_selo_reading.py tests/bench/test_selo_speed.py

SECONDS ?= 60
fuzz: $(RUNS)
	@$(PIP) install --editable '.[native,server,fuzz]'
	@$(BIN)/python -m tests.fuzz.selo_fuzz -max_total_time=$(SECONDS) -max_len=2000

lint: $(TESTS)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/lint-imports > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }

clean:
	rm -rf build .venv *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@"$(PYTHON)" -c '$(NEW_ENOUGH)' \
	  || { echo "Python 3.11 or newer is needed: install it, or name it by PYTHON=…"; exit 1; }
	@sh .ci/parts.sh venv "$(PYTHON)"
	@"$(PYTHON)" -m venv .venv

$(RUNS): $(BIN)/python pyproject.toml
	@echo "Installing what the server and the build need: a minute or more, the first time…"
	@$(PIP) install --editable '.[native,server,build]'
	@touch $@

$(TESTS): $(RUNS)
	@echo "Installing what the tests need: a minute or more, the first time…"
	@$(PIP) install --editable '.[native,server,build,test]'
	@touch $@
