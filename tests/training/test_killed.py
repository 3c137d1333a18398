"""A training whose worker is killed: what was finished stays, the rest is run by who comes next, and nothing twice."""

import os
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.deployment.server_connection import server_parameters
from kingdom.sessions.engine.reaper import sessions_reap
from kingdom.sessions.models import Session
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.test_runs.executor import run_tests
from tests.factories.sandboxd import Sandboxd, wait_for
from tests.factories.training import COUNT, cases_of, run_input_for, spec

pytestmark = [pytest.mark.sandbox, pytest.mark.chaos, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).resolve().parents[2]
SLEEPY = COUNT.replace("import re", "import re, time").replace("    numbers =", "    time.sleep(0.4)\n    numbers =")


@pytest.mark.parametrize("finished", [1, 4])
def test_a_killed_training_goes_on_where_it_was(boxes: Sandboxd, alice: User, finished: int) -> None:
    tests = cases_of(*[{"input": str(one), "expected_output": {"total": one}} for one in range(9)])
    run_input = run_input_for(alice, spec(SLEEPY), tests)
    command = [
        sys.executable,
        "-m",
        "tests.training.victim",
        str(run_input.training_id),
        str(run_input.version.pk),
        str(alice.pk),
    ]
    victim = subprocess.Popen(command, cwd=ROOT, env=environ(boxes))
    try:
        wait_for(lambda: TrainingResult.objects.count() >= finished or victim.poll() is not None, 120)
    finally:
        victim.kill()
        victim.wait()
    kept = dict(TrainingResult.objects.values_list("number", "session"))
    assert finished <= len(kept) < len(tests)

    assert [one.score for one in run_tests(run_input)] == [1.0] * len(tests)
    stored = dict(TrainingResult.objects.values_list("number", "session"))
    assert kept.items() <= stored.items()
    runs = Counter(Session.objects.values_list("input_text", flat=True))
    assert {number: runs[str(number)] for number in kept} == dict.fromkeys(kept, 1)
    assert boxes.client.status()["running"] == 0, "the boxes of the dead went with it"

    orphans = Session.objects.filter(state="running")
    long_ago = timezone.now() - timedelta(hours=1)
    assert orphans.update(lease_expires_at=long_ago, enqueued_at=long_ago) == sessions_reap()
    assert set(Session.objects.values_list("state", flat=True)) <= {"completed", "cancelled"}


def environ(boxes: Sandboxd) -> dict[str, str]:
    """The environment of another process on this test's database and boxes."""
    at = server_parameters()
    url = f"postgresql://{at['user']}:@/{at['dbname']}?host={at['host']}"
    ours = {
        "DATABASE_URL": url,
        "KINGDOM_SANDBOX_SOCKET": str(boxes.path),
        "DJANGO_SETTINGS_MODULE": "kingdom.settings",
    }
    return {**os.environ, **ours}
