"""Findings without those that its sentence excuses: a rule reports one match, the others are read for, too."""

from collections.abc import Callable, Sequence

from kingdom.contracts.verdicts import GuardianFinding

_MAX_READINGS = 6  # of one text; after them the findings count as they are
_MAX_READ = 600_000  # characters of all readings; a longer text is read twice


def read_without_excused(
    text: str, review: Callable[[str], Sequence[GuardianFinding]], excuses: Callable[[GuardianFinding], bool]
) -> tuple[list[GuardianFinding], list[GuardianFinding]]:
    """Return (findings that count, findings that are excused) of ``review(text)``.

    An excused match is taken out and the text is read again: it would hide an order of the same rule behind it.
    """
    excused: list[GuardianFinding] = []
    read = text
    for _ in range(max(1, min(_MAX_READINGS, _MAX_READ // max(1, len(text))))):
        findings = list(review(read))
        now = [finding for finding in findings if finding.end > finding.start and excuses(finding)]
        if not now:
            return findings, excused
        excused += now
        for finding in now:
            read = f"{read[: finding.start]}.{' ' * (finding.end - finding.start - 1)}{read[finding.end :]}"
    return list(review(text)), []
