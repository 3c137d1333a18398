"""``manage.py reference_pages``: the generated pages of docs/reference, written or compared."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.contracts.spec import schema_page
from kingdom.council.recipes.recipes_reference_page import recipes_reference_page
from kingdom.council.rules.cases_reference_page import cases_reference_page
from kingdom.management.settings_reference import settings_page
from kingdom.ministers.guardian.rules_reference import rules_page
from kingdom.tools.registry.reference_page import tools_reference_page

PAGES: Mapping[str, Callable[[], str]] = {
    "agent-spec.schema.json": schema_page,
    "cases.md": cases_reference_page,
    "guardian-rules.md": rules_page,
    "recipes.md": recipes_reference_page,
    "settings.md": settings_page,
    "tools.md": tools_reference_page,
}
FOLDER: Path = settings.BASE_DIR / "docs" / "reference"


class Command(BaseCommand):
    """Writes every page, or says which are behind the code."""

    help = "Write the generated pages of docs/reference; with --check write nothing and fail when one is not in step with the code."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to do, and where."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is not in step")
        parser.add_argument("--folder", type=Path, default=FOLDER)

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Write or compare."""
        folder: Path = options["folder"]
        made = {folder / name: page() for name, page in PAGES.items()}  # all of them, before the first is written
        behind = [file for file, text in made.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
        if options["check"] and behind:
            raise CommandError(
                f"Not in step with the code: {', '.join(file.name for file in behind)}. Write them again: make docs"
            )
        for file in [] if options["check"] else behind:
            file.write_text(made[file], encoding="utf-8")
            self.stdout.write(f"{file.name} written")
