"""What the Council says of a version to who decides on it: the newest word of each stage of the cases that made it."""

from collections.abc import Sequence

from kingdom.council.models import StageVerdict
from kingdom.council.rules.pipeline import JUDGES
from kingdom.specialists.models import SpecialistVersion
from kingdom.specialists.safety_selectors import Judged


def version_verdicts(version: SpecialistVersion) -> Sequence[Judged]:
    """Return one verdict a stage, in the order they were given. A judge's word other than yes stands against the version.

    Only cases that led to this version speak: what somebody asks for in a case of their own must not harm another's specialist.
    """
    rows = StageVerdict.objects.filter(case__version=version).order_by("created_at", "pk")
    newest = {row.stage: row for row in rows.only("stage", "verdict", "reason", "created_at")}
    return [_judged(row) for row in newest.values()]


def _judged(row: StageVerdict) -> Judged:
    against = row.stage in JUDGES and row.verdict != StageVerdict.Verdict.PASSED
    return Judged(f"Council, {row.stage}", row.verdict, row.reason, against=against)
