"""REST endpoints of credentials. Values are write-only."""

import uuid
from datetime import datetime
from typing import Any

from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema, extend_schema_field
from pydantic import SecretStr
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.contracts.spec import HOST_PATTERN
from kingdom.core.clock import utc_now
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    caller_id,
    problem_schemas,
)
from kingdom.credentials import credential_rules
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.selectors import credential_get, credential_list
from kingdom.credentials.services import (
    credential_bind,
    credential_delete,
    credential_expire,
    credential_replace,
    credential_set_expiry,
    credential_store,
)
from kingdom.specialists.registry.credential_targets import credential_target


class CredentialUseOut(serializers.ModelSerializer[CredentialUse]):
    """One use: when, which specialist, which host, how it ended."""

    used_at = serializers.DateTimeField(source="created_at")

    class Meta:
        model = CredentialUse
        fields = ["used_at", "specialist_id", "specialist_role", "host", "outcome", "http_status"]


class CredentialOut(serializers.ModelSerializer[UserCredential]):
    """A credential without its value."""

    specialist_id = serializers.UUIDField(
        allow_null=True, help_text="The only specialist that may use it; null until you bind it."
    )
    hosts = serializers.ListField(child=serializers.CharField(), help_text="The only hosts that may get it.")
    state = serializers.SerializerMethodField(
        help_text="`unbound`: not used before you say what it is for (`bind/`), or its specialist was deleted."
    )
    expires_soon = serializers.SerializerMethodField(help_text="True in the week before it expires.")
    last_uses = CredentialUseOut(many=True, help_text="The last four uses, newest first.")
    warning = serializers.SerializerMethodField(help_text="After storing a value: what to know of it, or empty.")

    class Meta:
        model = UserCredential
        fields = [
            *(
                "id",
                "specialist_id",
                "specialist_role",
                "hosts",
                "credential_key",
                "state",
                "created_at",
                "replaced_at",
            ),
            *("expires_at", "expires_soon", "revoked_at", "last_uses", "warning"),
        ]

    @extend_schema_field(serializers.ChoiceField(choices=["active", "expired", "revoked", "unbound"]))
    def get_state(self, credential: UserCredential) -> str:
        """Return active, expired, revoked or unbound."""
        return credential.state_at(utc_now())

    def get_warning(self, _: UserCredential) -> str:
        """Return the warning about the value of this request."""
        return str(self.context.get("warning", ""))

    def get_expires_soon(self, credential: UserCredential) -> bool:
        """Return whether it expires within a week."""
        return credential_rules.is_expiring_soon(expires_at=credential.expires_at, now=utc_now())


@sensitive_variables()
def _stored_out(credential: UserCredential, value: SecretStr) -> CredentialOut:
    """Return a credential with the warning about its value, which was stored by this request."""
    warning = credential_rules.short_value_warning(value.get_secret_value())
    return CredentialOut(credential, context={"warning": warning})


class CredentialValueIn(StrictSerializer):
    """A new value and its expiry."""

    value = serializers.CharField(
        max_length=credential_rules.MAX_VALUE_LENGTH,
        trim_whitespace=False,
        write_only=True,
        help_text="Sealed; never shown again.",
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)

    @sensitive_variables()
    def secret(self) -> tuple[SecretStr, datetime | None]:
        """Return the validated value and expiry. Raises DRF's ValidationError."""
        self.is_valid(raise_exception=True)
        return SecretStr(self.validated_data["value"]), self.validated_data["expires_at"]


class CredentialDateIn(StrictSerializer):
    """A new expiry."""

    expires_at = serializers.DateTimeField(allow_null=True, help_text="null: never.")


