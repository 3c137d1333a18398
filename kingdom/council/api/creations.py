"""Creations over HTTP: the dialog of a case with its owner. For everybody else it does not exist."""

import uuid
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import SecretStr
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, caller_id, problem_schemas
from kingdom.council.cases import services
from kingdom.council.models import CreationCase
from kingdom.council.presenters import case_detail, case_summary
from kingdom.council.selectors import case_get, case_list
from kingdom.credentials.credential_rules import MAX_VALUE_LENGTH

STATE_PARAMETER = OpenApiParameter(
    "state", OpenApiTypes.STR, enum=list(CreationCase.State.values), description="Only those in this state."
)
DECISION_ERRORS = (*WRITE_ERRORS, 409, 410)


class CaseSummaryOut(serializers.Serializer[Any]):
    """A case in a list."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=CreationCase.State.choices)
    reason = serializers.CharField(allow_blank=True, help_text="Why it is in this state.")
    error_code = serializers.CharField(allow_blank=True)
    role = serializers.CharField(allow_blank=True)
    request = serializers.CharField()
    recipe = serializers.CharField(allow_blank=True)
    round = serializers.IntegerField(help_text="Repairs by the designer so far, at most 2.")
    mock = serializers.BooleanField(help_text="Trained on made-up answers of its hosts.")
    digest = serializers.CharField(
        allow_blank=True, help_text="Of the spec with its tests: what `confirm` says yes to."
    )
    offered = serializers.JSONField(help_text="The specialist that does this already, where there is one.")
    approval_id = serializers.UUIDField(allow_null=True, help_text="The same question in the inbox.")
    conversation_id = serializers.UUIDField(allow_null=True)
    message_id = serializers.UUIDField(allow_null=True)
    specialist_id = serializers.UUIDField(allow_null=True)
    version_id = serializers.UUIDField(allow_null=True)
    backend = serializers.CharField(allow_blank=True, help_text="The sandbox it was trained in.")
    moves = serializers.ListField(child=serializers.CharField(), help_text="States it can go to from here.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="While it waits for you.")
    finished_at = serializers.DateTimeField(allow_null=True)


class CaseEventOut(serializers.Serializer[Any]):
    """One row of the case's log: a move with its states and reason, or a note."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    old_state = serializers.CharField(allow_blank=True)
    new_state = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    payload = serializers.JSONField()
    created_at = serializers.DateTimeField()


class StageVerdictOut(serializers.Serializer[Any]):
    """The word of one stage."""

    stage = serializers.CharField()
    round = serializers.IntegerField()
    verdict = serializers.CharField(help_text="passed, repair, offer, rejected or blocked.")
    reason = serializers.CharField()
    findings = serializers.ListField(child=serializers.CharField())
    details = serializers.JSONField()
    inputs_digest = serializers.CharField()
    ms = serializers.FloatField()
    created_at = serializers.DateTimeField()


class CaseStageOut(serializers.Serializer[Any]):
    """One stage of the pipeline and its newest word."""

    stage = serializers.CharField()
    state = serializers.CharField()
    verdict = serializers.CharField(allow_null=True)


class CaseDetailOut(CaseSummaryOut):
    """A whole case. Tests held out from the designer are counted, never shown."""

    change_request = serializers.CharField(allow_blank=True)
    sources = serializers.ListField(child=serializers.CharField())
    card = serializers.JSONField(
        help_text=(
            "What it will do and what it can do, in plain words: what `confirm` is about. `revises`, for a new version of a specialist: "
            "`{specialist_id, version, status, words, origin, differences, scores}`; `scores` has `before` and `after` the second time."
        )
    )
    stages = CaseStageOut(many=True)
    verdicts = StageVerdictOut(many=True)
    tests = serializers.JSONField(help_text="`{total, visible, held_out, kinds, cases}`; cases are the visible ones.")
    training_results = serializers.JSONField()
    events = CaseEventOut(many=True)


class CaseOpeningIn(serializers.Serializer[Any]):
    """What is wanted."""

    request = serializers.CharField(
        max_length=services.MAX_REQUEST_LENGTH, help_text="What the specialist shall do, in your words."
    )
    recipe = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="A recipe by name; empty: the one that fits."
    )
    sources = serializers.ListField(
        child=serializers.CharField(max_length=services.MAX_SOURCE_LENGTH),
        max_length=services.MAX_SOURCES,
        default=list,
        help_text="Addresses of documents the designer may read, such as an API's reference.",
    )
    conversation = serializers.UUIDField(required=False, allow_null=True, default=None)
    message = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="The message that it shall answer at last."
    )
    fork_of = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="A specialist to begin from."
    )


class CaseConfirmIn(serializers.Serializer[Any]):
    """The yes."""

    digest = serializers.RegexField(
        r"^[0-9a-f]{64}$", help_text="The card's `digest`: if the proposal is another by now, nothing happens."
    )
    mock = serializers.BooleanField(default=False, help_text="Train on made-up answers, without keys.")


class CaseEditIn(serializers.Serializer[Any]):
    """What to change."""

    change_request = serializers.CharField(
        max_length=4000, help_text="In your words, e.g. `call it iban_judge, at most 64 MB`."
    )


