"""Runs of a version's tests: the newest that came to its end, and the one under way."""

from kingdom.specialists.models import SpecialistVersion
from kingdom.specialists.standing_models import SuiteRun


def suite_newest(version: SpecialistVersion | None) -> SuiteRun | None:
    """Return the newest run of a version's tests that came to its end, None when there is none."""
    if version is None:
        return None
    return version.suite_runs.filter(state=SuiteRun.State.DONE).order_by("-finished_at").first()


def suite_open(version: SpecialistVersion) -> SuiteRun | None:
    """Return the run of a version's tests that is under way, None when there is none."""
    return version.suite_runs.filter(state__in=[SuiteRun.State.QUEUED, SuiteRun.State.RUNNING]).first()
