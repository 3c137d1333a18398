"""Policies in plain words without a language model: what people say, in four languages, and what is refused."""

import pytest

from kingdom.policies.rules.pattern_definition import check_pattern
from kingdom.policies.rules.plain_words import EXAMPLES, NotUnderstood, read_policy

TOOL_FAILS = ("Suspend", "ToolCompleted", 'outcome == "failed" and 3 in 10 min')
SENT = 'tool == "archon.http.request" and method not in ["GET", "HEAD", "OPTIONS"]'
SENT_TO = ("RequestApproval", "ToolRequested", f'{SENT} and host == "api.example.com"')
NO_PYTHON = ("Block", "ToolRequested", 'tool == "archon.exec.python" and identity == "research"')
NO_DELETING = ("Block", "ToolRequested", 'tool == "archon.fs.delete"')
ASK_PYTHON = ("RequestApproval", "ToolRequested", 'tool == "archon.exec.python"')
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
        ("block deleting files", NO_DELETING),
        ("no agent may delete files", NO_DELETING),
        ("block file deletion", NO_DELETING),
        ("ask me before running Python", ASK_PYTHON),
        ("require my approval for python", ASK_PYTHON),
        ("Frag mich, bevor Python ausgeführt wird", ASK_PYTHON),
        ("Demande-moi avant d'exécuter python", ASK_PYTHON),
        ("don't let research agents use python", NO_PYTHON),
        ("Blockiere Python für Rechercheagenten", NO_PYTHON),
        ("never send anything to api.example.com", ("Block", *SENT_TO[1:])),
        ("require approval before an agent sends anything to api.example.com", SENT_TO),
        ("block all requests to api.example.com", ("Block", "ToolRequested", 'host == "api.example.com"')),
        ("stop the workflow when three tools fail in 10 minutes", TOOL_FAILS),
        ("stop when a tool fails more than two times in ten minutes", TOOL_FAILS),
        ("Stoppe den Ablauf, wenn ein Werkzeug dreimal in zehn Minuten fehlschlägt", TOOL_FAILS),
        ("Halte den Ablauf an, wenn ein Werkzeug 3 mal in 10 Minuten fehlschlägt", TOOL_FAILS),
        ("pause the run if an agent fails twice in an hour", ("Suspend", "AgentFailed", "2 in 1 h")),
        ("warn me when a run takes longer than 10 minutes", ("Notify", "AgentCompleted", "seconds > 600")),
        ("Sag mir, wenn ein Lauf länger als eine Stunde dauert", ("Notify", "AgentCompleted", "seconds > 3600")),
        ("warn me when 80 % of the budget is used", ("Notify", "BudgetWarning", "*")),
        ("warn me when the budget is nearly used up", ("Notify", "BudgetWarning", "*")),
        ("notify me if an agent's delegation is refused", ("Notify", "DelegationRefused", "*")),
        ("alert me when a tool call is refused", ("Notify", "ToolCompleted", 'outcome == "refused"')),
        ("let me know when a specialist is deprecated", ("Notify", "SpecialistDeprecated", "*")),
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
        ("warn me when 50 % of the budget is used", "was not understood"),
        ("warn me when the budget is used", "was not understood"),
        ("stop a workflow after 3 failures in 10 minutes", "was not understood"),
        ("stop a workflow when python fails 3 times in a row", "3 times row"),
        ("don't block python", "was not understood"),
        ("never ask me before python", "was not understood"),
        ("don't let agents use anything but python", "but"),
        ("block requests", "was not understood"),
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
