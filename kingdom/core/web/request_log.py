"""The log of requests: method and path, without the words that a query asks about."""

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

from kingdom.core.text.path_masking import mask_path
from kingdom.core.text.secret_masking import MASK


class MaskedRequestMiddleware(RequestMiddleware):
    """The library's middleware with the query string left out and secrets in the path masked."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Return the method and the path; ``?••••`` stands for a query."""
        query = f"?{MASK}" if request.META.get("QUERY_STRING") else ""
        return f"{request.method} {mask_path(request.path)}{query}"
