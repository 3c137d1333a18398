"""Marks on sessions that read briefs: by each brief, and by what all of them say one after the other."""

import uuid
from collections.abc import Sequence

from kingdom.contracts.workflows.briefs import Brief
from kingdom.tools.gate.result_marks import data_mark


def brief_source(node_id: str) -> str:
    """Return the name under which a mark says that words like orders came from a node's brief."""
    return f"the brief of {node_id}"


def briefs_mark(
    *, session_id: uuid.UUID, briefs: Sequence[Brief], item: str = "", earlier: Sequence[Brief] = ()
) -> None:
    """Mark a session that reads briefs, as reading a file with their words would. Blocking.

    An order may be split over several findings or briefs, over a map's item and a brief, or over briefs that the
    session has read before (``earlier``): their words are reviewed together too, without the names of the fields.
    """
    for brief in briefs:
        data_mark(session_id=session_id, source=brief_source(brief.source), data=brief.to_json())
    read = [*earlier, *briefs]
    findings = [finding for brief in read for finding in brief.findings]
    if len(findings) + bool(item) < 2:
        return
    source = f"the briefs of {read[0].source} to {read[-1].source}" if len(read) > 1 else brief_source(read[0].source)
    for words in ([finding.value for finding in findings], [finding.quote for finding in findings]):
        data_mark(session_id=session_id, source=source, data=[item, *words])
