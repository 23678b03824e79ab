PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: install test lint demo lock

install: $(VENV)/installed

$(VENV)/installed: requirements.txt requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	python -m pip install --quiet --no-compile --requirement requirements-dev.txt
	touch $@

# Everything on PostgreSQL, then what touches the database once more on SQLite.
test: install
	python -m pytest --sqlite
	python -m pytest

lint: install
	.ci/lint

demo: install
	.ci/demo

# New pins, with hashes for every platform.
COMPILE := uv pip compile pyproject.toml --universal --generate-hashes --quiet \
	--no-header --no-emit-index-url --no-emit-find-links --upgrade

lock:
	$(COMPILE) --extra test --output-file requirements.txt
	echo "-r requirements.txt" > requirements-dev.txt
	$(COMPILE) --extra test --extra dev --constraint requirements.txt \
	  $$(sed -n 's/^\([a-z0-9._-]*\)==.*/--no-emit-package \1/p' requirements.txt) \
	  >> requirements-dev.txt
