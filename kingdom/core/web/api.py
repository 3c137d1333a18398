"""Shared parts of the REST API: problem responses for the schema, cursor pagination, access checks outside DRF."""

import re
from collections.abc import Mapping
from copy import copy
from functools import lru_cache
from typing import Any

from django.contrib.auth import get_user
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, transaction
from django.db.models import DateTimeField
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.exceptions import NotFound as DRFNotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kingdom.core.errors import BadInput
from kingdom.core.web.problem_details import CONTENT_TYPE, problem_exception_handler

STATUS_DESCRIPTIONS: Mapping[int, str] = {
    400: "The request is not valid; `errors` names each field.",
    401: "No token or session, or it has expired.",
    403: "The caller lacks the permission, or the CSRF token is missing.",
    404: "Absent, or not yours: the same answer.",
    406: "Only JSON is available.",
    409: "The state has changed; read it again.",
    410: "It existed and has expired.",
    413: "Larger than the stated limit.",
    415: "The body must be JSON.",
    422: "The idempotency key was used with another body.",
    429: "Too many requests; `Retry-After` says how long to wait, in seconds.",
    503: "A part such as the database is away, or too much is waiting; `Retry-After` says how long, in seconds.",
}
IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="1 to 200 visible ASCII characters. Repeating a key with the same body returns the first response.",
)
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,200}")
MAX_NAMED_FIELDS = 20  # unknown fields that an error names
FOLLOWED_EVENTS = ("event", "final")  # of a followed creation or workflow: its events, at the end itself
READ_ERRORS = (400, 401, 403, 404, 406, 429, 503)
WRITE_ERRORS = (*READ_ERRORS, 413, 415)


class OnceSchemaGenerator(SchemaGenerator):
    """Describes the API once in a process, by version and language: it takes half a second, and anyone may ask."""

    def get_schema(self, request: Request | None = None, public: bool = False) -> dict[str, Any]:
        """Return the schema for all callers; ``request`` does not change it."""
        return public_schema(self.api_version, get_language())


@lru_cache(maxsize=4)  # a caller chooses the version
def public_schema(api_version: str | None, language: str | None) -> dict[str, Any]:
    """Return the schema of the API as every caller of that language sees it; the language is the active one."""
    generator: Any = SchemaGenerator
    schema: dict[str, Any] = generator(api_version=api_version).get_schema(request=None, public=True)
    return schema


class StrictTextField(serializers.CharField):
    """A text in a request. A number is refused: its sender means something else than its digits."""

    def to_internal_value(self, data: Any) -> str:  # noqa: ANN401 - DRF's signature
        """Return the text. Raises ValidationError for anything but a JSON string."""
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        return text


class StreamFrameOut(serializers.Serializer[Any]):
    """One event of a stream. Its id is the point to resume after."""

    event = serializers.ChoiceField(choices=FOLLOWED_EVENTS)
    id = serializers.CharField()
    # `data` is the name in the SSE standard; DRF's metaclass keeps the field apart from its own attribute
    data = serializers.CharField(help_text="JSON: the event.")  # type: ignore[assignment]


class StrictSerializer(serializers.Serializer[Any]):
    """The body of a request in which an unknown field is an error: a misspelt one must not be ignored."""

    def to_internal_value(self, data: Any) -> Any:  # noqa: ANN401 - DRF's signature
        """Return the values. Raises ValidationError that names unknown fields and the known ones."""
        known = [name for name, field in self.fields.items() if not field.read_only]
        unknown = [name for name in data if name not in known] if isinstance(data, Mapping) else []
        if unknown:
            message = f"There is no such field. Known are {', '.join(known)}."
            raise serializers.ValidationError({str(name): [message] for name in unknown[:MAX_NAMED_FIELDS]})
        return super().to_internal_value(data)


class InvalidFieldSerializer(serializers.Serializer[Any]):
    """One invalid field of a request."""

    pointer = serializers.CharField(help_text="JSON pointer to the field.")
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """An error, as RFC 9457 problem details."""

    type = serializers.CharField(help_text="urn:kingdom:problem:<code>")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What happened and what to do.")
    code = serializers.CharField(help_text="The same code everywhere.")
    errors = InvalidFieldSerializer(many=True, required=False)  # type: ignore[assignment] # RFC 9457's name


