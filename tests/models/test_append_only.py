"""The record is append-only in the database itself, whoever asks and however."""
# ruff: noqa: S608 - the attacks are typed here, nothing comes from outside

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.checks import Tags, run_checks
from django.core.management.sql import emit_post_migrate_signal
from django.db import IntegrityError, connection, models

from judgment_console.models import Decision, Policy, append_only
from judgment_console.models.entries import Checkpoint, Entry, LedgerEntry, TrailEntry
from tests.models.conftest import Rows

pytestmark = pytest.mark.django_db(transaction=True)

RECORDS: tuple[type[models.Model], ...] = (Entry, Decision, Checkpoint, Policy)
TABLE = "judgment_console_entry"
_ANYWHERE = {
    "update": f"UPDATE {TABLE} SET body = 'forged'",
    "update of one column to itself": f"UPDATE {TABLE} SET seq = seq",
    "delete": f"DELETE FROM {TABLE}",
    "upsert": f"INSERT INTO {TABLE} SELECT * FROM {TABLE} WHERE true"
    " ON CONFLICT (id) DO UPDATE SET body = 'forged'",
}
_ONLY_SQLITE = {
    "replace": f"INSERT OR REPLACE INTO {TABLE} SELECT * FROM {TABLE}",
    "replace shorthand": f"REPLACE INTO {TABLE} SELECT * FROM {TABLE}",
    "update or replace": f"UPDATE OR REPLACE {TABLE} SET body = 'forged'",
}
_ONLY_POSTGRESQL = {
    "truncate": f"TRUNCATE {TABLE} CASCADE",
    "merge": f"MERGE INTO {TABLE} USING {TABLE} AS source ON {TABLE}.id = source.id"
    " WHEN MATCHED THEN UPDATE SET body = 'forged'",
    "replica": "SET session_replication_role = replica;"
    f" UPDATE {TABLE} SET body = 'forged'",
    "replica truncate": f"SET session_replication_role = replica; TRUNCATE {TABLE}",
}
ON_SQLITE = connection.vendor == "sqlite"
ATTACKS = {**_ANYWHERE, **(_ONLY_SQLITE if ON_SQLITE else _ONLY_POSTGRESQL)}


def _stored(model: type[models.Model]) -> list[dict[str, Any]]:
    return list(model._base_manager.order_by("pk").values())


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture
def own_session() -> Iterator[None]:
    yield
    if not ON_SQLITE:
        _execute("RESET session_replication_role")


@pytest.mark.parametrize("attack", sorted(ATTACKS))
def test_entry_table_refuses_sql(attack: str, sealed: Rows, own_session: None) -> None:
    before = _stored(Entry)

    with pytest.raises(IntegrityError, match="append-only"):
        _execute(ATTACKS[attack])

    assert _stored(Entry) == before
    assert len(before) == 1


@pytest.mark.parametrize("model", RECORDS)
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_every_record_refuses_sql(
    model: type[models.Model], statement: str, sealed: Rows
) -> None:
    before = _stored(model)
    assert before != []

    with pytest.raises(IntegrityError, match="append-only"):
        _execute(statement.format(model._meta.db_table))

    assert _stored(model) == before


@pytest.mark.postgresql
@pytest.mark.parametrize("model", RECORDS)
def test_every_record_refuses_truncate(model: type[models.Model], sealed: Rows) -> None:
    with pytest.raises(IntegrityError, match="append-only"):
        _execute(f"TRUNCATE {model._meta.db_table} CASCADE")

    assert len(_stored(model)) == 1


def _save(entry: Entry) -> None:
    entry.body = "forged"
    entry.save()


def _bulk_update(entry: Entry) -> None:
    entry.body = "forged"
    Entry.objects.bulk_update([entry], ["body"])


def _upsert(entry: Entry) -> None:
    entry.body = "forged"
    Entry.objects.bulk_create(
        [entry], update_conflicts=True, unique_fields=["id"], update_fields=["body"]
    )


