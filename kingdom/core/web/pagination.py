"""Pages of lists that grow for ever: how many rows there are is not counted to the last, and the thousandth page is not read past."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import QuerySet
from django.utils.functional import cached_property

MAX_COUNTED_ROWS = 10_000  # rows counted of a narrowed list: 100 pages of the admin
ESTIMATE_FROM_ROWS = 10_000  # rows from which on the planner's number stands for a count of the whole table
DEEP_PAGE_OFFSET = 1_000  # rows passed over from which on only their keys are read


class BoundedCountPaginator(Paginator):  # type: ignore[type-arg] # generic only for the type checker
    """A paginator that reads about as much for the last page as for the first.

    ``capped`` says that a narrowed list has more rows than were counted: its further pages need a narrower filter.
    """

    @cached_property
    def count(self) -> int:
        """Return the number of rows: exact while it is small, of a whole table what the planner knows, of a narrowed one at most MOST."""
        if not isinstance(self.object_list, QuerySet):
            return super().count
        known = (
            0 if self.object_list.query.where or self.object_list.query.distinct else self._planned(self.object_list)
        )
        return known if known > ESTIMATE_FROM_ROWS else self.object_list.order_by()[:MAX_COUNTED_ROWS].count()

    @property
    def capped(self) -> bool:
        """Return whether there may be more rows than ``count`` says."""
        return bool(
            isinstance(self.object_list, QuerySet) and self.object_list.query.where and self.count >= MAX_COUNTED_ROWS
        )

    def page(self, number: int | str) -> Page[Any]:
        """Return a page. Far from the first its keys are found in the index, and only its own rows are read and joined."""
        page = super().page(number)
        first = (page.number - 1) * self.per_page
        if first < DEEP_PAGE_OFFSET or not isinstance(self.object_list, QuerySet):
            return page
        keys = list(self.object_list.values_list("pk", flat=True)[first : first + self.per_page])
        page.object_list = self.object_list.filter(pk__in=keys)
        return page

    @staticmethod
    def _planned(rows: "QuerySet[Any]") -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [rows.model._meta.db_table]
            )
            row = cursor.fetchone()
        return int(row[0]) if row is not None else 0