def problem_schemas(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the error responses of an endpoint for its schema."""
    return {
        (status, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, description=STATUS_DESCRIPTIONS[status])
        for status in statuses
    }


class NewestFirstPagination(CursorPagination):
    """Cursor pagination, newest first; ``limit`` sets the size (1 to 100)."""

    page_size = 30
    page_size_query_param = "limit"
    max_page_size = 100
    ordering = "-created_at"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:  # noqa: ANN401 - DRF's signature
        """Return the page. Raises BadInput for a cursor that was not made here, whatever it decodes to."""
        if self.cursor_query_param not in request.query_params:
            return super().paginate_queryset(queryset, request, view)
        try:
            self._check_position(queryset, request, view)
            with transaction.atomic():  # a value that the database refuses ends no outer transaction
                return super().paginate_queryset(queryset, request, view)
        except (DRFNotFound, DataError, DjangoValidationError, ValueError, TypeError, OverflowError):
            raise BadInput("This cursor is not valid. Start again without one.") from None

    def _check_position(self, queryset: Any, request: Request, view: Any) -> None:  # noqa: ANN401 - DRF's signature
        """Raise ValueError for a time without a zone, which would be read as one of the server's zone."""
        cursor = self.decode_cursor(request)
        name = self.get_ordering(request, queryset, view)[0].lstrip("-")
        if cursor is None or cursor.position is None:
            return
        if isinstance(queryset.model._meta.get_field(name), DateTimeField):
            position = parse_datetime(str(cursor.position))
            if position is None or is_naive(position):
                raise ValueError(name)


def caller_id(request: Request) -> int:
    """Return the signed-in caller's user id. Raises NotAuthenticated for an anonymous caller."""
    if request.user.pk is None:
        raise NotAuthenticated
    return request.user.pk


def idempotency_key(request: Request) -> str | None:
    """Return the header ``Idempotency-Key``, None without one. Raises BadInput for one that cannot be stored."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _IDEMPOTENCY_KEY.fullmatch(key):
        raise BadInput("Idempotency-Key must be 1 to 200 visible ASCII characters.")
    return key


def query_text(request: Request, name: str = "q", *, longest: int = 200) -> str:
    """Return a text query parameter. Raises BadInput when it is too long or has unprintable characters."""
    text = request.query_params.get(name, "").strip()
    if len(text) > longest:
        raise BadInput(f"{name} is longer than {longest} characters.")
    if not text.isprintable():
        raise BadInput(f"{name} holds characters that cannot be searched for.")
    return text


class _AccessCheckView(APIView):
    """Authentication, permission and throttling for views outside DRF, which cannot answer with an event stream."""

    throttle_scope = "read"

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: ANN401 - DRF's own pair
        """Skip negotiation: the view chooses its media type."""
        renderer = self.get_renderers()[0]
        return renderer, renderer.media_type


def authorize_request(request: HttpRequest, *, scope: str = "read") -> int:
    """Return the id of the user who may call this view, and count the call under a throttle scope. It blocks.

    Raises DRF's NotAuthenticated, AuthenticationFailed, PermissionDenied or Throttled.
    """
    view = _AccessCheckView()
    view.throttle_scope = scope
    wrapped = view.initialize_request(request)
    view.request, view.args, view.kwargs, view.headers, view.format_kwarg = wrapped, (), {}, {}, None
    view.initial(wrapped)
    return caller_id(wrapped)


def is_still_authenticated(request: HttpRequest, user_id: int) -> bool:
    """Return whether the token or session of an earlier request still authenticates its user. It reads the database."""
    later = copy(request)
    vars(later).pop("_cached_user", None)
    if hasattr(request, "session"):
        later.session = type(request.session)(request.session.session_key)
        later.user = get_user(later)
    view = _AccessCheckView()
    wrapped = view.initialize_request(later)
    try:
        view.perform_authentication(wrapped)
    except APIException:
        return False
    return wrapped.user.is_active and wrapped.user.pk == user_id


def problem_response(error: Exception, request: HttpRequest) -> HttpResponse:
    """Return the problem response of an error that a view outside DRF caught. Raises an error that has none."""
    if isinstance(error, APIException) and error.status_code == 401:
        view = _AccessCheckView()
        error.auth_header = view.get_authenticate_header(view.initialize_request(request))  # type: ignore[attr-defined]
    answer: Response | None = problem_exception_handler(error, {})
    if answer is None:
        raise error
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Type"}
    return JsonResponse(answer.data, status=answer.status_code, content_type=CONTENT_TYPE, headers=headers)
