"""Importing: a signed file becomes a case of the Council, and nothing else. It is judged, confirmed and trained as if it were new."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from kingdom.core.errors import Conflict
from kingdom.council.exporting import IMPORTED
from kingdom.council.models import Case
from kingdom.council.rules import moves
from kingdom.council.rules.exchange import Exchange, FileRefused, fingerprint
from kingdom.council.rules.exchange_reading import Read, exchange_read
from kingdom.council.rules.exchange_words import Known, claims_words, origin_words
from kingdom.council.rules.given import Given
from kingdom.council.services import Opening, case_open
from kingdom.credentials.house import house_signers
from kingdom.credentials.signing import signature_holds
from kingdom.specialists.models import Specialist
from kingdom.specialists.services import cases_stored

_TAMPERED = (
    "This file is not what its signature is over: something in it was changed after it was signed. Ask the sender to export it again."
)


def specialist_import(*, user_id: int, content: bytes) -> Case:
    """Open a case for the specialist in a file, or return the open case of the same file. Nothing is made before the user's yes.

    Raises FileRefused for a file that is none, was changed or is not signed, TooLarge; Conflict when the user has exactly this specialist
    already; Busy over the limits of cases.
    """
    read = exchange_read(content)
    if not signature_holds(public_key=read.signature.public_key, content=read.signed, signature=read.signature.value):
        raise FileRefused(_TAMPERED, part="signature")
    name = hashlib.sha256(read.signed).hexdigest()
    document = read.document
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user_id)  # two at once must not both find no case
        known = Case.objects.filter(user_id=user_id, given__origin__file=name, state__in=moves.OPEN).first()
        if known is not None:
            return known
        _check_new(user_id, document)
        given = Given(spec=document.spec, tests=document.tests, origin=_origin(read, name))
        return case_open(user_id=user_id, opening=Opening(request=request_words(document), given=given))


def request_words(document: Exchange) -> str:
    """Return what stands as the user's request. No word of the sender's is in it: what the user has not said, they have not asked for."""
    return f"Import the specialist {document.spec.role} from a file."


def signer_known(public_key: str) -> Known:
    """Return a signer as this installation knows them, by the whole fingerprint of their key."""
    key_id = fingerprint(public_key)
    if any(one.public_key == public_key for one in house_signers()):
        return Known(key_id, own=True)
    return Known(key_id, name=settings.KINGDOM.signers.get(key_id, ""))


def _check_new(user_id: int, document: Exchange) -> None:
    same = Specialist.objects.visible_to(user_id).filter(current_version__digest=document.spec.digest(), routable=True)
    same = same.filter(current_version__tests=cases_stored(document.tests))
    found = same.exclude(status__in=[Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED]).first()
    if found is not None:
        raise Conflict(f"You have this specialist already, to the letter: {found.role} ({found.status}). Ask it in a conversation.")


def _origin(read: Read, name: str) -> dict[str, Any]:
    """Return what the card shows of the file, and what a later export says of where it came from."""
    document, known = read.document, signer_known(read.signature.public_key)
    return {
        "kind": IMPORTED,
        "words": origin_words(document, known),
        "claims": claims_words(document),
        "file": name,
        "signer": known._asdict(),
        "spec": document.digests.spec,
        "sender": document.model_dump(mode="json", include={"made", "lineage", "claims"}),
    }
