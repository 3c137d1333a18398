"""Bodies of requests and answers about workflows."""

from base64 import b64decode
from typing import Any

from rest_framework import serializers

from kingdom.contracts.workflows.manifest import MAX_COLUMN_LENGTH, MAX_PATH_LENGTH, MAX_PROMPT_LENGTH, NODE_ROLES
from kingdom.core.errors import ToolError
from kingdom.core.web.api import StrictSerializer, StrictTextField
from kingdom.core.workspace_paths import path_components
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.services import MAX_REQUEST_LENGTH, PlanInputs

MAX_POSTED_FILES = 10
MAX_POSTED_BYTES = 1_800_000  # of all files together: as Base64 they still fit into a request
_FILES_LIMIT = f"A run is posted with at most {MAX_POSTED_FILES} files of {MAX_POSTED_BYTES:,} bytes in all."
_RUNS = "The sessions of the present attempt by their states."


class PostedFileIn(StrictSerializer):
    """A file for the run: its path, and its content as text or as Base64."""

    path = StrictTextField(max_length=MAX_PATH_LENGTH)
    text = serializers.CharField(max_length=MAX_POSTED_BYTES, required=False, trim_whitespace=False, allow_blank=True)
    base64 = serializers.CharField(max_length=2 * MAX_POSTED_BYTES, required=False, help_text="For other than text.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return ``path`` and ``data``. Raises ValidationError."""
        if ("text" in attrs) == ("base64" in attrs):
            raise serializers.ValidationError("Send either text or base64.")
        try:
            path = "/".join(path_components(attrs["path"]))
        except ToolError as error:
            raise serializers.ValidationError({"path": [error.message]}) from error
        if "text" in attrs:
            return {"path": path, "data": attrs["text"].encode("utf-8", "replace")}
        try:
            return {"path": path, "data": b64decode(attrs["base64"], validate=True)}
        except ValueError as error:
            raise serializers.ValidationError({"base64": ["This is no Base64."]}) from error


class WorkflowIn(StrictSerializer):
    """A request in plain words, or a manifest."""

    request = StrictTextField(max_length=MAX_REQUEST_LENGTH, required=False, help_text="What is wanted.")
    manifest = serializers.JSONField(required=False, help_text='`{"agents": [...]}`, see docs/howto/workflows.md.')
    conversation_id = serializers.UUIDField(required=False, allow_null=True, help_text="Whose files it may map over.")
    files = PostedFileIn(many=True, required=False, help_text="Files of this run, at most 1.8 MB in all.")
    column = StrictTextField(
        max_length=MAX_COLUMN_LENGTH, default="", allow_blank=True, help_text="The column that a request is about."
    )
    start = serializers.BooleanField(default=False, help_text="Start it at once.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError unless there is exactly one of request and manifest, and the files are not too many."""
        if ("request" in attrs) == ("manifest" in attrs):
            raise serializers.ValidationError("Send either a request or a manifest.")
        if isinstance(attrs.get("manifest"), str):  # else it would be planned as a request in words
            raise serializers.ValidationError({"manifest": ["A manifest is an object with a list of agents."]})
        files = attrs.get("files") or []
        if len(files) > MAX_POSTED_FILES or sum(len(file["data"]) for file in files) > MAX_POSTED_BYTES:
            raise serializers.ValidationError({"files": [_FILES_LIMIT]})
        if len({file["path"] for file in files}) < len(files):
            raise serializers.ValidationError({"files": ["Two files have the same path."]})
        return attrs

    def inputs(self) -> PlanInputs:
        """Return what the plan may read."""
        values = self.validated_data
        files = {file["path"]: file["data"] for file in values.get("files") or []}
        return PlanInputs(files, values.get("conversation_id"), values["column"])


class GraphQuery(StrictSerializer):
    """Which graph is wanted beside the workflow as it is."""

    at = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="The number of an event: the graph as it was then."
    )


class NodeActionIn(StrictSerializer):
    """What to do with a node."""

    action = serializers.ChoiceField(choices=["retry", "edit", "skip", "abort"])
    prompt = StrictTextField(
        max_length=MAX_PROMPT_LENGTH,
        required=False,
        allow_blank=True,
        default="",
        help_text="With `edit`: the new one.",
    )


class CoercionOut(serializers.Serializer[Any]):
    """One repair of the manifest."""

    pointer = serializers.CharField(help_text="JSON pointer into the manifest.")
    # `from` is a word of Python
    to = serializers.CharField()
    reason = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """Add the field ``from``."""
        return {**super().get_fields(), "from": serializers.CharField()}


class PlanCapabilitiesOut(serializers.Serializer[Any]):
    """What the whole plan can do and cannot do."""

    sentence = serializers.CharField()
    can = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    cannot = serializers.ListField(child=serializers.CharField())


class WorkflowInputOut(serializers.Serializer[Any]):
    """The file that a node maps over, and what is read of it; fixed when the plan was made."""

    node = serializers.CharField()
    file = serializers.CharField()
    column = serializers.CharField(allow_blank=True, help_text="Empty for whole rows.")
    rows = serializers.IntegerField(help_text="How many items there are.")
    sentence = serializers.CharField()


class WorkflowErrorOut(serializers.Serializer[Any]):
    """Why a workflow or a node failed."""

    code = serializers.CharField()
    message = serializers.CharField()


class WorkflowNodeOut(serializers.Serializer[Any]):
    """One node."""

    id = serializers.CharField()
    identity = serializers.CharField()
    role = serializers.ChoiceField(choices=list(NODE_ROLES))
    specialist = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(choices=WorkflowNode.State.choices)
    depends_on = serializers.ListField(child=serializers.CharField())
    # DRF's metaclass keeps the field apart from its own attribute of this name
    parent = serializers.CharField(allow_null=True, help_text="Who delegated to it.")  # type: ignore[assignment]
    attempt = serializers.IntegerField()
    brief = serializers.DictField(allow_null=True, help_text="What it hands to the nodes that wait for it.")
    error = WorkflowErrorOut(allow_null=True)
    approval_id = serializers.UUIDField(allow_null=True, help_text="The open question about it.")
    runs = serializers.DictField(child=serializers.IntegerField(), help_text=_RUNS)
    sessions = serializers.ListField(child=serializers.UUIDField())
    table = serializers.CharField(allow_blank=True, help_text="Of a map: the file with its results, once it is stored.")


class GraphNodeOut(serializers.Serializer[Any]):
    """One node as it stood."""

    id = serializers.CharField()
    role = serializers.CharField()
    state = serializers.CharField()
    attempt = serializers.IntegerField()
    depends_on = serializers.ListField(child=serializers.CharField())
    parent = serializers.CharField(allow_null=True)  # type: ignore[assignment] # as above
    strategy = serializers.CharField(allow_blank=True, help_text="child, sibling, or empty for a node of the plan.")
    since = serializers.IntegerField(help_text="The number of the event that added it.")


class GraphOut(serializers.Serializer[Any]):
    """The graph as it was after one event."""

    at = serializers.IntegerField(help_text="The number of that event.")
    state = serializers.CharField()
    nodes = GraphNodeOut(many=True)


class WorkflowOut(serializers.Serializer[Any]):
    """A workflow."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Workflow.State.choices)
    request = serializers.CharField(allow_blank=True)
    planned_by = serializers.ChoiceField(choices=Workflow.Planner.choices)
    manifest = serializers.DictField()
    coercions = CoercionOut(many=True)
    capabilities = PlanCapabilitiesOut()
    conversation_id = serializers.UUIDField(allow_null=True)
    inputs = WorkflowInputOut(many=True)
    nodes = WorkflowNodeOut(many=True)
    waits_for = serializers.CharField(allow_blank=True, help_text="Why it is held, or why Kingdom paused it.")
    answer = serializers.CharField(allow_blank=True)
    output = serializers.DictField(allow_null=True)
    error = WorkflowErrorOut(allow_null=True)
    receipts = serializers.ListField(child=serializers.DictField(), help_text="Of tools, the first 1,000.")
    graph = GraphOut(required=False, help_text="With `at`: the graph as it was after that event.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class WorkflowRowOut(serializers.ModelSerializer[Workflow]):
    """A workflow in a list."""

    class Meta:
        model = Workflow
        fields = ("id", "state", "request", "planned_by", "created_at", "started_at", "finished_at")
