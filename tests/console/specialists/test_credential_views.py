"""Pages of credentials: write-only values, recorded uses, tenant isolation."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.services import credential_open, credential_store, credential_use_close

VALUE = "canary-value-never-shown-77"
NAMES = {"specialist": "sms_sender", "name": "sms_api_key"}


def _stored(user: User) -> UserCredential:
    return credential_store(
        user_id=user.pk, specialist_role="sms_sender", credential_key="sms_api_key", value=SecretStr(VALUE)
    )


def test_a_value_goes_in_and_never_comes_out(as_alice: Client, alice: User) -> None:
    answer = as_alice.post("/credentials/", {**NAMES, "value": VALUE, "expires_on": "2999-12-31"}, follow=True)
    (made,) = UserCredential.objects.filter(user=alice)
    assert answer.redirect_chain == [(f"/credentials/{made.pk}/", 302)]
    assert made.expires_at is not None
    assert timezone.localtime(made.expires_at).date().isoformat() == "2999-12-31"
    again = as_alice.post("/credentials/", {**NAMES, "value": VALUE})
    assert again.status_code == 409
    assert b"Replace it instead" in again.content
    assert b'value="sms_api_key"' in again.content, "the names stay in the form"
    short = as_alice.post("/credentials/", {**NAMES, "value": " " + VALUE})
    assert short.status_code == 400
    for page in (answer, again, short, as_alice.get("/credentials/"), as_alice.get(f"/credentials/{made.pk}/")):
        assert VALUE not in page.content.decode()
        assert made.encrypted_value not in page.content.decode()


def test_each_use_is_shown_also_when_the_credential_is_gone(as_alice: Client, alice: User) -> None:
    made = _stored(alice)
    for _ in range(5):  # more than a list shows
        opened = credential_open(
            user_id=alice.pk, specialist_role="sms_sender", credential_key="sms_api_key", host="api.sms.example"
        )
        credential_use_close(use_id=opened.use_id, outcome=CredentialUse.Outcome.ANSWERED, http_status=202)
    assert as_alice.get("/credentials/").content.decode().count("the host answered 202") == 4
    assert as_alice.get(f"/credentials/{made.pk}/").content.decode().count("the host answered 202") == 5
    as_alice.post(f"/credentials/{made.pk}/change/", {"do": "delete"})
    assert not UserCredential.objects.exists()
    assert as_alice.get("/credentials/").content.decode().count("the host answered 202") == 5


def test_it_is_replaced_dated_and_ended(as_alice: Client, alice: User) -> None:
    made = _stored(alice)
    page = f"/credentials/{made.pk}/"
    assert (
        as_alice.post(f"{page}change/", {"do": "replace", "value": "another-value-55"}, follow=True).status_code == 200
    )
    day = (timezone.localdate() + timedelta(days=3)).isoformat()
    assert as_alice.post(f"{page}change/", {"do": "date", "expires_on": day}, follow=True).status_code == 200
    assert "warn" in as_alice.get(page).content.decode()
    refused = as_alice.post(f"{page}change/", {"do": "date", "expires_on": "2001-01-01"})
    assert (refused.status_code, b"has passed" in refused.content) == (400, True)
    assert as_alice.post(f"{page}change/", {"do": "date", "expires_on": "tomorrow"}).status_code == 400
    as_alice.post(f"{page}change/", {"do": "expire"})
    made.refresh_from_db()
    assert made.state_at(timezone.now()) == "expired"
    as_alice.post(f"{page}change/", {"do": "date", "expires_on": ""})
    made.refresh_from_db()
    assert (made.expires_at, made.state_at(timezone.now())) == (None, "active")
    kinds = list(made.events.order_by("id").values_list("kind", flat=True))
    assert kinds == ["stored", "replaced", "dated", "expired", "dated"]
    assert as_alice.post(f"{page}change/", {"do": "frame"}).status_code == 400


def test_others_credentials_do_not_exist(as_alice: Client, bob: User) -> None:
    his = _stored(bob)
    assert as_alice.get(f"/credentials/{his.pk}/").status_code == 404
    assert as_alice.post(f"/credentials/{his.pk}/change/", {"do": "delete"}).status_code == 404
    assert b"sms_api_key</a>" not in as_alice.get("/credentials/").content
    assert UserCredential.objects.filter(pk=his.pk).exists()
