"""Evidence, test runs and decisions of one specialist, over HTTP. Who may not see it gets the answer of what is absent."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.accounts.models import User
from kingdom.core.api import READ, WRITE, NewestFirst, caller_id, problems
from kingdom.core.errors import NotAllowed, NotFound
from kingdom.specialists.evidence_selectors import evidence_shown
from kingdom.specialists.models import Specialist
from kingdom.specialists.rules.standing import MOVES
from kingdom.specialists.standing_models import StatusChange, SuiteRun
from kingdom.specialists.standing_services import LONGEST_REASON, Decision, standing_decide
from kingdom.specialists.suite_services import suite_cancel, suite_request

DECIDE = "specialists.decide_standing"
RUN = "specialists.run_suites"


class ConditionOut(serializers.Serializer[Any]):
    """One condition of promotion with its figure."""

    code = serializers.CharField()
    met = serializers.BooleanField()
    figure = serializers.CharField(help_text='For people, e.g. "47 of 50 executions".')


class SuiteRunOut(serializers.ModelSerializer[SuiteRun]):
    """A run of all tests. The tests themselves stay hidden: their results are counted."""

    class Meta:
        model = SuiteRun
        fields = ["id", "created_at", "digest", "state", "done", "passed", "total", "mock", "error", "started_at", "finished_at"]


class SuiteShown(serializers.Serializer[Any]):
    """The newest finished run."""

    id = serializers.UUIDField()
    passed = serializers.IntegerField()
    total = serializers.IntegerField()
    at = serializers.DateTimeField()


class EvidenceOut(serializers.Serializer[Any]):
    """What is known of the current version."""

    digest = serializers.CharField()
    executions = serializers.IntegerField()
    successes = serializers.IntegerField()
    success_rate = serializers.FloatField(allow_null=True)
    success_interval = serializers.ListField(child=serializers.FloatField(), help_text="95 % Wilson interval.")
    confidence = serializers.FloatField(allow_null=True)
    suite = SuiteShown(allow_null=True)
    conditions = ConditionOut(many=True)
    ready = serializers.BooleanField(help_text="Whether it may be verified now.")


class DecisionIn(serializers.Serializer[Any]):
    """A decision on a specialist's standing."""

    kind = serializers.ChoiceField(choices=sorted(MOVES))
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Kept, and told to those it concerns.")
    digest = serializers.CharField(
        max_length=64, required=False, default="", allow_blank=True, help_text="The version that was looked at; another one is a 409."
    )
    successor = serializers.UUIDField(required=False, allow_null=True, default=None, help_text="Of a deprecated one.")
    stop_sessions = serializers.BooleanField(required=False, default=False, help_text="Stop what runs on it now.")


class DecisionOut(serializers.ModelSerializer[StatusChange]):
    """A decision as it is kept."""

    class Meta:
        model = StatusChange
        fields = [
            "id", "created_at", "kind", "digest", "old_status", "new_status", "old_scope", "new_scope",
            "actor_name", "automatic", "reason", "evidence", "successor",
        ]  # fmt: skip


class EvidenceApi(GenericAPIView[Specialist]):
    """What promotion would be judged on."""

    serializer_class = EvidenceOut

    @extend_schema(operation_id="specialists_evidence", responses={200: EvidenceOut, **problems(*READ)})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """Show the evidence on the current version of my specialist, or of any when I may decide: each condition with its figure."""
        specialist = _mine(request, pk, DECIDE)
        return Response(EvidenceOut(evidence_shown(specialist, decides=_decides(request))).data)


