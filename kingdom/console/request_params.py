"""Parameters that the pages read from requests."""

import uuid

from django.http import HttpRequest

from kingdom.core.errors import BadInput

MAX_SEARCH_CHARS = 200


def current_user_id(request: HttpRequest) -> int:
    """Return the id of the signed-in user."""
    return int(request.user.pk or 0)


def page_number(request: HttpRequest) -> str:
    """Return the page number as written in the URL; Django's paginator maps an invalid one to the first page."""
    return request.GET.get("page", "1")


def form_text(request: HttpRequest, name: str) -> str:
    """Return a text field of a form, empty when it has none."""
    return request.POST.get(name, "")


def search_text(request: HttpRequest) -> str:
    """Return the search text of the URL (``q``), at most 200 characters."""
    return request.GET.get("q", "").strip()[:MAX_SEARCH_CHARS]


def parse_uuid(text: str | None) -> uuid.UUID | None:
    """Return an id from a form; None for an empty text. Raises BadInput."""
    if not text:
        return None
    try:
        return uuid.UUID(text)
    except ValueError:
        raise BadInput("The form contains an invalid id. Reload the page and try again.") from None
