"""REST API of test runs."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import NotFound
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, problem_schemas
from kingdom.specialists.api.permissions import calling_user, permitted_specialist
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.test_runs.services import test_run_cancel, test_run_request

RUN_TESTS_PERMISSION = "specialists.run_tests"


class TestRunOut(serializers.ModelSerializer[TestRun]):
    """A test run with counts of its results. The tests are not disclosed."""

    class Meta:
        model = TestRun
        fields = [
            "id",
            "created_at",
            "digest",
            "state",
            "done",
            "passed",
            "total",
            "mock",
            "error",
            "started_at",
            "finished_at",
        ]


def _test_run(request: Request, pk: uuid.UUID, run: uuid.UUID) -> TestRun:
    specialist = permitted_specialist(request, pk, RUN_TESTS_PERMISSION)
    test_run = TestRun.objects.filter(pk=run, version__specialist=specialist).first()
    if test_run is None:
        raise NotFound("There is no such run of tests.")
    return test_run


class TestRunsApi(GenericAPIView[TestRun]):
    """The test runs of a specialist."""

    serializer_class = TestRunOut
    pagination_class = NewestFirstPagination
    queryset = TestRun.objects.none()

    @extend_schema(
        operation_id="specialists_test_runs", responses={200: TestRunOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List the test runs of my specialist, newest first."""
        runs = TestRun.objects.filter(version__specialist=permitted_specialist(request, pk, RUN_TESTS_PERMISSION))
        return self.get_paginated_response(TestRunOut(self.paginate_queryset(runs) or [], many=True).data)

    @extend_schema(
        operation_id="specialists_test_run",
        request=None,
        responses={202: TestRunOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Run all tests of the current version in the sandbox. Returns the open test run if there is one."""
        specialist = permitted_specialist(request, pk, RUN_TESTS_PERMISSION)
        run = test_run_request(specialist_id=specialist.pk, user=calling_user(request))
        return Response(TestRunOut(run).data, status=status.HTTP_202_ACCEPTED)


class TestRunApi(GenericAPIView[TestRun]):
    """One test run."""

    serializer_class = TestRunOut

    @extend_schema(
        operation_id="specialists_test_run_get", responses={200: TestRunOut, **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, pk: uuid.UUID, run: uuid.UUID) -> Response:
        """Show the progress of a test run."""
        return Response(TestRunOut(_test_run(request, pk, run)).data)

    @extend_schema(
        operation_id="specialists_test_run_cancel", responses={200: TestRunOut, **problem_schemas(*READ_ERRORS)}
    )
    def delete(self, request: Request, pk: uuid.UUID, run: uuid.UUID) -> Response:
        """Cancel a test run. A finished one does not change."""
        return Response(TestRunOut(test_run_cancel(run_id=_test_run(request, pk, run).pk)).data)
