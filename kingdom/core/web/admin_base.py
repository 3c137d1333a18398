"""Pages of Django's admin that obey the classes of fields; read-only ones, since all writes go through services."""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import FilteredSelectMultiple
from django.db.models import CharField, FloatField, Model, QuerySet
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy

from kingdom.core.field_classes import class_of_path, hidden_fields, is_hidden, owner_id
from kingdom.core.text.secret_masking import MASK
from kingdom.core.web.language import localized_number
from kingdom.core.web.pagination import BoundedCountPaginator

NEWEST_FIRST_FIELD = "created_at"
_ID_LOOKUPS = frozenset({"", "exact", "id__exact", "pk__exact"})  # of a row that belongs to another
_FILTER_LOOKUPS = frozenset({"", "exact", "isnull", "in", "gte", "gt", "lt", "lte"})  # that Django's filters send
_DATE_LOOKUPS = frozenset({"year", "month", "day", "gte", "lt"})  # that a date hierarchy sends


DISCLOSURE_PAGE = "admin:disclosure"  # where staff ask for the words of one row, with a reason
_SIZES = (0, 100, 1_000, 10_000, 100_000)  # an exact length would tell "yes" from "no"


def breakable_name(name: str) -> SafeString:
    """Return a name of the product for a narrow column: it may break after each underscore and dot."""
    return mark_safe(re.sub(r"([_.])", r"\1<wbr>", escape(name)))  # noqa: S308 - escaped


def _size_text(value: object) -> str:
    size = 0 if value in (None, "", [], {}) else len(str(value))
    bound = next((limit for limit in _SIZES if size <= limit), None)
    if bound == 0:
        return gettext("empty")
    text = gettext("over %(count)s characters") if bound is None else gettext("up to %(count)s characters")
    return text % {"count": localized_number(_SIZES[-1] if bound is None else bound)}


@cache
def _masked_column(name: str) -> Callable[[Model], str]:
    """Return the column that stands for a hidden field: a mark, and on the page of a row its rough size."""

    def column(row: Model) -> str:
        if not is_hidden(row, name):
            return str(getattr(row, name))
        return MASK if name in row.get_deferred_fields() else f"{MASK} ({_size_text(getattr(row, name))})"

    column.__name__ = name
    return admin.display(description=pgettext_lazy("admin", name.replace("_", " ")))(column)


@cache
def _rounded_column(name: str) -> Callable[[Model], str]:
    """Return the column of a float, in four significant digits: 0.95 and not 0.9499999999999998."""

    def column(row: Model) -> str:
        value = getattr(row, name)
        return "-" if value is None else f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"

    column.__name__ = name
    return admin.display(description=pgettext_lazy("admin", name.replace("_", " ")), ordering=name)(column)


class NamedValuesFilter(admin.AllValuesFieldListFilter):
    """A filter of all stored values, whose link for the empty text has a name."""

    def choices(self, changelist: Any) -> Iterator[Any]:  # noqa: ANN401 - Django's own types are private
        """Return the links; Django's link for "" is one without a word."""
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or gettext("empty")}


class OfferedValuesFilter(admin.SimpleListFilter):
    """A filter of a column, named by ``parameter_name``, that offers the values of ``offered``.

    Django's own filter would read all rows to find them.
    """

    def offered(self) -> Iterable[str]:
        """Return the offered values."""
        raise NotImplementedError

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - Django's signature
        """Return the offered values in order."""
        return [(value, value) for value in sorted(self.offered())]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows with the selected value."""
        return queryset.filter((str(self.parameter_name), self.value())) if self.value() else queryset


def _may_hold_empty_text(field: Any) -> bool:  # noqa: ANN401 - any field
    return isinstance(field, CharField) and field.blank and not field.choices


admin.FieldListFilter.register(_may_hold_empty_text, NamedValuesFilter, take_priority=True)


class NamedSelectMultiple(FilteredSelectMultiple):
    """Django's chooser of many rows, whose two search fields have a name for a screen reader.

    Django renders two templates for each of 220 permissions, four fifths of the time of a user's form.
    """

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:  # noqa: ANN401 - Django's
        """Return the HTML of Django's template for options without groups."""
        widget = context["widget"]
        if any(name for name, _, _ in widget["optgroups"]):
            return super()._render(template_name, context, renderer)  # type: ignore[misc,no-any-return] # Django's own hook
        options = (
            (option["value"], flatatt(option["attrs"]), option["label"])
            for _, group, _ in widget["optgroups"]
            for option in group
        )
        listed = format_html_join("", '\n  <option value="{}"{}>{}</option>', options)
        return format_html('<select name="{}"{}>{}\n</select>', widget["name"], flatatt(widget["attrs"]), listed)

    class Media:
        js = ("admin/js/SelectFilter2.js", "console/chooser_labels.js")  # in this order: ours changes what it draws


class ListedLookupAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """A page that answers the questions of its own filters alone. The site gives it to every page that it registers."""

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """Allow what the page's own filters and its date hierarchy send, and the id of a row that it belongs to.

        Django allows lookups on every field of the model. ``?request__regex=`` would answer questions about words
        that the page does not show, letter by letter.
        """
        filters = self.get_list_filter(request)
        allowed = {name if isinstance(name, str) else getattr(name, "parameter_name", None) for name in filters}
        name, _, kind = lookup.partition("__")
        relations = {field.name for field in self.model._meta.concrete_fields if field.is_relation}
        if name == self.date_hierarchy and kind in _DATE_LOOKUPS:
            return True
        return (name in allowed and kind in _FILTER_LOOKUPS) or (name in relations and kind in _ID_LOOKUPS)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:  # noqa: ANN401 - Django's
        """Return the field of a relation to many rows, with named search fields where it has any."""
        if db_field.name in self.filter_horizontal or db_field.name in self.filter_vertical:
            is_stacked = db_field.name in self.filter_vertical
            kwargs.setdefault("widget", NamedSelectMultiple(db_field.verbose_name, is_stacked))
        return super().formfield_for_manytomany(db_field, request, **kwargs)


class FieldClassAdmin(ListedLookupAdmin):
    """A page that shows marks instead of users' words, and answers no question about them.

    Fields of the class ``owner`` or ``sealed`` are masked in lists, on pages and in exports, and cannot be searched,
    filtered, sorted or looked up. Where a row has an owner, its page links to the page that asks for a disclosure.
    """

    def shows_words(self, request: HttpRequest, obj: Any) -> bool:  # noqa: ANN401 - any model
        """Return whether the page of a row shows its hidden fields: only pages that ask for a disclosure say yes."""
        return False

    def disclosed_row(self, obj: Any) -> Model | None:  # noqa: ANN401 - any model
        """Return the row whose disclosure staff may ask for on this page; None when no user is known."""
        return obj if owner_id(obj) is not None else None

    def _open_names(self, names: Iterable[Any]) -> list[Any]:
        return [name for name in names if not isinstance(name, str) or not _is_hidden_path(self.model, name)]

    def _masked_names(self, names: Iterable[Any]) -> list[Any]:
        return [_masked_column(name) if name in hidden_fields(self.model) else name for name in names]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the columns of the list."""
        return self.shown_columns(super().get_list_display(request))

    def shown_columns(self, columns: Iterable[Any]) -> list[Any]:
        """Return columns as they are shown: a mark stands for a hidden field, and floats are rounded."""
        fields = self.model._meta.fields  # a generated one is of the type of its output
        floats = {field.name for field in fields if isinstance(getattr(field, "output_field", field), FloatField)}
        names = self._masked_names(columns)
        return [_rounded_column(name) if isinstance(name, str) and name in floats else name for name in names]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        """Return the filters, none on hidden fields."""
        return self._open_names(super().get_list_filter(request))

    def get_search_fields(self, request: HttpRequest) -> list[Any]:
        """Return the searched fields, none of them hidden."""
        return self._open_names(super().get_search_fields(request))

    def get_ordering(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own type names expressions, too
        """Return the order, by no hidden field."""
        return self._open_names(super().get_ordering(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ANN401 - Django's signature
        """Return the fields that are shown only; of an existing row all hidden ones, and the link to a disclosure."""
        names = list(super().get_readonly_fields(request, obj))
        if obj is None or self.shows_words(request, obj):
            return names
        hidden = [name for name in hidden_fields(self.model) if is_hidden(obj, name)]
        return [*(n for n in names if n not in hidden), *self._masked_names(hidden), self.disclosure_link]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Return the fields of the page, with marks for hidden ones of an existing row."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self.shows_words(request, obj):
            return fieldsets
        hidden = [name for name in hidden_fields(self.model) if is_hidden(obj, name)]
        masked = [
            (title, {**options, "fields": [_masked_column(n) if n in hidden else n for n in options["fields"]]})
            for title, options in fieldsets
        ]
        if hidden_fields(self.model, ("owner",)) and self.disclosed_row(obj) is not None:
            masked.append((None, {"fields": [self.disclosure_link]}))
        return masked

    @admin.display(description="words of the user")
    def disclosure_link(self, row: Any) -> str:  # noqa: ANN401 - any model
        """Return the link to the page that asks for the words of this row."""
        asked = self.disclosed_row(row)
        if asked is None:
            return gettext("Not shown here.")
        address = reverse(DISCLOSURE_PAGE, args=[asked._meta.label_lower, asked.pk])
        said = (gettext("Not shown here."), gettext("Ask to read them"), gettext("with a reason, told to the user."))
        return format_html('{} <a href="{}">{}</a>: {}', said[0], address, *said[1:])


def _is_hidden_path(model: type[Model], path: str) -> bool:
    return class_of_path(model, path.lstrip("-^=@")) in ("owner", "sealed")


class ReadOnlyAdmin(FieldClassAdmin):
    """Rows to read, newest first, in tables of any size. A subclass enables the actions that its services perform."""

    paginator = BoundedCountPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each facet counts the whole table

    def get_ordering(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own type names expressions, too
        """Return the subclass's order, else the model's, else newest first: ids are random and have no order."""
        names = [field.name for field in self.model._meta.fields]
        newest_first = [f"-{NEWEST_FIRST_FIELD}"] if NEWEST_FIRST_FIELD in names else []
        return super().get_ordering(request) or self.model._meta.ordering or newest_first

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse; viewing is a permission of its own."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse."""
        return False


class IdSearchAdmin(ReadOnlyAdmin):
    """Rows of a table too large for text search: they are found by a whole id."""

    search_fields = ("pk",)
    found_by = "pk"  # the column that is searched for the id
    search_help_text = "A whole id."

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """Return the rows with that id; no rows for a term that is not an id."""
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(**{self.found_by: uuid.UUID(term)}), False
        except ValueError:
            return queryset.none(), False
