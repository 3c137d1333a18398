"""Learn from a route that a user or the Council chose instead of the King."""

from django.db import transaction

from kingdom.orchestrator.models import RouteRecord
from kingdom.routing.embeddings.negative_examples import negative_example_learn
from kingdom.routing.embeddings.services import route_feedback_record


@transaction.atomic
def route_override_learn(record: RouteRecord) -> None:
    """Learn from an override: an example for the chosen specialist, a negative one for the overridden.

    The row stays locked meanwhile: an override that the user takes back at the same time is not learned after all.
    """
    if not RouteRecord.objects.select_for_update().filter(pk=record.pk, override_undone_at=None).exists():
        return
    text = record.text
    if record.kind == "general":
        negative_example_learn(text=text, user_id=record.session.user_id)
    wrong = (
        RouteRecord.objects.filter(message=record.message, overridden_to=record.specialist_id)
        .filter(session__input_text=record.session.input_text)  # other parts may have gone to the same one
        .exclude(pk=record.pk)
        .order_by("created_at")
        .last()
    )
    route_feedback_record(
        user_id=record.session.user_id,
        text=text,
        right_id=record.specialist_id,
        wrong_id=wrong.specialist_id if wrong is not None else None,
    )
