"""REST API of a user's own data."""

import uuid

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, caller_id, problem_schemas
from kingdom.core.web.file_download import stored_file_download
from kingdom.personal_data.exports import FILE_NAME, export_file, export_request, exports_of
from kingdom.personal_data.models import DataExport


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
        """Export all my data to one ZIP file. I am notified when it is ready; it replaces my earlier exports."""
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
        path = export_file(user_id=caller_id(request), export_id=export_id)
        return stored_file_download(request._request, path, name=FILE_NAME, content_type="application/zip")
