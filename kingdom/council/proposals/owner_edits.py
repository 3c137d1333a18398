"""An owner's edit of their own specialist: a creation case whose proposal is the changed spec, judged and trained."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from pydantic import ValidationError

from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadInput, LostRace, NotFound
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.models import CreationCase
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import version_spec, version_tests

EDITABLE_FIELDS = ("purpose", "examples", "dna_rules", "limits", "handler_code")


@transaction.atomic
def specialist_edit_open(
    *, user_id: int, specialist_id: uuid.UUID, changes: Mapping[str, Any], digest: str = ""
) -> CreationCase:
    """Open the case of a new version of the caller's own specialist with changed fields (``EDITABLE_FIELDS``).

    ``digest`` is that of the edited version, "" for any: an old page must not undo a newer version unseen.
    The tests stay; its owner confirms it before the training and with both scores. Raises NotFound for another user's
    specialist, LostRace when another version is current, BadInput for no change or an invalid spec, and what
    ``case_open`` raises for a new version.
    """
    rows = Specialist.objects.select_for_update(of=("self",), no_key=True).select_related("current_version")
    own = rows.filter(pk=specialist_id, created_by_id=user_id).first()
    if own is None or own.current_version is None:
        raise NotFound("There is no such specialist.")
    if digest and digest != own.current_version.digest:
        raise LostRace(f"{own.role} has another version now. Look at it again, then edit it.")
    before = version_spec(own.current_version)
    after = _changed(before, {name: changes[name] for name in EDITABLE_FIELDS if name in changes})
    if after.digest() == before.digest():
        raise BadInput("This changes nothing.")
    proposal = SuppliedProposal(
        spec=after,
        tests=version_tests(own.current_version),
        origin={"kind": "edit", "words": f"You edited {own.role}."},
    )
    opening = CaseOpening(request=f"A new version of {own.role}.", supplied_proposal=proposal, revises=own.pk)
    return case_open(user_id=user_id, opening=opening)


def _changed(spec: AgentSpec, changes: Mapping[str, Any]) -> AgentSpec:
    try:
        return AgentSpec.model_validate({**spec.model_dump(mode="json"), **changes})
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)[:5]
        raise BadInput("; ".join(f"{'/'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults)) from error
