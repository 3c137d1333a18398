"""Every setting of Kingdom: its environment variable, type, default and meaning, in one typed object.

The settings table of the documentation is generated from here (``manage.py reference_pages``).
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

from kingdom.core.errors import BadConfiguration

PREFIX = "KINGDOM_"
_SIGNER = re.compile(r"\s*(?P<name>[\w.][\w. -]{0,59}?)\s*=\s*(?P<key>[0-9a-f]{32})\s*", re.ASCII)


def _env(name: str, default: Any, meaning: str, **bounds: Any) -> Any:  # noqa: ANN401 - pydantic's own field type
    return Field(default, validation_alias=name, description=meaning, **bounds)


class Config(BaseSettings):
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
    debug: bool = _env("KINGDOM_DEBUG", False, "Django's debug pages. Never on a machine others can reach.")
    allowed_hosts: str = _env(
        "KINGDOM_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", "Host names the web process answers to, with commas."
    )
    public_url: str = _env(
        "KINGDOM_PUBLIC_URL",
        "",
        "Address users see, e.g. https://kingdom.example.org. Turns secure cookies on when it is https.",
    )
    time_zone: str = _env("KINGDOM_TIME_ZONE", "UTC", "Zone of the web pages; stored times are UTC always.")
    log_format: Literal["console", "json"] = _env("KINGDOM_LOG_FORMAT", "console", "Form of the log lines.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = _env(
        "KINGDOM_LOG_LEVEL", "INFO", "Lowest level that is logged."
    )

    gemini_api_key: SecretStr | None = _env(
        "GEMINI_API_KEY", None, "Key for Gemini; with it Gemini is the language model."
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
        "Model name for answers. Unset: gemini-2.5-flash, or the first model the server lists.",
    )
    model_reasoning: str = _env(
        "KINGDOM_MODEL_REASONING", "", "Model name for routing, design and judging. Unset: the one for answers."
    )
    guardian_judge_timeout_s: float = _env(
        "KINGDOM_GUARDIAN_JUDGE_TIMEOUT_S",
        30.0,
        "Longest wait for the Guardian's judge, seconds; after it a person decides.",
        gt=0,
        le=600,
    )
    guardian_sample: int = _env(
        "KINGDOM_GUARDIAN_SAMPLE",
        50,
        "The judge sees one of so many plain messages in which nothing was found; 0: none.",
        ge=0,
    )
    model_timeout_s: float = _env(
        "KINGDOM_MODEL_TIMEOUT_S", 120.0, "Longest wait for one model answer, seconds.", ge=10, le=3600
    )
    embedder: Literal["minilm", "hashing", "gemini"] = _env(
        "KINGDOM_EMBEDDER",
        "minilm",
        "Text embedder; hashing is the degraded mode without model files, gemini sends every message to Google (needs GEMINI_API_KEY). "
        "Holds until another space is switched to.",
    )

    sandbox: Literal["auto", "docker", "bubblewrap"] = _env(
        "KINGDOM_SANDBOX_BACKEND", "auto", "Sandbox backend; auto takes docker when an engine answers."
    )
    sandbox_runtime: Literal["", "runc", "crun", "runsc"] = _env(
        "KINGDOM_SANDBOX_RUNTIME", "", "Runtime of the docker backend. Unset: the engine's own."
    )
    sandbox_image: str = _env(
        "KINGDOM_SANDBOX_IMAGE", "", "Image of the docker backend. Unset: the one `make sandbox-image` built."
    )
    sandbox_require: str = _env(
        "KINGDOM_SANDBOX_REQUIRE",
        "",
        "Guarantees without which no code runs, of: net fs uid mem pids cpu seccomp kernel.",
    )
    sandbox_rlimits_only: bool = _env(
        "KINGDOM_SANDBOX_RLIMITS_ONLY",
        False,
        "Let bubblewrap run with process limits alone, where no cgroup can be had.",
    )
    engine_root: str = _env("KINGDOM_ENGINE_ROOT", "", "Folder of the Docker engine that `make engine` unpacks.")
    sandbox_socket: str = _env(
        "KINGDOM_SANDBOX_SOCKET", "", "Socket of a running sandboxd. Unset: the one in the data folder."
    )
    sandbox_root: str = _env(
        "KINGDOM_SANDBOX_ROOT",
        "",
        "Folder of the sandbox's image and root tree. Unset: /var/lib/kingdom-sandbox for root.",
    )
    vault_keys: SecretStr | None = _env(
        "KINGDOM_VAULT_KEYS",
        None,
        "Vault keys with commas, the one that seals first. Unset: key files in the data folder, made once.",
    )
    vault_kms: str = _env(
        "KINGDOM_VAULT_KMS",
        "local",
        "Key services with commas, the one that seals first: local, aws:<key id, ARN or alias>.",
    )
    signing_keys: SecretStr | None = _env(
        "KINGDOM_SIGNING_KEYS",
        None,
        "Keys that sign exported specialists, the present first. Unset: a key file in the data folder, made once.",
    )
    trusted_signers: str = _env(
        "KINGDOM_TRUSTED_SIGNERS",
        "",
        "Whose signed specialists are shown by name, with commas: name=fingerprint (`manage.py signing_key` prints one's own).",
    )
    egress_origins: str = _env(
        "KINGDOM_EGRESS_ORIGINS",
        "",
        "Origins with commas that specialists may reach by plain http or at private addresses, e.g. http://10.0.0.5:8080.",
    )
    approval_hours: float = _env(
        "KINGDOM_APPROVAL_HOURS", 168.0, "Hours after which a question that nobody answered is a no.", gt=0, le=8760
    )
    promotion_executions: int = _env(
        "KINGDOM_PROMOTION_EXECUTIONS", 50, "Executions of a version before it may be verified.", ge=1, le=100_000
    )
    promotion_min_success_rate: float = _env(
        "KINGDOM_PROMOTION_MIN_SUCCESS_RATE", 0.90, "Share of them that must have succeeded.", ge=0, le=1
    )
    promotion_min_lower_bound: float = _env(
        "KINGDOM_PROMOTION_MIN_LOWER_BOUND",
        0.80,
        "What the lower end of that share's 95 % interval must reach; 0 asks for nothing.",
        ge=0,
        le=1,
    )
    promotion_confidence: float = _env(
        "KINGDOM_PROMOTION_CONFIDENCE", 0.80, "Average confidence that is asked for.", ge=0, le=1
    )
    promotion_suite_hours: float = _env(
        "KINGDOM_PROMOTION_SUITE_HOURS",
        24.0,
        "Hours for which a green run of all tests counts for a promotion.",
        gt=0,
        le=8760,
    )
    demand_days: int = _env(
        "KINGDOM_DEMAND_DAYS", 30, "Days back that the Auditor looks for common wishes nobody serves.", ge=1, le=366
    )
    canary_share: float = _env(
        "KINGDOM_CANARY_SHARE",
        0.1,
        "Share of its messages that a newly verified version gets at first; 1: all at once.",
        gt=0,
        le=1,
    )
    canary_executions: int = _env(
        "KINGDOM_CANARY_EXECUTIONS", 20, "Executions at the bar after which it gets all.", ge=1, le=100_000
    )
    telemetry_days: int = _env(
        "KINGDOM_TELEMETRY_DAYS", 400, "Days that single executions are kept; hourly sums stay.", ge=1, le=36_500
    )
    idle_days: int = _env(
        "KINGDOM_IDLE_DAYS", 90, "Days without use after which an unverified specialist is deprecated.", ge=1, le=10_000
    )
    audit_auto_actions: str = _env(
        "KINGDOM_AUDIT_AUTO_ACTIONS",
        "suspend,deprecate",
        "What the Auditor does by itself, with commas; empty: it only reports.",
    )
    audit_calibration: float = _env(
        "KINGDOM_AUDIT_CALIBRATION",
        0.15,
        "Gap between stated confidence and success (ECE) that is a finding.",
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
        "What answers archon.web.search; auto takes KINGDOM_SEARCH_URL, else Gemini when its key is set.",
    )
    search_url: str = _env(
        "KINGDOM_SEARCH_URL", "", "Address of a SearXNG server whose JSON format is on, e.g. http://localhost:8888."
    )
    tool_rate_user: int = _env(
        "KINGDOM_TOOL_RATE_USER", 600, "Tool calls of one user in a minute, over all sessions.", ge=16, le=100_000
    )
    tool_rate_session: int = _env(
        "KINGDOM_TOOL_RATE_SESSION", 120, "Tool calls of one session in a minute.", ge=16, le=100_000
    )
    tool_grants: str = _env(
        "KINGDOM_TOOL_GRANTS",
        "",
        "Who holds tools of installed packages, e.g. research: acme.crm.find; coder: acme.ci.run acme.ci.log (master holds them all).",
    )
    workspace_mb: int = _env(
        "KINGDOM_WORKSPACE_MB",
        100,
        "Megabytes that one user's files may take; their earlier versions may take as much again.",
        ge=1,
        le=1_000_000,
    )
    workspace_files: int = _env("KINGDOM_WORKSPACE_FILES", 2000, "Files that one user may have.", ge=1, le=1_000_000)
    creation_ttl_minutes: float = _env(
        "KINGDOM_CREATION_TTL_MINUTES",
        10.0,
        "Minutes the Council waits for a yes, or for credentials, before a case expires.",
        gt=0,
        le=10_080,
    )
    proposal_ttl_hours: float = _env(
        "KINGDOM_PROPOSAL_TTL_HOURS",
        168.0,
        "Hours that a proposed new version of a specialist waits for an answer.",
        gt=0,
        le=8_760,
    )
    evolution_per_day: int = _env(
        "KINGDOM_EVOLUTION_PER_DAY",
        0,
        "New versions that the Auditor may propose by itself in 24 hours, where a language model is set; 0: only when somebody asks.",
        ge=0,
        le=1000,
    )
    cases_open: int = _env(
        "KINGDOM_CASES_OPEN", 3, "Cases one user may have open in the Council at a time.", ge=1, le=1000
    )
    cases_per_day: int = _env(
        "KINGDOM_CASES_PER_DAY", 20, "Cases one user may open in the Council in 24 hours.", ge=1, le=100_000
    )
    training_parallel: int = _env(
        "KINGDOM_TRAINING_PARALLEL",
        2,
        "Tests of one training that run at a time; a sandbox runs one call a core anyway.",
        ge=1,
        le=64,
    )
    training_min_score: float = _env(
        "KINGDOM_TRAINING_MIN_SCORE",
        0.75,
        "Confidence (mean score of its tests) a trained specialist needs.",
        ge=0,
        le=1,
    )
    session_max_steps: int = _env(
        "KINGDOM_SESSION_MAX_STEPS", 24, "Steps after which a session is ended.", ge=1, le=1000
    )
    history_tokens: int = _env(
        "KINGDOM_HISTORY_TOKENS",
        6000,
        "Earlier turns that go along with a message, at most so many tokens.",
        ge=0,
        le=1_000_000,
    )
    lease_s: float = _env(
        "KINGDOM_LEASE_S", 30.0, "A worker that is silent for so long has lost its session, seconds.", ge=1, le=3600
    )
    worker_concurrency: int = _env(
        "KINGDOM_WORKER_CONCURRENCY",
        64,
        "Sessions one worker process runs at a time (threads; most of them wait).",
        ge=1,
        le=1000,
    )
    database_pool: int = _env(
        "KINGDOM_DATABASE_POOL",
        16,
        "Database connections one web or worker process keeps at most; 0: one a thread, no pool.",
        ge=0,
        le=500,
    )

    route_threshold_verified: float = _env(
        "KINGDOM_ROUTE_THRESHOLD_VERIFIED", 0.85, "Cosine to route by while no gate is fitted: verified.", ge=0, le=1
    )
    route_threshold_own: float = _env(
        "KINGDOM_ROUTE_THRESHOLD_OWN", 0.80, "The same for the user's own unverified specialists.", ge=0, le=1
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
        if not all(_SIGNER.fullmatch(one) for one in value.split(",") if one.strip()):
            raise PydanticCustomError(
                "trusted_signers", "must be name=fingerprint with commas; a fingerprint is 32 hexadecimal digits"
            )
        return value

    @property
    def signers(self) -> dict[str, str]:
        """The trusted signers: names by fingerprint."""
        found = (_SIGNER.fullmatch(one) for one in self.trusted_signers.split(","))
        return {one["key"]: one["name"] for one in found if one is not None}

    @property
    def secrets(self) -> list[str]:
        """Every configured secret, for the log's filter; of a URL its password, too."""
        values = [value.get_secret_value() for value in self.__dict__.values() if isinstance(value, SecretStr)]
        return values + [unquote(found) for value in values if "://" in value and (found := urlsplit(value).password)]

    @property
    def resolved_data(self) -> Path:
        """The data folder as an absolute path."""
        return self.data.expanduser().absolute()


def load_config(environ: Mapping[str, str] | None = None) -> Config:
    """Return the settings of the environment.

    Raises BadConfiguration with one readable list of everything that is wrong: bad values and unknown ``KINGDOM_`` names.
    Values never appear in it, for they may be secrets.
    """
    found = os.environ if environ is None else environ
    known = {str(field.validation_alias): name for name, field in Config.model_fields.items()}
    faults = [f"{name}: no such setting" for name in sorted(found) if name.startswith(PREFIX) and name not in known]
    try:
        config = Config.model_validate({name: found[name] for name in known if found.get(name)})
    except ValidationError as error:
        faults += [
            f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors(include_input=False, include_context=False)
        ]
    else:
        if not faults:
            return config
    raise BadConfiguration(
        "Kingdom cannot start with these settings:\n" + "\n".join(f"  - {fault}" for fault in faults)
    )
