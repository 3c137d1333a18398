"""What the admin's page of a deletion lists: rows with a name, and the number of those that only link two others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext


def deletion_without_links(
    model: type[Model], deleted: Sequence[Any], counts: Mapping[Any, int]
) -> tuple[list[Any], dict[str, int]]:
    """Return Django's nested list of deleted rows without the rows of many-to-many tables, and the counts by name.

    Such a row has no name: a group of 31 permissions would be 31 lines of "Group_permissions object". Its count says
    what the deleted row is linked to.
    """
    names, labels = dict[str, str](), list[str]()
    for through, other in _link_models(model):
        names[str(through._meta.verbose_name_plural)] = gettext("links to %(rows)s") % {
            "rows": other._meta.verbose_name_plural
        }
        labels.append(f"{capfirst(str(through._meta.verbose_name))}: ")
    shown = _without(deleted, tuple(labels)) if labels else list(deleted)
    return shown, {names.get(str(name), str(name)): number for name, number in counts.items()}


def _link_models(model: type[Model]) -> Iterator[tuple[type[Model], type[Model]]]:
    """Yield the tables that Django made for the relations of a model to many rows, each with the model at its end."""
    for field in model._meta.get_fields(include_hidden=True):
        if field.many_to_many and isinstance(field.related_model, type):
            through = getattr(field, "through", None) or getattr(field.remote_field, "through", None)
            if through is not None and through._meta.auto_created:
                yield through, field.related_model


def _without(rows: Sequence[Any], labels: tuple[str, ...]) -> list[Any]:
    kept = list[Any]()
    for row in rows:
        if isinstance(row, list):
            kept += [below] if (below := _without(row, labels)) else []
        elif not str(row).startswith(labels):
            kept.append(row)
    return kept
