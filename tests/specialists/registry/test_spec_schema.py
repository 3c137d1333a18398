"""The published schema of AgentSpec is valid and says the same as the code."""

import json

import pytest

from kingdom.contracts.formats.json_schema import check_schema, validation_errors
from kingdom.contracts.spec import schema_page
from kingdom.specialists.registry.builtins import builtins_read

SCHEMA = json.loads(schema_page())


def test_it_is_a_valid_schema() -> None:
    check_schema(SCHEMA)


@pytest.mark.parametrize("builtin", builtins_read(), ids=lambda builtin: builtin.spec.role)
def test_every_built_in_fits_it(builtin: object) -> None:
    assert validation_errors(builtin.spec.model_dump(mode="json"), SCHEMA) == []  # type: ignore[attr-defined] # parametrize hides the type


@pytest.mark.parametrize(
    "wrong", [{}, {"role": "Bad Role"}, {"role": "x", "identity": "wizard", "purpose": "p", "engine": "model"}]
)
def test_it_refuses_what_the_code_refuses(wrong: dict[str, str]) -> None:
    assert validation_errors(wrong, SCHEMA) != []
