"""A process that trains and will be killed: ``python -m tests.training.victim TRAINING VERSION USER``."""

import sys
import uuid
from typing import Any


def main(training: str, version: str, user: str) -> None:
    """Run the tests of a version."""
    import django  # noqa: PLC0415 - the settings read the environment

    django.setup()
    from kingdom.specialists.models.specialist import SpecialistVersion  # noqa: PLC0415
    from kingdom.specialists.test_runs.case_runner import TestRunInput  # noqa: PLC0415
    from kingdom.specialists.test_runs.executor import run_tests  # noqa: PLC0415

    made: dict[str, Any] = {
        "training_id": uuid.UUID(training),
        "version": SpecialistVersion.objects.get(pk=version),
        "user_id": int(user),
    }
    run_tests(TestRunInput(**made))


if __name__ == "__main__":
    main(*sys.argv[1:])
