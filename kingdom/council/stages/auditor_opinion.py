"""The Auditor's opinion on a design: the facts that it needs, as the case's owner may know them."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.verdicts import AuditorOpinion
from kingdom.council.stages.design.similar_specialists import similar_to_text
from kingdom.ministers.auditor.proposed_specialist import ProposalFacts, opinion_on_proposal
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.specialists.models.execution import HourlyMetrics
from kingdom.specialists.models.specialist import Specialist

COST_DAYS = 30


def auditor_opinion(spec: AgentSpec, *, user_id: int) -> AuditorOpinion:
    """Return the Auditor's opinion on a spec for this user, who learns nothing of other users' own specialists."""
    near = [found for found in similar_to_text(spec.purpose, user_id=user_id, embedder=active_embedder())]
    other = next((found for found in near if found.role != spec.role), None)
    sums = HourlyMetrics.objects.filter(
        hour__gte=timezone.now() - timedelta(days=COST_DAYS), version__spec__engine="model"
    ).aggregate(
        executions=Sum("executions", default=0), tokens=Sum("tokens", default=0), cost=Sum("cost_micros", default=0)
    )
    return opinion_on_proposal(
        ProposalFacts(
            needs_model=spec.engine == "model",
            near_role=other.role if other is not None else "",
            near_probability=other.probability if other is not None else 0.0,
            executions=sums["executions"],
            tokens=sums["tokens"],
            cost_micros=sums["cost"],
            currency=settings.KINGDOM.currency,
            days=COST_DAYS,
            new_hosts=_new_hosts(spec, user_id),
        )
    )


def _new_hosts(spec: AgentSpec, user_id: int) -> tuple[str, ...]:
    """Return the hosts that no current version of the specialists visible to the user reaches."""
    serving = (Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED)
    visible = Specialist.objects.visible_to(user_id).filter(status__in=serving)
    hosts = sorted(capability_closure(spec).hosts)
    return tuple(
        host for host in hosts if not visible.filter(current_version__capabilities__hosts__contains=[host]).exists()
    )
