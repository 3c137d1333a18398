"""The page that describes the REST API: plain HTML, made once from the schema. Anyone may read it."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kingdom.console.api_reference.reference_presenter import reference_view
from kingdom.core.web.api import public_schema


@require_safe
def api_reference(request: HttpRequest) -> HttpResponse:
    """Show every operation of the REST API with its parameters, bodies and answers."""
    variables = f"KINGDOM={request.build_absolute_uri('/').rstrip('/')} TOKEN=…"
    context = {"reference": _reference_html(get_language()), "variables": variables}
    return render(request, "console/api_reference/page.html", context)


@lru_cache(maxsize=4)
def _reference_html(language: str | None) -> SafeString:
    """Return the part of the page that is the same for all readers of the active language."""
    view = reference_view(public_schema(None, language))
    html = render_to_string("console/api_reference/_reference.html", {"reference": view})
    return mark_safe(html)  # noqa: S308 - rendered by our template
