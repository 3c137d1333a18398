"""What all pages share: who reads, which page of a list."""

import uuid

from django.http import HttpRequest

from kingdom.core.errors import BadInput


def current_user_id(request: HttpRequest) -> int:
    """Return the id of who reads a page that only signed-in people reach."""
    return int(request.user.pk or 0)


def page_number(request: HttpRequest) -> str:
    """Return the number of the page of a list, as written in the address; Django's paginator takes nonsense for the first page."""
    return request.GET.get("page", "1")


def parse_uuid(text: str | None) -> uuid.UUID | None:
    """Return an id from a form; None for none. Raises BadInput for what is no id."""
    if not text:
        return None
    try:
        return uuid.UUID(text)
    except ValueError:
        raise BadInput("The form's id is not one. Reload the page and try again.") from None
