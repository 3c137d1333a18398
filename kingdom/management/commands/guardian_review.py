"""``manage.py guardian_review``: JSON lines in, verdicts out, in order. Needs no database."""

import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.contracts.call_context import CallContext
from kingdom.council.stages.review import recipe_review_digests
from kingdom.ministers.guardian.judge.model_judge import MemoryJudgeCache, ModelJudge
from kingdom.ministers.guardian.review import ReviewOptions, review_json_line
from kingdom.ministers.rule_classifier import rule_scores
from kingdom.providers.language_models import model_config

MAX_LINE_BYTES = 64_000_000  # a longer line is cut and blocked


class Command(BaseCommand):
    """Reads ``{"id","kind","item"}`` lines and writes one verdict per line."""

    help = (
        "Review requests, specs, handlers and files: JSON lines on standard input, one verdict per line on standard "
        "output."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--no-judge``."""
        parser.add_argument("--no-judge", action="store_true", help="the deterministic layers only")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Review each line."""
        judge = not options["no_judge"]
        review_options = self._review_options() if judge else ReviewOptions(rule_scores=rule_scores)
        for line in read_lines(sys.stdin.buffer):
            self.stdout.write(
                json.dumps(review_json_line(line, judge=judge, options=review_options), ensure_ascii=True)
            )
            self.stdout.flush()

    @staticmethod
    def _review_options() -> ReviewOptions:
        config = model_config("reasoning")
        if config.provider == ModelConfig().provider:
            return ReviewOptions(preapproved=recipe_review_digests(), rule_scores=rule_scores)
        return ReviewOptions(
            judge=ModelJudge(build_model(config), CallContext(trace_id="guardian_review"), MemoryJudgeCache()),
            preapproved=recipe_review_digests(),
            rule_scores=rule_scores,
        )


def read_lines(stream: BinaryIO, limit: int = MAX_LINE_BYTES) -> Iterator[str]:
    """Yield the non-empty lines. A line over the limit is cut: it is then invalid JSON and is blocked."""
    while raw := stream.readline(limit):
        rest = raw
        while not rest.endswith(b"\n") and len(rest) == limit:
            rest = stream.readline(limit)
        line = raw.decode("utf-8", errors="replace")
        if line.strip():
            yield line
