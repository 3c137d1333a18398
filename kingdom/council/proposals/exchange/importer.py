"""Import of a signed file: it opens a creation case, which is judged, confirmed and trained like any other."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from kingdom.adapters.signing import is_signature_valid
from kingdom.core.errors import Conflict
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import IMPORT_ORIGIN, exported_tests
from kingdom.council.proposals.exchange.format import ExchangeDocument, FileRefused, key_fingerprint
from kingdom.council.proposals.exchange.import_labels import KnownSigner, claim_labels, origin_label
from kingdom.council.proposals.exchange.parser import ParsedFile, file_parse
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.credentials.vault.factory import get_signers
from kingdom.specialists.models.specialist import Specialist

_SIGNATURE_MISMATCH = "This file was changed after it was signed. Ask the sender to export it again."


def specialist_import(*, user_id: int, content: bytes) -> CreationCase:
    """Open a case for the specialist in a file, or return the open case of the same file.

    Raises FileRefused for a file that is invalid, changed or unsigned, TooLarge; Conflict when the user has exactly
    this specialist already; Busy over the limits of cases.
    """
    parsed = file_parse(content)
    signature = parsed.signature
    if not is_signature_valid(public_key=signature.public_key, content=parsed.signed, signature=signature.value):
        raise FileRefused(_SIGNATURE_MISMATCH, part="signature")
    name = hashlib.sha256(parsed.signed).hexdigest()
    document = parsed.document
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user_id)  # two imports must not both open a case
        known = CreationCase.objects.filter(
            user_id=user_id, supplied_proposal__origin__file=name, state__in=state_machine.OPEN_STATES
        ).first()
        if known is not None:
            return known
        _check_not_owned(user_id, document)
        proposal = SuppliedProposal(spec=document.spec, tests=document.tests, origin=_import_origin(parsed, name))
        return case_open(
            user_id=user_id, opening=CaseOpening(request=import_request_text(document), supplied_proposal=proposal)
        )


def import_request_text(document: ExchangeDocument) -> str:
    """Return the text of the user's request. It holds no text of the sender, which must not count as the user's own."""
    return f"Import the specialist {document.spec.role} from a file."


def signer_lookup(public_key: str) -> KnownSigner:
    """Return the signer of a key, by its whole fingerprint."""
    key_id = key_fingerprint(public_key)
    if any(signer.public_key == public_key for signer in get_signers()):
        return KnownSigner(key_id, own=True)
    return KnownSigner(key_id, name=settings.KINGDOM.signers.get(key_id, ""))


def _check_not_owned(user_id: int, document: ExchangeDocument) -> None:
    same = Specialist.objects.visible_to(user_id).filter(current_version__digest=document.spec.digest(), routable=True)
    same = same.exclude(status__in=[Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED])
    for active in same.select_related("current_version"):
        if active.current_version is not None and exported_tests(active.current_version) == document.tests:
            raise Conflict(
                f"You have exactly this specialist already: {active.role} ({active.status}). Ask it in a conversation."
            )


def _import_origin(parsed: ParsedFile, name: str) -> dict[str, Any]:
    """Return the origin of an import, for its card and for a later export."""
    document, known = parsed.document, signer_lookup(parsed.signature.public_key)
    return {
        "kind": IMPORT_ORIGIN,
        "words": origin_label(document, known),
        "claims": claim_labels(document),
        "file": name,
        "signer": known._asdict(),
        "spec": document.digests.spec,
        "sender": document.model_dump(mode="json", include={"made", "lineage", "claims"}),
    }
