"""A write in the clothes of a read is a write: frameworks take headers and parameters for the method."""

import uuid
from datetime import UTC, datetime

import pytest

from kingdom.approvals.permissions.argument_patterns import argument_pattern_of
from kingdom.approvals.permissions.rule_matching import EffectiveRule, PermissionQuery, evaluate_rules
from kingdom.contracts.http_methods import is_read_only, method_as_taken
from kingdom.contracts.tools import ToolRequest
from kingdom.events.tool_events import tool_event_fields
from kingdom.policies.evaluation.matching import EventSubject, is_fired
from kingdom.policies.rules.condition_parser import parse_condition


@pytest.mark.parametrize(
    ("method", "url", "headers", "read_only"),
    [
        ("GET", "https://a.example/x?method=delete&q=_method", {"Accept": "text/plain"}, True),
        ("head", "https://a.example/", {}, True),
        ("POST", "https://a.example/", {}, False),
        ("GET", "https://a.example/", {"X-HTTP-Method-Override": "DELETE"}, False),
        ("GET", "https://a.example/", {"x-method-override": "PUT"}, False),
        ("GET", "https://a.example/?_method=DELETE", {}, False),
        ("GET", "https://a.example/?a=1;_METHOD=PUT", {}, False),
        ("GET", "https://a.example/?a=1&%5Fmethod=PUT", {}, False),
        ("GET", "https://a.example/?%255Fmethod=PUT", {}, False),
        ("GET", "https://a.example/?x-http-method-override=PUT", {}, False),
        ("GET", "https://a.example/", {"X_HTTP_Method_Override": "DELETE"}, False),
        ("GET", "https://a.example/", {"X-Tunneled-Method": "DELETE"}, False),
        ("GET", "https://a.example/?.method=DELETE", {}, False),
        ("GET", "https://a.example/?+_method=DELETE", {}, False),
        ("GET", "https://a.example/?_HttpMethod=PATCH", {}, False),
        (None, None, None, False),
    ],
)
def test_what_overrides_the_method_makes_it_a_write(
    method: object, url: object, headers: object, read_only: bool
) -> None:
    assert is_read_only(method, url, headers) is read_only


@pytest.mark.parametrize("name", ["_method", "_METHOD", "%5Fmethod", " _method", "X-HTTP-Method-Override", ".method"])
def test_params_that_are_added_to_the_url_count_like_those_in_it(name: str) -> None:
    """The request is the same, wherever the code wrote the parameter."""
    assert is_read_only("GET", "https://a.example/x", {}, {"q": "_method"}) is True
    assert is_read_only("GET", "https://a.example/x", {}, {"q": "1", name: "DELETE"}) is False


DISGUISES: list[dict[str, object]] = [
    {"headers": {"X-HTTP-Method-Override": "DELETE"}},
    {"headers": {"x_http_method": "DELETE"}},
    {"params": {"_method": "DELETE"}},
    {"url": "https://a.example/x?_method=DELETE"},
]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_rule_on_a_method_does_not_take_the_disguise_for_it(disguise: dict[str, object]) -> None:
    """ "Always" said to a GET allows no DELETE in its clothes, and a rule against DELETE is not avoided by it."""
    plain = {"url": "https://a.example/x", "method": "GET"}
    call = PermissionQuery(agent_id="coder_x", tool="archon.http.request", args={**plain, **disguise})
    always = EffectiveRule(id="1", effect="allow", tool=call.tool, shape=argument_pattern_of(call.tool, plain))
    assert always.shape == {"host": "a.example", "method": "GET"}
    assert evaluate_rules([always], PermissionQuery(agent_id="coder_x", tool=call.tool, args=plain)).effect == "allow"
    assert evaluate_rules([always], call).effect == "ask"
    forbidden = EffectiveRule(id="2", effect="deny", tool=call.tool, shape={"host": "a.example", "method": "DELETE"})
    assert evaluate_rules([always, forbidden], call).effect == "deny"
    assert set(argument_pattern_of(call.tool, call.args)) == {"args"}, "what is allowed of it lasts for exactly this"


@pytest.mark.parametrize(
    ("headers", "params", "taken"),
    [
        ({}, None, "GET"),
        ({"X-HTTP-Method-Override": "delete"}, None, "DELETE"),
        ({}, {"_method": "PATCH"}, "PATCH"),
        ({"X-HTTP-Method": "PATCH"}, {"_method": "DELETE"}, "OTHER"),
        ({"X-HTTP-Method": "<b>"}, None, "OTHER"),
    ],
)
def test_the_event_of_a_call_names_the_method_that_its_host_may_take(
    headers: dict[str, str], params: dict[str, str] | None, taken: str
) -> None:
    """Policies read it: "ask me before anything is sent" is ``method not in ["GET", …]``."""
    assert method_as_taken("get", "https://a.example/x", headers, params) == taken
    args = {"url": "https://a.example/x", "method": "get", "headers": headers, "params": params}
    request = ToolRequest(call_id="1", name="archon.http.request", args=args)
    assert tool_event_fields("coder_x", request)["method"] == taken
    sends = parse_condition('method not in ["GET", "HEAD", "OPTIONS"]')
    assert is_fired(sends, _subject(tool_event_fields("coder_x", request))) is (taken != "GET")


def _subject(fields: dict[str, str]) -> EventSubject:
    return EventSubject(
        name="ToolRequested", at=datetime.now(UTC), values=fields, user_id=1, session_id=uuid.uuid4(), workflow_id=None
    )
