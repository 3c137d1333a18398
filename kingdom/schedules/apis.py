"""REST API of schedules and webhooks."""

import uuid
from dataclasses import fields
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.contracts.workflows.manifest import MAX_BUDGET, WorkflowManifest
from kingdom.core.errors import BadInput
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    StrictTextField,
    caller_id,
    problem_schemas,
)
from kingdom.orchestrator.conversations.services import MAX_CONTENT
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.cron_times import MAX_CRON_LENGTH
from kingdom.schedules.rules.schedule_text import MAX_TEXT
from kingdom.schedules.runs.file_triggers import waiting_files
from kingdom.schedules.selectors import next_times, runs_of, schedule_of, schedules_of
from kingdom.schedules.services import (
    ScheduleDraft,
    draft_of_times,
    schedule_create,
    schedule_delete,
    schedule_edit,
    schedule_pause,
    schedule_resume,
    text_values,
)


class RunPagination(NewestFirstPagination):
    """Pages of runs, newest first."""

    ordering = "-due_at"


class ScheduleOut(serializers.ModelSerializer[Schedule]):
    """A schedule, or a webhook when ``cron`` is empty."""

    conversation_id = serializers.UUIDField(allow_null=True, help_text="Where its messages and answers are.")
    watched_conversation_id = serializers.UUIDField(
        source="watched_id", allow_null=True, help_text="Of a file trigger: whose files, null for all conversations."
    )
    waiting_files = serializers.SerializerMethodField(help_text="Files that arrived and start it next.")
    workflow = serializers.SerializerMethodField(help_text="The manifest of its workflow, null for a message.")
    next_times = serializers.SerializerMethodField(help_text="The next five times, in UTC.")

    class Meta:
        model = Schedule
        fields = [
            *("id", "message", "workflow", "cron", "time_zone", "catch_up", "state", "is_hook"),
            *("interval", "interval_unit", "starts_on", "ends_at"),
            *("on_file", "watched_conversation_id", "file_pattern", "own_files", "waiting_files"),
            *("next_times", "conversation_id", "created_at"),
        ]

    def get_workflow(self, schedule: Schedule) -> dict[str, Any] | None:
        """Return the manifest in the form of the API; of a file trigger what each file's plan is made from."""
        if schedule.plan_source is not None:
            return {"source": schedule.plan_source}
        manifest = schedule.manifest
        return None if manifest is None else WorkflowManifest.model_validate(manifest).to_json()

    def get_waiting_files(self, schedule: Schedule) -> int:
        """Return how many files wait."""
        return len(waiting_files(schedule)) if schedule.on_file else 0

    def get_next_times(self, schedule: Schedule) -> list[str]:
        """Return the next times in ISO 8601."""
        return [time.isoformat() for time in next_times(schedule)]


class ScheduleCreatedOut(ScheduleOut):
    """A new schedule; of a webhook with its address, which is never shown again."""

    hook_path = serializers.CharField(allow_null=True, help_text="POST to this path starts it. Shown once.")

    class Meta(ScheduleOut.Meta):
        fields = [*ScheduleOut.Meta.fields, "hook_path"]


class ScheduleIn(StrictSerializer):
    """A sentence (``text``), or ``cron`` or ``hook`` with a ``message`` or a ``workflow``."""

    text = StrictTextField(
        max_length=MAX_TEXT, default="", allow_blank=True, help_text="E.g. “every Monday at 8: summarize the news”."
    )
    cron = StrictTextField(
        max_length=MAX_CRON_LENGTH, default="", allow_blank=True, help_text="Five fields, as Debian's cron reads them."
    )
    message = StrictTextField(max_length=MAX_CONTENT, default="", allow_blank=True)
    workflow = serializers.JSONField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Instead of a message: a manifest, a request in plain words, or the id of a workflow of mine.",
    )
    budget_tokens = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MAX_BUDGET, help_text="Of each workflow."
    )
    on_file = serializers.BooleanField(default=False, help_text="Start it for each file that arrives.")
    conversation_id = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="With on_file: only the files of this conversation."
    )
    file_pattern = StrictTextField(max_length=200, default="", allow_blank=True, help_text="With on_file, e.g. *.csv.")
    own_files = serializers.BooleanField(default=False, help_text="With on_file: also files that agents wrote.")
    hook = serializers.BooleanField(default=False, help_text="Start it by a webhook instead of a time.")
    time_zone = StrictTextField(
        max_length=64,
        default="",
        allow_blank=True,
        help_text="IANA name, e.g. Europe/Berlin; empty: that of my account, else of the installation.",
    )
    catch_up = serializers.ChoiceField(
        choices=Schedule.CatchUp.choices,
        default=Schedule.CatchUp.LATEST,
        help_text="After a downtime send once (latest), for each missed time (all, at most 24), or not (none).",
    )

    def validate(self, attrs: Any) -> Any:  # noqa: ANN401 - DRF's signature
        """Require exactly one of text, cron and hook, and one thing to start."""
        if [bool(attrs["text"]), bool(attrs["cron"]), attrs["hook"], attrs["on_file"]].count(True) != 1:
            raise ValidationError("Give one of text, cron, hook and on_file.")
        if attrs["text"] and attrs["message"]:
            raise ValidationError({"message": ["The text says what to send already."]})
        if attrs["workflow"] is not None and (attrs["text"] or attrs["message"]):
            raise ValidationError({"workflow": ["Give either a message or a workflow; a text is a message."]})
        return attrs


