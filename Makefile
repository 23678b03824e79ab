PYTHON ?= python3
VENV := .venv
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

.PHONY: install test lint demo lock

install: $(VENV)/installed

$(VENV)/installed: requirements.txt requirements-dev.txt
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	python -m pip install --quiet --no-compile --requirement requirements-dev.txt
	touch $@

# What touches the database on SQLite first, then everything on PostgreSQL.
test: install
	python -m pytest --sqlite
	python -m pytest --complete

# As a served installation would be configured; nothing is connected to.
SERVED := SECRET_KEY=$$(python -c 'import secrets; print(secrets.token_urlsafe(50))') \
	DATABASE_URL=postgresql://console@localhost/console \
	REDIS_URL=redis://localhost/0 PUBLIC_URL=https://console.example

lint: install
	ruff format --check judgment_console tests manage.py
	ruff check .
	mypy
	lint-imports
	djlint --lint --quiet templates
	find templates -name '*.html' | xargs djade --check --target-version 5.2
	$(SERVED) python manage.py check --deploy --fail-level WARNING
	python manage.py makemigrations --check --dry-run

# Server and worker on files alone; Ctrl-C stops both.
PORT ?= 8000
demo: export PUBLIC_URL := http://127.0.0.1:$(PORT)
demo: install
	python manage.py migrate --verbosity 0
	mkdir -p staticfiles
	python manage.py load_demo
	@celery -A judgment_console worker -B --queues engine,evidence \
	  --schedule var/schedule --loglevel WARNING & worker=$$!; \
	trap 'kill $$worker 2>/dev/null; wait $$worker' EXIT; \
	gunicorn judgment_console.wsgi --bind 127.0.0.1:$(PORT) --threads 4 \
	  --no-control-socket

# New pins, with hashes for every platform.
COMPILE := uv pip compile pyproject.toml --universal --generate-hashes --quiet \
	--no-header --no-emit-index-url --no-emit-find-links --upgrade

lock:
	$(COMPILE) --extra test --output-file requirements.txt
	echo "-r requirements.txt" > requirements-dev.txt
	$(COMPILE) --extra test --extra dev --constraint requirements.txt \
	  $$(sed -n 's/^\([a-z0-9._-]*\)==.*/--no-emit-package \1/p' requirements.txt) \
	  >> requirements-dev.txt

# Ratios of one run, as a table and in var/bench.json; options: ARGS="--only KEY".
.PHONY: bench
bench: install
	python -m tests.bench $(ARGS)

# The README's pictures; `python -m tests.screenshots FOLDER` makes all of them.
.PHONY: screenshots
screenshots: install
	python -m tests.screenshots --readme
