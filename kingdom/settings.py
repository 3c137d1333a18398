"""Django's settings, made from the typed configuration."""

from pathlib import Path
from typing import Any

import dj_database_url

from kingdom.adapters.archive_store import EXPORTS, archive_store
from kingdom.config import load_config
from kingdom.core.deployment.celery_broker import broker_settings
from kingdom.core.deployment.embedded_postgres import embedded_database_settings
from kingdom.core.deployment.garbage_collection import pause_collection
from kingdom.core.deployment.key_files import key_from_file
from kingdom.core.deployment.logging_config import logging_config
from kingdom.core.deployment.mail_server import mail_settings
from kingdom.core.text.secret_masking import register_secrets

pause_collection()  # until the last of our apps is ready

KINGDOM = load_config()
BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = (
    KINGDOM.secret_key.get_secret_value()
    if KINGDOM.secret_key
    else key_from_file(KINGDOM.resolved_data / "keys" / "secret_key")
)
DEBUG = KINGDOM.debug
ALLOWED_HOSTS = [host.strip() for host in KINGDOM.allowed_hosts.split(",") if host.strip()]
SECURE = KINGDOM.public_url.startswith("https://")
CSRF_TRUSTED_ORIGINS = [KINGDOM.public_url] if KINGDOM.public_url else []
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "kingdom.console.error_pages.csrf_failure"

INSTALLED_APPS = [
    "kingdom",
    "kingdom.security_log",
    "kingdom.events",
    "kingdom.accounts",
    "kingdom.credentials",
    "kingdom.approvals",
    "kingdom.policies",
    "kingdom.webhooks",
    "kingdom.tools",
    "kingdom.providers",
    "kingdom.sessions",
    "kingdom.ministers",
    "kingdom.specialists",
    "kingdom.routing",
    "kingdom.council",
    "kingdom.workflows",
    "kingdom.orchestrator",
    "kingdom.schedules",
    "kingdom.personal_data",
    "kingdom.doors",
    "kingdom.console",
    "kingdom.ops",
    "kingdom.console.staff.admin_config.KingdomAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "axes",
    "django_celery_beat",
    "django_filters",
    "django_structlog",
    "drf_spectacular",
    "knox",
    "rest_framework",
]

MIDDLEWARE = [
    "kingdom.ops.metrics.request_metrics.RequestMetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "kingdom.core.web.response_middleware.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "kingdom.core.web.response_middleware.SecurityHeadersMiddleware",
    "kingdom.core.web.request_checks.NulMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "kingdom.security_log.request_actor.RequestActorMiddleware",
    "kingdom.core.web.language.LanguageMiddleware",
    "kingdom.core.web.request_log.MaskedRequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "kingdom.console.error_pages.PageErrorMiddleware",
]

ROOT_URLCONF = "kingdom.urls"
ASGI_APPLICATION = "kingdom.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "kingdom.console.context_processors.inbox",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.l10n",
                "kingdom.core.stored_sentences",
                "kingdom.console.markup.example_language",
                "kingdom.console.staff.deferred_scripts",
            ],
        },
    }
]

DATABASES: dict[str, Any] = {
    "default": (
        dj_database_url.parse(KINGDOM.database_url.get_secret_value())
        if KINGDOM.database_url
        else {"ENGINE": "django.db.backends.postgresql", **embedded_database_settings(KINGDOM.resolved_data)}
    )
}
DATABASES["default"] |= {"ENGINE": "kingdom.core.database_backend", "CONN_HEALTH_CHECKS": True}
# The server behind a pooler, or None when DATABASE_URL is the server's own address (kingdom.core.deployment).
DIRECT_DATABASE: Any = (
    dj_database_url.parse(KINGDOM.database_direct_url.get_secret_value()) if KINGDOM.database_direct_url else None
)
# A cursor of the server outlives the transaction that the pooler keeps a connection for.
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = DIRECT_DATABASE is not None
if KINGDOM.database_pool:
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": KINGDOM.database_pool,
        "timeout": 10,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
