"""Unspent sign-in links, words of searches and statements are not in the log; only a POST uses a link up."""

import io
import logging
import signal
from contextlib import suppress

import psycopg
import pytest
import structlog
from django.test import Client, RequestFactory

from kingdom.accounts.models import SignInLink, User
from kingdom.accounts.services import sign_in_link_create
from kingdom.core.deployment.logging_config import PathFilter
from kingdom.core.text.path_masking import mask_path
from kingdom.core.text.secret_masking import filter_secrets
from kingdom.core.web.request_log import MaskedRequestMiddleware
from kingdom.ops.launch.database_roles import connect_superuser
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from kingdom.ops.processes.child_processes import spawn
from tests.plugins.postgres import throwaway_folder

pytestmark = pytest.mark.django_db
WORD = "canaryword"


def test_the_log_of_requests_has_neither_link_nor_query(alice: User, client: Client) -> None:
    secret = sign_in_link_create(user=alice)
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as events:
        client.get(f"/sign-in/{secret}/")
        client.get("/specialists/", {"q": WORD})
        client.get(f"/nowhere/?{WORD}")
        client.get("/api/v1/conversations/", {"q": WORD})
    requests = [str(event["request"]) for event in events if "request" in event]
    assert len(requests) >= 8, events
    assert "GET /sign-in/••••/" in requests
    assert "GET /specialists/?••••" in requests
    assert not any(secret in str(event) or WORD in str(event) for event in events)


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("Not Found: /sign-in/S3cretOfTheLink_x/", "Not Found: /sign-in/••••/"),
        ('"GET /specialists/?q=canaryword&page=2 HTTP/1.1" 500', '"GET /specialists/?•••• HTTP/1.1" 500'),
        ("http://host:8000/sign-in/S3cretOfTheLink_x/?next=/a", "http://host:8000/sign-in/••••/?••••"),
        ("What is this? a = b", "What is this? a = b"),
        ("Not Found: /sign-in//S3cretOfTheLink_x/", "Not Found: /sign-in//••••/"),
        ("Not Found: /Sign-In/S3cretOfTheLink_x", "Not Found: /Sign-In/••••"),
        ("Not Found: /hooks/ S3cretOfTheLink_x/", "Not Found: /hooks/ ••••/"),
        ("Not Found: /hooks/./S3cretOfTheLink_x/", "Not Found: /hooks/••••/••••/"),
        ("Not Found: /sign-in%2FS3cretOfTheLink_x", "Not Found: /sign-in%2F••••"),
        ("Not Found: /shared/x/S3cretOfTheLink_x/file/", "Not Found: /shared/••••/••••/file/"),
        ("Not Found: /shared\\\\S3cretOfTheLink_x;y", "Not Found: /shared\\\\••••"),
        ("/sign-in/ is the page", "/sign-in/ is the page"),
    ],
)
def test_other_lines_of_the_log_are_masked_too(line: str, masked: str) -> None:
    assert filter_secrets(None, "info", {"event": line})["event"] == masked
    assert filter_secrets(None, "info", {"args": (line,)})["args"] == [masked]


TOKEN = "kX3vQ_9bLmZ-0aRtYw7sPdEfGh2JnUc5iOq8TzVxB1M"
PIECES = [TOKEN[start : start + 6] for start in range(0, len(TOKEN) - 6, 3)]


