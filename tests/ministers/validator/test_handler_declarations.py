"""Every mismatch of a handler's code and its spec is found with its code and pointer."""

from typing import Any

import pytest
from hypothesis import strategies as st

from kingdom.contracts.identity import Identity
from kingdom.contracts.spec import AgentSpec
from kingdom.ministers.validator.handler_declarations import check_handler_declarations, suggest_reading_declaration
from tests.factories.spec_strategies import Break, Case, assert_break_is_found, cases


def replaced(old: str, new: str) -> Break:
    def broken(case: Case, data: st.DataObject) -> None:
        assert old in case.spec["handler_code"]
        case.spec["handler_code"] = case.spec["handler_code"].replace(old, new, 1)

    return broken


def host_too_many(case: Case, data: st.DataObject) -> None:
    case.spec["egress_hosts"] = [*case.spec["egress_hosts"], "unused.example"]


def host_not_declared(case: Case, data: st.DataObject) -> None:
    host = case.spec["egress_hosts"].pop(0)
    case.spec["credentials"] = [credential for credential in case.spec["credentials"] if credential["host"] != host]
    secret = f'ctx.secrets.get("{host.split(".")[1]}_api_key")'
    case.spec["handler_code"] = case.spec["handler_code"].replace(secret, "0")


def secret_not_declared(case: Case, data: st.DataObject) -> None:
    case.spec["handler_code"] = case.spec["handler_code"].replace(
        "    return", '    ctx.secrets.get("other_api_key")\n    return'
    )


def secret_too_many(case: Case, data: st.DataObject) -> None:
    case.spec["credentials"] = [
        *case.spec["credentials"],
        {"name": "spare_api_key", "host": case.spec["egress_hosts"][0], "how": "query"},
    ]


def secret_for_another_host(case: Case, data: st.DataObject) -> None:
    case.spec["credentials"] = [
        *case.spec["credentials"],
        {"name": "far_api_key", "host": "far.example", "how": "header"},
    ]


def calls_before_return(call: str) -> Break:
    return replaced("    return", f"    {call}\n    return")


HANDLER_BREAKS: list[tuple[str, str, Break]] = [
    ("hosts.unused", "/egress_hosts/", host_too_many),
    ("context.unknown", "/handler_code", calls_before_return('ctx.call("files.read", {"name": "a"})')),
    ("context.unknown", "/handler_code", calls_before_return('ctx._channel.request("http", {})')),
    ("context.unknown", "/handler_code", calls_before_return('ctx.files.delete("a")')),
    ("context.opaque", "/handler_code", calls_before_return("[ctx]")),
    ("context.opaque", "/handler_code", calls_before_return('getattr(ctx, payload["text"])')),
    ("tools.unknown", "/handler_code", calls_before_return('ctx.tools.call(payload["text"], {})')),
    ("tools.not_granted", "/handler_code", calls_before_return('ctx.tools.call("archon.agent.delegate", {})')),
    ("hosts.undeclared", "/handler_code", host_not_declared),
    (
        "hosts.unknown",
        "/handler_code",
        replaced("    return", '    ctx.http.get("https://" + payload["text"])\n    return'),
    ),
    (
        "hosts.undeclared",
        "/handler_code",
        replaced("    return", '    ctx.http.request("GET", url="https://evil.example/")\n    return'),
    ),
    (
        "hosts.undeclared",
        "/handler_code",
        replaced("    return", '    ctx.http.get("https://api.weather.example.evil.example/")\n    return'),
    ),
    (
        "hosts.duplicate",
        "/egress_hosts/",
        lambda case, data: case.spec.update(egress_hosts=case.spec["egress_hosts"] * 2),
    ),
    ("credentials.undeclared", "/handler_code", secret_not_declared),
    (
        "credentials.unknown",
        "/handler_code",
        replaced("    return", '    ctx.secrets.get(payload["text"])\n    return'),
    ),
    ("credentials.unused", "/credentials/", secret_too_many),
    ("credentials.host", "/credentials/", secret_for_another_host),
    ("handler.entry", "/handler_code", replaced("def handle(payload, ctx)", "def work(payload, ctx)")),
    ("handler.entry", "/handler_code", replaced("def handle(payload, ctx)", "def handle(payload)")),
    ("handler.unparsable", "/handler_code", replaced("def handle", "def def handle")),
]


