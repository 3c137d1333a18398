"""Consent to the hosts on a card: given with the yes, read (``selectors.hosts_consented``) when a specialist wants to go out."""

from collections.abc import Iterable

from kingdom.approvals.models import Approval, HostConsent


def consent_give(*, user_id: int, spec_digest: str, hosts: Iterable[str], approval: Approval | None = None) -> HostConsent:
    """Keep a person's yes to the hosts of the spec with this digest. Call it in the transaction that stores the yes."""
    return HostConsent.objects.create(user_id=user_id, spec_digest=spec_digest, hosts=sorted(set(hosts)), approval=approval)
