"""Every mismatch of a handler's code and its spec is found with its code and pointer."""

import pytest
from hypothesis import strategies as st

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


HANDLER_BREAKS: list[tuple[str, str, Break]] = [
    ("hosts.unused", "/egress_hosts/", host_too_many),
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
