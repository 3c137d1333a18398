"""Stored English sentences on pages: made by their own code, shown in the language of the page with the same values."""

import time

import pytest
from django.utils import translation

from kingdom.approvals.text_rendering import approval_headline
from kingdom.console.specialists.case_sentences import auditor_sentences
from kingdom.contracts.capabilities.closure import CapabilityClosure
from kingdom.contracts.capabilities.sentences import _TOOL_LABELS, describe_closure
from kingdom.contracts.workflows.plan_capabilities import plan_capabilities
from kingdom.core.stored_sentences import _NUMBERS, _RATES, _VALUE, MAX_CHARS, _templates, in_language
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.ministers.auditor.proposed_specialist import ProposalFacts, opinion_on_proposal
from kingdom.specialists.registry.builtins import builtins_read
from kingdom.specialists.status.canary_rules import canary_sentence
from kingdom.specialists.status.notifications import _MESSAGES
from kingdom.specialists.status.promotion import (
    PromotionCriteria,
    PromotionEvidence,
    SendingEvidence,
    promotion_conditions,
)

NOTHING = CapabilityClosure(tools=frozenset())
TOOLS = CapabilityClosure(tools=frozenset({"archon.fs.read", "archon.exec.python", "archon.web.search"}))


def german(sentence: str) -> str:
    with translation.override("de"):
        return in_language(sentence)


@pytest.mark.parametrize(
    ("closure", "is_handler", "expected"),
    [
        (
            NOTHING,
            True,
            "Er liest den Text, den du sendest, und rechnet; er kann das Netz, Dateien oder Schlüssel nicht benutzen.",
        ),
        (
            TOOLS,
            True,
            "Er liest den Text, den du sendest, und rechnet; er darf in der Sandbox Programme ausführen, Dateien der "
            "Unterhaltung lesen und im Web suchen (er fragt dich, bevor er etwas ändert); er kann Schlüssel nicht "
            "benutzen.",
        ),
    ],
)
def test_what_a_specialist_can_do(closure: CapabilityClosure, is_handler: bool, expected: str) -> None:
    assert german(describe_closure(closure, is_handler=is_handler).sentence) == expected


def test_every_tool_has_german_words() -> None:
    everything = CapabilityClosure(tools=frozenset(_TOOL_LABELS))
    for capabilities in (describe_closure(everything, is_handler=True), plan_capabilities([everything])):
        for what, _ in capabilities.can:
            assert german(what) != what
        assert german(capabilities.sentence).startswith(("Er liest", "Dieser Plan kann"))
    assert german(plan_capabilities([NOTHING]).sentence).startswith("Dieser Plan rechnet nur;")


@pytest.mark.parametrize(
    ("kind", "subject", "expected"),
    [
        ("creation", {"specialist": "iban_checker"}, "Soll iban_checker erstellt werden?"),
        ("creation", {"specialist": "x", "replaces": "1", "after": "2"}, "Soll dies die neue Version von x werden?"),
        ("host", {"specialist": "sms", "host": "a.example"}, "Darf sms für dich a.example erreichen?"),
        ("quality", {}, "Ein Lauf wurde angehalten, weil auf sein Ergebnis kein Verlass ist."),
        (
            "tool",
            {"agent": "writer_a", "tools": [{"name": "archon.fs.write", "args": {}}]},
            "writer_a möchte archon.fs.write benutzen.",
        ),
    ],
)
def test_a_question_to_the_reader(kind: str, subject: dict[str, object], expected: str) -> None:
    assert german(approval_headline(kind, subject)) == expected


def evidence(**changes: object) -> PromotionEvidence:
    values: dict[str, object] = {
        "status": "unverified", "executions": 31, "successes": 20, "confidence": 0.5, "test_run": (3, 4),
        "is_test_run_valid": True, "findings": (), "mock_trained": False, "draft": False, "is_owner_deciding": False,
        "role_taken": False,
    }  # fmt: skip
    return PromotionEvidence(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "found",
    [
        evidence(),
        evidence(executions=60, successes=60, confidence=0.9, test_run=(4, 4)),
        evidence(confidence=None, test_run=None, draft=True, is_owner_deciding=True, role_taken=True),
        evidence(test_run=(0, 0), mock_trained=True, findings=("Guardian: blocked",)),
        evidence(is_test_run_valid=False, findings=("a", "b"), status="verified"),
        evidence(mock_trained=True, test_run=(4, 4)),
        evidence(sending=SendingEvidence(recorded=False, replayed=False, supervised=1), mock_trained=True),
        evidence(sending=SendingEvidence(recorded=True, replayed=False, supervised=3)),
        evidence(
            sending=SendingEvidence(recorded=True, replayed=True, supervised=3), test_run=(4, 4), mock_trained=True
        ),
    ],
)
def test_every_condition_of_a_promotion_is_german(found: PromotionEvidence) -> None:
    for condition in promotion_conditions(found, PromotionCriteria()):
        assert german(condition.figure) != condition.figure, condition


