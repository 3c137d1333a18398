"""``manage.py workflow_run FILE|- --user NAME [--json]``: run one manifest, wait for its end, print it."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.management.user_lookup import active_user_by_name
from kingdom.workflows.local_run import RestingSession, workflow_work
from kingdom.workflows.models import Workflow
from kingdom.workflows.presenters import present_workflow
from kingdom.workflows.services import workflow_run

MAX_FILE_BYTES = 5_000_000


class Command(BaseCommand):
    """Works on the workflow itself, beside the workers. Exit code 0 only when it is completed."""

    help = "Run a workflow manifest as a user and print how it ended."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, the user and ``--json``."""
        parser.add_argument("file", help='a manifest {"agents": [...]}, or {"request": "..."}; - reads standard input')
        parser.add_argument("--user", required=True, help="the workflow runs under this user's rights")
        parser.add_argument("--json", action="store_true", help="the whole workflow as one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Plan, start, work, print."""
        user = active_user_by_name(options["user"])
        value = _read(options["file"])
        source = value["request"] if isinstance(value, dict) and isinstance(value.get("request"), str) else value
        try:
            workflow = workflow_run(user_id=user.pk, source=source)
        except KingdomError as error:
            raise CommandError(error.message) from error
        resting = workflow_work(workflow.pk)
        workflow.refresh_from_db()
        report = present_workflow(workflow)
        self.stdout.write(
            json.dumps(report, ensure_ascii=False, indent=2) if options["json"] else _lines(workflow, report, resting)
        )
        if workflow.state != Workflow.State.COMPLETED:
            sys.exit(1)


def _read(name: str) -> Any:  # noqa: ANN401 - any JSON value
    try:
        data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1) if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_FILE_BYTES:
        raise CommandError(f"A manifest has at most {MAX_FILE_BYTES:,} bytes.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{name} is not JSON: {error}") from error


def _lines(workflow: Workflow, report: dict[str, Any], resting: list[RestingSession]) -> str:
    lines = [f"{workflow.pk}  {workflow.state}", report["capabilities"]["sentence"]]
    for node in report["nodes"]:
        error = f"  {node['error']['message']}" if node["error"] else ""
        lines.append(f"  {node['id']}: {node['state']}{error}")
    lines += [f"  {found.node_id} waits for your answer (session {found.session_id})." for found in resting]
    if workflow.state == Workflow.State.AWAITING_APPROVAL:
        lines.append("It waits for your answer under Approvals.")
    return "\n".join([*lines, *filter(None, [workflow.error_message, workflow.answer])])
