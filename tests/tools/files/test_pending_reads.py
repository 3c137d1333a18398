"""A page waits for the text of a document for a short time only; the reading goes on."""

import threading

import pytest

from kingdom.core.errors import Busy, KingdomError
from kingdom.tools.documents import pending_reads
from kingdom.tools.documents.pending_reads import DocumentPending, document_text_within
from kingdom.tools.documents.services import DocumentText


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let readings end: until then the sandbox is busy."""
    event, calls = threading.Event(), list[bytes]()

    def read(*, user_id: int, data: bytes, kind: str, wait_s: float) -> DocumentText:
        assert wait_s == 60
        calls.append(data)
        assert event.wait(20)
        assert len(calls) == 1, "one reading for all who ask"
        return DocumentText(problem="unreadable")

    monkeypatch.setattr(pending_reads, "document_read", read)
    pending_reads._readings.clear()
    return event


def test_it_goes_on_and_the_next_call_gets_its_result(release: threading.Event) -> None:
    for _ in range(2):
        with pytest.raises(DocumentPending):
            document_text_within(0.01, user_id=1, data=b"%PDF a", kind="pdf")
    release.set()
    read = document_text_within(20, user_id=1, data=b"%PDF a", kind="pdf")
    assert read.problem == "unreadable", "a problem is a result too, so that no page reloads for ever"
    assert not pending_reads._readings


def test_a_process_holds_so_many_readings(release: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending_reads, "_MAX_KEPT", 1)
    with pytest.raises(DocumentPending, match="still"):
        document_text_within(0.01, user_id=1, data=b"%PDF a", kind="pdf")
    with pytest.raises(DocumentPending, match="Too many"):
        document_text_within(0.01, user_id=2, data=b"%PDF b", kind="pdf")
    release.set()
    assert document_text_within(20, user_id=1, data=b"%PDF a", kind="pdf").problem == "unreadable"


def test_no_sandbox_in_time_is_said_once_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[DocumentText | KingdomError] = [Busy("All sandboxes are busy."), DocumentText(text="Hello.")]

    def read(**_: object) -> DocumentText:
        answer = answers.pop(0)
        if isinstance(answer, KingdomError):
            raise answer
        return answer

    monkeypatch.setattr(pending_reads, "document_read", read)
    with pytest.raises(Busy):
        document_text_within(20, user_id=1, data=b"%PDF c", kind="pdf")
    assert document_text_within(20, user_id=1, data=b"%PDF c", kind="pdf").text == "Hello."
