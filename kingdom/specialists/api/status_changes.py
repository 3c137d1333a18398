"""REST API of the status changes of a specialist."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import NotAllowed
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, StrictSerializer, problem_schemas
from kingdom.specialists.api.permissions import (
    SET_STATUS_PERMISSION,
    calling_user,
    has_staff_permission,
    permitted_specialist,
)
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from kingdom.specialists.status.services import LONGEST_REASON, StatusDecision, status_change_create


class StatusChangeIn(StrictSerializer):
    """A requested status change."""

    kind = serializers.ChoiceField(choices=sorted(ALLOWED_STATUS_CHANGES))
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Stored, and sent to the users it concerns.")
    digest = serializers.CharField(
        max_length=64,
        required=False,
        default="",
        allow_blank=True,
        help_text="Digest of the version that was reviewed; 409 if another one is current.",
    )
    successor = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="Of a deprecated specialist."
    )
    stop_sessions = serializers.BooleanField(required=False, default=False, help_text="Cancel its running sessions.")


class StatusChangeOut(serializers.ModelSerializer[StatusChange]):
    """A stored status change."""

    class Meta:
        model = StatusChange
        fields = [
            "id", "created_at", "kind", "digest", "old_status", "new_status", "old_scope", "new_scope",
            "actor_name", "automatic", "reason", "evidence", "successor",
        ]  # fmt: skip


class StatusChangesApi(GenericAPIView[StatusChange]):
    """The status changes of a specialist."""

    serializer_class = StatusChangeOut
    pagination_class = NewestFirstPagination
    queryset = StatusChange.objects.none()

    @extend_schema(
        operation_id="specialists_status_changes",
        responses={200: StatusChangeOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List the status changes of my specialist with the evidence of that time, newest first."""
        changes = permitted_specialist(request, pk, SET_STATUS_PERMISSION).status_changes.order_by("-created_at")
        return self.get_paginated_response(StatusChangeOut(self.paginate_queryset(changes) or [], many=True).data)

    @extend_schema(
        operation_id="specialists_status_change_create",
        request=StatusChangeIn,
        responses={201: StatusChangeOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Change the status of a specialist, as staff with the permission. A refusal names the unmet conditions."""
        specialist = permitted_specialist(request, pk, SET_STATUS_PERMISSION)
        if not has_staff_permission(request, SET_STATUS_PERMISSION):
            raise NotAllowed("Only staff with the permission to change the status of specialists may do this.")
        form = StatusChangeIn(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        decision = StatusDecision(
            specialist_id=specialist.pk,
            kind=StatusChange.Kind(values["kind"]),
            reason=values["reason"],
            actor=calling_user(request),
            digest=values["digest"],
            successor_id=values["successor"],
            stop_sessions=values["stop_sessions"],
        )
        return Response(StatusChangeOut(status_change_create(decision=decision)).data, status=status.HTTP_201_CREATED)
