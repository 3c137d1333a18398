"""Log lines have ids and no secrets."""

import io
import json
import logging
import logging.config

import pytest
import structlog

from kingdom.config import Config
from kingdom.core.deployment.logging_config import logging_config
from kingdom.core.text.secret_masking import MASK, mask_secrets, register_secrets


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """The JSON log lines of a test logger, as a log collector sees them."""
    stream = io.StringIO()
    config = logging_config(form="json", level="INFO")
    handler = logging.StreamHandler(stream)
    formatter = config["formatters"]["kingdom"]
    processors = {"foreign_pre_chain": formatter["foreign_pre_chain"], "processors": formatter["processors"]}
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(**processors))
    logger = logging.getLogger("tests.ops.logs")
    monkeypatch.setattr(logger, "handlers", [handler])
    monkeypatch.setattr(logger, "propagate", False)
    logger.setLevel("INFO")
    return stream


def _last(lines: io.StringIO) -> dict[str, object]:
    return dict(json.loads(lines.getvalue().splitlines()[-1]))


SECRET = "AIzaSyD-0123456789_abcdefghijklmnopqr"


@pytest.mark.parametrize(
    "fields",
    [
        {"api_key": "plain"}, {"password": "plain"}, {"Authorization": "plain"}, {"set_cookie": "plain"},
        {"credential": {"a": "plain"}}, {"url": f"https://x.example/v1?key={SECRET}"},
        {"headers": {"x": f"Bearer {SECRET}"}}, {"items": [f"postgresql://ann:{SECRET}@db/k"]},
        {"deep": {"list": [{"private_note": "plain"}, SECRET]}},
    ],
)  # fmt: skip
def test_no_field_shows_a_secret(lines: io.StringIO, fields: dict[str, object]) -> None:
    structlog.get_logger("tests.ops.logs").warning("called", **fields)
    assert SECRET not in lines.getvalue()
    assert "plain" not in lines.getvalue()
    assert MASK in json.dumps(_last(lines), ensure_ascii=False)


def test_a_traceback_shows_no_secret(lines: io.StringIO) -> None:
    try:
        int(f"Bearer {SECRET}")
    except ValueError:
        structlog.get_logger("tests.ops.logs").exception("failed")
    assert "ValueError" in str(_last(lines)["exception"])
    assert SECRET not in lines.getvalue()


def test_a_line_of_a_library_is_masked_too(lines: io.StringIO) -> None:
    logging.getLogger("tests.ops.logs").warning("GET %s", f"https://x.example?key={SECRET}")
    assert SECRET not in lines.getvalue()
    assert "x.example" in str(_last(lines)["event"])


def test_ids_of_the_context_are_on_each_line(lines: io.StringIO) -> None:
    with structlog.contextvars.bound_contextvars(request_id="r-1", session_id="s-1", trace_id="t-1"):
        structlog.get_logger("tests.ops.logs").info("stepped", step=3)
    line = _last(lines)
    assert {name: line[name] for name in ("request_id", "session_id", "trace_id", "step")} == {
        "request_id": "r-1", "session_id": "s-1", "trace_id": "t-1", "step": 3,
    }  # fmt: skip
    assert str(line["timestamp"]).endswith("Z")


def test_a_configured_secret_of_any_look_is_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.core.text.secret_masking._secrets", set())
    config = Config.model_validate(
        {"KINGDOM_MODEL_KEY": "correct horse", "DATABASE_URL": "postgresql://ann:b%40ttery-staple@db/k"}
    )
    register_secrets([*config.secrets, "no"])
    assert mask_secrets("model said correct horse to b@ttery-staple, no?") == f"model said {MASK} to {MASK}, no?"


def test_a_token_count_is_not_masked(lines: io.StringIO) -> None:
    structlog.get_logger("tests.ops.logs").info("used", prompt_tokens=12, token=None)
    assert (_last(lines)["prompt_tokens"], _last(lines)["token"]) == (12, None)


@pytest.mark.parametrize("text", ["no secret here", "sk- is short", "https://example.org/a@b"])
def test_harmless_text_stays(text: str) -> None:
    assert mask_secrets(text) == text
