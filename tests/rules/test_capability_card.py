"""The card: what a specialist can do, read from its identity, its hosts and what its code asks for; never from its
own words.
"""

import pytest

from kingdom.contracts.capabilities.closure import CapabilityClosure, capability_closure
from kingdom.contracts.capabilities.handler_usage import OPERATIONS, handler_usage
from kingdom.contracts.capabilities.sending import may_handler_send
from kingdom.contracts.capabilities.sentences import spec_capabilities
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.council.rules import capability_card
from kingdom.council.rules.capability_card import card_limits, training_note
from kingdom.specialists.registry.builtins import builtins_read

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


def in_handler(body: str) -> str:
    return f"def handle(payload, ctx):\n    {body}\n    return {{}}\n"


@pytest.mark.parametrize(
    ("code", "uses"),
    [
        (PURE, set()),
        (CALLS, {"http", "secrets.get"}),
        (in_handler("ctx.files.read('a')"), {"files.read"}),
        (in_handler("read = ctx.files.read"), {"files.read"}),
        (in_handler("files = ctx.files"), {"files.read", "files.write"}),
        ("def handle(payload, c):\n    return {'answer': c.files.read('a')}\n", {"files.read"}),
        (in_handler("ctx.now"), set()),
        pytest.param(in_handler("x = ctx; x.http.get('https://a.example')"), {"http"}, id="under another name"),
        pytest.param(in_handler("getattr(ctx, 'files').read('a')"), {"files.read", "files.write"}, id="getattr"),
        pytest.param(
            "def use(a, c):\n    return c.files.read(a)\n\n" + in_handler("use('a', c=ctx)"),
            {"files.read"},
            id="passed on",
        ),
        pytest.param(
            "def use(ctx):\n    return ctx.append(1)\n\n" + in_handler("use([])"),
            set(),
            id="another thing of this name",
        ),
        pytest.param(in_handler("f = lambda: ctx.files.write('a', 'b')"), {"files.write"}, id="in an inner function"),
        pytest.param(in_handler("f = lambda ctx: ctx.files.write('a', 'b')"), set(), id="a parameter of its own"),
        pytest.param(in_handler("ctx.call('files.read')"), set(), id="a door that is not there"),
        pytest.param(in_handler("[ctx][0].files"), "all", id="kept elsewhere"),
        pytest.param(in_handler("print(ctx)"), "all", id="passed to other code"),
        pytest.param("def handle(payload, *rest):\n    return {}\n", "all", id="another form"),
        pytest.param(PURE + "\n" + PURE, "all", id="twice"),
        pytest.param("handle = lambda payload, ctx: {}\n", "all", id="no function"),
        pytest.param("def handle(", "all", id="does not parse"),
        pytest.param(in_handler("getattr(ctx, 'ht' + 'tp')"), "all", id="by a made-up name"),
    ],
)
def test_what_a_handler_asks_for_is_read_from_its_code(code: str, uses: object) -> None:
    usage = handler_usage(code)
    assert usage.operations == (OPERATIONS if uses == "all" else uses)
    assert bool(usage.opaque) is (uses == "all")


def test_the_tools_of_a_handler_are_those_that_it_names() -> None:
    named = in_handler("ctx.tools.call('archon.fs.find', {}); ctx.tools.call(name='archon.fs.write')")
    assert capability_closure(spec(handler_code=named)).tools == {"archon.fs.find"}, "analyze_ does not hold fs.write"
    assert capability_closure(spec(handler_code=named, identity="writer")).tools == {
        "archon.fs.find",
        "archon.fs.write",
    }
    computed = spec(handler_code=in_handler("ctx.tools.call(payload['tool'], {})"))
    assert "archon.exec.python" in capability_closure(computed).tools


def test_an_operation_needs_something_behind_it() -> None:
    """Without a host, a credential or a granted tool there is nothing to open."""
    everything = spec(handler_code=in_handler("[ctx]"))
    assert capability_closure(everything).operations == {"files.read", "tools.call"}
    assert capability_closure(spec()) == CapabilityClosure()
    host = spec(handler_code=in_handler("[ctx]"), egress_hosts=["a.example"])
    assert capability_closure(host).operations == {"files.read", "tools.call", "http"}


def test_a_stored_closure_is_the_same_closure() -> None:
    wanted = {"name": "example_key", "host": "api.example.com", "how": "header"}
    closure = capability_closure(spec(handler_code=CALLS, egress_hosts=["api.example.com"], credentials=[wanted]))
    assert CapabilityClosure.from_json(closure.to_json()) == closure
    assert closure.credentials == {"example_key for api.example.com"}
    assert closure.credential_names == {"example_key"}
    assert closure.covers(CapabilityClosure())
    assert not CapabilityClosure().covers(closure)
    assert closure.narrowed(CapabilityClosure.from_json(None)) == CapabilityClosure()
    assert CapabilityClosure.from_json({"operations": "http", "tools": [1]}) == CapabilityClosure()


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
    reaching = spec(handler_code=CALLS, egress_hosts=["api.example.com"])
    assert "mock replies" in training_note(reaching, mock=True)
    assert training_note(spec(), mock=True) == ""


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
    coder = spec_capabilities(spec(handler_code=code, identity="coder"))
    assert {by for _, by in coder.can} == {"archon.fs.read"}, "its code does not write"


def test_limits_only_go_down() -> None:
    assert card_limits(spec())["words"] == "256 MB, 0.5 cores, 50 processes, 30 s"
    lower = {
        "memory_mb": 256,
        "cpu": 0.5,
        "processes": 50,
        "timeout_s": 5,
        "words": "256 MB, 0.5 cores, 50 processes, 5 s",
    }
    assert card_limits(spec(limits={"memory_mb": 4096, "timeout_s": 5})) == lower


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
    reaching = spec(handler_code=code, egress_hosts=["a.example"])
    assert ("Training only reads at its hosts" in training_note(reaching)) is sends
    assert "Training only reads" not in training_note(reaching, mock=True)
    assert training_note(spec(handler_code=code)) == "", "it has no host to send to"


def test_shipped_handlers_may_do_no_more_than_they_need() -> None:
    shipped = [*(builtin.spec for builtin in builtins_read()), *(recipe.spec for recipe in shipped_recipes())]
    handlers = {spec.role: spec for spec in shipped if spec.handler_code is not None}
    assert len(handlers) > 20
    needs = {role: capability_closure(spec) for role, spec in handlers.items()}
    readers = {"csv_statistics", "email_validator", "json_formatter", "text_statistics"}
    assert {role for role, closure in needs.items() if closure != CapabilityClosure()} == readers
    charts = CapabilityClosure(frozenset({"files.read", "tools.call"}), frozenset({"archon.chart.draw"}))
    assert needs["csv_statistics"] == charts
    assert {needs[role] for role in readers - {"csv_statistics"}} == {
        CapabilityClosure(operations=frozenset({"files.read"}))
    }
    assert not [role for role, spec in handlers.items() if handler_usage(spec.handler_code or "").opaque]
