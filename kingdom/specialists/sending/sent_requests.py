"""What a version sent where: hosts, methods, paths and counts, never a body or a word of a message."""

from collections import Counter
from dataclasses import dataclass

from kingdom.contracts.capabilities.sending import may_send
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec
from kingdom.specialists.sending.supervised_uses import sent_path

NEWEST = 1_000  # requests that are counted


@dataclass(frozen=True, kw_only=True)
class SentRequests:
    """Requests of one form: ``counts`` by outcome, ``answered`` with the status (``answered 201``)."""

    host: str
    method: str
    path: str
    total: int
    counts: dict[str, int]


def sent_requests(version: SpecialistVersion | None) -> list[SentRequests]:
    """Return what a version that may send sent in its newest 1,000 sends of stored sessions, most frequent first.

    Trials are left out. Of a path only the parts that are written in the code are shown, ``{}`` for any other.
    """
    if version is None or not may_send(spec := version_spec(version)):
        return []
    receipts = EgressReceipt.objects.filter(
        session__version=version, session__purpose=Session.Purpose.TASK, read_only=False
    )
    rows = receipts.order_by("-created_at").values_list("host", "method", "url", "outcome", "status")[:NEWEST]
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for host, method, url, outcome, status in rows:
        place = counts.setdefault((host, method, sent_path(url, spec)), Counter())
        place[f"{outcome} {status}" if status else outcome] += 1
    found = [
        SentRequests(host=host, method=method, path=path, total=by.total(), counts=dict(sorted(by.items())))
        for (host, method, path), by in counts.items()
    ]
    return sorted(found, key=lambda sent: (-sent.total, sent.host, sent.method, sent.path))
