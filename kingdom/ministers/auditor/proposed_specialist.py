"""The Auditor's opinion on a proposed specialist: overlap with those that are here, cost, hosts of nobody yet. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from kingdom.contracts.verdicts import AuditorOpinion, AuditorPoint
from kingdom.core.text.sentences import sentence

MIN_OVERLAP = 0.25  # probability that routing would send the proposal's own purpose to another specialist
HIGH_OVERLAP = 0.60
MAX_HOSTS = 10  # named one by one
MICROS = 1_000_000  # of one unit of the currency


@dataclass(frozen=True, kw_only=True)
class ProposalFacts:
    """The facts about a proposal and the specialists that its owner may use.

    ``near_probability`` is routing's (0..1) for ``near_role``, the likeliest other specialist for the purpose.
    ``executions``, ``tokens`` and ``cost_micros`` (millionths of ``currency``) are the sums of all specialists with a
    language model over ``days`` days. ``new_hosts`` are hosts that no verified specialist and none of the owner's
    reaches.
    """

    needs_model: bool
    near_role: str = ""
    near_probability: float = 0.0
    executions: int = 0
    tokens: int = 0
    cost_micros: int = 0
    currency: str = ""
    days: int = 0
    new_hosts: tuple[str, ...] = ()


def opinion_on_proposal(facts: ProposalFacts) -> AuditorOpinion:
    """Return the opinion; LOOK_AGAIN when a point is a warning."""
    points = (*_overlap(facts), *_new_hosts(facts), _cost(facts))
    asks = any(point.level == "warning" for point in points)
    return AuditorOpinion(verdict="LOOK_AGAIN" if asks else "FITS", points=points)


def _overlap(facts: ProposalFacts) -> Iterator[AuditorPoint]:
    if facts.near_role and facts.near_probability >= MIN_OVERLAP:
        probability = round(facts.near_probability, 2)
        yield AuditorPoint(
            code="overlap",
            level="warning" if facts.near_probability >= HIGH_OVERLAP else "info",
            message=f"{facts.near_role} is near: routing would choose it for this purpose with {probability:.2f}.",
            figures={"role": facts.near_role, "probability": probability},
        )


def _new_hosts(facts: ProposalFacts) -> Iterator[AuditorPoint]:
    named = facts.new_hosts[:MAX_HOSTS]
    for host in named:
        yield AuditorPoint(
            code="new_host",
            level="warning",
            message=f"{host} is new here: no verified specialist reaches it, and none of yours.",
            figures={"host": host},
        )
    if more := len(facts.new_hosts) - len(named):
        yield AuditorPoint(
            code="new_host", level="warning", message=f"{more} more hosts are new here.", figures={"more": more}
        )


def _cost(facts: ProposalFacts) -> AuditorPoint:
    if not facts.needs_model:
        return AuditorPoint(code="cost", level="info", message=sentence("A use costs no tokens: it runs as code."))
    if not facts.executions:
        message = sentence(
            "It uses a language model. What a use costs is not known: no such specialist was used here lately."
        )
        return AuditorPoint(code="cost", level="info", message=message)
    tokens, cost = round(facts.tokens / facts.executions), facts.cost_micros / facts.executions / MICROS
    money = f" ({cost:.4f} {facts.currency})" if facts.cost_micros else ""
    return AuditorPoint(
        code="cost",
        level="info",
        message=f"It uses a language model: specialists with one took about {tokens} tokens{money} a use, by "
        f"{facts.executions} uses in {facts.days} days.",
        figures={"tokens": tokens, "executions": facts.executions, "days": facts.days, "cost": round(cost, 6)},
    )
