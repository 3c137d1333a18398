"""The words that scripts show, in the language of the address: a script that runs before those of the pages."""

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

_catalog = JavaScriptCatalog.as_view(packages=["kingdom"])


@require_safe
@cache_control(max_age=600)
def javascript_words(request: HttpRequest, language: str) -> HttpResponseBase:
    """Return Django's catalogue of one language. Browsers keep it ten minutes; after an upgrade it may be that old."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        return _catalog(request)
