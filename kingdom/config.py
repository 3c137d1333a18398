"""The settings of Kingdom: environment variable, type, default and meaning of each, in one typed object.

``manage.py reference_pages`` generates the settings page of the documentation from this module.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from kingdom.adapters.sandbox.settings import SandboxSettings
from kingdom.core.errors import BadConfiguration

PREFIX = "KINGDOM_"
_SIGNER = re.compile(r"\s*(?P<name>[\w.][\w. -]{0,59}?)\s*=\s*(?P<key>[0-9a-f]{32})\s*", re.ASCII)


def _env(name: str, default: Any, meaning: str, **bounds: Any) -> Any:  # noqa: ANN401 - pydantic's own field type
    return Field(default, validation_alias=name, description=meaning, **bounds)


class Config(SandboxSettings, BaseSettings):
    """The settings, read from the environment once at start."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, frozen=True, case_sensitive=True)

    data: Path = _env("KINGDOM_DATA", Path(".kingdom"), "Folder for the embedded database, keys, model files and logs.")
    database_url: SecretStr | None = _env(
        "DATABASE_URL", None, "PostgreSQL with pgvector, e.g. postgres://user:password@host/name. Unset: embedded."
    )
    broker_url: SecretStr | None = _env(
        "CELERY_BROKER_URL", None, "Redis or RabbitMQ for Celery. Unset: the database itself (pgmq)."
    )
    live_url: SecretStr | None = _env(
        "KINGDOM_LIVE_URL", None, "Redis for the live channel. Unset: PostgreSQL LISTEN/NOTIFY."
    )
    secret_key: SecretStr | None = _env(
        "KINGDOM_SECRET_KEY", None, "Signs sessions and cookies. Unset: a key file in the data folder, made once."
    )
    debug: bool = _env("KINGDOM_DEBUG", False, "Django's debug pages. Never enable it on a host that others can reach.")
    allowed_hosts: str = _env(
        "KINGDOM_ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        "Comma-separated host names that the web process answers to.",
    )
    public_url: str = _env(
        "KINGDOM_PUBLIC_URL", "", "Public address, e.g. https://kingdom.example.org. With https, cookies are secure."
    )
    time_zone: str = _env("KINGDOM_TIME_ZONE", "UTC", "Time zone of the web pages. Stored times are UTC.")
    log_format: Literal["console", "json"] = _env("KINGDOM_LOG_FORMAT", "console", "Format of the log lines.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = _env("KINGDOM_LOG_LEVEL", "INFO", "Lowest logged level.")

    gemini_api_key: SecretStr | None = _env(
        "GEMINI_API_KEY", None, "Key for Gemini. If set, Gemini is the language model."
    )
    gemini_base_url: str = _env(
        "KINGDOM_GEMINI_BASE_URL", "", "Another address that speaks the Gemini protocol (a proxy, the test server)."
    )
    gemini_api_version: str = _env("KINGDOM_GEMINI_API_VERSION", "v1beta", "Version in the path of Gemini calls.")
    model_url: str = _env(
        "KINGDOM_MODEL_URL",
        "",
        "Base URL of an OpenAI-compatible server (Ollama, vLLM, llama.cpp, another host's `manage.py model_serve`), "
        "e.g. http://localhost:11434/v1.",
    )
    model_key: SecretStr | None = _env(
        "KINGDOM_MODEL_KEY", None, "Key for the server at KINGDOM_MODEL_URL; also the key that model_serve requires."
    )
    model_chat: str = _env(
        "KINGDOM_MODEL_CHAT",
        "",
        "Model for answers. Unset: gemini-2.5-flash, or the first model that the server lists.",
    )
    model_reasoning: str = _env(
        "KINGDOM_MODEL_REASONING", "", "Model for routing, design and judging. Unset: the model for answers."
    )
    guardian_judge_timeout_s: float = _env(
        "KINGDOM_GUARDIAN_JUDGE_TIMEOUT_S",
        30.0,
        "Timeout of the Guardian's judge, seconds; after it a person decides.",
        gt=0,
        le=600,
    )
    guardian_sample: int = _env(
        "KINGDOM_GUARDIAN_SAMPLE", 50, "The judge reviews one of this many messages without findings; 0: none.", ge=0
    )
    model_timeout_s: float = _env(
        "KINGDOM_MODEL_TIMEOUT_S", 120.0, "Timeout of one model answer, seconds.", ge=10, le=3600
    )
    embedder: Literal["minilm", "hashing", "gemini"] = _env(
        "KINGDOM_EMBEDDER",
        "minilm",
        "Text embedder: hashing is the degraded mode without model files; gemini sends every message to Google and "
        "needs GEMINI_API_KEY. Applies until the first switch to another embedding space.",
    )

    engine_root: str = _env("KINGDOM_ENGINE_ROOT", "", "Folder of the Docker engine that `make engine` unpacks.")
    vault_keys: SecretStr | None = _env(
        "KINGDOM_VAULT_KEYS",
        None,
        "Comma-separated vault keys; the first one seals. Unset: key files in the data folder, created once.",
    )
    vault_kms: str = _env(
        "KINGDOM_VAULT_KMS",
        "local",
        "Comma-separated key services; the first one seals: local, aws:<key id, ARN or alias>.",
    )
    signing_keys: SecretStr | None = _env(
        "KINGDOM_SIGNING_KEYS",
        None,
        "Keys that sign exported specialists, the present one first. Unset: a key file in the data folder.",
    )
    trusted_signers: str = _env(
        "KINGDOM_TRUSTED_SIGNERS",
        "",
        "Signers of specialists that are shown by name, comma-separated name=fingerprint. `manage.py signing_key` "
        "prints your own fingerprint.",
    )
    trusted_proxies: str = _env(
        "KINGDOM_TRUSTED_PROXIES",
        "",
        "Comma-separated addresses of reverse proxies whose X-Forwarded-For names the client. Empty: none is believed.",
    )
    egress_origins: str = _env(
        "KINGDOM_EGRESS_ORIGINS",
        "",
        "Comma-separated origins that specialists may reach by plain http or at private addresses, e.g. http://10.0.0.5:8080.",
    )
    approval_hours: float = _env(
        "KINGDOM_APPROVAL_HOURS",
        168.0,
        "Hours after which an unanswered approval request counts as rejected.",
        gt=0,
        le=8760,
    )
    promotion_executions: int = _env(
        "KINGDOM_PROMOTION_EXECUTIONS", 50, "Executions that a version needs to be verified.", ge=1, le=100_000
    )
    promotion_min_success_rate: float = _env(
        "KINGDOM_PROMOTION_MIN_SUCCESS_RATE", 0.90, "Success rate that a version needs to be verified.", ge=0, le=1
    )
    promotion_min_lower_bound: float = _env(
        "KINGDOM_PROMOTION_MIN_LOWER_BOUND",
        0.80,
        "Least lower bound of the success rate's 95 % interval; 0: no requirement.",
        ge=0,
        le=1,
    )
    promotion_confidence: float = _env(
        "KINGDOM_PROMOTION_CONFIDENCE", 0.80, "Mean confidence that a version needs to be verified.", ge=0, le=1
    )
    promotion_suite_hours: float = _env(
        "KINGDOM_PROMOTION_SUITE_HOURS",
        24.0,
        "Hours for which a passed test run counts for a promotion.",
        gt=0,
        le=8760,
    )
    demand_days: int = _env(
        "KINGDOM_DEMAND_DAYS",
        30,
        "Days back in which the Auditor searches for common requests that no specialist serves.",
        ge=1,
        le=366,
    )
    canary_share: float = _env(
        "KINGDOM_CANARY_SHARE",
        0.1,
        "Share of messages that a newly verified version gets as a canary; 1: all of them.",
        gt=0,
        le=1,
    )
    canary_executions: int = _env(
        "KINGDOM_CANARY_EXECUTIONS",
        20,
        "Executions after which a canary that meets the criteria gets all messages.",
        ge=1,
        le=100_000,
    )
    telemetry_days: int = _env(
        "KINGDOM_TELEMETRY_DAYS", 400, "Days that single executions are kept; hourly metrics stay.", ge=1, le=36_500
    )
    idle_days: int = _env(
        "KINGDOM_IDLE_DAYS", 90, "Days without use after which an unverified specialist is deprecated.", ge=1, le=10_000
    )
    audit_auto_actions: str = _env(
        "KINGDOM_AUDIT_AUTO_ACTIONS",
        "suspend,deprecate",
        "Comma-separated actions of the Auditor without an admin; empty: it only reports.",
    )
    audit_calibration: float = _env(
        "KINGDOM_AUDIT_CALIBRATION",
        0.15,
        "Gap between stated confidence and success rate (ECE) that is a finding.",
        ge=0,
        le=1,
    )
    audit_quiet_days: float = _env(
        "KINGDOM_AUDIT_QUIET_DAYS",
        7.0,
        "Days for which a finding that an admin dismissed is not reported again.",
        ge=0,
        le=3650,
    )
    email_url: SecretStr | None = _env(
        "KINGDOM_EMAIL_URL",
        None,
        "Mail server, e.g. smtp://user:password@host:587 (STARTTLS) or smtps://host:465. Unset: no e-mail.",
    )
    email_from: str = _env("KINGDOM_EMAIL_FROM", "kingdom@localhost", "Sender of e-mails.")
    search: Literal["auto", "searxng", "gemini", "off"] = _env(
        "KINGDOM_SEARCH",
        "auto",
        "Provider of archon.web.search; auto uses KINGDOM_SEARCH_URL, else Gemini if its key is set.",
    )
    search_url: str = _env(
        "KINGDOM_SEARCH_URL",
        "",
        "Address of a SearXNG server with the JSON format enabled, e.g. http://localhost:8888.",
    )
    tool_rate_user: int = _env(
        "KINGDOM_TOOL_RATE_USER", 600, "Tool calls of one user per minute, in all sessions.", ge=16, le=100_000
    )
    tool_rate_session: int = _env(
        "KINGDOM_TOOL_RATE_SESSION", 120, "Tool calls of one session per minute.", ge=16, le=100_000
    )
    tool_grants: str = _env(
        "KINGDOM_TOOL_GRANTS",
        "",
        "Identities with tools of installed packages, e.g. research: acme.crm.find; coder: acme.ci.run acme.ci.log. "
        "master has all tools.",
    )
    workspace_mb: int = _env(
        "KINGDOM_WORKSPACE_MB",
        100,
        "Megabytes of one user's files; their earlier versions may use as much again.",
        ge=1,
        le=1_000_000,
    )
    workspace_files: int = _env("KINGDOM_WORKSPACE_FILES", 2000, "Files that one user may have.", ge=1, le=1_000_000)
    creation_ttl_minutes: float = _env(
        "KINGDOM_CREATION_TTL_MINUTES",
        10.0,
        "Minutes that a creation waits for approval or credentials before it expires.",
        gt=0,
        le=10_080,
    )
    proposal_ttl_hours: float = _env(
        "KINGDOM_PROPOSAL_TTL_HOURS",
        168.0,
        "Hours that a proposed new version of a specialist waits for an answer before it expires.",
        gt=0,
        le=8_760,
    )
    evolution_per_day: int = _env(
        "KINGDOM_EVOLUTION_PER_DAY",
        0,
        "New versions that the Auditor may propose by itself in 24 hours, with a language model; 0: only on request.",
        ge=0,
        le=1000,
    )
    cases_open: int = _env("KINGDOM_CASES_OPEN", 3, "Open creations of one user at a time.", ge=1, le=1000)
    cases_per_day: int = _env(
        "KINGDOM_CASES_PER_DAY", 20, "Creations that one user may open in 24 hours.", ge=1, le=100_000
    )
    training_parallel: int = _env(
        "KINGDOM_TRAINING_PARALLEL",
        2,
        "Tests of one training that run at a time; a sandbox runs one call per core.",
        ge=1,
        le=64,
    )
    training_min_score: float = _env(
        "KINGDOM_TRAINING_MIN_SCORE", 0.75, "Confidence (mean test score) that a trained specialist needs.", ge=0, le=1
    )
    session_max_steps: int = _env("KINGDOM_SESSION_MAX_STEPS", 24, "Steps after which a session ends.", ge=1, le=1000)
    history_tokens: int = _env(
        "KINGDOM_HISTORY_TOKENS", 6000, "Most tokens of earlier turns that are sent with a message.", ge=0, le=1_000_000
    )
    lease_s: float = _env(
        "KINGDOM_LEASE_S", 30.0, "Seconds without a heartbeat after which a worker loses its session.", ge=1, le=3600
    )
    worker_concurrency: int = _env(
        "KINGDOM_WORKER_CONCURRENCY",
        64,
        "Sessions that one worker process runs at a time (threads; most of them wait).",
        ge=1,
        le=1000,
    )
    database_pool: int = _env(
        "KINGDOM_DATABASE_POOL",
        16,
        "Most database connections of one web or worker process; 0: one per thread, no pool.",
        ge=0,
        le=500,
    )

    route_threshold_verified: float = _env(
        "KINGDOM_ROUTE_THRESHOLD_VERIFIED",
        0.85,
        "Cosine threshold for verified specialists while no calibration is fitted.",
        ge=0,
        le=1,
    )
    route_threshold_own: float = _env(
        "KINGDOM_ROUTE_THRESHOLD_OWN",
        0.80,
        "Cosine threshold for the user's own unverified specialists while no calibration is fitted.",
        ge=0,
        le=1,
    )

    @field_validator("database_url")
    @classmethod
    def _is_postgresql(cls, value: SecretStr | None) -> SecretStr | None:
        try:
            scheme = urlsplit(value.get_secret_value()).scheme if value else "postgresql"
        except ValueError:
            scheme = ""
        if scheme not in ("postgres", "postgresql"):
            raise PydanticCustomError("database_url", "must be postgresql://user:password@host/name")
        return value

    @field_validator("trusted_signers")
    @classmethod
    def _are_signers(cls, value: str) -> str:
        if not all(_SIGNER.fullmatch(signer) for signer in value.split(",") if signer.strip()):
            raise PydanticCustomError(
                "trusted_signers", "must be comma-separated name=fingerprint; a fingerprint has 32 hexadecimal digits"
            )
        return value

    @property
    def signers(self) -> dict[str, str]:
        """The names of the trusted signers by fingerprint."""
        matches = (_SIGNER.fullmatch(signer) for signer in self.trusted_signers.split(","))
        return {match["key"]: match["name"] for match in matches if match is not None}

    @property
    def secrets(self) -> list[str]:
        """Every configured secret, and the passwords in URLs, for the masking of logs."""
        values = [value.get_secret_value() for value in self.__dict__.values() if isinstance(value, SecretStr)]
        passwords = [urlsplit(value).password for value in values if "://" in value]
        return values + [unquote(password) for password in passwords if password]

    @property
    def resolved_data(self) -> Path:
        """The data folder as an absolute path."""
        return self.data.expanduser().absolute()


def load_config(environ: Mapping[str, str] | None = None) -> Config:
    """Return the settings of the environment.

    Raises BadConfiguration with a list of all errors: invalid values and unknown ``KINGDOM_`` names. The list never
    contains values, which may be secrets.
    """
    environ = os.environ if environ is None else environ
    names = {str(field.validation_alias) for field in Config.model_fields.values()}
    errors = [f"{name}: no such setting" for name in sorted(environ) if name.startswith(PREFIX) and name not in names]
    try:
        config = Config.model_validate({name: environ[name] for name in names if environ.get(name)})
    except ValidationError as error:
        errors += _validation_messages(error)
    if errors:
        raise BadConfiguration(
            "Kingdom cannot start with these settings:\n" + "\n".join(f"  - {line}" for line in errors)
        )
    return config


def _validation_messages(error: ValidationError) -> list[str]:
    return [f"{item['loc'][0]}: {item['msg']}" for item in error.errors(include_input=False, include_context=False)]
