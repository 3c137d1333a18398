"""Access of programs: an API token in the header, and nothing else."""

from django.http import HttpRequest
from rest_framework.exceptions import NotAuthenticated

from kingdom.core.web.api import authorize_request

_SCHEMES = ("bearer", "token")


def token_user_id(request: HttpRequest, *, scope: str) -> int:
    """Return the id of the user of a request's API token, and count the call under a throttle scope. It blocks.

    A cookie of a browser opens no door. Raises NotAuthenticated, AuthenticationFailed or Throttled.
    """
    if request.headers.get("Authorization", "").split(" ")[0].lower() not in _SCHEMES:
        raise NotAuthenticated("Send an API token: `Authorization: Bearer <token>`.")
    return authorize_request(request, scope=scope)
