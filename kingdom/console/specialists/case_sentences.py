"""Sentences about how a proposed specialist is made and tested."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from kingdom.core.stored_sentences import in_language

TEST_KIND_LABELS: Mapping[str, str] = {
    "normal": gettext_noop("ordinary"),
    "paraphrase": gettext_noop("paraphrase"),
    "edge": gettext_noop("edge case"),
    "out_of_scope": gettext_noop("out of scope"),
    "injection": gettext_noop("prompt injection"),
    "tool_failure": gettext_noop("service failure"),
}


def risk_words(level: str) -> str:
    """Return a risk level for people."""
    return gettext("%(level)s risk") % {"level": gettext(level)}


def technical_sentences(card: Mapping[str, Any]) -> list[str]:
    """Return origin, tests, near specialists, limits and risk of a proposal in sentences."""
    kinds: Mapping[str, int] = card.get("tests", {}).get("kinds", {})
    tests = ", ".join(f"{number} {gettext(TEST_KIND_LABELS.get(kind, kind))}" for kind, number in kinds.items())
    words = in_language(card.get("tests", {}).get("words", ""))
    limits = in_language(card["limits"]["words"]) if "limits" in card else ""
    sentences = [
        gettext("It comes from the recipe %(recipe)s.") % {"recipe": card["recipe"]} if card.get("recipe") else "",
        gettext("It is trained on %(words)s By kind: %(kinds)s.") % {"words": words, "kinds": tests} if tests else "",
        _near_misses(kinds.get("out_of_scope")),
        _near_specialists(card),
        gettext("One run may use %(limits)s.") % {"limits": limits} if limits else "",
        gettext("The Guardian sees %(risk)s.") % {"risk": risk_words(card["risk_level"])}
        if card.get("risk_level")
        else "",
    ]
    return list(filter(None, sentences))


def _near_misses(count: int | None) -> str:
    text = gettext("%(count)s of them are near misses: messages that it must decline.")
    return text % {"count": count} if count is not None else ""


def _near_specialists(card: Mapping[str, Any]) -> str:
    """Return why similar specialists do not serve."""
    nearest = [found for found in card.get("designed", {}).get("nearest", ()) if isinstance(found, Mapping)]
    reasons = [f"{found.get('role', '')}: {in_language(found.get('why_not', ''))}" for found in nearest]
    return " ".join([gettext("The nearest specialists do not serve."), *reasons]) if reasons else ""


def auditor_sentences(card: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return the Auditor's points as (sentence, whether it asks to look again)."""
    points = (card.get("auditor") or {}).get("points", ())
    return [(_auditor_sentence(point), point["level"] == "warning") for point in points]


def _auditor_sentence(point: Mapping[str, Any]) -> str:
    figures, stated = point["figures"], str(point["message"])
    match point["code"], sorted(figures):
        case "overlap", _:
            text = gettext("%(role)s is near: routing would choose it for this purpose with %(probability).2f.")
        case "new_host", ["host"]:
            text = gettext("%(host)s is new here: no verified specialist reaches it, and none of yours.")
        case "new_host", _:
            text = gettext("%(more)s more hosts are new here.")
        case _, []:
            return in_language(stated)
        case _:
            text = gettext(
                "It uses a language model: specialists with one took about %(tokens)s tokens a use, by "
                "%(executions)s uses in %(days)s days."
            )
    return str(text % figures)
