"""Store, open, replace, expire and revoke: every refusal has its own error, every use a row."""

import uuid
from datetime import timedelta

import pytest
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.core.clock import utc_now
from kingdom.core.errors import (
    BadInput,
    Conflict,
    CredentialError,
    CredentialExpired,
    CredentialMissing,
    CredentialRevoked,
    CredentialUnbound,
    CredentialUnreadable,
    LostRace,
)
from kingdom.credentials.credential_rules import CredentialTarget, short_value_warning
from kingdom.credentials.models import CredentialEvent, CredentialUse, UserCredential
from kingdom.credentials.services import (
    credential_bind,
    credential_delete,
    credential_expire,
    credential_replace,
    credential_revoke,
    credentials_warn_expiring,
)
from kingdom.credentials.use_services import credential_use_close
from tests.factories.credentials import CANARY, HOST, open_credential, store_credential, target_of, unbound_credential

pytestmark = pytest.mark.django_db


def test_a_stored_value_opens_and_the_use_is_on_record(alice: User) -> None:
    stored = store_credential(alice)
    opened = open_credential(alice)
    assert opened.value.get_secret_value() == CANARY
    use = CredentialUse.objects.get()
    assert (use.id, use.credential, use.user, use.host, use.session_id, use.outcome) == (
        *(opened.use_id, stored, alice, HOST, "s1"),
        CredentialUse.Outcome.OPENED,
    )
    credential_use_close(use_id=opened.use_id, outcome=CredentialUse.Outcome.ANSWERED, http_status=200)
    credential_use_close(use_id=opened.use_id, outcome=CredentialUse.Outcome.FAILED)
    use.refresh_from_db()
    assert (use.outcome, use.http_status) == (CredentialUse.Outcome.ANSWERED, 200), "only the first close counts"


def _missing(_: UserCredential) -> None:
    UserCredential.objects.all().delete()


def _expire(credential: UserCredential) -> None:
    UserCredential.objects.filter(pk=credential.pk).update(expires_at=utc_now())


def _revoke(credential: UserCredential) -> None:
    credential_revoke(credential=credential, actor_id=credential.user_id)


def _corrupt(credential: UserCredential) -> None:
    UserCredential.objects.filter(pk=credential.pk).update(encrypted_value=credential.encrypted_value[:-2])


def _empty(credential: UserCredential) -> None:
    UserCredential.objects.filter(pk=credential.pk).update(encrypted_value="")


def _lost_key(credential: UserCredential) -> None:
    UserCredential.objects.filter(pk=credential.pk).update(encryption_key_id="local:0000000000000000")


@pytest.mark.parametrize(
    ("spoil", "error", "outcome"),
    [
        (_missing, CredentialMissing, "missing"),
        (_expire, CredentialExpired, "expired"),
        (_revoke, CredentialRevoked, "revoked"),
        (_corrupt, CredentialUnreadable, "unreadable"),
        (_empty, CredentialUnreadable, "unreadable"),
        (_lost_key, CredentialUnreadable, "unreadable"),
    ],
)
def test_what_cannot_be_used_says_so(alice: User, spoil: object, error: type[CredentialError], outcome: str) -> None:
    credential = store_credential(alice)
    assert callable(spoil)
    spoil(credential)
    with pytest.raises(error) as caught:
        open_credential(alice)
    assert caught.value.extra["credential_key"] == "sms_api_key"
    assert CANARY not in str(caught.value.extra)
    assert [use.outcome for use in CredentialUse.objects.all()] == [outcome]


def test_a_row_copied_to_another_user_does_not_open(alice: User, charlie: User) -> None:
    mine, theirs = store_credential(alice), store_credential(charlie, value="charlies-own")
    UserCredential.objects.filter(pk=theirs.pk).update(
        encrypted_value=mine.encrypted_value, encryption_key_id=mine.encryption_key_id
    )
    with pytest.raises(CredentialUnreadable):
        open_credential(charlie)
    moved = target_of("moved").specialist_id
    UserCredential.objects.filter(pk=mine.pk).update(user=charlie, specialist_id=moved, specialist_role="moved")
    with pytest.raises(CredentialUnreadable):
        open_credential(charlie, role="moved")


def test_another_specialist_of_the_same_user_has_no_part_in_it(alice: User) -> None:
    store_credential(alice)
    with pytest.raises(CredentialMissing):
        open_credential(alice, role="sms_reader")


def test_replacing_ends_expiry_and_revocation(alice: User) -> None:
    credential = store_credential(alice)
    credential_revoke(credential=credential, actor_id=alice.pk)
    credential.refresh_from_db()
    assert credential.encrypted_value == "", "what is revoked is erased"
    credential_replace(credential=credential, actor_id=alice.pk, value=SecretStr("fresh-value"))
    assert open_credential(alice).value.get_secret_value() == "fresh-value"
    credential_expire(credential=credential, actor_id=alice.pk)
    with pytest.raises(CredentialExpired):
        open_credential(alice)
    kinds = list(CredentialEvent.objects.order_by("id").values_list("kind", flat=True))
    assert kinds == ["stored", "revoked", "replaced", "expired"]


def test_two_replacements_at_once_do_not_both_win(alice: User) -> None:
    seen_by_one = store_credential(alice)
    seen_by_other = UserCredential.objects.get()
    credential_replace(credential=seen_by_one, actor_id=alice.pk, value=SecretStr("value-one"))
    with pytest.raises(LostRace):
        credential_replace(credential=seen_by_other, actor_id=alice.pk, value=SecretStr("value-other"))
    assert open_credential(alice).value.get_secret_value() == "value-one"


