"""REST API of recordings: a specialist's owner agrees to one, sees what it holds, and deletes it."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import NotFound
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.sessions.models import Cassette, RecordedExchange
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.sending.cassettes import cassette_delete, cassette_open, cassettes_of


class RecordedExchangeOut(serializers.ModelSerializer[RecordedExchange]):
    """One recorded exchange, by its form."""

    class Meta:
        model = RecordedExchange
        fields = ["number", "method", "origin", "path", "parameters", "body_shape", "status"]


class CassetteOut(serializers.ModelSerializer[Cassette]):
    """A recording of a supervised use."""

    version = serializers.IntegerField(source="version.number")
    exchanges = RecordedExchangeOut(many=True)

    class Meta:
        model = Cassette
        fields = ["id", "created_at", "state", "version", "problem", "finished_at", "exchanges"]


class CassetteIn(StrictSerializer):
    """The owner's consent."""

    consent = serializers.BooleanField(
        help_text="true: the next use of it by me is recorded, with its message, the form of each request and each "
        "reply with secrets masked."
    )

    def validate_consent(self, value: bool) -> bool:
        """Refuse anything but a consent."""
        if not value:
            raise serializers.ValidationError("Nothing is recorded without your consent.")
        return value


class CassettesApi(GenericAPIView[Cassette]):
    """The recordings of a specialist."""

    serializer_class = CassetteOut
    queryset = Cassette.objects.none()

    @extend_schema(
        operation_id="specialists_cassettes", responses={200: CassetteOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List the recordings of my specialist, newest first, at most 20."""
        own = Specialist.objects.filter(pk=pk, created_by=caller_id(request)).first()
        if own is None:
            raise NotFound("There is no such specialist.")
        return Response(CassetteOut(cassettes_of(own), many=True).data)

    @extend_schema(
        operation_id="specialists_cassette_create",
        request=CassetteIn,
        responses={201: CassetteOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Agree, as its owner, that the next use of my specialist within 24 hours is recorded for its tests."""
        form = CassetteIn(data=request.data)
        form.is_valid(raise_exception=True)
        cassette = cassette_open(user_id=caller_id(request), specialist_id=pk)
        return Response(CassetteOut(cassette).data, status=status.HTTP_201_CREATED)


class CassetteApi(GenericAPIView[Cassette]):
    """One recording."""

    serializer_class = CassetteOut

    @extend_schema(operation_id="specialists_cassette_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, pk: uuid.UUID, cassette: uuid.UUID) -> Response:
        """Withdraw the consent and delete what was recorded; test runs on it no longer count as replayed."""
        cassette_delete(user_id=caller_id(request), specialist_id=pk, cassette_id=cassette)
        return Response(status=status.HTTP_204_NO_CONTENT)
