"""The calls that an answer names as its evidence; what was not done is shown to the user. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.message_reading.message_language import Language, message_language
from kingdom.cognition.state import AgentState
from kingdom.contracts.handler_result import EvidenceEntry

EVIDENCE_NOTE = "evidence"  # scratchpad: what the answer declares
_NOT_DONE: Mapping[Language, str] = {
    "en": "Not done: {}.",
    "de": "Nicht ausgeführt: {}.",
    "fr": "Non exécuté : {}.",
    "es": "No ejecutado: {}.",
}


def with_evidence(
    state: AgentState, response: EmitResponse, evidence: Sequence[EvidenceEntry]
) -> tuple[AgentState, EmitResponse]:
    """Return the state with the evidence of its answer, and the answer with what it admits was not done."""
    if not evidence:
        return state, response
    names = ", ".join(dict.fromkeys(f"`{entry.name}`" for entry in evidence if entry.outcome != "done"))
    notice = _NOT_DONE[message_language(response.answer)].format(names)
    entries = [{"name": entry.name, "outcome": entry.outcome} for entry in evidence]
    shown = replace(response, answer=f"{response.answer}\n\n{notice}") if names else response
    return state.with_note(EVIDENCE_NOTE, json.dumps(entries)), shown