@pytest.mark.parametrize(
    ("code", "pointer", "broken"),
    HANDLER_BREAKS,
    ids=[f"{n:02d}-{code}" for n, (code, _, _) in enumerate(HANDLER_BREAKS)],
)
def test_every_break_of_a_handler_is_found(code: str, pointer: str, broken: Break) -> None:
    assert_break_is_found(code, pointer, broken, cases(engine="handler", hosts=1))


@pytest.mark.parametrize(
    ("call", "tools", "found"),
    [
        ("ctx.files.write('a', 'b')", (), ["tools.undeclared"]),
        ("ctx.files.write('a', 'b')", ("archon.fs.write",), []),
        ("ctx.tools.call('archon.fs.write', {})", (), ["tools.undeclared"]),
        ("ctx.tools.call('archon.fs.write', {})", ("archon.fs.write",), []),
        ("ctx.files.read('a')", (), []),
        ("ctx.tools.call('archon.exec.python', {})", ("archon.exec.python",), ["tools.not_granted"]),
    ],
)
def test_a_tool_that_the_code_uses_is_declared_and_granted(call: str, tools: tuple[str, ...], found: list[str]) -> None:
    code = f"def handle(payload, ctx):\n    return {{'answer': {call}}}\n"
    fields = {"role": "noter", "identity": "writer", "purpose": "Notes.", "engine": "handler"}
    issues = check_handler_declarations(AgentSpec.model_validate({**fields, "handler_code": code, "tools": tools}))
    assert [issue.code for issue in issues] == found


def test_only_code_that_can_be_read_gets_a_suggestion() -> None:
    fields: dict[str, Any] = {"role": "noter", "identity": "writer", "purpose": "Notes.", "engine": "handler"}
    for code, found in (
        ("def handle(payload, ctx):\n    return {'answer': 1}\n", ["handler.used"]),
        ("def handle(payload, ctx):\n    return {'answer': 1, 'used': []}\n", []),
        ("def handle(payload, ctx:\n", []),
        ("x = " + "(" * 1_000 + ")" * 1_000, []),
        ("x = '\x00'", []),
    ):
        spec = AgentSpec.model_construct(**fields, handler_code=code)
        assert [issue.code for issue in suggest_reading_declaration(spec)] == found, code
    assert suggest_reading_declaration(AgentSpec.model_construct(**fields, handler_code=None)) == []


@pytest.mark.parametrize(
    ("url", "declared", "found"),
    [
        ("http://10.0.0.5:80/x", "10.0.0.5", []),
        ("http://10.0.0.5/x", "10.0.0.5:80", []),
        ("https://stock.internal/x", "stock.internal:443", []),
        ("https://stock.internal/x", "stock.internal:80", ["hosts.undeclared", "hosts.unused"]),
        ("http://10.0.0.5:8080/x", "10.0.0.5", ["hosts.undeclared", "hosts.unused"]),
    ],
)
def test_a_call_is_at_the_declared_host_with_or_without_its_usual_port(
    url: str, declared: str, found: list[str]
) -> None:
    """As the egress proxy compares them: it asks for a scheme's usual port, however it is written."""
    code = f"""def handle(payload, ctx):
    ctx.http.get("{url}")
    return {{"answer": "x", "output": {{}}, "confidence": 1.0}}
"""
    subject = AgentSpec(
        role="stock_reader",
        identity=Identity.ANALYZE,
        purpose="Reads the stock.",
        engine="handler",
        handler_code=code,
        egress_hosts=(declared,),
    )
    assert [issue.code for issue in check_handler_declarations(subject)] == found
