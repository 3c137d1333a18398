"""The card: what a specialist can do, read from its identity, its hosts and what its code asks for; never from its
own words.
"""

import pytest

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules import capability_card
from kingdom.council.rules.capability_card import handler_host_calls, limits_label, may_handler_send, spec_capabilities

PURE = "def handle(payload, ctx):\n    return {'answer': payload['text'].upper()}\n"
CALLS = """
def handle(payload, ctx):
    return {'answer': ctx.http.get('https://api.example.com/v1')['text'] + ctx.secrets.get('example_key')}
"""


def spec(**changes: object) -> AgentSpec:
    return AgentSpec.model_validate(
        {
            "role": "checker",
            "identity": "analyze",
            "purpose": "Checks.",
            "engine": "handler",
            "handler_code": PURE,
            **changes,
        }
    )


@pytest.mark.parametrize(
    ("code", "uses"),
    [
        (PURE, set()),
        (CALLS, {"http", "secrets"}),
        ("def handle(payload, ctx):\n    return {'answer': ctx.files.read('a')}\n", {"files"}),
        ("def handle(payload, c):\n    return {'answer': c.files.read('a')}\n", {"files"}),
        ("def handle(payload, ctx):\n    return {'answer': ctx.now}\n", set()),
        pytest.param("def handle(payload, ctx):\n    x = ctx\n    return {}\n", "all", id="kept under another name"),
        pytest.param(
            "def help(c):\n    pass\n\ndef handle(payload, ctx):\n    return help(ctx)\n", "all", id="passed on"
        ),
        pytest.param("def handle(payload, *rest):\n    return {}\n", "all", id="another form"),
        pytest.param(
            "def handle(payload, ctx):\n    return {}\n\ndef handle(payload, ctx):\n    return {}\n", "all", id="twice"
        ),
        pytest.param("handle = lambda payload, ctx: {}\n", "all", id="no function"),
        pytest.param("def handle(", "all", id="does not parse"),
        pytest.param(
            "def handle(payload, ctx):\n    return getattr(ctx, 'ht' + 'tp')\n", "all", id="by a made-up name"
        ),
    ],
)
def test_what_a_handler_asks_for_is_read_from_its_code(code: str, uses: object) -> None:
    assert handler_host_calls(code) == ({"http", "files", "tools", "secrets"} if uses == "all" else uses)


def test_code_that_only_computes() -> None:
    power = spec_capabilities(spec())
    assert power.sentence == "It reads the text you send and computes; it can not use the network, files or keys."
    assert power.can == ()


def test_a_host_with_a_key_is_named() -> None:
    wanted = {"name": "example_key", "host": "api.example.com", "how": "header"}
    power = spec_capabilities(spec(handler_code=CALLS, egress_hosts=["api.example.com"], credentials=[wanted]))
    assert "it may call api.example.com with your key `example_key`" in power.sentence
    assert power.can == (("call api.example.com with your key `example_key`", "api.example.com"),)
    assert power.cannot == ("files",)
    assert (
        "mock replies"
        in spec_capabilities(spec(handler_code=CALLS, egress_hosts=["api.example.com"]), mock=True).sentence
    )
    assert "made-up" not in spec_capabilities(spec(), mock=True).sentence


def test_the_identity_decides_what_a_model_may_use_and_a_wish_decides_nothing() -> None:
    power = spec_capabilities(
        spec(engine="model", handler_code=None, identity="writer", tools=["archon.exec.python", "archon.web.search"])
    )
    grants = {by for _, by in power.can}
    assert "archon.fs.write" in grants
    assert not {"archon.exec.python", "archon.web.search"} & grants
    assert "the network" in power.cannot
    assert "archon.web.search" in {
        by for _, by in spec_capabilities(spec(engine="model", handler_code=None, identity="research")).can
    }


def test_a_model_reaches_a_host_only_by_a_tool_that_it_holds() -> None:
    hosts = {"egress_hosts": ["api.example.com"], "engine": "model", "handler_code": None}
    assert "call api.example.com" in spec_capabilities(spec(identity="research", **hosts)).sentence
    writer = spec_capabilities(spec(identity="writer", **hosts))
    assert "api.example.com" not in writer.sentence
    assert "the network" in writer.cannot


def test_a_handler_that_reads_files_says_so() -> None:
    code = "def handle(payload, ctx):\n    return {'answer': ctx.files.read('a')}\n"
    assert spec_capabilities(spec(handler_code=code)).can == (("read the conversation's files", "archon.fs.read"),)
    both = spec_capabilities(spec(handler_code=code, identity="coder"))
    assert {by for _, by in both.can} == {"archon.fs.read", "archon.fs.write"}


def test_limits_only_go_down() -> None:
    assert limits_label(spec()) == "256 MB, 0.5 cores, 50 processes, 30 s"
    assert limits_label(spec(limits={"memory_mb": 4096, "timeout_s": 5})) == "256 MB, 0.5 cores, 50 processes, 5 s"


def test_tests_in_words() -> None:
    suite = [TestCase(input=str(n), expected_output={}, held_out=n < 8) for n in range(24)]
    assert capability_card.test_count_label(suite) == "24 tests, 8 of them hidden from its designer."
    assert capability_card.test_count_label(suite[:1]) == "1 test, 1 of them hidden from its designer."
    assert capability_card.test_count_label(suite[20:21]) == "1 test."


@pytest.mark.parametrize(
    ("call", "sends"),
    [
        ("ctx.http.get('https://a.example')", False),
        ("ctx.http.head('https://a.example')", False),
        ("ctx.http.request('GET', 'https://a.example')", False),
        ("ctx.now", False),
        ("ctx.http.post('https://a.example', json={})", True),
        ("ctx.http.request('DELETE', 'https://a.example')", True),
        pytest.param("ctx.http.request(payload['method'], 'https://a.example')", True, id="a method nobody can read"),
        pytest.param("[ctx.http][0].get('https://a.example')", True, id="kept elsewhere"),
        pytest.param("ctx.http.get('https://a.example') + ctx.http.put('https://a.example')", True, id="one of two"),
        pytest.param("(", True, id="does not parse"),
    ],
)
def test_a_card_says_that_training_does_not_send(call: str, sends: bool) -> None:
    code = f"def handle(payload, ctx):\n    return {{'answer': str({call})}}\n"
    assert may_handler_send(code) is sends
    power = spec_capabilities(spec(handler_code=code, egress_hosts=["a.example"]))
    assert ("Training only reads at its hosts" in power.sentence) is sends
    assert (
        "Training only reads"
        not in spec_capabilities(spec(handler_code=code, egress_hosts=["a.example"]), mock=True).sentence
    )
    assert "Training only reads" not in spec_capabilities(spec(handler_code=code)).sentence, "it has no host to send to"
