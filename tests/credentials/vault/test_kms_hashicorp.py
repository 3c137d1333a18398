"""HashiCorp Vault's transit engine as the key service, against a local server that speaks its API."""

from collections.abc import Iterator

import pytest
from pydantic import SecretStr
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.adapters.key_service import KeyServiceUnavailable, WrappedKey, WrapRefused
from kingdom.adapters.vault_transit import TransitKeyService
from kingdom.core.errors import BadConfiguration, CredentialUnreadable
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.vault.envelope_encryption import SealedSecret, SecretBinding, Vault
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear
from kingdom.credentials.vault.rotation import credentials_rotate
from tests.factories.credentials import KEY, ROLE, open_credential, store_credential
from tests.factories.vault_transit_server import TOKEN, TransitServer, running_transit_server

PLACE = SecretBinding(7, ROLE, KEY)
DATA_KEY = b"k" * 32


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[TransitServer]:
    with running_transit_server() as running:
        monkeypatch.setenv("VAULT_ADDR", running.url)
        monkeypatch.setenv("VAULT_TOKEN", TOKEN)
        yield running


@pytest.mark.usefixtures("server")
def test_a_data_key_comes_back_in_its_context_alone() -> None:
    service = TransitKeyService("kingdom")
    wrapped = service.wrap(DATA_KEY, PLACE.context())
    assert wrapped.key_id == service.key_id == "hashicorp:transit/kingdom"
    assert DATA_KEY not in wrapped.blob
    assert service.unwrap(wrapped, PLACE.context()) == DATA_KEY
    with pytest.raises(WrapRefused):
        service.unwrap(wrapped, PLACE._replace(user_id=8).context())
    with pytest.raises(WrapRefused):
        service.unwrap(WrappedKey(service.key_id, "vault:v1:käse".encode()), PLACE.context())


@pytest.mark.usefixtures("server")
def test_the_vault_over_it_refuses_what_is_altered() -> None:
    vault = Vault([TransitKeyService("transit/kingdom")])
    sealed = vault.seal(PLACE, SecretStr("value"))
    assert vault.open(PLACE, sealed).get_secret_value() == "value"
    for position in range(0, len(sealed.text), 7):
        altered = sealed.text[:position] + ("A" if sealed.text[position] != "A" else "B") + sealed.text[position + 1 :]
        with pytest.raises(CredentialUnreadable):
            vault.open(PLACE, SealedSecret(sealed.key_id, altered))


def test_a_key_that_is_not_named_in_the_settings_is_not_asked(server: TransitServer) -> None:
    foreign = TransitKeyService("transit/other").wrap(DATA_KEY, PLACE.context())
    service = TransitKeyService("transit/kingdom")
    server.seen.clear()
    with pytest.raises(WrapRefused):
        service.unwrap(foreign, PLACE.context())
    assert server.seen == []


@pytest.mark.parametrize(
    ("key", "said"),
    [("transit/none", "InvalidPath"), ("own/rsa", "whose type is rsa-2048"), ("nowhere/kingdom", "InvalidPath")],
)
@pytest.mark.usefixtures("server")
def test_a_key_that_cannot_be_used_stops_the_start(key: str, said: str) -> None:
    with pytest.raises(BadConfiguration, match=said):
        TransitKeyService(key)


def test_a_wrong_token_stops_the_start_and_is_not_repeated(
    server: TransitServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULT_TOKEN", "hvs.wrong")
    with pytest.raises(BadConfiguration, match="Forbidden") as refused:
        TransitKeyService("kingdom")
    assert "hvs" not in refused.value.message
    assert server.seen == ["GET /v1/transit/keys/kingdom"]


@pytest.mark.parametrize("address", ["", "http://vault.example:8200", "vault.example"])
def test_no_token_goes_out_in_clear_text(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULT_ADDR", address)
    with pytest.raises(BadConfiguration, match="https"):
        TransitKeyService("kingdom")


def test_no_redirect_is_followed(server: TransitServer) -> None:
    service = TransitKeyService("kingdom")
    with running_transit_server() as other:
        server.redirect = other.url
        with pytest.raises(KeyServiceUnavailable):
            service.wrap(DATA_KEY, PLACE.context())
        assert other.seen == []


@pytest.mark.parametrize("status", [403, 429, 500, 503])
def test_what_may_pass_is_unavailable_and_not_missing(server: TransitServer, status: int) -> None:
    service = TransitKeyService("kingdom")
    wrapped = service.wrap(DATA_KEY, PLACE.context())
    server.down = status
    with pytest.raises(KeyServiceUnavailable):
        service.unwrap(wrapped, PLACE.context())


@pytest.mark.django_db
@pytest.mark.usefixtures("server")
def test_moving_from_local_keys_to_the_server_and_back(alice: User, settings: Settings) -> None:
    def use(kms_setting: str) -> str:
        settings.KINGDOM = settings.KINGDOM.model_copy(update={"vault_kms": kms_setting})
        vault_cache_clear()
        return get_vault().key_id.split(":")[0]

    store_credential(alice, value="the-value")
    for setting, prefix in (
        ("hashicorp:transit/kingdom,local", "hashicorp"),
        ("local,hashicorp:transit/kingdom", "local"),
    ):
        assert use(setting) == prefix
        assert credentials_rotate().rotated == 1
        assert UserCredential.objects.get().encryption_key_id.startswith(prefix)
        assert open_credential(alice).value.get_secret_value() == "the-value"


@pytest.mark.django_db
def test_a_silent_server_is_an_error_and_never_none(server: TransitServer, alice: User, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"vault_kms": "hashicorp:kingdom"})
    vault_cache_clear()
    store_credential(alice, value="the-value")
    server.down = 503
    with pytest.raises(KeyServiceUnavailable):
        open_credential(alice)
    assert CredentialUse.objects.get().outcome == CredentialUse.Outcome.FAILED
