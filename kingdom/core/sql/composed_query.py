"""Queries of Django's whose statement is composed once in a process and then run with other values.

The ORM takes longer to compose a statement with joins than the database takes to run it.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID, uuid4

from django.db import connections
from django.db.models import QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

RowT = TypeVar("RowT")
_numbers = itertools.count(1_900_000_001)
# Values that stand for others while a statement is composed: none equals a value that a query names itself.
_SAMPLES: Mapping[type, Callable[[], object]] = {
    UUID: uuid4,
    int: lambda: next(_numbers),
    str: lambda: f"sample {uuid4()}",
    datetime: lambda: datetime.fromtimestamp(next(_numbers), UTC),
    list: lambda: [uuid4()],
}


class _Composed(NamedTuple):
    rows: QuerySet[Any]
    compiler: SQLCompiler
    converters: dict[Any, Any]
    sql: str
    params: Sequence[object]
    names: Sequence[str]
    """Of each parameter the name of the value that replaces it, "" for one that stays."""


class ComposedQuery(Generic[RowT]):
    """A query that is composed at its first use in a process.

    ``build`` returns the query for values of the types in ``values``: UUID, int, str, datetime, or list for an array.
    It may use a value only as a parameter: what the statement looks like must depend on none, so a value is never None.
    One that locks rows raises RuntimeError outside a transaction; Django looks when it composes, at the first use only.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, RowT]], **values: type) -> None:
        """Keep what composes it."""
        self._build, self._types = build, values
        self._composed: _Composed | None = None

    def rows(self, **values: object) -> list[RowT]:
        """Return all rows for these values. One statement."""
        composed = self._composed
        if composed is None:
            composed = self._composed = self._compose()
        _check_lock(composed.rows)
        params = tuple(
            values[name] if name else param for name, param in zip(composed.names, composed.params, strict=True)
        )
        compiler = copy(composed.compiler)  # which other threads use, too
        compiler.connection = connections[composed.rows.db]
        _replace(compiler, "as_sql", (composed.sql, params))
        _replace(compiler, "get_converters", composed.converters)
        query: Query = copy(composed.rows.query)
        _replace(query, "get_compiler", compiler)
        rows: QuerySet[Any] = QuerySet(composed.rows.model, query, composed.rows.db)
        iterable: Any = composed.rows._iterable_class
        rows._fields = composed.rows._fields  # type: ignore[attr-defined] # the stubs lack it
        found: list[RowT] = list(iterable(rows))
        return found

    def first(self, **values: object) -> RowT | None:
        """Return the first row for these values, None without one. The query must say which that is."""
        return next(iter(self.rows(**values)), None)

    def _compose(self) -> _Composed:
        samples = {name: _SAMPLES[kind]() for name, kind in self._types.items()}
        rows = self._build(**samples)
        _check_lock(rows)
        compiler = rows.query.get_compiler(using=rows.db)
        sql, params = compiler.as_sql()
        names = [next((name for name, sample in samples.items() if sample == param), "") for param in params]
        if missing := set(samples) - set(names):
            raise TypeError(f"the query does not use {sorted(missing)} as they are")
        fields = [column[0] for column in compiler.select[: compiler.col_count]]
        return _Composed(rows, compiler, compiler.get_converters(fields), sql, tuple(params), tuple(names))


def _check_lock(rows: QuerySet[Any]) -> None:
    if rows.query.select_for_update and not connections[rows.db].in_atomic_block:
        raise RuntimeError("a row is locked until its transaction ends, and no transaction is open")


def _replace(composed: object, method: str, result: object) -> None:
    """Let a method of this instance return a result that is known."""
    setattr(composed, method, lambda *_arguments, **_options: result)
