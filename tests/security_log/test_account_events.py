"""Security events of accounts, by pages, API, admin and commands."""

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.services import token_create, token_delete
from kingdom.security_log.models import SecurityEvent, SecurityEventKind

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery staple"


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Forget failed sign-ins of other tests."""
    cache.clear()


@pytest.fixture
def carol(db: None) -> User:
    """A user with a password."""
    return User.objects.create_user("carol", password=PASSWORD)


def _events(kind: SecurityEventKind) -> list[tuple[str, str, str | None]]:
    rows = SecurityEvent.objects.filter(kind=kind).order_by("created_at")
    return [(event.actor_name, event.subject, event.address) for event in rows]


def _sign_in(client: Client, name: str, password: str) -> None:
    client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR="203.0.113.9")


def test_sign_in_and_out_are_recorded_with_the_address(client: Client, carol: User) -> None:
    _sign_in(client, "carol", PASSWORD)
    client.post("/sign-out/", REMOTE_ADDR="203.0.113.9")
    assert _events(SecurityEventKind.SIGNED_IN) == [("carol", "", "203.0.113.9")]
    assert _events(SecurityEventKind.SIGNED_OUT) == [("carol", "", "203.0.113.9")]


@pytest.mark.usefixtures("carol")
def test_a_failed_sign_in_names_accounts_only(client: Client) -> None:
    _sign_in(client, "carol", "wrong")
    _sign_in(client, PASSWORD, "")  # the password in the field of the name
    _sign_in(client, PASSWORD, "carol")
    assert _events(SecurityEventKind.SIGN_IN_FAILED) == [
        ("", "carol", "203.0.113.9"),
        ("", "(unknown name)", "203.0.113.9"),
    ]
    assert PASSWORD not in str(list(SecurityEvent.objects.values()))


@pytest.mark.usefixtures("carol")
def test_a_thousand_attempts_on_a_locked_name_are_one_event(client: Client) -> None:
    for _ in range(16):
        _sign_in(client, "carol", "wrong")
    assert len(_events(SecurityEventKind.SIGN_IN_LOCKED)) == 1
    assert len(_events(SecurityEventKind.SIGN_IN_FAILED)) <= 10


def test_tokens_are_recorded_without_their_secret(client: Client, carol: User) -> None:
    body = {"username": "carol", "password": PASSWORD, "name": "laptop"}
    made = client.post("/api/v1/auth/tokens/", body, content_type="application/json")
    assert made.status_code == 201, made.content
    secret = made.json()["token"]
    token = ApiToken.objects.get()
    client.delete(f"/api/v1/auth/tokens/{token.token_key}/", headers={"Authorization": f"Token {secret}"})
    subject = f"token {token.token_key}"
    assert [event[1] for event in _events(SecurityEventKind.TOKEN_CREATED)] == [subject]
    assert [event[:2] for event in _events(SecurityEventKind.TOKEN_DELETED)] == [("carol", subject)]
    assert secret not in str(list(SecurityEvent.objects.values()))


def test_rights_and_passwords_are_recorded_with_who_changed_them(client: Client, carol: User) -> None:
    root = User.objects.create_superuser("root", password=PASSWORD)
    client.force_login(root)
    page = f"/admin/accounts/user/{carol.pk}/"
    client.post(
        f"{page}password/", {"password1": PASSWORD + "2", "password2": PASSWORD + "2", "usable_password": "true"}
    )
    client.post(f"{page}change/", {
        "username": "carol", "is_active": "on", "is_staff": "on",
        "date_joined_0": "2026-01-01", "date_joined_1": "00:00",
    })  # fmt: skip
    assert [event[:2] for event in _events(SecurityEventKind.PASSWORD_CHANGED)] == [("root", "user carol")]
    changes = SecurityEvent.objects.filter(kind=SecurityEventKind.USER_CHANGED, actor_name="root")
    assert [(event.subject, event.details) for event in changes] == [("user carol", {"is_staff": True})]


def test_a_command_acts_as_the_product_itself(carol: User) -> None:
    call_command("token_create", "carol")
    assert _events(SecurityEventKind.TOKEN_CREATED)[0][0] == ""


def test_a_stronger_hash_of_the_same_password_is_no_change(
    client: Client, carol: User, settings: pytest.FixtureRequest
) -> None:
    settings.PASSWORD_HASHERS = [  # type: ignore[attr-defined]
        "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
        *settings.PASSWORD_HASHERS,  # type: ignore[attr-defined]
    ]
    before = carol.password
    _sign_in(client, "carol", PASSWORD)
    carol.refresh_from_db()
    assert carol.password != before
    assert _events(SecurityEventKind.PASSWORD_CHANGED) == []


def test_a_token_deleted_by_its_owner_is_recorded(carol: User) -> None:
    token, _ = token_create(user=carol, name="one")
    token_delete(user_id=carol.pk, key=token.token_key)
    assert len(_events(SecurityEventKind.TOKEN_DELETED)) == 1
