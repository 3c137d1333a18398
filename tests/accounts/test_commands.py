"""The commands ``user_create`` and ``token_create``."""

import io

import pytest
from django.core.management import call_command
from django.test import Client

from kingdom.accounts.models import ApiToken, User
from kingdom.core.errors import BadInput, Conflict, KingdomError, NotFound


def command_output(*arguments: str) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_user_with_a_password_may_sign_in() -> None:
    assert command_output("user_create", "dora", "--password", "seven green ladders") == "dora\n"
    assert User.objects.get(username="dora").check_password("seven green ladders")
    assert not User.objects.get(username="dora").is_staff


@pytest.mark.django_db
def test_staff_may_do_everything_and_a_user_without_password_has_none() -> None:
    command_output("user_create", "olga", "--staff")
    olga = User.objects.get(username="olga")
    assert (olga.is_staff, olga.is_superuser, olga.has_usable_password()) == (True, True, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["bob"], Conflict),
        (["x" * 151], BadInput),
        (["not a name"], BadInput),
        (["dora", "--password", "12345678"], BadInput),
    ],
)
def test_a_user_that_cannot_be_made(arguments: list[str], error: type[KingdomError], bob: User) -> None:
    with pytest.raises(error):
        command_output("user_create", *arguments)
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_token_is_printed_alone_and_opens_the_api(alice: User) -> None:
    token = command_output("token_create", "alice")
    assert token == token.strip() + "\n"
    assert " " not in token
    assert ApiToken.objects.get().user == alice
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Token {token.strip()}"})
    assert answer.json()["username"] == "alice"


@pytest.mark.django_db
def test_a_token_for_nobody(alice: User) -> None:
    User.objects.update(is_active=False)
    for name in ("alice", "nobody"):
        with pytest.raises(NotFound, match="There is no active user"):
            command_output("token_create", name)


@pytest.mark.django_db
def test_a_new_sign_in_link_is_printed_and_signs_in_once(client: Client, alice: User) -> None:
    link = command_output("sign_in_link", "alice", "--origin", "https://kingdom.example.org/").strip()
    assert link.startswith("https://kingdom.example.org/sign-in/")
    path = link.removeprefix("https://kingdom.example.org")
    assert client.post(path).status_code == 302
    assert client.get("/api/v1/me/").json()["username"] == "alice"
    again = Client().post(path)
    assert again.status_code == 410
    assert "manage.py sign_in_link NAME" in again.content.decode()


@pytest.mark.django_db
def test_no_link_for_somebody_unknown_or_deactivated(alice: User) -> None:
    User.objects.update(is_active=False)
    for name in ("alice", "nobody"):
        with pytest.raises(NotFound):
            command_output("sign_in_link", name)
