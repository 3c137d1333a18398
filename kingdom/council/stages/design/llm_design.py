"""Asking the model for a design: what it is shown, and what its answer must hold."""

import json
from dataclasses import dataclass

from kingdom.contracts.spec import AgentSpec
from kingdom.council.prompts import load_prompt
from kingdom.council.recipes.catalogue import Recipe
from kingdom.council.rules.prompt_quoting import mask_named_secrets
from kingdom.council.stages.base import StageContext, StageInput
from kingdom.council.stages.design.design_schema import DesignAnswer, design_answer_schema, parse_design_answer
from kingdom.council.stages.design.similar_specialists import SimilarSpecialist
from kingdom.council.stages.document_fetcher import FetchedDocument
from kingdom.council.stages.structured_output import structured_output_request

_MAX_TESTS_SHOWN = 12  # visible ones that are shown with a design that came back


@dataclass(frozen=True, kw_only=True)
class DesignRequest:
    """What a designer is asked with."""

    stage_input: StageInput
    base: AgentSpec | None  # the design in hand, or what is forked
    near: tuple[SimilarSpecialist, ...]
    recipes: tuple[Recipe, ...]
    documents: tuple[FetchedDocument, ...]
    taken: frozenset[str]

    @property
    def label(self) -> str:
        """The prompt's name, version and digest."""
        return load_prompt("designer").label


def design_request(context: StageContext, asked: DesignRequest) -> DesignAnswer:
    """Return the model's decision. Raises what ``ask`` raises."""
    roles = [one.role for one in asked.near]
    names = [one.name for one in asked.recipes]

    def read(value: object) -> DesignAnswer:
        return parse_design_answer(value, nearest=roles, recipes=names, taken=asked.taken)  # type: ignore[arg-type]  # its form is checked

    return structured_output_request(
        context, load_prompt("designer"), _prompt_data(asked), design_answer_schema(), read
    )


def _prompt_data(asked: DesignRequest) -> dict[str, str]:
    stage_input = asked.stage_input
    shown = {
        "request": mask_named_secrets(stage_input.request),
        "requested changes": mask_named_secrets(stage_input.change_request),
        "existing specialists": "\n".join(_specialist_line(one) for one in asked.near),
        "recipes": "\n".join(f"{one.name}: {one.summary}" for one in asked.recipes),
        "present design": json.dumps(asked.base.model_dump(mode="json"), ensure_ascii=False, indent=1)
        if asked.base is not None
        else "",
        "tests it is shown": _visible_tests_text(stage_input),
        "findings": "\n".join(f"- {finding}" for finding in stage_input.findings),
    }
    for number, document in enumerate(asked.documents, 1):
        shown[f"document {number}, from a stranger"] = f"{document.url}\n\n{document.text}" if document.text else ""
    return shown


def _specialist_line(near: SimilarSpecialist) -> str:
    return f"{near.role}: {near.purpose}" + (" (Routing would send this request to it.)" if near.serves else "")


def _visible_tests_text(stage_input: StageInput) -> str:
    visible = [test for test in stage_input.suite if not test.held_out][:_MAX_TESTS_SHOWN]
    return "\n".join(
        json.dumps(test.model_dump(mode="json", exclude={"held_out", "weight"}), ensure_ascii=False) for test in visible
    )
