"""What all pages share: who reads, which page of a list."""

from django.http import HttpRequest


def reader_id(request: HttpRequest) -> int:
    """Return the id of who reads a page that only signed-in people reach."""
    return int(request.user.pk or 0)


def page_number(request: HttpRequest) -> str:
    """Return the number of the page of a list, as written in the address; Django's paginator takes nonsense for the first page."""
    return request.GET.get("page", "1")
