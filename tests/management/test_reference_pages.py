"""The generated reference pages."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from kingdom.config import Config
from kingdom.management.settings_reference import settings_page


def command_output(*arguments: str) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_the_settings_page_names_every_setting() -> None:
    page = settings_page()
    for field in Config.model_fields.values():
        assert f"| `{field.validation_alias}` |" in page


def test_an_outdated_reference_page_is_named(tmp_path: Path) -> None:
    command_output("reference_pages", "--check")
    with pytest.raises(CommandError, match=r"agent-spec\.schema\.json"):
        command_output("reference_pages", "--check", "--folder", str(tmp_path))
    assert "settings.md written" in command_output("reference_pages", "--folder", str(tmp_path))
    command_output("reference_pages", "--check", "--folder", str(tmp_path))
    (tmp_path / "settings.md").write_text(settings_page() + "\n")
    with pytest.raises(CommandError, match=r"Outdated pages: settings\.md\. Write them: make docs"):
        command_output("reference_pages", "--check", "--folder", str(tmp_path))