class CredentialTargetIn(StrictSerializer):
    """The specialist and the hosts that a credential is for."""

    specialist_id = serializers.UUIDField(required=False, allow_null=True, default=None)
    specialist_role = serializers.RegexField(
        rf"^{credential_rules.ROLE_PATTERN.pattern}$",
        required=False,
        help_text="Enough when you can use exactly one specialist of this role.",
    )
    hosts = serializers.ListField(
        child=serializers.RegexField(rf"^{HOST_PATTERN}$"),
        required=False,
        max_length=credential_rules.MAX_HOSTS,
        default=list,
        help_text="Hosts that may get it. Empty: those that the specialist declares for this name.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise DRF's ValidationError when no specialist is named."""
        if attrs.get("specialist_id") is None and not attrs.get("specialist_role"):
            raise serializers.ValidationError({"specialist_role": "Name a specialist: its role or its id."})
        return attrs

    def target(self, user_id: int, credential_key: str) -> credential_rules.CredentialTarget:
        """Return the target. Raises NotFound, Conflict, BadInput."""
        data = self.validated_data
        return credential_target(
            user_id=user_id,
            credential_key=credential_key,
            specialist_id=data["specialist_id"],
            role=data.get("specialist_role", ""),
            hosts=data["hosts"],
        )


class CredentialIn(CredentialTargetIn, CredentialValueIn):
    """A new credential of a specialist."""

    credential_key = serializers.RegexField(rf"^{credential_rules.KEY_PATTERN.pattern}$")


class CredentialsApi(GenericAPIView[UserCredential]):
    """The caller's credentials."""

    serializer_class = CredentialOut
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="credentials_list", responses={200: CredentialOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List my credentials, newest first, each with its last four uses."""
        page = self.paginate_queryset(credential_list(user_id=caller_id(request)))
        return self.get_paginated_response(CredentialOut(page, many=True).data)

    @extend_schema(
        operation_id="credentials_create",
        request=CredentialIn,
        responses={201: CredentialOut, **problem_schemas(*WRITE_ERRORS, 409, 503)},
    )
    @sensitive_variables()
    def post(self, request: Request) -> Response:
        """Store a credential for one specialist and its hosts. Its value is sealed and never shown again."""
        serializer = CredentialIn(data=request.data)
        value, expires_at = serializer.secret()
        user_id = caller_id(request)
        credential_key = str(serializer.validated_data["credential_key"])
        target = serializer.target(user_id, credential_key)
        credential = credential_store(
            user_id=user_id, target=target, credential_key=credential_key, value=value, expires_at=expires_at
        )
        found = credential_get(user_id=user_id, credential_id=credential.pk)
        return Response(_stored_out(found, value).data, status=201)


class CredentialApi(GenericAPIView[UserCredential]):
    """One of the caller's credentials."""

    serializer_class = CredentialOut

    @extend_schema(operation_id="credentials_get", responses={200: CredentialOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, credential_id: uuid.UUID) -> Response:
        """Show one credential."""
        return Response(CredentialOut(credential_get(user_id=caller_id(request), credential_id=credential_id)).data)

    @extend_schema(
        operation_id="credentials_replace",
        request=CredentialValueIn,
        responses={200: CredentialOut, **problem_schemas(*WRITE_ERRORS, 409, 503)},
    )
    @sensitive_variables()
    def put(self, request: Request, credential_id: uuid.UUID) -> Response:
        """Replace the value. The old value, its expiry and a revocation end at once."""
        user_id = caller_id(request)
        credential = credential_get(user_id=user_id, credential_id=credential_id)
        value, expires_at = CredentialValueIn(data=request.data).secret()
        credential_replace(credential=credential, actor_id=user_id, value=value, expires_at=expires_at)
        return Response(_stored_out(credential_get(user_id=user_id, credential_id=credential_id), value).data)

    @extend_schema(
        operation_id="credentials_set_expiry",
        request=CredentialDateIn,
        responses={200: CredentialOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def patch(self, request: Request, credential_id: uuid.UUID) -> Response:
        """Set or remove the expiry. The value stays."""
        user_id = caller_id(request)
        credential = credential_get(user_id=user_id, credential_id=credential_id)
        wanted = CredentialDateIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        expires_at = wanted.validated_data["expires_at"]
        credential_set_expiry(credential=credential, actor_id=user_id, expires_at=expires_at)
        return Response(CredentialOut(credential).data)

    @extend_schema(operation_id="credentials_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, credential_id: uuid.UUID) -> Response:
        """Delete the credential; its uses stay on record."""
        user_id = caller_id(request)
        credential_delete(credential=credential_get(user_id=user_id, credential_id=credential_id), actor_id=user_id)
        return Response(status=204)


class CredentialExpireApi(GenericAPIView[UserCredential]):
    """The expiry of one of the caller's credentials."""

    serializer_class = CredentialOut

    @extend_schema(
        operation_id="credentials_expire",
        request=None,
        responses={200: CredentialOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, credential_id: uuid.UUID) -> Response:
        """Let the credential expire now. It cannot be used until it is replaced."""
        user_id = caller_id(request)
        credential = credential_get(user_id=user_id, credential_id=credential_id)
        credential_expire(credential=credential, actor_id=user_id)
        return Response(CredentialOut(credential).data)


class CredentialBindApi(GenericAPIView[UserCredential]):
    """What one of the caller's credentials is for."""

    serializer_class = CredentialOut

    @extend_schema(
        operation_id="credentials_bind",
        request=CredentialTargetIn,
        responses={200: CredentialOut, **problem_schemas(*WRITE_ERRORS, 409, 503)},
    )
    def post(self, request: Request, credential_id: uuid.UUID) -> Response:
        """Say which specialist may use the credential, and at which hosts. What it was for before ends."""
        user_id = caller_id(request)
        credential = credential_get(user_id=user_id, credential_id=credential_id)
        serializer = CredentialTargetIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        target = serializer.target(user_id, credential.credential_key)
        credential_bind(credential=credential, actor_id=user_id, target=target)
        return Response(CredentialOut(credential_get(user_id=user_id, credential_id=credential_id)).data)
