"""The environment variables of each kind of child process: a list of names, never the whole environment.

A child gets what it reads and nothing else, so that a fault in PostgreSQL or in the sandbox daemon finds no key.
Does not import Django.
"""

from collections.abc import Mapping

# What a program needs to run at all: paths, locale, time zone, temporary folder, libraries of an unusual installation.
BASE = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"),
        *("LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME"),
    }
)
# The interpreter's own, by name: with PYTHON as a prefix, a service's PYTHON…_TOKEN would be one of them.
PYTHON = frozenset(
    {
        *("VIRTUAL_ENV", "MALLOC_ARENA_MAX", "OMP_NUM_THREADS", "PYTHONHOME", "PYTHONPATH", "PYTHONUSERBASE"),
        *("PYTHONSAFEPATH", "PYTHONNOUSERSITE", "PYTHONPLATLIBDIR", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"),
        *("PYTHONUTF8", "PYTHONIOENCODING", "PYTHONCOERCECLOCALE", "PYTHONHASHSEED", "PYTHONINTMAXSTRDIGITS"),
        *("PYTHONUNBUFFERED", "PYTHONOPTIMIZE", "PYTHONWARNINGS", "PYTHONMALLOC", "PYTHONMALLOCSTATS", "PYTHONDEVMODE"),
        *("PYTHONDEBUG", "PYTHONVERBOSE", "PYTHONFAULTHANDLER", "PYTHONTRACEMALLOC", "PYTHONASYNCIODEBUG"),
        *("PYTHONPROFILEIMPORTTIME", "PYTHONPERFSUPPORT", "PYTHON_GIL", "PYTHON_CPU_COUNT", "PYTHON_COLORS"),
    }
)
SANDBOX_PREFIX = "KINGDOM_SANDBOX_"
SANDBOX = frozenset({"KINGDOM_DATA", "DOCKER_HOST", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS"})
# All of ours, since an unknown name of ours must stop the start instead of being ignored.
APPLICATION_PREFIX = "KINGDOM_"
TRACES_PREFIX = "OTEL_"  # of the official OpenTelemetry packages: where traces go
APPLICATION = frozenset(
    {
        *("DATABASE_URL", "CELERY_BROKER_URL", "GEMINI_API_KEY", "DJANGO_SETTINGS_MODULE", "CELERY_SKIP_CHECKS"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR", "XDG_DATA_HOME"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    }
)
# For what is kept there, and for no other: a vault's keys, archives of exported data.
CLOUD_PREFIXES = {"aws:": "AWS_", "hashicorp:": "VAULT_", "s3:": "AWS_"}
CLOUD_SETTINGS = ("KINGDOM_VAULT_KMS", "KINGDOM_EXPORTS_URL")
LIBPQ_PREFIX = "PG"  # for an own database; the embedded one is reached without
# Beat puts due tasks into the queue; it opens no credential, calls no model and sends no e-mail.
NOT_FOR_BEAT = frozenset(
    {
        *("KINGDOM_VAULT_KEYS", "KINGDOM_SIGNING_KEYS", "KINGDOM_MODEL_KEY", "KINGDOM_MCP_TOKENS"),
        *("GEMINI_API_KEY", "KINGDOM_EMAIL_URL"),
    }
)


def _selected(environ: Mapping[str, str], names: frozenset[str], *prefixes: str) -> dict[str, str]:
    return {name: value for name, value in environ.items() if name in names or name.startswith(prefixes)}


def database_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of PostgreSQL's own programs: no setting and no secret of Kingdom."""
    return _selected(environ, BASE)


def python_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a Python helper that needs no setting."""
    return _selected(environ, BASE | PYTHON)


def sandboxd_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of the sandbox daemon: its own settings and where the container engine is."""
    return {**python_environment(environ), **_selected(environ, SANDBOX, SANDBOX_PREFIX)}


def application_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of web and worker processes and of management commands: all settings."""
    clouds = " ".join(environ.get(name, "") for name in CLOUD_SETTINGS)
    prefixes = [
        APPLICATION_PREFIX,
        TRACES_PREFIX,
        *(prefix for name, prefix in CLOUD_PREFIXES.items() if name in clouds),
    ]
    if environ.get("DATABASE_URL"):
        prefixes.append(LIBPQ_PREFIX)
    return {**python_environment(environ), **_selected(environ, APPLICATION, *prefixes)}


def beat_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of beat: the application's without the keys that it does not use."""
    return {
        name: value
        for name, value in application_environment(environ).items()
        if name not in NOT_FOR_BEAT and not name.startswith(tuple(CLOUD_PREFIXES.values()))
    }
