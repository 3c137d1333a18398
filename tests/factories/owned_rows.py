"""Rows with a user's words in every field of the class ``owner``, for tests that look for them everywhere."""

from itertools import count
from typing import Any

from django.apps import apps
from django.db import models
from pgvector.django import HalfVectorField

from kingdom.accounts.models import User
from kingdom.core.field_classes import declared_classes, hidden_fields
from tests.factories import create_own_specialist, route_receipt
from tests.factories.rows import plant

OWN_MODELS = sorted(
    (model for model in apps.get_models() if model.__module__.startswith("kingdom.")),
    key=lambda model: model._meta.label,
)
WITH_WORDS = [model for model in OWN_MODELS if hidden_fields(model, ("owner",))]
WORD = "zebracanary"
_number = count(1)


def owner_path(model: type[models.Model]) -> str:
    """Return the path to the owner of a model's rows."""
    declared = declared_classes(model)
    assert declared is not None
    return declared.of


def word_value(field: Any) -> Any:  # noqa: ANN401 - a field and its value
    """Return a value with the word; None for what holds no words."""
    text = f"{WORD}{next(_number)} I owe my brother money"
    if isinstance(field, models.JSONField):
        return [text] if field.has_default() and field.get_default() == [] else {"text": text, WORD: [text]}
    if isinstance(field, models.BinaryField):
        return text.encode()
    if isinstance(field, HalfVectorField):
        return None
    return text[: field.max_length or 200]


def owned_row(model: type[models.Model], owner: User, path: str, words: bool = True) -> Any:  # noqa: ANN401 - any row
    """Store a row that belongs to a user by the path of its declaration, with words in each owner field."""
    first, _, rest = path.partition("__")
    values: dict[str, Any] = {}
    if first:
        field = model._meta.get_field(first)
        related: Any = field.related_model
        linked = rest and owned_row(related, owner, rest, words=False)
        values[first] = (linked or owner) if field.is_relation else owner.pk
    for name in hidden_fields(model, ("owner",)) if words else ():
        if (value := word_value(model._meta.get_field(name))) is not None:
            values[name] = value
    if model._meta.label == "orchestrator.RouteRecord" and words:
        receipt = route_receipt(create_own_specialist(owner, f"role_{next(_number)}")).model_dump(mode="json")
        receipt["candidates"][0]["nearest_example"] = WORD
        values["receipt"] = {**receipt, "analysis": {"reason": WORD}}
    if model._meta.label == "orchestrator.ReplayDifference":
        route = {"intent": "general", "confidence": 0.5, "analysis": {"reason": WORD}, "receipt": {"reason": "none"}}
        values["current"] = values["changed"] = route
    if model._meta.label == "specialists.Specialist":
        return create_own_specialist(owner, f"role_{next(_number)}")
    if model._meta.label == "specialists.SpecialistVersion":
        first_version = values.pop("specialist", create_own_specialist(owner, f"role_{next(_number)}")).current_version
        values |= {"specialist": first_version.specialist, "number": 2, "digest": f"{next(_number):064}"}
        values |= {"spec": first_version.spec, "tests": [{"input": WORD}] if words else []}
    return plant(model, **values)
