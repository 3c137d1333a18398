"""Django's settings, composed from the typed configuration. Composition: the only rooms that know everyone."""

from pathlib import Path
from typing import Any

import dj_database_url

from kingdom.config import load_config
from kingdom.core.embedded import database_location
from kingdom.core.keys import key_from_file
from kingdom.core.logs import logging_config

KINGDOM = load_config()
BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = KINGDOM.secret_key.get_secret_value() if KINGDOM.secret_key else key_from_file(KINGDOM.resolved_data / "keys" / "secret_key")
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

INSTALLED_APPS = [
    "kingdom",
    "kingdom.accounts",
    "kingdom.credentials",
    "kingdom.sessions",
    "kingdom.specialists",
    "kingdom.orchestrator",
    "kingdom.console",
    "django.contrib.admin",
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
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
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
            ]
        },
    }
]

DATABASES: dict[str, Any] = {
    "default": (
        dj_database_url.parse(KINGDOM.database_url.get_secret_value())
        if KINGDOM.database_url
        else {"ENGINE": "django.db.backends.postgresql", **database_location(KINGDOM.resolved_data)}
    )
}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"].get("OPTIONS", {}),
    "pool": {"min_size": 1, "max_size": KINGDOM.database_pool, "timeout": 30},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - a model's name

LANGUAGE_CODE = "en"
TIME_ZONE = KINGDOM.time_zone
USE_TZ = True
USE_I18N = True
STATIC_URL = "/static/"
STATIC_ROOT = KINGDOM.resolved_data / "static"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "kingdom_cache"}}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["knox.auth.TokenAuthentication", "rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "kingdom.core.http.problem_details",
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.ScopedRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {"auth": "20/min", "messages": "120/min", "read": "1200/min"},
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kingdom",
    "VERSION": "0.1.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

LOGGING = logging_config(form=KINGDOM.log_format, level=KINGDOM.log_level)
LOGGING_CONFIG = "logging.config.dictConfig"
