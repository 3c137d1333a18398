"""REST endpoints of API tokens and of the calling user."""

from datetime import timedelta
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.accounts.models import ApiToken, SignedInSession, User
from kingdom.accounts.own_account import appearance_set, signed_in_session_end, signed_in_sessions_of
from kingdom.accounts.password_checks import password_user
from kingdom.accounts.services import TOKEN_LIFE, token_create, token_delete
from kingdom.accounts.token_scopes import SCOPES
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    StrictTextField,
    caller_id,
    problem_schemas,
)


class _NewestTokens(NewestFirstPagination):
    ordering = "-created"


class TokenOut(serializers.ModelSerializer[ApiToken]):
    """A token without its secret."""

    key = serializers.CharField(source="token_key", help_text="The non-secret start of the token: its id.")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES.items())))

    class Meta:
        model = ApiToken
        fields = ["key", "name", "scopes", "created_at", "expires_at", "last_used_at"]


class TokenIn(StrictSerializer):
    """Name and password, and what to call the token."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False, write_only=True)
    name = serializers.CharField(max_length=100, default="token")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(SCOPES.items())),
        default=list(SCOPES),
        min_length=1,
        max_length=len(SCOPES),
        help_text="What it may do; everything without this field.",
    )
    days = serializers.IntegerField(min_value=1, max_value=365, default=TOKEN_LIFE.days, help_text="Until it expires.")


class TokenWithSecret(TokenOut):
    """A new token with its secret."""

    token = serializers.CharField(help_text="The secret. It is shown now and never again.")

    class Meta(TokenOut.Meta):
        fields = ["token", *TokenOut.Meta.fields]


class TokensApi(GenericAPIView[ApiToken]):
    """The caller's API tokens."""

    serializer_class = TokenOut
    pagination_class = _NewestTokens
    throttle_scopes = {"POST": "auth"}
    filter_backends = ()

    def get_permissions(self) -> list[BasePermission]:
        """Require a signed-in user for the list only."""
        return [] if self.request.method == "POST" else [IsAuthenticated()]

    def get_authenticators(self) -> list[Any]:
        """Ignore the session cookie on POST, which authenticates by password: no CSRF check is needed then."""
        request = getattr(self, "request", None)
        return [] if request is not None and request.method == "POST" else super().get_authenticators()

    def get_authenticate_header(self, request: Request) -> str:
        """Return the scheme although POST has no authenticator, so that a wrong password is a 401 and not a 403."""
        return "Token"

    @extend_schema(operation_id="tokens_list", responses={200: TokenOut(many=True), **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request) -> Response:
        """List my tokens, newest first."""
        page = self.paginate_queryset(ApiToken.objects.filter(user_id=caller_id(request)))
        return self.get_paginated_response(TokenOut(page, many=True).data)

    @extend_schema(
        operation_id="tokens_create",
        auth=[],
        request=TokenIn,
        responses={201: TokenWithSecret, **problem_schemas(*WRITE_ERRORS)},
    )
    def post(self, request: Request) -> Response:
        """Create a token with user name and password. Ten wrong passwords lock the name for 15 minutes."""
        serializer = TokenIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        user = password_user(request._request, username=values["username"], password=values["password"])
        if user is None:
            raise AuthenticationFailed("Name and password do not match.")
        token, secret = token_create(
            user=user, name=values["name"], life=timedelta(days=values["days"]), scopes=values["scopes"]
        )
        return Response({"token": secret, **TokenOut(token).data}, status=201)


class TokenApi(GenericAPIView[ApiToken]):
    """One of the caller's tokens."""

    serializer_class = TokenOut

    @extend_schema(operation_id="tokens_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, key: str) -> Response:
        """Delete a token. Its clients are signed out at once."""
        token_delete(user_id=caller_id(request), key=key)
        return Response(status=204)


class MeOut(serializers.ModelSerializer[User]):
    """The calling user."""

    class Meta:
        model = User
        fields = ["id", "username", "is_staff", "date_joined", "theme", "language", "time_zone"]


class MeIn(StrictSerializer):
    """The appearance of the pages."""

    theme = serializers.ChoiceField(choices=User.Theme.choices, allow_blank=True, required=False)
    language = serializers.ChoiceField(choices=User.Language.choices, allow_blank=True, required=False)
    time_zone = StrictTextField(max_length=64, allow_blank=True, required=False, help_text="For example Europe/Berlin.")


class SignedInSessionOut(serializers.ModelSerializer[SignedInSession]):
    """One browser in which the caller is signed in."""

    class Meta:
        model = SignedInSession
        fields = ["id", "browser", "created_at"]


class SignedInSessionsApi(GenericAPIView[SignedInSession]):
    """The browsers in which the caller is signed in."""

    serializer_class = SignedInSessionOut
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="signed_in_sessions_list",
        responses={200: SignedInSessionOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List the browsers in which I am signed in, newest first."""
        page = self.paginate_queryset(signed_in_sessions_of(user_id=caller_id(request)))
        return self.get_paginated_response(SignedInSessionOut(page, many=True).data)


class SignedInSessionApi(GenericAPIView[SignedInSession]):
    """One of these browsers."""

    serializer_class = SignedInSessionOut

    @extend_schema(operation_id="signed_in_sessions_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, session_pk: int) -> Response:
        """Sign a browser out."""
        signed_in_session_end(user_id=caller_id(request), pk=session_pk)
        return Response(status=204)


class MeApi(GenericAPIView[User]):
    """The calling user."""

    serializer_class = MeOut

    @extend_schema(operation_id="me", responses={200: MeOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request) -> Response:
        """Show who I am."""
        return Response(MeOut(User.objects.get(pk=caller_id(request))).data)

    @extend_schema(operation_id="me_change", request=MeIn, responses={200: MeOut, **problem_schemas(*WRITE_ERRORS)})
    def patch(self, request: Request) -> Response:
        """Change the colours, the language and the time zone of my pages."""
        body = MeIn(data=request.data)
        body.is_valid(raise_exception=True)
        user = User.objects.get(pk=caller_id(request))
        values = {"theme": user.theme, "language": user.language, "time_zone": user.time_zone, **body.validated_data}
        appearance_set(user_id=user.pk, **values)
        return Response(MeOut(User.objects.get(pk=user.pk)).data)
