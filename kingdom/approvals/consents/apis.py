"""REST API of host consents."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.approvals.consents.selectors import host_consents_of
from kingdom.approvals.consents.services import host_consent_withdraw
from kingdom.approvals.models import HostConsent
from kingdom.core.web.api import READ_ERRORS, NewestFirstPagination, caller_id, problem_schemas


class HostConsentOut(serializers.ModelSerializer[HostConsent]):
    """One host that a specialist may reach when it runs for the caller."""

    specialist_id = serializers.UUIDField()
    specialist_role = serializers.CharField(source="specialist.role")
    approval_id = serializers.UUIDField(allow_null=True, help_text="The approval in which you agreed.")

    class Meta:
        model = HostConsent
        fields = ["id", "specialist_id", "specialist_role", "host", "approval_id", "created_at"]


class HostConsentsApi(GenericAPIView[HostConsent]):
    """The hosts that the caller has agreed to."""

    serializer_class = HostConsentOut
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="host_consents_list", responses={200: HostConsentOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List the hosts I have agreed to, by specialist, newest first."""
        page = self.paginate_queryset(host_consents_of(user_id=caller_id(request)))
        return self.get_paginated_response(HostConsentOut(page, many=True).data)


class HostConsentApi(GenericAPIView[HostConsent]):
    """One of the caller's consents."""

    serializer_class = HostConsentOut

    @extend_schema(operation_id="host_consents_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, consent_id: uuid.UUID) -> Response:
        """Withdraw my consent to a host. From the next request on I am asked again."""
        host_consent_withdraw(user_id=caller_id(request), consent_id=consent_id)
        return Response(status=204)
