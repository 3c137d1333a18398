"""To how many a request sends: addresses and numbers under names that say so, in JSON, forms, queries and lists."""

import json
import time

import pytest

from kingdom.events.recipients import MANY, recipient_count

POST = {"method": "POST", "url": "https://api.example.com/send"}


@pytest.mark.parametrize(
    ("args", "count"),
    [
        ({"json": {"to": "a@x.org"}}, 1),
        ({"json": {"to": ["a@x.org", "b@x.org"], "cc": "c@x.org; d@x.org"}}, 4),
        ({"json": {"to": ["a@x.org", "A@X.org"]}}, 1),
        ({"json": {"message": {"recipients": [{"email": "a@x.org"}, {"email": "b@x.org"}]}}}, 2),
        ({"json": {"to": [{"phone": "+49 151 1234567"}, {"phone": "+49 151 7654321"}]}}, 2),
        ({"data": "To=%2B491511234567&To=%2B491517654321&Body=a%40x.org"}, 2),
        ({"body": json.dumps({"bcc": [f"u{n}@x.org" for n in range(12)]})}, 12),
        ({"json": {"text": "mail a@x.org and b@x.org"}}, 1),
        ({"json": {"to": ["chat-1", "chat-2", "chat-3"]}}, 3),
        ({"params": {"to": "a@x.org,b@x.org"}}, 2),
        ({"json": {}}, 1),
        ({"body": "{\"to\": [", "body_bytes": 90_000}, MANY),
        ({"body": "x", "body_bytes": 1}, 1),
    ],
)  # fmt: skip
def test_recipients_are_counted(args: dict[str, object], count: int) -> None:
    assert recipient_count({**POST, **args}) == count


def test_recipients_of_a_query_count_and_reading_sends_nothing() -> None:
    url = "https://api.example.com/send?to=a%40x.org&to=b%40x.org"
    assert recipient_count({"method": "POST", "url": url}) == 2
    assert recipient_count({"method": "GET", "url": url}) == 0
    assert recipient_count({"method": "GET", "url": f"{url}&_method=POST"}) == 2


def test_a_long_text_takes_linear_time() -> None:
    started = time.process_time()
    assert recipient_count({**POST, "json": {"to": "a" * 1_000_000}}) == 1
    assert recipient_count({**POST, "data": "1 " * 500_000}) == 1
    assert recipient_count({**POST, "json": {"to": "1" * 1_000_000}}) == 1
    assert time.process_time() - started < 5
