"""Which outcomes of reading a document are kept."""

import pytest

from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.tools.documents import services
from kingdom.tools.documents.services import document_text


class _Sandbox:
    """Answers with the outcomes it is given, one after the other."""

    def __init__(self, *outcomes: SandboxOutcome) -> None:
        self.outcomes = list(outcomes)

    def run(self, *_: object) -> SandboxOutcome:
        return self.outcomes.pop(0)


def test_a_timeout_is_not_kept_and_a_text_is(monkeypatch: pytest.MonkeyPatch) -> None:
    services._cache.clear()
    good = SandboxOutcome(status="ok", value={"text": "Hello", "sheets": 0})
    fake = _Sandbox(SandboxOutcome(status="timeout"), good)
    monkeypatch.setattr(services, "sandbox", lambda _, **__: fake)
    found = [document_text(user_id=1, data=b"%PDF a", kind="pdf") for _ in range(3)]
    assert [(read.text, read.problem) for read in found] == [("", "too_large"), ("Hello", ""), ("Hello", "")]
    services._cache.clear()
