"""What was judged of a version, and what of it speaks against it: the Guardian's word, failed safety tests, open findings.

The ministers stand below this room and are asked directly. The rooms above say what they know through ``VERDICTS``; while nobody has
entered it, nothing is promoted.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from kingdom.ministers.spec_selectors import SpecVerdict, spec_verdicts
from kingdom.specialists.audit_models import AuditEntry
from kingdom.specialists.models import SpecialistVersion
from kingdom.specialists.suite_selectors import suite_newest

SAFETY = "safety_failure"  # the Auditor's code for what is not safe
_ITEMS = {"spec": "its spec", "handler": "its code"}


class Judged(NamedTuple):
    """One verdict on a version: who, what and why; ``against`` when it stands in the way of a promotion."""

    by: str
    verdict: str
    reason: str
    against: bool = False


VERDICTS: list[Callable[[SpecialistVersion], Sequence[Judged]]] = []  # rooms above say what was judged of a version


def verdicts_of(version: SpecialistVersion) -> list[Judged]:
    """Return everything that was judged of a version: by the Guardian, and by the rooms above."""
    guardian = [_guardian(one) for one in spec_verdicts(version.spec)]
    return guardian + [one for ask in VERDICTS for one in ask(version)]


def dangers(version: SpecialistVersion) -> tuple[str, ...]:
    """Return what shows that a version is not safe now, as the names of rows: failed safety tests and blocks of the Guardian.

    What only waits for a person's word is no danger yet.
    """
    return (*_failed_tests(version), *_blocks(version))


def open_findings(specialist_id: UUID, version: SpecialistVersion) -> tuple[str, ...]:
    """Return every open safety finding in words; a promotion asks for none. Who has not said anything has not said yes."""
    told = () if VERDICTS else ("nobody says what the Council judged",)
    against = (f"{one.by}: {one.verdict}" for one in verdicts_of(version) if one.against)
    entries = AuditEntry.objects.filter(specialist=specialist_id, code=SAFETY, state=AuditEntry.State.OPEN)
    audited = (f"Auditor: {message}" for message in entries.values_list("message", flat=True))
    return (*told, *against, *_failed_tests(version), *audited)


def _guardian(one: SpecVerdict) -> Judged:
    what = _ITEMS[one.kind]
    said = {
        "approved": f"{what} is approved",
        "overturned": f"{what} was blocked, and a person let it pass",
        "waits": f"{what} waits for a person",
        "blocked": f"{what} is blocked",
        "unjudged": f"{what} is not judged",
    }[one.word]
    return Judged("Guardian", said, one.reason, against=one.word not in ("approved", "overturned"))


def _failed_tests(version: SpecialistVersion) -> tuple[str, ...]:
    suite = suite_newest(version)
    cases = suite.results.get("cases", []) if suite else []
    return tuple(f"test {one.get('number')}" for one in cases if one.get("unsafe"))


def _blocks(version: SpecialistVersion) -> tuple[str, ...]:
    return tuple(f"guardian review {one.review_id}" for one in spec_verdicts(version.spec) if one.word == "blocked")
