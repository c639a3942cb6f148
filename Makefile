# Every target starts with the machine's own python3: scorekeeper/bootstrap.py installs what is missing and makes .venv.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
LOCALE := scorekeeper/i18n/locale
MESSAGES := $(LOCALE)/messages.pot

.PHONY: run
run:  ## Start the app on this machine: make run ARGS="--port 8001"
	@$(PYTHON) -m scorekeeper.bootstrap run
	@exec $(BIN)/python -m scorekeeper run $(ARGS)

.PHONY: venv
venv:  ## Make .venv with everything for tests and checks
	@$(PYTHON) -m scorekeeper.bootstrap dev

.PHONY: test
test:  ## Run every test: make test ARGS="-k settlement"
	@$(PYTHON) -m scorekeeper.bootstrap test
	$(BIN)/pytest -n 2 --dist load --maxschedchunk 1 $(ARGS)

.PHONY: soak
soak:  ## Run the properties and the long tests with many more examples and rounds
	@$(PYTHON) -m scorekeeper.bootstrap test
	SCOREKEEPER_SOAK=1 $(BIN)/pytest -n 2 --timeout 3600 -m "hypothesis or slow" $(ARGS)

.PHONY: check
check: venv  ## Format, lint, types, layers, and what the source tree itself promises
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive scorekeeper hatch_build.py
	$(BIN)/pytest -q tests/architecture
	$(BIN)/python -m tests.packaging.vulnerabilities

.PHONY: audit
audit: venv  ## Ask whether a vulnerability is known in any pinned package; says so where nobody answers
	$(BIN)/python -m tests.packaging.vulnerabilities

.PHONY: format
format: venv  ## Format, and repair what the linter can
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

.PHONY: catalogues
catalogues: venv  ## Collect the texts of code and templates and bring the .po files up to date; the next start compiles them
	$(BIN)/pybabel --quiet extract -F pyproject.toml -k NN_:1,2 --project scorekeeper --copyright-holder 'the scorekeeper authors' --add-location file --sort-by-file -w 120 -o $(MESSAGES) .
	$(BIN)/pybabel --quiet update -i $(MESSAGES) -d $(LOCALE) -l de --init-missing --no-fuzzy-matching --ignore-pot-creation-date -w 120
	@rm $(MESSAGES)

.PHONY: screenshots
screenshots:  ## Make the pictures of the README anew
	@$(PYTHON) -m scorekeeper.bootstrap test
	$(BIN)/python -m tests.browser.screenshots

.PHONY: bench
bench: venv  ## Measure scoring, printing, pages, the check, eight writers, 2,000 phones, seating and a hall's sheets
	$(BIN)/python benchmarks/score.py
	$(BIN)/python benchmarks/print.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/check.py
	$(BIN)/python benchmarks/contention.py
	$(BIN)/python benchmarks/board.py
	$(BIN)/python benchmarks/seating.py
	$(BIN)/python benchmarks/hall_print.py

.PHONY: help
help:  ## Show this list
	@sed -n 's/^\([a-z]*\):[a-z ]*## /\1\t/p' Makefile
