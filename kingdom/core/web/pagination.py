"""Pagination of tables without bound: counts stop at a limit, and deep pages read keys from the index only."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import QuerySet
from django.utils.functional import cached_property

MAX_COUNTED_ROWS = 10_000  # rows counted of a filtered list: 100 pages of the admin
ESTIMATE_FROM_ROWS = 10_000  # from this many rows the planner's estimate replaces a count of the whole table
DEEP_PAGE_OFFSET = 1_000  # rows; beyond it a page is found by its keys


class BoundedCountPaginator(Paginator):  # type: ignore[type-arg] # generic only for the type checker
    """A paginator that reads about as much for the last page as for the first.

    ``is_capped`` is true when a filtered list may have more rows than were counted: the rest needs a narrower filter.
    """

    @cached_property
    def count(self) -> int:
        """Return the number of rows: exact for small tables, estimated for large ones, capped for filters."""
        if not isinstance(self.object_list, QuerySet):
            return super().count
        estimate = (
            0
            if self.object_list.query.where or self.object_list.query.distinct
            else self._estimated_rows(self.object_list)
        )
        return estimate if estimate > ESTIMATE_FROM_ROWS else self.object_list.order_by()[:MAX_COUNTED_ROWS].count()

    @property
    def is_capped(self) -> bool:
        """Return whether there may be more rows than ``count``."""
        return bool(
            isinstance(self.object_list, QuerySet) and self.object_list.query.where and self.count >= MAX_COUNTED_ROWS
        )

    def page(self, number: int | str) -> Page[Any]:
        """Return a page. A deep page is found by its keys in the index; only its own rows are read and joined."""
        page = super().page(number)
        first = (page.number - 1) * self.per_page
        if first < DEEP_PAGE_OFFSET or not isinstance(self.object_list, QuerySet):
            return page
        keys = list(self.object_list.values_list("pk", flat=True)[first : first + self.per_page])
        page.object_list = self.object_list.filter(pk__in=keys)
        return page

    @staticmethod
    def _estimated_rows(rows: "QuerySet[Any]") -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [rows.model._meta.db_table]
            )
            row = cursor.fetchone()
        return int(row[0]) if row is not None else 0
