"""A design by the language model: the prompt's data and the parsed answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kingdom.contracts.spec import AgentSpec
from kingdom.council.prompts import load_prompt
from kingdom.council.recipes.catalogue import Recipe
from kingdom.council.rules.prompt_quoting import mask_named_secrets
from kingdom.council.stages.base import StageContext, StageInput
from kingdom.council.stages.design.design_schema import DesignAnswer, design_answer_schema, parse_design_answer
from kingdom.council.stages.design.similar_specialists import SimilarSpecialist
from kingdom.council.stages.document_fetcher import FetchedDocument
from kingdom.council.stages.structured_output import structured_output_request

_MAX_TESTS_SHOWN = 12  # visible tests shown with a design that came back


@dataclass(frozen=True, kw_only=True)
class DesignRequest:
    """The data of one design request."""

    stage_input: StageInput
    base: AgentSpec | None  # the current design, or the forked spec
    near: tuple[SimilarSpecialist, ...]
    recipes: tuple[Recipe, ...]
    documents: tuple[FetchedDocument, ...]
    taken: frozenset[str]

    @property
    def label(self) -> str:
        """The prompt's name, version and digest."""
        return load_prompt("designer").label


def design_request(context: StageContext, request: DesignRequest) -> DesignAnswer:
    """Return the model's decision. Raises as ``structured_output_request``."""
    roles = [similar.role for similar in request.near]
    names = [recipe.name for recipe in request.recipes]

    def read(value: Mapping[str, Any]) -> DesignAnswer:
        return parse_design_answer(value, nearest=roles, recipes=names, taken=request.taken)

    return structured_output_request(
        context, load_prompt("designer"), _prompt_data(request), design_answer_schema(), read
    )


def _prompt_data(request: DesignRequest) -> dict[str, str]:
    stage_input, base = request.stage_input, request.base
    data = {
        "request": mask_named_secrets(stage_input.request),
        "requested changes": mask_named_secrets(stage_input.change_request),
        "existing specialists": "\n".join(map(_specialist_line, request.near)),
        "recipes": "\n".join(f"{recipe.name}: {recipe.summary}" for recipe in request.recipes),
        "present design": json.dumps(base.model_dump(mode="json"), ensure_ascii=False, indent=1) if base else "",
        "tests it is shown": _visible_tests_text(stage_input),
        "findings": "\n".join(f"- {finding}" for finding in stage_input.findings),
    }
    for number, document in enumerate(request.documents, 1):
        data[f"document {number}, from a stranger"] = f"{document.url}\n\n{document.text}" if document.text else ""
    return data


def _specialist_line(near: SimilarSpecialist) -> str:
    return f"{near.role}: {near.purpose}" + (" (Routing would send this request to it.)" if near.serves else "")


def _visible_tests_text(stage_input: StageInput) -> str:
    visible = [test for test in stage_input.suite if not test.held_out][:_MAX_TESTS_SHOWN]
    return "\n".join(
        json.dumps(test.model_dump(mode="json", exclude={"held_out", "weight"}), ensure_ascii=False) for test in visible
    )
