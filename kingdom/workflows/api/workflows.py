"""REST API of workflows: create, read, start, pause, resume, cancel, and act on a node."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, NewestFirstPagination, caller_id, problem_schemas
from kingdom.core.web.file_download import file_download
from kingdom.workflows.api.serializers import GraphQuery, NodeActionIn, WorkflowIn, WorkflowOut, WorkflowRowOut
from kingdom.workflows.kernel.result_tables import result_table
from kingdom.workflows.models import Workflow
from kingdom.workflows.presenters import present_graph, present_workflow
from kingdom.workflows.selectors import node_of, workflow_graph, workflow_of, workflows_of
from kingdom.workflows.services import (
    node_act,
    workflow_cancel,
    workflow_pause,
    workflow_plan,
    workflow_resume,
    workflow_run,
    workflow_start,
)


class WorkflowsApi(GenericAPIView[Workflow]):
    """The caller's workflows."""

    serializer_class = WorkflowOut
    throttle_scopes = {"POST": "messages"}
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="workflows_list", responses={200: WorkflowRowOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List my workflows, newest first."""
        page = self.paginate_queryset(workflows_of(user_id=caller_id(request)))
        return self.get_paginated_response(WorkflowRowOut(page, many=True).data)

    @extend_schema(
        operation_id="workflows_create",
        request=WorkflowIn,
        responses={201: WorkflowOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Plan a workflow from a request in plain words or a manifest; it starts with `start`, else it is a draft."""
        body = WorkflowIn(data=request.data)
        body.is_valid(raise_exception=True)
        values, user_id = body.validated_data, caller_id(request)
        source = values["request"] if "request" in values else values["manifest"]
        make = workflow_run if values["start"] else workflow_plan
        workflow = make(user_id=user_id, source=source, inputs=body.inputs())
        return Response(present_workflow(workflow), status=201)


class WorkflowApi(GenericAPIView[Workflow]):
    """One of the caller's workflows."""

    serializer_class = WorkflowOut

    @extend_schema(
        operation_id="workflows_get",
        parameters=[GraphQuery],
        responses={200: WorkflowOut, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, workflow_id: uuid.UUID) -> Response:
        """Return a workflow with its nodes, briefs, output and receipts; with `at` also its graph after that event."""
        query = GraphQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        workflow, seq = workflow_of(user_id=caller_id(request), workflow_id=workflow_id), query.validated_data.get("at")
        shown = present_workflow(workflow)
        if seq is not None:
            shown["graph"] = present_graph(workflow_graph(workflow=workflow, seq=seq))
        return Response(shown)


class _MoveApi(GenericAPIView[Workflow]):
    """Moves a workflow."""

    serializer_class = WorkflowOut
    throttle_scopes = {"POST": "messages"}
    move: Callable[..., Workflow]

    def post(self, request: Request, workflow_id: uuid.UUID) -> Response:
        """Change the state of a workflow and return it; each subclass says which change."""
        workflow = type(self).move(user_id=caller_id(request), workflow_id=workflow_id)
        return Response(present_workflow(workflow))


class WorkflowTableApi(APIView):
    """The results of one map."""

    @extend_schema(
        operation_id="workflows_node_table",
        responses={(200, "text/csv"): OpenApiTypes.STR, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, workflow_id: uuid.UUID, node_id: str) -> HttpResponseBase:
        """Download what a node with a map gave as CSV: a row for each item, also for those that gave nothing."""
        node = node_of(user_id=caller_id(request), workflow_id=workflow_id, node_id=node_id)
        return file_download(
            request, [result_table(node)], name=f"{node_id}.csv", content_type="text/csv; charset=utf-8"
        )


def _described(operation: str, description: str) -> Callable[[type[_MoveApi]], type[_MoveApi]]:
    responses: dict[Any, Any] = {200: WorkflowOut, **problem_schemas(*WRITE_ERRORS, 409)}
    return extend_schema_view(
        post=extend_schema(
            operation_id=f"workflows_{operation}", description=description, request=None, responses=responses
        )
    )


@_described("start", "Start a draft and return the workflow.")
class WorkflowStartApi(_MoveApi):
    """Starts a draft."""

    move = staticmethod(workflow_start)


@_described("pause", "Pause a workflow: what runs goes on to its end, nothing more begins.")
class WorkflowPauseApi(_MoveApi):
    """Begins nothing more; what runs goes on to its end."""

    move = staticmethod(workflow_pause)


@_described("resume", "Resume a paused workflow.")
class WorkflowResumeApi(_MoveApi):
    """Goes on with a paused workflow."""

    move = staticmethod(workflow_resume)


@_described("cancel", "Cancel a workflow and its sessions; one that is over stays as it is.")
class WorkflowCancelApi(_MoveApi):
    """Stops a workflow and its sessions; one that is over stays as it is."""

    move = staticmethod(workflow_cancel)


class WorkflowNodeApi(GenericAPIView[Workflow]):
    """One node of one of the caller's workflows."""

    serializer_class = WorkflowOut
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="workflows_node_action",
        request=NodeActionIn,
        responses={200: WorkflowOut, **problem_schemas(*WRITE_ERRORS, 409, 410)},
    )
    def post(self, request: Request, workflow_id: uuid.UUID, node_id: str) -> Response:
        """Retry a node, edit its prompt and retry, skip it, or abort the workflow; an open question is answered so.

        Retry and edit also run what waits for the node again, in a workflow that is over, too.
        """
        body = NodeActionIn(data=request.data)
        body.is_valid(raise_exception=True)
        workflow = node_act(user_id=caller_id(request), workflow_id=workflow_id, node_id=node_id, **body.validated_data)
        return Response(present_workflow(workflow))
