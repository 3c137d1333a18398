"""Read-only admin lists with a streamed CSV export."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import lookup_field
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from kingdom.core.text.csv_cells import csv_cell
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.core.web.file_download import file_download


def _csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield rows as lines of CSV."""
    for row in rows:
        out = io.StringIO()
        csv.writer(out).writerow([csv_cell(value) for value in row])
        yield out.getvalue()


class CsvExportAdmin(ReadOnlyAdmin):
    """A read-only list with a CSV export."""

    exported: Sequence[str] = ()  # columns of the file, where they are not those of the list

    @admin.action(description="Download the selected rows as CSV", permissions=["view"])
    def download(self, request: HttpRequest, selected: QuerySet[Any]) -> HttpResponseBase:
        """Return the selected rows with the columns of the export."""
        columns = self.shown_columns(self.exported) if self.exported else self.get_list_display(request)
        rows = (
            [lookup_field(column, row, self)[2] for column in columns] for row in selected.iterator(chunk_size=2000)
        )
        names = [getattr(column, "__name__", str(column)) for column in columns]
        file_name = f"{self.model._meta.model_name}.csv"
        lines = _csv_lines(chain([names], rows))
        return file_download(request, lines, name=file_name, content_type="text/csv; charset=utf-8")