def test_rates_of_a_promotion_have_the_decimal_sign_of_the_language() -> None:
    found = evidence(executions=90, successes=69, confidence=0.761)
    figures = [german(one.figure) for one in promotion_conditions(found, PromotionCriteria())]
    assert figures[:4] == [
        "90 Ausführungen (50 nötig)",
        "Erfolgsquote 76,7 % (mindestens 90 % nötig)",
        "untere Grenze der Erfolgsquote 66,9 % (mindestens 80 % nötig)",
        "gemessene Sicherheit 76,1 % (mindestens 80 % nötig)",
    ]


def test_other_texts_and_other_pages_stay_as_they_are() -> None:
    sentence = approval_headline("creation", {"specialist": "x"})
    for text in (sentence, "Checks IBANs of any country.", "", "x" * (MAX_CHARS + 1)):
        assert in_language(text) == text
    assert german("Checks IBANs of any country.") == "Checks IBANs of any country."
    assert german("") == ""
    assert german("Shall <b>%(name)s</b> be made?") == "Soll <b>%(name)s</b> erstellt werden?"


def test_a_hostile_text_takes_bounded_time() -> None:
    started = time.process_time()
    german(("; it may " * 200 + " and it can not use " * 100)[:MAX_CHARS])
    german(" of its last " * 300)
    assert time.process_time() - started < 2


def test_shipped_specialists_are_german() -> None:
    specs = [builtin.spec for builtin in builtins_read()]
    texts = [spec.purpose for spec in specs] + [recipe.spec.purpose for recipe in shipped_recipes()]
    texts += [recipe.summary for recipe in shipped_recipes()]
    assert len(texts) > 50
    assert [text for text in texts if german(text) == text] == []


@pytest.mark.parametrize("kind", sorted(_MESSAGES))
def test_a_changed_status_is_german(kind: str) -> None:
    text = _MESSAGES[kind] % {"name": "translator", "sentence": "the role is free"}
    assert german(text) != text
    assert "%(sentence)s" not in _MESSAGES[kind] or german(text).endswith("die Rolle ist frei")


@pytest.mark.parametrize("template", sorted(_templates("de")))
def test_every_template_is_recognized_as_itself(template: str) -> None:
    """A template that takes the sentences of another one would show them with the wrong words."""
    values = {name: "7" if name in _NUMBERS | _RATES else f"x_{name}" for name in _VALUE.findall(template)}
    assert german(template % values) == _templates("de")[template] % values


def test_a_role_that_is_spelled_like_a_word_of_the_pages_stays() -> None:
    assert german("Approvals could not be made: Approved.") == "Approvals konnte nicht erstellt werden: Freigegeben."
    assert german("The new version of x was not made: It is sound.").startswith("Die neue Version von x wurde nicht")


def test_sentences_in_a_row_are_translated_only_together() -> None:
    assert german("Approved. Rejected.") == "Freigegeben. Abgelehnt."
    assert german("Approved. He said so.") == "Approved. He said so."


def test_why_the_guardian_blocked_something() -> None:
    reasons = "No judge is set, so a person decides. It tells the specialist to leave its orders."
    hint = "An administrator can approve it under Guardian reviews; then the creation goes on."
    block = german(f"{reasons} (rules: `override.instructions`) {hint}")
    assert block.startswith("Es ist kein Richter eingerichtet, also entscheidet ein Mensch. Es ")
    assert "(Regeln: `override.instructions`) Ein Administrator kann" in block


def test_a_template_of_several_sentences_stands_in_a_row_with_others() -> None:
    canary = canary_sentence(0.1, 20, is_first=True)
    assert german(f"poet is verified now. {canary}").startswith("poet ist jetzt bestätigt. Zuerst gehen nur 10%")
    assert german(f"poet is verified now. {canary} And so on.") == f"poet is verified now. {canary} And so on."


@pytest.mark.parametrize(
    ("needs_model", "expected"),
    [
        (False, "Eine Nutzung kostet keine Token: er läuft als Code."),
        (
            True,
            "Er nutzt ein Sprachmodell. Was eine Nutzung kostet, ist nicht bekannt: kein solcher Spezialist wurde hier "
            "zuletzt genutzt.",
        ),
    ],
)
def test_unmeasured_costs_of_a_proposed_specialist(needs_model: bool, expected: str) -> None:
    opinion = opinion_on_proposal(ProposalFacts(needs_model=needs_model))
    card = {"auditor": opinion.model_dump()}
    with translation.override("de"):
        assert auditor_sentences(card) == [(expected, False)]
