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
TO_MANY = f"{SENT} and run.recipients > 10"
WRITES = 'tool in ["archon.fs.write", "archon.fs.edit"]'
IN_FOLDER = f'{WRITES} and path matches "^geheim/a(/|$)"'
OUTSIDE = f'{WRITES} and not path matches "^reports(/|$)"'
ENV_FILES = f'{WRITES} and path matches "\\.env$" and identity == "coder"'
DOWNLOADS = 'method in ["GET", "HEAD"] and host matches "." and not host matches "(^|\\.)example\\.com$"'
ONLY_TWO = 'host matches "." and not host matches "^api\\.github\\.com$|(^|\\.)pypi\\.org$"'
SEARCH = 'tool == "archon.web.search"'
NO_SEARCH = f'{SEARCH} and identity == "coder"'
OF_CHECKER = 'specialist == "mail_checker"'
COSTLY = 'specialist == "mail_checker" and cost > 1'
TEN_REFUSED = 'outcome == "refused" and 10 in 5 min'
POSTS = 'method in ["POST"] and host == "a.example.org"'
COST = ("Notify", "AgentRunFinished", "run.cost > 0.50")


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
        ("warn me when a run takes longer than 10 minutes", ("Notify", "AgentRunFinished", "run.seconds > 600")),
        ("Sag mir, wenn ein Lauf länger als eine Stunde dauert", ("Notify", "AgentRunFinished", "run.seconds > 3600")),
        ("warn me when 80 % of the budget is used", ("Notify", "BudgetWarning", "*")),
        ("warn me when the budget is nearly used up", ("Notify", "BudgetWarning", "*")),
        ("notify me if an agent's delegation is refused", ("Notify", "DelegationRefused", "*")),
        ("alert me when a tool call is refused", ("Notify", "ToolCompleted", 'outcome == "refused"')),
        ("let me know when a specialist is deprecated", ("Notify", "SpecialistDeprecated", "*")),
        ("ask me before anything is sent to more than 10 people", ("RequestApproval", "ToolRequested", TO_MANY)),
        ("Frag mich, bevor etwas an mehr als zehn Leute geschickt wird", ("RequestApproval", "ToolRequested", TO_MANY)),
        ("no emails to more than 10 recipients", ("Block", "ToolRequested", TO_MANY)),
        ("stop a run when it failed three times in ten minutes", ("Suspend", "AgentFailed", "3 in 10 min")),
        ("never let anyone write to /etc", ("Block", "ToolRequested", f'{WRITES} and path matches "^etc(/|$)"')),
        ("niemand darf in den Ordner geheim/a schreiben", ("Block", "ToolRequested", IN_FOLDER)),
        ("never write to files outside reports/", ("Block", "ToolRequested", OUTSIDE)),
        ("do not let coders edit .env files", ("Block", "ToolRequested", ENV_FILES)),
        ("never overwrite README.md", ("Block", "ToolRequested", f'{WRITES} and path matches "(^|/)readme\\.md$"')),
        ("block downloads from hosts other than example.com", ("Block", "ToolRequested", DOWNLOADS)),
        ("keine Downloads außer von example.com", ("Block", "ToolRequested", DOWNLOADS)),
        ("only allow calls to api.github.com and pypi.org", ("Block", "ToolRequested", ONLY_TWO)),
        ("keine Zugriffe auf facebook.com", ("Block", "ToolRequested", 'host matches "(^|\\.)facebook\\.com$"')),
        (
            "halt any run that tries to reach a host ending in .ru",
            ("Suspend", "ToolRequested", 'host matches "\\.ru$"'),
        ),
        ("block PUT and DELETE requests", ("Block", "ToolRequested", 'method in ["PUT", "DELETE"]')),
        ("nobody may run Python code without approval", ASK_PYTHON),
        ("Websuchen nur mit Genehmigung", ("RequestApproval", "ToolRequested", 'tool == "archon.web.search"')),
        ("file deletions must be approved by me", ("RequestApproval", *NO_DELETING[1:])),
        ("when a file is deleted, ask me", ("RequestApproval", *NO_DELETING[1:])),
        ("coders must not search the web", ("Block", "ToolRequested", NO_SEARCH)),
        ("limit web searches to 10 per hour", ("Block", "ToolRequested", f"{SEARCH} and 11 in 1 h per user")),
        ("no more than 20 web searches per run", ("Block", "ToolRequested", f"{SEARCH} and 21 in 7 d")),
        ("tell me when a specialist costs more than 50 cents", ("Notify", "AgentRunFinished", "cost > 0.5")),
        ("stop everything that spends more than 5 dollars", ("Suspend", "AgentRunFinished", "run.cost > 5")),
        ("tell me every time the specialist mail_checker fails", ("Notify", "AgentFailed", OF_CHECKER)),
        ("block the specialist sms_sender", ("Block", "ToolRequested", 'agent matches "^[a-z]+_sms_sender$"')),
        ("tell me when the specialist mail_checker costs more than 1 dollar", ("Notify", "AgentRunFinished", COSTLY)),
        ('block the specialist "translator"', ("Block", "ToolRequested", 'agent matches "^[a-z]+_translator$"')),
        ("ask me whenever a specialist wants to run code", ASK_PYTHON),
        ("nobody may delete anything without my permission", ("RequestApproval", *NO_DELETING[1:])),
        (
            "prevent deletions in the folder old",
            ("Block", "ToolRequested", f'{NO_DELETING[2]} and path matches "^old(/|$)"'),
        ),
        ("no research agent may use python", NO_PYTHON),
        ("no research agent may write files", ("Block", "ToolRequested", f'{WRITES} and identity == "research"')),
        ("get my approval before a POST request goes to a.example.org", ("RequestApproval", "ToolRequested", POSTS)),
        ("block anything that goes to api.example.com", ("Block", *SENT_TO[1:])),
        ("suspend runs when 10 tool calls are refused within 5 minutes", ("Suspend", "ToolCompleted", TEN_REFUSED)),
        ("halt the plan as soon as an agent fails twice in half an hour", ("Suspend", "AgentFailed", "2 in 30 min")),
        ("tell me when a plan fails twice in a day", ("Notify", "WorkflowFailed", "2 in 1 d")),
        ("warn me when someone runs Python", ("Notify", "ToolRequested", 'tool == "archon.exec.python"')),
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
        ("tell me when a specialist costs more than 1 dollar a day", "day"),
        ("ask an admin before any file is deleted", "admin"),
        ("never send text messages at night", "night"),
        ("never write to the folder Verträge", "was not understood"),  # an accent is a part of a name
        ("never write to files outside the workspace", "was not understood"),
        ("only allow python", "was not understood"),
        ("only allow GET requests", "was not understood"),
        ("only allow GET requests to example.com", "was not understood"),
        ("only allow emails", "was not understood"),
        ("only allow the specialist mail_checker", "was not understood"),
        ("only allow writing to reports/", "was not understood"),
        ("limit web searches", "was not understood"),
        ("no more than 10 web searches", "was not understood"),
        ("no more than 10 web searches per week", "was not understood"),
        ("ask me before anything is sent to more than one host", "host"),
        ("never delete files outside reports/ or old.txt", "or old txt"),
        ("suspend the run after two failures in a row", "row"),
        ("block python unless it is a test", "test"),
        ("stop when a workflow fails", "was not understood"),
        ("halt the plan in which an agent fails", "plan"),
        ("don't ask me before a web search", "ask me"),
    ],
)
def test_what_is_not_understood_is_refused_and_named(text: str, named: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_policy(text)
    assert named in refused.value.message
    assert EXAMPLES[0] in refused.value.message


@pytest.mark.parametrize("text", ["tell me when a run costs more than 2 euros", "warn me when a run costs over €2"])
def test_money_of_another_currency_than_that_of_the_prices_is_refused(text: str) -> None:
    assert read_policy(text, currency="EUR").condition == "run.cost > 2"
    with pytest.raises(NotUnderstood, match="counted in USD"):
        read_policy(text, currency="USD")


def test_every_example_is_understood() -> None:
    for example in EXAMPLES:
        check_pattern(read_policy(example))
