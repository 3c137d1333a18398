"""Addresses of this installation in the answers of the doors."""

from django.conf import settings
from django.http import HttpRequest


def page_address(request: HttpRequest, path: str = "") -> str:
    """Return the address of a page for people: at the public address, else at the one that the request used."""
    return f"{settings.KINGDOM.public_url.rstrip('/') or request.build_absolute_uri('/')[:-1]}{path}"
