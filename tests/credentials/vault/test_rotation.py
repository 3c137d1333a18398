"""Rotation works online, can be resumed, and does not overwrite newer values."""

import secrets
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pydantic import SecretStr
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.core.errors import BadConfiguration
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_replace, credential_revoke
from kingdom.credentials.vault.envelope_encryption import SealedSecret, SecretBinding, Vault
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear
from kingdom.credentials.vault.health import vault_health
from kingdom.credentials.vault.keyring import add_key_file
from kingdom.credentials.vault.rotation import RotationProgress, credentials_rotate
from tests.factories.credentials import create_credentials, credential_value, store_credential
from tests.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_keys(tmp_path: Path, settings: Settings) -> Path:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    vault_cache_clear()
    return tmp_path / "keys" / "vault"


def _command(*arguments: str) -> str:
    out = StringIO()
    call_command("credentials_rotate", *arguments, stdout=out)
    return out.getvalue()


def test_many_rows_are_rotated_in_one_run(alice: User, own_keys: Path) -> None:
    count = rounds(1_000, 10_000)
    create_credentials(alice, count)
    output = _command("--new-key", "--batch", str(count // 10))
    assert f"{count} of {count}" in output
    assert f"{count} re-sealed, 0 changed by others meanwhile, 0 unreadable." in output
    (own_keys / "0001").unlink()  # the old key is not needed any more
    vault_cache_clear()
    assert list(UserCredential.objects.values_list("encryption_key_id", flat=True).distinct()) == [get_vault().key_id]
    assert [credential_value(alice, number) for number in (0, count - 1)] == ["value-0", f"value-{count - 1}"]
    assert "0 re-sealed" in _command()


def test_a_killed_run_is_started_again(alice: User, own_keys: Path) -> None:
    create_credentials(alice, 50)
    add_key_file(own_keys)

    def stop(progress: RotationProgress) -> None:
        if progress.rotated == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        credentials_rotate(batch=10, on_progress=stop)
    assert UserCredential.objects.filter(encryption_key_id=get_vault().key_id).count() == 20
    again = credentials_rotate(batch=10)
    assert (again.total, again.rotated) == (30, 30)
    assert credential_value(alice, 0) == "value-0"


def test_a_value_replaced_meanwhile_is_not_overwritten(
    alice: User, own_keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = create_credentials(alice, 1)
    add_key_file(own_keys)
    rewrap = Vault.rewrap

    def slow_rewrap(vault: Vault, place: SecretBinding, sealed: SealedSecret) -> SealedSecret:
        credential_replace(credential=row, actor_id=alice.pk, value=SecretStr("newer-value"))
        return rewrap(vault, place, sealed)

    monkeypatch.setattr(Vault, "rewrap", slow_rewrap)
    done = credentials_rotate()
    assert (done.rotated, done.overtaken) == (0, 1)
    assert credential_value(alice, 0) == "newer-value"


def test_a_process_that_runs_already_reads_what_another_has_rotated(alice: User, own_keys: Path) -> None:
    create_credentials(alice, 1)
    running = get_vault()
    path = add_key_file(own_keys)  # as another process does
    credentials_rotate()
    row = UserCredential.objects.get()
    assert not running.holds(row.encryption_key_id), "a vault of before the new key"
    assert path.exists()
    assert get_vault(row.encryption_key_id).holds(row.encryption_key_id)
    assert credential_value(alice, 0) == "value-0"


def test_unreadable_rows_are_left_alone_and_named(alice: User, own_keys: Path) -> None:
    rows = create_credentials(alice, 3)
    bad = rows[1]
    UserCredential.objects.filter(pk=bad.pk).update(encrypted_value="v1.AAAA.AAAA")
    with pytest.raises(CommandError, match=str(bad.pk)):
        _command("--new-key")
    assert UserCredential.objects.get(pk=bad.pk).encrypted_value == "v1.AAAA.AAAA"
    assert UserCredential.objects.filter(encryption_key_id=get_vault().key_id).count() == 2


def test_revoked_rows_have_nothing_to_rotate(alice: User, own_keys: Path) -> None:
    (row,) = create_credentials(alice, 1)
    credential_revoke(credential=row, actor_id=alice.pk)
    assert "0 re-sealed" in _command("--new-key")


def test_a_key_in_the_environment_takes_over(alice: User, settings: Settings) -> None:
    store_credential(alice, key="key_0", value="value-00")
    changed = {"vault_keys": SecretStr(secrets.token_urlsafe(32))}
    settings.KINGDOM = settings.KINGDOM.model_copy(update=changed)
    assert "1 re-sealed" in _command()
    assert credential_value(alice, 0) == "value-00"
    with pytest.raises(CommandError, match="KINGDOM_VAULT_KEYS"):
        _command("--new-key")


def test_the_health_of_the_vault_counts_rows_by_their_keys(alice: User, own_keys: Path) -> None:
    rows = create_credentials(alice, 4)
    UserCredential.objects.filter(pk=rows[0].pk).update(encryption_key_id="local:0000000000000000")
    add_key_file(own_keys)
    health = vault_health()
    assert (health.current, health.older, health.missing) == (0, 3, 1)
    credentials_rotate()
    health = vault_health()
    assert (health.key_id, health.current, health.older, health.missing) == (get_vault().key_id, 3, 0, 1)
    (own_keys / "0002").chmod(0o644)
    with pytest.raises(BadConfiguration, match="chmod 600"):
        vault_health()
