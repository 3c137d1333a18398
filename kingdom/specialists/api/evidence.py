"""REST API of the promotion evidence."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, problem_schemas
from kingdom.specialists.api.permissions import SET_STATUS_PERMISSION, deciding_user_id, permitted_specialist
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary


class ConditionOut(serializers.Serializer[Any]):
    """One condition of promotion with its figure."""

    code = serializers.CharField()
    met = serializers.BooleanField()
    figure = serializers.CharField(help_text='In words, e.g. "47 executions (50 needed)".')


class TestRunSummaryOut(serializers.Serializer[Any]):
    """The newest finished test run."""

    id = serializers.UUIDField()
    passed = serializers.IntegerField()
    total = serializers.IntegerField()
    at = serializers.DateTimeField()


class SentRequestsOut(serializers.Serializer[Any]):
    """Requests of one form that it sent in stored sessions, without a body and without a word of a message."""

    host = serializers.CharField()
    method = serializers.CharField()
    path = serializers.CharField(help_text="Parts that are not written in its code are {}.")
    total = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text='By outcome, e.g. "answered 201".')


class EvidenceOut(serializers.Serializer[Any]):
    """The evidence on the current version."""

    digest = serializers.CharField()
    executions = serializers.IntegerField(help_text="Served, failed and corrected ones; near-identical messages once.")
    successes = serializers.IntegerField(help_text="Served ones.")
    users = serializers.IntegerField(help_text="Users who wrote these messages, or whose workflows and schedules did.")
    outcomes = serializers.DictField(child=serializers.IntegerField(), help_text="Messages by outcome; see metrics.md.")
    success_rate = serializers.FloatField(allow_null=True)
    success_interval = serializers.ListField(child=serializers.FloatField(), help_text="95 % Wilson interval.")
    confidence = serializers.FloatField(allow_null=True)
    test_run = TestRunSummaryOut(allow_null=True)
    sends = SentRequestsOut(many=True, help_text="Of one that sends: its newest 1,000 sends, most frequent first.")
    conditions = ConditionOut(many=True)
    ready = serializers.BooleanField(help_text="Whether the version can be verified now.")


class EvidenceApi(GenericAPIView[Specialist]):
    """The evidence that a promotion requires."""

    serializer_class = EvidenceOut

    @extend_schema(operation_id="specialists_evidence", responses={200: EvidenceOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """Show the evidence on the current version of my specialist, with each condition of promotion and its figure.

        Staff with the permission may read the evidence of any specialist.
        """
        specialist = permitted_specialist(request, pk, SET_STATUS_PERMISSION)
        return Response(EvidenceOut(promotion_evidence_summary(specialist, decides=deciding_user_id(request))).data)
