"""Triggers that make the record append-only in the database itself.

They are installed after every migrate, because SQLite rebuilds a table when a column
is added and drops its triggers without a word.
"""

from django.core.checks import CheckMessage, Error
from django.db import connections

APPEND_ONLY = (
    "judgment_console_entry",
    "judgment_console_decision",
    "judgment_console_checkpoint",
    "judgment_console_policy",
)
_TRIGGERS = {
    "sqlite": ("{table}_no_update", "{table}_no_delete"),
    "postgresql": ("{table}_append_only", "{table}_no_truncate"),
}
_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {table}_no_{event} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
_POSTGRESQL = """
CREATE OR REPLACE FUNCTION judgment_console_append_only() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation'; END
$$ LANGUAGE plpgsql;
CREATE OR REPLACE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION judgment_console_append_only();
CREATE OR REPLACE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION judgment_console_append_only();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_truncate;
"""
_INSTALLED = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled = 'A'",
}


def install(using: str) -> None:
    """Put the triggers on every append-only table; harmless when they are there."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in APPEND_ONLY:
            if connection.vendor == "sqlite":
                for event in ("update", "delete"):
                    cursor.execute(_SQLITE.format(table=table, event=event))
            else:
                cursor.execute(_POSTGRESQL.format(table=table), [])


def remove(using: str) -> None:
    """Take the triggers off; only a test harness does this, around its teardown."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in APPEND_ONLY:
            for name in _TRIGGERS[connection.vendor]:
                on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
                trigger = name.format(table=table)
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}{on_table}")


def grant(using: str, application_role: str) -> None:
    """Let the application role read and add; it may change only what is no record."""
    connection = connections[using]
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        tables = [
            name
            for name in connection.introspection.table_names(cursor)
            if name != "django_migrations"
        ]
        for table in tables:
            may = "SELECT, INSERT"
            if table not in APPEND_ONLY:
                may += ", UPDATE, DELETE"
            target = f"{quote(table)} TO {quote(application_role)}"
            cursor.execute(f"GRANT {may} ON {target}")
        role = quote(application_role)
        cursor.execute(f"GRANT SELECT ON django_migrations TO {role}")
        cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}")


def missing(using: str) -> list[str]:
    """Triggers that should be there and are not (or are switched off)."""
    connection = connections[using]
    with connection.cursor() as cursor:
        existing = set(connection.introspection.table_names(cursor))
        cursor.execute(_INSTALLED[connection.vendor])
        found = {row[0] for row in cursor.fetchall()}
    return [
        name.format(table=table)
        for table in APPEND_ONLY
        if table in existing
        for name in _TRIGGERS[connection.vendor]
        if name.format(table=table) not in found
    ]


def check_append_only(
    databases: list[str] | None = None, **_: object
) -> list[CheckMessage]:
    """System check: the record is protected in each database that is asked about."""
    found: list[CheckMessage] = []
    for using in databases or []:
        if gone := missing(using):
            found.append(
                Error(
                    f"Append-only triggers are missing: {', '.join(gone)}.",
                    hint="Run `manage.py migrate`; it puts them back.",
                    id="judgment_console.E001",
                )
            )
        if not _recursive_triggers(using):
            found.append(
                Error(
                    "SQLite runs without recursive_triggers.",
                    hint="REPLACE would pass by the triggers of the record.",
                    id="judgment_console.E002",
                )
            )
    return found


def _recursive_triggers(using: str) -> bool:
    connection = connections[using]
    if connection.vendor != "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers")
        return bool(cursor.fetchone()[0])
