"""Fork proposals over HTTP."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
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
)
from kingdom.council.cases.notifications import fork_proposal_outcome
from kingdom.council.models import CreationCase
from kingdom.council.proposals.fork_proposals import MAX_WHY_LENGTH, fork_proposal_open, fork_proposals_list


class ForkProposalIn(StrictSerializer):
    """The reason for a proposal."""

    why = serializers.CharField(max_length=MAX_WHY_LENGTH, help_text="For the reviewer: what your fork does better.")


class ForkProposalOut(serializers.Serializer[Any]):
    """A fork proposal as its proposer sees it. The case itself belongs to the reviewer."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    role = serializers.CharField(help_text="The specialist that it is offered to.")
    version = serializers.IntegerField(help_text="The version of your fork that was offered.")
    state = serializers.ChoiceField(choices=["waiting", "taken", "refused", "expired", "failed"])
    why = serializers.CharField()


def fork_proposal_detail(case: CreationCase) -> dict[str, Any]:
    """Return a fork proposal for its proposer."""
    origin = (case.supplied_proposal or {}).get("origin", {})
    return {
        "id": case.pk,
        "created_at": case.created_at,
        "finished_at": case.finished_at,
        "role": case.revises.role if case.revises is not None else "",
        "version": origin.get("version_number"),
        "state": fork_proposal_outcome(case),
        "why": origin.get("why", ""),
    }


class ForkProposalsApi(GenericAPIView[CreationCase]):
    """Proposals of the caller's fork to its original."""

    serializer_class = ForkProposalOut
    pagination_class = NewestFirstPagination
    queryset = CreationCase.objects.none()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="specialists_offers", responses={200: ForkProposalOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List my proposals of this fork, newest first, with their outcome."""
        proposals = fork_proposals_list(user_id=caller_id(request), specialist_id=pk).select_related("revises")
        page = self.paginate_queryset(proposals) or []
        return self.get_paginated_response(
            ForkProposalOut([fork_proposal_detail(case) for case in page], many=True).data
        )

    @extend_schema(
        operation_id="specialists_offer_back",
        request=ForkProposalIn,
        responses={201: ForkProposalOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Offer the current version of my fork to its original, as a difference with its own evidence.

        It is judged, then shown to the original's owner, or to an admin when the original is or was shared. They may
        refuse. I am notified of the outcome.
        """
        request_body = ForkProposalIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        case = fork_proposal_open(user_id=caller_id(request), specialist_id=pk, why=request_body.validated_data["why"])
        return Response(ForkProposalOut(fork_proposal_detail(case)).data, status=201)
