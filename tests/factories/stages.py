"""The context of a stage outside the executor."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.contracts.call_context import CallContext
from kingdom.council.stages.base import StageContext, StageInput
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import LanguageModel

StageInputFactory = Callable[..., StageInput]


@dataclass
class ProgressLog:
    """What a stage told those who watch, and whether its case is stopped."""

    lines: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    stopped: bool = False

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.lines]

    def context(self, model: LanguageModel | None) -> StageContext:
        runtime = RuntimeContext(call=CallContext(trace_id="case", user_id="1"))
        return StageContext(
            runtime=runtime,
            model=model,
            progress=lambda kind, values: self.lines.append((kind, values)),
            cancelled=lambda: self.stopped,
        )