class CaseRejectIn(serializers.Serializer[Any]):
    """The no."""

    reason = serializers.CharField(max_length=1000, allow_blank=True, default="")


class CaseCredentialsIn(serializers.Serializer[Any]):
    """Credentials by the names on the card. They go to the vault and are never shown again."""

    credentials = serializers.DictField(
        child=serializers.CharField(max_length=MAX_VALUE_LENGTH, trim_whitespace=False), write_only=True
    )


def case_response(case: CreationCase) -> Response:
    """Return the whole case."""
    case.refresh_from_db()
    return Response(case_detail(case))


def request_channel(request: Request) -> str:
    """Return how the caller speaks: a browser's session is the web page, a token is their own program."""
    return "api" if request.auth is not None else "web"


class CreationsApi(GenericAPIView[CreationCase]):
    """The caller's cases."""

    serializer_class = CaseSummaryOut
    pagination_class = NewestFirstPagination
    filter_backends = ()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="creations_list",
        parameters=[STATE_PARAMETER],
        responses={200: CaseSummaryOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List my cases, newest first."""
        page = self.paginate_queryset(
            case_list(user_id=caller_id(request), state=request.query_params.get("state", ""))
        )
        return self.get_paginated_response([case_summary(case) for case in page or ()])

    @extend_schema(
        operation_id="creations_open",
        request=CaseOpeningIn,
        responses={201: CaseDetailOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def post(self, request: Request) -> Response:
        """Ask the Council for a specialist. It designs and judges; nothing is made before you say yes to what it shows you."""
        request_body = CaseOpeningIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        asked = request_body.validated_data
        opening = services.CaseOpening(
            request=asked["request"],
            recipe=asked["recipe"],
            sources=tuple(asked["sources"]),
            conversation_id=asked["conversation"],
            message_id=asked["message"],
            fork_of=asked["fork_of"],
        )
        case = services.case_open(user_id=caller_id(request), opening=opening)
        return Response(case_detail(case), status=201)


class CreationApi(GenericAPIView[CreationCase]):
    """One of the caller's cases."""

    serializer_class = CaseDetailOut

    @extend_schema(operation_id="creations_get", responses={200: CaseDetailOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, case_id: uuid.UUID) -> Response:
        """Show a case: its card, verdicts, tests, results and events."""
        return case_response(case_get(user_id=caller_id(request), case_id=case_id))


class _CaseActionApi(GenericAPIView[CreationCase]):
    """What the dialog's endpoints share."""

    serializer_class = CaseDetailOut
    throttle_scopes = {"POST": "messages"}


class CreationConfirmApi(_CaseActionApi):
    """Yes."""

    @extend_schema(
        operation_id="creations_confirm",
        request=CaseConfirmIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Say yes to exactly this card. Codes: `proposal_changed`, `already_decided`, `illegal_move`, `gone`."""
        request_body = CaseConfirmIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        user_id = caller_id(request)
        return case_response(
            services.case_confirm(
                user_id=user_id, case_id=case_id, **request_body.validated_data, channel=request_channel(request)
            )
        )


class CreationEditApi(_CaseActionApi):
    """Change it."""

    @extend_schema(
        operation_id="creations_edit",
        request=CaseEditIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Ask for changes. The designer works them in, everything is judged again, and you are asked again."""
        request_body = CaseEditIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        user_id = caller_id(request)
        return case_response(
            services.case_edit(
                user_id=user_id, case_id=case_id, **request_body.validated_data, channel=request_channel(request)
            )
        )


class CreationCredentialsApi(_CaseActionApi):
    """Give the keys."""

    @extend_schema(
        operation_id="creations_credentials",
        request=CaseCredentialsIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Store the credentials that the card lists, in the vault and nowhere else; the training then begins."""
        request_body = CaseCredentialsIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        values = {name: SecretStr(value) for name, value in request_body.validated_data["credentials"].items()}
        user_id = caller_id(request)
        return case_response(
            services.case_credentials_provide(
                user_id=user_id, case_id=case_id, values=values, channel=request_channel(request)
            )
        )


class CreationMockApi(_CaseActionApi):
    """Try without a key."""

    @extend_schema(
        operation_id="creations_use_mock",
        request=None,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Train on made-up answers instead. It is marked so, and cannot be verified until it is trained on real ones."""
        return case_response(
            services.case_use_mock(user_id=caller_id(request), case_id=case_id, channel=request_channel(request))
        )


class CreationRejectApi(_CaseActionApi):
    """No."""

    @extend_schema(
        operation_id="creations_reject",
        request=CaseRejectIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Say no, or stop what is being made."""
        request_body = CaseRejectIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        user_id = caller_id(request)
        return case_response(
            services.case_reject(
                user_id=user_id, case_id=case_id, **request_body.validated_data, channel=request_channel(request)
            )
        )


class CreationReopenApi(_CaseActionApi):
    """Open it again."""

    @extend_schema(
        operation_id="creations_reopen",
        request=None,
        responses={200: CaseDetailOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Open an expired or failed case again; a proposal that was judged is asked about again without a new design."""
        return case_response(services.case_reopen(user_id=caller_id(request), case_id=case_id))
