"""The judge's cache in the database: all processes share its answers and the result of its last known-answer probe."""

from django.db import transaction
from django.utils import timezone

from kingdom.ministers.guardian.judge.judge_prompt import JudgeOpinion, OpinionState
from kingdom.ministers.guardian.judge.model_judge import CALLS_PER_PROBE
from kingdom.ministers.models import JudgeAnswer, JudgeHealth

_OPINION_STATES: dict[str, OpinionState] = {"malicious": "malicious", "clear": "clear", "quoted": "quoted"}


class DatabaseJudgeCache:
    """A ``JudgeCache`` for all processes."""

    def get(self, key: str) -> JudgeOpinion | None:
        """Return the stored answer of a key."""
        row = JudgeAnswer.objects.filter(pk=key).first()
        if row is None or row.state not in _OPINION_STATES:
            return None
        return JudgeOpinion(_OPINION_STATES[row.state], tuple(row.categories), tuple(row.fields))

    def put(self, key: str, opinion: JudgeOpinion) -> None:
        """Store an answer; of two concurrent answers the first is kept."""
        values = {"state": opinion.state, "categories": list(opinion.categories), "fields": list(opinion.fields)}
        JudgeAnswer.objects.get_or_create(pk=key, defaults=values)

    def count_call(self, judge: str) -> int:
        """Count one call; 0 means that a probe is due: at the first call, after a failed probe, every 50 calls."""
        with transaction.atomic():
            JudgeHealth.objects.get_or_create(pk=judge)
            row = JudgeHealth.objects.select_for_update().get(pk=judge)
            before = row.calls_since_probe if row.is_trusted else 0
            row.calls_since_probe = before + 1
            row.save(update_fields=["calls_since_probe"])
        return before % CALLS_PER_PROBE

    def record_probe(self, judge: str, *, passed: bool) -> None:
        """Store the result of a probe; after a failed one the next call is due for another."""
        JudgeHealth.objects.filter(pk=judge).update(
            is_trusted=passed, calls_since_probe=1 if passed else 0, checked_at=timezone.now()
        )
