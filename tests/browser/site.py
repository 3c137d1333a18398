"""A house in use, whose people write German, and the addresses of all its pages.

Tests of every page go over ``Site``: ``PAGES_OF_URLS`` fails a test when a page of the console is in none of them.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.plugins.product import Product, prepared_product, wait_for

OWNER, BOSS = "sina", "chef"
RUNNING = ("running", "awaiting_parts")
POLICY = "tell me when an agent fails"  # plain words of policies are English
TABLE = b"Region;Umsatz\nNord;100\nS\xc3\xbcd;250\nWest;90\n"
PLAN = {
    "agents": [
        {"id": "analyze_jedes", "specialist": "paket_helfer", "map": {"over": ["Vase", "Buch"]}},
        {"id": "coder_packen", "specialist": "paket_helfer", "input": "zerbrechlich"},
        {"id": "writer_zettel", "specialist": "paket_helfer", "input": {"from": "coder_packen"}},
    ]
}
SHORT_PLAN = {"agents": [{"id": "analyze_summe", "specialist": "calculator", "input": "Was ist 17 * 23?"}]}
ABSENT = "/nothing-here/"  # answers the page of an unknown address, which browsers report as an error
# Addresses of the console that answer no page: forms, parts of a page, files and streams.
NO_PAGES = {
    "conversation-file-delete", "conversation-picture", "conversation-change", "question", "again", "branch",
    "shared-file", "say", "choose", "choose-undo", "conversation-delete", "stop", "rate", "turn", "inbox-counts",
    "approval-answer", "rule-remove", "policy-draft-remove", "host-consent-remove", "schedule-change", "workflow-move",
    "workflow-act", "notifications-clear", "notification-open", "credential-change", "creation-import",
    "specialist-download", "specialist-do", "account-change", "data-export-begin", "account-delete", "data-download",
    "creation-card", "creation-answer", "javascript-words",
}  # fmt: skip


@dataclass
class Site:
    """Addresses by the name of their URL, with what is special behind a colon; ``admin`` by the label of the model."""

    product: Product
    pages: dict[str, str] = field(default_factory=dict)
    staff: dict[str, str] = field(default_factory=dict)
    public: dict[str, str] = field(default_factory=dict)
    admin: dict[str, str] = field(default_factory=dict)

    def use(self, method: str, path: str, body: object = None, *, user: str = OWNER) -> Any:  # noqa: ANN401 - any JSON
        """Call the API."""
        status, answer = self.product.call(method, path, user=user, body=body)
        assert status < 300, (path, status, answer)
        return answer

    def speak(self, language: str) -> None:
        """Set the language of all its people."""
        for user in (OWNER, BOSS):
            self.use("PATCH", "/api/v1/me/", {"language": language}, user=user)


@contextmanager
def running_site() -> Iterator[Site]:
    """Run a product that is in use, with links for sharing and a user for each kind of page."""
    with prepared_product(environ={"KINGDOM_SHARE_LINKS": "1"}) as product:
        site = Site(product)
        product.token(OWNER)
        product.token(BOSS, staff=True)
        rows = "from tests.browser import site_rows; site_rows"
        product.run_python(f"{rows}.specialists_store({OWNER!r})")
        _talk(site)
        _work(site)
        _plan(site)
        made = json.loads(product.run_python(f"{rows}.house_fill({BOSS!r}, {OWNER!r})").splitlines()[-1])
        _list_pages(site, made)
        yield site


def _ask(site: Site, content: str, conversation: str = "", **more: object) -> tuple[str, dict[str, Any]]:
    """Send a message; return its conversation and its session when it rests."""
    conversation = conversation or site.use("POST", "/api/v1/conversations/", {})["id"]
    body = {"content": content, **more}
    posted = site.use("POST", f"/api/v1/conversations/{conversation}/messages/", body)
    place = f"/api/v1/sessions/{posted['session_id']}/"
    wait_for(lambda: site.use("GET", place)["state"] not in RUNNING, timeout_s=120, what=content)
    return conversation, site.use("GET", place)


def _talk(site: Site) -> None:
    """A conversation of everything that a message can become."""
    talk = site.use("POST", "/api/v1/conversations/", {"title": "Von allem etwas"})["id"]
    for content in (
        "Was ist 17 * 23?",
        "Ist anna@firma-muster.de gültig, und was sind 3 Meilen in km?",
        "Schreib mir ein Gedicht über das Meer.",
        "Ich bekomme jede Woche Listen von IBANs und muss sie prüfen.",
        "Was kannst du alles?",
    ):
        _, session = _ask(site, content, talk)
    site.use("POST", f"/api/v1/conversations/{talk}/files/?path=umsatz.csv", TABLE)
    _, session = _ask(site, "Zeichne ein Balkendiagramm von Umsatz nach Region.", talk, files=["umsatz.csv"])
    site.use("PUT", f"/api/v1/sessions/{session['id']}/feedback/", {"feedback": "bad"})
    site.use("PATCH", f"/api/v1/conversations/{talk}/", {"pinned": True})
    shared = site.use("POST", f"/api/v1/conversations/{talk}/share/", {"files": True, "tool_arguments": True})["url"]
    site.public["shared"] = shared.removeprefix(site.product.url)
    site.pages |= {
        "chat": "/", "chat-conversation": f"/c/{talk}/", "conversation-files": f"/c/{talk}/files/",
        "conversation-file": f"/c/{talk}/files/show/?path=umsatz.csv", "share-page": f"/c/{talk}/share/",
    }  # fmt: skip


def _work(site: Site) -> None:
    """Questions of a tool, answered and open, rules, policies, schedules, and creations in two states."""
    for name, choice in (("offen", ""), ("nein", "deny"), ("immer", "always")):
        _, session = _ask(site, f"@notiz_helfer merk dir die Milch ({name})")
        pending = site.use("GET", "/api/v1/approvals/?state=pending")["results"]
        (question,) = [one for one in pending if one["session_id"] == session["id"]]
        site.pages[f"approval-page:{name}"] = f"/approvals/{question['id']}/"
        if choice:
            answer = {"choice": choice, "args_hash": question["args_hash"]}
            site.use("POST", f"/api/v1/approvals/{question['id']}/decide/", answer)
    site.use("POST", "/api/v1/policies/", {"text": POLICY})
    schedule = site.use("POST", "/api/v1/schedules/", {"text": "jeden Montag um 8: Wie viele Tage bis Weihnachten?"})
    site.pages["schedule-page"] = f"/schedules/{schedule['id']}/"
    for recipe, state in (("slug_maker", "refused"), ("iban_checker", "offered")):
        case = site.use("POST", "/api/v1/creations/", {"request": "Das brauche ich jede Woche.", "recipe": recipe})
        place = f"/api/v1/creations/{case['id']}/"
        wait_for(partial(_waits, site, place, "awaiting_confirmation"), timeout_s=180, what=recipe)
        site.pages[f"creation-page:{state}"] = f"/creations/{case['id']}/"
        if state == "refused":
            site.use("POST", f"{place}reject/", {})


def _waits(site: Site, place: str, state: str) -> bool:
    return bool(site.use("GET", place)["state"] == state)


def _plan(site: Site) -> None:
    """A draft, a workflow that is done and one that needs its owner."""
    for name, plan, start in (("draft", PLAN, False), ("done", SHORT_PLAN, True), ("halted", PLAN, True)):
        made = site.use("POST", "/api/v1/workflows/", {"manifest": plan, "start": start})
        place = f"/api/v1/workflows/{made['id']}/"
        end = {"draft": "draft", "done": "completed", "halted": "awaiting_approval"}[name]
        wait_for(partial(_waits, site, place, end), timeout_s=180, what=name)
        site.pages[f"workflow-page:{name}"] = f"/workflows/{made['id']}/"
    site.pages["workflow-page:earlier"] = f"{site.pages['workflow-page:halted']}?at=3"
    halts = site.use("GET", "/api/v1/approvals/?state=pending")["results"]
    site.pages["approval-page:halted"] = f"/approvals/{halts[0]['id']}/"


def _list_pages(site: Site, made: Mapping[str, Any]) -> None:
    """Add the pages that are always there, and those of stored rows."""
    for name, path in (
        ("approvals", "/approvals/"), ("rules", "/rules/"), ("schedules", "/schedules/"), ("workflows", "/workflows/"),
        ("notifications", "/notifications/"), ("credentials", "/credentials/"), ("creations", "/creations/"),
        ("specialists", "/specialists/"), ("account", "/me/"), ("usage", "/usage/"),
    ):  # fmt: skip
        site.pages[f"{name}-page"] = path
    site.pages |= {"password-change": "/password/", "docs": "/api/docs/"}
    site.public["absent"] = ABSENT
    site.public |= {"sign-in": "/sign-in/", "sign-in-link": made["pages"].pop("sign-in-link")}
    site.pages |= made["pages"]
    site.staff = {
        "status": "/status/", "dashboard": "/admin/", "search": "/admin/search/?q=invoice", "review": made["review"],
        "spaces": made["admin"]["routing.EmbeddingSpace"], "budget": "/admin/kingdom_sessions/budget/add/",
        "replay": "/admin/orchestrator/replayrun/new/",
    }  # fmt: skip
    site.admin = dict(made["admin"])
    user, group = (site.admin[f"{label}:row"] for label in ("accounts.User", "auth.Group"))
    site.staff |= {
        "app": "/admin/orchestrator/", "new-user": "/admin/accounts/user/add/", "history": _beside(user, "history"),
        "password-of-user": _beside(user, "password"), "link-for-user": _beside(user, "sign-in-link"),
        "deletion": _beside(group, "delete"), "disclosure": made["disclosure"],
    }  # fmt: skip


def _beside(row: str, page: str) -> str:
    """Return the address of another page of a row of the admin."""
    return f"{row.removesuffix('change/')}{page}/"
