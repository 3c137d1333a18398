"""The capability graph: every door of a session to the world, each in a typed field. There is no look-up by name."""

from dataclasses import dataclass

from kingdom.runtime.ports import ApprovalPort, LanguageModel, TelemetryPort, ToolPort, WorkerPort


@dataclass(frozen=True, kw_only=True)
class CapabilityGraph:
    """One session's capabilities. To wrap one is to put another value of the same port into its field."""

    model: LanguageModel
    tool: ToolPort
    approval: ApprovalPort
    worker: WorkerPort
    telemetry: TelemetryPort
