"""What the import contracts cannot hold: the promises of ARCHITECTURE.md."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.apps import apps
from django.db import models

from judgment_console.errors import ERROR_CODES, RESERVED_CODES

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "judgment_console"
PURE = ("errors", "ledger", "judgment", "intake", "evidence", "chains")
FOREIGN_TO_THE_CORE = (
    *("django", "celery", "kombu", "redis", "psycopg", "django_htmx", "allauth"),
    *("chainladder", "pandas", "numpy", "scipy", "matplotlib", "vl_convert"),
)
HEAVY = ("chainladder", "pandas", "numpy", "scipy", "matplotlib", "vl_convert")

CORE_ALONE = """
import importlib, sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
for name in %r:
    importlib.import_module(name)
"""
WEB_ALONE = """
import json, sys
import judgment_console.wsgi
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, get_resolver
def walk(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            pattern.callback
        else:
            walk(pattern.url_patterns)
walk(get_resolver().url_patterns)
client = Client(headers={"host": "127.0.0.1"})
statuses = [client.get(path).status_code for path in ("/healthz", "/accounts/login/")]
status = open("/proc/self/status").read()
size = int(status.split("VmRSS:")[1].split()[0]) / 1024
names = {name.partition(".")[0] for name in sys.modules}
print(json.dumps({"statuses": statuses, "size": size, "names": sorted(names)}))
"""


def _modules(*below: str) -> list[Path]:
    places = [PACKAGE / name for name in below] or [PACKAGE]
    found = [
        path
        for place in places
        for path in (place.rglob("*.py") if place.is_dir() else [place])
    ]
    return sorted(path for path in found if "migrations" not in path.parts)


def _dotted(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in _modules():
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text())


def _run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **env},
    )


def test_imports_keep_every_contract() -> None:
    command = Path(sys.executable).parent / "lint-imports"

    done = subprocess.run(
        [command, "--no-cache"], capture_output=True, text=True, cwd=ROOT
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_core_imports_without_framework_queue_or_numbers() -> None:
    names = [
        _dotted(path)
        for path in _modules(
            *(f"{name}.py" if name == "errors" else name for name in PURE)
        )
    ]
    assert len(names) > 20

    done = _run(CORE_ALONE % (FOREIGN_TO_THE_CORE, names))

    assert done.returncode == 0, done.stderr


def test_web_process_stays_light(tmp_path: Path) -> None:
    done = _run(
        WEB_ALONE,
        VAR_DIR=str(tmp_path),
        DJANGO_SETTINGS_MODULE="judgment_console.settings",
    )

    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["statuses"] == [200, 200]
    assert set(HEAVY) & set(seen["names"]) == set()
    assert seen["size"] < 130


def _drawn_tree() -> list[str]:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    block = re.search(r"^```\w*\njudgment_console/\n(.*?)^```", text, re.M | re.S)
    assert block, "ARCHITECTURE.md draws the tree in a fenced block"
    paths: list[str] = []
    open_folders: list[tuple[int, str]] = []
    for line in block[1].splitlines():
        indent = len(line) - len(line.lstrip())
        names = re.split(r"\s{2,}|\s+(?=#)", line.strip())[0].split()
        while open_folders and open_folders[-1][0] >= indent:
            open_folders.pop()
        above = open_folders[-1][1] if open_folders else ""
        for name in names:
            paths.append(above + name)
            if name.endswith("/"):
                open_folders.append((indent, above + name))
    return paths


def test_architecture_tree_equals_the_disk() -> None:
    drawn = _drawn_tree()

    modules = sorted(path for path in drawn if path.endswith(".py"))
    on_disk = sorted(
        path.relative_to(PACKAGE).as_posix()
        for path in _modules()
        if path.name != "__init__.py"
    )
    assert modules == on_disk
    folders = [path for path in drawn if path.endswith("/")]
    assert [folder for folder in folders if not (PACKAGE / folder).is_dir()] == []


def test_no_model_reads_a_clock() -> None:
    reading = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("judgment_console").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.Field)
        and (
            getattr(field, "auto_now", False)
            or getattr(field, "auto_now_add", False)
            or isinstance(field.get_default(), date | datetime | time)
            or field.db_default is not models.NOT_PROVIDED
        )
    ]

    assert reading == []


def test_every_job_has_a_task_and_a_queue() -> None:
    from celery import current_app

    from judgment_console.models import Outbox
    from judgment_console.queue import QUEUES, task_name

    jobs = {value for value, _ in Outbox._meta.get_field("job").flatchoices}

    assert set(QUEUES) == jobs - {"what_if"} | (set(QUEUES) & {"what_if"})
    without = [job for job in QUEUES if task_name(job) not in current_app.tasks]
    assert [job for job in without if job != "what_if"] == []


def test_every_code_has_a_status() -> None:
    from judgment_console.reviews.middleware import STATUS

    assert set(STATUS) == set(ERROR_CODES)
    assert set(STATUS.values()) <= {400, 401, 403, 404, 409, 413, 422, 500, 502, 503}


@pytest.mark.parametrize("code", sorted(ERROR_CODES))
def test_code_is_explained_in_the_documents(code: str) -> None:
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]

    assert any(f"`{code}`" in document.read_text() for document in documents)


def _raised() -> set[str]:
    """Codes in the source, apart from the registry and the table of statuses."""
    found: set[str] = set()
    for path, tree in _trees():
        if path in ("errors.py", "reviews/middleware.py"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in ERROR_CODES:
                found.add(str(node.value))
    return found


def test_every_code_is_raised_or_reserved() -> None:
    raised = _raised()

    assert sorted(set(ERROR_CODES) - RESERVED_CODES - raised) == []
    assert sorted(RESERVED_CODES & raised) == []


def _calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def _entry_models(tree: ast.Module) -> set[str]:
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and node.module == "judgment_console.models.entries"
        for alias in node.names
    }


def _writes_entries(tree: ast.Module) -> bool:
    models = "|".join(_entry_models(tree)) or "(?!)"
    rows = rf"((({models}|entries\.\w+)\.\w+)|entries|entry_set)\.(.*\.)?"
    writing = re.compile(
        rf"^({models})$|entries\.(Entry|TrailEntry|LedgerEntry)$"
        rf"|{rows}(\w*create|bulk_update|update|delete|raw)$"
    )
    return any(writing.search(call) for call in _calls(tree))


def test_only_recording_creates_an_entry() -> None:
    faces_and_services = [
        (path, tree)
        for path, tree in _trees()
        if not path.startswith(("ledger/", "judgment/", "chains/", "models/"))
    ]
    raw = {
        path
        for path, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.search(r"(INSERT INTO|UPDATE|DELETE FROM)\s+judgment", node.value)
    }

    writing = {path for path, tree in faces_and_services if _writes_entries(tree)}
    assert writing == {"services/recording.py"}
    assert raw == set()


@pytest.mark.parametrize(
    "code",
    [
        "Entry(seq=1)",
        "Entry.objects.create(seq=1)",
        "Entry.objects.bulk_create([])",
        "Entry.objects.filter(seq=1).update(body='')",
        "TrailEntry.objects.all().delete()",
        "entries.Entry(seq=1)",
        "chain.entries.create(seq=1)",
        "chain.entries.filter(seq=1).delete()",
        "gate.entry_set.create(seq=1)",
    ],
)
def test_scan_sees_each_way_to_write_an_entry(code: str) -> None:
    imported = "from judgment_console.models.entries import Entry, TrailEntry"

    assert _writes_entries(ast.parse(f"{imported}\n{code}"))


def _importers(*names: str) -> set[str]:
    found = set()
    for path, tree in _trees():
        for node in ast.walk(tree):
            imported = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            if any(name.partition(".")[0] in names for name in imported):
                found.add(path)
    return found


def test_only_canonical_hashes() -> None:
    assert _importers("hashlib", "hmac") == {"ledger/canonical.py"}


def test_only_services_open_transactions() -> None:
    opening = {
        path
        for path, tree in _trees()
        if any(call.endswith("atomic") for call in _calls(tree))
    }

    assert {path for path in opening if not path.startswith("services/")} == set()


def test_environment_is_read_in_settings_alone() -> None:
    reading = {
        path
        for path, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node) in ("os.environ", "os.getenv")
    }

    assert reading <= {"celery.py", "wsgi.py"}
    assert _importers("environ") == {"settings.py"}


def test_modules_and_functions_stay_small() -> None:
    long = {
        path: len((PACKAGE / path).read_text().splitlines()) for path, _ in _trees()
    }

    assert {path: lines for path, lines in long.items() if lines > 300} == {}


def _declared(*groups: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for group in groups:
        wanted += project["optional-dependencies"][group]
    return {re.split(r"[\[<>=]", text)[0] for text in wanted}


def _distributions_used(folder: str) -> set[str]:
    known = packages_distributions()
    imported = {
        name.partition(".")[0]
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    found = {known[name][0].lower() for name in imported if name in known}
    return {name.replace("_", "-") for name in found} - {"pydantic-core"}


@pytest.mark.parametrize(
    ("folder", "groups"), [("judgment_console", ()), ("tests", ("test",))]
)
def test_every_library_that_is_imported_is_declared(
    folder: str, groups: tuple[str, ...]
) -> None:
    assert _distributions_used(folder) - _declared(*groups) == set()


def test_every_library_that_is_declared_is_pinned_with_hashes() -> None:
    text = (ROOT / "requirements.txt").read_text()
    pinned = dict(re.findall(r"^([\w.-]+)==(.*(?:\n +--hash.*)+)", text, re.M))

    assert _declared("test") - set(pinned) == set()
    assert all("--hash=sha256:" in rest for rest in pinned.values())
    assert re.findall(r"://|--index-url|--find-links", text) == []
