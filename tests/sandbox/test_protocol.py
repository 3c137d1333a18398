"""The host parses frames, answers and messages strictly."""

import json
import socket
import threading
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom.adapters.sandbox import daemon
from kingdom.adapters.sandbox.host.frames import (
    MAX_DEPTH,
    ProtocolError,
    decode_frame,
    decode_json,
    decode_text,
    encode_frame,
    encode_payload,
    encode_program_frame,
    sanitize_text,
)
from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.adapters.sandbox.socket_protocol import (
    MESSAGE_BYTES,
    MessageSocket,
    decode_limits,
    decode_message,
    decode_program,
    encode_message,
)
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome

GOOD = b'{"end": "answer", "detail": "", "dirty": false, "cut": [false, true], "ms": 1.5, "sizes": [4, 2, 1]}\nnullhi!'
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


@settings(deadline=None, database=None)
@given(JSON)
def test_every_json_value_survives(value: object) -> None:
    assert decode_json(json.dumps(value).encode()) == value


@settings(deadline=None, database=None)
@given(st.binary(max_size=300))
def test_no_bytes_break_the_parsers(data: bytes) -> None:
    for parse in (decode_json, lambda text: decode_frame(text, SandboxLimits()), decode_message):
        try:
            parse(data)
        except ProtocolError:
            continue


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"NaN", id="nan"),
        pytest.param(b"-Infinity", id="infinity"),
        pytest.param(b"1e999", id="too-large"),
        pytest.param(b"9" * 5000, id="digits"),
        pytest.param(b'"\\ud800"', id="surrogate"),
        pytest.param(b'["a\\u0000b"]', id="nul"),
        pytest.param(b'{"\\u0000": 1}', id="nul-key"),
        pytest.param(b'{"a": 1, "a": 2}', id="key-twice"),
        pytest.param(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), id="deep"),
        pytest.param(b"[" * 90_000 + b"]" * 90_000, id="very-deep"),
        pytest.param(b'"\xff"', id="not-utf8"),
        pytest.param(b"{} {}", id="two"),
        pytest.param(b"", id="empty"),
        pytest.param(b"hello", id="words"),
    ],
)
def test_not_strict_json(text: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode_json(text)


def test_types_stay_apart() -> None:
    assert decode_json(b"[true, 1, 1.0]") == [True, 1, 1.0]
    assert [type(item) for item in decode_json(b"[true, 1, 1.0]")] == [bool, int, float]


def test_frame_whole() -> None:
    got = decode_frame(GOOD + b"rest", SandboxLimits())
    assert got is not None
    made, rest = got
    assert (made.end, made.cut, made.ms, made.blobs, rest) == ("answer", True, 1.5, (b"null", b"hi", b"!"), b"rest")


def test_frame_not_whole_yet() -> None:
    assert all(decode_frame(GOOD[:length], SandboxLimits()) is None for length in range(len(GOOD)))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"x" * 20_000, id="no-newline"),
        pytest.param(b"[]\n", id="not-an-object"),
        pytest.param(b'{"end": "verdict", "sizes": [0, 0, 0]}\n', id="unknown-end"),
        pytest.param(b'{"end": [], "sizes": []}\n', id="end-list"),
        pytest.param(b'{"end": "answer"}\n', id="no-sizes"),
        pytest.param(b'{"end": "answer", "sizes": [0]}\n', id="too-few"),
        pytest.param(b'{"end": "answer", "sizes": [-1, 0, 0]}\n', id="negative"),
        pytest.param(b'{"end": "answer", "sizes": [true, 0, 0]}\n', id="bool"),
        pytest.param(b'{"end": "answer", "sizes": [65537, 0, 0]}\n', id="answer-over"),
        pytest.param(b'{"end": "answer", "sizes": [0, 0, 65537]}\n', id="stderr-over"),
        pytest.param(b'{"end": "request", "sizes": [1048577]}\n', id="request-over"),
        pytest.param(b'{"end": "answer", "sizes": [0, 0, 0], "passed": true}\n', id="unknown-field"),
        pytest.param(b'{"end": "answer", "sizes": [0, 0, 0], "ms": "1"}\n', id="ms-text"),
        pytest.param(b'{"end": "answer", "sizes": [0, 0, 0], "cut": 1}\n', id="cut-number"),
        pytest.param(b'{"end": "answer", "sizes": [0, 0, 0], "dirty": 1}\n', id="dirty-number"),
    ],
)
def test_frame_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode_frame(data, SandboxLimits())


def test_frames_to_the_sandbox_carry_their_length() -> None:
    frame = encode_program_frame(Program(code="é = 1"), SandboxLimits(answer_bytes=500))
    size, blob_size = int(frame[:8], 16), int(frame[8:16], 16)
    head = {"processes": 0, "mode": "handler", "entry": "handle", "answer_bytes": 500, "stderr_bytes": 65_536}
    head["warm_up"] = ""
    assert json.loads(frame[16 : 16 + size]) == {"head": head}
    assert (frame[16 + size :].decode(), blob_size) == ("é = 1", 7 - 1)
    assert encode_frame({"ping": 1}) == b'0000000b00000000{"ping": 1}'


