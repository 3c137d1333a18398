"""URL patterns of workflows, below /api/v1/."""

from django.urls import path

from kingdom.workflows.api.workflow_events import workflow_events
from kingdom.workflows.api.workflows import (
    WorkflowApi,
    WorkflowCancelApi,
    WorkflowNodeApi,
    WorkflowPauseApi,
    WorkflowResumeApi,
    WorkflowsApi,
    WorkflowStartApi,
    WorkflowTableApi,
)

urlpatterns = [
    path("workflows/", WorkflowsApi.as_view(), name="workflows"),
    path("workflows/<uuid:workflow_id>/", WorkflowApi.as_view(), name="workflow"),
    path("workflows/<uuid:workflow_id>/start/", WorkflowStartApi.as_view(), name="workflow-start"),
    path("workflows/<uuid:workflow_id>/pause/", WorkflowPauseApi.as_view(), name="workflow-pause"),
    path("workflows/<uuid:workflow_id>/resume/", WorkflowResumeApi.as_view(), name="workflow-resume"),
    path("workflows/<uuid:workflow_id>/cancel/", WorkflowCancelApi.as_view(), name="workflow-cancel"),
    path("workflows/<uuid:workflow_id>/events/", workflow_events, name="workflow-events"),
    path("workflows/<uuid:workflow_id>/nodes/<str:node_id>/table/", WorkflowTableApi.as_view(), name="workflow-table"),
    path("workflows/<uuid:workflow_id>/nodes/<str:node_id>/", WorkflowNodeApi.as_view(), name="workflow-node"),
]
