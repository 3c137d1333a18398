"""The shipped bank of messages for nobody: generic requests no specialist should claim (config/negative_bank.md)."""

import json
from pathlib import Path

from django.conf import settings

from kingdom.core.errors import BadConfiguration

FILE: Path = settings.BASE_DIR / "config" / "negative_bank.jsonl"


def bank_read(path: Path | None = None) -> list[str]:
    """Return the texts of a JSON Lines file (``{"text": …}`` a line), each once, in order. Raises BadConfiguration naming the line."""
    file = path or FILE
    texts: dict[str, None] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            texts[str(json.loads(line)["text"]).strip()] = None
        except (ValueError, KeyError, TypeError) as error:
            raise BadConfiguration(f"{file.name}, line {number}: expected an object with a text.") from error
    return list(texts)
