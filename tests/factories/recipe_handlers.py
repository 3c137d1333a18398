"""Asking a recipe's handler in this process: a fast check of its sums and words.

The product runs handlers in the sandbox only.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.handler_engine import parse_answer
from kingdom.council.recipes.catalogue import recipe_by_name
from tests.builtins.asking import payload


@cache
def names(role: str) -> dict[str, Any]:
    """Return what the very text that the sandbox is given defines."""
    made: dict[str, Any] = {"__name__": role}
    exec(compile(recipe_by_name(role).spec.handler_code or "", role, "exec"), made)
    return made


@cache
def handler(role: str) -> Callable[[Any, Any], Any]:
    """Return a recipe's ``handle``."""
    made: Callable[[Any, Any], Any] = names(role)["handle"]
    return made


def ask(role: str, text: str, *before: str) -> EmitResponse:
    """Return an answer after the kernel's own checks; ``before`` are the user's earlier turns."""
    made = parse_answer(handler(role)(payload(text, *before), None), recipe_by_name(role).spec.output_schema)
    assert not isinstance(made, str), made
    return made


def output(role: str, text: str, *before: str) -> Mapping[str, Any]:
    """Return the output of an answer that has one."""
    made = ask(role, text, *before)
    assert made.tag == "SUCCESS", made.answer
    assert isinstance(made.output, Mapping)
    return made.output