class SuiteRunsApi(GenericAPIView[SuiteRun]):
    """Runs of a specialist's tests."""

    serializer_class = SuiteRunOut
    pagination_class = NewestFirst
    queryset = SuiteRun.objects.none()

    @extend_schema(operation_id="specialists_suite_runs", responses={200: SuiteRunOut(many=True), **problems(*READ)})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List the runs of all tests of my specialist, newest first."""
        found = SuiteRun.objects.filter(version__specialist=_mine(request, pk, RUN))
        return self.get_paginated_response(SuiteRunOut(self.paginate_queryset(found) or [], many=True).data)

    @extend_schema(operation_id="specialists_suite_run", request=None, responses={202: SuiteRunOut, **problems(*WRITE, 409)})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Have all tests of the current version run in the sandbox. While a run is under way it is the answer, and no other begins."""
        specialist = _mine(request, pk, RUN)
        run = suite_request(specialist_id=specialist.pk, user=_caller(request))
        return Response(SuiteRunOut(run).data, status=status.HTTP_202_ACCEPTED)


class SuiteRunApi(GenericAPIView[SuiteRun]):
    """One run of all tests."""

    serializer_class = SuiteRunOut

    @extend_schema(operation_id="specialists_suite_run_get", responses={200: SuiteRunOut, **problems(*READ)})
    def get(self, request: Request, pk: uuid.UUID, run: uuid.UUID) -> Response:
        """Show how far a run of tests is."""
        return Response(SuiteRunOut(_run(request, pk, run)).data)

    @extend_schema(operation_id="specialists_suite_run_cancel", responses={200: SuiteRunOut, **problems(*READ)})
    def delete(self, request: Request, pk: uuid.UUID, run: uuid.UUID) -> Response:
        """Stop a run of tests. One that is over stays as it is."""
        return Response(SuiteRunOut(suite_cancel(run_id=_run(request, pk, run).pk)).data)


class DecisionsApi(GenericAPIView[StatusChange]):
    """Decisions on a specialist's standing."""

    serializer_class = DecisionOut
    pagination_class = NewestFirst
    queryset = StatusChange.objects.none()

    @extend_schema(operation_id="specialists_decisions", responses={200: DecisionOut(many=True), **problems(*READ)})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List what was decided on my specialist, newest first, with the evidence of that moment."""
        found = _mine(request, pk, DECIDE).status_changes.order_by("-created_at")
        return self.get_paginated_response(DecisionOut(self.paginate_queryset(found) or [], many=True).data)

    @extend_schema(operation_id="specialists_decide", request=DecisionIn, responses={201: DecisionOut, **problems(*WRITE, 409)})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Promote, suspend, demote, deprecate, restore or revert a specialist. For staff who may; a refusal names what is missing."""
        specialist = _mine(request, pk, DECIDE)
        if not _may(request, DECIDE):
            raise NotAllowed("Only staff with the permission to decide on specialists may do this.")
        form = DecisionIn(data=request.data)
        form.is_valid(raise_exception=True)
        said = form.validated_data
        decision = Decision(
            specialist_id=specialist.pk,
            kind=StatusChange.Kind(said["kind"]),
            reason=said["reason"],
            actor=_caller(request),
            digest=said["digest"],
            successor_id=said["successor"],
            stop_sessions=said["stop_sessions"],
        )
        return Response(DecisionOut(standing_decide(decision=decision)).data, status=status.HTTP_201_CREATED)


def _caller(request: Request) -> User:
    return User.objects.get(pk=caller_id(request))


def _may(request: Request, permission: str) -> bool:
    caller = _caller(request)
    return caller.is_active and caller.is_staff and caller.has_perm(permission)


def _decides(request: Request) -> int | None:
    """Return the caller when they could decide, so that "not its owner" is judged; the owner just looks."""
    return caller_id(request) if _may(request, DECIDE) else None


def _mine(request: Request, pk: uuid.UUID, permission: str) -> Specialist:
    """Return a specialist that the caller owns, or any when they hold the permission. Raises NotFound for the rest."""
    found = Specialist.objects.filter(pk=pk).select_related("current_version").first()
    if found is None or (found.created_by_id != caller_id(request) and not _may(request, permission)):
        raise NotFound("There is no such specialist.")
    return found


def _run(request: Request, pk: uuid.UUID, run: uuid.UUID) -> SuiteRun:
    found = SuiteRun.objects.filter(pk=run, version__specialist=_mine(request, pk, RUN)).first()
    if found is None:
        raise NotFound("There is no such run of tests.")
    return found
