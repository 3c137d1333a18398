"""Read-only admin lists with a streamed CSV export."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import lookup_field
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from kingdom.core.web.admin_base import ReadOnlyAdmin


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _csv_cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not _is_number(text) else text


def _csv_lines(heads: Iterable[Sequence[object]], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    for part in (heads, rows):
        for row in part:
            out = io.StringIO()
            csv.writer(out).writerow([_csv_cell(value) for value in row])
            yield out.getvalue()


def csv_response(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> StreamingHttpResponse:
    """Return rows as a streamed CSV file.

    Cells that a spreadsheet would read as a formula get a leading apostrophe (CSV injection).
    """
    return StreamingHttpResponse(
        _csv_lines([head], rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


class CsvExportAdmin(ReadOnlyAdmin):
    """A read-only list with a CSV export."""

    only_shown: Sequence[str] = ()  # columns of the list that are not exported

    @admin.action(description="Download the selected rows as CSV", permissions=["view"])
    def download(self, request: HttpRequest, selected: QuerySet[Any]) -> HttpResponseBase:
        """Return the selected rows with the columns of the list."""
        columns = [column for column in self.get_list_display(request) if column not in self.only_shown]
        rows = (
            [lookup_field(column, row, self)[2] for column in columns] for row in selected.iterator(chunk_size=2000)
        )
        names = [getattr(column, "__name__", str(column)) for column in columns]
        return csv_response(str(self.model._meta.verbose_name_plural).replace(" ", "_"), names, rows)
