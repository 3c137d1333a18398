"""The Auditor's opinion in the pipeline: the registry's facts, as the case's owner may know them."""

from typing import Any

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.council.stages import auditor_opinion, validate
from kingdom.council.stages.base import StageContext
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.execution import HourlyMetrics
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories.council import spec
from tests.factories.stages import StageInputFactory

pytestmark = pytest.mark.usefixtures("registry")
CALL = (
    "def handle(payload, ctx):\n    return {'answer': ctx.http.get('https://api.sms.example/').text, 'output': None}\n"
)
SENDER = {"egress_hosts": ("api.sms.example",), "handler_code": CALL}


@pytest.fixture(autouse=True)
def own_encoder(encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look with the run's own encoder."""
    monkeypatch.setattr(auditor_opinion, "active_embedder", lambda: encoder)


def codes(proposal: AgentSpec, user: User) -> list[tuple[str, str]]:
    """Return the points as (code, level)."""
    opinion = auditor_opinion.auditor_opinion(proposal, user_id=user.pk)
    return [(point.code, point.level) for point in opinion.points]


def test_a_copy_of_a_purpose_is_near_to_its_specialist(alice: User, registry: dict[str, Specialist]) -> None:
    there = registry["unit_converter"].spec_snapshot
    opinion = auditor_opinion.auditor_opinion(spec("measure_helper", purpose=there["purpose"]), user_id=alice.pk)
    assert opinion.verdict == "LOOK_AGAIN"
    assert opinion.points[0].figures["role"] == "unit_converter"


def test_a_host_is_new_until_a_specialist_that_one_may_use_reaches_it(alice: User, bob: User) -> None:
    proposal = spec("sms_sender", purpose="Zzz.", **SENDER)
    assert ("new_host", "warning") in codes(proposal, alice)
    specialist_register(spec=spec("own_sender", **SENDER), owner=bob)
    assert ("new_host", "warning") in codes(proposal, alice), "nobody learns what another user's specialist reaches"
    assert ("new_host", "warning") not in codes(proposal, bob)


def test_the_cost_is_that_of_specialists_with_a_model(alice: User, registry: dict[str, Specialist]) -> None:
    proposal = spec("poet", engine="model", handler_code=None, purpose="Zzz.", dna_rules=("Rhyme.",))
    assert "not known" in auditor_opinion.auditor_opinion(proposal, user_id=alice.pk).points[-1].message
    for specialist, tokens in ((_with_model(alice), 4000), (registry["unit_converter"], 999_999)):
        assert specialist.current_version is not None
        HourlyMetrics.objects.create(
            version=specialist.current_version, hour=timezone.now(), user_ref=1, executions=2, tokens=tokens
        )
    figures: dict[str, Any] = auditor_opinion.auditor_opinion(proposal, user_id=alice.pk).points[-1].figures
    assert (figures["tokens"], figures["executions"]) == (2000, 2)


def _with_model(owner: User) -> Specialist:
    made = spec("essayist", engine="model", handler_code=None, dna_rules=("Write.",))
    return specialist_register(spec=made, owner=owner)


def test_the_validator_s_stage_stores_it(
    alice: User, stage_input_for: StageInputFactory, offline: StageContext
) -> None:
    result = validate.run(
        stage_input_for("text them", spec=spec("sms_sender", purpose="Sends texts.", **SENDER)), offline
    )
    opinion: Any = result.details["auditor"]
    assert opinion["verdict"] == "LOOK_AGAIN"
    assert "new_host" in [point["code"] for point in opinion["points"]]
