"""An effect that stops in its middle, since a person has to do or decide something first."""

from collections.abc import Mapping
from typing import Any, Literal

InterruptKind = Literal["tool", "resources"]


class HumanInputRequired(Exception):
    """The run was ended; the same effect is carried out again when the question is answered.

    ``kind`` is ``tool`` (may this be done?) or ``resources`` (something is missing), ``subject`` what is asked about, as JSON.
    """

    def __init__(self, kind: InterruptKind, subject: Mapping[str, Any]) -> None:
        """Keep the question."""
        super().__init__(kind)
        self.kind, self.subject = kind, subject
