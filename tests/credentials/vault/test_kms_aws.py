"""The AWS key service against a server that speaks its protocol."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import boto3
import pytest
from botocore.stub import Stubber
from moto.server import ThreadedMotoServer
from pydantic import SecretStr
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.adapters.aws_kms import AwsKeyService
from kingdom.adapters.key_service import KeyServiceUnavailable, WrappedKey, WrapRefused
from kingdom.core.errors import BadConfiguration, CredentialUnreadable
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.vault.envelope_encryption import SealedSecret, SecretBinding, Vault
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear
from kingdom.credentials.vault.rotation import credentials_rotate
from tests.factories.credentials import KEY, ROLE, open_credential, store_credential

Kms: TypeAlias = Any  # boto3 makes its client classes at run time
PLACE = SecretBinding(7, ROLE, KEY)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def kms(server: str, monkeypatch: pytest.MonkeyPatch) -> Kms:
    for name, value in {
        "AWS_ENDPOINT_URL_KMS": server,
        "AWS_REGION": "eu-central-1",
        "AWS_DEFAULT_REGION": "eu-central-1",
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_EC2_METADATA_DISABLED": "true",
    }.items():
        monkeypatch.setenv(name, value)
    return boto3.client("kms")


@pytest.fixture
def key(kms: Kms) -> str:
    return str(kms.create_key()["KeyMetadata"]["Arn"])


def test_a_data_key_comes_back_in_its_context_alone(key: str) -> None:
    service = AwsKeyService(key)
    wrapped = service.wrap(b"k" * 32, PLACE.context())
    assert wrapped.key_id == service.key_id == f"aws:{key}"
    assert b"k" * 32 not in wrapped.blob
    assert service.unwrap(wrapped, PLACE.context()) == b"k" * 32
    with pytest.raises(WrapRefused):
        service.unwrap(wrapped, PLACE._replace(user_id=8).context())


def test_the_vault_over_it_refuses_what_is_altered(key: str) -> None:
    vault = Vault([AwsKeyService(key)])
    sealed = vault.seal(PLACE, SecretStr("value"))
    assert vault.open(PLACE, sealed).get_secret_value() == "value"
    for position in range(0, len(sealed.text), 7):
        # the service itself answers "no access" when the flipped byte names another key inside the blob
        altered = sealed.text[:position] + ("A" if sealed.text[position] != "A" else "B") + sealed.text[position + 1 :]
        with pytest.raises((CredentialUnreadable, KeyServiceUnavailable)):
            vault.open(PLACE, SealedSecret(sealed.key_id, altered))
    with pytest.raises(CredentialUnreadable):
        vault.open(PLACE._replace(user_id=8), sealed)


def test_keys_that_are_not_named_in_the_settings_are_not_asked(kms: Kms, key: str) -> None:
    other = AwsKeyService(str(kms.create_key()["KeyMetadata"]["Arn"]))
    foreign = other.wrap(b"k" * 32, PLACE.context())
    with pytest.raises(WrapRefused):
        AwsKeyService(key).unwrap(foreign, PLACE.context())
    with pytest.raises(WrapRefused):
        AwsKeyService(key).unwrap(WrappedKey(f"aws:{key}", b"noise"), PLACE.context())


def test_an_alias_is_resolved_to_its_key(kms: Kms, key: str) -> None:
    kms.create_alias(AliasName="alias/kingdom", TargetKeyId=key)
    assert AwsKeyService("alias/kingdom").key_id == f"aws:{key}"


def test_a_key_that_is_not_there_stops_the_start(kms: Kms) -> None:
    with pytest.raises(BadConfiguration, match="NotFoundException"):
        AwsKeyService("00000000-0000-0000-0000-000000000000")


@pytest.mark.parametrize(
    "code", ["DisabledException", "KMSInvalidStateException", "ThrottlingException", "AccessDeniedException"]
)
def test_what_may_pass_is_unavailable_and_not_missing(kms: Kms, key: str, code: str) -> None:
    service = AwsKeyService(key, client=kms)
    with Stubber(kms) as stub:  # moto knows no disabled keys
        stub.add_client_error("decrypt", code)
        with pytest.raises(KeyServiceUnavailable) as caught:
            service.unwrap(WrappedKey(f"aws:{key}", b"blob"), PLACE.context())
    assert caught.value.extra == {"reason": code}


@pytest.mark.django_db
def test_moving_from_local_keys_to_the_cloud_and_back(key: str, alice: User, settings: Settings) -> None:
    def use(kms_setting: str) -> str:
        settings.KINGDOM = settings.KINGDOM.model_copy(update={"vault_kms": kms_setting})
        vault_cache_clear()
        return get_vault().key_id.split(":")[0]

    store_credential(alice, value="the-value")
    for setting, prefix in ((f"aws:{key},local", "aws"), (f"local,aws:{key}", "local")):
        assert use(setting) == prefix
        assert credentials_rotate().rotated == 1
        assert UserCredential.objects.get().encryption_key_id.startswith(prefix)
        assert open_credential(alice).value.get_secret_value() == "the-value"


@pytest.mark.django_db
def test_a_silent_service_is_an_error_and_never_none(
    key: str, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"vault_kms": f"aws:{key}"})
    vault_cache_clear()
    store_credential(alice, value="the-value")
    (service,) = get_vault()._services
    monkeypatch.setattr(service, "_client", boto3.client("kms", endpoint_url="http://127.0.0.1:1"))
    with pytest.raises(KeyServiceUnavailable):
        open_credential(alice)
    assert CredentialUse.objects.get().outcome == CredentialUse.Outcome.FAILED
