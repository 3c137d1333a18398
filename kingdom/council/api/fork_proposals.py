"""Offering a fork back, over HTTP."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, caller_id, problem_schemas
from kingdom.council.cases.proposal_notifications import fork_proposal_outcome
from kingdom.council.models import CreationCase
from kingdom.council.proposals.fork_proposals import MAX_WHY_LENGTH, fork_proposal_open, fork_proposals_list


class ForkProposalIn(serializers.Serializer[Any]):
    """Why it is better."""

    why = serializers.CharField(max_length=MAX_WHY_LENGTH, help_text="For who decides: what your fork does better.")


class ForkProposalOut(serializers.Serializer[Any]):
    """An offer, as who made it sees it: the case itself is its receiver's."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    role = serializers.CharField(help_text="The specialist that it is offered to.")
    version = serializers.IntegerField(help_text="The version of your fork that was offered.")
    state = serializers.ChoiceField(choices=["waiting", "taken", "refused", "expired", "failed"])
    why = serializers.CharField()


def fork_proposal_detail(case: CreationCase) -> dict[str, Any]:
    """Return an offer for who made it."""
    origin = (case.supplied_proposal or {}).get("origin", {})
    role = case.revises.role if case.revises is not None else ""
    told = {
        "role": role,
        "version": origin.get("version_number"),
        "state": fork_proposal_outcome(case),
        "why": origin.get("why", ""),
    }
    return {"id": case.pk, "created_at": case.created_at, "finished_at": case.finished_at, **told}


class ForkProposalsApi(GenericAPIView[CreationCase]):
    """Offers of a fork of mine to what it was forked from."""

    serializer_class = ForkProposalOut
    pagination_class = NewestFirstPagination
    queryset = CreationCase.objects.none()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="specialists_offers", responses={200: ForkProposalOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List what I offered back of this fork, newest first, and what became of it."""
        found = fork_proposals_list(user_id=caller_id(request), specialist_id=pk).select_related("revises")
        page = self.paginate_queryset(found) or []
        return self.get_paginated_response(ForkProposalOut([fork_proposal_detail(one) for one in page], many=True).data)

    @extend_schema(
        operation_id="specialists_offer_back",
        request=ForkProposalIn,
        responses={201: ForkProposalOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Offer the current version of my fork back to what it was forked from, as a difference with its own evidence.

        It is judged, and offered to its owner, or to an admin where it is or was everybody's. They may refuse. I am told what became of it.
        """
        request_body = ForkProposalIn(data=request.data)
        request_body.is_valid(raise_exception=True)
        case = fork_proposal_open(user_id=caller_id(request), specialist_id=pk, why=request_body.validated_data["why"])
        return Response(ForkProposalOut(fork_proposal_detail(case)).data, status=201)