@pytest.mark.parametrize(
    "path",
    [
        f"/sign-in/{TOKEN[:20]}%0A{TOKEN[20:]}/", f"/sign-in/{TOKEN[:20]}%0D%0A{TOKEN[20:]}/",
        f"/sign-in/{TOKEN[:20]}%20{TOKEN[20:]}", f"/sign-in/{TOKEN[:20]}%E2%80%A8{TOKEN[20:]}",
        f"/sign-in/{TOKEN[:20]}%253D{TOKEN[20:]}/", f"/sign-in/{TOKEN[:9]}/{TOKEN[9:30]}/{TOKEN[30:]}/",
        f"/sign-%0Ain/{TOKEN}/", f"/sig/n-in/{TOKEN}/", f"/sgn-in/{TOKEN}/", f"/%2573ign-in/{TOKEN}/",
        f"/sign-in%252F{TOKEN}", f"/sign%E2%80%90in/{TOKEN}/", f"/{TOKEN}/",
        f"/api/v1/hooks/{TOKEN[:20]}%22{TOKEN[20:]}",
        f"/hooks/{TOKEN[:20]}%3F{TOKEN[20:]}/", f"/hooks/{TOKEN[:20]}%23{TOKEN[20:]}/", f"/shared/a%27{TOKEN}/file/",
        f"/c/{TOKEN[:20]}%0A{TOKEN[20:]}", f"/static/x%0A/shared/{TOKEN}",
    ],
)  # fmt: skip
def test_no_piece_of_a_torn_link_is_logged(client: Client, path: str) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(PathFilter())
    handler.setFormatter(logging.Formatter("%(name)s %(message)s"))
    logging.getLogger("django.request").addHandler(handler)
    try:
        with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as events:
            status = client.get(path).status_code
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    logged = stream.getvalue() + " ".join(str(event) for event in events)
    assert "GET /" in logged, "control"
    assert "django.request" in logged or status < 400, "control"
    assert [piece for piece in PIECES if piece in logged] == []


def test_addresses_without_secrets_are_logged_as_they_are() -> None:
    name = "0f2c8a52-7d0e-4d9a-9f3c-5d5f0a3a1b2c"
    plain = ("/", "/api/v1/specialists/csv_stats/versions/3/", f"/c/{name}/", "/sign-in/", "/a2a/")
    for path in (*plain, "/v1/chat/completions", "/.well-known/agent-card.json", "/admin/core/session/17/change/"):
        assert mask_path(path) == path


def test_a_link_that_a_line_tears_is_masked_on_both_lines() -> None:
    line = f"refused: http://host/sign-in/{TOKEN[:20]}\n{TOKEN[20:]}/ and more"
    assert filter_secrets(None, "info", {"event": line})["event"] == "refused: http://host/sign-in/••••/ and more"


def test_an_error_of_a_page_logs_no_query() -> None:
    request = RequestFactory().get("/admin/search/", {"q": WORD})
    assert MaskedRequestMiddleware.format_request(request) == "GET /admin/search/?••••"


FAILING = (
    f"INSERT INTO public.words VALUES ('{WORD}')",  # twice: PostgreSQL's own message names the value
    f"SELECT '{WORD}'::uuid",
    f"SELECT * FROM nowhere WHERE text = '{WORD}'",
    f"DO $$ BEGIN RAISE WARNING '{WORD}'; END $$",
    f"DO $$ BEGIN RAISE EXCEPTION '{WORD}'; END $$",
)


def test_the_log_of_the_database_has_no_word_of_a_failed_statement() -> None:
    with throwaway_folder() as folder:
        server = EmbeddedPostgres(folder, log=folder / "log", parameters=UNSAFE_FAST_PARAMETERS)
        server.prepare(sync=False)
        process = spawn(server.program())
        try:
            server.wait_ready(process)
            with connect_superuser(str(server.folder)) as connection:
                connection.execute("CREATE TABLE public.words (text text UNIQUE)")
                connection.execute(f"INSERT INTO public.words VALUES ('{WORD}')")
                for statement in FAILING:
                    with suppress(psycopg.Error):
                        connection.execute(statement)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
        text = (folder / "log").read_text()
    assert "ready to accept connections" in text, "it says how it starts"
    assert WORD not in text


def test_a_scanner_that_follows_the_link_does_not_use_it_up(alice: User, client: Client) -> None:
    secret = sign_in_link_create(user=alice)
    for _ in range(3):
        page = client.get(f"/sign-in/{secret}/")
        client.head(f"/sign-in/{secret}/")
        assert page.status_code == 200
    assert SignInLink.objects.get().used_at is None
    assert "_auth_user_id" not in client.session
    # not "no-referrer": browsers would send "Origin: null" with the form, which the CSRF check refuses
    assert page["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page["Cache-Control"]
    assert client.post(f"/sign-in/{secret}/").status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)
    assert client.post(f"/sign-in/{secret}/").status_code == 410
