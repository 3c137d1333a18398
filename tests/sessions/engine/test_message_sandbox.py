"""Which sessions may have a warm sandbox, and which programs count as the product's own."""

from dataclasses import replace

import pytest

from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.reuse import ReusingSandbox
from kingdom.contracts.sandbox import Program
from kingdom.providers import sandboxes
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.sessions.engine.capabilities import build_capability_graph
from kingdom.sessions.models import Session
from kingdom.specialists.registry.builtins import builtin_warm_ups, builtins_install
from kingdom.specialists.registry.selectors import builtin_version, version_spec
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("purpose", "expected"), [(Session.Purpose.TASK, ReusingSandbox), (Session.Purpose.TRIAL, SandboxClient)]
)
def test_a_message_may_have_a_warm_sandbox_and_a_trial_may_not(
    open_handler: OpenSession, purpose: Session.Purpose, expected: type
) -> None:
    builtins_install()
    session, version = open_handler(), builtin_version("calculator")
    session.version, session.purpose = version, purpose
    worker = build_capability_graph(session, version_spec(version)).worker
    assert isinstance(worker, SandboxWorker)
    assert type(worker._sandbox) is expected


def test_the_products_programs_are_known_by_their_code(db: None) -> None:
    """Byte for byte: neither a row's flag nor a name makes a program one of the product."""
    builtins_install()
    code = version_spec(builtin_version("email_validator")).handler_code
    assert code in builtin_warm_ups()
    program = Program(code=str(code))
    assert sandboxes._shipped_warm_up(program)
    assert sandboxes._shipped_warm_up(replace(program, code=f"{code}\n")) is None
