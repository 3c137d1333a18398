"""The results of a map as a table: a row for each item, also for those that gave nothing; as a file of the workflow."""

import uuid
from datetime import timedelta

import structlog
from django.utils import timezone

from kingdom.contracts.workflows.briefs import csv_text, item_rows
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.errors import NotFound, ToolError
from kingdom.core.text.csv_cells import csv_cell
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.tools.files.services import file_info
from kingdom.workflows.kernel.run_results import runs_of_node
from kingdom.workflows.models import NodeRun, Workflow, WorkflowNode
from kingdom.workflows.rules.node_results import brief_from_json

WORKFLOW_AUTHOR = "workflow"  # of files that no agent wrote
_LATE = timedelta(hours=1)  # a table that was not stored by then stays a download
_log = structlog.get_logger(__name__)


def table_path(workflow: Workflow, node_id: str) -> str:
    """Return the path of a node's table in the workspace that its user sees."""
    return f"results/{workflow.pk.hex[:8]}_{node_id}.csv" if workflow.conversation_id else f"results/{node_id}.csv"


def result_table(node: WorkflowNode) -> str:
    """Return the results of a settled map as CSV. Raises NotFound for another node."""
    if node.brief is None or node.node_id not in WorkflowManifest.model_validate(node.workflow.manifest).mapped_nodes:
        raise NotFound(f"{node.node_id} has no table of results.")
    rows = [row for finding in brief_from_json(node.brief).findings for row in item_rows(finding)]
    rows += [
        {"item": run.item, "result": f"({run.state})"} for run in runs_of_node(node, without=NodeRun.State.COMPLETED)
    ]
    return csv_text([{csv_cell(name): csv_cell(value) for name, value in row.items()} for row in rows])


def result_tables_store(workflow_id: uuid.UUID) -> None:
    """Store the tables of a completed workflow's maps as files of its conversation, else of its own. Idempotent.

    A table that does not fit into its user's quota stays a download.
    """
    unstored = Workflow.objects.filter(pk=workflow_id, state=Workflow.State.COMPLETED, has_unstored_tables=True)
    workflow = unstored.first()
    if workflow is None:
        return
    author = FileAuthor(
        user_id=workflow.user_id, workspace_id=str(workflow.conversation_id or workflow.pk), agent_id=WORKFLOW_AUTHOR
    )
    wanted = WorkflowManifest.model_validate(workflow.manifest).mapped_nodes
    for node in workflow.nodes.filter(node_id__in=wanted, brief__isnull=False):
        try:
            file_write(author=author, path=table_path(workflow, node.node_id), data=f"{result_table(node)}\n".encode())
        except ToolError as error:
            _log.info("result_table_not_stored", workflow_id=str(workflow.pk), reason=error.message)
    unstored.filter(finished_at=workflow.finished_at).update(has_unstored_tables=False)  # not those of a later end


def workflows_without_tables() -> list[uuid.UUID]:
    """Return workflows that were completed lately and lack a table: their worker died before it stored it."""
    lately = Workflow.objects.filter(has_unstored_tables=True, finished_at__gt=timezone.now() - _LATE)
    return list(lately.filter(state=Workflow.State.COMPLETED).values_list("pk", flat=True))


def stored_table(workflow: Workflow, node_id: str) -> str:
    """Return the path of a node's stored table, "" while there is no table."""
    path = table_path(workflow, node_id)
    return path if file_info(workspace_id=str(workflow.conversation_id or workflow.pk), path=path) else ""
