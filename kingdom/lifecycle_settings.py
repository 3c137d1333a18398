"""The settings of how specialists are created, judged, promoted and routed to; ``kingdom.config`` composes them."""

from typing import Any

from pydantic import Field
from pydantic_settings import BaseSettings


def env_field(name: str, default: Any, meaning: str, **bounds: Any) -> Any:  # noqa: ANN401 - pydantic's own field type
    """Return a field that is read from the environment variable ``name``; ``bounds`` are pydantic's."""
    return Field(default, validation_alias=name, description=meaning, **bounds)


class LifecycleSettings(BaseSettings):
    """Approvals, policies, creations, training, promotion, audits, routing thresholds."""

    approval_hours: float = env_field(
        "KINGDOM_APPROVAL_HOURS",
        168.0,
        "Hours after which an unanswered approval request counts as rejected.",
        gt=0,
        le=8760,
    )
    policy_drafts_per_user: int = env_field(
        "KINGDOM_POLICY_DRAFTS_PER_USER", 50, "Policies of one user that wait for activation.", ge=0, le=10_000
    )
    policy_draft_days: int = env_field(
        "KINGDOM_POLICY_DRAFT_DAYS", 90, "Days that a policy is kept which nobody has activated.", ge=1, le=3650
    )
    promotion_executions: int = env_field(
        "KINGDOM_PROMOTION_EXECUTIONS", 50, "Executions that a version needs to be verified.", ge=1, le=100_000
    )
    promotion_min_success_rate: float = env_field(
        "KINGDOM_PROMOTION_MIN_SUCCESS_RATE", 0.90, "Success rate that a version needs to be verified.", ge=0, le=1
    )
    promotion_min_lower_bound: float = env_field(
        "KINGDOM_PROMOTION_MIN_LOWER_BOUND",
        0.80,
        "Least lower bound of the success rate's 95 % interval; 0: no requirement.",
        ge=0,
        le=1,
    )
    promotion_confidence: float = env_field(
        "KINGDOM_PROMOTION_CONFIDENCE", 0.80, "Measured confidence that a version needs to be verified.", ge=0, le=1
    )
    promotion_supervised_sends: int = env_field(
        "KINGDOM_PROMOTION_SUPERVISED_SENDS",
        3,
        "Supervised uses, each send approved by the owner, that a version which sends needs to be verified.",
        ge=1,
        le=1000,
    )
    promotion_test_run_hours: float = env_field(
        "KINGDOM_PROMOTION_TEST_RUN_HOURS",
        24.0,
        "Hours for which a passed test run counts for a promotion.",
        gt=0,
        le=8760,
    )
    demand_days: int = env_field(
        "KINGDOM_DEMAND_DAYS",
        30,
        "Days back in which the Auditor searches for common requests that no specialist serves.",
        ge=1,
        le=366,
    )
    canary_share: float = env_field(
        "KINGDOM_CANARY_SHARE",
        0.1,
        "Share of messages that a newly verified version gets as a canary; 1: all of them.",
        gt=0,
        le=1,
    )
    canary_executions: int = env_field(
        "KINGDOM_CANARY_EXECUTIONS",
        20,
        "Executions after which a canary that meets the criteria gets all messages.",
        ge=1,
        le=100_000,
    )
    telemetry_days: int = env_field(
        "KINGDOM_TELEMETRY_DAYS", 400, "Days that single executions are kept; hourly metrics stay.", ge=1, le=36_500
    )
    log_days: int = env_field(
        "KINGDOM_LOG_DAYS",
        0,
        "Days that the log of an ended session is kept, by which it can be replayed; 0: for ever. "
        "Its answer, receipts and execution stay.",
        ge=0,
        le=36_500,
    )
    event_days: int = env_field(
        "KINGDOM_EVENT_DAYS", 90, "Days that domain events are kept for policies and webhooks.", ge=1, le=3650
    )
    idle_days: int = env_field(
        "KINGDOM_IDLE_DAYS", 90, "Days without use after which an unverified specialist is deprecated.", ge=1, le=10_000
    )
    audit_auto_actions: str = env_field(
        "KINGDOM_AUDIT_AUTO_ACTIONS",
        "suspend,deprecate",
        "Comma-separated actions of the Auditor without an admin; empty: it only reports.",
    )
    audit_calibration: float = env_field(
        "KINGDOM_AUDIT_CALIBRATION",
        0.15,
        "Gap between stated confidence and success rate (ECE) that is a finding.",
        ge=0,
        le=1,
    )
    audit_quiet_days: float = env_field(
        "KINGDOM_AUDIT_QUIET_DAYS",
        7.0,
        "Days for which a finding that an admin dismissed is not reported again.",
        ge=0,
        le=3650,
    )
    creation_ttl_minutes: float = env_field(
        "KINGDOM_CREATION_TTL_MINUTES",
        10.0,
        "Minutes that a creation waits for approval or credentials before it expires.",
        gt=0,
        le=10_080,
    )
    proposal_retention_days: float = env_field(
        "KINGDOM_PROPOSAL_RETENTION_DAYS",
        30.0,
        "Days that an expired proposal is kept: one click confirms it, without a new design.",
        gt=0,
        le=3650,
    )
    proposal_ttl_hours: float = env_field(
        "KINGDOM_PROPOSAL_TTL_HOURS",
        168.0,
        "Hours that a proposed new version of a specialist waits for an answer before it expires.",
        gt=0,
        le=8_760,
    )
    evolution_per_day: int = env_field(
        "KINGDOM_EVOLUTION_PER_DAY",
        0,
        "New versions that the Auditor may propose by itself in 24 hours, with a language model; 0: only on request.",
        ge=0,
        le=1000,
    )
    cases_open: int = env_field("KINGDOM_CASES_OPEN", 3, "Open creations of one user at a time.", ge=1, le=1000)
    cases_per_day: int = env_field(
        "KINGDOM_CASES_PER_DAY", 20, "Creations that one user may open in 24 hours.", ge=1, le=100_000
    )
    training_parallel: int = env_field(
        "KINGDOM_TRAINING_PARALLEL",
        2,
        "Tests of one training that run at a time; a sandbox runs one call per core.",
        ge=1,
        le=64,
    )
    training_min_score: float = env_field(
        "KINGDOM_TRAINING_MIN_SCORE", 0.75, "Confidence (mean test score) that a trained specialist needs.", ge=0, le=1
    )
    route_threshold_verified: float = env_field(
        "KINGDOM_ROUTE_THRESHOLD_VERIFIED",
        0.85,
        "Cosine threshold for verified specialists while no calibration is fitted.",
        ge=0,
        le=1,
    )
    route_threshold_own: float = env_field(
        "KINGDOM_ROUTE_THRESHOLD_OWN",
        0.80,
        "Cosine threshold for the user's own unverified specialists while no calibration is fitted.",
        ge=0,
        le=1,
    )
