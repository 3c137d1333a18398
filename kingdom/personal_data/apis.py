"""REST API of a user's own data."""

import uuid

from django.http import StreamingHttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    StrictTextField,
    caller_id,
    problem_schemas,
)
from kingdom.core.web.file_download import stored_file_download
from kingdom.personal_data.deletions import deletion_request
from kingdom.personal_data.exports import FILE_NAME, export_file, export_request, exports_of
from kingdom.personal_data.models import AccountDeletion, DataExport


class DataExportOut(serializers.ModelSerializer[DataExport]):
    """An export of all data of the caller."""

    class Meta:
        model = DataExport
        fields = ["id", "created_at", "state", "size", "finished_at", "expires_at"]


class DataExportsApi(GenericAPIView[DataExport]):
    """The caller's exports."""

    serializer_class = DataExportOut
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="data_exports_list", responses={200: DataExportOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List my exports, newest first."""
        page = self.paginate_queryset(exports_of(user_id=caller_id(request)))
        return self.get_paginated_response(DataExportOut(page, many=True).data)

    @extend_schema(
        operation_id="data_exports_create",
        request=None,
        responses={202: DataExportOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def post(self, request: Request) -> Response:
        """Export all my data to one ZIP file. I am notified when it is ready; it replaces my earlier exports.

        For an hour after one was finished the answer is 429 with `Retry-After`.
        """
        return Response(DataExportOut(export_request(user_id=caller_id(request))).data, status=202)


class DataExportApi(GenericAPIView[DataExport]):
    """The file of one of the caller's exports."""

    @extend_schema(
        operation_id="data_exports_download",
        responses={
            (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY),
            **problem_schemas(*READ_ERRORS, 410),
        },
    )
    def get(self, request: Request, export_id: uuid.UUID) -> StreamingHttpResponse:
        """Download the file of one of my exports."""
        file = export_file(user_id=caller_id(request), export_id=export_id)
        return stored_file_download(request._request, file, name=FILE_NAME, content_type="application/zip")


class AccountDeleteIn(StrictSerializer):
    """The confirmation of a deletion."""

    username = StrictTextField(max_length=150, help_text="My user name, exactly as it is.")
    password = serializers.CharField(
        max_length=128, default="", allow_blank=True, trim_whitespace=False, help_text="My password, if I have one."
    )


class AccountDeletionOut(serializers.ModelSerializer[AccountDeletion]):
    """A deletion that has begun."""

    class Meta:
        model = AccountDeletion
        fields = ["id", "created_at", "state"]


class AccountDeleteApi(GenericAPIView[AccountDeletion]):
    """The end of the caller's account."""

    serializer_class = AccountDeletionOut

    @extend_schema(
        operation_id="me_delete",
        request=AccountDeleteIn,
        responses={202: AccountDeletionOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    @method_decorator(sensitive_variables())
    def post(self, request: Request) -> Response:
        """Delete my account with all my data, at once and for good. Tokens and sign-ins end with this answer."""
        body = AccountDeleteIn(data=request.data)
        body.is_valid(raise_exception=True)
        deletion = deletion_request(request=request._request, user_id=caller_id(request), **body.validated_data)
        return Response(AccountDeletionOut(deletion).data, status=202)
