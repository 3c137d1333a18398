"""REST API of user feedback. The session of another user is answered like one that does not exist."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound
from kingdom.core.web.api import WRITE_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.models.execution import Execution


class FeedbackIn(StrictSerializer):
    """Feedback on an answer."""

    feedback = serializers.ChoiceField(
        choices=Execution.Feedback.choices, help_text="Later feedback replaces earlier feedback."
    )


class FeedbackOut(serializers.Serializer[Any]):
    """The stored feedback, and whether the execution counts as a success."""

    feedback = serializers.ChoiceField(choices=Execution.Feedback.choices)
    counts_as_success = serializers.BooleanField()


class FeedbackApi(GenericAPIView[Execution]):
    """Feedback on one answer."""

    serializer_class = FeedbackIn

    @extend_schema(
        operation_id="sessions_feedback",
        request=FeedbackIn,
        responses={200: FeedbackOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def put(self, request: Request, session_id: uuid.UUID) -> Response:
        """Say whether a specialist's answer was right. "bad" makes a success a failure; "good" changes no failure."""
        form = FeedbackIn(data=request.data)
        form.is_valid(raise_exception=True)
        user = User.objects.get(pk=caller_id(request))
        session = Session.objects.filter(pk=session_id, user=user).first()
        if session is None:
            raise NotFound("You have no such session.")
        row = feedback_record(user=user, session=session, feedback=Execution.Feedback(form.validated_data["feedback"]))
        return Response(FeedbackOut({"feedback": row.feedback, "counts_as_success": row.counts_as_success}).data)
