"""The language of a request: that of the user's account, else the browser's first one that the product has."""

from collections.abc import Callable

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.formats import number_format


def user_language(request: HttpRequest) -> str:
    """Return the language that the signed-in user has chosen; "" without one, or while the database is away."""
    try:
        return str(getattr(request.user, "language", ""))
    except (DatabaseError, InterfaceError):  # the page that says so is shown in the browser's language
        return ""


def localized_number(value: float, places: int = 0) -> str:
    """Return a number for people, rounded to ``places``, with the separators of the active language."""
    return number_format(f"{value:.{places}f}", places, force_grouping=True)


def localized_percent(share: float, places: int = 0) -> str:
    """Return a share of one as a percentage for people, in the form of the active language: 93% or 93 %."""
    return translation.gettext("%(percent)s%%") % {"percent": localized_number(share * 100, places)}


class LanguageMiddleware:
    """Activates the language of each request. Comes after authentication.

    Programs with a token are answered by their Accept-Language header: without one in English.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Take the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request in its language."""
        language = user_language(request) or translation.get_language_from_request(request)
        with translation.override(language):
            response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", language)
        return response
