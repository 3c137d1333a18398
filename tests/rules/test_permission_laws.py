"""Properties of permission rules and previews on random rules and calls."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from kingdom.approvals.permissions.argument_patterns import argument_pattern_of, check_argument_pattern, match_arguments
from kingdom.approvals.permissions.rule_matching import (
    EFFECTS,
    EffectiveRule,
    PermissionQuery,
    evaluate_rules,
    match_rule,
)
from kingdom.approvals.text_rendering import MAX_LINES, MAX_VALUE_LENGTH, approval_text, escape_invisible
from kingdom.contracts.identity import BASELINE, UNASKED

TOOLS = [
    "archon.fs.read",
    "archon.chart.draw",
    "archon.fs.write",
    "archon.http.request",
    "archon.exec.python",
    "plugin.mail.send",
]
AGENTS = ["writer_a", "writer_b", "coder_a", "strange id"]
URLS = [
    "https://a.example/x", "https://b.example:8443/", "http://a.example/", "https://a.example\\@b.example/", "https://u@a.example/",
    "https://sub.a.example/", "HTTPS://A.EXAMPLE/", "https://a.example./", "//a.example", "https://[::1]/", 7, None,
]  # fmt: skip
PATHS = [
    "a.txt",
    "notes/a.txt",
    "notes/../a.txt",
    "/notes/a",
    "notes//a",
    "Notes/a.txt",
    "notes",
    "",
    ".",
    "ﬁle",
    "file",
    "a\x00",
    3,
]
args = st.fixed_dictionaries(
    {},
    optional={
        "url": st.sampled_from(URLS),
        "method": st.sampled_from(["GET", "post", "POST", "P T", 1]),
        "path": st.sampled_from(PATHS),
        "base": st.sampled_from(PATHS),
        "pattern": st.sampled_from(["*", "../*", "/etc/*"]),
        "content": st.text(max_size=5),
    },
)
calls = st.builds(
    PermissionQuery,
    agent_id=st.sampled_from(AGENTS),
    tool=st.sampled_from(TOOLS),
    args=args,
    call_id=st.sampled_from(["c1", "c2"]),
)
shapes = st.fixed_dictionaries(
    {},
    optional={
        "host": st.sampled_from(["a.example", "*.a.example", "http://a.example", "b.example:8443", "*.example"]),
        "method": st.sampled_from(["GET", "POST"]), "path": st.sampled_from(["notes/", "a.txt", "file"]),
    },
)  # fmt: skip
rules = st.builds(
    EffectiveRule,
    id=st.uuids().map(str),
    effect=st.sampled_from(EFFECTS),
    tool=st.sampled_from([*TOOLS, "*", "archon.fs.*", "archon.*"]),
    shape=shapes,
    agent=st.sampled_from(["", "writer", "coder", "writer_a"]),
    scope=st.sampled_from(["user", "organisation"]),
)
grants = st.builds(
    EffectiveRule,
    id=st.uuids().map(str),
    effect=st.just("allow"),
    tool=st.sampled_from(TOOLS),
    shape=shapes,
    agent=st.sampled_from(AGENTS),
    scope=st.sampled_from(["once", "session"]),
    call_id=st.sampled_from(["c1", "c2"]),
)
books = st.lists(st.one_of(rules, grants), max_size=8)


@given(books, calls)
def test_a_deny_that_fits_at_all_beats_everything(book: list[EffectiveRule], call: PermissionQuery) -> None:
    denied = any(rule.effect == "deny" and match_rule(rule, call) != "no" for rule in book)
    assert (evaluate_rules(book, call).effect == "deny") == denied


@given(books, calls)
def test_nothing_is_allowed_but_by_a_rule_that_surely_fits(book: list[EffectiveRule], call: PermissionQuery) -> None:
    verdict = evaluate_rules(book, call)
    if verdict.effect == "allow":
        by = [rule for rule in book if rule.id == verdict.rule_id]
        assert (by and match_rule(by[0], call) == "yes" and by[0].effect == "allow") or (
            not by and call.tool in BASELINE | UNASKED
        )
    assert evaluate_rules([], call).effect == ("allow" if call.tool in BASELINE | UNASKED else "ask")


@given(books, rules, calls)
def test_another_deny_or_ask_of_the_organisation_never_widens(
    book: list[EffectiveRule], more: EffectiveRule, call: PermissionQuery
) -> None:
    if more.effect == "deny" or (more.effect == "ask" and more.scope == "organisation"):
        assert EFFECTS.index(evaluate_rules([*book, more], call).effect) >= EFFECTS.index(
            evaluate_rules(book, call).effect
        )


@given(books, calls, st.randoms())
def test_the_order_of_the_rows_does_not_matter(
    book: list[EffectiveRule], call: PermissionQuery, random: object
) -> None:
    shuffled = list(book)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert evaluate_rules(shuffled, call).effect == evaluate_rules(book, call).effect


@given(calls)
def test_the_shape_that_is_kept_fits_its_own_call_and_is_one_that_may_be_kept(call: PermissionQuery) -> None:
    shape = argument_pattern_of(call.tool, call.args)
    assert check_argument_pattern(shape) == shape
    assert match_arguments(shape, call.args) == "yes"


@given(st.text(max_size=300), st.text(max_size=300))
def test_what_is_shown_hides_nothing_and_tells_two_values_apart(one: str, other: str) -> None:
    shown = escape_invisible(one, 5000)
    assert all(
        char == " " or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
        for char in shown
    )
    assert "•" not in shown
    assert (one == other) == (shown == escape_invisible(other, 5000))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=60) | st.just("x" * 5000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
    max_leaves=20,
)


@given(
    st.sampled_from(["tool", "creation", "quality", "unknown_outcome"]),
    st.dictionaries(st.text(max_size=10), json_values, max_size=5),
)
def test_any_subject_can_be_shown_and_within_bounds(kind: str, subject: dict[str, object]) -> None:
    lines = approval_text(
        kind, {"agent": "writer_a", "tools": [{"name": "archon.fs.write", "args": subject}], **subject}
    ).split("\n")
    assert len(lines) <= MAX_LINES + 2
    assert max(map(len, lines)) <= MAX_VALUE_LENGTH + 1200
