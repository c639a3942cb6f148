# Every target starts with the machine's own python3; scorekeeper/bootstrap.py makes .venv and installs what is missing.
PYTHON ?= python3

.PHONY: venv
venv:
	@$(PYTHON) -m scorekeeper.bootstrap dev
