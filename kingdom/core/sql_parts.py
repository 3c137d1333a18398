"""Statements of Django's that run as parts of another one: one round trip, one set of locks, all or nothing.

PostgreSQL runs the parts against one snapshot: none sees the rows that another part writes, so no two parts may write
the same row. What a part returns is read by its name.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection, models
from django.db.models import F, QuerySet, Value
from django.db.models.constants import OnConflict
from django.db.models.functions import Greatest
from django.db.models.sql import InsertQuery, UpdateQuery
from django.utils import timezone


class SqlPart(NamedTuple):
    """A named part: its statement, and the parameters, whose names begin with its own."""

    name: str
    sql: str
    params: Mapping[str, Any]


def insert_part(name: str, row: models.Model, *, ignore_conflicts: bool = False, needs: str = "") -> SqlPart:
    """Return the insertion of a row, which returns its key.

    It stores nothing where ``ignore_conflicts`` finds the row stored, and where the part ``needs`` returns no row.
    """
    model = type(row)
    is_numbered = row.pk is None  # by the database
    fields = [
        field for field in model._meta.concrete_fields if not (field.generated or (is_numbered and field.primary_key))
    ]
    query = InsertQuery(model, on_conflict=OnConflict.IGNORE if ignore_conflicts else None)
    query.insert_values(fields, [row])
    ((sql, values),) = query.get_compiler(connection=connection).as_sql()
    if needs:
        columns, _, rest = sql.partition(" VALUES (")
        listed, _, conflict = rest.rpartition(")")
        sql = f"{columns} SELECT {listed} WHERE EXISTS (SELECT FROM {needs}){conflict}"  # noqa: S608 - names
    return _part(name, model, sql, values)


def update_part(name: str, rows: QuerySet[Any], **changes: object) -> SqlPart:
    """Return the update of rows, which returns their keys."""
    query: UpdateQuery = rows.query.chain(UpdateQuery)  # type: ignore[assignment] # the stubs lack the argument's type
    query.add_update_values(changes)
    return _part(name, rows.model, *query.get_compiler(connection=connection).as_sql())


def end_of(start: str) -> Greatest:
    """Return the time of an end, now: never before the field ``start``, set on a machine whose clock may be ahead."""
    return Greatest(F(start), Value(timezone.now(), models.DateTimeField()))


def column_values(model: type[models.Model], values: Mapping[str, object], prefix: str) -> SqlPart:
    """Return ``, column = %(prefix_column)s`` for each value of a model's fields, as Django stores it."""
    columns = {field.name: field for field in model._meta.concrete_fields}
    params, pairs = dict[str, Any](), []
    for name, value in values.items():
        field: models.Field[Any, Any] = columns[name]
        params[f"{prefix}_{name}"] = field.get_db_prep_save(value, connection=connection)
        pairs.append(f", {connection.ops.quote_name(str(field.column))} = %({prefix}_{name})s")
    return SqlPart(prefix, "".join(pairs), params)


def with_parts(parts: Sequence[SqlPart]) -> str:
    """Return the parts as common table expressions, each after a comma."""
    return "".join(f", {part.name} AS ({part.sql})" for part in parts)


def params_of(parts: Collection[SqlPart]) -> dict[str, Any]:
    """Return the parameters of all parts."""
    return {name: value for part in parts for name, value in part.params.items()}


def _part(name: str, model: type[models.Model], sql: str, values: Sequence[Any]) -> SqlPart:
    table, key = (connection.ops.quote_name(str(name)) for name in (model._meta.db_table, model._meta.pk.column))
    pieces = sql.split("%s")  # the compiler writes values in no other way
    named = pieces[0] + "".join(f"%({name}_{number})s{piece}" for number, piece in enumerate(pieces[1:]))
    params = {f"{name}_{number}": value for number, value in enumerate(values)}
    return SqlPart(name, f"{named} RETURNING {table}.{key}", params)