AXES_VERBOSE = False  # no log line at each start
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_CALLABLE = "kingdom.accounts.views.locked_out"
AXES_CLIENT_IP_CALLABLE = "kingdom.core.web.throttling.throttled_address"
AXES_LOCKOUT_PARAMETERS = ["username", "ip_address"]  # each by itself: neither many addresses nor many names help
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - a model's name

MAIL = mail_settings(KINGDOM.email_url.get_secret_value() if KINGDOM.email_url else "")
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL, EMAIL_TIMEOUT = MAIL.starttls, MAIL.ssl, 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = KINGDOM.email_from

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]  # each in its own words; that of a user: accounts.User.language
LOCALE_PATHS = [BASE_DIR / "kingdom" / "locale"]
TIME_ZONE = KINGDOM.time_zone
USE_TZ = True
USE_I18N = True
STATIC_URL = "/static/"
STATIC_ROOT = KINGDOM.resolved_data / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},  # of Django; nothing is kept there
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    EXPORTS: archive_store(KINGDOM.exports_url),
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
CACHES = {
    "default": {
        "BACKEND": "kingdom.core.web.shared_cache.SharedCache",
        "LOCATION": "kingdom_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    "local": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "local",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "kingdom.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["kingdom.core.web.parsers.BoundedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "kingdom.core.web.problem_details.problem_exception_handler",
    # The server sets REMOTE_ADDR by the trusted proxies; a client's own header may not choose whose calls count.
    "NUM_PROXIES": 0,
    "DEFAULT_THROTTLE_CLASSES": ["kingdom.core.web.throttling.MethodThrottle"],
    "DEFAULT_THROTTLE_RATES": {"auth": "20/min", "messages": "120/min", "read": "1200/min", "hooks": "60/min"},
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kingdom",
    "VERSION": "0.1.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {
        "SpecialistStatus": "kingdom.specialists.models.specialist.Specialist.Status",
        "SessionState": "kingdom.sessions.models.Session.State",
        "CaseState": "kingdom.council.models.CreationCase.State",
        "WorkflowState": "kingdom.workflows.models.Workflow.State",
        "WorkflowNodeState": "kingdom.workflows.models.WorkflowNode.State",
        "ApprovalKind": "kingdom.approvals.models.Approval.Kind",
        "ApprovalState": "kingdom.approvals.models.Approval.State",
        "ScheduleState": "kingdom.schedules.models.Schedule.State",
        "EventWebhookState": "kingdom.webhooks.models.EventWebhook.State",
        "FollowedEvent": "kingdom.core.web.api.FOLLOWED_EVENTS",
    },
}

CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker_settings(
    KINGDOM.broker_url.get_secret_value() if KINGDOM.broker_url else "", DIRECT_DATABASE or DATABASES["default"]
)
CELERY_BROKER_POOL_LIMIT = 4  # one pgmq client each: two database connections
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # wait for a database that restarts
CELERY_TIMEZONE = "UTC"  # django-celery-beat 2.8 stops firing in other zones
CELERY_TASK_DEFAULT_QUEUE = "kingdom"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = KINGDOM.worker_concurrency
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # its reply queues have names that pgmq refuses
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BEAT_SCHEDULER = "kingdom.ops.beat_scheduler:SeedingScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
# Created in the database if missing: existing rows keep an admin's changes. Schedules are seconds between runs.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "reap orphaned sessions": {"task": "kingdom.sessions.tasks.session_reap", "schedule": 15.0},
    "refresh routing": {"task": "kingdom.routing.tasks.routing_refresh", "schedule": 900.0},
    "notify of status changes": {"task": "kingdom.specialists.tasks.status_changes_notify", "schedule": 3600.0},
    "audit specialists": {"task": "kingdom.specialists.tasks.audit_run", "schedule": 1800.0},
    "audit near duplicates": {"task": "kingdom.routing.tasks.duplicates_audit", "schedule": 1800.0},
    "reap orphaned test runs": {"task": "kingdom.specialists.tasks.requeue_test_runs", "schedule": 60.0},
    "reap orphaned embedding space builds": {"task": "kingdom.routing.tasks.spaces_reap", "schedule": 60.0},
    "reap orphaned replays": {"task": "kingdom.orchestrator.tasks.replays_reap", "schedule": 60.0},
    "purge old executions": {"task": "kingdom.specialists.tasks.purge_executions", "schedule": 86_400.0},
    "purge old session logs": {"task": "kingdom.sessions.tasks.session_logs_purge", "schedule": 86_400.0},
    "delete accounts": {"task": "kingdom.personal_data.tasks.deletions_reap", "schedule": 5.0},
    "reap exports of data": {"task": "kingdom.personal_data.tasks.exports_reap", "schedule": 60.0},
    "send what is scheduled": {"task": "kingdom.schedules.tasks.schedules_due", "schedule": 15.0},
    "audit demand": {"task": "kingdom.orchestrator.tasks.audit_demand", "schedule": 14_400.0},
    "purge old events": {"task": "kingdom.events.tasks.events_purge", "schedule": 86_400.0},
    "hold policies against late events": {"task": "kingdom.policies.tasks.late_events_evaluate", "schedule": 15.0},
    "purge old policy drafts": {"task": "kingdom.policies.tasks.policy_drafts_purge", "schedule": 86_400.0},
    "deliver events": {"task": "kingdom.webhooks.tasks.events_deliver", "schedule": 10.0},
    "purge old heartbeats": {"task": "kingdom.ops.tasks.heartbeats_purge", "schedule": 3600.0},
    "expire approvals": {"task": "kingdom.approvals.tasks.expire", "schedule": 15.0},
    "sweep deleted workspaces": {"task": "kingdom.orchestrator.tasks.workspaces_sweep", "schedule": 21_600.0},
    "purge circuits of hosts": {"task": "kingdom.providers.tasks.host_circuits_purge", "schedule": 3600.0},
    "purge tool rate counters": {"task": "kingdom.tools.tasks.rates_purge", "schedule": 3600.0},
    "reap orphaned creations": {"task": "kingdom.council.tasks.case_reap", "schedule": 15.0},
    "advance waiting workflows": {"task": "kingdom.workflows.tasks.workflows_reap", "schedule": 15.0},
    "purge unreleased drafts": {"task": "kingdom.council.tasks.drafts_purge", "schedule": 3600.0},
    "propose evolutions": {"task": "kingdom.council.tasks.evolutions_propose", "schedule": 600.0},
    "deliver notifications": {"task": "kingdom.approvals.tasks.notifications_deliver", "schedule": 30.0},
    "warn of expiring credentials": {"task": "kingdom.credentials.tasks.warn", "schedule": 3600.0},
    "seal security log": {"task": "kingdom.security_log.tasks.seal", "schedule": 60.0},
    "rotate credentials": {"task": "kingdom.credentials.tasks.rotate", "schedule": 3600.0},
}
# Signs the security log. By name, since the log is below the credentials, whose keys these are.
SECURITY_LOG_SIGNERS: str = "kingdom.credentials.vault.factory.get_signers"
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# Reviews a text before it becomes a file. By name, since the tools may not import the ministers above them.
CONTENT_REVIEW: str = "kingdom.ministers.guardian.file_review.guardian_file_review"
# Embeds sentences for the Guardian's nearest neighbours. By name too. It does not follow a switch of the embedding
# space, since its distances were measured in this one.
GUARDIAN_EMBEDDER: str = "kingdom.providers.embedders.configured_embedder"

register_secrets([SECRET_KEY, *KINGDOM.secrets])
LOGGING = logging_config(form=KINGDOM.log_format, level=KINGDOM.log_level)
LOGGING_CONFIG = "logging.config.dictConfig"
