"""Policies in plain words without a language model: what people say, in four languages, and what is refused."""

import pytest

from kingdom.policies.rules.pattern_definition import check_pattern
from kingdom.policies.rules.plain_words import EXAMPLES, NotUnderstood, read_policy

TOOL_FAILS = ("Suspend", "ToolCompleted", 'outcome == "failed" and 3 in 10 min')
SENT = 'tool == "archon.http.request" and method not in ["GET", "HEAD", "OPTIONS"]'
SENT_TO = ("RequestApproval", "ToolRequested", f'{SENT} and host == "api.example.com"')
NO_PYTHON = ("Block", "ToolRequested", 'tool == "archon.exec.python" and identity == "research"')
PYTHON_FAILS = ("Notify", "ToolCompleted", 'outcome == "failed" and tool == "archon.exec.python"')
COST = ("Notify", "AgentCompleted", "cost > 0.50")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stop a workflow when a tool fails 3 times in 10 minutes", TOOL_FAILS),
        ("Pause the run if any tool fails 3 times within 10 min.", TOOL_FAILS),
        ("Stoppe einen Workflow, wenn ein Werkzeug 3 mal in 10 Minuten fehlschlägt", TOOL_FAILS),
        ("Arrête un workflow quand un outil échoue 3 fois en 10 minutes", TOOL_FAILS),
        ("Detén un workflow cuando una herramienta falla 3 veces en 10 minutos", TOOL_FAILS),
        ("ask me before anything is sent to api.example.com", SENT_TO),
        ("Frag mich, bevor etwas an api.example.com gesendet wird", SENT_TO),
        ("Demande-moi avant que quelque chose soit envoyé à api.example.com", SENT_TO),
        ("Pregúntame antes de que se envíe algo a api.example.com", SENT_TO),
        ("ask me before anything is sent", ("RequestApproval", "ToolRequested", SENT)),
        ("block python for research agents", NO_PYTHON),
        ("Blockiere Python für Recherche-Agenten", NO_PYTHON),
        ("Bloque python pour les agents de recherche", NO_PYTHON),
        ("Bloquea python para los agentes de investigación", NO_PYTHON),
        ("tell me when a run costs more than 0.50", COST),
        ("Sag mir Bescheid, wenn ein Lauf mehr als 0,50 kostet", COST),
        ("Sag mir, wenn ein Lauf kostet mehr als 0,50 €", COST),
        ("Dis-moi quand une exécution coûte plus de 0,50", COST),
        ("Avísame cuando una ejecución cuesta más de 0,50", COST),
        ("tell me when an agent fails", ("Notify", "AgentFailed", "*")),
        ("tell me when a workflow fails", ("Notify", "WorkflowFailed", "*")),
        ("tell me when python fails", PYTHON_FAILS),
        ("tell me when a specialist is suspended", ("Notify", "SpecialistSuspended", "*")),
        ("block deleting files", ("Block", "ToolRequested", 'tool == "archon.fs.delete"')),
    ],
)
def test_rules_that_people_say(text: str, expected: tuple[str, str, str]) -> None:
    pattern = read_policy(text)
    check_pattern(pattern)
    found = (pattern.action, pattern.trigger_event, pattern.condition)
    assert found == expected


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("block python for research agents on Mondays", "mondays"),
        ("stop a workflow when a tool fails 3 times in 10 minutes unless Bob says so", "unless bob says so"),
        ("ask me before anything is sent to api.example.com by writer agents at night", "night"),
        ("block everything", "was not understood"),
        ("do whatever you like", "was not understood"),
        ("allow python for research agents", "was not understood"),
        ("stop", "was not understood"),
        ("", "was not understood"),
        ("tell me when a run costs more than", "was not understood"),
    ],
)
def test_what_is_not_understood_is_refused_and_named(text: str, named: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_policy(text)
    assert named in refused.value.message
    assert EXAMPLES[0] in refused.value.message


def test_every_example_is_understood() -> None:
    for example in EXAMPLES:
        check_pattern(read_policy(example))
