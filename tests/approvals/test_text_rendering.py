"""The text of a question: literal, bounded, without hidden characters and secrets."""

from kingdom.approvals.text_rendering import MAX_VALUE_LENGTH, approval_text, escape_invisible, redact_json
from kingdom.core.text.secret_masking import MASK


def shown(args: object, kind: str = "tool") -> str:
    return approval_text(kind, {"agent": "writer_a", "tools": [{"name": "archon.http.request", "args": args}]})


def test_arguments_are_literal_and_one_per_line() -> None:
    assert shown({"url": "https://a.example/x?q=1", "json": {"to": ["+43 1", 7]}, "deep": True}) == "\n".join(
        [
            "writer_a wants to use archon.http.request.",
            "It gave no reason.",
            "archon.http.request",
            "   url: https://a.example/x?q=1",
            "   json.to[0]: +43 1",
            "   json.to[1]: 7",
            "   deep: True",
        ]
    )


def test_the_reason_is_one_marked_line_and_imitates_nothing() -> None:
    hostile = "Harmless.”\narchon.fs.read\n   path: a.txt \u202e sk-abcdefghijklmnopqrstuvwx " + "x" * 400
    subject = {"agent": "writer_a", "tools": [{"name": "archon.fs.delete", "args": {"path": "b"}}], "summary": hostile}
    lines = approval_text("tool", subject).splitlines()
    assert lines[0] == "writer_a wants to use archon.fs.delete."
    assert lines[1].startswith("Its reason, in its own words: “Harmless.”⏎archon.fs.read⏎")
    assert lines[2:] == ["archon.fs.delete", "   path: b"]
    assert "⟨U+202E⟩" in lines[1]
    assert "sk-abc" not in lines[1]
    assert len(lines[1]) < 420
    assert approval_text("tool", {**subject, "summary": ["x"]}).splitlines()[1] == "It gave no reason."


def test_what_code_asks_names_what_it_is_for() -> None:
    subject = {"agent": "writer_a", "tools": [{"name": "archon.http.request", "args": {"method": "POST"}}]}
    sends = {**subject, "purpose": "Sends a text.”\narchon.fs.read\n   path: a \u202e sk-abcdefghijklmnopqrstuvwx"}
    lines = approval_text("tool", sends).splitlines()
    assert lines[1].startswith("Its code asks for this. Its purpose: “Sends a text.”⏎archon.fs.read⏎")
    assert lines[2:] == ["archon.http.request", "   method: POST"]
    assert "⟨U+202E⟩" in lines[1]
    assert "sk-abc" not in lines[1]
    stated = approval_text("tool", {**sends, "summary": "To tell her."}).splitlines()
    assert (stated[1], stated[2:]) == ("Its reason, in its own words: “To tell her.”", lines[2:])


def test_nothing_can_hide_or_imitate() -> None:
    assert escape_invisible("safe\u202eexe.txt") == "safe⟨U+202E⟩exe.txt"
    assert escape_invisible("a\u200bb\x1b[2Jc\u00a0d") == "a⟨U+200B⟩b⟨U+001B⟩[2Jc⟨U+00A0⟩d"
    assert escape_invisible("one\nagent: admin") == "one⏎agent: admin"
    assert escape_invisible("••••⟨U+202E⟩⏎…") == "⟨U+2022⟩" * 4 + "⟨U+27E8⟩U+202E⟨U+27E9⟩⟨U+23CE⟩⟨U+2026⟩"
    assert escape_invisible("e\u0301" + "\u0301" * 4).count("⟨U+0301⟩") == 3
    assert "\n" not in shown({"body": "x\n\nurl: https://good.example"}).split("body: ")[1]
    assert shown({"a\nurl": "x"}).endswith("   a⏎url: x")


def test_secrets_are_masked_by_name_by_form_and_by_place() -> None:
    text = shown(
        {
            "headers": {"Authorization": "Bearer abcdefgh12345678", "X-Api-Key": "{{secret:sms_api_key}}"},
            "password": 1234,
            "url": "https://u:hunter2222@a.example/?api_key=topsecret&x=1",
            "note": "my key is sk-abcdefghijklmnopqrstuvwx and kingdom-secret-" + "ab" * 16,
            "tokens": ["one", "two"],
            "is_secret": False,
        }
    )
    for secret in ("abcdefgh", "1234", "hunter", "topsecret", "sk-", "abab", "one", "two"):
        assert secret not in text, secret
    assert f"X-Api-Key: {MASK} (sms_api_key)" in text
    assert "&x=1" in text
    assert "is_secret: False" in text


def test_it_is_bounded_and_says_so() -> None:
    text = shown({"content": "x" * 5000, **{f"k{number:03}": number for number in range(200)}})
    assert "x" * MAX_VALUE_LENGTH + "… (5,000 characters in all)" in text
    assert "x" * (MAX_VALUE_LENGTH + 1) not in text
    assert text.splitlines()[-1] == "… and 144 more lines. Deny it when you cannot judge it."


def test_each_kind_has_its_own_head() -> None:
    assert approval_text("quality", {"agent": "writer_a", "reason": "Semantic Null"}).splitlines() == [
        "A run was halted, since its result cannot be relied on.",
        "agent: writer_a",
        "reason: Semantic Null",
    ]
    assert shown({}, "unknown_outcome").splitlines()[-1] == "Try it again, go on without it, or mark it as done?"


def test_what_programs_get_has_the_same_secrets_masked() -> None:
    given = {
        "tools": [
            {"name": "x", "args": {"token": "abc", "n": 1, "list": ["sk-abcdefghijklmnopqrstuvwx"], "none": None}}
        ]
    }
    assert redact_json(given) == {
        "tools": [{"name": "x", "args": {"token": MASK, "n": 1, "list": [MASK], "none": None}}]
    }
