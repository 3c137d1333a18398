"""Evidence, test runs and decisions of one specialist, over HTTP. Who may not see it gets the answer of what is absent."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import NotAllowed
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, problem_schemas
from kingdom.specialists.api.permissions import (
    SET_STATUS_PERMISSION,
    calling_user,
    has_staff_permission,
    permitted_specialist,
)
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from kingdom.specialists.status.services import LONGEST_REASON, StatusDecision, status_change_create


class StatusChangeIn(serializers.Serializer[Any]):
    """A decision on a specialist's standing."""

    kind = serializers.ChoiceField(choices=sorted(ALLOWED_STATUS_CHANGES))
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Kept, and told to those it concerns.")
    digest = serializers.CharField(
        max_length=64,
        required=False,
        default="",
        allow_blank=True,
        help_text="The version that was looked at; another one is a 409.",
    )
    successor = serializers.UUIDField(required=False, allow_null=True, default=None, help_text="Of a deprecated one.")
    stop_sessions = serializers.BooleanField(required=False, default=False, help_text="Stop what runs on it now.")


class StatusChangeOut(serializers.ModelSerializer[StatusChange]):
    """A decision as it is kept."""

    class Meta:
        model = StatusChange
        fields = [
            "id", "created_at", "kind", "digest", "old_status", "new_status", "old_scope", "new_scope",
            "actor_name", "automatic", "reason", "evidence", "successor",
        ]  # fmt: skip


class StatusChangesApi(GenericAPIView[StatusChange]):
    """Decisions on a specialist's standing."""

    serializer_class = StatusChangeOut
    pagination_class = NewestFirstPagination
    queryset = StatusChange.objects.none()

    @extend_schema(
        operation_id="specialists_status_changes",
        responses={200: StatusChangeOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List what was decided on my specialist, newest first, with the evidence of that moment."""
        found = permitted_specialist(request, pk, SET_STATUS_PERMISSION).status_changes.order_by("-created_at")
        return self.get_paginated_response(StatusChangeOut(self.paginate_queryset(found) or [], many=True).data)

    @extend_schema(
        operation_id="specialists_status_change_create",
        request=StatusChangeIn,
        responses={201: StatusChangeOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Promote, suspend, demote, deprecate, restore or revert a specialist. For staff who may; a refusal names what is missing."""
        specialist = permitted_specialist(request, pk, SET_STATUS_PERMISSION)
        if not has_staff_permission(request, SET_STATUS_PERMISSION):
            raise NotAllowed("Only staff with the permission to decide on specialists may do this.")
        form = StatusChangeIn(data=request.data)
        form.is_valid(raise_exception=True)
        said = form.validated_data
        decision = StatusDecision(
            specialist_id=specialist.pk,
            kind=StatusChange.Kind(said["kind"]),
            reason=said["reason"],
            actor=calling_user(request),
            digest=said["digest"],
            successor_id=said["successor"],
            stop_sessions=said["stop_sessions"],
        )
        return Response(StatusChangeOut(status_change_create(decision=decision)).data, status=status.HTTP_201_CREATED)
