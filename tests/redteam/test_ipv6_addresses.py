"""Limits by address: who has one IPv6 address has 2^64 of them, and counts as one."""

import pytest
from django.test import Client, RequestFactory, override_settings

from kingdom.accounts.models import User
from kingdom.core.web.throttling import MethodThrottle, throttled_address

DOOR = "/api/v1/auth/tokens/"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::"),
        ("", None),
        ("nonsense", None),
    ],
)
def test_the_address_that_counts(address: str, counted: str | None) -> None:
    assert throttled_address(RequestFactory(REMOTE_ADDR=address).get("/")) == counted


@pytest.mark.django_db
@override_settings(AXES_FAILURE_LIMIT=3)
@pytest.mark.parametrize(("network", "is_locked"), [("2001:db8:1:2", True), ("2001:db8:1:{}", False)])
def test_wrong_passwords_count_by_network(alice: User, network: str, *, is_locked: bool) -> None:
    for number in range(1, 4):
        guess = {"username": f"nobody {number}", "password": f"guess {number}", "name": "x"}
        Client(REMOTE_ADDR=f"{network.format(number)}::{number}").post(
            "/api/v1/auth/tokens/", guess, "application/json"
        )
    right = {"username": alice.username, "password": "wrong once", "name": "x"}
    answer = Client(REMOTE_ADDR=f"{network.format(4)}::4").post("/api/v1/auth/tokens/", right, "application/json")
    assert (answer.status_code == 429) is is_locked, answer.content


@pytest.mark.django_db
def test_calls_without_an_account_count_by_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MethodThrottle, "THROTTLE_RATES", {"auth": "2/min", "read": "9/min"})
    wrong = {"username": "nobody", "password": "no", "name": "x"}
    codes = [
        Client(REMOTE_ADDR=f"2001:db8:1:{network}::{host}").post(DOOR, wrong, "application/json").status_code
        for network, host in ((1, 1), (1, 2), (1, 3), (2, 1))
    ]
    assert codes[2] == 429
    assert 429 not in (codes[0], codes[1], codes[3])
