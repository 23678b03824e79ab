"""The application role adds to the record and can take nothing away."""
# ruff: noqa: S608 - the attacks are typed here, nothing comes from outside

import secrets
from collections.abc import Iterator

import pytest
from django.db import ProgrammingError, connection

from judgment_console.models import Chain, append_only
from judgment_console.models.entries import Entry
from tests.models.conftest import Rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

TABLE = "judgment_console_entry"
ATTACKS = {
    "update": f"UPDATE {TABLE} SET body = 'forged'",
    "delete": f"DELETE FROM {TABLE}",
    "truncate": f"TRUNCATE {TABLE}",
    "upsert": f"INSERT INTO {TABLE} SELECT * FROM {TABLE}"
    " ON CONFLICT (id) DO UPDATE SET body = 'forged'",
    "merge": f"MERGE INTO {TABLE} USING {TABLE} AS source ON {TABLE}.id = source.id"
    " WHEN MATCHED THEN DELETE",
    "replica": "SET session_replication_role = replica",
    "disable trigger": f"ALTER TABLE {TABLE} DISABLE TRIGGER ALL",
    "drop trigger": f"DROP TRIGGER {TABLE}_append_only ON {TABLE}",
    "drop table": f"DROP TABLE {TABLE} CASCADE",
    "other trigger function": "CREATE OR REPLACE FUNCTION"
    " judgment_console_append_only() RETURNS trigger LANGUAGE plpgsql"
    " AS $$ BEGIN RETURN NEW; END $$",
    "rule": f"CREATE RULE quiet AS ON DELETE TO {TABLE} DO INSTEAD NOTHING",
    "rename": f"ALTER TABLE {TABLE} RENAME TO elsewhere",
    "decision": "UPDATE judgment_console_decision SET rationale = 'forged'",
    "policy": "UPDATE judgment_console_policy SET rules = '{}'",
    "checkpoint": "DELETE FROM judgment_console_checkpoint",
    "migrations": "DELETE FROM django_migrations",
}


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture
def as_application(sealed: Rows) -> Iterator[Rows]:
    """The connection acts as a role that owns nothing and has what `grant` gives."""
    role = f"console_app_{secrets.token_hex(4)}"
    _execute(f"CREATE ROLE {role}")
    append_only.grant("default", role)
    _execute(f"SET ROLE {role}")
    yield sealed
    _execute("RESET ROLE")
    _execute(f"DROP OWNED BY {role}")
    _execute(f"DROP ROLE {role}")


@pytest.mark.parametrize("attack", sorted(ATTACKS))
def test_application_role_is_denied(attack: str, as_application: Rows) -> None:
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
        _execute(ATTACKS[attack])

    assert Entry.objects.get().body == "{}"


def test_application_role_adds_to_the_record(as_application: Rows) -> None:
    as_application.entry(2).save(force_insert=True)
    Chain.objects.update(entry_count=2)

    assert list(Entry.objects.values_list("seq", flat=True)) == [1, 2]
    assert Chain.objects.get().entry_count == 2
