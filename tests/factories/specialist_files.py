"""What the tests of files share.

A trained specialist with everything around it that must stay behind, and a Council that takes files.
"""

import json
import uuid
from typing import Any

from django.db import transaction
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.adapters.signing import Signer
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import specialist_export
from kingdom.council.proposals.exchange.format import FileSignature, file_encode, key_fingerprint, signed_bytes
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.services import credential_store
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.services import session_open
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from tests.factories import version_of
from tests.factories.council import Council, confirmed, opened

CANARY = "canary-4711"
MAIL = f"{CANARY}@people.example"


def as_given(stage_input: StageInput, context: StageContext) -> StageResult:
    """Design as the Council does with what was given."""
    assert stage_input.supplied_proposal is not None
    details = {"origin": dict(stage_input.supplied_proposal.origin)}
    return StageResult(
        verdict="passed",
        reason=stage_input.supplied_proposal.words,
        spec=stage_input.supplied_proposal.spec,
        suite=stage_input.supplied_proposal.tests,
        details=details,
    )


def _talkative(stage: str) -> StageResult:
    details: dict[str, Any] = {
        "risk_level": "low",
        "total": 4,
        "held_out": 1,
        "flags": [CANARY],
        "origin": {"words": CANARY},
    }
    if stage == "review":
        details["guardian"] = {"request": {"policy_version": "7", "reason": CANARY, "findings": [{"reason": CANARY}]}}
    return StageResult(verdict="passed", reason=f"{stage}: {CANARY}", findings=(CANARY,), details=details)


def trained_specialist(owner: User, council: Council) -> Specialist:
    """Make a specialist through the Council, use it, and leave the canary wherever people.

    Secrets and conversations leave words.
    """
    User.objects.filter(pk=owner.pk).update(email=MAIL, first_name=CANARY)
    for stage in ("review", "validate", "tests"):
        council.says[stage] = lambda stage_input, context, stage=stage: _talkative(stage)  # type: ignore[misc] # one lambda a stage
    request, sources = f"Check my IBANs every week, says {CANARY}", (f"https://{CANARY}.example/",)
    case = confirmed(council.work(opened(owner, request, sources=sources)))
    CreationCase.objects.filter(pk=case.pk).update(change_request=CANARY, findings=[CANARY], reason=CANARY)
    case = council.work(case)
    assert case.state == "completed", case.reason
    specialist = Specialist.objects.get(cases=case)
    target = CredentialTarget(specialist_id=specialist.pk, specialist_role=specialist.role, hosts=("bank.example",))
    credential_store(user_id=owner.pk, target=target, credential_key="bank_key", value=SecretStr(CANARY))
    talk = Conversation.objects.create(user=owner, title=CANARY)
    for _ in range(3):
        session = session_open(
            user_id=owner.pk, input_text=CANARY, conversation_id=talk.pk, version_id=version_of(specialist).pk
        )
        Message.objects.create(conversation=talk, role="user", content=CANARY, session=session)
        result = SessionResult(state="completed", answer=CANARY, output={"answer": CANARY}, tag="SUCCESS")
        with transaction.atomic():
            session_finish(session, result)
    assert Execution.objects.filter(version=version_of(specialist)).count() == 3
    version = version_of(specialist)
    StatusChange.objects.create(
        specialist=specialist,
        version=version,
        digest=version.digest,
        kind="suspend",
        actor=owner,
        actor_name=CANARY,
        reason=CANARY,
        old_status="unverified",
        new_status="suspended",
        old_scope="user",
        new_scope="user",
        evidence={"note": CANARY},
    )
    TestRun.objects.create(
        version=version,
        digest=version.digest,
        requested_by=owner,
        state="done",
        passed=4,
        total=4,
        results={"cases": [CANARY]},
        error=CANARY,
        finished_at=case.finished_at,
    )
    return specialist


def exported(owner: User, specialist: Specialist) -> bytes:
    return specialist_export(user_id=owner.pk, specialist_id=specialist.pk).content


def signed_by(key: str, content: bytes, **changes: Any) -> bytes:  # noqa: ANN401 - fields of the document
    """Return a file signed again, with another installation's key, after changes to its outermost fields."""
    signer, whole = Signer(key), json.loads(content)
    document = {name: value for name, value in {**whole, **changes}.items() if name != "signature"}
    public = signer.public_key
    value = signer.sign(signed_bytes(document))
    return file_encode(
        document, FileSignature(algorithm="ed25519", key_id=key_fingerprint(public), public_key=public, value=value)
    )


FOREIGN = "a-key-of-another-installation-" + uuid.UUID(int=7).hex
