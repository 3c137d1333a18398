"""The events of tool calls: asked and ended, with the tool and its host and nothing else of the arguments."""

import pytest
from pytest_django.fixtures import Settings

from kingdom.events.models import DomainEvent
from tests.factories.tools import Kit
from tests.factories.tools import kit as kit
from tests.factories.tools import make_kit as make_kit

pytestmark = pytest.mark.django_db


def test_a_call_is_requested_and_completed(kit: Kit) -> None:
    kit.allow("*")
    kit.one("archon.fs.write", path="notes.txt", content="a user's words")
    asked, done = DomainEvent.objects.filter(name__startswith="Tool").order_by("pk")
    assert (asked.name, done.name) == ("ToolRequested", "ToolCompleted")
    identity = kit.agent_id.split("_")[0]
    assert asked.fields.pop("call") == done.fields["call"]
    fields = {"tool": "archon.fs.write", "agent": kit.agent_id, "identity": identity, "path": "notes.txt"}
    assert asked.fields == fields
    assert done.fields["outcome"] == "done"
    assert (done.session_id, done.user_id) == (kit.session.pk, kit.session.user_id)
    assert "words" not in str(done.fields)


def test_a_refused_call_leaves_both_events(kit: Kit) -> None:
    kit.one("archon.fs.format")
    events = list(DomainEvent.objects.filter(name__startswith="Tool").order_by("pk"))
    assert [event.name for event in events] == ["ToolRequested", "ToolCompleted"]
    assert events[1].fields["outcome"] == "refused"
    assert events[1].fields["reason"] == "unknown_tool"


def test_a_call_that_reaches_a_host_says_which(kit: Kit) -> None:
    kit.one("archon.http.request", method="post", url="https://API.Example.com/send?to=someone", body="words")
    asked = DomainEvent.objects.get(name="ToolRequested")
    assert (asked.fields["host"], asked.fields["method"]) == ("api.example.com", "POST")
    assert "someone" not in str(asked.fields)


def test_a_call_of_an_mcp_server_reaches_its_host_whatever_the_arguments_say(kit: Kit, settings: Settings) -> None:
    servers = "wiki=https://Wiki.example.org:8443/mcp"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"mcp_servers": servers})
    kit.one("mcp.wiki.get", url="https://harmless.example/", method="get")
    asked = DomainEvent.objects.get(name="ToolRequested")
    assert (asked.fields["host"], asked.fields["method"]) == ("wiki.example.org", "POST")
    kit.one("mcp.unlisted.get", page="1")
    assert "host" not in DomainEvent.objects.filter(name="ToolRequested").latest("pk").fields
