"""Inside an installation on PostgreSQL: very many rows at once, past the services."""

from collections.abc import Iterable
from itertools import islice

from django.db import connection, models, transaction
from psycopg.sql import SQL, Identifier

BATCH = 5000


def load(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """Write rows as a COPY; constraints and triggers of the table hold all the same."""
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields]
    prepared = [field for field in fields if isinstance(field, models.JSONField)]
    statement = SQL("COPY {} ({}) FROM STDIN").format(
        Identifier(model._meta.db_table),
        SQL(", ").join(Identifier(field.column) for field in fields),
    )
    left = iter(rows)
    # In parts: the installation cancels a statement after half a minute.
    while part := list(islice(left, BATCH)):
        with (
            transaction.atomic(),
            connection.cursor() as cursor,
            cursor.copy(statement) as copy,
        ):
            for row in part:
                values = {name: getattr(row, name) for name in names}
                for field in prepared:
                    value = values[field.attname]
                    values[field.attname] = field.get_db_prep_save(value, connection)
                copy.write_row([*values.values()])


def analyze() -> None:
    """Let the planner know how many rows there are, as it would soon by itself."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
