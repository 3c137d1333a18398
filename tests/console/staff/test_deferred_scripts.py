"""No page of the admin waits for a script before its first paint, but for the one that sets its colours."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils.safestring import mark_safe

from kingdom.accounts.models import User
from kingdom.console.staff.deferred_scripts import deferred
from tests.factories.specialists import client_of

SCRIPT = re.compile(r"<script[^>]*>")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<script src="a.js"></script>', '<script defer src="a.js"></script>'),
        ('<script id="x" data-y="1" src="a.js">', '<script defer id="x" data-y="1" src="a.js">'),
        ('<script id="x"\n  src="a.js">', '<script defer id="x"\n  src="a.js">'),
        ('<script src="a.js" async></script>', '<script src="a.js" async></script>'),
        ('<script src="a.js" defer></script>', '<script src="a.js" defer></script>'),
        ('<script src="a.js" data-async="1">', '<script defer src="a.js" data-async="1">'),
        ('<script type="application/json">{}</script>', '<script type="application/json">{}</script>'),
        ("<p>a script</p>", "<p>a script</p>"),
    ],
)
def test_scripts_of_files_are_deferred_once(before: str, after: str) -> None:
    assert deferred(mark_safe(before)) == after


def test_pages_of_the_admin_wait_for_no_script(carol: User, alice: User) -> None:
    client, group = client_of(carol), Group.objects.create(name="readers")
    pages = [
        reverse("admin:accounts_user_change", args=[alice.pk]), reverse("admin:accounts_user_add"),
        reverse("admin:accounts_user_changelist"), reverse("admin:auth_group_delete", args=[group.pk]),
        *(reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist") for page in _pages()),
    ]  # fmt: skip
    for path in pages:
        scripts = SCRIPT.findall(client.get(path).content.decode())
        blocking = [one for one in scripts if " src=" in one and " defer" not in one and " async" not in one]
        assert [one for one in blocking if "admin/js/theme.js" not in one] == [], path
    form = client.get(pages[0]).content.decode()
    order = [
        form.index(name) for name in ("jsi18n", "jquery.min.js", "jquery.init.js", "SelectBox.js", "SelectFilter2.js")
    ]
    assert order == sorted(order), "those that build on each other run in Django's order"


def _pages() -> list["admin.ModelAdmin[Any]"]:
    return [page for page in admin.site._registry.values() if page.opts.app_label in ("specialists", "approvals")]
