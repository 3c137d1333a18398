"""Who may read each field of a model. Declared once, beside the model; every page, list, search and export obeys.

``public``: everyone who may see the row. ``staff``: staff with the permission to view the model. ``owner``: the user
whose words they are; staff only by a recorded disclosure. ``sealed``: nobody. A field of text, JSON or bytes without a
declaration counts as ``owner``, and a test fails; numbers, dates, references and choices are ``staff`` by default.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeVar

from django.db import models

FieldClass = Literal["public", "staff", "owner", "sealed"]
ModelT = TypeVar("ModelT", bound=type[models.Model])
_ATTRIBUTE = "kingdom_field_classes"
_CLOSED_FIELDS = (
    *(models.BooleanField, models.DateField, models.DurationField, models.FloatField, models.IntegerField),
    *(models.DecimalField, models.UUIDField, models.ForeignKey, models.GeneratedField),
)


@dataclass(frozen=True)
class FieldClasses:
    """The declaration of one model.

    ``of`` is the path to the owner: a user, or a number that is a user's id; empty when rows have no known owner.
    ``shared`` says that a row without an owner is the organisation's, so that staff may read all of it.
    """

    classes: dict[str, FieldClass] = field(default_factory=dict)
    of: str = ""
    shared: bool = False


def field_classes(
    *, public: str = "", staff: str = "", owner: str = "", sealed: str = "", of: str = "user", shared: bool = False
) -> Callable[[ModelT], ModelT]:
    """Declare the classes of a model's fields; each argument is names separated by spaces."""
    by_class: dict[FieldClass, str] = {"public": public, "staff": staff, "owner": owner, "sealed": sealed}
    classes = {name: kind for kind, names in by_class.items() for name in names.split()}
    if sum(len(names.split()) for names in by_class.values()) != len(classes):
        raise ValueError("A field is in two classes.")

    def declare(model: ModelT) -> ModelT:
        setattr(model, _ATTRIBUTE, FieldClasses(classes, of, shared))
        return model

    return declare


def declared_classes(model: type[models.Model]) -> FieldClasses | None:
    """Return the declaration of a model; None without one (a library's model)."""
    declared: FieldClasses | None = getattr(model, _ATTRIBUTE, None)
    return declared


def is_closed_field(found: Any) -> bool:  # noqa: ANN401 - any field
    """Return whether the values of a field are numbers, dates, references or one of a few choices."""
    return isinstance(found, _CLOSED_FIELDS) or bool(getattr(found, "choices", None))


@cache
def class_of_path(model: type[models.Model], path: str) -> FieldClass:
    """Return the class of a field, or of the one that a path such as ``user__username`` ends at.

    The models of libraries have no declaration, and all their fields are ``staff``. What is no field (a method of a
    page) is ``staff``, too.
    """
    name, _, rest = path.removeprefix("-").partition("__")
    found = {one.name: one for one in model._meta.get_fields()}.get("pk" if name == "pk" else name)
    if rest and found is not None and found.is_relation and found.related_model is not None:
        return class_of_path(found.related_model, rest)
    return _class_of_field(model, name, found)


def _class_of_field(model: type[models.Model], name: str, found: object) -> FieldClass:
    declared = declared_classes(model)
    if declared is None or name not in {one.name for one in model._meta.concrete_fields}:
        return "staff"
    return declared.classes.get(name) or ("staff" if is_closed_field(found) else "owner")


def hidden_fields(model: type[models.Model], kinds: tuple[FieldClass, ...] = ("owner", "sealed")) -> tuple[str, ...]:
    """Return the names of a model's own fields that staff do not see."""
    return _fields_of_classes(model, kinds)


@cache
def _fields_of_classes(model: type[models.Model], kinds: tuple[FieldClass, ...]) -> tuple[str, ...]:
    names = [one.name for one in model._meta.concrete_fields]
    return tuple(name for name in names if class_of_path(model, name) in kinds)


def owner_id(row: models.Model) -> int | None:
    """Return the id of the user whose words a row holds; None without one."""
    declared = declared_classes(type(row))
    if declared is None or not declared.of:
        return None
    *path, last = declared.of.split("__")
    holder: Any = row
    for name in path:
        holder = getattr(holder, name, None)
    if holder is None:
        return None
    value = getattr(holder, holder._meta.get_field(last).attname)  # of a user the id: no query
    return value if isinstance(value, int) else None


def is_hidden(row: models.Model, name: str) -> bool:
    """Return whether staff see a mark instead of this field of this row."""
    kind, declared = class_of_path(type(row), name), declared_classes(type(row))
    shared = declared is not None and declared.shared and owner_id(row) is None
    return kind == "sealed" or (kind == "owner" and not shared)
