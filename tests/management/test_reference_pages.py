"""The generated reference pages."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from kingdom.config import Config
from kingdom.core.errors import BadConfiguration
from kingdom.management.commands.reference_pages import KINGDOM
from kingdom.management.kingdom_page import kingdom_page
from kingdom.management.settings_reference import settings_page

REVISED = re.compile(r"^Revised on 20\d\d-[01]\d-[0-3]\d$", re.MULTILINE)


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
    command_output("reference_pages", "--check")  # of KINGDOM.md, too
    with pytest.raises(CommandError, match=r"agent-spec\.schema\.json"):
        command_output("reference_pages", "--check", "--folder", str(tmp_path))
    assert "settings.md written" in command_output("reference_pages", "--folder", str(tmp_path))
    command_output("reference_pages", "--check", "--folder", str(tmp_path))
    (tmp_path / "settings.md").write_text(settings_page() + "\n")
    with pytest.raises(CommandError, match=r"Outdated pages: settings\.md\. Write them: make docs"):
        command_output("reference_pages", "--check", "--folder", str(tmp_path))


def test_what_the_code_says_otherwise_in_kingdom_md_is_named(tmp_path: Path) -> None:
    page = tmp_path / "KINGDOM.md"
    page.write_text(REVISED.sub("Revised on 2026-01-01", KINGDOM.read_text().replace("`awaiting_parts`", "`waiting`")))
    with pytest.raises(CommandError, match=r"Outdated pages: KINGDOM\.md"):
        command_output("reference_pages", "--check", "--kingdom", str(page))
    assert "KINGDOM.md written" in command_output("reference_pages", "--kingdom", str(page))
    assert page.read_text() == REVISED.sub(f"Revised on {timezone.localdate()}", KINGDOM.read_text())
    assert command_output("reference_pages", "--kingdom", str(page)) == "", "a page that is current keeps its date"


def test_a_generated_part_of_kingdom_md_cannot_be_left_out() -> None:
    text = KINGDOM.read_text()
    with pytest.raises(BadConfiguration, match="endpoints"):
        kingdom_page(text.replace("<!-- begin endpoints -->", ""))


def test_the_head_of_kingdom_md_has_version_and_date() -> None:
    head = KINGDOM.read_text().partition("## Hierarchy")[0]
    version = tomllib.loads((KINGDOM.parent / "pyproject.toml").read_text())["project"]["version"]
    assert f"Version {version}\n" in head
    assert REVISED.search(head)
