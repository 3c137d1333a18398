"""Rows of any model for tests of its pages.

Every relation is filled with a row of its own, so that a query per row shows in the query count.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, models, transaction
from django.utils import timezone
from pgvector.django import HalfVectorField
from pytest_django import DjangoDbBlocker

from kingdom.accounts.models import ApiToken
from kingdom.accounts.services import token_create
from kingdom.core.sql_parts import SqlPart, params_of
from kingdom.routing.models import DIMENSIONS
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_add_part
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from tests.factories import create_own_specialist, route_receipt

_number = count(1)
Values = Mapping[str, Any]


def plant(model: type[models.Model], **values: Any) -> Any:  # noqa: ANN401 - any model's row
    """Store one row of a model, with these values, and return it."""
    if values:
        return _plant_row(model, values)
    if model is get_user_model():
        return get_user_model().objects.create_user(f"person_{next(_number)}")
    if model is Specialist:
        return create_own_specialist(plant(get_user_model()), f"role_{next(_number)}")
    if model is SpecialistVersion:
        return plant(Specialist).current_version
    if model is ApiToken:
        return token_create(user=plant(get_user_model()), name=f"token_{next(_number)}")[0]
    return _plant_row(model, {})


@contextmanager
def rows_of_module(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep what a block stores for all tests of a module, each of which has a transaction within this one."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def run_part(part: SqlPart, *, after: SqlPart | None = None) -> int:
    """Run a part of a statement alone, or after the part that it needs; return the number of its rows."""
    parts = [after, part] if after is not None else [part]
    start = f"WITH {after.name} AS ({after.sql}) " if after is not None else ""
    with connection.cursor() as cursor:
        cursor.execute(start + part.sql, params_of(parts))
        return int(cursor.rowcount)


def add_to_hour(row: Execution) -> None:
    """Add a stored execution to the sums of its hour."""
    stored = SqlPart("stored", "SELECT", {})
    run_part(hourly_metrics_add_part(row, execution=stored), after=stored)


def _plant_row(model: type[models.Model], values: Values) -> Any:  # noqa: ANN401 - any model's row
    given = {**_GIVEN.get(model._meta.label, dict)(), **values}
    fields = [one for one in model._meta.concrete_fields if one.name not in given and not one.generated]
    return model._default_manager.create(
        **given, **{one.name: found for one in fields if (found := _value(one, model)) is not None}
    )


def _value(field: Any, model: type[models.Model]) -> Any:  # noqa: ANN401 - a field's value
    """Return a valid value of a field; None leaves it to its default."""
    if isinstance(field, models.ForeignKey):
        return None if field.related_model is model else plant(field.related_model)
    if field.has_default() or field.null or field.blank:
        return None
    if field.choices:
        return field.choices[0][0]
    for kind, make in _MADE.items():
        if isinstance(field, kind):
            return make(field)
    return None


def _text(field: Any) -> str:  # noqa: ANN401 - any text field
    return f"{field.name}_{next(_number)}"[-(field.max_length or 100) :]


_MADE: dict[type[Any], Callable[[Any], Any]] = {
    models.GenericIPAddressField: lambda _field: "127.0.0.1",
    models.CharField: _text,
    models.TextField: _text,
    models.BooleanField: lambda _field: False,
    models.IntegerField: lambda _field: 1,
    models.DecimalField: lambda _field: Decimal(1),
    models.FloatField: lambda _field: 0.5,
    models.DateTimeField: lambda _field: timezone.now() + timedelta(seconds=next(_number)),
    models.DateField: lambda _field: timezone.now().date(),
    models.UUIDField: lambda _field: uuid.uuid4(),
    models.JSONField: lambda _field: {},
    models.BinaryField: lambda _field: b"",
    HalfVectorField: lambda _field: [0.05] * DIMENSIONS,
}
# What a model's own rules ask for, where the first thing that fits the columns does not do.
_GIVEN: dict[str, Callable[[], dict[str, Any]]] = {
    "ministers.GuardianReview": lambda: {"verdict": "APPROVED"},
    "ministers.GuardianNeighbour": lambda: {"vector": [0.05] * DIMENSIONS},
    "orchestrator.RouteRecord": lambda: {"receipt": route_receipt(plant(Specialist)).model_dump(mode="json")},
    "workflows.Workflow": lambda: {"manifest": {"nodes": [{"id": "writer_a", "prompt": "Write."}]}},
    "tools.AddedMcpServer": lambda: {"url": "https://mcp.example/mcp"},
    "tools.ToolReceipt": lambda: {"seq": next(_number)},
    "django_celery_beat.PeriodicTask": lambda: {"clocked": None, "crontab": None, "solar": None},
    "django_celery_beat.SolarSchedule": lambda: {"latitude": next(_number) / 100, "longitude": 0},
}
