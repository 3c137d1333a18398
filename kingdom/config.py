"""The settings of Kingdom: environment variable, type, default and meaning of each, in one typed object.

``manage.py reference_pages`` generates the settings page of the documentation from this module.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit

from pydantic import AfterValidator, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import SettingsConfigDict

from kingdom.adapters.sandbox.settings import SandboxSettings
from kingdom.core.errors import BadConfiguration
from kingdom.core.trusted_proxies import checked_proxies
from kingdom.lifecycle_settings import LifecycleSettings, env_field

PREFIX = "KINGDOM_"
_SIGNER = re.compile(r"\s*(?P<name>[\w.][\w. -]{0,59}?)\s*=\s*(?P<key>[0-9a-f]{32})\s*", re.ASCII)


class Config(LifecycleSettings, SandboxSettings):
    """The settings, read from the environment once at start."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, frozen=True, case_sensitive=True)

    data: Path = env_field(
        "KINGDOM_DATA", Path(".kingdom"), "Folder for the embedded database, keys, model files and logs."
    )
    database_url: SecretStr | None = env_field(
        "DATABASE_URL", None, "PostgreSQL with pgvector, e.g. postgres://user:password@host/name. Unset: embedded."
    )
    database_direct_url: SecretStr | None = env_field(
        "KINGDOM_DATABASE_DIRECT_URL",
        None,
        "The server behind the pooler (PgBouncer in transaction mode) that DATABASE_URL names: for LISTEN, the queue, "
        "start-up, index builds and backups. Unset: DATABASE_URL names the server itself.",
    )
    broker_url: SecretStr | None = env_field(
        "CELERY_BROKER_URL", None, "Redis or RabbitMQ for Celery. Unset: the database itself (pgmq)."
    )
    live_url: SecretStr | None = env_field(
        "KINGDOM_LIVE_URL", None, "Redis for the live channel. Unset: PostgreSQL LISTEN/NOTIFY."
    )
    secret_key: SecretStr | None = env_field(
        "KINGDOM_SECRET_KEY", None, "Signs sessions and cookies. Unset: a key file in the data folder, made once."
    )
    debug: bool = env_field(
        "KINGDOM_DEBUG", False, "Django's debug pages. Never enable it on a host that others can reach."
    )
    allowed_hosts: str = env_field(
        "KINGDOM_ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        "Comma-separated host names that the web process answers to.",
    )
    public_url: str = env_field(
        "KINGDOM_PUBLIC_URL", "", "Public address, e.g. https://kingdom.example.org. With https, cookies are secure."
    )
    share_links: bool = env_field(
        "KINGDOM_SHARE_LINKS", False, "Users may share a conversation by a link that anybody can read until revoked."
    )
    time_zone: str = env_field("KINGDOM_TIME_ZONE", "UTC", "Time zone of the web pages. Stored times are UTC.")
    log_format: Literal["console", "json"] = env_field("KINGDOM_LOG_FORMAT", "console", "Format of the log lines.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = env_field(
        "KINGDOM_LOG_LEVEL", "INFO", "Lowest logged level."
    )

    gemini_api_key: SecretStr | None = env_field(
        "GEMINI_API_KEY", None, "Key for Gemini. If set, Gemini is the language model."
    )
    gemini_base_url: str = env_field(
        "KINGDOM_GEMINI_BASE_URL", "", "Another address that speaks the Gemini protocol (a proxy, the test server)."
    )
    gemini_api_version: str = env_field("KINGDOM_GEMINI_API_VERSION", "v1beta", "Version in the path of Gemini calls.")
    model_url: str = env_field(
        "KINGDOM_MODEL_URL",
        "",
        "Base URL of an OpenAI-compatible server (Ollama, vLLM, llama.cpp, another host's `manage.py model_serve`), "
        "e.g. http://localhost:11434/v1.",
    )
    model_key: SecretStr | None = env_field(
        "KINGDOM_MODEL_KEY", None, "Key for the server at KINGDOM_MODEL_URL; also the key that model_serve requires."
    )
    model_chat: str = env_field(
        "KINGDOM_MODEL_CHAT",
        "",
        "Model for answers. Unset: gemini-2.5-flash, or the first model that the server lists.",
    )
    model_reasoning: str = env_field(
        "KINGDOM_MODEL_REASONING", "", "Model for routing, design and judging. Unset: the model for answers."
    )
    guardian_judge_timeout_s: float = env_field(
        "KINGDOM_GUARDIAN_JUDGE_TIMEOUT_S",
        30.0,
        "Timeout of the Guardian's judge, seconds; after it a person decides.",
        gt=0,
        le=600,
    )
    guardian_sample: int = env_field(
        "KINGDOM_GUARDIAN_SAMPLE", 50, "The judge reviews one of this many messages without findings; 0: none.", ge=0
    )
    currency: str = env_field(
        "KINGDOM_CURRENCY",
        "USD",
        "Currency of model prices, costs and budgets; prices in another one are not applied.",
        pattern="^[A-Z]{3}$",
    )
    model_timeout_s: float = env_field(
        "KINGDOM_MODEL_TIMEOUT_S", 120.0, "Timeout of one model answer, seconds.", ge=10, le=3600
    )
    embedder: Literal["minilm", "hashing", "gemini"] = env_field(
        "KINGDOM_EMBEDDER",
        "minilm",
        "Text embedder: hashing is the degraded mode without model files; gemini sends every message to Google and "
        "needs GEMINI_API_KEY. Applies until the first switch to another embedding space.",
    )

    engine_root: str = env_field("KINGDOM_ENGINE_ROOT", "", "Folder of the Docker engine that `make engine` unpacks.")
    vault_keys: SecretStr | None = env_field(
        "KINGDOM_VAULT_KEYS",
        None,
        "Comma-separated vault keys; the first one seals. Unset: key files in the data folder, created once.",
    )
    vault_kms: str = env_field(
        "KINGDOM_VAULT_KMS",
        "local",
        "Comma-separated key services; the first one seals: local, aws:<key id, ARN or alias>, "
        "hashicorp:<mount>/<key>.",
    )
    signing_keys: SecretStr | None = env_field(
        "KINGDOM_SIGNING_KEYS",
        None,
        "Keys that sign exported specialists, the present one first. Unset: a key file in the data folder.",
    )
    trusted_signers: str = env_field(
        "KINGDOM_TRUSTED_SIGNERS",
        "",
        "Signers of specialists that are shown by name, comma-separated name=fingerprint. `manage.py signing_key` "
        "prints your own fingerprint.",
    )
    trusted_proxies: Annotated[str, AfterValidator(checked_proxies)] = env_field(
        "KINGDOM_TRUSTED_PROXIES",
        "",
        "Comma-separated addresses of reverse proxies whose X-Forwarded-For names the client. Empty: none is believed.",
    )
    egress_origins: str = env_field(
        "KINGDOM_EGRESS_ORIGINS",
        "",
        "Comma-separated origins that specialists may reach by plain http or at private addresses, e.g. http://10.0.0.5:8080.",
    )
    email_url: SecretStr | None = env_field(
        "KINGDOM_EMAIL_URL",
        None,
        "Mail server, e.g. smtp://user:password@host:587 (STARTTLS) or smtps://host:465. Unset: no e-mail.",
    )
    email_from: str = env_field("KINGDOM_EMAIL_FROM", "kingdom@localhost", "Sender of e-mails.")
    search: Literal["auto", "searxng", "gemini", "off"] = env_field(
        "KINGDOM_SEARCH",
        "auto",
        "Provider of archon.web.search; auto uses KINGDOM_SEARCH_URL, else Gemini if its key is set.",
    )
    search_url: str = env_field(
        "KINGDOM_SEARCH_URL",
        "",
        "Address of a SearXNG server with the JSON format enabled, e.g. http://localhost:8888.",
    )
    tool_rate_user: int = env_field(
        "KINGDOM_TOOL_RATE_USER", 600, "Tool calls of one user per minute, in all sessions.", ge=16, le=100_000
    )
    tool_rate_session: int = env_field(
        "KINGDOM_TOOL_RATE_SESSION", 120, "Tool calls of one session per minute.", ge=16, le=100_000
    )
    packs: str = env_field(
        "KINGDOM_PACKS",
        "",
        "Installed packs whose recipes, tools and Guardian rules are loaded, e.g. acme-kingdom. They run in Kingdom's "
        "own processes: list only what you trust as much as Kingdom.",
    )
    mcp_servers: str = env_field(
        "KINGDOM_MCP_SERVERS",
        "",
        "MCP servers whose accepted tools are in the registry, e.g. crm=https://crm.example/mcp; docs=https://…",
    )
    mcp_tokens: SecretStr | None = env_field(
        "KINGDOM_MCP_TOKENS", None, "Bearer tokens of these servers, e.g. crm=TOKEN; docs=TOKEN."
    )
    tool_grants: str = env_field(
        "KINGDOM_TOOL_GRANTS",
        "",
        "Identities with tools of installed packages, e.g. research: acme.crm.find; coder: acme.ci.run acme.ci.log. "
        "master has all tools.",
    )
    exports_url: str = env_field(
        "KINGDOM_EXPORTS_URL",
        "",
        "Where archives of exported data are kept: s3://bucket/folder. Unset: the data folder, which web processes and "
        "workers then have to share.",
    )
    workspace_mb: int = env_field(
        "KINGDOM_WORKSPACE_MB",
        100,
        "Megabytes of one user's files; their earlier versions may use as much again.",
        ge=1,
        le=1_000_000,
    )
    workspace_files: int = env_field(
        "KINGDOM_WORKSPACE_FILES", 2000, "Files that one user may have.", ge=1, le=1_000_000
    )
    session_max_steps: int = env_field(
        "KINGDOM_SESSION_MAX_STEPS", 24, "Steps after which a session ends.", ge=1, le=1000
    )
    history_tokens: int = env_field(
        "KINGDOM_HISTORY_TOKENS", 6000, "Most tokens of earlier turns that are sent with a message.", ge=0, le=1_000_000
    )
    lease_s: float = env_field(
        "KINGDOM_LEASE_S", 30.0, "Seconds without a heartbeat after which a worker loses its session.", ge=1, le=3600
    )
    worker_concurrency: int = env_field(
        "KINGDOM_WORKER_CONCURRENCY",
        64,
        "Sessions that one worker process runs at a time (threads; most of them wait).",
        ge=1,
        le=1000,
    )
    max_queue_s: float = env_field(
        "KINGDOM_MAX_QUEUE_S",
        300.0,
        "Longest expected wait of a new message, seconds; beyond it posting one answers 503 with Retry-After.",
        ge=1,
        le=86400,
    )
    user_open_messages: int = env_field(
        "KINGDOM_USER_OPEN_MESSAGES",
        30,
        "Messages and running workflows of one user that may be open at a time; the next answers 429 with Retry-After.",
        ge=1,
        le=100_000,
    )
    user_streams: int = env_field(
        "KINGDOM_USER_STREAMS", 100, "Event streams of one user in one web process; the next: 429.", ge=1, le=100_000
    )
    workflow_parallel: int = env_field(
        "KINGDOM_WORKFLOW_PARALLEL", 16, "Sessions of one workflow that run at a time.", ge=1, le=1000
    )
    bypasses_per_hour: int = env_field(
        "KINGDOM_BYPASSES_PER_HOUR",
        20,
        "Answers of one user's agents an hour that may do without their mandatory tool by [BYPASS: reason].",
        ge=0,
        le=100_000,
    )
    workflow_deadline_s: int = env_field(
        "KINGDOM_WORKFLOW_DEADLINE_S",
        86_400,
        "Seconds that a workflow may take when its manifest does not say.",
        ge=1,
        le=604_800,
    )
    schedules_per_user: int = env_field(
        "KINGDOM_SCHEDULES_PER_USER", 50, "Schedules and webhooks that one user may have.", ge=0, le=10_000
    )
    database_pool: int = env_field(
        "KINGDOM_DATABASE_POOL", 16, "Most database connections of a web or worker process; 0: no pool.", ge=0, le=500
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
