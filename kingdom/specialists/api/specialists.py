"""REST API of the specialists that a user may use."""

import uuid
from typing import Any

import django_filters  # type: ignore[import-untyped]
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    caller_id,
    problem_schemas,
    query_text,
)
from kingdom.specialists.api.permissions import calling_user
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import specialist_card, specialist_get, specialists_visible
from kingdom.specialists.status.owner_actions import OwnerAction, owner_action_apply, owner_rename

SEARCH = OpenApiParameter(
    "q", OpenApiTypes.STR, description="Words to search in role and purpose, at most 200 characters."
)


class RolePagination(NewestFirstPagination):
    """Pages of specialists in alphabetical order."""

    ordering = "role"


class SpecialistFilter(django_filters.FilterSet):  # type: ignore[misc] # it ships no types
    """Filters of the list."""

    status = django_filters.ChoiceFilter(choices=Specialist.Status.choices)
    scope = django_filters.ChoiceFilter(choices=Specialist.Scope.choices)

    class Meta:
        model = Specialist
        fields = ["status", "scope"]


class ForkedFromOut(serializers.Serializer[Any]):
    """A version of another specialist."""

    specialist_id = serializers.UUIDField()
    role = serializers.CharField()
    version = serializers.IntegerField()
    digest = serializers.CharField()


class CapabilityOut(serializers.Serializer[Any]):
    """One action, and the tool or host behind it."""

    what = serializers.CharField()
    by = serializers.CharField()


class CapabilitiesOut(serializers.Serializer[Any]):
    """What a specialist can do beyond thinking, and what it cannot."""

    sentence = serializers.CharField()
    can = CapabilityOut(many=True)
    cannot = serializers.ListField(child=serializers.CharField())


class SpecialistOut(serializers.Serializer[Any]):
    """A specialist without code and tests, for every user who may use it."""

    id = serializers.UUIDField()
    role = serializers.CharField()
    agent_id = serializers.CharField(help_text="Identity and role; the capabilities follow from it.")
    identity = serializers.CharField()
    purpose = serializers.CharField()
    examples = serializers.ListField(child=serializers.CharField())
    engine = serializers.ChoiceField(choices=["model", "handler"])
    status = serializers.ChoiceField(choices=Specialist.Status.choices)
    scope = serializers.ChoiceField(choices=Specialist.Scope.choices)
    builtin = serializers.BooleanField()
    grants = serializers.ListField(
        child=serializers.CharField(),
        help_text="The tools that it may use; of a handler only those that its code calls.",
    )
    capabilities = CapabilitiesOut(help_text="What it can and cannot do: what its card said when it was confirmed.")
    egress_hosts = serializers.ListField(child=serializers.CharField())
    credentials = serializers.ListField(child=serializers.JSONField())
    output_schema = serializers.JSONField()
    version = serializers.IntegerField(allow_null=True)
    digest = serializers.CharField(allow_null=True)
    mock_trained = serializers.BooleanField(
        help_text="Trained on mock replies of its hosts; such a version is never promoted."
    )
    forked_from = ForkedFromOut(allow_null=True, help_text="The version that it was forked from.")
    execution_count = serializers.IntegerField()
    success_rate = serializers.FloatField(allow_null=True)
    avg_confidence = serializers.FloatField(
        allow_null=True, help_text="Measured: the probability of success that its outcomes bear out."
    )
    last_used_at = serializers.DateTimeField(allow_null=True)


class SpecialistsApi(GenericAPIView[Specialist]):
    """The specialists that the caller may use: verified ones and their own."""

    serializer_class = SpecialistOut
    pagination_class = RolePagination
    filterset_class = SpecialistFilter
    queryset = Specialist.objects.none()

    @extend_schema(
        operation_id="specialists_list",
        parameters=[SEARCH],
        responses={200: SpecialistOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List the specialists I may use, by role; filter by `status` and `scope`, search by `q`."""
        visible = self.filter_queryset(specialists_visible(user_id=caller_id(request), search=query_text(request)))
        cards = [specialist_card(specialist) for specialist in self.paginate_queryset(visible) or []]
        return self.get_paginated_response(SpecialistOut(cards, many=True).data)


class SpecialistApi(GenericAPIView[Specialist]):
    """The card of one specialist."""

    serializer_class = SpecialistOut

    @extend_schema(operation_id="specialists_get", responses={200: SpecialistOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """Show the purpose and capabilities of a specialist."""
        return Response(SpecialistOut(specialist_card(specialist_get(user_id=caller_id(request), pk=pk))).data)

    @extend_schema(
        operation_id="specialists_delete", request=None, responses={204: None, **problem_schemas(*WRITE_ERRORS, 409)}
    )
    def delete(self, request: Request, pk: uuid.UUID) -> Response:
        """Delete my own specialist that was never shared: it gets no message any more, its answers stay."""
        owner_action_apply(user=calling_user(request), specialist_id=pk, action="delete")
        return Response(status=204)


class _OwnerActionApi(GenericAPIView[Specialist]):
    """An action of the owner."""

    serializer_class = SpecialistOut
    action: OwnerAction

    def apply(self, request: Request, pk: uuid.UUID) -> Response:
        """Carry out the action and show the specialist."""
        owner_action_apply(user=calling_user(request), specialist_id=pk, action=self.action)
        return Response(SpecialistOut(specialist_card(specialist_get(user_id=caller_id(request), pk=pk))).data)


class RenameIn(StrictSerializer):
    """The new name."""

    role = serializers.CharField(max_length=61, help_text="Lower-case letters, digits and underscores.")


class SpecialistRenameApi(GenericAPIView[Specialist]):
    """Rename my own specialist."""

    serializer_class = SpecialistOut

    @extend_schema(
        operation_id="specialists_rename",
        request=RenameIn,
        responses={200: SpecialistOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Give my own specialist that was never shared another name; all else of it stays."""
        form = RenameIn(data=request.data)
        form.is_valid(raise_exception=True)
        owner_rename(user=calling_user(request), specialist_id=pk, role=form.validated_data["role"])
        return Response(SpecialistOut(specialist_card(specialist_get(user_id=caller_id(request), pk=pk))).data)


class SpecialistPauseApi(_OwnerActionApi):
    """Pause my own specialist."""

    action: OwnerAction = "pause"

    @extend_schema(
        operation_id="specialists_pause",
        request=None,
        responses={200: SpecialistOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Pause my own specialist that was never shared: it gets no message until it is resumed."""
        return self.apply(request, pk)


class SpecialistResumeApi(_OwnerActionApi):
    """Resume my own specialist."""

    action: OwnerAction = "resume"

    @extend_schema(
        operation_id="specialists_resume",
        request=None,
        responses={200: SpecialistOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Resume my own specialist that I paused."""
        return self.apply(request, pk)
