"""Who acts in the current request: the signed-in user and the client's address."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address
from typing import NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse

_request: ContextVar[HttpRequest | None] = ContextVar("security_log_request", default=None)


class Actor(NamedTuple):
    """A user by id and name (None and "" for nobody) and the address they come from."""

    id: int | None = None
    name: str = ""
    address: str | None = None


def client_address(request: HttpRequest) -> str | None:
    """Return the client's address; None when the server gave none (a socket file)."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return None


def user_actor(user: AbstractBaseUser, request: HttpRequest) -> Actor:
    """Return a user as the actor of a request."""
    return Actor(id=user.pk, name=user.get_username(), address=client_address(request))


def request_actor(request: HttpRequest) -> Actor:
    """Return who sends a request. The API's authentication sets ``user`` on the same request."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Actor(address=client_address(request))
    return user_actor(user, request)


def current_request() -> HttpRequest | None:
    """Return the request that is being handled; None outside one."""
    return _request.get()


def current_actor() -> Actor:
    """Return who sends the current request; an empty actor outside a request."""
    request = _request.get()
    return request_actor(request) if request is not None else Actor()


@contextmanager
def handled_request(request: HttpRequest) -> Iterator[None]:
    """Make a request known to ``current_request`` while it is handled; also for doors in front of Django."""
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)


class RequestActorMiddleware:
    """Makes the request known to ``current_actor`` while it is handled. Comes after authentication."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Take the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request."""
        with handled_request(request):
            return self.get_response(request)