class ScheduleTimesIn(StrictSerializer):
    """The new times of a schedule."""

    when = StrictTextField(max_length=MAX_TEXT, help_text="E.g. “every Monday at 8”, or five fields of cron.")
    time_zone = StrictTextField(
        max_length=64, default="", allow_blank=True, help_text="IANA name; empty: that of the schedule."
    )


class RunOut(serializers.ModelSerializer[ScheduleRun]):
    """One time of a schedule."""

    session_id = serializers.UUIDField(allow_null=True)
    workflow_id = serializers.UUIDField(allow_null=True)
    workflow_state = serializers.CharField(source="workflow.state", default=None, allow_null=True, read_only=True)

    class Meta:
        model = ScheduleRun
        fields = [
            *("id", "due_at", "outcome", "reason", "left_out", "file_path"),
            *("session_id", "workflow_id", "workflow_state"),
        ]


class SchedulesApi(GenericAPIView[Schedule]):
    """The caller's schedules."""

    serializer_class = ScheduleOut
    throttle_scopes = {"POST": "messages"}
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="schedules_list", responses={200: ScheduleOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List my schedules and webhooks, newest first."""
        page = self.paginate_queryset(schedules_of(user_id=caller_id(request)))
        return self.get_paginated_response(ScheduleOut(page, many=True).data)

    @extend_schema(
        operation_id="schedules_create",
        request=ScheduleIn,
        responses={201: ScheduleCreatedOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Create a schedule or a webhook. Its messages are sent as mine, under my rights, budget and rules."""
        wanted = ScheduleIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        values = wanted.validated_data
        if values["text"]:
            values |= _said_values(values, user_id=caller_id(request))
        if values["on_file"] and "catch_up" not in request.data:
            values["catch_up"] = Schedule.CatchUp.ALL  # each file, not the newest one alone
        names = {field.name for field in fields(ScheduleDraft)}
        draft = ScheduleDraft(**{name: value for name, value in values.items() if name in names})
        schedule, secret = schedule_create(user_id=caller_id(request), draft=draft)
        hook_path = reverse("hook", args=[secret]) if secret else None
        return Response({**ScheduleOut(schedule).data, "hook_path": hook_path}, status=201)


class ScheduleApi(GenericAPIView[Schedule]):
    """One of the caller's schedules."""

    serializer_class = ScheduleOut

    @extend_schema(operation_id="schedules_read", responses={200: ScheduleOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, schedule_id: uuid.UUID) -> Response:
        """Return one of my schedules."""
        return Response(ScheduleOut(schedule_of(user_id=caller_id(request), schedule_id=schedule_id)).data)

    @extend_schema(
        operation_id="schedules_edit",
        request=ScheduleTimesIn,
        responses={200: ScheduleOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def patch(self, request: Request, schedule_id: uuid.UUID) -> Response:
        """Change when a schedule sends. One that has ended goes on; a paused one stays paused."""
        wanted = ScheduleTimesIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        draft = draft_of_times(
            wanted.validated_data["when"].strip(),
            user_id=caller_id(request),
            time_zone=wanted.validated_data["time_zone"],
        )
        return Response(
            ScheduleOut(schedule_edit(user_id=caller_id(request), schedule_id=schedule_id, draft=draft)).data
        )

    @extend_schema(operation_id="schedules_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, schedule_id: uuid.UUID) -> Response:
        """Delete a schedule with its history. The conversation stays."""
        schedule_delete(user_id=caller_id(request), schedule_id=schedule_id)
        return Response(status=204)


def _said_values(values: dict[str, Any], *, user_id: int) -> dict[str, Any]:
    """Return what the text says; a pattern beside it holds where it names no kind of file. Raises BadInput."""
    said = text_values(values["text"], user_id=user_id, time_zone=values["time_zone"])
    pattern = values["file_pattern"]
    named = said.get("file_pattern", "")
    if pattern and named and named != pattern:
        detail = f"The text says {named} already."
        raise BadInput(detail, errors=[{"pointer": "/file_pattern", "detail": detail}])
    return {**said, "file_pattern": named or pattern}


class SchedulePauseApi(GenericAPIView[Schedule]):
    """The pause of a schedule."""

    serializer_class = ScheduleOut

    @extend_schema(
        operation_id="schedules_pause", request=None, responses={200: ScheduleOut, **problem_schemas(*READ_ERRORS, 409)}
    )
    def post(self, request: Request, schedule_id: uuid.UUID) -> Response:
        """Pause a schedule. Times that pass meanwhile are not sent."""
        return Response(ScheduleOut(schedule_pause(user_id=caller_id(request), schedule_id=schedule_id)).data)


class ScheduleResumeApi(GenericAPIView[Schedule]):
    """The end of a pause."""

    serializer_class = ScheduleOut

    @extend_schema(
        operation_id="schedules_resume",
        request=None,
        responses={200: ScheduleOut, **problem_schemas(*READ_ERRORS, 409)},
    )
    def post(self, request: Request, schedule_id: uuid.UUID) -> Response:
        """Resume a schedule at its next time."""
        return Response(ScheduleOut(schedule_resume(user_id=caller_id(request), schedule_id=schedule_id)).data)


class ScheduleRunsApi(GenericAPIView[ScheduleRun]):
    """The history of a schedule."""

    serializer_class = RunOut
    pagination_class = RunPagination
    filter_backends = ()

    @extend_schema(operation_id="schedules_runs", responses={200: RunOut(many=True), **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, schedule_id: uuid.UUID) -> Response:
        """List what one of my schedules did, newest first."""
        schedule = schedule_of(user_id=caller_id(request), schedule_id=schedule_id)
        page = self.paginate_queryset(runs_of(schedule=schedule))
        return self.get_paginated_response(RunOut(page, many=True).data)
