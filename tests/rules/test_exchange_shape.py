"""The form of a request: its values do not matter, all else does; and no word of a message stays in it."""

import json

import pytest

from kingdom.contracts.capabilities.sending import is_path_of, may_send, path_template, written_names
from kingdom.contracts.spec import AgentSpec
from kingdom.sessions.gateway.exchange_shape import ExchangeShape, exchange_shape
from kingdom.specialists.sending.contract_tests import contract_tests

CODE = 'def handle(payload, ctx):\n    return ctx.http.post(f"https://a.example/v1/{payload}/messages", json={})\n'
BASE = {"role": "sender", "identity": "research", "purpose": "Sends.", "engine": "handler", "output_schema": {}}
SPEC = AgentSpec.model_validate({**BASE, "handler_code": f"{CODE}KEYS = ['text', 'Full Name']\n"})


def shape(
    body: object = None, method: str = "POST", resource: str = "/v1/42/messages?to=a", **headers: str
) -> ExchangeShape:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return exchange_shape(
        method=method,
        origin="https://a.example",
        resource=resource,
        headers=headers,
        names=written_names(SPEC) | {"to", "cc", "n", "a", "b"},
        body=b"" if body is None else content,
    )


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (shape({"to": "a", "n": 1}), shape({"n": 2.5, "to": "b"}), True),
        (shape({"to": "a"}), shape({"to": 1}), False),
        (shape({"to": "a"}), shape({"to": "a", "cc": "b"}), False),
        (shape({"to": ["a"]}), shape({"to": ["b", "c"]}), True),
        (shape({"to": ["a"]}), shape({"to": []}), False),
        (shape({"to": None}), shape({"to": False}), False),
        (shape(), shape({}), False),
        (shape(b"a=1&b=2", **{"content-type": "application/x-www-form-urlencoded"}),
         shape(b"b=9&a=8", **{"content-type": "application/x-www-form-urlencoded"}), True),
        (shape({"to": "a"}), shape({"to": "a"}, method="PUT"), False),
        (shape({"to": "a"}), shape({"to": "a"}, resource="/v1/42/messages?to=b"), True),
        (shape({"to": "a"}), shape({"to": "a"}, resource="/v1/42/messages?cc=b"), False),
        (shape({"to": "a"}), shape({"to": "a"}, resource="/v1/42/calls?to=b"), False),
    ],
)  # fmt: skip
def test_values_do_not_matter_and_all_else_does(one: ExchangeShape, other: ExchangeShape, same: bool) -> None:
    assert one.is_of(other) is same


def test_a_path_keeps_what_the_code_says_and_nothing_else() -> None:
    assert path_template("/v1/anna@example.com/messages", CODE) == "/v1/{}/messages"
    assert path_template("/v1/secret-words/messages/", CODE) == "/v1/{}/messages/"
    assert path_template("/", CODE) == "/"
    assert is_path_of("/v1/ben/messages", "/v1/{}/messages")
    assert not is_path_of("/v1//messages", "/v1/{}/messages")
    assert not is_path_of("/v1/ben/messages/1", "/v1/{}/messages")
    label = shape({"text": "the words"}, resource="/v1/anna/messages?to=ben").label(CODE)
    assert label == "POST https://a.example/v1/{}/messages?to with {text: string}"


FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (shape({"anna@example.com": {"to": "a"}, "Full Name": 1}), "{Full Name: number, {}: {to: string}}"),
        (shape({"anna": 1, "ben": 2, "text": "a"}), "{text: string, {}: number}"),
        (shape(b"anna=1&to=2", **FORM), "form to, {}"),
        (shape(resource="/v1/42/messages?anna=1&to=2"), "to&{}"),
    ],
)
def test_names_made_of_a_users_data_are_not_kept(sent: ExchangeShape, kept: str) -> None:
    assert kept in (sent.body, sent.parameters)
    assert "anna" not in repr(sent)


@pytest.mark.parametrize(
    ("hosts", "code", "sends"),
    [
        (["a.example"], CODE, True),
        ([], CODE, False),
        (["a.example"], CODE.replace("post", "get").replace(", json={}", ""), False),
        (["a.example"], "def handle(payload, ctx):\n    return ctx.tools.call('archon.http.request', {})\n", True),
    ],
)
def test_what_sends_is_seen_in_hosts_and_code(hosts: list[str], code: str, sends: bool) -> None:
    spec = AgentSpec.model_validate({**BASE, "handler_code": code, "egress_hosts": hosts})
    assert may_send(spec) is sends


def test_contract_tests_cover_errors_limits_and_time_outs() -> None:
    recorded = shape({"to": "a"}, resource="/v1/{}/messages")
    told, *faults = contract_tests("text 42: hi", [recorded, recorded])
    assert (told.input, told.kind, told.grader) == ("text 42: hi", "normal", "schema")
    assert [[reply.status for reply in test.mock] for test in faults] == [[400], [500], [429], []]
    assert {test.kind for test in faults} == {"tool_failure"}
    assert faults[2].mock[0].headers == {"retry-after": "30"}
    assert faults[0].mock[0].url == "https://a.example/v1/"
    assert contract_tests("", [recorded]) == contract_tests("x", []) == ()
