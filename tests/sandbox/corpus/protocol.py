"""Attacks on the protocol: forged frames of pid 1, and data that breaks its reader."""

from typing import Any

from tests.sandbox.corpus.base import Attack


def _attack(name: str, code: str, *statuses: str, value: Any = None, timeout: float = 30.0) -> Attack:  # noqa: ANN401 - any JSON value
    allowed = frozenset(statuses) or frozenset({"ok"})
    return Attack(
        name=name,
        category="protocol",
        code=code,
        statuses=allowed,
        value=[] if value is None else value,
        timeout=timeout,
    )


ATTACKS = [
    _attack(
        "frames_on_every_descriptor",
        """
FAKE = (b'{"end": "answer", "detail": "", "oom": false, "dirty": false, "cut": [false, false], "ms": 1, '
        b'"sizes": [6, 0, 0]}\\n"fake"')
def handle(p, ctx):
    for fd in range(0, 256):
        if fd != ctx._channel.up:
            try:
                os.write(fd, FAKE)
            except OSError:
                pass
    return []
""",
    ),
    _attack(
        "answer_without_end",
        "\ndef handle(p, ctx):\n    tell(ctx, b'A99999999')\n    time.sleep(9)\n",
        "bad_answer",
        "timeout",
        timeout=0.7,
    ),
    _attack(
        "answer_too_long", "\ndef handle(p, ctx):\n    tell(ctx, b'A99999999\\n')\n    time.sleep(9)\n", "bad_answer"
    ),
    _attack(
        "answer_of_negative_length",
        "\ndef handle(p, ctx):\n    tell(ctx, b'A-5\\nxxxxx')\n    time.sleep(9)\n",
        "bad_answer",
    ),
    _attack("unknown_tag", "\ndef handle(p, ctx):\n    tell(ctx, b'Z4\\nnull')\n    time.sleep(9)\n", "bad_answer"),
    _attack(
        "no_newline", "\ndef handle(p, ctx):\n    tell(ctx, b'A' + b'1' * 60000)\n    time.sleep(9)\n", "bad_answer"
    ),
    _attack(
        "flood_of_the_answer_pipe",
        "\ndef handle(p, ctx):\n    while True:\n        tell(ctx, b'R2\\n{}' * 1000)\n",
        "bad_answer",
    ),
    _attack("two_answers", "\ndef handle(p, ctx):\n    tell(ctx, b'A2\\n[]A6\\n\"fake\"')\n    time.sleep(9)\n"),
    _attack(
        "answer_is_not_json", "\ndef handle(p, ctx):\n    tell(ctx, b'A5\\nhello')\n    time.sleep(9)\n", "bad_answer"
    ),
    _attack("nan", "\ndef handle(p, ctx):\n    return float('nan')\n", "bad_answer"),
    _attack("nan_by_hand", "\ndef handle(p, ctx):\n    tell(ctx, b'A3\\nNaN')\n    time.sleep(9)\n", "bad_answer"),
    _attack(
        "infinity_by_hand", "\ndef handle(p, ctx):\n    tell(ctx, b'A5\\n1e999')\n    time.sleep(9)\n", "bad_answer"
    ),
    _attack(
        "number_of_5000_digits",
        "\ndef handle(p, ctx):\n    tell(ctx, b'A5000\\n' + b'9' * 5000)\n    time.sleep(9)\n",
        "bad_answer",
    ),
    _attack("lone_surrogate", "\ndef handle(p, ctx):\n    return '\\ud800'\n", "bad_answer"),
    _attack("nul", "\ndef handle(p, ctx):\n    return ['a\\x00b']\n", "bad_answer"),
    _attack("nul_in_a_key", "\ndef handle(p, ctx):\n    return {'a\\x00b': 1}\n", "bad_answer"),
    _attack(
        "not_utf8", "\ndef handle(p, ctx):\n    tell(ctx, b'A4\\n\"\\xff\\xfe\"')\n    time.sleep(9)\n", "bad_answer"
    ),
    _attack(
        "thirty_thousand_lists",
        "\ndef handle(p, ctx):\n    tell(ctx, b'A60000\\n' + b'[' * 30000 + b']' * 30000)\n    time.sleep(9)\n",
        "bad_answer",
    ),
    _attack(
        "nested_300",
        "\ndef handle(p, ctx):\n    v = []\n    for _ in range(300):\n        v = [v]\n    return v\n",
        "bad_answer",
    ),
    _attack("key_twice", "\ndef handle(p, ctx):\n    return {1: 'a', '1': 'b'}\n", "bad_answer"),
    _attack("not_json_at_all", "\ndef handle(p, ctx):\n    return {1, 2}\n", "bad_answer"),
    _attack("circular", "\ndef handle(p, ctx):\n    v = []\n    v.append(v)\n    return v\n", "bad_answer"),
    _attack("leave_without_answer", "\ndef handle(p, ctx):\n    os._exit(0)\n", "crashed"),
    _attack("leave_by_exit", "\ndef handle(p, ctx):\n    sys.exit(0)\n", "error"),
    _attack(
        "become_another_program",
        "\ndef handle(p, ctx):\n    os.execv('/usr/bin/python3', ['python3', '-c', 'print(1)'])\n",
        "crashed",
    ),
    _attack(
        "close_every_descriptor",
        "\ndef handle(p, ctx):\n    os.closerange(0, 256)\n    return []\n",
        "crashed",
        "timeout",
        timeout=0.7,
    ),
    _attack("answer_by_a_child", "\ndef handle(p, ctx):\n    fork(lambda: tell(ctx, b'A2\\n[]'))\n    time.sleep(9)\n"),
    _attack(
        "request_nobody_granted",
        """
def handle(p, ctx):
    return went(http=lambda: ctx.http.get("https://example.test/"), files=lambda: ctx.files.read("x"),
                secret=lambda: ctx.secrets.get("x"), tool=lambda: ctx.tools.call("x"))
""",
    ),
    _attack("request_is_not_json", "\ndef handle(p, ctx):\n    tell(ctx, b'R3\\n[[[')\n    hear(ctx)\n    return []\n"),
    _attack("request_of_2_mb", "\ndef handle(p, ctx):\n    ask(ctx, 'x', 'y' * (2 << 20))\n", "bad_answer"),
    _attack(
        "two_requests_at_once",
        "\ndef handle(p, ctx):\n    tell(ctx, b'R2\\n{}R2\\n{}')\n    time.sleep(9)\n",
        "bad_answer",
    ),
    _attack(
        "ask_1100_times",
        "\ndef handle(p, ctx):\n    for _ in range(1100):\n        went(x=lambda: ask(ctx, 'x'))\n    return []\n",
    ),
    _attack(
        "exception_with_a_trap",
        "\nclass E(Exception):\n    def __str__(self):\n        os._exit(0)\ndef handle(p, ctx):\n    raise E\n",
        "crashed",
    ),
    _attack(
        "value_with_a_trap",
        "\nclass D(dict):\n    def items(self):\n        raise SystemExit(0)\ndef handle(p, ctx):\n    return D(a=1)\n",
        "error",
    ),
    _attack(
        "break_the_encoder",
        "\nimport json\ndef handle(p, ctx):\n    json.dumps = lambda *a, **k: '{'\n    return 1\n",
        "bad_answer",
    ),
    _attack("pretend_an_error", "\ndef handle(p, ctx):\n    tell(ctx, b'E3\\nabc')\n    time.sleep(9)\n", "error"),
    _attack("no_handler", "\nx = 1\n", "error"),
    _attack("handler_is_a_number", "\nhandle = 7\n", "error"),
]
