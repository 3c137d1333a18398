"""Labels of the admin in the language of its reader: names of models and fields, help, choices, columns and actions.

Django makes most of them of English names in the code. They are replaced once, when all models are known, by lazy
translations of the context ``admin``. ``admin_labels.txt`` lists them for the catalogue: `make messages` writes it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.admin import ModelAdmin, site
from django.db.models import Field, Model
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

CONTEXT = "admin"
_OWN = "kingdom."  # models of other packages bring translations of their own


class _Label(NamedTuple):
    """One label and what replaces it."""

    text: str
    replace: Callable[[Any], None]


def admin_labels_translate() -> list[str]:
    """Make every label a lazy translation; return the English of all, sorted. What is lazy already stays as it is."""
    labels = list(_labels())
    for label in labels:
        label.replace(pgettext_lazy(CONTEXT, label.text))
    return sorted({label.text for label in labels})


def _labels() -> Iterator[_Label]:
    for app in apps.get_app_configs():
        if app.name.startswith(_OWN):
            yield from _attribute(app, "verbose_name")
    for model, page in site._registry.items():  # Django has no public list of them
        if model.__module__.startswith(_OWN):
            yield from _model_labels(model)
        if type(page).__mro__[2].__module__.startswith(_OWN) or model.__module__.startswith(_OWN):
            yield from _page_labels(page)


def _model_labels(model: type[Model]) -> Iterator[_Label]:
    options = model._meta
    if not isinstance(options.verbose_name, Promise):
        yield _Label(str(options.verbose_name_plural), partial(setattr, options, "verbose_name_plural"))
    yield from _attribute(options, "verbose_name")
    for field in model._meta.get_fields():
        if isinstance(field, Field):
            yield from _attribute(field, "verbose_name")
            yield from _attribute(field, "help_text")
            yield from _choice_labels(field)


def _choice_labels(field: "Field[Any, Any]") -> Iterator[_Label]:
    choices = list(field.choices or ())

    def replacing(number: int) -> Callable[[Any], None]:
        def replace(label: Any) -> None:  # noqa: ANN401 - a lazy text
            choices[number] = (choices[number][0], label)
            field.choices = list(choices)

        return replace

    for number, (_, label) in enumerate(choices):
        if isinstance(label, str) and label:
            yield _Label(label, replacing(number))


def _page_labels(page: "ModelAdmin[Any]") -> Iterator[_Label]:
    methods = (value for base in type(page).__mro__ for value in vars(base).values())
    for column in (*methods, *_callables(page.list_display), *_callables(page.readonly_fields)):
        if callable(column):
            yield from _attribute(column, "short_description")
    yield from _attribute(type(page), "search_help_text")
    for entry in page.list_filter or ():
        if isinstance(entry, type):
            yield from _attribute(entry, "title")


def _callables(columns: Iterable[Any]) -> Iterator[Any]:
    return (column for column in columns if callable(column))


def _attribute(owner: Any, name: str) -> Iterator[_Label]:  # noqa: ANN401 - a model's options, a field, a column
    text = getattr(owner, name, None)
    if isinstance(text, str) and text and not isinstance(text, Promise):
        yield _Label(text, partial(setattr, owner, name))
