"""The patterns that ship with Kingdom: stored once; what an admin changes of them stays."""

import json
from dataclasses import asdict
from typing import Any

from django.conf import settings

from kingdom.policies.models import Pattern
from kingdom.policies.rules.pattern_definition import pattern_from_json

_FILE = settings.BASE_DIR / "config" / "cortex_patterns.json"


def shipped_patterns_store(**_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Store each shipped pattern that is not there yet, after the migrations."""
    for row in json.loads(_FILE.read_text(encoding="utf-8")):
        columns = asdict(pattern_from_json(row))
        state = Pattern.State.ACTIVE if row["enabled"] else Pattern.State.INACTIVE
        Pattern.objects.get_or_create(key=columns.pop("key"), defaults={**columns, "state": state})
