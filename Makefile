# The entry points of the project. `make` alone lists them.
#
#   DATA=DIR HOST=ADDRESS PORT=N   for `make up`           PYTHON=/path/to/python   another interpreter
#   TESTS=path                     for `make test`         WORKERS=N                test processes
#   MINUTES=N                      for `make chaos`

VENV ?= .venv
BIN := $(VENV)/bin
TESTS ?= tests
# Two more than there are cores: tests wait for databases, sandboxes and browsers.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); [ $$n -gt 8 ] && n=8; [ $$n -lt 2 ] && n=2; echo $$((n + 2)))
UP_OPTIONS := $(if $(DATA),--data $(DATA)) $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))
PYTEST := $(BIN)/python -m pytest
# No restart of a crashed worker: xdist would lose the groups of its tests and fail with an internal error.
PARALLEL := -n $(WORKERS) --dist loadgroup --no-loadscope-reorder --max-worker-restart 0
export VENV PYTHON
STATIC := format types imports migrations docs-check audit
# Checks read the code, not a developer's data folder or keys.
CHECK := env -u DATABASE_URL -u CELERY_BROKER_URL KINGDOM_DATA=$(VENV)/check

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev up doctor test programs checks tests test-long check static format types imports migrations audit docs schema messages docs-check fast engine browser pooler screenshots sandbox-image bench chaos client lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

setup:  ## virtual environment, locked packages, sandbox tree (seconds the second time)
	@scripts/setup.sh base
	@$(MAKE) -s sandbox-image

setup-dev:
	@scripts/setup.sh dev

up: setup  ## start Kingdom on this machine
	@exec $(BIN)/python manage.py up $(UP_OPTIONS)

doctor: setup  ## check every component of a running Kingdom
	@$(BIN)/python manage.py doctor $(if $(DATA),--data $(DATA))

# What only waits for downloads runs beside what computes; engine, browser and pooler stay in one line, since apt locks its lists.
test:  ## all checks and all tests, as CI runs them
	@$(MAKE) -s -j 2 --output-sync=recurse setup-dev programs
	@$(MAKE) -s -j 2 --output-sync=recurse sandbox-image checks
	@$(MAKE) -s tests

programs:
	@for part in engine browser pooler; do $(MAKE) -s $$part; done

checks:
	@for part in $(STATIC) client; do $(MAKE) -s $$part || exit 1; done

tests:  ## all tests, without the checks (TESTS=path for some); a failed one is repeated alone and named
	@PYTEST="$(PYTEST)" PARALLEL="$(PARALLEL)" scripts/tests.sh "$(TESTS)"

test-long:  ## all tests with many rounds and examples each (TESTS=path for some)
	@TEST_LONG=1 $(PYTEST) $(TESTS) $(PARALLEL) -q --timeout 7200 --session-timeout 172800

check: setup-dev static fast  ## formatting, types, imports, migrations, docs, audit, rule tests

messages:  ## add new messages to the German catalogue and compile it
	@$(BIN)/python scripts/messages.py

static: $(STATIC)

format:
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types:
	@$(CHECK) $(BIN)/mypy

imports:
	@$(CHECK) $(BIN)/lint-imports --config import_contracts.toml

migrations:
	@$(CHECK) $(BIN)/python -W ignore manage.py makemigrations --check --dry-run

docs:  ## write the generated pages of docs/reference
	@$(CHECK) $(BIN)/python manage.py reference_pages

schema: setup-dev  ## write config/schema.sql, the schema of a new database, from the migrations
	@$(CHECK) $(BIN)/python manage.py schema_file

docs-check:
	@$(CHECK) $(BIN)/python manage.py reference_pages --check

audit:
	@$(BIN)/python scripts/audit_dependencies.py requirements/base.txt

fast:
	@$(PYTEST) tests/rules -q -p no:cacheprovider

# These four install what a bare machine lacks. Where that fails they print the reason and the build continues:
# the tests that need the part then fail with the reason.
engine:  ## a Docker engine for the sandbox tests
	@scripts/engine.sh start || true

sandbox-image:  ## the sandbox's two root trees and images: the base, and the one with NumPy, pandas and Matplotlib
	@scripts/sandbox_image.sh >$(VENV)/sandbox-image.log 2>&1 || { tail -n 1 $(VENV)/sandbox-image.log >&2; echo "sandbox: not built; handler specialists stay off until 'make sandbox-image' works" >&2; }
	@scripts/sandbox_image.sh --data >$(VENV)/sandbox-data.log 2>&1 || { tail -n 1 $(VENV)/sandbox-data.log >&2; echo "sandbox: without NumPy, pandas and Matplotlib; charts stay off until 'make sandbox-image' works" >&2; }

browser:  ## a Chromium for the browser tests
	@scripts/debian_program.sh chromium >/dev/null || true

pooler:  ## a PgBouncer and a Redis for the tests of several machines
	@scripts/debian_program.sh pgbouncer >/dev/null || true
	@scripts/debian_program.sh redis-server >/dev/null || true

screenshots: setup-dev browser  ## pictures of every page in both widths and schemes (FOLDER=screenshots)
	@SCREENSHOTS=$(or $(FOLDER),screenshots) $(PYTEST) tests/browser/screenshots.py -q -n0 -p no:cacheprovider

chaos: setup-dev sandbox-image  ## kill every part at random under load and audit what is left (MINUTES=20)
	@$(BIN)/python -m benchmarks.chaos --minutes $(or $(MINUTES),20)

bench: setup-dev sandbox-image  ## all benchmarks at full size, as JSON (`python -m benchmarks.NAME --smoke`: the smallest)
	@for file in $(filter-out benchmarks/chaos.py,$(wildcard benchmarks/*.py)); do name=$$(basename $$file .py); echo "$$name:" >&2; $(BIN)/python -m benchmarks.$$name || exit 1; done

client: setup-dev  ## generate the client package of the REST API and build its wheel into dist/
	@scripts/client.sh

lock:  ## write requirements/*.txt from pyproject.toml
	@scripts/lock.sh

clean:  ## remove the virtual environment and caches; the data folder stays
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .cache
