"""The Council's prompts: versioned files without any user's text, reviewed like code."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kingdom.contracts.formats.canonical import text_digest
from kingdom.core.errors import BadConfiguration

PROMPTS_FOLDER = Path(__file__).parent
_HEAD = re.compile(r"version: (\d{1,4})\n\n")


class Prompt(NamedTuple):
    """One prompt file: its name, version and text."""

    name: str
    version: int
    text: str

    @property
    def label(self) -> str:
        """Name, version and the start of the text's digest; the digest reveals an edit without a new version."""
        return f"{self.name}/{self.version}:{text_digest(self.text)[:12]}"


@cache
def load_prompt(name: str) -> Prompt:
    """Return the prompt in ``<name>.md``, whose first line is ``version: N``.

    Raises BadConfiguration for an invalid file.
    """
    try:
        text = (PROMPTS_FOLDER / f"{name}.md").read_text(encoding="utf-8")
    except OSError as error:
        raise BadConfiguration(f"The prompt {name} cannot be read.") from error
    head = _HEAD.match(text)
    if head is None:
        raise BadConfiguration(f"The prompt {name} does not begin with a line `version: N` and an empty one.")
    return Prompt(name, int(head.group(1)), text[head.end() :].strip())
