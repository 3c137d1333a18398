"""``manage.py recipes_table``: the page docs/reference/recipes.md."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.council.recipes_page import recipes_page


class Command(BaseCommand):
    """Prints the page, or compares it with a file."""

    help = "Print the page of the recipes; with --check FILE fail when the file differs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file to compare with."""
        parser.add_argument("--check", type=Path)

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Print or compare."""
        file: Path | None = options["check"]
        if file is None:
            self.stdout.write(recipes_page(), ending="")
        elif not file.exists() or file.read_text() != recipes_page():
            raise CommandError(f"{file} is not in step with config/recipes. Write it again: make docs")
