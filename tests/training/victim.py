"""A process that trains and will be killed: ``python -m tests.training.victim TRAINING VERSION USER``."""

import sys
import uuid
from typing import Any


def main(training: str, version: str, user: str) -> None:
    """Run the tests of a version."""
    import django  # noqa: PLC0415 - the settings read the environment

    django.setup()
    from kingdom.specialists.models import SpecialistVersion  # noqa: PLC0415
    from kingdom.specialists.suite_running import Suite, suite_run  # noqa: PLC0415

    made: dict[str, Any] = {"training_id": uuid.UUID(training), "version": SpecialistVersion.objects.get(pk=version), "user_id": int(user)}
    suite_run(Suite(**made))


if __name__ == "__main__":
    main(*sys.argv[1:])