def test_storing_twice_and_revoking_twice(alice: User) -> None:
    credential = store_credential(alice)
    with pytest.raises(Conflict):
        store_credential(alice)
    assert credential_revoke(credential=credential, actor_id=alice.pk)
    assert not credential_revoke(credential=credential, actor_id=alice.pk)


def test_deleting_keeps_the_record(alice: User) -> None:
    credential = store_credential(alice)
    open_credential(alice)
    credential_delete(credential=credential, actor_id=alice.pk)
    credential_delete(credential=credential, actor_id=alice.pk)
    assert not UserCredential.objects.exists()
    assert CredentialUse.objects.get().specialist_role == "sms_sender"
    assert list(CredentialEvent.objects.order_by("id").values_list("kind", flat=True)) == ["stored", "deleted"]


@pytest.mark.parametrize("value", ["", " padded-value", "line\nbreak", "nul\x00", "x" * 9000, "\ud800"])
def test_values_that_no_request_could_carry_are_refused(alice: User, value: str) -> None:
    with pytest.raises(BadInput) as caught:
        store_credential(alice, value=value)
    assert not value or value not in str(caught.value)


@pytest.mark.parametrize(("value", "is_short"), [("7", True), ("seven77", True), ("eight888", False)])
def test_a_short_value_is_stored_with_a_warning_without_it(alice: User, value: str, is_short: bool) -> None:
    store_credential(alice, value=value)
    assert open_credential(alice).value.get_secret_value() == value
    warning = short_value_warning(value)
    assert bool(warning) is is_short
    assert value not in warning


def test_owners_are_warned_once_in_the_last_week(alice: User, charlie: User) -> None:
    soon, late, gone = store_credential(alice), store_credential(alice, key="late"), store_credential(charlie)
    now = utc_now()
    for credential, left in ((soon, timedelta(days=6)), (late, timedelta(days=8)), (gone, timedelta(days=-1))):
        UserCredential.objects.filter(pk=credential.pk).update(expires_at=now + left)
    assert (credentials_warn_expiring(), credentials_warn_expiring()) == (1, 0)
    assert CredentialEvent.objects.get(kind="warned").credential == soon


def test_a_credential_opens_for_its_hosts_alone(alice: User) -> None:
    store_credential(alice)
    for host in ("evil.example", f"{HOST}:8443", f"{HOST}.evil.example", f"evil.{HOST}"):
        with pytest.raises(CredentialUnbound, match=rf"given for {HOST}, not for {host}"):
            open_credential(alice, host=host)
    assert {use.outcome for use in CredentialUse.objects.all()} == {"unbound"}
    assert open_credential(alice, host=f"{HOST}:443").value.get_secret_value() == CANARY, "the same host and port"


def test_a_host_that_is_put_into_the_row_does_not_get_the_value(alice: User) -> None:
    credential = store_credential(alice)
    UserCredential.objects.filter(pk=credential.pk).update(hosts=["evil.example", HOST])
    for host in ("evil.example", HOST):
        with pytest.raises(CredentialUnreadable):
            open_credential(alice, host=host)


def test_a_row_without_a_binding_waits_for_its_owner(alice: User) -> None:
    credential = unbound_credential(alice)
    assert credential.state_at(utc_now()) == "unbound"
    with pytest.raises(CredentialUnbound, match="Say under Credentials what it is for"):
        open_credential(alice)
    with pytest.raises(Conflict, match="Say first which specialist"):
        credential_replace(credential=credential, actor_id=alice.pk, value=SecretStr("fresh-value"))
    credential_bind(credential=credential, actor_id=alice.pk, target=target_of())
    assert open_credential(alice).value.get_secret_value() == CANARY
    assert [event.kind for event in CredentialEvent.objects.all()] == ["bound"]


def test_binding_to_another_specialist_ends_the_first(alice: User) -> None:
    credential = store_credential(alice)
    credential_bind(credential=credential, actor_id=alice.pk, target=target_of("sms_reader", "api.other.example"))
    with pytest.raises(CredentialMissing):
        open_credential(alice)
    with pytest.raises(CredentialUnbound):
        open_credential(alice, role="sms_reader")
    opened = open_credential(alice, role="sms_reader", host="api.other.example")
    assert opened.value.get_secret_value() == CANARY


def test_what_cannot_be_bound_says_so(alice: User) -> None:
    store_credential(alice)
    credential = unbound_credential(alice)
    with pytest.raises(Conflict, match="Delete one of them"):
        credential_bind(credential=credential, actor_id=alice.pk, target=target_of())
    for hosts in ((), ("No Host",), ("api.example/path",), tuple(f"h{number}.example" for number in range(11))):
        target = CredentialTarget(specialist_id=uuid.uuid4(), specialist_role="sms_reader", hosts=hosts)
        with pytest.raises(BadInput, match="hosts are 1 to 10 names"):
            credential_bind(credential=credential, actor_id=alice.pk, target=target)
    credential.encrypted_value = ""
    with pytest.raises(CredentialUnreadable, match="Delete it and store it again"):
        credential_bind(credential=credential, actor_id=alice.pk, target=target_of("sms_reader"))
    credential_revoke(credential=credential, actor_id=alice.pk)
    credential.refresh_from_db()
    with pytest.raises(Conflict, match="withdrawn"):
        credential_bind(credential=credential, actor_id=alice.pk, target=target_of("sms_reader"))
