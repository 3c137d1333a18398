"""``manage.py spec_schema``: the published JSON schema of ``AgentSpec``."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.contracts.spec import AgentSpec, TestCase

PATH: Path = settings.BASE_DIR / "docs" / "reference" / "agent-spec.schema.json"


def published() -> str:
    """Return the text of the schema file: draft 2020-12, ``AgentSpec`` at the top and ``TestCase`` among its definitions."""
    schema = AgentSpec.model_json_schema()
    test = TestCase.model_json_schema()
    schema["$defs"] = {**schema.get("$defs", {}), **test.pop("$defs", {}), "TestCase": test}
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:kingdom:agent-spec", **schema}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


class Command(BaseCommand):
    """Write the schema of AgentSpec to docs/reference, or check that it is in step."""

    help = "Write docs/reference/agent-spec.schema.json, or check it with --check."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--check``."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail when the file is not in step")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Write or compare."""
        text = published()
        if not options["check"]:
            PATH.write_text(text, encoding="utf-8")
        elif not PATH.exists() or PATH.read_text(encoding="utf-8") != text:
            raise CommandError(f"{PATH.relative_to(settings.BASE_DIR)} is not in step with AgentSpec. Run `manage.py spec_schema`.")
