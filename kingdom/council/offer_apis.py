"""Offering a fork back, over HTTP."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.api import READ, WRITE, NewestFirst, caller_id, problems
from kingdom.council.models import Case
from kingdom.council.offering_back import LONGEST_WHY, offer_back, offers_made
from kingdom.council.outcomes import outcome


class OfferIn(serializers.Serializer[Any]):
    """Why it is better."""

    why = serializers.CharField(max_length=LONGEST_WHY, help_text="For who decides: what your fork does better.")


class OfferOut(serializers.Serializer[Any]):
    """An offer, as who made it sees it: the case itself is its receiver's."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    role = serializers.CharField(help_text="The specialist that it is offered to.")
    version = serializers.IntegerField(help_text="The version of your fork that was offered.")
    state = serializers.ChoiceField(choices=["waiting", "taken", "refused", "expired", "failed"])
    why = serializers.CharField()


def shown(case: Case) -> dict[str, Any]:
    """Return an offer for who made it."""
    origin = (case.given or {}).get("origin", {})
    role = case.revises.role if case.revises is not None else ""
    told = {"role": role, "version": origin.get("version_number"), "state": outcome(case), "why": origin.get("why", "")}
    return {"id": case.pk, "created_at": case.created_at, "finished_at": case.finished_at, **told}


class OffersApi(GenericAPIView[Case]):
    """Offers of a fork of mine to what it was forked from."""

    serializer_class = OfferOut
    pagination_class = NewestFirst
    queryset = Case.objects.none()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(operation_id="specialists_offers", responses={200: OfferOut(many=True), **problems(*READ)})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List what I offered back of this fork, newest first, and what became of it."""
        found = offers_made(user_id=caller_id(request), specialist_id=pk).select_related("revises")
        page = self.paginate_queryset(found) or []
        return self.get_paginated_response(OfferOut([shown(one) for one in page], many=True).data)

    @extend_schema(operation_id="specialists_offer_back", request=OfferIn, responses={201: OfferOut, **problems(*WRITE, 409)})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Offer the current version of my fork back to what it was forked from, as a difference with its own evidence.

        It is judged, and offered to its owner, or to an admin where it is or was everybody's. They may refuse. I am told what became of it.
        """
        given = OfferIn(data=request.data)
        given.is_valid(raise_exception=True)
        case = offer_back(user_id=caller_id(request), specialist_id=pk, why=given.validated_data["why"])
        return Response(OfferOut(shown(case)).data, status=201)
