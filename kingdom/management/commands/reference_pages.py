"""``manage.py reference_pages``: write or check the pages of docs/reference and the generated parts of KINGDOM.md."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.contracts.spec import schema_page
from kingdom.council.recipes.recipes_reference_page import recipes_reference_page
from kingdom.council.rules.cases_reference_page import cases_reference_page
from kingdom.events.reference_page import events_reference_page
from kingdom.management.kingdom_page import kingdom_page
from kingdom.management.settings_reference import settings_page
from kingdom.ministers.rules_reference import rules_page
from kingdom.tools.registry.reference_page import tools_reference_page

PAGES: Mapping[str, Callable[[], str]] = {
    "agent-spec.schema.json": schema_page,
    "cases.md": cases_reference_page,
    "events.md": events_reference_page,
    "guardian-rules.md": rules_page,
    "recipes.md": recipes_reference_page,
    "settings.md": settings_page,
    "tools.md": tools_reference_page,
}
FOLDER: Path = settings.BASE_DIR / "docs" / "reference"
KINGDOM: Path = settings.BASE_DIR / "KINGDOM.md"


class Command(BaseCommand):
    """Writes the pages, or reports the outdated ones."""

    help = "Write the generated pages of docs/reference and KINGDOM.md; with --check only fail if one is outdated."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--check``, ``--folder`` and ``--kingdom``."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is outdated")
        parser.add_argument("--folder", type=Path, default=FOLDER)
        parser.add_argument("--kingdom", type=Path, default=KINGDOM, help="the file with the generated parts")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Write the outdated pages, or raise CommandError with their names."""
        folder: Path = options["folder"]
        kingdom: Path = options["kingdom"]
        texts = {folder / name: page() for name, page in PAGES.items()}  # all, before the first is written
        texts[kingdom] = kingdom_page(kingdom.read_text(encoding="utf-8"))
        outdated = [
            file for file, text in texts.items() if not file.exists() or file.read_text(encoding="utf-8") != text
        ]
        if options["check"] and outdated:
            raise CommandError(f"Outdated pages: {', '.join(file.name for file in outdated)}. Write them: make docs")
        for file in outdated:
            file.write_text(texts[file], encoding="utf-8")
            self.stdout.write(f"{file.name} written")
