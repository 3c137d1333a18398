"""The interruption of an effect that needs a person's action or decision first."""

from collections.abc import Mapping
from typing import Any, Literal

InterruptKind = Literal["tool", "resources", "host", "safety"]


class HumanInputRequired(Exception):
    """The run has ended; the same effect is run again when the question is answered.

    ``kind`` is ``tool`` (may this run?), ``resources`` (something is missing) ``host`` (may it reach this host?)
    or ``safety`` (it asks again for what it may not have); ``subject`` describes the question as JSON.
    """

    def __init__(self, kind: InterruptKind, subject: Mapping[str, Any]) -> None:
        """Keep the question."""
        super().__init__(kind)
        self.kind, self.subject = kind, subject
