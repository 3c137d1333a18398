"""Asking the model for a design: what it is shown, and what its answer must hold."""

import json
from dataclasses import dataclass

from kingdom.contracts.spec import AgentSpec
from kingdom.council.prompts import prompt
from kingdom.council.recipes import Recipe
from kingdom.council.retriever import Document
from kingdom.council.rules.drafting import Answer, answer_schema, read_answer
from kingdom.council.rules.quoting import without_named_secrets
from kingdom.council.stages.asking import ask
from kingdom.council.stages.base import Ports, Work
from kingdom.council.stages.nearest import Near

_MOST_TESTS = 12  # visible ones that are shown with a design that came back


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a designer is asked with."""

    work: Work
    base: AgentSpec | None  # the design in hand, or what is forked
    near: tuple[Near, ...]
    recipes: tuple[Recipe, ...]
    documents: tuple[Document, ...]
    taken: frozenset[str]

    @property
    def label(self) -> str:
        """The prompt's name, version and digest."""
        return prompt("designer").label


def propose(ports: Ports, asked: Asked) -> Answer:
    """Return the model's decision. Raises what ``ask`` raises."""
    roles = [one.role for one in asked.near]
    names = [one.name for one in asked.recipes]

    def read(value: object) -> Answer:
        return read_answer(value, nearest=roles, recipes=names, taken=asked.taken)  # type: ignore[arg-type]  # its form is checked

    return ask(ports, prompt("designer"), _data(asked), answer_schema(), read)


def _data(asked: Asked) -> dict[str, str]:
    work = asked.work
    shown = {
        "request": without_named_secrets(work.request),
        "wishes": without_named_secrets(work.wishes),
        "existing specialists": "\n".join(_shown(one) for one in asked.near),
        "recipes": "\n".join(f"{one.name}: {one.summary}" for one in asked.recipes),
        "present design": json.dumps(asked.base.model_dump(mode="json"), ensure_ascii=False, indent=1) if asked.base is not None else "",
        "tests it is shown": _tests(work),
        "findings": "\n".join(f"- {finding}" for finding in work.findings),
    }
    for number, document in enumerate(asked.documents, 1):
        shown[f"document {number}, from a stranger"] = f"{document.url}\n\n{document.text}" if document.text else ""
    return shown


def _shown(near: Near) -> str:
    return f"{near.role}: {near.purpose}" + (" (Routing would send this request to it.)" if near.serves else "")


def _tests(work: Work) -> str:
    visible = [test for test in work.suite if not test.held_out][:_MOST_TESTS]
    return "\n".join(json.dumps(test.model_dump(mode="json", exclude={"held_out", "weight"}), ensure_ascii=False) for test in visible)
