"""The judge's memory in the database: every process has the same answers, and the same word on whether it may be trusted."""

from django.db import transaction
from django.utils import timezone

from kingdom.ministers.guardian.judge.judge_prompt import JudgeOpinion, OpinionState
from kingdom.ministers.guardian.judge.model_judge import CALLS_PER_PROBE
from kingdom.ministers.models import JudgeAnswer, JudgeHealth

_OPINION_STATES: tuple[OpinionState, ...] = ("malicious", "clear", "quoted")


class DatabaseJudgeCache:
    """A ledger for all processes."""

    def known(self, key: str) -> JudgeOpinion | None:
        """Return the answer kept under a key."""
        row = JudgeAnswer.objects.filter(pk=key).first()
        state = next((one for one in _OPINION_STATES if row is not None and row.state == one), None)
        if row is None or state is None:
            return None
        return JudgeOpinion(state, tuple(row.categories), tuple(row.fields))

    def keep(self, key: str, said: JudgeOpinion) -> None:
        """Keep an answer; the first one of two at once stays."""
        JudgeAnswer.objects.get_or_create(
            pk=key, defaults={"state": said.state, "categories": list(said.categories), "fields": list(said.fields)}
        )

    def call(self, judge: str) -> int:
        """Count one call; 0 asks for a canary: at the first call, after a wrong one, and every so many calls."""
        with transaction.atomic():
            JudgeHealth.objects.get_or_create(pk=judge)
            row = JudgeHealth.objects.select_for_update().get(pk=judge)
            before = row.calls if row.right else 0
            row.calls = before + 1
            row.save(update_fields=["calls"])
        return before % CALLS_PER_PROBE

    def passed(self, judge: str, *, right: bool) -> None:
        """Note how a canary ended."""
        JudgeHealth.objects.filter(pk=judge).update(right=right, calls=1 if right else 0, checked_at=timezone.now())
