"""Creations over HTTP: the commands of a case's owner. For everybody else the case does not exist."""

import uuid

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import SecretStr
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, caller_id, problem_schemas
from kingdom.council.api.serializers import (
    CaseConfirmIn,
    CaseCredentialsIn,
    CaseDetailOut,
    CaseEditIn,
    CaseOpeningIn,
    CaseRejectIn,
    CaseSummaryOut,
    CaseTryIn,
    SpecialistEditIn,
    TryOutOut,
)
from kingdom.council.cases import services
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.engine.try_outs import try_out_request
from kingdom.council.models import CreationCase, TryOut
from kingdom.council.presenters import case_detail, case_summary, try_out_detail
from kingdom.council.proposals.owner_edits import specialist_edit_open
from kingdom.council.selectors import case_get, case_list

STATE_PARAMETER = OpenApiParameter(
    "state", OpenApiTypes.STR, enum=list(CreationCase.State.values), description="Only those in this state."
)
DECISION_ERRORS = (*WRITE_ERRORS, 409, 410)


def case_response(case: CreationCase) -> Response:
    """Return the whole case."""
    case.refresh_from_db()
    return Response(case_detail(case))


def request_channel(request: Request) -> str:
    """Return the caller's channel: ``web`` for a browser session, ``api`` for a token."""
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
        """Ask the Council for a specialist. It designs and judges; nothing is made before you confirm the proposal."""
        request_body = CaseOpeningIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        data = request_body.validated_data
        opening = CaseOpening(
            request=data["request"],
            recipe=data["recipe"],
            sources=tuple(data["sources"]),
            conversation_id=data["conversation"],
            message_id=data["message"],
            fork_of=data["fork_of"],
        )
        case = case_open(user_id=caller_id(request), opening=opening)
        return Response(case_detail(case), status=201)


class CreationApi(GenericAPIView[CreationCase]):
    """One of the caller's cases."""

    serializer_class = CaseDetailOut

    @extend_schema(operation_id="creations_get", responses={200: CaseDetailOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, case_id: uuid.UUID) -> Response:
        """Show a case: its card, verdicts, tests, results and events."""
        return case_response(case_get(user_id=caller_id(request), case_id=case_id))


class _CaseActionApi(GenericAPIView[CreationCase]):
    """Base of the command endpoints."""

    serializer_class = CaseDetailOut
    throttle_scopes = {"POST": "messages"}


class CreationConfirmApi(_CaseActionApi):
    """Confirm a proposal."""

    @extend_schema(
        operation_id="creations_confirm",
        request=CaseConfirmIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Confirm exactly this card. Codes: `proposal_changed`, `already_decided`, `illegal_move`, `gone`."""
        request_body = CaseConfirmIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        fields = dict(request_body.validated_data)
        confirm = services.case_confirm_again if fields.pop("again") else services.case_confirm
        user_id, channel = caller_id(request), request_channel(request)
        return case_response(confirm(user_id=user_id, case_id=case_id, channel=channel, **fields))


class CreationTryApi(GenericAPIView[TryOut]):
    """Try a proposal before deciding."""

    serializer_class = TryOutOut

    @extend_schema(
        operation_id="creations_try",
        request=CaseTryIn,
        responses={202: TryOutOut, **problem_schemas(*WRITE_ERRORS, 409, 429)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Run the proposal's handler on a text or on your past messages; the case's `try_outs` have the answers.

        It runs in the sandbox without network, files and keys.
        """
        request_body = CaseTryIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        try_out = try_out_request(user_id=caller_id(request), case_id=case_id, **request_body.validated_data)
        return Response(try_out_detail(try_out), status=202)


class CreationEditApi(_CaseActionApi):
    """Ask for changes to a proposal."""

    @extend_schema(
        operation_id="creations_edit",
        request=CaseEditIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Ask for changes. The designer applies them, all stages run again, and you are asked again."""
        request_body = CaseEditIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        user_id = caller_id(request)
        return case_response(
            services.case_edit(
                user_id=user_id, case_id=case_id, **request_body.validated_data, channel=request_channel(request)
            )
        )


class CreationCredentialsApi(_CaseActionApi):
    """Provide credentials."""

    @extend_schema(
        operation_id="creations_credentials",
        request=CaseCredentialsIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Store the credentials that the card lists, in the vault and nowhere else; then the training starts."""
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
    """Train without credentials."""

    @extend_schema(
        operation_id="creations_use_mock",
        request=None,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Train on mock replies instead.

        The version is marked so and cannot be verified until it is trained on real ones.
        """
        return case_response(
            services.case_use_mock(user_id=caller_id(request), case_id=case_id, channel=request_channel(request))
        )


class CreationRejectApi(_CaseActionApi):
    """Reject a proposal."""

    @extend_schema(
        operation_id="creations_reject",
        request=CaseRejectIn,
        responses={200: CaseDetailOut, **problem_schemas(*DECISION_ERRORS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Reject the proposal, or stop the work on it."""
        request_body = CaseRejectIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        user_id = caller_id(request)
        return case_response(
            services.case_reject(
                user_id=user_id, case_id=case_id, **request_body.validated_data, channel=request_channel(request)
            )
        )


class CreationReopenApi(_CaseActionApi):
    """Reopen a case."""

    @extend_schema(
        operation_id="creations_reopen",
        request=None,
        responses={200: CaseDetailOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        """Reopen an expired or failed case. A proposal that was judged is asked about again without a new design."""
        return case_response(services.case_reopen(user_id=caller_id(request), case_id=case_id))


class SpecialistEditApi(GenericAPIView[CreationCase]):
    """Edit my own specialist."""

    serializer_class = CaseDetailOut

    @extend_schema(
        operation_id="specialists_edit",
        request=SpecialistEditIn,
        responses={201: CaseDetailOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Open a creation for a new version of my own specialist: judged, trained and compared like any other."""
        request_body = SpecialistEditIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        changes = request_body.validated_data
        case = specialist_edit_open(
            user_id=caller_id(request), specialist_id=pk, changes=changes, digest=changes.get("digest", "")
        )
        return Response(case_detail(case), status=201)
