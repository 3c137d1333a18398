"""The published schema of AgentSpec is in step, valid, and says the same as the code."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from kingdom.contracts.json_schema import check_schema, faults
from kingdom.management.commands import spec_schema
from kingdom.specialists.builtin_files import builtins_read

SCHEMA = json.loads(spec_schema.PATH.read_text())


def test_the_file_is_in_step() -> None:
    call_command("spec_schema", "--check")


def test_a_file_that_is_behind_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(spec_schema, "PATH", spec_schema.PATH.with_name("absent.json"))
    with pytest.raises(CommandError, match=r"manage.py spec_schema"):
        call_command("spec_schema", "--check")


def test_it_is_a_valid_schema() -> None:
    check_schema(SCHEMA)


@pytest.mark.parametrize("builtin", builtins_read(), ids=lambda builtin: builtin.spec.role)
def test_every_built_in_fits_it(builtin: object) -> None:
    assert faults(builtin.spec.model_dump(mode="json"), SCHEMA) == []  # type: ignore[attr-defined] # parametrize hides the type


@pytest.mark.parametrize("wrong", [{}, {"role": "Bad Role"}, {"role": "x", "identity": "wizard", "purpose": "p", "engine": "model"}])
def test_it_refuses_what_the_code_refuses(wrong: dict[str, str]) -> None:
    assert faults(wrong, SCHEMA) != []
