"""Rotation beside concurrent readers and writers, and killed rotation, with real processes and transactions."""

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection
from pydantic import SecretStr
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_replace
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear
from kingdom.credentials.vault.keyring import add_key_file
from tests.factories.credentials import create_credentials, credential_value

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.chaos]
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    vault_cache_clear()
    return tmp_path


def _rotate(data: Path, *arguments: str) -> subprocess.Popen[str]:
    url = urlsplit(os.environ["DATABASE_URL"])
    here = urlunsplit(url._replace(path=f"/{connection.settings_dict['NAME']}"))
    environment = {**os.environ, "KINGDOM_DATA": str(data), "DATABASE_URL": here}
    return subprocess.Popen(
        [sys.executable, "manage.py", "credentials_rotate", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _done() -> int:
    return UserCredential.objects.filter(encryption_key_id=get_vault().key_id).count()


def test_a_rotation_that_is_killed_is_finished_by_the_next(data: Path) -> None:
    alice = User.objects.create_user("alice")
    create_credentials(alice, 4000)
    add_key_file(data / "keys" / "vault")
    vault_cache_clear()
    first = _rotate(data, "--batch", "50")
    while first.poll() is None and _done() < 100:
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=30)
    done = _done()
    assert first.returncode == -signal.SIGKILL
    assert 100 <= done < 4000
    second = _rotate(data)
    said, _ = second.communicate(timeout=120)
    assert f"{4000 - done} re-sealed, 0 changed by others meanwhile, 0 unreadable." in said
    assert (second.returncode, _done()) == (0, 4000)
    assert [credential_value(alice, number) for number in (0, 1999, 3999)] == ["value-0", "value-1999", "value-3999"]


def test_nobody_notices_a_rotation(data: Path) -> None:
    alice = User.objects.create_user("alice")
    rows = create_credentials(alice, 600)
    running, faults, reads, newer = _rotate(data, "--new-key", "--batch", "20"), list[str](), 0, dict[int, str]()
    stop = threading.Event()

    def replace_values() -> None:
        try:
            while not stop.is_set():
                number = secrets.randbelow(len(rows))
                value = f"newer-{secrets.token_hex(4)}"
                credential = UserCredential.objects.get(pk=rows[number].pk)
                credential_replace(credential=credential, actor_id=alice.pk, value=SecretStr(value))
                newer[number] = value
        except Exception as error:  # a thread's faults are judged by the test
            faults.append(repr(error))
        finally:
            connection.close()

    writer = threading.Thread(target=replace_values)
    writer.start()
    while running.poll() is None:
        number = secrets.randbelow(len(rows))
        assert credential_value(alice, number).startswith(("value-", "newer-"))
        reads += 1
    stop.set()
    writer.join(30)
    said, _ = running.communicate(timeout=30)
    assert (running.returncode, faults) == (0, []), said
    assert reads > 20
    assert len(newer) > 20
    for number in range(len(rows)):
        assert credential_value(alice, number) == newer.get(number, f"value-{number}")
