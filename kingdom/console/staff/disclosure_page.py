"""The page on which staff ask for the words of one user in one row, and read them."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, gettext_lazy

from kingdom.approvals.disclosures import (
    LIFE,
    MAX_REASON,
    MIN_REASON,
    PERMISSION,
    disclosable_row,
    disclosure_open,
    disclosure_read,
)
from kingdom.core.errors import KingdomError
from kingdom.core.field_classes import owner_id
from kingdom.core.stored_sentences import in_language


class DisclosureForm(forms.Form):
    """The reason of a disclosure."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        min_length=MIN_REASON,
        max_length=MAX_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Stored for good, and sent to the user."),
    )


def disclosure_page(request: HttpRequest, label: str, object_id: str, context: dict[str, Any]) -> HttpResponseBase:
    """Show the words while a disclosure is open, else the form that opens one. Raises NotFound for no such row."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    actor_id, row = int(request.user.pk or 0), disclosable_row(label, object_id)
    form = DisclosureForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            disclosure_open(actor_id=actor_id, label=label, object_id=object_id, reason=reason)
            return redirect(request.path)
        except KingdomError as error:
            messages.error(request, in_language(error.message))
    shown = disclosure_read(actor_id=actor_id, label=label, object_id=object_id) if request.method == "GET" else None
    page = {
        "title": gettext("Words of a user: %(kind)s") % {"kind": row._meta.verbose_name},
        "form": form,
        "owner": owner_id(row),
        "object_id": object_id,
        "hours": int(LIFE.total_seconds() // 3600),
    }
    if shown:
        page |= {"event": shown.event, "words": _word_rows(shown.fields)}
    return TemplateResponse(request, "admin/disclosure.html", {**context, **page})


def _word_rows(fields: Mapping[str, object]) -> list[tuple[str, str]]:
    return [(name.replace("_", " "), _as_text(value)) for name, value in fields.items()]


def _as_text(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode("utf-8", "replace")
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False, default=str)