def test_payloads() -> None:
    assert encode_payload(Program(code=""), "x") == b'"x"'
    assert encode_payload(Program(code="", mode="program"), "x") == b"x"
    assert encode_payload(Program(code="", mode="program"), [1]) == b"[1]"
    assert encode_payload(Program(code="", mode="program"), None) == b""
    for bad in (float("nan"), {1, 2}, object()):
        with pytest.raises(ProtocolError):
            encode_payload(Program(code=""), bad)


def test_output_is_made_storable() -> None:
    assert decode_text(b"a\x00b\xff") == "a\ufffdb\ufffd"
    assert sanitize_text("a\ud800") == "a?"
    assert sanitize_text("plain") == "plain"


def test_messages() -> None:
    assert decode_message(encode_message({"op": "status"}) + b"7") == ({"op": "status"}, b"7")
    for bad in (b"x\n{}", b"-1\n{}", b"99999999999", b"2\n[]", b"3\n{{}", b"%d\n" % (MESSAGE_BYTES + 1)):
        with pytest.raises(ProtocolError):
            decode_message(bad)
    with pytest.raises(ProtocolError):
        encode_message({"x": float("nan")})
    with pytest.raises(ProtocolError):
        encode_message({"x": "y" * MESSAGE_BYTES})


def test_a_blob_follows_its_message() -> None:
    ours, theirs = socket.socketpair()
    sender, receiver = MessageSocket(ours), MessageSocket(theirs)
    blob = bytes(range(256)) * 2_000

    def send_both() -> None:
        sender.send({"n": 1}, blob)
        sender.send({"n": 2})
        sender.close()

    sending = threading.Thread(target=send_both)
    sending.start()
    assert receiver.receive() == ({"n": 1, "blob": len(blob)}, blob)
    assert receiver.receive() == ({"n": 2}, b"")
    with pytest.raises(EOFError):
        receiver.receive()
    sending.join()
    receiver.close()


@pytest.mark.parametrize("size", [-1, True, "5", MESSAGE_BYTES + 1, None])
def test_a_blob_of_no_valid_size_is_refused(size: object) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(encode_message({"blob": size}))
        with pytest.raises(ProtocolError):
            MessageSocket(theirs).receive()


class _WaitingService:
    """A session that has a slot and reads the payload."""

    def __init__(self) -> None:
        self.read: list[bytes] = []

    def call_encoded(self, read_payload: Callable[[], bytes], *_: object) -> SandboxOutcome:
        self.read.append(read_payload())
        return SandboxOutcome(status="ok")

    def close(self) -> None:
        """Nothing is held."""


def test_a_caller_that_never_sends_its_payload_does_not_keep_its_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daemon, "PAYLOAD_S", 0.1)
    ours, theirs = socket.socketpair()
    connection, session = daemon.ClientConnection(cast(SandboxService, None), theirs), _WaitingService()
    connection.session = cast(ServiceSession, session)
    serving = threading.Thread(target=connection.serve)
    serving.start()
    client = MessageSocket(ours)
    client.send({"op": "call"})
    assert client.receive().value == {"wants": "payload"}
    client.send({"op": "payload"}, b"1")
    assert client.receive().value["outcome"]["status"] == "ok", "control: one that sends it is served"
    client.send({"op": "call"})
    assert client.receive().value == {"wants": "payload"}
    with pytest.raises(EOFError):
        client.receive()
    serving.join(timeout=10)
    assert session.read == [b"1"]
    client.close()


def test_sessions_of_one_program_hold_its_code_once() -> None:
    sent = json.dumps(
        {"code": "x = 1\n" * 1_000, "mode": "handler", "entry": "handle", "tree": "base", "warm_up": "[]"}
    )
    one, other = decode_program(json.loads(sent)), decode_program(json.loads(sent))
    assert one.code is other.code
    assert one.warm_up is other.warm_up


def test_programs_and_limits_over_the_wire() -> None:
    good = {"code": "x", "mode": "handler", "entry": "handle", "tree": "base", "warm_up": ""}
    assert decode_program(good) == Program(code="x")
    assert decode_limits(vars(SandboxLimits())) == SandboxLimits()
    for bad in (
        None,
        {**good, "image": "evil"},
        {**good, "mode": "shell"},
        {**good, "tree": "/"},
        {**good, "entry": "a.b"},
        {**good, "code": 1},
        {**good, "warm_up": []},
    ):
        with pytest.raises(ProtocolError):
            decode_program(bad)
    for wrong in (None, {}, {**vars(SandboxLimits()), "network": "host"}):
        with pytest.raises(ProtocolError):
            decode_limits(wrong)