ORM: dict[str, Callable[[Entry], object]] = {
    "save": _save,
    "update": lambda entry: Entry.objects.update(body="forged"),
    "update through the trail": lambda entry: TrailEntry.objects.update(body="forged"),
    "bulk update": _bulk_update,
    "upsert": _upsert,
    "delete": lambda entry: entry.delete(),
    "delete all": lambda entry: Entry.objects.all().delete(),
    "raw delete": lambda entry: Entry.objects.all()._raw_delete("default"),
}


@pytest.mark.parametrize("attack", sorted(ORM))
def test_entry_table_refuses_the_orm(attack: str, sealed: Rows) -> None:
    before = _stored(Entry)

    with pytest.raises(IntegrityError, match="append-only"):
        ORM[attack](Entry.objects.get())

    assert _stored(Entry) == before


def test_ledger_proxy_refuses_the_orm(sealed: Rows) -> None:
    sealed.entry(2, kind="ledger", field="tail").save()

    with pytest.raises(IntegrityError, match="append-only"):
        LedgerEntry.objects.update(field="forged")
    with pytest.raises(IntegrityError, match="append-only"):
        LedgerEntry.objects.all().delete()

    assert LedgerEntry.objects.get().field == "tail"


@pytest.mark.parametrize("turn", [1, 2])
def test_triggers_are_on_during_each_test(turn: int, sealed: Rows) -> None:
    assert append_only.missing("default") == []


@pytest.mark.django_db(transaction=False)
def test_triggers_are_on_inside_a_test_transaction() -> None:
    assert append_only.missing("default") == []


def _later_column() -> models.CharField:
    field: models.CharField = models.CharField(max_length=9, default="none")
    field.set_attributes_from_name("later")
    field.model = Entry
    return field


@pytest.fixture
def changed_schema(sealed: Rows) -> Iterator[None]:
    """The entry table after a later migration has added a column."""
    field = _later_column()
    with connection.schema_editor() as editor:
        editor.add_field(Entry, field)
    yield
    append_only.remove("default")
    with connection.schema_editor() as editor:
        editor.remove_field(Entry, field)
    append_only.install("default")


def test_schema_change_is_followed_by_triggers(changed_schema: None) -> None:
    gone = append_only.missing("default")
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")

    assert bool(gone) == ON_SQLITE
    assert append_only.missing("default") == []
    with pytest.raises(IntegrityError, match="append-only"):
        _execute(f"UPDATE {TABLE} SET body = 'forged'")
    with pytest.raises(IntegrityError, match="append-only"):
        _execute(f"DELETE FROM {TABLE}")


def _found() -> list[str]:
    found = run_checks(tags=[Tags.database], databases=["default"])
    return [message.id or "" for message in found]


def test_check_is_silent_on_a_protected_record() -> None:
    assert _found() == []


@pytest.mark.django_db(transaction=False)
@pytest.mark.parametrize("table", append_only.APPEND_ONLY)
def test_check_finds_a_dropped_trigger(table: str) -> None:
    name = append_only._TRIGGERS[connection.vendor][0].format(table=table)
    on_table = "" if ON_SQLITE else f" ON {table}"
    _execute(f"DROP TRIGGER {name}{on_table}")

    assert append_only.missing("default") == [name]
    assert _found() == ["judgment_console.E001"]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=False)
@pytest.mark.parametrize("how", ["DISABLE", "ENABLE"])
def test_check_finds_a_weakened_trigger(how: str) -> None:
    _execute(f"ALTER TABLE {TABLE} {how} TRIGGER {TABLE}_no_truncate")

    assert append_only.missing("default") == [f"{TABLE}_no_truncate"]
    assert _found() == ["judgment_console.E001"]


@pytest.mark.skipif(not ON_SQLITE, reason="a setting of SQLite")
@pytest.mark.django_db(transaction=False)
def test_check_finds_sqlite_that_lets_replace_pass() -> None:
    _execute("PRAGMA recursive_triggers = OFF")
    try:
        assert _found() == ["judgment_console.E002"]
    finally:
        _execute("PRAGMA recursive_triggers = ON")
