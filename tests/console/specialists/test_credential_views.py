"""Pages of credentials: write-only values, recorded uses, tenant isolation."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.use_services import credential_use_close
from kingdom.specialists.models.specialist import Specialist
from tests.factories.credentials import (
    HOST,
    credential_specialist,
    open_credential,
    store_credential,
    unbound_credential,
)

VALUE = "canary-value-never-shown-77"


def _stored(user: User, specialist: Specialist | None = None) -> UserCredential:
    return store_credential(user, value=VALUE, specialist=specialist or credential_specialist(user))


def test_a_value_goes_in_and_never_comes_out(as_alice: Client, alice: User) -> None:
    need = {"need": f"{credential_specialist(alice).pk} sms_api_key"}
    assert f"sms_sender: sms_api_key for {HOST}" in as_alice.get("/credentials/").content.decode()
    answer = as_alice.post("/credentials/", {**need, "value": VALUE, "expires_on": "2999-12-31"}, follow=True)
    (made,) = UserCredential.objects.filter(user=alice)
    assert answer.redirect_chain == [(f"/credentials/{made.pk}/", 302)]
    assert made.expires_at is not None
    assert timezone.localtime(made.expires_at).date().isoformat() == "2999-12-31"
    again = as_alice.post("/credentials/", {**need, "value": VALUE})
    assert again.status_code == 409
    assert b"Replace it instead" in again.content
    assert f'value="{need["need"]}" selected' in again.content.decode(), "the choice stays in the form"
    short = as_alice.post("/credentials/", {**need, "value": " " + VALUE})
    assert short.status_code == 400
    for page in (answer, again, short, as_alice.get("/credentials/"), as_alice.get(f"/credentials/{made.pk}/")):
        assert VALUE not in page.content.decode()
        assert made.encrypted_value not in page.content.decode()


def test_each_use_is_shown_also_when_the_credential_is_gone(as_alice: Client, alice: User) -> None:
    specialist = credential_specialist(alice)
    made = _stored(alice, specialist)
    for _ in range(5):  # more than a list shows
        opened = open_credential(alice, specialist=specialist)
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


def test_a_credential_for_no_specialist_is_refused(as_alice: Client, alice: User, bob: User) -> None:
    assert b"No specialist that you can use asks for a credential." in as_alice.get("/credentials/").content
    for need, status in (("", 400), ("x y", 400), (f"{credential_specialist(bob).pk} sms_api_key", 404)):
        answer = as_alice.post("/credentials/", {"need": need, "value": VALUE})
        assert (answer.status_code, b'role="alert"' in answer.content) == (status, True)
    assert not UserCredential.objects.exists()


def test_an_unbound_credential_says_so_and_is_bound(as_alice: Client, alice: User) -> None:
    made = unbound_credential(alice, value=VALUE)
    page = f"/credentials/{made.pk}/"
    for text in (as_alice.get("/credentials/").content, as_alice.get(page).content):
        assert b"Not used: it was stored before credentials were bound to one specialist" in text
    specialist = credential_specialist(alice)
    credential_specialist(alice, "mailer", key="mail_key")
    assert b"mail_key" not in as_alice.get(page).content, "only what asks for this name"
    other = f"{Specialist.objects.get(role='mailer').pk} mail_key"
    refused = as_alice.post(f"{page}change/", {"do": "bind", "need": other})
    assert (refused.status_code, b"asks for sms_api_key" in refused.content) == (400, True)
    done = as_alice.post(f"{page}change/", {"do": "bind", "need": f"{specialist.pk} sms_api_key"}, follow=True)
    assert f"It is for sms_sender at {HOST} now" in done.content.decode()
    assert open_credential(alice, specialist=specialist).value.get_secret_value() == VALUE
